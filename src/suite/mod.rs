//! The conformance suite: what engines are asked, and what they must answer.
//!
//! Cases are data in `suite/cases`, one question and one expectation each, and built in. Whoever is asked answers by the same
//! path: an engine of this crate and a foreign one get the same questions and are judged by the same function.
//!
//! | file | what it is |
//! |---|---|
//! | `question.rs`, `answer.rs` | what can be asked and answered, as JSON |
//! | `subject.rs` | whoever is asked |
//! | `case.rs` | a case: question, expectation, and why |
//! | `form.rs`, `load.rs`, `embedded.rs` | the files, and how they are read |
//! | `place.rs`, `writing.rs`, `local.rs` | how an engine of this crate answers |
//! | `perft.rs` | perft files: positions and the numbers expected from them |
//! | `judge.rs` | an expectation held against a reply |
//! | `moving.rs` | an engine that can only move, and what its turn is worth |
//! | `select.rs` | which cases are run, and which are known to fail |
//! | `report.rs`, `junit.rs` | what came of a run |
//! | `ranks.rs`, `schema.rs` | boards and states as JSON, and their schemas |

mod answer;
mod case;
mod embedded;
mod form;
mod judge;
mod junit;
mod load;
mod local;
mod moving;
mod perft;
mod place;
mod question;
mod ranks;
mod report;
mod schema;
mod select;
mod subject;
mod writing;

pub use answer::{Answer, Ended, Fault, Refusal, RuleText, Standing, TurnTo, Winner};
pub use case::{Case, Expect, WrongRule};
pub use embedded::{FILES, SUITE_VERSION};
pub use judge::{Mismatch, Verdict, ask_case, judge, judge_case};
pub use load::{LoadError, Suite, WRONG_RULES};
pub use local::{Local, answer};
pub use moving::{Approach, Examiner, Player, Task};
pub use perft::{PerftCount, PerftPosition, read_perft};
pub use question::{
    Form, Kind, MAX_EARLIER, MAX_LISTED, MAX_PAGE, MAX_STEPS, MAX_TEXT, MAX_TURN, MAX_TURNS,
    Moment, PROTOCOL_VERSION, Position, Question, Unit, Written,
};
pub use ranks::Ranks;
pub use report::{Asked, Counts, Report, Status};
pub use schema::{schema_of_answers, schema_of_cases, schema_of_questions};
pub use select::{BadList, KnownFailures, Selector};
pub use subject::{Breakage, Capabilities, Identity, Reply, Subject};
