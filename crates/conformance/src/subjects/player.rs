//! The trait of engines that can only move.

use arimaa::vocab::{Board, Side};
use arimaa_oracle::protocol::Identity;
use arimaa_oracle::subject::ProtocolFailure;

/// An engine that can be given a position and asked for a turn, and nothing else.
pub trait Player {
    /// Its name and version.
    fn identity(&self) -> &Identity;

    /// The turn that the engine makes after this approach, as it wrote it; `resign` if it resigns.
    ///
    /// # Errors
    ///
    /// When there is no turn, and not by choice.
    fn turn(&mut self, approach: &Approach) -> Result<String, ProtocolFailure>;

    /// The errors that the engine logged during the last question, as a hint at the reason of a
    /// failure.
    fn complaint(&self) -> Option<String> {
        None
    }
}

/// The way to a position: the start of the game, and the turns since.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Approach {
    /// The side to move and the board at the start; `None` for a game that begins with full setups.
    pub start: Option<(Side, Board)>,
    /// The turns made since, in notation with captures.
    pub turns: Vec<String>,
}
