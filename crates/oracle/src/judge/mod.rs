//! Rulings on turns as people write them, and on the games that are made of them.
//!
//! An engine answers questions of movement and of outcome apart (SPEC.md END-11). People ask for
//! both at once, about written turns, in recorded games. This room joins text, movement and the end
//! of the game; it states no rule of its own and knows nothing of questions, JSON or programs.
//!
//! A [`JudgedGame`] plays and judges written turns, takebacks included; [`judge_turn`] judges one
//! turn. Both give [`Accepted`] or [`Refused`]. [`replay_record`] judges a record and
//! [`replay_archived`] a game of the official server's archive, by the edition of an
//! [`EditionChoice`]; each returns a [`GameReport`] with the [`Disagreement`]s, and a [`Tally`]
//! adds reports up.
//!
//! An engine forbids an action with an [`Illegal`](arimaa::vocab::Illegal). A [`Refusal`] is the
//! reason for which a written turn is refused: an `Illegal`, a wrong label, a wrong capture token,
//! or that the game is decided. [`Refused`] adds the token and the state at that moment.
//!
//! | file | question |
//! |---|---|
//! | `refusal.rs` | why is a written turn refused? |
//! | `ruling.rs` | is this turn legal here, and what comes of it? |
//! | `game.rs` | where does a game stand, turn by turn, takebacks included? |
//! | `moment.rs` | where does a recorded game stand before a turn? |
//! | `walk.rs` | how are the lines of a record ruled, one after another? |
//! | `by_date.rs` | which edition applied on that day? |
//! | `replay.rs` | does a record agree with the rules? |
//! | `server.rs` | does the official server's log agree with the rules? |
//! | `reasons.rs` | is the server's reason for a refusal that of the rules? |
//! | `report.rs` | the results of many replayed games |

mod by_date;
mod game;
mod moment;
mod reasons;
mod refusal;
mod replay;
mod report;
mod ruling;
mod server;
mod walk;

pub use by_date::{EditionChoice, NoEdition};
pub use game::{CannotStart, JudgedGame, NothingToTakeBack};
pub use moment::Unreached;
pub use refusal::Refusal;
pub use replay::replay_record;
pub(crate) use replay::{disagreement_on, is_verdict, watch_entries};
pub use report::{Disagreement, GameReport, GameVerdict, Recorded, Stopped, Tally};
use ruling::play_tokens_in_turn;
pub use ruling::{Accepted, Options, Reading, Refused, judge_turn, named_token};
pub use server::replay_archived;
pub use walk::JudgedEntry;
