//! Files and standard input, and what kind of text is in them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::bufread::MultiGzDecoder;

use crate::exit::CliError;
use crate::foreign::escape_line;
use crate::standard_input::standard_input;
use arimaa::text::kind::TextKind;
use arimaa::text::plain::looks_plain;
use arimaa::text::{Lines, TextError};

/// The largest text that is read whole. Archives are read row by row and have no such limit, and
/// neither have files that are resumed.
const MAX_TEXT: usize = 64 << 20;

/// Bytes of JSON read to find the moves of an exported game: its chat may stand before them.
const EXPORT: u64 = 64 << 10;

/// The name of standard input.
pub(super) const STANDARD_INPUT: &str = "standard input";

/// The first bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The first bytes of other packed files, and the names of their formats.
const PACKED: [(&[u8], &str); 4] = [
    (b"PK\x03\x04", "a zip archive"),
    (b"BZh", "compressed by bzip2"),
    (b"\xfd7zXZ", "compressed by xz"),
    (b"7z\xbc\xaf", "a 7z archive"),
];

/// The offset of a tar archive's format mark, and the mark.
const TAR: (usize, &[u8]) = (257, b"ustar");

/// An open text.
pub(super) struct Input {
    /// The name of the text, for messages.
    pub(super) name: String,
    /// The kind of the text, recognized by its first bytes.
    pub(super) kind: TextKind,
    /// The size of the file in bytes; `None` if the text is no regular file.
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
            return Self::from_reader(STANDARD_INPUT, None, Box::new(standard_input()));
        }
        let file = match File::open(name) {
            Ok(file) => file,
            // A board, or a text that holds one.
            Err(_) if looks_like_a_text(name) => return Self::from_argument(name),
            Err(error) => return Err(fail(error)),
        };
        let metadata = file.metadata().map_err(fail)?;
        if metadata.is_dir() {
            return Err(fail(io::ErrorKind::IsADirectory.into()));
        }
        let size = metadata.is_file().then_some(metadata.len());
        Self::from_reader(name, size, Box::new(BufReader::new(file)))
    }

    /// The stream, decompressed if it begins with [`GZIP`].
    fn unpacked(mut reader: Box<dyn BufRead + Send>) -> io::Result<Box<dyn BufRead + Send>> {
        let mut start = Vec::new();
        let most = GZIP.len() as u64;
        reader.by_ref().take(most).read_to_end(&mut start)?;
        let is_packed = start == GZIP;
        let reader = Cursor::new(start).chain(reader);
        if is_packed {
            return Ok(Box::new(BufReader::new(MultiGzDecoder::new(reader))));
        }
        Ok(Box::new(reader))
    }

    fn from_argument(text: &str) -> Result<Self, CliError> {
        let input = Self::from_reader("POSITION", None, Box::new(Cursor::new(text.to_owned())))?;
        if input.kind == TextKind::Records && !text.contains('\n') {
            let text = escape_line(text);
            return Err(CliError::Question(format!(
                "`{text}` is no file, and a board is written `g [64 characters, a8 to h8 first, down to h1]`"
            )));
        }
        Ok(input)
    }

    fn from_reader(
        name: &str,
        size: Option<u64>,
        reader: Box<dyn BufRead + Send>,
    ) -> Result<Self, CliError> {
        let fail = |error| CliError::Read {
            name: name.to_owned(),
            error,
        };
        let mut reader = Self::unpacked(reader).map_err(fail)?;
        let mut bytes = Vec::new();
        let read = reader.by_ref().take(4096).read_to_end(&mut bytes);
        read.map_err(fail)?;
        if let Some(packed) = packing_of(&bytes) {
            let name = escape_line(name);
            return Err(CliError::Question(format!(
                "{name}: this is {packed}: unpack it first"
            )));
        }
        if TextKind::of(&String::from_utf8_lossy(&bytes)) == TextKind::State {
            let read = reader.by_ref().take(EXPORT).read_to_end(&mut bytes);
            read.map_err(fail)?;
        }
        let start = String::from_utf8_lossy(&bytes);
        if let Some((line, _)) = start.split_once('\r')
            && start.matches('\r').count() > 1
            && !start.contains(['\n', '\0'])
        {
            let column = line.chars().count() + 1;
            let found = "a carriage return alone";
            let expected = "lines that end with LF or CR LF";
            return Err(CliError::text_error(
                name,
                TextError::new(1, column, found, expected),
            ));
        }
        Ok(Self {
            name: name.to_owned(),
            kind: TextKind::of(&start),
            size,
            reader: Box::new(Cursor::new(bytes).chain(reader)),
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
            text.push_str(&line.map_err(|error| CliError::text_error(&self.name, error))?);
            text.push('\n');
            check_length(&self.name, text.len())?;
        }
        Ok(text)
    }
}

/// The name of the packed format that begins with these bytes; `None` for text, and for gzip, which
/// is unpacked here.
fn packing_of(start: &[u8]) -> Option<&'static str> {
    let is_tar = start
        .get(TAR.0..)
        .is_some_and(|name| name.starts_with(TAR.1));
    let mut packed = PACKED.iter().filter(|(begin, _)| start.starts_with(begin));
    let packed = packed.next().map(|(_, form)| *form);
    packed.or(is_tar.then_some("a tar archive"))
}

/// Reads the whole text of a file, up to [`MAX_TEXT`] bytes.
pub(super) fn read_file(name: &str) -> Result<String, CliError> {
    let fail = |error| CliError::Read {
        name: name.to_owned(),
        error,
    };
    let mut bytes = Vec::new();
    let file = File::open(name).map_err(fail)?;
    let mut file = file.take(MAX_TEXT as u64 + 1);
    file.read_to_end(&mut bytes).map_err(fail)?;
    check_length(name, bytes.len())?;
    String::from_utf8(bytes)
        .map_err(|error| fail(io::Error::new(io::ErrorKind::InvalidData, error)))
}

fn check_length(name: &str, length: usize) -> Result<(), CliError> {
    if length <= MAX_TEXT {
        return Ok(());
    }
    let (name, limit) = (escape_line(name), MAX_TEXT >> 20);
    Err(CliError::Question(format!(
        "{name}: the text is longer than {limit} MiB"
    )))
}

/// Whether an argument that names no file is a text: a board or its beginning, or several lines.
fn looks_like_a_text(argument: &str) -> bool {
    let begins_with_a_side = argument.starts_with("g ") || argument.starts_with("s ");
    begins_with_a_side || argument.contains(['[', '|', '\n']) || looks_plain(argument)
}
