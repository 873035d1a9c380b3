//! Clocks of games: time controls, and what a turn leaves of the reserve.
//!
//! | file | what it is |
//! |---|---|
//! | `time_control.rs` | how much time there is: `15s/90s/100/2m/2h` |
//! | `running.rs` | how much of it is left to both sides |
//! | `answer.rs` | both of a turn, as JSON for other languages |

mod answer;
mod running;
mod time_control;

pub use answer::answer_clock;
pub use running::{Clock, Flag};
pub use time_control::{BadTimeControl, TimeControl};
