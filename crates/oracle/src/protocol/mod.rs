//! The wire format: requests and responses, one JSON object a line, and their schema.
//!
//! Data alone, for both ends: [`serve`](crate::serve) answers requests, and the crate
//! `arimaa-conformance` puts them to other programs. `docs/protocol.md` is the contract.
//!
//! | file | what it is |
//! |---|---|
//! | `message.rs` | requests and responses |
//! | `capabilities.rs` | the introduction of an engine: its name, and what it can be asked |
//! | `printing.rs` | JSON that is safe to show on a terminal |
//! | `schema.rs`, `schema.json` | the JSON Schema of a line |

mod capabilities;
mod message;
mod printing;
#[cfg(feature = "schema")]
mod schema;

use serde_json::{Map, Value};

pub use capabilities::{Capabilities, Identity};
pub use message::{
    Hello, Id, MAX_ID, MAX_LINE, MAX_NUMBER, Nothing, Problem, ProblemKind, Request, Response,
    without_place,
};
pub use printing::printing_json;
#[cfg(feature = "schema")]
pub use schema::schema_of_lines;

/// The JSON Schema of a line: a [`Request`] or a [`Response`].
pub const SCHEMA: &str = include_str!("schema.json");

/// The definitions of [`SCHEMA`] to which a schema refers by `#/$defs/NAME`, directly or through
/// other definitions.
pub fn definitions_for(schema: &Value) -> Map<String, Value> {
    let all: Value = serde_json::from_str(SCHEMA).unwrap_or_default();
    let (mut found, mut texts) = (Map::new(), vec![schema.to_string()]);
    while let Some(text) = texts.pop() {
        for part in text.split("\"#/$defs/").skip(1) {
            let name = part.split('"').next().unwrap_or_default();
            if let Some(definition) = all["$defs"].get(name)
                && found.insert(name.to_owned(), definition.clone()).is_none()
            {
                texts.push(definition.to_string());
            }
        }
    }
    found
}
