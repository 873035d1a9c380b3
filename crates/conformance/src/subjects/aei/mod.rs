//! The Arimaa Engine Interface, version 1, from both ends.
//!
//! A controller and an engine talk in lines of text. The controller opens with `aei`; the engine
//! says who it is and ends with `aeiok`. Then the controller tells it where the game stands
//! (`newgame`, `setposition`, `makemove`), asks for a turn with `go`, and is answered by
//! `bestmove`. `isready` is answered by `readyok` when everything before it is done.
//!
//! | file | what it is |
//! |---|---|
//! | `message.rs` | the messages of both directions, read and written |
//! | `engine.rs` | the session of an engine, for any bot |
//! | `client.rs` | any other program as an engine |
//! | `tested_engine.rs` | such an engine put to the conformance suite |
//!
//! **What this project does where the protocol leaves a choice.** As an engine it logs an error for
//! a message that it does not know, and stays. After `go ponder` it ponders until the next command,
//! and answers `stop` by `bestmove`; a `stop` with nothing to stop is ignored, since it may have
//! crossed with a `bestmove`. As a controller it takes no notice of what it does not know but to
//! count it.

mod client;
mod engine;
mod message;
mod tested_engine;

pub use client::{Client, Failure, Notes};
pub use engine::{Bot, BotSession, Search};
use message::{Command, EngineMessage};
pub use tested_engine::TestedEngine;

/// The greatest number of characters quoted from another program.
const SHOWN: usize = 200;

/// Output of another program, shortened and made safe for a terminal.
pub(super) fn shown(text: &str) -> String {
    arimaa::text::error::shown(text, SHOWN)
}
