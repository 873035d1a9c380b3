//! Reads states from JSON: any moment of a game, for programs.

use serde::de::{Deserialize, Deserializer, Error as _};

use super::json_fields::{Fields, TurnEndFields, json_error, unwrapped};
use arimaa::text::TextError;
use arimaa::text::lines::without_mark;
use arimaa::vocab::{Board, Edition, Phase, Side, Snapshot, TurnEnd};

/// The longest text, in bytes, that is read as a state.
pub const MAX_STATE: usize = 16 << 20;

/// A moment of a game, and the number of the turn if it is known.
///
/// As JSON it is an object; see [`read_state`]. Read by way of serde it takes the default edition
/// where it names none.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct State {
    /// The moment.
    pub snapshot: Snapshot,
    /// The number of the turn: 1 in a setup, 2 or more in play. No rule depends on it.
    pub number: Option<u32>,
}

/// Reads a state from JSON; the default edition applies where it names none.
///
/// The fields are `edition` (may be missing), `side` (`gold` or `silver`), `turn` (its number, may
/// be missing), and `board`: eight strings for the ranks, from the eighth to the first, or one of
/// 64 characters. Empty squares are dots or blanks. In play there are `steps`, taken in this turn,
/// and `earlier`, the ends of the turns before the one that began this turn, oldest first; both may
/// be missing. A setup has `setup` instead, with `handicap` and `placed`, and needs no board when
/// Gold sets up. Other fields are refused.
///
/// ```
/// use arimaa_oracle::ask::read_state;
///
/// let state = read_state(r#"{
///     "side": "gold",
///     "board": [
///         "........", "........", "........", "........",
///         "...E....", "........", "........", "........"
///     ],
///     "steps": ["Ed4n"]
/// }"#)?;
/// assert_eq!(state.snapshot.start.at("d4".parse()?), Some("E".parse()?));
///
/// let error = read_state(r#"{"side": "red"}"#).unwrap_err();
/// let message = "line 1, column 10: found `red`, expected a side (gold or silver)";
/// assert_eq!(error.to_string(), message);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The first place that is not JSON or not a state, or a text of more than [`MAX_STATE`] bytes.
pub fn read_state(text: &str) -> Result<State, TextError> {
    read_state_with_default(text, Edition::default())
}

/// Reads a state from JSON; this edition applies where it names none.
///
/// # Errors
///
/// As [`read_state`] has them.
pub fn read_state_with_default(text: &str, edition: Edition) -> Result<State, TextError> {
    let text = without_mark(text);
    if text.len() > MAX_STATE {
        let found = format!("a text of {} bytes", text.len());
        let expected = format!("a state of at most {MAX_STATE} bytes");
        return Err(TextError::new(1, 1, found, expected));
    }
    let fields: Fields = serde_json::from_str(text).map_err(|error| json_error(text, &error))?;
    State::from_fields(fields, edition).map_err(|misfit| misfit.at_its_field(text))
}

/// Whether a turn of this phase can have this number: the labels of turns are those of SPEC.md
/// NOT-3.
pub(super) fn can_have(phase: &Phase, number: u32) -> bool {
    match phase {
        Phase::Setup { .. } => number == 1,
        Phase::Play { .. } => (2..u32::MAX).contains(&number),
    }
}

/// A contradiction between fields of which each by itself is right.
struct Misfit {
    field: &'static str,
    found: &'static str,
    expected: &'static str,
}

impl Misfit {
    fn at_its_field(self, text: &str) -> TextError {
        // In a text that was read no string but the field's name can be the same as it.
        let name = format!("\"{}\"", self.field);
        let before = text.split(&name).next().unwrap_or_default();
        let at_name = before.len() < text.len();
        let before = if at_name { before } else { "" };
        let line = before.split('\n').count();
        let column = before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count()
            + 1;
        TextError::new(line, column, self.found, self.expected)
    }
}

impl State {
    /// Whether the number of the turn is known; in a setup it always is, as 1.
    pub fn is_numbered(&self) -> bool {
        self.number.is_some() || matches!(self.snapshot.phase, Phase::Setup { .. })
    }

    /// Drops the oldest earlier turn ends whose positions cannot occur again: they hold more pieces
    /// than the board at the start of this turn. No ruling changes, since a captured piece is out
    /// of the game (SPEC.md CAP-1), and a history may have gaps (VAL-6).
    #[must_use]
    pub fn without_unrepeatable(mut self) -> Self {
        let now = self.snapshot.start.placed().count();
        if let Phase::Play { earlier, .. } = &mut self.snapshot.phase {
            let can_stand_again = |end: &TurnEnd| end.board.placed().count() <= now;
            let first = earlier.iter().position(can_stand_again);
            earlier.drain(..first.unwrap_or(earlier.len()));
        }
        self
    }

    fn from_fields(fields: Fields, default: Edition) -> Result<Self, Misfit> {
        let side = fields.side.0;
        let phase = match fields.setup {
            Some(setup) => {
                if fields.steps.is_some() || fields.earlier.is_some() {
                    return Err(Misfit {
                        field: "setup",
                        found: "a setup together with steps or earlier turn ends",
                        expected: "one or the other",
                    });
                }
                setup.into_phase()
            }
            None => Phase::Play {
                steps: unwrapped(fields.steps.unwrap_or_default()),
                earlier: fields
                    .earlier
                    .unwrap_or_default()
                    .into_iter()
                    .map(TurnEndFields::into_turn_end)
                    .collect(),
            },
        };
        if fields.turn.is_some_and(|number| !can_have(&phase, number)) {
            return Err(Misfit {
                field: "turn",
                found: "a number that no such turn has",
                expected: match phase {
                    Phase::Setup { .. } => "the number 1 in a setup",
                    Phase::Play { .. } => "a number from 2 to 4294967294 in play",
                },
            });
        }
        let start = match (fields.board, &phase) {
            (Some(board), _) => board.0,
            (None, Phase::Setup { .. }) if side == Side::Gold => Board::EMPTY,
            (None, _) => {
                return Err(Misfit {
                    field: "side",
                    found: "a state without the field `board`",
                    expected: match side {
                        Side::Gold => {
                            "the board at the start of the turn, or `setup` for the setup"
                        }
                        Side::Silver => "the board at the start of the turn",
                    },
                });
            }
        };
        Ok(Self {
            snapshot: Snapshot::new(
                fields.edition.map_or(default, |edition| edition.0),
                side,
                start,
                phase,
            ),
            number: fields.turn,
        })
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields: Fields = <_ as Deserialize>::deserialize(deserializer)?;
        Self::from_fields(fields, Edition::default()).map_err(|misfit| {
            D::Error::custom(format_args!(
                "{}, expected {}",
                misfit.found, misfit.expected
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a state that cannot be read fails the test"
    )]

    use super::*;
    use crate::ask::write_state;
    use arimaa::vocab::Handicap;

    #[test]
    fn omitted_fields_have_defaults() {
        let board = ".".repeat(64);
        let text = format!("\u{feff}{{\"side\":\"b\",\"board\":\"{board}\"}}");
        let position = |edition| Snapshot::position(edition, Side::Silver, Board::EMPTY);
        let state = |snapshot| State {
            snapshot,
            number: None,
        };
        assert_eq!(read_state(&text), Ok(state(position(Edition::July2008))));
        let old = Edition::Year2002;
        assert_eq!(
            read_state_with_default(&text, old),
            Ok(state(position(old)))
        );
        let game = Snapshot::game(old, Handicap::NONE);
        let text = r#"{"side":"gold","setup":{}}"#;
        assert_eq!(read_state_with_default(text, old), Ok(state(game)));
        let named = r#"{"side":"gold","setup":{},"edition":"2008-07-01"}"#;
        let named = read_state_with_default(named, old).unwrap();
        assert_eq!(named.snapshot.edition, Edition::July2008);
    }

    #[test]
    fn longest_text_is_exact() {
        let state = r#"{"side":"gold","setup":{}}"#;
        let read =
            |length: usize| read_state(&(state.to_owned() + &" ".repeat(length - state.len())));
        assert!(read(MAX_STATE).is_ok());
        let found = [1, 2].map(|more| read(MAX_STATE + more).unwrap_err().found);
        assert_eq!(
            found,
            ["a text of 16777217 bytes", "a text of 16777218 bytes"]
        );
    }

    /// Neither depth nor length is a way to exhaust the reader.
    #[test]
    fn hostile_text_has_a_short_error() {
        let error = |text: &str| read_state(text).unwrap_err().to_string();
        assert!(error(&format!("{{\"side\":{}", "[".repeat(1 << 20))).len() < 200);
        assert!(error(&format!("{{\"side\":\"{}\"}}", "g".repeat(1 << 20))).len() < 200);
    }

    /// Turns are numbered from 1, and no reader takes another number.
    #[test]
    fn number_that_cannot_be_read_is_not_written() {
        let board = ".".repeat(64);
        let mut state = read_state(&format!(r#"{{"side":"gold","board":"{board}"}}"#)).unwrap();
        for (number, is_written) in [(0, false), (1, false), (2, true), (u32::MAX, false)] {
            state.number = Some(number);
            assert_eq!(
                write_state(&state).contains("\"turn\""),
                is_written,
                "{number}"
            );
        }
    }

    #[test]
    fn error_without_a_place_names_the_missing_field() {
        let error = serde_json::from_str::<State>(r#"{"side": "silver"}"#).unwrap_err();
        let without = "a state without the field `board`, expected the board";
        assert!(error.to_string().starts_with(without), "{error}");
    }
}
