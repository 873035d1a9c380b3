//! Both engines by name, both at once, and their comparison. No other module uses both engines.
//!
//! Two engines come in as type parameters, and the first answer on which they differ is a
//! [`Divergence`] that shows both answers and the position. Every test, fuzz target and command
//! that compares engines calls this comparison; `regression_case` in the crate `arimaa-oracle`
//! writes a divergence as a line for `tests/regressions`.
//!
//! | file | what it is |
//! |---|---|
//! | `engine.rs` | [`EngineKind`], a name, and [`Engine`], which starts games with an engine |
//! | `divergence.rs` | an answer on which two engines differ |
//! | `pair.rs` | two engines as one, which compares every answer and records the first difference |
//! | `lockstep.rs` | a pair along the actions of a walk: the questions to ask, and counters |
//! | `walk.rs` | asks everything at every moment of a walk |
//! | `branch.rs` | tries actions at every moment after some steps |
//! | `games.rs` | plays every game of so many turns |
//! | `choices.rs` | turns raw numbers into actions, legal and illegal |
//! | `start.rs` | random states to begin walks from |
//!
//! Walks serve tests and comparisons. They are hidden here, and may change with any version.

mod branch;
mod choices;
mod divergence;
mod engine;
mod games;
mod lockstep;
mod pair;
mod start;
mod walk;

#[doc(no_inline)]
pub use crate::reference::Reference;
pub use divergence::Divergence;
pub use engine::{Engine, EngineKind};

#[doc(hidden)]
pub use branch::branch;
#[doc(hidden)]
pub use choices::{action_space, choose};
#[doc(hidden)]
pub use games::{Games, games};
#[doc(hidden)]
pub use lockstep::{Extent, Walked};
#[doc(hidden)]
pub use start::random_start;
#[doc(hidden)]
pub use walk::{follow, walk, walk_to};
