//! Faults and refusals as Python exceptions, whose classes are those of `arimaa._errors`.

use arimaa::text::{ReadError, TextError};
use arimaa_oracle::ask::{Fault, RefusedTurn};
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use serde::Serialize;

/// The exception for a question without an answer.
pub fn of_fault(py: Python<'_>, fault: &Fault) -> PyErr {
    made(py, "of_fault", fault)
}

/// The exception for a turn or an action that the rules forbid.
pub fn of_refusal(py: Python<'_>, refusal: &RefusedTurn) -> PyErr {
    made(py, "of_refusal", refusal)
}

/// The exception for a text that cannot be read.
pub fn of_text(py: Python<'_>, error: TextError) -> PyErr {
    of_fault(py, &error.into())
}

/// The sentence of a fault, with its rule.
pub fn fault_message(fault: &Fault) -> String {
    match fault {
        Fault::ImpossiblePosition { rule, message, .. } => format!("{message} ({rule})"),
        other => other.message().to_owned(),
    }
}

/// The exception for a stream or a text that cannot be read.
pub fn of_reading(py: Python<'_>, error: ReadError) -> PyErr {
    match error {
        ReadError::Text(error) => of_text(py, error),
        ReadError::Io(error) => PyOSError::new_err(error.to_string()),
    }
}

/// Lets Python make the exception from the JSON of its data.
fn made<T: Serialize>(py: Python<'_>, maker: &str, data: &T) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let text = json(data)?;
        let module = py.import("arimaa._errors")?;
        Ok(PyErr::from_value(module.call_method1(maker, (text,))?))
    };
    make().unwrap_or_else(|error| error)
}

/// Data as JSON.
pub fn json<T: Serialize>(data: &T) -> PyResult<String> {
    serde_json::to_string(data).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
