//! The engines of this crate by name, and the start of games with them.

use std::fmt;
use std::str::FromStr;

use super::Divergence;
use super::pair::{Pair, Recorder};
use crate::bitboard::Game;
use crate::reference::Reference;
use crate::rules::Rules;
use crate::vocab::{Invalid, Snapshot, UnknownWord};

/// The name of an engine of this crate, or of both at once.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum EngineKind {
    /// The reference engine, which reads like SPEC.md.
    Reference,
    /// The fast engine, on bitboards.
    #[default]
    Bitboard,
    /// Both engines at once: an answer on which they differ is a [`Divergence`].
    Both,
}

impl EngineKind {
    /// All three names.
    pub const ALL: [Self; 3] = [Self::Reference, Self::Bitboard, Self::Both];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Bitboard => "bitboard",
            Self::Both => "both",
        }
    }

    /// The [`Engine`] that starts games with this engine.
    pub fn engine(self) -> Engine {
        match self {
            Self::Reference => Engine::of::<Reference>(),
            Self::Bitboard => Engine::of::<Game>(),
            Self::Both => Engine::both::<Reference, Game>(),
        }
    }

    /// Starts a game in the state that the snapshot describes.
    ///
    /// # Errors
    ///
    /// Returns the first reason, in the order of SPEC.md ORD-4, why no game has such a state.
    pub fn start(self, snapshot: &Snapshot) -> Result<Box<dyn Rules>, Invalid> {
        self.engine().start(snapshot)
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for EngineKind {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let engine = Self::ALL.into_iter().find(|engine| engine.name() == text);
        let expected = "an engine (reference, bitboard or both)";
        engine.ok_or_else(|| UnknownWord::new(text, expected))
    }
}

/// Starts games with one engine, or with two that are compared.
///
/// Copies share the first [`Divergence`] in any of their games. A program that answers questions
/// takes a [`fresh`](Engine::fresh) copy for each, so that an answer reports its own divergence.
///
/// ```
/// use arimaa::compare::EngineKind;
/// use arimaa::vocab::{Edition, Handicap, Snapshot};
///
/// let engine = EngineKind::Both.engine();
/// let game = engine.start(&Snapshot::game(Edition::default(), Handicap::NONE))?;
/// assert_eq!(game.count_turns(), 64_864_800);
/// assert!(engine.divergence().is_none());
/// # Ok::<(), arimaa::vocab::Invalid>(())
/// ```
#[derive(Clone, Debug)]
pub struct Engine {
    start: Start,
    recorder: Recorder,
}

/// A function that starts a game in a state.
type Start = fn(&Snapshot, &Recorder) -> Result<Box<dyn Rules>, Invalid>;

impl Engine {
    /// The engine `R`, alone.
    pub fn of<R: Rules>() -> Self {
        Self {
            start: |snapshot, _| Ok(Box::new(R::from_snapshot(snapshot)?)),
            recorder: Recorder::default(),
        }
    }

    /// Two engines at once, of which the first answers and the second is compared with it.
    pub fn both<A, B>() -> Self
    where
        A: Rules + Clone,
        B: Rules + Clone,
    {
        Self {
            start: |snapshot, recorder| Ok(Box::new(Pair::<A, B>::start(snapshot, recorder)?)),
            recorder: Recorder::default(),
        }
    }

    /// Starts a game in the state that the snapshot describes.
    ///
    /// # Errors
    ///
    /// Returns the first reason, in the order of SPEC.md ORD-4, why no game has such a state.
    pub fn start(&self, snapshot: &Snapshot) -> Result<Box<dyn Rules>, Invalid> {
        (self.start)(snapshot, &self.recorder)
    }

    /// The first answer on which two engines differed, in any game that this engine or a copy of it
    /// started; `None` if they agreed so far.
    pub fn divergence(&self) -> Option<&Divergence> {
        self.recorder.get()
    }

    /// A copy that has met no divergence, and shares none with this engine.
    #[must_use]
    pub fn fresh(&self) -> Self {
        Self {
            start: self.start,
            recorder: Recorder::default(),
        }
    }
}

impl Default for Engine {
    fn default() -> Self {
        EngineKind::default().engine()
    }
}

impl From<EngineKind> for Engine {
    fn from(engine: EngineKind) -> Self {
        engine.engine()
    }
}
