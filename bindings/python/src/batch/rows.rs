//! Rows of texts and positions, as Python objects or as Arrow arrays.

use std::ptr::NonNull;
use std::sync::{Arc, Mutex};

use arimaa::compare::EngineKind;
use arimaa_oracle::ask::{self, AnyText, PositionSource};
use arimaa_oracle::judge::JudgedGame;
use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{
    AnyDictionaryArray, Array, ArrayRef, FixedSizeBinaryArray, LargeStringArray, StringArray,
    StringViewArray, StructArray, make_array,
};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::{PyBaseException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList, PyString};

use crate::errors::{fault_message, text_of};
use crate::learning::packed::{PACKED, state_of};
use crate::state::State;

/// The greatest number of rows answered together. It bounds the memory of answers.
const CHUNK: usize = 1 << 16;

/// The content of one row.
#[derive(Clone, Copy)]
pub enum Cell<'a> {
    /// A text that is not read yet.
    Text(&'a str),
    /// A position that Python holds.
    Game(&'a JudgedGame),
    /// A packed position (`learning/packed.rs`).
    Packed(&'a [u8; PACKED]),
    /// The reason why the row cannot be used.
    Bad(&'a str),
    /// A null, or a row beyond the end.
    Missing,
}

/// A run of rows out of a column, which is shared.
#[pyclass(frozen, module = "arimaa._native")]
pub struct Rows {
    column: Arc<Column>,
    first: usize,
    len: usize,
}

enum Column {
    Objects(Vec<Object>),
    Packed(Vec<[u8; PACKED]>),
    Binary(FixedSizeBinaryArray),
    Strings(StringArray),
    LargeStrings(LargeStringArray),
    StringViews(StringViewArray),
}

enum Object {
    Text(String),
    Game(JudgedGame),
    Missing,
    /// The reason why the row cannot be used: its type, or a text that UTF-8 cannot encode.
    Bad(String),
}

#[pymethods]
impl Rows {
    /// Rows of a list of texts, states, `None`, and exceptions, whose messages become reasons.
    #[new]
    fn new(rows: &Bound<'_, PyList>) -> PyResult<Self> {
        let object = |row: Bound<'_, PyAny>| {
            if row.is_none() {
                Ok(Object::Missing)
            } else if let Ok(text) = row.cast::<PyString>() {
                Ok(match text_of(text) {
                    Ok(text) => Object::Text(text),
                    Err(error) => Object::Bad(error.to_string()),
                })
            } else if let Ok(state) = row.cast::<State>() {
                Ok(Object::Game(state.get().game().clone()))
            } else if row.is_instance_of::<PyBaseException>() {
                Ok(Object::Bad(row.str()?.to_string()))
            } else {
                let found = row.get_type().name()?;
                let reason = format!("a row is a text, a Position or None, not {found}");
                Ok(Object::Bad(reason))
            }
        };
        let objects = rows.iter().map(object).collect::<PyResult<_>>()?;
        Ok(Self::of(Column::Objects(objects)))
    }

    /// Rows of packed positions, one after the other.
    #[staticmethod]
    fn packed(positions: &[u8]) -> PyResult<Self> {
        let (rows, rest) = positions.as_chunks::<PACKED>();
        if !rest.is_empty() {
            return Err(PyValueError::new_err("a packed position has 128 bytes"));
        }
        Ok(Self::of(Column::Packed(rows.to_vec())))
    }

    fn __len__(&self) -> usize {
        self.len
    }

    /// The games of the rows; `None` for a row that holds no game.
    fn states(&self) -> Vec<Option<State>> {
        let states = (0..self.len).map(|row| match self.cell(row) {
            Cell::Game(game) => Some(State::from(game.clone())),
            _ => None,
        });
        states.collect()
    }

    /// Cuts the rows into the first `length` and the rest.
    fn cut(&self, length: usize) -> (Self, Self) {
        let length = length.min(self.len);
        let part = |first, len| Self {
            column: Arc::clone(&self.column),
            first,
            len,
        };
        (
            part(self.first, length),
            part(self.first + length, self.len - length),
        )
    }
}

impl Rows {
    fn of(column: Column) -> Self {
        let len = match &column {
            Column::Objects(objects) => objects.len(),
            Column::Packed(positions) => positions.len(),
            Column::Binary(array) => array.len(),
            Column::Strings(array) => array.len(),
            Column::LargeStrings(array) => array.len(),
            Column::StringViews(array) => array.len(),
        };
        let (column, first) = (Arc::new(column), 0);
        Self { column, first, len }
    }

    /// Rows of games, each a game or the reason why there is none.
    pub fn of_games(games: impl Iterator<Item = Result<JudgedGame, String>>) -> Self {
        let objects = games.map(|game| match game {
            Ok(game) => Object::Game(game),
            Err(reason) => Object::Bad(reason),
        });
        Self::of(Column::Objects(objects.collect()))
    }

    /// The number of rows.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The content of the row at an index.
    pub fn cell(&self, place: usize) -> Cell<'_> {
        let place = self.first + place;
        let text = match &*self.column {
            Column::Objects(objects) => match objects.get(place) {
                Some(Object::Game(game)) => return Cell::Game(game),
                Some(Object::Text(text)) => Some(text.as_str()),
                Some(Object::Bad(reason)) => return Cell::Bad(reason),
                Some(Object::Missing) | None => None,
            },
            Column::Packed(positions) => match positions.get(place) {
                Some(position) => return Cell::Packed(position),
                None => None,
            },
            Column::Binary(array) if array.is_valid(place) => {
                return array
                    .value(place)
                    .as_array()
                    .map_or(Cell::Missing, Cell::Packed);
            }
            Column::Binary(_) => None,
            Column::Strings(array) => array.is_valid(place).then(|| array.value(place)),
            Column::LargeStrings(array) => array.is_valid(place).then(|| array.value(place)),
            Column::StringViews(array) => array.is_valid(place).then(|| array.value(place)),
        };
        text.map_or(Cell::Missing, Cell::Text)
    }
}

impl<'a> Cell<'a> {
    /// The position of a question about this row. Where the row holds a game, it is a placeholder.
    ///
    /// # Errors
    ///
    /// If this is no row of a position.
    pub fn source(self, edition: Option<&str>) -> Result<PositionSource, String> {
        match self {
            Self::Text(text) => Ok(PositionSource::Any(AnyText {
                text: text.to_owned(),
                game: None,
                before: None,
                edition: edition.map(str::to_owned),
            })),
            Self::Packed(row) => state_of(row).map(PositionSource::State),
            Self::Game(_) => Ok(PositionSource::AtHand),
            Self::Bad(reason) => Err(reason.to_owned()),
            Self::Missing => Err("there is no position".to_owned()),
        }
    }

    /// The game at the position of this row.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn game(self, edition: Option<&str>) -> Result<JudgedGame, String> {
        if let Self::Game(game) = self {
            return Ok(game.clone());
        }
        let found = ask::find(&EngineKind::Bitboard.engine(), &self.source(edition)?);
        found.map_err(|fault| fault_message(&fault))
    }

    /// The text of a row of turns or records; `kind` names these in errors.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn text(self, kind: &str) -> Result<&'a str, String> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Bad(reason) => Err(reason.to_owned()),
            Self::Missing => Err(format!("there is no {kind}")),
            Self::Game(_) | Self::Packed(_) => Err(format!("a {kind} is a text")),
        }
    }
}

/// The rows of Arrow columns, taken chunk by chunk.
#[pyclass(module = "arimaa._native")]
pub struct ArrowRows {
    reader: Option<Mutex<ArrayStreamReader>>,
    columns: Vec<String>,
    /// The part of the last array that is not taken yet.
    rest: Option<ArrayRef>,
}

#[pymethods]
impl ArrowRows {
    /// The rows of a stream from `__arrow_c_stream__`; of a table the rows of the named columns.
    #[new]
    fn new(capsule: &Bound<'_, PyCapsule>, columns: Vec<String>) -> PyResult<Self> {
        let stream = capsule.pointer_checked(Some(c"arrow_array_stream"))?;
        let stream: NonNull<FFI_ArrowArrayStream> = stream.cast();
        // SAFETY: the capsule has the name that the Arrow PyCapsule interface gives to a pointer
        // to a stream, which lives as long as the capsule. `from_raw` moves the stream out and
        // leaves a released one behind, which is what the interface asks of a consumer.
        let reader = unsafe { ArrayStreamReader::from_raw(stream.as_ptr()) }.map_err(of_arrow)?;
        Ok(Self {
            reader: Some(Mutex::new(reader)),
            columns,
            rest: None,
        })
    }

    /// The rows of an array from `__arrow_c_array__`.
    #[staticmethod]
    fn of_array(
        schema: &Bound<'_, PyCapsule>,
        array: &Bound<'_, PyCapsule>,
        columns: Vec<String>,
    ) -> PyResult<Self> {
        let schema: NonNull<FFI_ArrowSchema> =
            schema.pointer_checked(Some(c"arrow_schema"))?.cast();
        let array: NonNull<FFI_ArrowArray> = array.pointer_checked(Some(c"arrow_array"))?.cast();
        // SAFETY: the capsules have the names that the Arrow PyCapsule interface gives to pointers
        // to a schema and to the array that it describes; both live as long as their capsules, and
        // the schema is only borrowed. `from_raw` moves the array out and leaves a released one.
        let data = unsafe {
            let array = FFI_ArrowArray::from_raw(array.as_ptr());
            from_ffi(array, schema.as_ref())
        };
        Ok(Self {
            reader: None,
            columns,
            rest: Some(make_array(data.map_err(of_arrow)?)),
        })
    }

    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> PyResult<Option<Vec<Rows>>> {
        let array = loop {
            let array = match self.rest.take() {
                Some(array) => array,
                None => match self.next_array()? {
                    Some(array) => array,
                    None => return Ok(None),
                },
            };
            if !array.is_empty() {
                break array;
            }
        };
        let taken = array.len().min(CHUNK);
        self.rest = Some(array.slice(taken, array.len() - taken));
        self.rows_of(&array.slice(0, taken)).map(Some)
    }
}

impl ArrowRows {
    fn next_array(&mut self) -> PyResult<Option<ArrayRef>> {
        let Some(reader) = &mut self.reader else {
            return Ok(None);
        };
        let reader = reader.get_mut();
        let reader = reader.map_err(|_| PyValueError::new_err("the stream has failed before"))?;
        reader.next().transpose().map_err(of_arrow)
    }

    /// The rows of an array, or of the columns of a table.
    fn rows_of(&self, array: &ArrayRef) -> PyResult<Vec<Rows>> {
        let table = array.as_any().downcast_ref::<StructArray>();
        let rows = self.columns.iter().map(|name| {
            let column = match table {
                None if self.columns.len() == 1 => array,
                None => {
                    let message = "a table that has both columns is needed, not one column";
                    return Err(PyTypeError::new_err(message));
                }
                Some(table) => table.column_by_name(name).ok_or_else(|| {
                    let names = table.column_names().join(", ");
                    PyValueError::new_err(format!("there is no column {name} among: {names}"))
                })?,
            };
            column_of(column).map(Rows::of)
        });
        rows.collect()
    }
}

fn column_of(array: &ArrayRef) -> PyResult<Column> {
    let any = array.as_any();
    if let Some(array) = any.downcast_ref::<StringArray>() {
        Ok(Column::Strings(array.clone()))
    } else if let Some(array) = any.downcast_ref::<LargeStringArray>() {
        Ok(Column::LargeStrings(array.clone()))
    } else if let Some(array) = any.downcast_ref::<StringViewArray>() {
        Ok(Column::StringViews(array.clone()))
    } else if let Some(array) = packed_of(array) {
        Ok(Column::Binary(array))
    } else if let Some(dictionary) = array.as_any_dictionary_opt() {
        Ok(Column::LargeStrings(texts_of(dictionary)?))
    } else if array.data_type() == &DataType::Null {
        let missing = (0..array.len()).map(|_| Object::Missing);
        Ok(Column::Objects(missing.collect()))
    } else {
        let found = array.data_type();
        Err(PyTypeError::new_err(format!(
            "a column of texts or of packed positions is needed, not of {found}"
        )))
    }
}

/// A column of packed positions, which is read in place.
fn packed_of(array: &ArrayRef) -> Option<FixedSizeBinaryArray> {
    let array = array.as_any().downcast_ref::<FixedSizeBinaryArray>()?;
    (usize::try_from(array.value_length()) == Ok(PACKED)).then(|| array.clone())
}

/// The texts of a dictionary-encoded column, such as a categorical one.
fn texts_of(dictionary: &dyn AnyDictionaryArray) -> PyResult<LargeStringArray> {
    let values = Rows::of(column_of(dictionary.values())?);
    if values.len() == 0 {
        return Ok(LargeStringArray::new_null(dictionary.len()));
    }
    let keys = dictionary.normalized_keys().into_iter().enumerate();
    let texts = keys.map(|(row, key)| match values.cell(key) {
        Cell::Text(text) if dictionary.keys().is_valid(row) => Some(text),
        _ => None,
    });
    Ok(texts.collect())
}

/// The Python exception for an error of Arrow.
pub fn of_arrow(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
