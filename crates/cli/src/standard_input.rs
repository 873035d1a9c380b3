//! Standard input, whose first line tells whether it holds one text or a position a line.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::{Mutex, PoisonError};

use serde::de::IgnoredAny;

use arimaa::text::header::read_mover;
use arimaa::text::kind::TextKind;

/// The most bytes read ahead to recognize the input: comments and one line.
const LOOKED_AT: u64 = 64 << 10;

/// The bytes that were read ahead.
static AHEAD: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Standard input from its beginning, with the bytes that were read ahead.
pub(super) fn standard_input() -> impl BufRead + Send {
    let ahead = std::mem::take(&mut *AHEAD.lock().unwrap_or_else(PoisonError::into_inner));
    Cursor::new(ahead).chain(BufReader::new(io::stdin()))
}

/// Whether standard input holds a position a line. A diagram, a record, an archive or a board over
/// several lines is one text, even if quoted. Waits for a line that is not empty and no comment.
pub(super) fn holds_lines() -> io::Result<bool> {
    let mut ahead = AHEAD.lock().unwrap_or_else(PoisonError::into_inner);
    let mut input = io::stdin()
        .lock()
        .take(LOOKED_AT.saturating_sub(ahead.len() as u64));
    loop {
        let start = ahead.len();
        let length = input.read_until(b'\n', &mut ahead)?;
        let line = String::from_utf8_lossy(ahead.get(start..).unwrap_or_default());
        let line = line.trim_start_matches(['\u{feff}', '>', ' ']).trim();
        if length == 0 || !(line.is_empty() || line.starts_with('#')) {
            return Ok(!begins_a_text(line));
        }
    }
}

/// Messages that an engine's log may begin with.
const LOG: [&str; 5] = ["aei", "protocol-version", "id", "isready", "newgame"];

/// Whether a line is the first of a longer text.
fn begins_a_text(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    match TextKind::of(line) {
        TextKind::Archive | TextKind::Diagram => true,
        TextKind::State => serde_json::from_str::<IgnoredAny>(line).is_err(),
        TextKind::Compact => false,
        // Eight squares, which may stand apart; a few more are too many squares of a rank.
        TextKind::Plain => !line.contains('/') && line.len() < 20,
        // A header, a tag, also in brackets, a fence of a quotation, a field of an export, a page,
        // a command of a log, or a turn.
        TextKind::Records => {
            let is_tag = first.ends_with(':') && first.len() > 1
                || first.starts_with(['[', '`', '~', '<', '&', '{'])
                || first.contains('=')
                || LOG.contains(&first);
            let label = first.trim_end_matches(';').parse::<arimaa::vocab::Label>();
            is_tag || label.is_ok() || read_mover(line).is_some() || line.contains(" to move")
        }
    }
}
