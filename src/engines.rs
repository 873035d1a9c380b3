//! The engines by name: the one file that knows them both.

pub use crate::bitboard::Game;
pub use crate::reference::Reference;

use std::fmt;
use std::str::FromStr;

/// An engine of this crate.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Engine {
    /// The one that reads like SPEC.md.
    Reference,
    /// The fast one.
    #[default]
    Bitboard,
    /// Both at once: they answer only where they agree.
    Both,
}

impl Engine {
    /// Every choice.
    pub const ALL: [Self; 3] = [Self::Reference, Self::Bitboard, Self::Both];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Bitboard => "bitboard",
            Self::Both => "both",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Engine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|engine| engine.name() == text)
            .ok_or_else(|| format!("`{text}` is not an engine (reference, bitboard or both)"))
    }
}
