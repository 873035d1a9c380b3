//! Comparing engines: one lockstep comparison, called by every test, fuzz target and command that
//! compares.
//!
//! Two engines come in as type parameters, and whatever they answer differently is a
//! [`Divergence`] that shows both answers and the position. `ask::regression_case` makes a line of
//! it that `tests/regressions` keeps.
//!
//! | file | what it does |
//! |---|---|
//! | `choices.rs` | turns raw numbers into actions, legal and illegal |
//! | `lockstep.rs` | holds two engines in one state and compares their answers |
//! | `walk.rs` | asks both engines everything at every moment of a walk |
//! | `branch.rs` | tries actions at every moment that some steps lead to |
//! | `games.rs` | plays every game of so many turns |
//! | `start.rs` | random states to begin walks from |

mod branch;
mod choices;
mod games;
mod lockstep;
mod start;
mod walk;

pub use crate::engines::Divergence;
pub use branch::branch;
pub use choices::{all_actions, choose};
pub use games::{Games, games};
pub use start::random_start;
pub use walk::{Extent, Walked, follow, walk, walk_to};
