//! The wire format: requests and responses, one JSON object a line, and their schema.
//!
//! Data alone, for both ends: [`serve`](crate::serve) answers requests, and the crate
//! `arimaa-conformance` puts them to other programs. `docs/protocol.md` is the contract.
//!
//! | file | what it is |
//! |---|---|
//! | `message.rs` | requests and responses |
//! | `capabilities.rs` | the introduction of an engine: its name, and what it can be asked |
//! | `schema.rs`, `schema.json` | the JSON Schema of a line |

mod capabilities;
mod message;
mod schema;

pub use capabilities::{Capabilities, Identity};
pub use message::{
    Hello, Id, MAX_ID, MAX_LINE, MAX_NUMBER, Nothing, Problem, ProblemKind, Request, Response,
    without_place,
};
pub use schema::lines as schema_of_lines;
