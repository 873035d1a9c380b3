//! The fast engine: the rules of SPEC.md on words of 64 bits.
//!
//! It implements the trait [`Rules`](crate::Rules) as the reference engine does, and shares no rule
//! with it: geometry, strength, traps, goal ranks and the rest are stated again here, so that a
//! mistake in one engine shows as a difference. Authors of engines get a [`Position`] to search
//! with, and a [`Game`] with history, repetition and the end of the game.
//!
//! | file | what it is |
//! |---|---|
//! | `bits` | sets of 64 squares in one word: shifts and neighbours |
//! | `planes` | a board in four words |
//! | `masks` | the rules of movement as functions of words |
//! | `view` | a board as one side sees it: all legal steps at once |
//! | `key`, `keyed` | keys of boards, injective within a turn, and boards with their key |
//! | `turn_steps` | the steps of a turn in eight bytes |
//! | `square_set` | sets of squares for callers: the words above as a type |
//! | `position`, `position_text` | the position, and its text |
//! | `position/open`, `position/words` | what a step leaves open, and the position as the files below take it |
//! | `position/sets` | the pieces of a position as sets of squares: threatened, frozen |
//! | `position/stepping`, `position/successors` | the position after a step, and those after all steps |
//! | `position/identity`, `position/position_key` | equality, hash and order, and the key that callers see |
//! | `legal_steps` | the legal steps one after the other |
//! | `judge` | why a step is refused, and the order of steps' texts |
//! | `game`, `setup` | the game: setup, play, taking back |
//! | `history` | earlier turns and repetition, shared between clones |
//! | `trie` | how often each position has stood, as a persistent map |
//! | `ending` | how the end of a turn decides a game |
//! | `validity` | which boards are positions, and which snapshots are states of a game |
//! | `count_steps` | step sequences counted |
//! | `visit_steps` | every board of a step tree made |
//! | `distinct` | distinct turns counted and found: breadth-first search with sleep sets |
//! | `distinct_turn` | a distinct turn as callers see it |
//! | `position_search` | what can follow from a position, visited and counted |
//! | `goal`, `goal_bound` | whether a rabbit can reach its goal in the turn, and the actions to try |
//! | `walk` | the walks by name, to be timed |
//! | `reach` | the enemies that can matter to a turn |
//! | `ordered` | distinct turns listed in the order of their text |
//! | `table`, `hasher` | hash tables of keys, and a hasher for states |
//!
//! With the feature `dispatch` the compiler makes a second copy of the two functions that are
//! marked `multiversion`, for processors with more instructions than every x86-64 has. Each call
//! runs the copy that suits the processor. Both have one source and give the same answers.
//!
//! Only code inlined into these two functions gains by it, so the kernels are `inline(always)`.
//!
//! A mask such as `& 63` after a square's index, which is in range already, lets the compiler drop
//! a bounds check.
//!
//! `tests/proofs` compiles some of these files, too:
//!
//! | file | what is proved |
//! |---|---|
//! | `bits`, `planes`, `masks`, `view` | they state the rules, for all boards |
//! | `distinct/action_view`, `distinct/sleep`, `goal_bound` | the steps left out are not needed |
//! | `key` | the facts that the bound rests on, tried one by one |
//!
//! All but `key` are generic over the word. All code that makes steps gets them from a `View`, or
//! from the `Movers` in it.

#![allow(
    clippy::inline_always,
    reason = "the kernels are a few instructions each and are measured inlined"
)]
#![allow(
    clippy::cast_possible_truncation,
    reason = "squares, counts and places are far below what they are cast to, on targets of 32 bits too"
)]
#![allow(
    clippy::needless_range_loop,
    clippy::copy_iterator,
    reason = "a direction indexes several arrays at once; a set of squares is a word and is walked by value"
)]

mod bits;
mod count_steps;
mod distinct;
mod distinct_turn;
mod ending;
mod game;
mod goal;
mod goal_bound;
mod hasher;
mod history;
mod judge;
mod key;
mod keyed;
mod legal_steps;
mod masks;
mod ordered;
mod planes;
mod position;
mod position_search;
mod position_text;
mod reach;
mod setup;
mod square_set;
mod table;
mod trie;
mod turn_steps;
mod validity;
mod view;
mod visit_steps;
mod walk;

use crate::vocab::Kind;

pub use distinct::Workspace;
pub use distinct_turn::DistinctTurn;
pub use game::Game;
pub use legal_steps::LegalSteps;
pub use position::{Position, PositionKey, Successors};
pub use square_set::{Bitboard, Squares};
pub use turn_steps::TurnSteps;
pub use visit_steps::SteppedBoard;
pub use walk::Walk;

/// The strength of a kind, from 1 for a rabbit to 6 for an elephant (SPEC.md BRD-4): of two pieces
/// the one with the larger number is stronger, whichever side they belong to.
///
/// ```
/// use arimaa::bitboard::strength;
/// use arimaa::vocab::Kind;
///
/// assert!(strength(Kind::Camel) > strength(Kind::Horse));
/// ```
#[doc(alias = "Ord")]
#[doc(alias = "value")]
pub const fn strength(kind: Kind) -> usize {
    planes::strength(kind)
}
