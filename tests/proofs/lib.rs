//! The rules of movement as formulas about single squares, and a solver to compare them with.
//!
//! | module | what it is |
//! |---|---|
//! | [`logic`] | truth: a `bool`, or a term of the solver |
//! | [`cell`] | what stands on a square, as four truths |
//! | [`geometry`] | what lies beside what (SPEC.md chapter 1) |
//! | [`formula`] | SPEC.md's sentences about steps, square by square |
//! | [`term`] | words and truths as terms of the solver |
//! | [`squares`] | words as sixty-four truths |
//! | [`proof`] | what is claimed, over what, and how it ended |
//! | [`shard`] | which part of a long run is done |
//!
//! The same formulas are used twice: `kernels` lifts them to the solver, which shows
//! what holds of all boards; `reference` evaluates them on booleans beside the reference engine, on
//! everything that a rule can look at. `formulas` shows that those of steps are the rules of
//! `formal/Rules.v`.

pub mod cell;
pub mod formula;
pub mod geometry;
pub mod logic;
pub mod proof;
pub mod squares;
pub mod term;

pub use support::shard;
