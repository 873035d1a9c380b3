//! Tells apart the kinds of texts that hold positions or games.

use super::compact::read_headed_compact;
use super::fences::{is_of_board, lines_within_fences};
use super::found::holds_moves;
use super::header::read_mover;
use super::located::Located;
use super::plain::{are_plain, is_cell, read_plain};
use super::tags::as_tag;
use crate::vocab::Token;

/// The kinds of text, which are told apart by their beginnings.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TextKind {
    /// A compact board.
    Compact,
    /// A plain board: eight ranks without borders.
    Plain,
    /// A diagram: a header and a drawn board with borders.
    Diagram,
    /// A JSON state (SPEC.md NOT-11).
    State,
    /// One or more game records.
    Records,
    /// The game server's archive, a table of games.
    Archive,
}

impl TextKind {
    /// The kind of a text that begins with `start`. [`Records`](Self::Records) if it looks like no
    /// other kind.
    pub fn of(start: &str) -> Self {
        let text = start.trim_start_matches('\u{feff}').trim_start();
        // An archive is never in a mail or between fences, so only the first line is looked at.
        let is_comment = |line: &&str| line.trim().is_empty() || line.starts_with('#');
        let mut written = text.lines().filter(|line| !is_comment(line));
        if written.next().map(before_comment).is_some_and(is_header) {
            return Self::Archive;
        }
        let lines = lines_within_fences(text);
        let board = lines.iter().copied().filter(is_of_board);
        let board = board.map(|line| line.with(before_comment(line.value)));
        let mut borders = board.clone().take(4).map(|line| line.value);
        let mut words = borders.clone().filter(|line| !line.trim().is_empty());
        let first = words.next().unwrap_or_default();
        // The side to move may be on a line of its own before a board.
        let second = words.next().filter(|_| read_mover(first).is_some());
        let mut others = board.clone().map(|line| line.value);
        let other = others.find(|line| read_mover(line).is_none());
        // A JSON object begins with a name in quotes, a comment in braces with any words.
        let mut parts = text.split('"').map(str::trim);
        let is_object = parts.next().is_some_and(|part| ["{", "{}"].contains(&part))
            && parts
                .nth(1)
                .is_none_or(|part| part.is_empty() || part.starts_with(':'));
        if holds_moves(text, &lines) || other.is_some_and(is_tag) {
            Self::Records
        } else if is_object {
            Self::State
        } else if is_compact(second.unwrap_or(first)) {
            Self::Compact
        } else if borders.any(is_border) {
            Self::Diagram
        } else if are_plain(board) {
            Self::Plain
        } else {
            Self::Records
        }
    }
}

/// The part of a line before a `#` comment and before a line end of a web page: boards and headers
/// have neither.
fn before_comment(line: &str) -> &str {
    let before = |line: &'_ str, end| line.find(end).unwrap_or(line.len());
    let line = &line[..before(line, "#")];
    let line = &line[..before(line, "<br")];
    &line[..before(line, "<BR")]
}

/// Whether a line can only be meant as the header of an archive, perhaps with wrong names or
/// separators. In an engine's log `id` is a message.
fn is_header(line: &str) -> bool {
    const SEPARATORS: [char; 4] = ['\t', ',', ';', ' '];
    let is = |name: &str, wanted: &str| name.trim().eq_ignore_ascii_case(wanted);
    let Some((first, others)) = line.split_once(SEPARATORS).filter(|_| !is_tag(line)) else {
        return false;
    };
    let is_message = others.starts_with("name ") || others.starts_with("author ");
    let mut all = std::iter::once(first).chain(others.split(SEPARATORS));
    is(first, "id") && !is_message || all.any(|name| is(name, "movelist"))
}

/// Whether a line is a tag of a record, rather than a side to move with a board after it.
fn is_tag(line: &str) -> bool {
    let tag = as_tag(Located::new(line.trim(), 1, 1));
    let is_board = || read_plain(line).is_ok() || read_headed_compact(line).is_ok();
    tag.is_some_and(|(_, value)| !value.value.is_empty() && !is_border(line) && !is_board())
}

/// Whether a line is the border of a diagram, perhaps after a side to move but no other words.
fn is_border(line: &str) -> bool {
    let before = line.split_once("+---").map(|(before, _)| before);
    before.is_some_and(|before| {
        !before.contains(char::is_alphabetic) || read_mover(before.trim()).is_some()
    })
}

/// The fewest squares that count as a compact board without brackets: five ranks.
const WITHOUT_BRACKETS: usize = 40;

/// Whether a line can only be meant as a compact board, perhaps with errors. It has a bracket after
/// a side to move, another word or nothing, and no `/` or quotation mark after that; or it has many
/// squares without a bracket.
pub fn is_compact(line: &str) -> bool {
    let Some((before, rest)) = line.split_once('[') else {
        let squares = line.trim().trim_start_matches(|letter| !is_cell(letter));
        return squares.chars().count() >= WITHOUT_BRACKETS && squares.chars().all(is_cell);
    };
    // A turn in brackets is no board, nor is a tag or a program's message that has a board in it.
    let is_turn = || {
        rest.split([' ', ']'])
            .next()
            .is_some_and(|word| word.parse::<Token>().is_ok())
    };
    let mut words = before.split_whitespace();
    let is_word = |word: &str| word.chars().all(char::is_alphanumeric);
    let before_board = match (words.next(), words.next(), words.next()) {
        (None | Some("setposition"), _, None) => true,
        (Some(word), None, None) => is_word(word) && before != word || read_mover(word).is_some(),
        _ => read_mover(before).is_some(),
    };
    before_board && !rest.contains(['/', '"']) && !is_turn() && holds_cells(rest)
}

/// Whether at least three quarters of the first sixteen characters can be squares. In a log or a
/// tag, other letters follow a bracket.
fn holds_cells(rest: &str) -> bool {
    let ranks = || rest.chars().take(16).take_while(|&letter| letter != ']');
    let others = ranks().filter(|&letter| !is_cell(letter)).count();
    others * 4 <= ranks().count()
}
