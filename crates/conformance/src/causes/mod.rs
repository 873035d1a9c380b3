//! Names the wrong rules that may have caused the failures of an engine.
//!
//! | file | what it is |
//! |---|---|
//! | `symptom.rs` | wrong answers in comparable form |
//! | `naive`, `turn_causes.rs` | the answers that wrong rules predict |
//! | `diagnosis.rs` | the failures of an engine and their likely causes |
//! | `observed.rs` | the results of an engine, and how well predictions fit them |
//! | `cover.rs` | the wrong rules that explain the failures |
//! | `failing.rs` | the cases that each wrong rule fails |
//! | `tests` | tests of the engines with faults and of the causes |

mod cover;
mod diagnosis;
mod failing;
mod naive;
mod observed;
mod symptom;
#[cfg(test)]
mod tests;
mod turn_causes;

pub use diagnosis::{Cause, Diagnosis};
use symptom::{Symptom, is_notation, symptoms};
