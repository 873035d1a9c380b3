//! Talking to other programs, line by line.
//!
//! | file | what it is |
//! |---|---|
//! | `schema.json` | the schema of the protocol that `docs/protocol.md` describes |
//! | `message.rs` | its messages: questions and answers as lines of JSON |
//! | `feed.rs`, `server.rs` | the answering side |
//! | `client.rs`, `hearing.rs` | the asking side: another program that is put to the suite, and what its lines are taken for |
//! | `child.rs` | another program as a partner that may crash, hang, babble or lie |
//! | [`aei`] | the Arimaa Engine Interface, from both ends |

pub mod aei;
mod child;
mod client;
mod feed;
mod hearing;
mod message;
mod server;

pub use child::{Bounds, Broken, CannotRun, Child, Heard};
pub use client::Program;
pub use hearing::{read_hello, read_reply};
pub use message::{
    Hello, Id, MAX_ID, MAX_LINE, MAX_NUMBER, Nothing, Problem, ProblemKind, Request, Response,
    schema_of_lines,
};
pub use server::{Serving, respond, serve, serve_with};
