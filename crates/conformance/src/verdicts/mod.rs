//! Verdicts: answers and turns compared with expectations.
//!
//! | file | what it is |
//! |---|---|
//! | `judge.rs`, `mismatch.rs` | an answer compared with the expectation, and where it differs |
//! | `moving.rs` | an engine that can only move, and its turns judged |
//! | `status.rs` | the result of a case, its known failure told apart |
//! | `run.rs` | cases put to one engine, or to several copies of it at once |

mod judge;
pub(crate) mod mismatch;
mod moving;
mod run;
mod status;

pub(crate) use judge::winner_of;
pub use judge::{ask_case, judge, judge_case};
pub use mismatch::Mismatch;
pub(crate) use mismatch::POSSIBLE;
pub use moving::{Examiner, Task};
pub use run::{Asked, Asker, Run};
pub use status::{Counts, Status};
