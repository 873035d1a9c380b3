//! The shared vocabulary: squares, pieces, actions, editions, outcomes, reasons, states.
//!
//! The vocabulary knows *names*, not rules. Adjacent squares, strength, the number of pieces,
//! traps, goal ranks, the direction of rabbits, repetition and the end of the game are rules. Each
//! engine states them for itself, so that a mistake in one shows up as a difference between the
//! two.
//!
//! | file | types |
//! |---|---|
//! | `square.rs`, `piece.rs`, `board.rs` | squares, sides, kinds, pieces, the contents of a board |
//! | `action.rs`, `notation.rs` | placements, steps, turns and their effects; labels and tokens |
//! | `edition.rs`, `snapshot.rs` | editions, handicaps, states of a game |
//! | `outcome.rs`, `illegal.rs`, `invalid.rs` | ends of the game, reasons for refusals |
//! | `unknown_word.rs` | the error of every reader here |
//!
//! `FromStr` reads the text that `Display` writes, and its error is [`UnknownWord`]. Reasons and
//! outcomes are written as sentences, which cannot be read. `name()` is one stable word for
//! programs, `described()` a phrase for people. Types are ordered so that they can be sorted and
//! used as keys; no rule follows from the order.
//!
//! Reasons and parts of a turn are `#[non_exhaustive]`, and so are [`Snapshot`], [`Effect`],
//! [`Played`] and [`Turn`], which have constructors. Editions and ends of the game are exhaustive:
//! engines match on them, so that the compiler demands each new one of each engine. The small
//! structs [`Step`], [`Placed`], [`Piece`], [`Label`], [`TurnEnd`] and [`Outcome`] are exhaustive
//! because the rules need no more fields, and users write them as literals.
//!
//! This module imports only the standard library.

mod action;
mod board;
mod edition;
mod illegal;
mod invalid;
mod notation;
mod outcome;
mod piece;
mod snapshot;
mod square;
mod unknown_word;

pub use action::{Action, Direction, Effect, Part, Played, Step, Turn};
pub use board::{Board, Placed};
pub use edition::Edition;
pub use illegal::Illegal;
pub use invalid::Invalid;
pub use notation::{Label, Token};
pub use outcome::{End, Outcome};
pub use piece::{Kind, Piece, Side};
pub use snapshot::{Handicap, Phase, Snapshot, TurnEnd};
pub use square::Square;
pub use unknown_word::UnknownWord;
pub(crate) use unknown_word::printed;

use std::fmt;
use std::str::FromStr;

/// Implements `Display` and `FromStr` for types whose values have names.
macro_rules! written_by_name {
    ($($type:ident: $expected:literal;)*) => {$(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $type {
            type Err = UnknownWord;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let value = Self::ALL.into_iter().find(|value| value.name() == text);
                value.ok_or_else(|| UnknownWord::new(text, $expected))
            }
        }
    )*};
}

written_by_name! {
    Side: "a side (gold or silver)";
    Kind: "a kind (rabbit, cat, dog, horse, camel or elephant)";
    Edition: "an edition (2002, 2005-05-28, 2005-05-28+no-draws or 2008-07-01)";
    End: "an end of the game, such as `mover-goal`";
    Part: "a part of a turn, such as `plain`";
}

/// Implements `Debug` for types by their `Display`.
macro_rules! debugged_as_written {
    ($($type:ident)*) => {$(
        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )*};
}

debugged_as_written! { Piece Placed Step Action Square }
