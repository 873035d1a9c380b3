//! Actions as Python objects, each made once: a list of them holds references only.

use arimaa::text::TextError;
use arimaa::vocab::{
    Action, Edition, Handicap, Label, Part, Piece, Placed, Side, Square, Step, UnknownWord,
};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::errors::{self, Text};

/// A Python object that is made on first use.
type Once = PyOnceLock<Py<PyAny>>;

static STEPS: [Once; 12 * 64 * 4] = [const { PyOnceLock::new() }; 12 * 64 * 4];
static PLACEMENTS: [Once; 12 * 64] = [const { PyOnceLock::new() }; 12 * 64];
static END: Once = PyOnceLock::new();

/// The Python object of an action: a `Step`, a `Placement` or `END_TURN`.
pub fn action(py: Python<'_>, action: Action) -> PyResult<Bound<'_, PyAny>> {
    match action {
        Action::Step(step) => {
            let place = placed_index(step.piece, step.from) * 4 + step.direction as usize;
            python_object(py, &STEPS[place], "Step", &step)
        }
        Action::Place(placed) => placement(py, placed),
        Action::EndTurn => python_object(py, &END, "EndTurn", &action),
    }
}

/// The Python object of a piece on a square.
pub fn placement(py: Python<'_>, placed: Placed) -> PyResult<Bound<'_, PyAny>> {
    let place = placed_index(placed.piece, placed.square);
    python_object(py, &PLACEMENTS[place], "Placement", &placed)
}

fn placed_index(piece: Piece, square: Square) -> usize {
    (piece.side as usize * 6 + piece.kind.index()) * 64 + square.index()
}

fn python_object<'py>(
    py: Python<'py>,
    object: &Once,
    class: &str,
    word: &dyn ToString,
) -> PyResult<Bound<'py, PyAny>> {
    let object = object.get_or_try_init(py, || -> PyResult<_> {
        let module = py.import(intern!(py, "arimaa._words"))?;
        let made = module.call_method1("made", (class, word.to_string()))?;
        Ok(made.unbind())
    })?;
    Ok(object.bind(py).clone())
}

/// Reads a word of this kind and writes it in canonical notation.
#[pyfunction]
pub fn read_word(py: Python<'_>, kind: &str, text: Text) -> PyResult<String> {
    let text = text.0;
    let read: Result<String, UnknownWord> = match kind {
        "Action" => text.parse().map(|word: Action| word.to_string()),
        "Edition" => text.parse().map(|word: Edition| word.to_string()),
        "EndTurn" => match text.parse() {
            Ok(Action::EndTurn) => Ok(text),
            _ => Err(UnknownWord::new(&text, "the end of a turn (`end`)")),
        },
        "Handicap" => text.parse().map(|word: Handicap| word.to_string()),
        "Label" => text.parse().map(|word: Label| word.to_string()),
        "Part" => text.parse().map(|word: Part| word.to_string()),
        "Piece" => text.parse().map(|word: Piece| word.to_string()),
        "Placement" => text.parse().map(|word: Placed| word.to_string()),
        "Side" => text.parse().map(|word: Side| word.to_string()),
        "Square" => text.parse().map(|word: Square| word.to_string()),
        "Step" => text.parse().map(|word: Step| word.to_string()),
        _ => return Err(PyValueError::new_err(format!("no kind of word: {kind}"))),
    };
    read.map_err(|error| errors::of_text(py, TextError::from(error)))
}
