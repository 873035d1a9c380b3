//! Counts kept in a file, so that a long count can be interrupted and go on.
//!
//! The first line says what is counted. Each further line is the name of a first step or turn and
//! its count, in the order in which they were counted. The last line may be cut short; it is
//! counted again.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::exit::CliError;

/// The file, and the counts that stood in it.
pub(super) struct Kept {
    file: Mutex<File>,
    known: HashMap<String, u64>,
}

impl Kept {
    /// Opens the file, or makes it. `question` is what is counted, in one line.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, or holds anything but counts for this question.
    pub(super) fn open(path: &Path, question: &str) -> Result<Self, CliError> {
        Self::try_open(path, question).map_err(|error| CliError::file(path, error))
    }

    fn try_open(path: &Path, question: &str) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut known = HashMap::new();
        for (line, number) in text[..whole].lines().zip(1..) {
            let row = line.split_once('\t');
            let row = row.and_then(|(name, count)| Some((name, count.parse().ok()?)));
            match row {
                _ if number == 1 && line == question => {}
                Some((name, count)) if number > 1 => {
                    known.insert(name.to_owned(), count);
                }
                _ => {
                    let problem = format!("line {number} is none of this count: {question}");
                    return Err(io::Error::other(problem));
                }
            }
        }
        if whole == 0 && !question.starts_with(&text) {
            return Err(io::Error::other("it holds something else than counts"));
        }
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        if whole == 0 {
            writeln!(file, "{question}")?;
        }
        Ok(Self {
            file: Mutex::new(file),
            known,
        })
    }

    /// The count of a first step or turn, if it is known.
    pub(super) fn count_of(&self, name: &str) -> Option<u64> {
        self.known.get(name).copied()
    }

    /// Adds a count. The line is written at once.
    pub(super) fn add(&self, name: &str, count: u64) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(format!("{name}\t{count}\n").as_bytes())
    }
}
