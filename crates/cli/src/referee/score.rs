//! The score of a series.

use std::collections::BTreeMap;

use super::Ending;
use arimaa::vocab::Side;

/// The score of two engines against each other.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Score {
    /// Of the first engine, then of the second.
    pub engines: [Points; 2],
    /// Games without a winner.
    pub draws: u32,
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
    /// Adds a game in which this engine, 0 or 1, played Gold.
    pub fn add(&mut self, gold: usize, ending: &Ending) {
        self.improper += u32::from(!ending.is_without_fault());
        let Some(winner) = ending.winner() else {
            self.draws += 1;
            return;
        };
        let engine = match winner {
            Side::Gold => gold,
            Side::Silver => 1 - gold,
        };
        let points = &mut self.engines[engine];
        match winner {
            Side::Gold => points.as_gold += 1,
            Side::Silver => points.as_silver += 1,
        }
        *points.by_code.entry(ending.code()).or_default() += 1;
    }
}
