//! Audits: recorded games, and the official server's log, held against the rules.
//!
//! [`replay_record`] judges a record, and [`replay_archived`] a game of the server's archive, by
//! the edition of an [`EditionChoice`]. Each returns a [`GameReport`] with the [`Disagreement`]s. A
//! [`Tally`] adds reports up.
//!
//! | file | question |
//! |---|---|
//! | `by_date.rs` | which edition applied on that day? |
//! | `replay.rs` | does a record agree with the rules? |
//! | `server.rs` | does the official server's log agree with the rules? |
//! | `reasons.rs` | is the server's reason for a refusal that of the rules? |
//! | `report.rs` | what came of replaying many games? |

mod by_date;
mod reasons;
mod replay;
mod report;
mod server;

pub use by_date::{EditionChoice, NoEdition};
#[doc(hidden)]
pub use replay::{JudgedEntry, watch_entries};
pub use replay::{disagreement_on, replay_record};
pub use report::{Disagreement, GameReport, GameVerdict, Recorded, Tally};
pub use server::replay_archived;
