//! Clocks of games: time controls, and what a turn leaves of the reserve.
//!
//! | file | what it is |
//! |---|---|
//! | `time_control.rs` | how much time there is: `15s/90s/100/2m/2h` |
//! | `running.rs` | how much of it is left to both sides |

mod running;
mod time_control;

pub use running::{Clock, Flag};
pub use time_control::{BadTimeControl, TimeControl};
