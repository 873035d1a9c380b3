//! Engines that can be asked: in this process, or another program in any of three protocols.
//!
//! Everything here turns a question into a reply of an engine. Which questions are asked and what
//! is expected belongs to the other rooms.
//!
//! | file | what it is |
//! |---|---|
//! | `player.rs` | the trait [`Player`] of engines that can only move |
//! | `program.rs`, `replies.rs` | a program that answers the protocol's lines of JSON |
//! | [`mod@line`] | the line kit: a program that answers lines of plain words |
//! | [`aei`] | the Arimaa Engine Interface, from both ends |
//! | `peer.rs` | a program that is restarted after it failed |
//! | `child.rs`, `group.rs`, `pipes.rs` | child processes, their process groups and pipes |

pub mod aei;
mod child;
mod group;
pub mod line;
mod peer;
mod pipes;
mod player;
mod program;
mod replies;

pub use arimaa_oracle::subject::{Local, ProtocolFailure, Reply, Subject};
pub use child::{Broken, CannotAsk, CannotRun, Child, Heard};
pub use group::end_children;
pub use player::{Approach, Player};
pub use program::Program;
pub use replies::{read_hello, read_reply};
