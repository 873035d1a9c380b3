//! Many positions at once: rows in, a table out, on all cores and detached from Python.
//!
//! | file | what it is |
//! |---|---|
//! | `rows.rs` | rows of texts and positions, from Python and from Arrow |
//! | `tasks.rs` | what is asked of each row |
//! | `positions.rs` | records as rows of positions |
//! | `columns.rs` | values of answers as columns |
//! | `table.rs` | answers as a table, for Arrow and for Python |
//! | `parallel.rs` | rows on all cores, with signals and progress |

mod columns;
mod parallel;
mod positions;
mod rows;
mod table;
mod tasks;

pub use parallel::pool;
pub use positions::position_rows;
pub use rows::{ArrowRows, Cell, Rows};
pub use table::Table;
pub use tasks::ask_rows;
