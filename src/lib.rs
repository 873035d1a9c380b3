#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! | module | what it is |
//! |---|---|
//! | [`spec`] | SPEC.md, rule by rule |
//! | [`vocab`] | the shared words: squares, pieces, actions, reasons, snapshots; names, no rules |
//! | [`rules`] | the whole contract between engines: one trait |
//! | [`mod@reference`] | the engine that reads like SPEC.md |
//! | [`text`] | readers and writers of every format |
//! | [`oracle`] | rulings on written turns, and games judged turn by turn |
//! | [`audit`] | recorded games and the server's log held against the rules |
//! | [`ask`] | the one language: questions, answers, and the function between them |
//! | [`bitboard`] | the fast engine |
//! | [`engines`] | both engines by name |
//! | [`differential`] | comparing engines, and counting to a depth |
//! | [`suite`] | the conformance suite: questions, answers, cases, verdicts |
//! | [`stats`] | games in numbers and pictures |
//! | [`suite`] | the conformance suite: cases, questions, answers, verdicts |
//! | [`protocol`] | talking to other programs: the oracle's own protocol and the Arimaa Engine Interface, each from both ends |
//! | [`referee`] | games between programs, judged |
//! | [`cli`] | the command line |

pub mod ask;
pub mod audit;
pub mod bitboard;
pub mod cli;
pub mod differential;
pub mod engines;
pub mod oracle;
pub mod protocol;
pub mod random;
pub mod referee;
pub mod reference;
pub mod rules;
pub mod schema;
pub mod spec;
pub mod stats;
pub mod suite;
pub mod text;
pub mod vocab;
