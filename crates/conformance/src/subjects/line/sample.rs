//! Samples the lines of a question, for authors of adapters, as an engine without faults gets them.

use super::answers::answer;
use super::message::LineReply;
use super::naive::Adapter;
use super::probe::{Lines, NoAnswer};
use super::variant::Variant;
use crate::subjects::ProtocolFailure;
use arimaa_naive::fault::Faults;
use arimaa_oracle::ask::Question;

/// Lines that a question sends to an engine.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Sample {
    /// The first lines in their order.
    pub lines: Vec<String>,
    /// Whether the question sends more lines.
    pub is_cut: bool,
}

/// The first `most` lines that a question sends to an engine without faults. A later line may
/// depend on earlier replies.
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

/// Records the first lines, and answers them with the naive engine.
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

    /// The recorded lines.
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
