//! The lines that a question sends, for people who write an adapter: those that an engine without
//! faults is sent.

use super::answers::answer;
use super::message::LineReply;
use super::naive::Adapter;
use super::probe::{Lines, NoAnswer};
use super::variant::Variant;
use crate::subjects::ProtocolFailure;
use arimaa_naive::fault::Faults;
use arimaa_oracle::ask::Question;

/// The lines that a question sends to an engine.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Sample {
    /// The lines in their order, the first of them only where there are many.
    pub lines: Vec<String>,
    /// Whether there are more.
    pub is_cut: bool,
}

/// The first lines, at most so many, that a question sends to an engine without faults. A later
/// line can depend on the replies to those before it.
///
/// # Errors
///
/// Why the question is skipped.
pub fn sample_of(question: &Question, variant: Variant, most: usize) -> Result<Sample, String> {
    let mut recorder = Recorder::new(variant, most);
    match answer(&mut recorder, variant, question) {
        Err(NoAnswer::Skip(reason)) => Err(reason),
        Ok(_) | Err(NoAnswer::Unplayable | NoAnswer::Failed(_)) => Ok(recorder.sample),
    }
}

/// Keeps the first lines, and has them answered rightly.
pub(super) struct Recorder {
    engine: Adapter,
    most: usize,
    sample: Sample,
}

impl Recorder {
    pub(super) fn new(variant: Variant, most: usize) -> Self {
        Self {
            engine: Adapter::new(Faults::NONE, variant.two_step),
            most,
            sample: Sample::default(),
        }
    }

    /// The lines that were asked.
    #[cfg(test)]
    pub(super) fn into_lines(self) -> Vec<String> {
        self.sample.lines
    }
}

impl Lines for Recorder {
    fn ask(&mut self, lines: &[String]) -> Result<Vec<LineReply>, ProtocolFailure> {
        let left = self.most - self.sample.lines.len();
        self.sample.lines.extend(lines.iter().take(left).cloned());
        if lines.len() > left {
            self.sample.is_cut = true;
            return Err(ProtocolFailure::Dead("enough lines".to_owned()));
        }
        self.engine.ask(lines)
    }
}
