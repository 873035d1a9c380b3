//! States written as JSON.

use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::State;
use super::state::can_have;
use arimaa::text::grid;
use arimaa::vocab::{Board, Phase, Piece, TurnEnd};

/// Writes a state as JSON that people can read: boards as they look, one earlier turn end a line.
///
/// Every field is written, also where reading would do without it; only an unknown number is left
/// out.
pub fn write_state(state: &State) -> String {
    let value = state_value(state);
    let fields = [
        "edition", "side", "turn", "board", "setup", "steps", "earlier",
    ];
    let lines: Vec<String> = fields
        .into_iter()
        .filter_map(|name| {
            Some(format!(
                "  \"{name}\": {}",
                field_text(name, value.get(name)?)
            ))
        })
        .collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// The text of a field; the boards and the earlier turn ends have their parts on lines of their
/// own.
fn field_text(name: &str, value: &Value) -> String {
    match value {
        Value::Array(parts) if matches!(name, "board" | "earlier") && !parts.is_empty() => {
            let parts: Vec<String> = parts.iter().map(|part| format!("    {part}")).collect();
            format!("[\n{}\n  ]", parts.join(",\n"))
        }
        _ => value.to_string(),
    }
}

/// A state as a JSON value, to be part of a larger one.
pub fn state_value(state: &State) -> Value {
    let snapshot = &state.snapshot;
    let mut value = Map::new();
    let mut set = |name: &str, field: Value| value.insert(name.to_owned(), field);
    set("edition", json!(snapshot.edition.name()));
    set("side", json!(snapshot.side.to_string()));
    set("board", board_value(&snapshot.start));
    if let Some(number) = state
        .number
        .filter(|&number| can_have(&snapshot.phase, number))
    {
        set("turn", json!(number));
    }
    match &snapshot.phase {
        Phase::Setup { handicap, placed } => {
            let handicap = handicap.to_string();
            set(
                "setup",
                json!({ "handicap": handicap, "placed": list_of_texts(placed) }),
            );
        }
        Phase::Play { steps, earlier } => {
            set("steps", list_of_texts(steps));
            set("earlier", earlier.iter().map(turn_end_value).collect());
        }
    }
    Value::Object(value)
}

fn turn_end_value(turn_end: &TurnEnd) -> Value {
    json!({ "board": board_value(&turn_end.board), "to_move": turn_end.to_move.to_string() })
}

fn board_value(board: &Board) -> Value {
    let ranks = grid::ranks().map(|rank| -> String {
        let squares = grid::squares_of(rank).map(|square| board.at(square));
        squares
            .map(|content| content.map_or('.', Piece::letter))
            .collect()
    });
    ranks.collect()
}

fn list_of_texts<T: ToString>(things: &[T]) -> Value {
    things.iter().map(ToString::to_string).collect()
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        state_value(self).serialize(serializer)
    }
}
