//! Engines that can be asked: in this process, or another program in any of three protocols.
//!
//! Everything here turns a question into a reply of an engine. Which questions are asked and what
//! is expected belongs to the [`suite`](crate::suite).
//!
//! | file | what it is |
//! |---|---|
//! | `subject.rs` | the trait [`Subject`], replies and failures |
//! | `local.rs` | an engine in Rust |
//! | `program.rs`, `replies.rs` | a program that answers the protocol's lines of JSON |
//! | [`mod@line`] | the line kit: a program that answers lines of plain words |
//! | [`aei`] | the Arimaa Engine Interface, from both ends |
//! | `peer.rs`, `failures.rs` | a program that is restarted after it failed |
//! | `child.rs`, `group.rs`, `pipes.rs` | child processes, their process groups and pipes |

#[cfg(not(target_family = "wasm"))]
pub mod aei;
#[cfg(not(target_family = "wasm"))]
mod child;
#[cfg(not(target_family = "wasm"))]
mod failures;
#[cfg(not(target_family = "wasm"))]
mod group;
pub mod line;
mod local;
#[cfg(not(target_family = "wasm"))]
mod peer;
#[cfg(not(target_family = "wasm"))]
mod pipes;
#[cfg(not(target_family = "wasm"))]
mod program;
#[cfg(not(target_family = "wasm"))]
mod replies;
mod subject;

#[cfg(not(target_family = "wasm"))]
pub use child::{Bounds, Broken, CannotAsk, CannotRun, Child, Heard};
#[cfg(not(target_family = "wasm"))]
pub use group::end_children;
pub use local::Local;
#[cfg(not(target_family = "wasm"))]
pub use program::Program;
#[cfg(not(target_family = "wasm"))]
pub use replies::{read_hello, read_reply};
pub use subject::{ProtocolFailure, Reply, Subject};
