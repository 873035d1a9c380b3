//! The protocol of one line: a request as JSON in, the response as JSON out.
//!
//! This needs neither threads nor processes nor a clock, so every interface can use it, on every
//! machine: pipes and HTTP, the C library, WebAssembly, Python. `docs/protocol.md` is the contract.
//!
//! ```
//! use arimaa_oracle::engines::Engine;
//! use arimaa_oracle::messages::{Local, answer_line};
//!
//! let mut engine = Local::new("arimaa-oracle", Engine::Bitboard.starter());
//! let line = br#"{"id": 1, "ask": {"kind": "recognize", "text": "2g Ed2n"}}"#;
//! let response = answer_line(&mut engine, line, &|_timeout| false);
//! assert!(response.starts_with(r#"{"id":1,"answer":{"kind":"recognized","form":"turn""#));
//! ```
//!
//! | file | what it is |
//! |---|---|
//! | `message.rs` | requests and responses |
//! | `respond.rs` | a line read, the response to it, and the response as a line |
//! | `subject.rs` | engines that can be asked, and their capabilities |
//! | `local.rs` | an engine in Rust, asked as any other is |

mod local;
mod message;
pub(crate) mod respond;
pub(crate) mod subject;

pub use local::Local;
pub use message::{
    Hello, Id, MAX_ID, MAX_LINE, MAX_NUMBER, Nothing, Problem, ProblemKind, Request, Response,
};
pub use respond::{answer_line, answer_numbered, respond};
pub use subject::{Capabilities, Identity, ProtocolFailure, Reply, Subject};
