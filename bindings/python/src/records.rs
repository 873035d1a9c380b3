//! Game records, read one after the other from a Python file.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use arimaa::text::kind::TextKind;
use arimaa::text::{Archive, Entry, ReadError, Record, Records, write_record, write_turn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors;

/// A file of Python, opened for bytes.
struct PyFile(Py<PyAny>);

impl Read for PyFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| -> PyResult<usize> {
            let read = self.0.bind(py).call_method1("read", (buffer.len(),))?;
            let bytes: &[u8] = read.extract().map_err(PyErr::from)?;
            let room = buffer.get_mut(..bytes.len());
            let room = room.ok_or_else(|| PyValueError::new_err("read more than was asked for"))?;
            room.copy_from_slice(bytes);
            Ok(bytes.len())
        })
        .map_err(io::Error::other)
    }
}

/// Tags, entries and the whole text of a record. An entry is its kind, its label and its turn.
type Parts = (
    Vec<(String, String)>,
    Vec<(&'static str, Option<String>, String)>,
    String,
);

/// Reads the records of a file, or the rows of an archive.
#[pyclass(module = "arimaa._native")]
pub struct RecordReader {
    source: Source,
}

enum Source {
    /// A text, and the place of the next record in it.
    Text(String, (usize, usize)),
    Archive(Box<Archive<Box<dyn BufRead + Send + Sync>>>),
}

#[pymethods]
impl RecordReader {
    #[new]
    fn new(py: Python<'_>, file: Py<PyAny>) -> PyResult<Self> {
        let mut start = Vec::new();
        let mut file = BufReader::with_capacity(1 << 20, PyFile(file));
        let failed = |error| errors::of_reading(py, ReadError::Io(error));
        file.by_ref()
            .take(4096)
            .read_to_end(&mut start)
            .map_err(failed)?;
        let is_archive = TextKind::of(&String::from_utf8_lossy(&start)) == TextKind::Archive;
        let mut stream = Cursor::new(start).chain(file);
        let source = if is_archive {
            let stream: Box<dyn BufRead + Send + Sync> = Box::new(stream);
            let archive = Archive::new(stream).map_err(|error| errors::of_reading(py, error))?;
            Source::Archive(Box::new(archive))
        } else {
            let mut text = String::new();
            stream.read_to_string(&mut text).map_err(failed)?;
            let place = Records::new(&text).place();
            Source::Text(text, place)
        };
        Ok(Self { source })
    }

    /// Whether the file is an archive, which is read row by row.
    #[getter]
    const fn is_archive(&self) -> bool {
        matches!(self.source, Source::Archive(_))
    }

    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Parts>> {
        let read = match &mut self.source {
            Source::Archive(archive) => archive.next().map(|row| row.map(Record::from)),
            Source::Text(text, place) => {
                let mut records = Records::at(text, *place);
                let read = records.next();
                *place = records.place();
                read.map(|read| read.map(|record| record.value).map_err(ReadError::from))
            }
        };
        let record = read
            .transpose()
            .map_err(|error| errors::of_reading(py, error))?;
        Ok(record.as_ref().map(parts))
    }
}

fn parts(record: &Record) -> Parts {
    let tags = record.tags.to_string();
    let tags = tags.lines().filter_map(|line| line.split_once(": "));
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let entries = record.entries.iter().map(|entry| {
        let (kind, turn) = match entry {
            Entry::Turn { tokens, .. } => {
                let tokens = tokens.iter().map(|token| token.value);
                ("turn", write_turn(None, tokens))
            }
            Entry::Takeback(_) => ("takeback", String::new()),
            Entry::Resigns(_) => ("resigns", String::new()),
            Entry::Lost(_) => ("lost", String::new()),
            Entry::Open(_) => ("open", String::new()),
        };
        (kind, entry.label().map(|label| label.to_string()), turn)
    });
    (tags.collect(), entries.collect(), write_record(record))
}
