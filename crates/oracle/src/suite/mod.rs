//! The conformance suite: what engines are asked, and what they must answer.
//!
//! Cases are data in `suite/cases`, one question and one expectation each, and built in. An engine
//! of this crate and one of another author get the same questions and are judged by the same
//! function.
//!
//! ```
//! use arimaa::bitboard::Game;
//! use arimaa::compare::Engine;
//! use arimaa_oracle::subjects::Local;
//! use arimaa_oracle::suite::{KnownFailures, Report, Suite};
//!
//! // `Game` stands here for a type of yours that implements `Rules`.
//! let mut engine = Local::new("my-engine", Engine::of::<Game>()).with_version("0.1");
//! let suite = Suite::embedded()?;
//! let chapter = suite.cases.iter().filter(|case| case.chapter == 7);
//! let report = Report::run(chapter, &mut engine, &KnownFailures::default(), || {});
//! assert_eq!(report.counts().passed, report.planned(), "{}", report.text(false));
//! # Ok::<(), arimaa_oracle::suite::LoadError>(())
//! ```
//!
//! For one case there is [`ask_case`], and for several copies of an engine at once [`Run`].
//!
//! A case asks what any program can be asked, so it does not see all of [`Rules`](arimaa::Rules):
//! not the snapshot, nor the part that a step plays, nor a wrong `check_end` beside a right
//! `apply`. With `Engine::both::<Game, Mine>()` these are compared with those of `Game`.
//!
//! # Engines under test
//!
//! | engine | type | what it is asked |
//! |---|---|---|
//! | of this crate, or another in Rust that implements [`Rules`](arimaa::Rules) | [`Local`](crate::subjects::Local), a [`Subject`](crate::subjects::Subject) | the question of a case |
//! | in Rust, in another way | your own [`Subject`](crate::subjects::Subject) | the question of a case |
//! | a program that answers JSON | [`Program`](crate::subjects::Program), a [`Subject`](crate::subjects::Subject) | the question of a case |
//! | a program of the line kit | [`LineProgram`](crate::subjects::line::LineProgram), a [`Subject`](crate::subjects::Subject) | lines that make up an answer |
//! | an AEI engine | [`TestedEngine`](crate::subjects::aei::TestedEngine), a [`Player`] | a turn, which an [`Examiner`] judges |
//!
//! An [`Asker`] puts a case to any of them and returns the [`CaseVerdict`].
//!
//! # Files
//!
//! | file | what it is |
//! |---|---|
//! | `case.rs` | a case: question, expectation, and why |
//! | `declining.rs` | cases that a subject is not asked |
//! | `level.rs` | the level of a case: core or full |
//! | `form.rs`, `family.rs`, `unlisted.rs`, `exchange.rs`, `load.rs`, `embedded.rs` | the files, and how they are read |
//! | `perft.rs` | perft files: positions and the numbers expected from them |
//! | `judge.rs`, `mismatch.rs` | an answer compared with the expectation, and where it differs |
//! | `moving.rs` | an engine that can only move, and its turns judged |
//! | `select.rs` | which cases are run, and which are known to fail |
//! | `run.rs` | cases put to one engine, or to several copies of it at once |
//! | `symptom.rs` | wrong answers in comparable form |
//! | `naive`, `turn_causes.rs` | the answers that wrong rules predict |
//! | `causes.rs` | which wrong rules answer as the engine did |
//! | `failing.rs` | the cases that each wrong rule fails |
//! | `status.rs`, `report.rs`, `past.rs` | the results of a run, and of an earlier one |
//! | `left_out.rs` | the cases without a result |
//! | `failure.rs` | a failure for people: the question, and the line that decided it |
//! | `text.rs`, `html.rs`, `junit.rs` | a report as text, as a web page and as XML |
//! | `tests` | tests of the engines with faults and of the causes |

mod case;
mod causes;
mod declining;
mod embedded;
mod exchange;
mod failing;
mod failure;
mod family;
mod form;
mod html;
mod judge;
mod junit;
mod left_out;
mod level;
mod load;
mod mismatch;
mod moving;
mod naive;
mod past;
mod perft;
mod report;
mod run;
mod select;
mod status;
mod symptom;
#[cfg(test)]
mod tests;
mod text;
mod turn_causes;
mod unlisted;

pub use case::{Case, Expect, WrongRule, schema};
pub use causes::{Cause, Diagnosis};
pub use embedded::FILES;
pub use failure::Exchange;
pub use judge::{CaseVerdict, ask_case, judge, judge_case};
pub use left_out::LeftOut;
pub use level::Level;
pub use load::{LoadError, Suite, WRONG_RULES};
pub use mismatch::{Ending, Legality, Lists, Mismatch};
pub use moving::{Approach, Examiner, Player, Task};
pub use past::{PastReport, PastResult};
pub use perft::{PerftCount, PerftPosition, read_perft};
pub use report::{Asked, Report};
pub use run::{Asker, Run};
pub use select::{BadList, KnownFailures, Selector};
pub use status::{Counts, Status};
#[cfg(not(target_family = "wasm"))]
pub(crate) use symptom::List;
use symptom::is_notation;
pub(crate) use symptom::{Symptom, symptoms};

pub use crate::ask::SUITE_VERSION;
