//! Rulings: where text, movement and the end of the game are joined.
//!
//! An engine answers questions of movement and of outcome apart (SPEC.md END-11). People ask for
//! both at once, about turns as they are written down, in games as they were recorded. Everything
//! that talks to people asks here, whatever engine it uses; this module states no rule of movement,
//! repetition or ending of its own.
//!
//! A [`JudgedGame`] plays and judges written turns, takebacks included; [`judge_turn`] judges one
//! turn. Both give [`Accepted`] or [`Refused`].
//!
//! An engine forbids an action with an [`Illegal`](crate::vocab::Illegal). A [`Refusal`] is the
//! reason for which a written turn is refused: an `Illegal`, a wrong label, a wrong capture token,
//! or that the game is decided. [`Refused`] adds the token and the state at that moment, and
//! `ask::RefusedTurn` is that as JSON.
//!
//! | file | question |
//! |---|---|
//! | `refusal.rs` | why is a written turn refused? |
//! | `ruling.rs` | is this turn legal here, and what comes of it? |
//! | `game.rs` | where does a game stand, turn by turn, takebacks included? |
//! | `moment.rs` | where does a recorded game stand before a turn? |

mod game;
mod moment;
mod refusal;
mod ruling;

pub use game::{CannotStart, JudgedGame, NothingToTakeBack};
pub use moment::Unreached;
pub use refusal::Refusal;
pub(crate) use ruling::named_token;
use ruling::play_tokens_in_turn;
pub use ruling::{Accepted, Options, Reading, Refused, judge_turn};
