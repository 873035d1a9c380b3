//! The JSON Schemas of states and boards, whose serde code is written by hand.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::{MAX_EARLIER, Ranks, State};

impl JsonSchema for State {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "State".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let board = generator.subschema_for::<Ranks>();
        let side = json_schema!({ "enum": ["gold", "silver"] });
        let step =
            json_schema!({ "type": "string", "pattern": "^[EMHDCRemhdcr][a-h][1-8][nsew]$" });
        let placed = json_schema!({ "type": "string", "pattern": "^[EMHDCRemhdcr][a-h][1-8]$" });
        json_schema!({
            "description": "Any moment of a game (NOT-11).",
            "type": "object",
            "properties": {
                "edition": {
                    "description": "The edition of the rules; by default the current one.",
                    "enum": arimaa::vocab::Edition::ALL.map(arimaa::vocab::Edition::name),
                },
                "side": { "description": "Who moves.", "anyOf": [side.clone()] },
                "turn": {
                    "description": "The number of the turn, 1 in a setup and at least 2 in play; no rule depends on it.",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": u32::MAX - 1,
                },
                "board": {
                    "description": "The board at the start of the turn; may be left out for Gold's setup.",
                    "anyOf": [board.clone()],
                },
                "setup": {
                    "description": "In a setup, without `steps` and `earlier`: what was agreed to be missing, and what has been placed in this turn.",
                    "type": "object",
                    "properties": {
                        "handicap": { "type": "string", "pattern": "^(none|[EMHDCRemhdcr]*)$" },
                        "placed": { "type": "array", "items": placed },
                    },
                    "additionalProperties": false,
                },
                "steps": {
                    "description": "The steps taken in this turn.",
                    "type": "array",
                    "items": step,
                },
                "earlier": {
                    "description": "The ends of the turns before the one that began this turn, oldest first.",
                    "type": "array",
                    "maxItems": MAX_EARLIER,
                    "items": {
                        "type": "object",
                        "properties": { "board": board, "to_move": side },
                        "required": ["board", "to_move"],
                        "additionalProperties": false,
                    },
                },
            },
            "required": ["side"],
            "additionalProperties": false,
        })
    }
}

impl JsonSchema for Ranks {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Board".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Eight strings of eight characters, rank 8 first: EMHDCR for Gold, emhdcr for Silver, a dot for an empty square.",
            "type": "array",
            "items": { "type": "string", "pattern": "^[EMHDCRemhdcr. ]{8}$" },
            "minItems": 8,
            "maxItems": 8,
        })
    }
}
