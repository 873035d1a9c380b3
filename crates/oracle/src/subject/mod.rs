//! Subjects: the one way to ask an engine a question, ours or another author's.
//!
//! | file | what it is |
//! |---|---|
//! | `mod.rs` | the trait [`Subject`], replies and failures |
//! | `local.rs` | an engine in Rust |

mod local;

use std::fmt;

use crate::ask::{Answer, Question};
use crate::protocol::{Capabilities, Identity};
pub use local::Local;

/// An engine that can be asked questions.
///
/// An answer depends on the question alone: nothing is remembered from one to the next.
pub trait Subject {
    /// The name and version of the engine.
    fn identity(&self) -> &Identity;

    /// The questions that the engine answers, and how precisely.
    fn capabilities(&self) -> &Capabilities;

    /// Asks one question. A question that the engine [`declines`](Capabilities::declines) need not
    /// be asked.
    fn ask(&mut self, question: &Question) -> Reply;

    /// Asks one question, with time until `is_over` holds. A subject that cannot be interrupted
    /// answers all the same.
    fn ask_unless(&mut self, question: &Question, is_over: &(dyn Fn() -> bool + Sync)) -> Reply {
        let _ = is_over;
        self.ask(question)
    }
}

/// The reply to a question.
#[derive(Clone, Debug, Eq, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "one at a time, and nearly always an answer"
)]
pub enum Reply {
    /// An answer, right or wrong.
    Answer(Answer),
    /// The engine does not answer such questions; the text says why.
    Declined(String),
    /// The engine failed to answer.
    Failed(ProtocolFailure),
}

/// The way in which an engine failed to answer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ProtocolFailure {
    /// The engine stopped while it was asked; the text says how.
    Crashed(String),
    /// The engine did not answer in time; the text says how long it had.
    Hung(String),
    /// The engine's output is no answer; the text shows it.
    Garbage(String),
    /// The engine had stopped before, or could not be started; the text says why.
    Dead(String),
}

impl fmt::Display for ProtocolFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crashed(what) => write!(f, "crashed: {what}"),
            Self::Hung(what) => write!(f, "hung: {what}"),
            Self::Garbage(what) => write!(f, "garbage: {what}"),
            Self::Dead(what) => write!(f, "dead: {what}"),
        }
    }
}
