//! Files and standard input, and what kind of text is in them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use super::exit::CliError;
use crate::text::Lines;

/// The largest text that is read whole; archives are read row by row and have no such limit.
const MAX_TEXT: usize = 64 << 20;

/// The kinds of text that can be told apart by how they begin.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum InputKind {
    /// A compact board.
    Compact,
    /// A diagram.
    Diagram,
    /// A JSON state.
    State,
    /// One or more game records.
    Records,
    /// A server archive.
    Archive,
}

/// An open text.
pub(super) struct Input {
    /// Its name, for messages.
    pub(super) name: String,
    /// Its form, told by its beginning.
    pub(super) kind: InputKind,
    /// Its size in bytes, if it is a file.
    pub(super) size: Option<u64>,
    reader: Box<dyn BufRead + Send>,
}

impl Input {
    /// Opens a file, or standard input where the name is `-`, and looks at how it begins.
    pub(super) fn open(name: &str) -> Result<Self, CliError> {
        let fail = |error| CliError::Read {
            name: name.to_owned(),
            error,
        };
        if name == "-" {
            let reader = Box::new(BufReader::new(io::stdin()));
            return Self::of("standard input", None, reader).map_err(fail);
        }
        let file = File::open(name).map_err(|error| {
            if looks_like_a_board(name) {
                not_a_board(name)
            } else {
                fail(error)
            }
        })?;
        let metadata = file.metadata().map_err(fail)?;
        if metadata.is_dir() {
            return Err(fail(io::ErrorKind::IsADirectory.into()));
        }
        let size = metadata.is_file().then_some(metadata.len());
        Self::of(name, size, Box::new(BufReader::new(file))).map_err(fail)
    }

    fn of(name: &str, size: Option<u64>, mut reader: Box<dyn BufRead + Send>) -> io::Result<Self> {
        let mut start = Vec::new();
        reader.by_ref().take(4096).read_to_end(&mut start)?;
        Ok(Self {
            name: name.to_owned(),
            kind: InputKind::of(&String::from_utf8_lossy(&start)),
            size,
            reader: Box::new(io::Cursor::new(start).chain(reader)),
        })
    }

    /// The text as a stream, for archives.
    pub(super) fn into_reader(self) -> Box<dyn BufRead + Send> {
        self.reader
    }

    /// The whole text, read line by line within bounds.
    pub(super) fn into_text(self) -> Result<String, CliError> {
        let mut text = String::new();
        for line in Lines::new(self.reader) {
            let (_, line) = line.map_err(|error| CliError::Read {
                name: self.name.clone(),
                error,
            })?;
            text.push_str(&line.map_err(|error| CliError::text(&self.name, error))?);
            text.push('\n');
            if text.len() > MAX_TEXT {
                let limit = MAX_TEXT >> 20;
                return Err(CliError::Question(format!(
                    "{}: the text is longer than {limit} MiB",
                    self.name
                )));
            }
        }
        Ok(text)
    }
}

impl InputKind {
    /// The form of a text that begins like this.
    pub(super) fn of(start: &str) -> Self {
        let text = start.trim_start_matches('\u{feff}').trim_start();
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        if text.starts_with('{') {
            Self::State
        } else if first.contains('\t') && first.split('\t').any(|column| column == "movelist") {
            Self::Archive
        } else if is_compact(first) {
            Self::Compact
        } else if text.lines().take(4).any(|line| line.contains("+---")) {
            Self::Diagram
        } else {
            Self::Records
        }
    }
}

/// Whether a text that names no file was rather meant as a board.
fn looks_like_a_board(text: &str) -> bool {
    text.contains(['[', '|', '\n']) || text.matches('/').count() == 7
}

fn not_a_board(text: &str) -> CliError {
    let text: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    CliError::Question(format!(
        "`{text}` is no file, and a board is written `g [64 characters, a8 to h8 first, down to h1]`"
    ))
}

/// Whether a text can only be meant as a compact board.
pub(super) fn is_compact(text: &str) -> bool {
    let mut letters = text.trim_start().chars();
    letters
        .next()
        .is_some_and(|letter| "gswbGSWB".contains(letter))
        && letters.as_str().trim_start().starts_with('[')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_by_how_a_text_begins() {
        for (text, kind) in [
            ("g [", InputKind::Compact),
            ("\u{feff}s[        ", InputKind::Compact),
            ("\r\n{\"side\":", InputKind::State),
            ("12g\n +-----------------+\n", InputKind::Diagram),
            (" +-----------------+\n8|", InputKind::Diagram),
            ("1g Ra1\n", InputKind::Records),
            ("Game: 7\n1w Ra1", InputKind::Records),
            ("", InputKind::Records),
            ("id\twplayerid\tmovelist\n", InputKind::Archive),
        ] {
            assert_eq!(InputKind::of(text), kind, "{text}");
        }
    }
}
