//! Cases: the questions that engines are asked, and the answers that they must give.
//!
//! | file | what it is |
//! |---|---|
//! | `case.rs`, `case.schema.json` | a case: question, expectation, and why |
//! | `declining.rs` | cases that a subject is not asked |
//! | `level.rs` | the level of a case: core or full |
//! | `form.rs`, `family.rs`, `unlisted.rs`, `exchange.rs`, `load.rs`, `embedded.rs` | the files, and how they are read |
//! | `perft.rs` | perft files: positions and the numbers expected from them |
//! | `select.rs` | which cases are run, and which are known to fail |

mod case;
mod declining;
mod embedded;
mod exchange;
mod family;
mod form;
mod level;
mod load;
mod perft;
mod select;
mod unlisted;

pub(crate) use case::position_mut;
#[cfg(feature = "schema")]
pub use case::schema_of_cases;
pub use case::{Case, Expect, WrongRule, schema};
pub use embedded::FILES;
pub use level::Level;
pub use load::{LoadError, Suite, WRONG_RULES};
pub use perft::{PerftCount, PerftPosition, read_perft};
pub use select::{KnownFailures, Selector};
