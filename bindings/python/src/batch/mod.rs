//! Many positions at once: rows in, a table out, on all cores and detached from Python.
//!
//! | file | what it is |
//! |---|---|
//! | `rows.rs` | rows of texts and positions, from Python and from Arrow |
//! | `tasks.rs` | what is asked of each row |
//! | `positions.rs` | records as rows of positions |
//! | `columns.rs` | values of answers as columns |
//! | `table.rs` | answers as a table, for Arrow and for Python |
//! | `arrays.rs` | boards and legal actions as arrays for learners |
//! | `parallel.rs` | rows on all cores, with signals and progress |

mod arrays;
mod columns;
mod parallel;
mod positions;
mod rows;
mod table;
mod tasks;

pub use arrays::{legal_mask, pack, unpack};
pub use positions::position_rows;
pub use rows::{ArrowRows, Rows};
pub use table::Table;
pub use tasks::ask_rows;
