//! Engines that can only move.

use arimaa::vocab::{Board, Side};
use arimaa_oracle::protocol::Identity;
use arimaa_oracle::subject::ProtocolFailure;

/// An engine that can be brought to a position and asked for a turn, and for nothing else.
pub trait Player {
    /// Its name and version.
    fn identity(&self) -> &Identity;

    /// The turn that it makes at the end of this approach, as it wrote it; `resign` where it gives
    /// up.
    ///
    /// # Errors
    ///
    /// When there is no turn, and not by choice.
    fn turn(&mut self, approach: &Approach) -> Result<String, ProtocolFailure>;

    /// Errors that it logged while it was last asked, for people who look for the reason of a
    /// failure.
    fn complaint(&self) -> Option<String> {
        None
    }
}

/// The way to a position, as it is given to an engine: the start of the game, and the turns since.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Approach {
    /// The position that the game begins from; without it the game begins with full setups.
    pub start: Option<(Side, Board)>,
    /// The turns made since, as they are written, capture tokens included.
    pub turns: Vec<String>,
}
