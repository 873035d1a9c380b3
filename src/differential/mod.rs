//! Comparing engines: one lockstep comparison, called by every test, fuzz target and command that compares.
//!
//! Engine-blind: two engines come in as type parameters, and whatever they answer differently is a
//! [`Divergence`] that shows both answers, the position, and a case ready to be kept as a regression.
//!
//! | file | what it does |
//! |---|---|
//! | `choices.rs` | turns raw numbers into actions, legal and illegal |
//! | `walk.rs` | asks both engines everything at every moment of a walk |
//! | `divergence.rs` | says where they part |
//! | `start.rs` | random states to begin walks from |
//! | `perft.rs` | counts turns to a depth with one engine |

mod choices;
mod divergence;
mod perft;
mod start;
mod walk;

pub use choices::{all_actions, choose};
pub use divergence::Divergence;
pub use perft::{count, count_tree, count_turns_to};
pub use start::{Seed, random_start};
pub use walk::{Extent, Walked, follow, walk};
