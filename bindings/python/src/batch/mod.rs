//! Many positions at once: rows in, a table out, on all cores and detached from Python.
//!
//! | file | what it is |
//! |---|---|
//! | `rows.rs` | rows of texts and positions, from Python and from Arrow |
//! | `tasks.rs` | what is asked of each row |
//! | `table.rs` | answers as a table, for Arrow and for Python |
//! | `arrays.rs` | boards and legal actions as arrays for learners |
//! | `parallel.rs` | rows on all cores, with signals and progress |

mod arrays;
mod parallel;
mod rows;
mod table;
mod tasks;

pub use arrays::{legal_mask, pack, unpack};
pub use rows::{ArrowRows, Rows};
pub use table::Table;
pub use tasks::ask_rows;
