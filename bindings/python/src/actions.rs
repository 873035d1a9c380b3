//! The legal actions of a position as a Python sequence, whose items are made on access.

use arimaa::vocab::Action;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice, PyTuple, PyType};

use crate::words;

fn no_action() -> PyErr {
    PyIndexError::new_err("no such action")
}

/// Legal actions in the order of their text.
#[pyclass(frozen, sequence, eq, hash, module = "arimaa._native")]
#[derive(Eq, Hash, PartialEq)]
pub struct Actions {
    actions: Vec<Action>,
}

impl Actions {
    /// The sequence of these actions.
    pub const fn new(actions: Vec<Action>) -> Self {
        Self { actions }
    }

    /// The index of an action that is given as text; `None` if it is not in the sequence.
    fn place(&self, item: &Bound<'_, PyAny>) -> Option<usize> {
        let text: &str = item.extract().ok()?;
        let wanted: Action = text.parse().ok()?;
        self.actions.iter().position(|&action| action == wanted)
    }
}

#[pymethods]
impl Actions {
    /// A sequence from the texts of its actions, for unpickling.
    #[new]
    fn read(actions: Vec<String>) -> PyResult<Self> {
        let actions = actions.iter().map(|text| text.parse::<Action>());
        let actions = actions.collect::<Result<_, _>>();
        actions
            .map(Self::new)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (Vec<String>,)) {
        let texts = self.actions.iter().map(ToString::to_string).collect();
        (py.get_type::<Self>(), (texts,))
    }

    fn __len__(&self) -> usize {
        self.actions.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, len) = (index.py(), self.actions.len());
        match index.cast::<PySlice>() {
            Err(_) => {
                let beyond = |error: PyErr| {
                    let is_number = error.is_instance_of::<PyOverflowError>(py);
                    if is_number { no_action() } else { error }
                };
                let index: isize = index.extract().map_err(beyond)?;
                let place = if index < 0 {
                    len.checked_sub(index.unsigned_abs())
                } else {
                    Some(index.unsigned_abs())
                };
                let action = place.and_then(|place| self.actions.get(place));
                let action = action.ok_or_else(no_action)?;
                words::action(py, *action)
            }
            Ok(slice) => {
                let list = PyList::empty(py);
                let slice = slice.indices(isize::try_from(len)?)?;
                let mut place = slice.start;
                for _ in 0..slice.slicelength {
                    list.append(words::action(py, self.actions[place.unsigned_abs()])?)?;
                    place += slice.step;
                }
                Ok(list.into_any())
            }
        }
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> bool {
        self.place(item).is_some()
    }

    /// Iterates over a tuple of all items: making them together is faster than one by one.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let actions = self.actions.iter().map(|&action| words::action(py, action));
        PyTuple::new(py, actions.collect::<PyResult<Vec<_>>>()?)?.try_iter()
    }

    #[pyo3(signature = (value, start=0, stop=isize::MAX, /))]
    fn index(&self, value: &Bound<'_, PyAny>, start: isize, stop: isize) -> PyResult<usize> {
        let len = self.actions.len();
        let from_start = |place: isize| match usize::try_from(place) {
            Ok(place) => place,
            Err(_) => len.saturating_sub(place.unsigned_abs()),
        };
        let searched = from_start(start)..from_start(stop);
        let place = self.place(value).filter(|place| searched.contains(place));
        place.ok_or_else(|| PyValueError::new_err("not a legal action here"))
    }

    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        usize::from(self.place(value).is_some())
    }

    fn __repr__(&self) -> String {
        let words: Vec<String> = self.actions.iter().map(ToString::to_string).collect();
        format!("<legal actions: {}>", words.join(" "))
    }
}
