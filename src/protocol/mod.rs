//! Talking to other programs, line by line. One line and its response are in
//! [`messages`](crate::messages).
//!
//! | file | what it is |
//! |---|---|
//! | `schema.json` | the schema of the protocol that `docs/protocol.md` describes |
//! | `feed.rs`, `server.rs`, `traffic.rs` | the answering side: a stream of requests |
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
mod peer;
mod pipes;
mod replies;
mod server;
mod traffic;

pub use child::{Bounds, Broken, CannotAsk, CannotRun, Child, Heard};
pub use client::Program;
pub use group::end_children;
pub use replies::{read_hello, read_reply};
pub use server::{Serving, serve, serve_with};

pub use crate::messages::{
    Hello, Id, MAX_ID, MAX_LINE, MAX_NUMBER, Nothing, Problem, ProblemKind, Request, Response,
    respond,
};
pub use crate::schema::lines as schema_of_lines;
