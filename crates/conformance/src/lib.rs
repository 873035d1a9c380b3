//! The conformance suite: what engines are asked, and what they must answer.
//!
//! Cases are data in `suite/cases`, one question and one expectation each, and built in. An engine
//! of the crate [`arimaa`] and one of another author get the same questions and are judged by the
//! same function.
//!
//! ```
//! use arimaa::bitboard::Game;
//! use arimaa::compare::Engine;
//! use arimaa_conformance::subjects::Local;
//! use arimaa_conformance::{KnownFailures, Report, Suite};
//!
//! // `Game` stands here for a type of yours that implements `Rules`.
//! let mut engine = Local::new("my-engine", Engine::of::<Game>()).with_version("0.1");
//! let suite = Suite::embedded()?;
//! let chapter = suite.cases.iter().filter(|case| case.chapter == 7);
//! let report = Report::run(chapter, &mut engine, &KnownFailures::default(), || {});
//! assert_eq!(report.counts().passed, report.planned(), "{}", report.text(false));
//! # Ok::<(), arimaa_conformance::LoadError>(())
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
//! | of `arimaa`, or another in Rust that implements [`Rules`](arimaa::Rules) | [`Local`](crate::subjects::Local), a [`Subject`](crate::subjects::Subject) | the question of a case |
//! | in Rust, in another way | your own [`Subject`](crate::subjects::Subject) | the question of a case |
//! | a program that answers JSON | [`Program`](crate::subjects::Program), a [`Subject`](crate::subjects::Subject) | the question of a case |
//! | a program of the line kit | [`LineProgram`](crate::subjects::line::LineProgram), a [`Subject`](crate::subjects::Subject) | lines that make up an answer |
//! | an AEI engine | [`TestedEngine`](crate::subjects::aei::TestedEngine), a [`Player`](crate::subjects::Player) | a turn, which an [`Examiner`] judges |
//!
//! An [`Asker`] puts a case to any of them and returns the [`Status`].
//!
//! # Rooms
//!
//! Each room names those above it.
//!
//! | room | what belongs there | what does not |
//! |---|---|---|
//! | [`subjects`] | engines that can be asked: in this process, or programs in any of three protocols | what is expected of them |
//! | `cases` | cases and their files, which are chosen, and which are known to fail | answers |
//! | `verdicts` | answers and turns held against what is expected; a run | why an engine is wrong |
//! | `causes` | the wrong rules that answer as the engine did | how they are written down |
//! | `reports` | the results of a run as text, JSON, a web page and XML | what an answer is worth |

mod cases;
mod causes;
mod reports;
pub mod subjects;
mod verdicts;

#[cfg(feature = "schema")]
pub use cases::schema_of_cases;
pub use cases::{
    Case, Expect, FILES, KnownFailures, Level, LoadError, PerftCount, PerftPosition, Selector,
    Suite, WRONG_RULES, WrongRule, read_perft, schema,
};
pub use causes::{Cause, Diagnosis};
pub use reports::{LeftOut, PastReport, PastResult, Report, deciding_exchange};
#[cfg(test)]
pub(crate) use verdicts::mismatch::made;
pub use verdicts::{
    Asked, Asker, Counts, Examiner, Mismatch, Run, Status, Task, ask_case, judge, judge_case,
};

pub use arimaa_oracle::ask::SUITE_VERSION;

#[cfg(test)]
mod version {
    #[test]
    fn package_has_the_version_of_the_suite() {
        assert_eq!(super::SUITE_VERSION, env!("CARGO_PKG_VERSION"));
    }
}
