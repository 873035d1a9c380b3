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
    /// Its name and version.
    fn identity(&self) -> &Identity;

    /// The questions that it answers, and how precisely.
    fn capabilities(&self) -> &Capabilities;

    /// Asks one question. A question that it [`declines`](Capabilities::declines) need not be
    /// asked.
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
    /// It does not answer such questions, and says why.
    Declined(String),
    /// No answer, and not by choice.
    Failed(ProtocolFailure),
}

/// How an engine failed to answer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ProtocolFailure {
    /// It stopped while it was asked; the text says how.
    Crashed(String),
    /// It did not answer in time; the text says how long it had.
    Hung(String),
    /// Its output is no answer; the text shows it.
    Garbage(String),
    /// It had stopped before, or could not be started; the text says why.
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
