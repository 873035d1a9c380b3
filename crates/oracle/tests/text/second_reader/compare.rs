//! The second reader against the library's readers and writers: the same texts accepted, with the
//! same values, and every value written in the one form that SPEC.md gives it.

use arimaa::text::{
    self, Entry as LibraryEntry, Located, Records, read_compact, read_diagram, read_turn,
    write_compact, write_record, write_turn,
};
use arimaa::vocab::{Board, Handicap, Label as LibraryLabel, Piece, Side, Square, Token};

use super::grammar::chapter_10;
use super::values::{Compact, Diagram, Entry, Label, Record, Turn};
use super::written;

/// A difference between the two readers, to be settled by SPEC.md.
pub(crate) type Difference = String;

/// A form of text that both the library and the second reader read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Form {
    Turn,
    Compact,
    Diagram,
    Records,
}

impl Form {
    pub(crate) const ALL: [Self; 4] = [Self::Turn, Self::Compact, Self::Diagram, Self::Records];

    /// Compares both readers on one text.
    pub(crate) fn compare(self, text: &str) -> Result<(), Difference> {
        match self {
            Self::Turn => {
                let library = read_turn(text, 1).map(|line| {
                    let written = write_turn(value(line.label), tokens(&line.tokens));
                    (turn(&line), written)
                });
                let second = chapter_10::turn(&one_line(text));
                compare(text, library, second, written::turn)
            }
            Self::Compact => {
                let library = read_compact(text)
                    .map(|(side, board)| (compact(side, &board), write_compact(side, &board)));
                let second = chapter_10::compact(text);
                compare(text, library, second, written::compact)
            }
            Self::Diagram => {
                let library = read_diagram(text).map(|read| (diagram(&read), String::new()));
                let written = |_: &Diagram| String::new();
                compare(text, library, chapter_10::diagram(text), written)
            }
            Self::Records => {
                let library = Records::new(text).collect::<Result<Vec<_>, _>>();
                let library = library.map(|records| {
                    let records: Vec<_> = records.into_iter().map(|record| record.value).collect();
                    let written = records.iter().map(write_record).collect::<Vec<_>>();
                    let values = records.iter().map(record).collect::<Vec<_>>();
                    (values, written.concat())
                });
                let written = |records: &Vec<Record>| records.iter().map(written::record).collect();
                compare(text, library, chapter_10::records(text), written)
            }
        }
    }
}

/// Joins the lines of a text: the text of a turn may be broken where it has blanks.
fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}

/// Compares the results of both readers: both refuse the text, or both read and write it alike.
pub(crate) fn compare<T: PartialEq + std::fmt::Debug>(
    text: &str,
    library: Result<(T, String), impl std::fmt::Display>,
    second: Result<T, impl std::fmt::Display>,
    written: impl Fn(&T) -> String,
) -> Result<(), Difference> {
    match (library, second) {
        (Err(_), Err(_)) => Ok(()),
        (Ok((library, by_library)), Ok(second)) => {
            if library != second {
                return Err(format!("{text:?}\nlibrary {library:?}\nsecond  {second:?}"));
            }
            let by_second = written(&second);
            if by_library == by_second {
                Ok(())
            } else {
                Err(format!(
                    "{text:?}\nwritten by the library {by_library:?}\nby the second {by_second:?}"
                ))
            }
        }
        (Ok((library, _)), Err(error)) => Err(format!(
            "{text:?}\nlibrary {library:?}\nsecond  refuses it: {error}"
        )),
        (Err(error), Ok(second)) => Err(format!(
            "{text:?}\nlibrary refuses it: {error}\nsecond  {second:?}"
        )),
    }
}

fn value<T: Copy>(located: Option<Located<T>>) -> Option<T> {
    located.map(|located| located.value)
}

fn tokens(located: &[Located<Token>]) -> Vec<Token> {
    located.iter().map(|token| token.value).collect()
}

pub(crate) fn side(side: Side) -> char {
    match side {
        Side::Gold => 'g',
        Side::Silver => 's',
    }
}

pub(crate) fn label(label: LibraryLabel) -> Label {
    let (number, side) = (label.number, side(label.side));
    Label { number, side }
}

pub(crate) fn words(tokens: &[Located<Token>]) -> Vec<String> {
    tokens.iter().map(|token| token.value.to_string()).collect()
}

/// The 64 letters of a board from a8 to h1.
pub(crate) fn squares(board: &Board) -> String {
    let ranks = (1..=8).rev();
    let names = ranks.flat_map(|rank| ('a'..='h').map(move |file| Square::named(file, rank)));
    let contents = names.map(|square| square.and_then(|square| board.at(square)));
    contents
        .map(|content| content.map_or('.', Piece::letter))
        .collect()
}

pub(crate) fn missing(handicap: Handicap) -> String {
    let pieces = "RCDHMErcdhme".chars().flat_map(|letter| {
        let piece = Piece::from_letter(letter).unwrap();
        std::iter::repeat_n(letter, usize::from(handicap.of(piece)))
    });
    pieces.collect()
}

fn turn(line: &text::TurnLine) -> Turn {
    Turn {
        label: value(line.label).map(label),
        tokens: words(&line.tokens),
    }
}

fn compact(of: Side, board: &Board) -> Compact {
    let (side, board) = (side(of), squares(board));
    Compact { side, board }
}

fn diagram(read: &text::Diagram) -> Diagram {
    Diagram {
        label: read.label.map(label),
        side: side(read.side),
        start: squares(&read.start),
        tokens: words(&read.tokens),
        handicap: missing(read.handicap),
    }
}

pub(crate) fn entry(entry: &LibraryEntry) -> Entry {
    match entry {
        LibraryEntry::Turn { label: of, tokens } => Entry::Turn(label(of.value), words(tokens)),
        LibraryEntry::Takeback(of) => Entry::Takeback(of.value.map(label)),
        LibraryEntry::Resigns(of) => Entry::Resigns(of.value.map(label)),
        LibraryEntry::Lost(of) => Entry::Lost(of.value.map(label)),
        LibraryEntry::Open(of) => Entry::Open(label(of.value)),
    }
}

pub(crate) fn record(record: &text::Record) -> Record {
    let tags = &record.tags;
    let start = tags
        .start
        .map(|(of, board)| format!("{} [{}]", side(of), squares(&board)));
    let known = [
        ("Game", tags.game.clone()),
        ("Source", tags.source.clone()),
        ("Date", tags.date.clone()),
        (
            "Edition",
            tags.edition.map(|edition| edition.name().to_owned()),
        ),
        ("Handicap", tags.handicap.map(missing)),
        ("Start", start),
        ("Result", tags.result.map(|result| result.to_string())),
        ("Termination", tags.termination.map(String::from)),
    ];
    let known = known
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Record {
        tags: known.chain(tags.other.iter().cloned()).collect(),
        lines: record.entries.iter().map(entry).collect(),
    }
}
