//! The conformance suite: what engines are asked, and what they must answer.
//!
//! Cases are data in `suite/cases`, one question and one expectation each, and built in. Whoever is asked answers by the same
//! path: an engine of this crate and a foreign one get the same questions and are judged by the same function.
//!
//! | file | what it is |
//! |---|---|
//! | `subject.rs` | whoever is asked |
//! | `case.rs` | a case: question, expectation, and why |
//! | `level.rs` | the level of a case: core or full |
//! | `form.rs`, `load.rs`, `embedded.rs` | the files, and how they are read |
//! | `local.rs` | an engine of this crate, asked as any other is |
//! | `perft.rs` | perft files: positions and the numbers expected from them |
//! | `judge.rs` | an expectation held against a reply |
//! | `moving.rs` | an engine that can only move, and what its turn is worth |
//! | `select.rs` | which cases are run, and which are known to fail |
//! | `report.rs`, `junit.rs` | what came of a run |

mod case;
mod embedded;
mod form;
mod judge;
mod junit;
mod level;
mod load;
mod local;
mod moving;
mod perft;
mod report;
mod select;
mod subject;

pub use case::{Case, Expect, WrongRule};
pub use embedded::{FILES, SUITE_VERSION};
pub use judge::{CaseVerdict, Mismatch, ask_case, judge, judge_case};
pub use level::Level;
pub use load::{LoadError, Suite, WRONG_RULES};
pub use local::Local;
pub use moving::{Approach, Examiner, Player, Task};
pub use perft::{PerftCount, PerftPosition, read_perft};
pub use report::{Asked, Counts, Report, Status};
pub use select::{BadList, KnownFailures, Selector};
pub use subject::{Breakage, Capabilities, Identity, Reply, Subject};
