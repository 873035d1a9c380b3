//! The native part of the Python package `arimaa`.
//!
//! It states no rule: it hands questions to the crate `arimaa-oracle` and makes Python objects of
//! the answers. Classes for users are written in Python, in `python/arimaa`.
//!
//! | file | what it is |
//! |---|---|
//! | `state.rs` | a moment of a game |
//! | `actions.rs`, `words.rs` | legal actions, and actions as Python objects |
//! | `records.rs` | records and archives, read from a Python file |
//! | `asking.rs` | the question language, the suite, the line protocol |
//! | [`batch`] | many positions at once |
//! | [`learning`] | games as arrays |
//! | `sampling.rs` | turns chosen at random |
//! | `errors.rs` | exceptions |
//! | `waiting.rs` | long computations that can be interrupted |

#![allow(
    clippy::needless_pass_by_value,
    reason = "arguments of Python are handed over by value"
)]

mod actions;
mod asking;
mod batch;
mod errors;
mod learning;
mod records;
mod sampling;
mod state;
mod waiting;
mod words;

use pyo3::prelude::*;

/// The native part of `arimaa`: use that package instead.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::actions::Actions;
    #[pymodule_export]
    use crate::asking::{
        Server, answer_clock, ask, end_programs, rule_ids, run_suite, run_suite_of_program,
        suite_cases,
    };
    #[pymodule_export]
    use crate::batch::{ArrowRows, Rows, Table, ask_rows, position_rows};
    #[pymodule_export]
    use crate::learning::{Games, action_number, action_text, choose, unpack};
    #[pymodule_export]
    use crate::records::{RecordReader, encoded};
    #[pymodule_export]
    use crate::state::{State, Turns};
    #[pymodule_export]
    use crate::words::read_word;

    use pyo3::prelude::*;
    use pyo3::types::PySequence;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        PySequence::register::<Actions>(module.py())
    }
}
