//! Questions, answers, and the function between them: the one language of all interfaces.
//!
//! A [`Question`] is plain data that carries its whole state, an [`Answer`] is plain data too, and
//! [`answer()`] depends on nothing else. The conformance suite and every interface speak exactly
//! this: the command line's `--json`, the protocol over pipes and HTTP, C, WebAssembly and Python.
//! Lines, ids and streams belong to [`serve`](crate::serve), rulings to [`judge`](crate::judge).
//!
//! ```
//! use arimaa_oracle::ask::{Answer, Question, answer};
//! use arimaa::compare::EngineKind;
//!
//! let question: Question = serde_json::from_str(r#"{
//!     "kind": "turn_count",
//!     "position": {"state": {"side": "gold", "setup": {}}}
//! }"#)?;
//! let answer = answer(&EngineKind::Bitboard.engine(), &question);
//! assert_eq!(answer, Answer::TurnCount { count: 64_864_800 });
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! | file | what it is |
//! |---|---|
//! | `question.rs` | everything that can be asked, and its limits |
//! | `question_kind.rs` | the kinds of questions |
//! | `answer.rs`, `fault.rs` | everything that can be answered |
//! | `details.rs` | what a refusal is about, by names |
//! | `state.rs`, `json_fields.rs`, `state_writing.rs` | any moment of a game as JSON, read and written |
//! | `ranks.rs`, `record_text.rs` | a board and a record as JSON |
//! | `object.rs` | JSON objects are read from objects only |
//! | `find.rs`, `described.rs` | the position that a question is about, and texts of one position |
//! | `choosing.rs` | one of several games |
//! | `answering.rs` | the answer of an engine |
//! | `listing.rs` | actions with effects and refusals, and turns |
//! | `budget.rs` | what an answer may cost |
//! | `recognize.rs` | what a text is |
//! | `replaying.rs` | a record, turn by turn |
//! | `refused_turn.rs` | why a turn is refused |
//! | `drawing.rs` | boards drawn, impossible ones too |
//! | `count.rs` | counting to a depth (SPEC.md chapter 13) |
//! | `writing.rs` | texts read and written |
//! | `schema.rs` | JSON Schemas of questions and answers |
//! | `regression.rs` | divergences of engines as lines that tests keep |

mod answer;
mod answering;
mod budget;
mod choosing;
mod count;
mod described;
mod details;
mod drawing;
mod fault;
mod find;
mod json_fields;
mod listing;
mod object;
mod question;
mod question_kind;
mod ranks;
mod recognize;
mod record_text;
mod refused_turn;
mod regression;
mod replaying;
#[cfg(feature = "schema")]
mod schema;
mod state;
mod state_writing;
mod writing;

pub use answer::{
    ActionEffect, Answer, Ended, Misreading, RecordDisagreement, RefusedTurn, ReplayedTurn,
    RuleText, Standing, TurnTo, Winner,
};
pub use answering::{answer, answer_about, answer_within};
pub use budget::Budget;
pub use choosing::{NotChosen, choose_game};
pub use count::{Counted, count, count_turns_to};
pub use described::Described;
pub use fault::Fault;
pub use find::find;
pub use listing::turns_unless;
pub(crate) use object::{objects, read_from_objects};
pub use question::{
    AnyText, Drawing, Form, MAX_ANSWER, MAX_EARLIER, MAX_LISTED, MAX_PAGE, MAX_STEPS, MAX_TEXT,
    MAX_TURN, MAX_TURNS, PROTOCOL_VERSION, PositionSource, Question, RecordMoment, SUITE_VERSION,
    TurnText, Unit,
};
pub use question_kind::QuestionKind;
pub use ranks::Ranks;
pub use recognize::form_of;
pub use record_text::RecordText;
#[doc(hidden)]
pub use regression::regression_case;
pub use state::{MAX_STATE, State, read_state, read_state_with_default};
pub use state_writing::{state_value, write_state};
pub use writing::{compact, diagram, to_move};
