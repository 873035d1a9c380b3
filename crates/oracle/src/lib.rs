//! Rulings on Arimaa: is this turn legal, why not, by which rule, and what now?
//!
//! [Arimaa](https://en.wikipedia.org/wiki/Arimaa) is a board game for two players; its rules as a
//! library are [`arimaa`]. This crate decides what people and programs ask about them. A
//! [`Question`](ask::Question) is plain data that carries its whole state, an
//! [`Answer`](ask::Answer) is plain data that names rules of SPEC.md, and [`answer`](ask::answer())
//! is the one function between them. Every interface of the project speaks this language: the
//! command line, pipes, HTTP, Python, C, JavaScript and the web page.
//!
//! ```
//! use arimaa::compare::EngineKind;
//! use arimaa_oracle::ask::{Answer, Question, answer};
//!
//! // Gold's cat on c2 stands beside Silver's dog on d2, and no friend is beside it.
//! let question: Question = serde_json::from_str(r#"{
//!     "kind": "judge",
//!     "position": {"state": {"side": "gold", "board": [
//!         ".......r",
//!         "........",
//!         "........",
//!         "........",
//!         "........",
//!         "........",
//!         "..Cd....",
//!         "R......."
//!     ]}},
//!     "turn": "Cc2n"
//! }"#)?;
//! let Answer::Refused { refusal, .. } = answer(&EngineKind::Bitboard.engine(), &question) else {
//!     panic!("a frozen piece may not step");
//! };
//! assert_eq!(refusal.rule.as_deref(), Some("FRZ-2"));
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # Rooms
//!
//! Each room names those above it.
//!
//! | room | what belongs there | what does not |
//! |---|---|---|
//! | [`judge`] | rulings on written turns, records and server logs, with an engine | questions, JSON, programs |
//! | [`clock`] | time controls and clocks, without a look at the time | engines |
//! | [`rows`] | a game as rows, one a position | sums over games |
//! | [`ask`] | questions, answers, the function between them, and its budget | lines, threads, clocks |
//! | [`protocol`] | requests and responses as lines of JSON, and their schema | who reads or writes them |
//! | [`subject`] | an engine that can be asked, and one in this process | engines that are programs |
//! | [`serve`] | answering a line, or a stream of lines on all cores | what the answer is |
//!
//! # Where to go
//!
//! - To judge turns as people write them: [`judge::JudgedGame`].
//! - To ask from another program or language: [`serve::answer_line`], and `docs/protocol.md` in the
//!   repository.
//! - To test an engine of yours: the crate `arimaa-conformance`; an engine in Rust is a
//!   [`subject::Local`].
//! - To answer over HTTP: the crate `arimaa-oracle-http`.

pub mod ask;
pub mod clock;
pub mod judge;
pub mod protocol;
pub mod rows;
pub mod serve;
pub mod subject;
