//! The JSON Schema of a line of the protocol, made from the types that read and write it.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::{Id, MAX_ID, MAX_NUMBER, Request, Response};
use crate::ask::PROTOCOL_VERSION;

/// Makes [`SCHEMA`](super::SCHEMA) from the types.
pub fn schema_of_lines() -> Value {
    let mut generator = SchemaGenerator::default();
    let request = generator.subschema_for::<Request>();
    let response = generator.subschema_for::<Response>();
    let mut definitions = generator.take_definitions(true);
    for name in ["Question", "Answer", "Fault"] {
        name_kinds(&mut definitions, name);
    }
    for name in ["Request", "Response"] {
        let lines = definitions.get_mut(name).and_then(Value::as_object_mut);
        if let Some((lines, any)) =
            lines.and_then(|lines| lines.remove("anyOf").map(|any| (lines, any)))
        {
            lines.insert("oneOf".to_owned(), any);
        }
    }
    for (name, suffix) in [
        ("PositionSource", "Position"),
        ("Request", "Request"),
        ("Response", "Response"),
    ] {
        title_variants(&mut definitions[name]["oneOf"], suffix);
    }
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Line",
        "description": format!("A line of the protocol of arimaa-oracle, version {PROTOCOL_VERSION}."),
        "anyOf": [request, response],
        "$defs": definitions,
    });
    keep_references_alone(&mut schema);
    schema
}

/// The name of a class in capitals: `turn_count` becomes `TurnCount`.
fn class_of(words: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    words.split('_').map(capital).collect()
}

/// Gives variants without a kind the names of their fields as titles, such as `StatePosition`.
fn title_variants(variants: &mut Value, suffix: &str) {
    for variant in variants.as_array_mut().into_iter().flatten() {
        let required = variant["required"].as_array().into_iter().flatten();
        let field = required
            .filter_map(Value::as_str)
            .rfind(|&field| field != "id");
        let title = field.map(|field| class_of(field) + suffix);
        if let Some(title) = title {
            variant["title"] = title.into();
        }
    }
}

/// Wraps each reference that has a description beside it into `allOf`: a generated client then has
/// one class for the referenced type, and not one for each description.
fn keep_references_alone(schema: &mut Value) {
    match schema {
        Value::Array(parts) => parts.iter_mut().for_each(keep_references_alone),
        Value::Object(fields) => {
            fields.values_mut().for_each(keep_references_alone);
            if fields.len() > 1
                && let Some(reference) = fields.remove("$ref")
            {
                fields.insert("allOf".to_owned(), json!([{ "$ref": reference }]));
            }
        }
        _ => {}
    }
}

/// Makes definitions of the kinds of a type, such as `JudgeQuestion`, with a discriminator that
/// leads to them: a generated client has a class for each.
fn name_kinds(definitions: &mut Map<String, Value>, name: &str) {
    let (mut mapping, mut kinds) = (Map::new(), Vec::new());
    let variants = definitions[name]["oneOf"].take();
    for variant in variants.as_array().into_iter().flatten() {
        let kind = variant["properties"]["kind"]["const"]
            .as_str()
            .unwrap_or_default();
        let class = class_of(kind) + name;
        let place = json!(format!("#/$defs/{class}"));
        kinds.push(json!({ "$ref": place }));
        mapping.insert(kind.to_owned(), place);
        definitions.insert(class, variant.clone());
    }
    definitions[name]["oneOf"] = kinds.into();
    definitions[name]["discriminator"] = json!({ "propertyName": "kind", "mapping": mapping });
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
