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
//! | `exchanges.rs` | the lines of a question with their replies |
//! | `variant.rs` | how an engine takes the steps of a line |
//! | `program.rs` | a program that speaks in lines, as a subject of the suite |
//! | `sample.rs` | the lines that a question sends |

mod answers;
mod counts;
mod exchanges;
mod message;
mod probe;
mod program;
mod sample;
mod variant;

pub(crate) use answers::reply;
pub use exchanges::Exchange;
pub use message::{LineReply, LineWinner, read_line_reply};
pub(crate) use probe::Lines;
pub use program::LineProgram;
pub use sample::{Sample, sample_of};
pub use variant::Variant;
