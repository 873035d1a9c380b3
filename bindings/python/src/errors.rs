//! Python exceptions for faults and refusals; their classes are in `arimaa._errors`.

use arimaa::text::{ReadError, TextError};
use arimaa_oracle::ask::{Fault, RefusedTurn};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde::Serialize;

/// The exception for a question that the oracle cannot answer.
pub fn of_fault(py: Python<'_>, fault: &Fault) -> PyErr {
    exception_from_data(py, "of_fault", fault)
}

/// The exception for a turn or an action that the rules forbid.
pub fn of_refusal(py: Python<'_>, refusal: &RefusedTurn) -> PyErr {
    exception_from_data(py, "of_refusal", refusal)
}

/// The exception for a text that cannot be read.
pub fn of_text(py: Python<'_>, error: TextError) -> PyErr {
    of_fault(py, &error.into())
}

/// The message of a fault, with its rule.
pub fn fault_message(fault: &Fault) -> String {
    match fault {
        Fault::ImpossiblePosition { rule, message, .. } => format!("{message} ({rule})"),
        other => other.message().to_owned(),
    }
}

/// The exception for a stream or text that cannot be read; for a Python file, its own exception.
pub fn of_reading(py: Python<'_>, error: ReadError) -> PyErr {
    match error {
        ReadError::Text(error) => of_text(py, error),
        ReadError::Io(error) => error.into(),
    }
}

/// A text argument from Python; a string that UTF-8 cannot encode is refused as an unreadable text.
pub struct Text(pub String);

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = text_of(&*object.cast::<PyString>()?);
        text.map(Self).map_err(|error| of_text(object.py(), error))
    }
}

/// The text of a Python string.
///
/// # Errors
///
/// If it has a half of a surrogate pair, which no encoding has: the place of the first.
pub fn text_of(text: &Bound<'_, PyString>) -> Result<String, TextError> {
    let error = match text.to_cow() {
        Ok(text) => return Ok(text.into_owned()),
        Err(error) => error,
    };
    let start = error.value(text.py()).getattr("start");
    let start: usize = start.and_then(|start| start.extract()).unwrap_or_default();
    let lossy = text.to_string_lossy();
    let before: String = lossy.chars().take(start).collect();
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    let found = "half of a surrogate pair";
    Err(TextError::new(line, column, found, "a text of Unicode"))
}

/// Makes an exception by the function `maker` of `arimaa._errors` from its data in JSON.
fn exception_from_data<T: Serialize>(py: Python<'_>, maker: &str, data: &T) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let text = json(data)?;
        let module = py.import("arimaa._errors")?;
        Ok(PyErr::from_value(module.call_method1(maker, (text,))?))
    };
    make().unwrap_or_else(|error| error)
}

/// Writes data as JSON.
pub fn json<T: Serialize>(data: &T) -> PyResult<String> {
    serde_json::to_string(data).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
