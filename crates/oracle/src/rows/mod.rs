//! A game as rows, one a position, and a record followed turn by turn.
//!
//! A *position* is a moment at which a player is to make a turn of play; setups and turns that were
//! taken back are left out. Sums over many games belong to the program.
//!
//! | file | what it holds |
//! |---|---|
//! | `follow.rs` | a record followed turn by turn |
//! | `game.rs` | a game as rows, one a position |
//! | `row.rs` | a row with the place and the tags of its game, as columns |

mod follow;
mod game;
mod row;

pub use follow::{Followed, follow, is_at_setups};
pub use game::{GameRows, PositionRow, rows};
pub use row::{Cell, GamePlace, Kind, Row};
