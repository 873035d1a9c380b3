//! `GET /v1/openapi.json`: a machine-readable description of the routes (`OpenAPI` 3.1).
//!
//! The schemas are those of the one language.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use crate::responses::Constant;
use arimaa_oracle::ask::PROTOCOL_VERSION;
use arimaa_oracle::protocol::definitions_for;

/// The description of the routes.
pub(super) static DOCUMENT: LazyLock<Constant> = LazyLock::new(|| {
    let document = serde_json::to_vec_pretty(&openapi()).unwrap_or_default();
    Constant::new("application/json", document)
});

/// The statuses whose body is an answer, with their descriptions.
const STATUSES: [(&str, &str); 12] = [
    ("200", "The answer."),
    ("304", "The client has this response already."),
    ("400", "The body is no question."),
    ("404", "There is no such thing."),
    ("408", "The request did not arrive in time."),
    ("413", "The body or the answer is too large."),
    ("415", "The body is compressed, which is not read."),
    (
        "422",
        "The question cannot be answered, and the answer says why.",
    ),
    (
        "429",
        "The client asks too much at a time; try again after `Retry-After` seconds.",
    ),
    ("500", "Two engines differ, or answering failed."),
    (
        "503",
        "The queue is full, or the server is ending; try again after `Retry-After` seconds.",
    ),
    ("504", "The time for the answer was over."),
];

fn openapi() -> Value {
    let schema = |name: &str| json!({ "$ref": format!("#/$defs/{name}") });
    let (question, answer, case) = (schema("Question"), schema("Answer"), schema("SuiteCase"));
    let answers = |good: &Value, bad: &[&str]| {
        let error = json!({ "application/json": { "schema": answer } });
        let all = STATUSES
            .iter()
            .filter(|(status, _)| *status == "200" || bad.contains(status));
        let one = |(status, says): &(&str, &str)| {
            let response = match *status {
                "200" => json!({ "description": says, "content": good }),
                "304" => json!({ "description": says }),
                _ => json!({ "description": says, "content": error }),
            };
            ((*status).to_owned(), response)
        };
        all.map(one).collect::<Map<_, _>>()
    };
    let of = |schema: Value| json!({ "application/json": { "schema": schema } });
    let text = |kind: &str| json!({ kind: { "schema": { "type": "string" } } });
    let parameter = |name: &str, place: &str, says: &str, example: &str| {
        json!({
            "name": name, "in": place, "required": place == "path" || name == "position",
            "description": says, "example": example, "schema": { "type": "string" },
        })
    };
    let always = ["408", "429", "500", "503"];
    let and = |more: &[&'static str]| [&always[..], more].concat();
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "arimaa-oracle",
            "version": PROTOCOL_VERSION,
            "description": "The rules of Arimaa, decided: questions and answers of the oracle's protocol.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": {
            "/v1/ask": { "post": {
                "operationId": "ask",
                "summary": "Answers a question",
                "requestBody": { "required": true, "content": of(json!(question)) },
                "responses": answers(&of(json!(answer)), &and(&["400", "404", "413", "415", "422", "504"])),
            } },
            "/v1/lines": { "post": {
                "operationId": "lines",
                "summary": "Answers requests of the protocol, one a line, while they arrive",
                "requestBody": { "content": text("application/x-ndjson") },
                "responses": answers(&text("application/x-ndjson"), &and(&["415"])),
            } },
            "/v1/rules": { "get": {
                "operationId": "rules",
                "summary": "Every rule, as `explain_rule` answers",
                "responses": answers(&of(json!({ "type": "array", "items": answer })), &and(&["304"])),
            } },
            "/v1/rules/{id}": { "get": {
                "operationId": "rule",
                "summary": "A rule",
                "parameters": [parameter("id", "path", "The id of a rule", "FRZ-2")],
                "responses": answers(&of(json!(answer)), &and(&["304", "400", "404", "422"])),
            } },
            "/v1/cases": { "get": {
                "operationId": "cases",
                "summary": "The cases of the conformance suite, one a line",
                "parameters": [parameter("rule", "query", "Only those that cite this rule", "FRZ-2")],
                "responses": answers(&text("application/x-ndjson"), &and(&["304", "400", "404"])),
            } },
            "/v1/cases/{id}": { "get": {
                "operationId": "case",
                "summary": "A case of the conformance suite",
                "parameters": [parameter("id", "path", "The id of a case", "a1-is-golds-left-corner")],
                "responses": answers(&of(json!(case)), &and(&["304", "400", "404"])),
            } },
            "/v1/board.svg": { "get": {
                "operationId": "board",
                "summary": "A position drawn",
                "parameters": [
                    parameter("position", "query", "A position in any form that the protocol reads", "g [................................E...............................]"),
                    parameter("marks", "query", "The squares to mark", "c3,f6"),
                ],
                "responses": answers(&text("image/svg+xml"), &and(&["304", "400", "413", "422", "504"])),
            } },
            "/v1/openapi.json": { "get": {
                "operationId": "openapi",
                "summary": "This document",
                "responses": answers(&of(json!({ "type": "object" })), &and(&["304"])),
            } },
        },
        "components": { "schemas": schemas(&json!([question, answer])) },
    });
    let text = document
        .to_string()
        .replace("#/$defs/", "#/components/schemas/");
    serde_json::from_str(&text).unwrap_or_default()
}

/// The schemas that `referring` names, and the schema of a case.
fn schemas(referring: &Value) -> Map<String, Value> {
    let mut schemas = definitions_for(referring);
    let mut case = arimaa_conformance::schema();
    if let Value::Object(fields) = &mut case {
        fields.remove("$schema");
        if let Some(Value::Object(own)) = fields.remove("$defs") {
            schemas.extend(own);
        }
    }
    schemas.insert("SuiteCase".to_owned(), case);
    schemas
}
