//! Games between programs, with a referee that knows the rules.
//!
//! The referee trusts no engine: it keeps the clock and the position itself, asks the oracle about
//! every turn, and ends the game by rule, at the first illegal turn, or when a program fails. The
//! record it writes replays to the same result.
//!
//! [`play`] lets two engines play one game, from a [`GameSetup`] with its
//! [`TimeControl`](arimaa_oracle::clock::TimeControl). It
//! returns the game as [`Finished`], with its [`Ending`]; a [`Score`] adds up a series.
//!
//! | file | what it is |
//! |---|---|
//! | `game.rs` | one game |
//! | `ending.rs` | how it ended, and its code |
//! | `score.rs` | a series |

mod ending;
mod game;
mod score;

pub use ending::{Ending, Limit};
pub use game::{Finished, GameSetup, play};
pub use score::{Points, Score};
