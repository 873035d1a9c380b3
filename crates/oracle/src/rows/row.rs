//! A row with the place and the tags of its game, as columns.

use serde::{Deserialize, Serialize};

use super::PositionRow;
use arimaa::text::error::shown;
use arimaa::text::{Tags, write_compact};

/// The file of a game, and its place there.
#[derive(Clone, Copy, Debug)]
pub struct GamePlace<'a> {
    /// The name of its file.
    pub file: &'a str,
    /// The game's number in the file, from 1.
    pub number: usize,
    /// The game's id, or its number in place of one.
    pub game: &'a str,
}

/// A row in the form in which it is written; docs/commands.md describes the columns. Characters of
/// files that do not print are escaped.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/commands.md describes the columns")]
pub struct Row {
    pub file: String,
    pub number: usize,
    pub game: String,
    pub label: String,
    pub side: String,
    pub board: String,
    pub turns: Option<u64>,
    pub steps: usize,
    pub captures: String,
    pub played: Option<String>,
    pub winner: Option<String>,
    pub end: Option<String>,
    pub edition: Option<String>,
    pub date: Option<String>,
    pub result: Option<String>,
    pub termination: Option<char>,
    pub gold_rating: Option<String>,
    pub silver_rating: Option<String>,
}

/// The type of the values of a column.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// Texts.
    Text,
    /// Numbers.
    Count,
}

/// A value of a row, by the kind of its column.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Cell {
    /// A value of a column of texts.
    Text(Option<String>),
    /// A value of a column of numbers.
    Count(Option<u64>),
}

impl Row {
    /// The names of the columns, and the kinds of their values.
    pub const COLUMNS: [(&str, Kind); 18] = [
        ("file", Kind::Text),
        ("number", Kind::Count),
        ("game", Kind::Text),
        ("label", Kind::Text),
        ("side", Kind::Text),
        ("board", Kind::Text),
        ("turns", Kind::Count),
        ("steps", Kind::Count),
        ("captures", Kind::Text),
        ("played", Kind::Text),
        ("winner", Kind::Text),
        ("end", Kind::Text),
        ("edition", Kind::Text),
        ("date", Kind::Text),
        ("result", Kind::Text),
        ("termination", Kind::Text),
        ("gold_rating", Kind::Text),
        ("silver_rating", Kind::Text),
    ];

    /// The row of a position in a game with these tags.
    pub fn new(place: GamePlace<'_>, tags: &Tags, row: PositionRow) -> Self {
        let captures: Vec<String> = row.captures.iter().map(ToString::to_string).collect();
        let rating = |name: &str| {
            let tag = tags.other.iter().find(|(tag, _)| tag == name);
            tag.map(|(_, value)| in_one_line(value))
        };
        Self {
            file: in_one_line(place.file),
            number: place.number,
            game: in_one_line(place.game),
            label: row.label.to_string(),
            side: row.label.side.to_string(),
            board: write_compact(row.label.side, &row.board),
            turns: row.turns,
            steps: row.steps,
            captures: captures.join(" "),
            played: row.played,
            winner: row.outcome.map(|outcome| outcome.winner_name().to_owned()),
            end: row.outcome.map(|outcome| outcome.end.name().to_owned()),
            edition: Some(row.edition.to_string()),
            date: tags.date.as_deref().map(in_one_line),
            result: tags.result.map(|result| result.name().to_owned()),
            termination: tags.termination,
            gold_rating: rating("GoldRating"),
            silver_rating: rating("SilverRating"),
        }
    }

    /// The values in the order of the columns.
    pub fn into_cells(self) -> [Cell; 18] {
        let text = |value: String| Cell::Text(Some(value));
        let count = |value: usize| Cell::Count(Some(value as u64));
        [
            text(self.file),
            count(self.number),
            text(self.game),
            text(self.label),
            text(self.side),
            text(self.board),
            Cell::Count(self.turns),
            count(self.steps),
            text(self.captures),
            Cell::Text(self.played),
            Cell::Text(self.winner),
            Cell::Text(self.end),
            Cell::Text(self.edition),
            Cell::Text(self.date),
            Cell::Text(self.result),
            Cell::Text(self.termination.map(String::from)),
            Cell::Text(self.gold_rating),
            Cell::Text(self.silver_rating),
        ]
    }
}

/// A text of a file, with line breaks and other characters that do not print escaped.
fn in_one_line(text: &str) -> String {
    shown(text, usize::MAX)
}
