//! The score of a series.

use std::collections::BTreeMap;

use super::Ending;
use arimaa::text::RecordedResult;
use arimaa::vocab::Side;

/// The score of two engines against each other.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Score {
    /// The wins of the first engine, then of the second.
    pub engines: [Points; 2],
    /// Games that were drawn.
    pub draws: u32,
    /// Games that ended by score and whose winner is not known.
    pub unknown: u32,
    /// Games in which a program made an illegal turn, ran out of time or failed.
    pub improper: u32,
}

/// The wins of one engine.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Points {
    /// Games won as Gold.
    pub as_gold: u32,
    /// Games won as Silver.
    pub as_silver: u32,
    /// Games won, by code of termination.
    pub by_code: BTreeMap<char, u32>,
}

impl Points {
    /// Games won.
    pub const fn wins(&self) -> u32 {
        self.as_gold + self.as_silver
    }
}

impl Score {
    /// Adds a game; `gold` is the index (0 or 1) of the engine that played Gold.
    pub fn add(&mut self, gold: usize, ending: &Ending) {
        self.improper += u32::from(!ending.is_without_fault());
        let (engine, winner) = match ending.result() {
            RecordedResult::Gold => (gold, Side::Gold),
            RecordedResult::Silver => (1 - gold, Side::Silver),
            RecordedResult::Draw => {
                self.draws += 1;
                return;
            }
            RecordedResult::Unknown => {
                self.unknown += 1;
                return;
            }
        };
        let points = &mut self.engines[engine];
        match winner {
            Side::Gold => points.as_gold += 1,
            Side::Silver => points.as_silver += 1,
        }
        *points.by_code.entry(ending.code()).or_default() += 1;
    }
}
