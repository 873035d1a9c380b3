//! Counts kept in a file, so that a long count can be interrupted and go on.
//!
//! The first line says what is counted. Each further line is the name of a first step or turn and
//! its count, in the order in which they were counted. The last line may be cut short; it is
//! counted again. One process at a time writes the file.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::exit::CliError;
use crate::locked::open_locked;
use arimaa::text::MAX_LINE;

/// The open file, and the counts that it held when it was opened.
pub(super) struct Kept<'a> {
    file: Mutex<File>,
    /// Every first step or turn, and its count where it is known.
    counts: HashMap<&'a str, Option<u64>>,
}

impl<'a> Kept<'a> {
    /// Opens the file, or makes it. `question` is what is counted, in one line, and `firsts` are
    /// the names of its first steps or turns.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, another process writes it, or it holds anything but
    /// one count at most for each of `firsts`.
    pub(super) fn open(
        path: &Path,
        question: &str,
        firsts: impl Iterator<Item = &'a str>,
    ) -> Result<Self, CliError> {
        Self::try_open(path, question, firsts).map_err(|error| CliError::file(path, error))
    }

    fn try_open(
        path: &Path,
        question: &str,
        firsts: impl Iterator<Item = &'a str>,
    ) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = open_locked(&options, path)?;
        let mut counts: HashMap<_, _> = firsts.map(|name| (name, None)).collect();
        let (mut whole, mut number) = (0, 0);
        let mut lines = BufReader::new(&file);
        let mut line = Vec::new();
        loop {
            line.clear();
            // Two bytes more than a line has with its line break.
            let mut bounded = lines.by_ref().take(MAX_LINE as u64 + 2);
            let length = bounded.read_until(b'\n', &mut line)?;
            number += 1;
            let Some(text) = line.strip_suffix(b"\n") else {
                let is_cut = number > 1 || question.as_bytes().starts_with(&line);
                if length > MAX_LINE || !is_cut {
                    return Err(io::Error::other("it holds something else than counts"));
                }
                break;
            };
            let row = str::from_utf8(text).ok();
            let row = row.and_then(|line| line.split_once('\t'));
            let row = row.and_then(|(name, count)| {
                let unknown = counts.get_mut(name).filter(|known| known.is_none())?;
                Some((unknown, count.parse().ok()?))
            });
            match row {
                _ if number == 1 && text == question.as_bytes() => {}
                Some((unknown, count)) if number > 1 => *unknown = Some(count),
                _ => {
                    let problem = format!("line {number} is none of this count: {question}");
                    return Err(io::Error::other(problem));
                }
            }
            whole += length as u64;
        }
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        if whole == 0 {
            writeln!(file, "{question}")?;
        }
        Ok(Self {
            file: Mutex::new(file),
            counts,
        })
    }

    /// The count of a first step or turn, if it is known.
    pub(super) fn count_of(&self, name: &str) -> Option<u64> {
        self.counts.get(name).copied().flatten()
    }

    /// Appends a count to the file at once. [`count_of`](Self::count_of) does not see it.
    pub(super) fn append(&self, name: &str, count: u64) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(format!("{name}\t{count}\n").as_bytes())
    }
}
