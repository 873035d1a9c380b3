//! Rulings: where text, movement and the end of the game are joined.
//!
//! An engine answers questions of movement and of outcome apart (SPEC.md END-11). People ask for both at once, about turns as they
//! are written down, in games as they were recorded. Everything that talks to people asks here, whatever engine it
//! uses; this module states no rule of movement, repetition or ending of its own.
//!
//! | file | question |
//! |---|---|
//! | `refusal.rs` | why is a written turn refused? |
//! | `ruling.rs` | is this turn legal here, and what comes of it? |
//! | `game.rs` | where does a game stand, turn by turn, takebacks included? |
//! | `moment.rs` | where does a recorded game stand before a turn? |
//! | `by_date.rs` | which edition applied on that day? |
//! | `replay.rs` | does a record agree with the rules? |
//! | `server.rs` | does the official server's log agree with the rules? |
//! | `reasons.rs` | is the server's reason for a refusal that of the rules? |
//! | `report.rs` | what came of replaying many games? |

mod by_date;
mod game;
mod moment;
mod reasons;
mod refusal;
mod replay;
mod report;
mod ruling;
mod server;

pub use by_date::{EditionChoice, NoEdition};
pub use game::{CannotStart, JudgedGame, NothingToTakeBack};
pub use moment::Unreached;
pub use refusal::Refusal;
pub use replay::{disagreement_on, replay_record};
pub use report::{Disagreement, GameReport, Recorded, Tally, Verdict};
pub use ruling::{Accepted, Options, Reading, Refused, judge_part, judge_turn};
pub use server::replay_archived;
