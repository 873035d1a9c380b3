//! The results of a run, for people and for programs.
//!
//! | file | what it is |
//! |---|---|
//! | `report.rs`, `past.rs` | the results of a run, and of an earlier one |
//! | `left_out.rs` | the cases without a result |
//! | `failure.rs`, `deciding.rs` | a failure for people: the question and its board; the line that decided it |
//! | `text.rs`, `html.rs`, `junit.rs` | a report as text, as a web page and as XML |
//! | `tests.rs`, `snapshots` | tests of reports, with texts that could break them |

mod deciding;
mod failure;
mod html;
mod junit;
mod left_out;
mod past;
mod report;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]
mod tests;
mod text;

pub use deciding::deciding_exchange;
pub use left_out::LeftOut;
pub use past::{PastReport, PastResult};
pub use report::Report;
