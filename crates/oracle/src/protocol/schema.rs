//! The JSON Schema of a line of the protocol, made from the types that read and write it.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use super::{Id, MAX_ID, MAX_NUMBER, Request, Response};
use crate::ask::PROTOCOL_VERSION;

/// [`SCHEMA`](super::SCHEMA), made from the types.
pub fn schema_of_lines() -> Value {
    let mut generator = SchemaGenerator::default();
    let request = generator.subschema_for::<Request>();
    let response = generator.subschema_for::<Response>();
    serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("A line of the protocol of arimaa-oracle, version {PROTOCOL_VERSION}"),
        "anyOf": [request, response],
        "$defs": generator.take_definitions(true),
    })
}

impl JsonSchema for Id {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Id".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "What a request is called: a whole number that every reader of JSON holds exactly, or a text of at most 64 characters.",
            "anyOf": [
                { "type": "integer", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER },
                { "type": "string", "maxLength": MAX_ID },
            ],
        })
    }
}
