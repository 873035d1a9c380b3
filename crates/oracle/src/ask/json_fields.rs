//! The fields of a JSON state, and the errors in JSON texts.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use serde_json::error::Category;

use super::object::read_from_objects;
use arimaa::text::compact::{read_cell, read_squares};
use arimaa::text::error::shown;
use arimaa::text::notation::read_side;
use arimaa::text::{Located, TextError, grid};
use arimaa::vocab::{Board, Edition, Handicap, Phase, Placed, Side, Step, TurnEnd, UnknownWord};

/// The fields of a JSON state, each checked by itself but not against the others.
#[derive(Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub(super) struct Fields {
    pub(super) edition: Option<Parsed<Edition>>,
    pub(super) side: NamedSide,
    pub(super) turn: Option<u32>,
    pub(super) board: Option<Squares>,
    pub(super) steps: Option<Vec<Parsed<Step>>>,
    pub(super) earlier: Option<Vec<TurnEndFields>>,
    pub(super) setup: Option<SetupFields>,
}

/// The field `setup`.
#[derive(Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub(super) struct SetupFields {
    handicap: Option<Parsed<Handicap>>,
    placed: Option<Vec<Parsed<Placed>>>,
}

read_from_objects!(
    Fields: "a state as an object",
    SetupFields: "a setup as an object",
    TurnEndFields: "a turn end as an object"
);

impl SetupFields {
    pub(super) fn into_phase(self) -> Phase {
        Phase::Setup {
            handicap: self.handicap.map_or(Handicap::NONE, |handicap| handicap.0),
            placed: unwrapped(self.placed.unwrap_or_default()),
        }
    }
}

/// One turn end in the field `earlier`.
#[derive(Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub(super) struct TurnEndFields {
    board: Squares,
    to_move: NamedSide,
}

impl TurnEndFields {
    pub(super) fn into_turn_end(self) -> TurnEnd {
        TurnEnd {
            board: self.board.0,
            to_move: self.to_move.0,
        }
    }
}

/// A string that is a word of the vocabulary.
pub(super) struct Parsed<T>(pub(super) T);

/// The words without their wrapping.
pub(super) fn unwrapped<T>(words: Vec<Parsed<T>>) -> Vec<T> {
    words.into_iter().map(|word| word.0).collect()
}

impl<'de, T: FromStr<Err = UnknownWord>> Deserialize<'de> for Parsed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |text: &str| match text.parse() {
            Ok(word) => Ok(Self(word)),
            Err(unknown) => Err(Located::new(text, 1, 1).unexpected(unknown.expected())),
        };
        deserializer.deserialize_str(Text(read))
    }
}

/// A string that names a side; the letters of turn labels are read too.
pub(super) struct NamedSide(pub(super) Side);

impl<'de> Deserialize<'de> for NamedSide {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Text(|text: &str| {
            let side = match text {
                "gold" => Some(Side::Gold),
                "silver" => Some(Side::Silver),
                letter => read_side(letter),
            };
            side.map(Self)
                .ok_or_else(|| Located::new(text, 1, 1).unexpected("a side (gold or silver)"))
        }))
    }
}

/// Reads a string with a function whose error says what was found and expected.
struct Text<F>(F);

impl<T, F: FnOnce(&str) -> Result<T, TextError>> Visitor<'_> for Text<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.0)(text).map_err(|error| error_of_found(error.found, error.expected))
    }
}

/// Separates what was found from what was expected, in our messages and in those of serde.
const EXPECTED: &str = ", expected ";

fn error_of_found<E: Error>(found: impl fmt::Display, expected: impl fmt::Display) -> E {
    E::custom(format_args!("{found}{EXPECTED}{expected}"))
}

/// A board: eight strings for its ranks or one for all squares.
pub(super) struct Squares(pub(super) Board);

impl<'de> Deserialize<'de> for Squares {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = Squares;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a board (eight strings of eight squares, or one of 64)")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Squares, E> {
                Text(|text: &str| read_squares(Located::new(text, 1, 1)).map(Squares))
                    .visit_str(text)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut ranks: A) -> Result<Squares, A::Error> {
                let mut board = Board::EMPTY;
                for (read, rank) in grid::ranks().enumerate() {
                    let board = &mut board;
                    ranks
                        .next_element_seed(Rank { rank, board })?
                        .ok_or_else(|| error_of_found(format_args!("{read} ranks"), "8 ranks"))?;
                }
                match ranks.next_element::<IgnoredAny>()? {
                    Some(_) => Err(error_of_found("more than 8 ranks", "8 ranks")),
                    None => Ok(Squares(board)),
                }
            }
        }

        deserializer.deserialize_any(Either)
    }
}

/// Reads one rank of a board.
struct Rank<'a> {
    rank: u8,
    board: &'a mut Board,
}

impl<'de> DeserializeSeed<'de> for Rank<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(Text(|text: &str| {
            let squares = text.chars().count();
            if squares != 8 {
                let found = format!("{squares} squares");
                let expected = format!("8 squares of rank {}", self.rank);
                return Err(TextError::new(1, 1, found, expected));
            }
            let mut rest = Located::new(text, 1, 1);
            for square in grid::squares_of(self.rank) {
                let (cell, tail) = rest.split_first();
                self.board.set(square, read_cell(cell, square)?);
                rest = tail;
            }
            Ok(())
        }))
    }
}

/// A JSON error as a text error: its place in characters, what was found and expected.
pub(super) fn json_error(text: &str, error: &serde_json::Error) -> TextError {
    let line = error.line().max(1);
    let content = text.split('\n').nth(line - 1).unwrap_or_default();
    // The reader counts bytes, and it names the last one it has seen.
    let last = error.column().saturating_sub(1).min(content.len());
    let byte = if error.is_data() {
        start_of_value(content, last)
    } else {
        last
    };
    let starts = content.char_indices().map(|(start, _)| start);
    let column = starts.take_while(|&start| start < byte).count() + 1;

    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = message.strip_suffix(&place).unwrap_or(&message);
    let (found, expected) = match error.classify() {
        Category::Eof => (
            "the end of the text".to_owned(),
            "the rest of the state".to_owned(),
        ),
        Category::Data => found_and_expected(message),
        Category::Syntax | Category::Io => {
            let there = content.get(byte..).unwrap_or_default().chars().next();
            let found = there.map_or_else(
                || "the end of the line".to_owned(),
                |letter| TextError::quoted(letter.encode_utf8(&mut [0; 4])),
            );
            (found, format!("JSON ({message})"))
        }
    };
    TextError::new(line, column, found, expected)
}

/// The first byte of the string, number or name whose last byte is at `last`.
fn start_of_value(content: &str, last: usize) -> usize {
    let before = content.get(..last).unwrap_or_default();
    if content.as_bytes().get(last) == Some(&b'"') {
        before.rfind('"').unwrap_or(last)
    } else {
        before
            .trim_end_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.'))
            .len()
    }
}

/// Splits an error message, of serde or ours, into what was found and what was expected.
fn found_and_expected(message: &str) -> (String, String) {
    if let Some(field) = message.strip_prefix("missing field ") {
        return (
            "an object without it".to_owned(),
            format!("the field {field}"),
        );
    }
    let (found, expected) = message
        .rsplit_once(EXPECTED)
        .unwrap_or((message, "each field once"));
    let found = ["invalid type: ", "invalid value: "]
        .into_iter()
        .find_map(|kind| found.strip_prefix(kind))
        .unwrap_or(found);
    (shown(found, 60), expected.to_owned())
}
