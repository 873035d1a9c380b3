//! The rules of Arimaa as a library: legal steps, turns, repetitions, the end of the game, and the
//! rule behind every refusal.
//!
//! [Arimaa](https://en.wikipedia.org/wiki/Arimaa) is a board game for two players on 64 squares.
//! This crate has two engines, compared with each other and with a conformance suite: a [reference
//! engine](mod@reference) that reads like the specification, and a fast [bitboard
//! engine](bitboard). They share the vocabulary but no rule; `docs/checking.md` lists the rules
//! outside of both.
//!
//! # Three minutes
//!
//! A [`Position`] is small and `Copy`: it is what an engine searches with. A [`Game`] adds the
//! history, so it knows repetitions and the end. Most methods of `Game` are those of the trait
//! [`Rules`]. Rule ids such as END-11 are those of SPEC.md, and
//! [`spec::rule("END-11")`](spec::rule) gives the text.
//!
//! ```
//! use arimaa::vocab::{Action, Edition, Kind, Side, Snapshot, Square};
//! use arimaa::{Game, Position, Rules};
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
//! // Sets of squares: pieces by side and kind, frozen and threatened ones.
//! let rabbits = position.by_kind(Kind::Rabbit) & position.by_side(Side::Silver);
//! assert!(rabbits.contains(Square::D5) && position.frozen(Side::Silver).contains(Square::D5));
//! // The question before every search: can the player to move win by a goal in this turn?
//! assert!(!position.has_goal());
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
//! Without features the crate has no dependency and builds for `wasm32-unknown-unknown`. It needs
//! the standard library: hash maps, thread-local memory, and readers of streams. Until it is
//! published, add it from a clone or from its repository: `cargo add --path CLONE`, or `--git URL`
//! in place of `--path CLONE`.
//!
//! | feature | what it adds | dependencies |
//! |---|---|---|
//! | none | the vocabulary, the rules, both engines, their comparison, every notation | none |
//! | `arbitrary` | `Arbitrary` for the vocabulary and for valid positions | arbitrary |
//! | `dispatch` | faster step trees on x86-64 processors with AVX2, BMI, LZCNT and POPCNT, detected at run time | multiversion |
//! | `serde` | `Serialize`, `Deserialize` for the vocabulary | serde |
//!
//! # Reading order
//!
//! Each module uses only modules above it. The engines share the vocabulary and the trait.
//!
//! | module | what belongs there | what does not |
//! |---|---|---|
//! | [`vocab`] | names and values: squares, pieces, actions, reasons, snapshots | rules |
//! | [`rules`] | the trait that every engine implements | any rule's text or code |
//! | [`spec`] | SPEC.md, rule by rule | code |
//! | [`mod@reference`] | the engine that reads like SPEC.md | speed |
//! | [`bitboard`] | the fast engine | anything of the reference engine |
//! | [`compare`] | both engines by name, both at once, walks that compare them | rules |
//! | [`text`] | readers and writers of every notation | whether a turn is legal |
//!
//! The hidden module `random` serves tests and comparisons; it may change with any version.
//!
//! # Where to go
//!
//! - To write an engine: [`Position`] to search with, [`Bitboard`] for sets of squares, [`Game`]
//!   for history and the end of the game. `BotSession` of `arimaa-conformance` makes a program that
//!   others play against; `examples/alphabeta.rs` there is one, with goal detection and a clock.
//!
//!   | in a chess engine | here |
//!   |---|---|
//!   | the moves, made | [`successors`](Position::successors) by steps, [`visit_turns`](Position::visit_turns) by whole turns |
//!   | make a move without a check | [`after`](Position::after), and [`after_end`](Position::after_end) at the end of a turn |
//!   | the move between two positions | the turn of [`visit_turns`](Position::visit_turns) with the [`board_key`](bitboard::DistinctTurn::board_key) of the second |
//!   | make a whole turn | [`after_turn`](Position::after_turn); checked, [`Game::play`] |
//!   | the key after a move, before it is made | [`board_key`](Position::board_key) of [`after`](Position::after): a position is 64 bytes, and most of the work is the key |
//!   | what a move changes, to evaluate by steps | the step, which goes from [`from`](vocab::Step::from) one square on, and [`last_capture`](Position::last_capture) |
//!   | unmake a move | keep the position before, which is `Copy`; of whole turns, [`Game::take_back`] |
//!   | null move | [`after_end`](Position::after_end) at the start of a turn |
//!   | Zobrist hash | [`key`](Position::key) at the start of a turn; in mid-turn with the [`board_key`](Position::board_key) of the [`turn_start`](Position::turn_start) |
//!   | FEN | `"g r2r4/8/1h6/1eE5/8/8/1c1C4/R2R3R".parse::<Position>()`; `Display` writes 64 letters in brackets |
//!   | side to move | [`side`](Position::side) |
//!   | mate in one | [`has_goal`](Position::has_goal); the enemy's threat of it, [`has_goal`](Position::has_goal) after a null move; with repetition, at the root, [`Game::visit_goals`] |
//!   | perft | [`count_steps`](Position::count_steps), [`count_turns`](Position::count_turns) |
//!   | role, colour | [`Kind`](vocab::Kind), [`Side`](vocab::Side); the order of kinds is [`strength`](bitboard::strength) |
//!
//! - To judge turns as people write them, and to ask questions as data: the crate `arimaa-oracle`.
//! - To run the conformance suite: the crate `arimaa-conformance`.
//! - For the command line: the crate `arimaa-oracle-cli`.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "arbitrary")]
mod arbitrary_values;
pub mod bitboard;
pub mod compare;
#[cfg(test)]
mod quickcheck_values;
#[doc(hidden)]
pub mod random;
mod read_position;
pub mod reference;
pub mod rules;
pub mod spec;
pub mod text;
pub mod vocab;
#[cfg(feature = "serde")]
mod vocab_serde;

pub use bitboard::{Bitboard, Game, Position, Workspace};
pub use read_position::PositionError;
pub use rules::Rules;

/// The examples of README.md, which are compiled and run with those of the library.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
