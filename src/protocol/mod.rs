//! Talking to other programs, line by line.
//!
//! | file | what it is |
//! |---|---|
//! | `child.rs` | another program as a partner that may crash, hang, babble or lie |
//! | [`aei`] | the Arimaa Engine Interface, from both ends |

pub mod aei;
mod child;

pub use child::{Broken, CannotRun, Child, Heard};
