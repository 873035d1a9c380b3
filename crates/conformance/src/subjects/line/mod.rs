//! The line kit: engines put to the suite by lines of plain words.
//!
//! A line tells a position and the steps of a turn, and the engine says whether they are legal and
//! what the board is then. Everything that the suite asks is built from such replies, and no rule
//! is enforced on the way. `docs/line-kit.md` is the contract.
//!
//! | file | what it is |
//! |---|---|
//! | `message.rs` | the lines in both directions |
//! | `probe.rs` | one turn explored by lines: which steps are legal, and where they lead |
//! | `answers.rs` | the suite's questions answered from what a probe finds |
//! | `counts.rs` | numbers that one line asks for |
//! | `variant.rs` | how an engine takes the steps of a line |
//! | `program.rs` | a program that speaks in lines, as a subject of the suite |
//! | `naive.rs` | the naive engine, as a program that speaks in lines |
//! | `sample.rs` | the lines that a question sends |

mod answers;
mod counts;
mod message;
mod naive;
mod probe;
mod program;
mod sample;
mod variant;

pub(crate) use answers::reply;
pub use message::{Exchange, LineReply, LineWinner, read_line_reply};
pub(crate) use naive::Adapter;
#[cfg(test)]
pub(crate) use naive::write_step;
#[cfg(test)]
pub(crate) use probe::Lines;
pub use program::LineProgram;
pub use sample::{Sample, sample_of};
pub use variant::Variant;
