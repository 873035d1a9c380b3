//! Game records, read one by one from a Python file.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use arimaa::text::kind::TextKind;
use arimaa::text::{
    Annotated, AnnotatedLine, AnnotatedRecords, Archive, Entry, Lines, ReadError, Record,
    TextError, read_annotated, transcribe, write_annotated, write_turn,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::errors::{self, Text};

/// The largest text of records, in bytes; archives are read row by row and have no such limit.
const MAX_TEXT: usize = 64 << 20;

/// A Python file opened in binary mode.
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

/// Tags, comments, lines and the whole text of a record.
type Parts<'py> = (Vec<(String, String)>, Vec<String>, Vec<Line<'py>>, String);

/// A line of a record: its kind, label, turn, comments and variations.
type Line<'py> = (
    &'static str,
    Option<String>,
    String,
    Bound<'py, PyTuple>,
    Bound<'py, PyTuple>,
);

/// Reads the records of a file, or the rows of an archive.
#[pyclass(module = "arimaa._native")]
pub struct RecordReader {
    source: Source,
}

enum Source {
    /// A text, the place of its next record, and the error of its first form if it was rewritten.
    Text(String, (usize, usize), Option<TextError>),
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
        let stream = Cursor::new(start).chain(file);
        let source = if is_archive {
            let stream: Box<dyn BufRead + Send + Sync> = Box::new(stream);
            let archive = Archive::new(stream).map_err(|error| errors::of_reading(py, error))?;
            Source::Archive(Box::new(archive))
        } else {
            let mut text = Vec::new();
            let mut bounded = stream.take(MAX_TEXT as u64 + 1);
            bounded.read_to_end(&mut text).map_err(failed)?;
            if text.len() > MAX_TEXT {
                let limit = MAX_TEXT >> 20;
                let message = format!("the text is longer than {limit} MiB");
                return Err(failed(io::Error::other(message)));
            }
            let text = decoded(text).map_err(|error| errors::of_reading(py, error))?;
            let place = AnnotatedRecords::new(&text).place();
            Source::Text(text, place, None)
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

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Parts<'py>>> {
        let read = match &mut self.source {
            Source::Archive(archive) => {
                let row = archive.next();
                row.map(|row| row.map(|row| Annotated::from(Record::from(row))))
            }
            Source::Text(text, place, wrong) => {
                let from = *place;
                let read = match next_record(text, place) {
                    Some(Err(error)) => match transcribed(text, from) {
                        Some((other, first)) if wrong.is_none() => {
                            *place = (other.len(), from.1);
                            (*text, *wrong) = (other, first);
                            next_record(text, place)
                        }
                        _ => Some(Err(error)),
                    },
                    read => read,
                };
                read.map(|read| read.map_err(|error| wrong.take().unwrap_or(error).into()))
            }
        };
        let record = read.transpose();
        let record = record.map_err(|error| errors::of_reading(py, error))?;
        let parts = record.map(|record| parts_for_python(py, &record));
        parts.transpose()
    }
}

/// Reads the record at `place`, and moves `place` behind it.
fn next_record(text: &str, place: &mut (usize, usize)) -> Option<Result<Annotated, TextError>> {
    let mut records = AnnotatedRecords::at(text, *place);
    let read = records.next();
    *place = records.place();
    read
}

/// Rewrites the rest of a text as records if it is in a form of another program; the error names
/// what cannot be read, by its place before it was rewritten.
fn transcribed(text: &str, (left, lines): (usize, usize)) -> Option<(String, Option<TextError>)> {
    let rest = text.get(text.len() - left..)?;
    let other = transcribe(rest)?;
    let mut wrong = read_annotated(rest).err();
    if let Some(error) = &mut wrong {
        error.line += lines;
    }
    Some((other, wrong))
}

/// Decodes UTF-8.
///
/// # Errors
///
/// If they are not UTF-8: the place of the first byte that is not.
fn decoded(bytes: Vec<u8>) -> Result<String, ReadError> {
    String::from_utf8(bytes).map_err(|invalid| {
        let lines = Lines::new(invalid.as_bytes()).with_limit(usize::MAX);
        let found = lines.flatten().find_map(|(_, line)| line.err());
        found.map_or_else(|| ReadError::Io(io::Error::other(invalid)), ReadError::from)
    })
}

/// Encodes a text as the bytes of a file.
#[pyfunction]
pub fn encoded(py: Python<'_>, text: Text) -> Bound<'_, PyBytes> {
    PyBytes::new(py, text.0.as_bytes())
}

fn parts_for_python<'py>(py: Python<'py>, record: &Annotated) -> PyResult<Parts<'py>> {
    let tags = record.tags.to_string();
    let tags = tags.lines().filter_map(|line| line.split_once(": "));
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let comments = record.comments.clone();
    let text = write_annotated(record);
    Ok((tags.collect(), comments, lines(py, &record.lines)?, text))
}

fn lines<'py>(py: Python<'py>, lines: &[AnnotatedLine]) -> PyResult<Vec<Line<'py>>> {
    let line = |line: &AnnotatedLine| -> PyResult<Line<'py>> {
        let (kind, turn) = match &line.entry {
            Entry::Turn { tokens, .. } => {
                let tokens = tokens.iter().map(|token| token.value);
                ("turn", write_turn(None, tokens))
            }
            Entry::Takeback(_) => ("takeback", String::new()),
            Entry::Resigns(_) => ("resigns", String::new()),
            Entry::Lost(_) => ("lost", String::new()),
            Entry::Open(_) => ("open", String::new()),
        };
        let label = line.entry.label().map(|label| label.to_string());
        let variations = line.variations.iter().map(|other| self::lines(py, other));
        let variations = variations.collect::<PyResult<Vec<_>>>()?;
        let comments = PyTuple::new(py, &line.comments)?;
        Ok((kind, label, turn, comments, PyTuple::new(py, variations)?))
    };
    lines.iter().map(line).collect()
}
