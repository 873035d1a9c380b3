//! Talking to other programs, line by line.
//!
//! | file | what it is |
//! |---|---|
//! | `schema.json` | the schema of the protocol that `docs/protocol.md` describes |
//! | `message.rs` | its messages: questions and answers as lines of JSON |
//! | `feed.rs`, `server.rs`, `traffic.rs`, `response.rs` | the answering side |
//! | `client.rs`, `replies.rs` | the asking side: a program that is put to the suite, and its replies |
//! | [`mod@line`] | the line kit: programs that answer lines of plain words |
//! | `peer.rs`, `failures.rs` | a program that is started again after it failed |
//! | `child.rs`, `group.rs`, `pipes.rs` | child processes, their process groups and pipes |
//! | [`aei`] | the Arimaa Engine Interface, from both ends |

pub mod aei;
mod child;
mod client;
mod failures;
mod feed;
mod group;
pub mod line;
mod message;
mod peer;
mod pipes;
mod replies;
mod response;
mod server;
mod traffic;

pub use child::{Bounds, Broken, CannotAsk, CannotRun, Child, Heard};
pub use client::Program;
pub use group::end_children;
pub use message::{
    Hello, Id, MAX_ID, MAX_LINE, MAX_NUMBER, Nothing, Problem, ProblemKind, Request, Response,
    schema_of_lines,
};
pub use replies::{read_hello, read_reply};
pub use response::respond;
pub use server::{Serving, serve, serve_with};
