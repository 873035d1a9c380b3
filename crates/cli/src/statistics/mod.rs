//! Statistics of games: branching factor, length, and how turns are made.
//!
//! Nothing is judged here and nothing is read or written. [`study`] asks an engine about one game,
//! and [`Stats`] adds games up. [`report()`] and [`json()`] show the sums. Pictures are drawn from
//! rows, by other tools.
//!
//! # What is counted
//!
//! A *position* is a moment at which a player is to make a turn of play: setups are left out, and
//! so are decided positions; the last position of a game that ended by the clock or by a
//! resignation is one. Its *branching factor* is the number of distinct legal turns there
//! ([`Rules::count_turns`](arimaa::rules::Rules::count_turns), SPEC.md TRN-6), repetition included.
//! Turns that were taken back, with the positions after them, are left out. A game that holds a
//! turn the rules refuse counts up to that turn. Results are those that the record gives; where it
//! gives none, those of the rules.
//!
//! # Memory
//!
//! Four bytes for each position, a few for each game, and each distinct setup once: a million
//! positions take 4 MB.
//!
//! # Files
//!
//! | file | what it holds |
//! |---|---|
//! | `game.rs` | what one game adds |
//! | `arrangement.rs` | how a player set up |
//! | `by_game.rs` | how sure a mean over games is |
//! | `sample.rs` | numbers, and what describes them: mean, quartiles, histogram |
//! | `sums.rs` | the sums over many games |
//! | `table.rs`, `report.rs` | the sums for people |
//! | `json.rs` | the sums for programs |

mod arrangement;
mod by_game;
mod game;
mod json;
mod report;
mod sample;
mod sums;
mod table;

pub use arrangement::Arrangement;
pub use by_game::{ByGame, Interval};
pub use game::{GameStudy, MadeTurn, PositionCounts, study, study_and_rows};
pub use json::json;
pub use report::report;
pub use sample::{Bin, Sample, Summary};
pub use sums::{Choices, GameMeans, Results, Stats, TurnSums};
pub(crate) use table::grouped;
