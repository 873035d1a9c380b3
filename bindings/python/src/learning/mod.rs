//! Games as arrays, for programs that learn.
//!
//! | file | what it is |
//! |---|---|
//! | `packed.rs` | a moment of a turn in 128 bytes |
//! | `numbering.rs` | actions as numbers |
//! | `moment.rs` | a game that is stepped, by either engine |
//! | `completion.rs` | actions after which the turn can still be completed |
//! | `planes.rs` | a moment as planes of 8 × 8 |
//! | `games.rs` | many games, stepped together on all cores |

mod completion;
mod games;
mod moment;
mod numbering;
pub mod packed;
mod planes;

pub use games::{Games, choose};
pub use numbering::{action_number, action_text, number};
pub use packed::unpack;
