//! Readers and writers of every notation of positions and games.
//!
//! Readers are lenient and writers strict: readers accept untidy and old-fashioned texts, writers
//! have one form for each value, and reading that gives an equal value. No rule of play is checked
//! here: a text may hold an illegal turn.
//!
//! | text | read | written |
//! |---|---|---|
//! | turn line `12g Ed2n Ed3n cf3x` | [`read_turn`] | [`write_turn`] |
//! | compact board `g [rrrr…]` | [`read_compact`] | [`write_compact`] |
//! | diagram: header and drawn board | [`read_diagram`] | [`write_diagram`], [`write_setup_diagram`] |
//! | game records | [`read_records`], [`read_record`] | [`write_record`] |
//! | game records with comments and variations | [`read_annotated`] | [`write_annotated`] |
//! | the game server's archive | [`Archive`] | |
//! | board for people | | [`draw()`], [`svg()`] |
//!
//! Readers take a board that is impossible and a turn that is illegal: the
//! [engines](crate::rules::Rules) judge both. Known here is only how a board is drawn: which
//! squares are next to each other, and that c3, f3, c6 and f6 are marked.
//!
//! No input makes a reader panic, or use more memory than a multiple of the input. A text that
//! cannot be read gives a [`TextError`]: the place, the text found and the text expected.
//!
//! An engine plays a record, and the turns played become a record again:
//!
//! ```
//! use arimaa::text::{Entry, Located, Record, read_record, write_record};
//! use arimaa::vocab::{Action, Played, Token};
//! use arimaa::{Game, Rules};
//!
//! let text = "\
//! 1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ca2 Db2 Hc2 Md2 Ee2 Hf2 Dg2 Ch2
//! 1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ca7 db7 hc7 md7 ee7 hf7 dg7 ch7
//! 2g Hc2n Hc3x Ee2n
//! ";
//! let record = read_record(text)?;
//! let mut game = Game::default();
//! let mut entries = Vec::new();
//! for entry in &record.entries {
//!     let Entry::Turn { label, tokens } = entry else { continue };
//!     let mut played = Vec::new();
//!     for token in tokens {
//!         // A capture is no action: the engine makes it, and says so.
//!         if let Token::Action(action) = token.value {
//!             let effect = game.apply(action)?;
//!             played.extend(Token::of(&Played::new(action, effect)).map(Located::made));
//!         }
//!     }
//!     game.apply(Action::EndTurn)?;
//!     entries.push(Entry::Turn { label: label.clone(), tokens: played });
//! }
//! assert_eq!(write_record(&Record { tags: record.tags, entries }), text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Tags`], [`Record`], [`Annotated`], [`Diagram`] and [`SvgOptions`] are exhaustive: programs
//! that write texts fill in their fields, which are the fields of a published format.
//!
//! | file | contents |
//! |---|---|
//! | `notation.rs` | turn lines, and the words in them |
//! | `compact.rs`, `diagram.rs`, `take_back.rs` | boards in one line, boards drawn, the board before a turn's tokens |
//! | `header.rs` | the side to move, beside a board of any form |
//! | `plain.rs` | boards of eight ranks without borders |
//! | `kind.rs` | the kinds of texts that hold positions or games |
//! | `fences.rs` | the lines of a text without marks of quotation |
//! | `entry.rs`, `tags.rs`, `record.rs` | lines of a game, tags, and whole records |
//! | `annotated.rs` | records with comments and variations |
//! | `found.rs`, `transcript.rs`, `puzzle.rs` | games in the forms of other programs, mails and pages, as records |
//! | `archive.rs`, `archived.rs`, `events.rs` | rows of the server's archive, as records, and the server's log |
//! | `draw.rs`, `svg.rs`, `grid.rs` | drawings, and their geometry |
//! | `lines.rs`, `rest.rs`, `located.rs`, `error.rs` | lines of a stream and of a text, places, errors |
//! | `civil_date.rs`, `suggest.rs` | days of the calendar, and suggestions for misspelt tokens |

mod annotated;
mod archive;
mod archived;
mod civil_date;
#[doc(hidden)]
pub mod compact;
mod diagram;
mod draw;
mod entry;
#[doc(hidden)]
pub mod error;
mod events;
mod fences;
mod found;
#[doc(hidden)]
pub mod grid;
#[doc(hidden)]
pub mod header;
#[doc(hidden)]
pub mod kind;
#[doc(hidden)]
pub mod lines;
mod located;
#[doc(hidden)]
pub mod notation;
#[doc(hidden)]
pub mod plain;
mod puzzle;
mod record;
mod rest;
mod suggest;
mod svg;
mod tags;
mod take_back;
mod transcript;

pub use annotated::{Annotated, AnnotatedLine, AnnotatedRecords, read_annotated, write_annotated};
pub use archive::{Archive, ArchiveGame, MAX_ROW, Row};
pub use civil_date::CivilDate;
pub use compact::{read_compact, write_compact};
pub use diagram::{Diagram, read_diagram, write_diagram, write_setup_diagram};
pub use draw::draw;
pub use entry::Entry;
pub use error::{ReadError, TextError};
pub use events::{Event, EventKind, Rejection, UnreadTurn};
pub use lines::{Lines, MAX_LINE};
pub use located::Located;
pub use notation::{TurnLine, read_turn, read_turn_at, write_turn};
pub use record::{Record, Records, read_record, read_records, write_record};
pub use svg::{SvgOptions, svg};
pub use tags::{RecordedResult, Tags};
pub use transcript::transcribe;
