//! The rules of Arimaa as a library: legal steps, turns, repetitions, the end of the game, and the
//! rule behind every refusal.
//!
//! [Arimaa](https://en.wikipedia.org/wiki/Arimaa) is a board game for two players on 64 squares.
//! This crate holds two engines, held against each other and against a conformance suite: a
//! [reference engine](mod@reference) that reads like the specification, and a fast [bitboard
//! engine](bitboard). They share names and no rule; `docs/checking.md` lists what stands outside.
//!
//! # Three minutes
//!
//! A [`Position`] is small and `Copy`: it is what an engine searches with. A [`Game`] adds the
//! history, so it knows repetitions and the end. Most methods of `Game` are those of the trait
//! [`Rules`]. Rule ids such as END-11 are those of SPEC.md, and
//! [`spec::rule("END-11")`](spec::rule) gives the text.
//!
//! ```
//! use arimaa_oracle::vocab::{Action, Edition, Side, Snapshot};
//! use arimaa_oracle::{Game, Position, Rules};
//!
//! // A gold elephant on d4, a silver rabbit on d5, and a rabbit of each side far away.
//! let pieces = ["Ed4", "rd5", "Rh1", "ra8"].iter().map(|piece| piece.parse());
//! let board = pieces.collect::<Result<_, _>>()?;
//!
//! // To search: every legal step, and the position after it.
//! let position = Position::new(Side::Gold, &board)?;
//! for (_step, next) in position.successors() {
//!     assert_eq!(next.steps_left(), 3);
//! }
//! println!("{} turns to choose from", position.count_turns());
//!
//! // To judge a game: what the rules forbid is named, and changes nothing.
//! let mut game = Game::from_snapshot(&Snapshot::position(Edition::default(), Side::Gold, board))?;
//! game.apply("rd5n".parse()?)?;
//! let refused = game.apply(Action::EndTurn).unwrap_err();
//! assert_eq!((refused.rule(), refused.name()), ("PSH-4", "push-unfinished"));
//! game.apply("Ed4n".parse()?)?;
//! game.apply(Action::EndTurn)?;
//! assert_eq!(game.outcome(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! Without features the crate has no dependency and builds for `wasm32-unknown-unknown`. Until it
//! is published, add it from a clone or from its repository: `cargo add --path CLONE
//! --no-default-features`, or `--git URL` in place of `--path CLONE`.
//!
//! Each row from `ask` to `cli` contains those above it; `http` and `parquet` contain `cli`.
//!
//! | feature | what it adds | dependencies |
//! |---|---|---|
//! | none | the vocabulary, the rules, both engines, their comparison | none |
//! | `text` | notation, records, diagrams, pictures; rulings and audits | none |
//! | `serde` | `Serialize`, `Deserialize` for the vocabulary | serde |
//! | `ask` | questions and answers as data and as lines, JSON states | serde, `serde_json` |
//! | `suite` | the conformance suite | thiserror, toml |
//! | `schema` | JSON Schemas of questions, answers and cases | schemars |
//! | `programs` | the protocol, the line kit (questions as lines for small adapters), the Arimaa Engine Interface, the referee | nix, process-wrap, rayon, shlex |
//! | `cli` | the command line; the default | anstream, anstyle, clap, `clap_complete`, `clap_mangen`, csv, flate2, indicatif, signal-hook, strsim, tempfile, walkdir |
//! | `http` | the protocol over HTTP | axum, tokio and what belongs to them |
//! | `parquet` | Parquet files of the command line | parquet |
//!
//! # Reading order
//!
//! | module | feature | what it is |
//! |---|---|---|
//! | [`vocab`] | | squares, pieces, actions, reasons, snapshots: names, no rules |
//! | [`rules`] | | the whole contract between engines: one trait |
//! | [`spec`] | | SPEC.md, rule by rule |
//! | [`mod@reference`] | | the engine that reads like SPEC.md |
//! | [`bitboard`] | | the fast engine |
//! | [`engines`] | | both engines by name, or both at once |
//! | `text` | `text` | readers and writers of every notation |
//! | `oracle` | `text` | rulings on written turns, and games judged turn by turn |
//! | `audit` | `text` | records and the server's log held against the rules |
//! | `ask` | `ask` | the one language: questions, answers, and the function between them |
//! | `messages` | `ask` | the protocol of one line: a request in, the response out |
//! | `suite` | `suite` | the conformance suite: cases, verdicts, reports |
//! | `schema` | `schema` | JSON Schemas |
//! | `protocol` | `programs` | the oracle's protocol and the Arimaa Engine Interface, from both ends |
//! | `referee` | `programs` | games between programs, judged |
//! | `http` | `http` | the protocol over HTTP |
//!
//! `random`, `differential` (random states, and two engines compared in lockstep), `stats` (games
//! in numbers and pictures) and `cli` (the command line, one file a subcommand) serve the tests and
//! the program; they are hidden here, and may change with any version.
//!
//! # Where to go
//!
//! - To write an engine: [`Position`] to search with, [`Game`] for history and the end of the game.
//! - To judge turns as people write them: `oracle::JudgedGame`.
//! - To ask from another program or language: `messages::answer_line`, and `docs/protocol.md` in
//!   the repository.
//! - To test an engine of yours: `suite`.

// Features add modules here and nowhere else.
#[cfg(feature = "ask")]
pub mod ask;
#[cfg(feature = "text")]
pub mod audit;
pub mod bitboard;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod differential;
pub mod engines;
#[cfg(feature = "http")]
pub mod http;
#[cfg(all(feature = "cli", not(feature = "http")))]
#[path = "no_http.rs"]
mod http;
#[cfg(feature = "ask")]
pub mod messages;
#[cfg(feature = "text")]
pub mod oracle;
#[cfg(feature = "parquet")]
mod parquet_file;
#[cfg(all(feature = "cli", not(feature = "parquet")))]
#[path = "no_parquet.rs"]
mod parquet_file;
#[cfg(feature = "programs")]
pub mod protocol;
#[doc(hidden)]
pub mod random;
#[cfg(feature = "programs")]
pub mod referee;
pub mod reference;
pub mod rules;
#[cfg(feature = "schema")]
pub mod schema;
pub mod spec;
#[cfg(feature = "ask")]
#[doc(hidden)]
pub mod stats;
#[cfg(feature = "suite")]
pub mod suite;
#[cfg(feature = "text")]
pub mod text;
pub mod vocab;
#[cfg(feature = "serde")]
mod vocab_serde;

pub use bitboard::{Game, Position, Workspace};
pub use rules::Rules;

/// The examples of README.md, which are compiled and run with those of the library.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
