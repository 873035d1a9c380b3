//! Comparing engines: one lockstep comparison, called by every test, fuzz target and command that compares.
//!
//! Engine-blind: two engines come in as type parameters, and whatever they answer differently is a
//! [`Divergence`] that shows both answers, the position, and a case ready to be kept as a regression.
//!
//! | file | what it does |
//! |---|---|
//! | `choices.rs` | turns raw numbers into actions, legal and illegal |
//! | `pair.rs` | holds two engines in one state and compares their answers |
//! | `walk.rs` | asks both engines everything at every moment of a walk |
//! | `branch.rs` | tries actions at every moment that some steps lead to |
//! | `games.rs` | plays every game of so many turns |
//! | `divergence.rs` | says where they part |
//! | `start.rs` | random states to begin walks from |
//! | `perft.rs` | counts turns to a depth with one engine |

mod branch;
mod choices;
mod divergence;
mod games;
mod pair;
mod perft;
mod start;
mod walk;

pub use branch::branch;
pub use choices::{all_actions, choose};
pub use divergence::Divergence;
pub use games::{Games, games};
pub use perft::{Counted, count, count_tree, count_turns_to};
pub use start::{Seed, random_start};
pub use walk::{Extent, Walked, follow, walk};
