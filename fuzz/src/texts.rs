//! Properties of the readers and writers, for any text.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use arimaa::text::{
    Entry, Located, Record, TextError, TurnLine, read_compact, read_diagram, read_record,
    read_records, read_turn, write_compact, write_diagram, write_record, write_setup_diagram,
    write_turn,
};
use arimaa::vocab::{
    Action, Board, Direction, Edition, Handicap, Label, Piece, Placed, Square, Step, Token,
};
use arimaa_conformance::read_perft;
use arimaa_oracle::ask::{read_state, write_state};

/// Reads a text with every reader: a value survives writing and reading, an error is checked.
///
/// # Panics
///
/// If that is not so.
pub fn check_readers(text: &str) {
    check_words(text);
    // These two read one line; a line break is whitespace to them like any other.
    let line = text.replace('\n', " ");
    match read_compact(text) {
        Ok(read) => assert_eq!(read_compact(&write_compact(read.0, &read.1)), Ok(read)),
        Err(error) => check_error(&line, &error),
    }
    match read_turn(text, 1) {
        Ok(turn) => check_turn(&turn),
        Err(error) => check_error(&line, &error),
    }
    // Places are counted without the byte order mark that some editors put in front.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match read_diagram(text) {
        Ok(diagram) => {
            let tokens = Located::values(&diagram.tokens);
            let placed = tokens.iter().filter_map(|token| match token {
                Token::Action(Action::Place(placed)) => Some(*placed),
                _ => None,
            });
            let (side, handicap) = (diagram.side, diagram.handicap);
            let written = if placed.clone().count() < tokens.len() || handicap == Handicap::NONE {
                write_diagram(diagram.label, side, &drawn(text), tokens.clone())
            } else {
                write_setup_diagram(side, handicap, &drawn(text), placed)
            };
            let again = read_diagram(&written).map(|again| {
                let tokens = Located::values(&again.tokens);
                (again.label, again.side, again.start, tokens)
            });
            let diagram = (diagram.label, diagram.side, diagram.start, tokens);
            assert_eq!(again, Ok(diagram), "{written}");
        }
        Err(error) => check_error(text, &error),
    }
    match read_records(text) {
        Ok(records) => check_records(text, &records),
        Err(error) => {
            check_error(text, &error);
            assert_eq!(read_record(text), Err(error));
        }
    }
    match read_state(text) {
        Ok(state) => assert_eq!(read_state(&write_state(&state)), Ok(state)),
        Err(error) => check_error(text, &error),
    }
    if let Ok(positions) = read_perft("perft.toml", text) {
        assert!(positions.iter().all(|position| !position.counts.is_empty()));
    }
}

/// Checks that an error names a place in the text, and that its message is one short line.
///
/// # Panics
///
/// If it does not.
pub fn check_error(text: &str, error: &TextError) {
    let mut lines = text.split('\n');
    let line = error.line.checked_sub(1).and_then(|index| lines.nth(index));
    let columns = line.map(|line| line.chars().count());
    let is_there = columns.is_some_and(|columns| (1..=columns + 1).contains(&error.column));
    assert!(is_there, "no such place: {error} in {text:?}");
    assert!(
        !error.found.is_empty() && !error.expected.is_empty(),
        "{error}"
    );
    let message = error.to_string();
    assert!(message.chars().count() < 400, "{message}");
    assert!(!message.chars().any(char::is_control), "{message:?}");
}

fn check_words(text: &str) {
    check_word::<Action>(text);
    check_word::<Step>(text);
    check_word::<Placed>(text);
    check_word::<Piece>(text);
    check_word::<Square>(text);
    check_word::<Edition>(text);
    // These have more than one way of writing.
    check_value::<Handicap>(text);
    check_value::<Label>(text);
    check_word::<Token>(text);
    let direction = text.chars().next().and_then(Direction::from_letter);
    assert!(direction.is_none_or(|direction| text.starts_with(direction.letter())));
}

/// Checks that a word that can be read is in its canonical form.
fn check_word<T: FromStr + Display>(text: &str) {
    if let Ok(word) = text.parse::<T>() {
        assert_eq!(word.to_string(), text);
    }
}

/// Checks that a word that can be read has the same value after writing and reading it.
fn check_value<T: FromStr<Err: Debug> + Display + Debug + PartialEq>(text: &str) {
    if let Ok(value) = text.parse::<T>() {
        assert_eq!(
            value.to_string().parse::<T>().as_ref().ok(),
            Some(&value),
            "{text:?}"
        );
    }
}

fn check_turn(turn: &TurnLine) {
    let values = |turn: &TurnLine| {
        let label = turn.label.map(|label| label.value);
        (label, Located::values(&turn.tokens))
    };
    let (label, tokens) = values(turn);
    let written = write_turn(label, tokens.clone());
    let again = read_turn(&written, 1);
    assert_eq!(again.as_ref().map(values), Ok((label, tokens)), "{written}");
}

fn check_records(text: &str, records: &[Record]) {
    let records: Vec<Record> = records.iter().map(unlocated).collect();
    let written: String = records.iter().map(write_record).collect();
    let again = read_records(&written);
    let again = again.map(|records| records.iter().map(unlocated).collect::<Vec<_>>());
    assert_eq!(again.as_ref(), Ok(&records), "{written}");
    match read_record(text) {
        Ok(record) => assert_eq!(records, [unlocated(&record)], "{text:?}"),
        Err(error) => {
            assert_ne!(records.len(), 1, "{error} in {text:?}");
            check_error(text, &error);
        }
    }
}

/// The pieces in a drawing of a board.
fn drawn(text: &str) -> Board {
    let ranks = text.lines().filter(|line| line.contains('|'));
    let mut board = Board::EMPTY;
    for (line, rank) in ranks.zip((1..=8).rev()) {
        let squares = line.split('|').nth(1).unwrap_or_default().chars();
        for (letter, file) in squares.skip(1).step_by(2).zip('a'..='h') {
            if let Some(square) = Square::named(file, rank) {
                board.set(square, Piece::from_letter(letter));
            }
        }
    }
    board
}

/// A copy of the record without places in a text.
pub fn unlocated(record: &Record) -> Record {
    let entry = |entry: &Entry| match entry {
        Entry::Turn { label, tokens } => Entry::Turn {
            label: Located::made(label.value),
            tokens: Located::values(tokens)
                .into_iter()
                .map(Located::made)
                .collect(),
        },
        Entry::Takeback(label) => Entry::Takeback(Located::made(label.value)),
        Entry::Resigns(label) => Entry::Resigns(Located::made(label.value)),
        Entry::Lost(label) => Entry::Lost(Located::made(label.value)),
        Entry::Open(label) => Entry::Open(Located::made(label.value)),
    };
    Record {
        tags: record.tags.clone(),
        entries: record.entries.iter().map(entry).collect(),
    }
}
