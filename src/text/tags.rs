//! Tags: lines `Name: value` about the game as a whole.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::compact::read_compact_at;
use super::located::Located;
use super::{TextError, write_compact};
use crate::vocab::{Board, Edition, Handicap, Side, UnknownWord};

/// The tags of a record: the known ones, which mean something, and the others unchanged.
///
/// Names are read in any mixture of small and capital letters.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Tags {
    /// `Game`: the id of the game at the place where it was played.
    pub game: Option<String>,
    /// `Source`: the origin of the record.
    pub source: Option<String>,
    /// `Date`: the day the game began, such as `2026-02-05`. It is text, and not checked.
    pub date: Option<String>,
    /// `Edition`: the edition of the rules that was applied.
    pub edition: Option<Edition>,
    /// `Handicap`: the pieces that were agreed to be missing.
    pub handicap: Option<Handicap>,
    /// `Start`: the position in which the game began, as a compact board.
    pub start: Option<(Side, Board)>,
    /// `Result`: the winner, a draw, or unknown.
    pub result: Option<RecordedResult>,
    /// `Termination`: the game server's one-letter code of the way in which the game ended.
    pub termination: Option<char>,
    /// All other tags in their order: name and value.
    pub other: Vec<(String, String)>,
}

/// The result that a record claims.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum RecordedResult {
    /// `gold`: Gold has won.
    Gold,
    /// `silver`: Silver has won.
    Silver,
    /// `draw`: neither has won.
    Draw,
    /// `unknown`: the record does not tell.
    Unknown,
}

impl RecordedResult {
    /// Every result, in the order of the declaration.
    pub const ALL: [Self; 4] = [Self::Gold, Self::Silver, Self::Draw, Self::Unknown];

    /// The result for a letter: `w`, `b`, `d` or `u` of the game server, or `g` or `s`; else
    /// `None`.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'g' | 'w' => Some(Self::Gold),
            's' | 'b' => Some(Self::Silver),
            'd' => Some(Self::Draw),
            'u' => Some(Self::Unknown),
            _ => None,
        }
    }

    /// The result of a decided game: `winner` has won it, or `None` for a draw.
    pub const fn of(winner: Option<Side>) -> Self {
        match winner {
            Some(Side::Gold) => Self::Gold,
            Some(Side::Silver) => Self::Silver,
            None => Self::Draw,
        }
    }

    /// The side that won, or `None` for a draw and an unknown result.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Gold => Some(Side::Gold),
            Self::Silver => Some(Side::Silver),
            Self::Draw | Self::Unknown => None,
        }
    }

    /// The name of the result in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gold => "gold",
            Self::Silver => "silver",
            Self::Draw => "draw",
            Self::Unknown => "unknown",
        }
    }
}

impl Display for RecordedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The name and the value of a tag; `None` for other lines, such as all lines of a game.
pub(super) fn as_tag(line: Located<&str>) -> Option<(Located<&str>, Located<&str>)> {
    let (name, rest) = line.split_at(line.value.find(':')?);
    let (name, (_, value)) = (name.trim(), rest.split_first());
    is_name(name.value).then(|| (name, value.trim()))
}

/// Whether a tag can have this name.
pub(super) fn is_name(name: &str) -> bool {
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(letters)
}

impl Tags {
    /// Reads the value of a tag and adds it. A known tag must be valid and must not repeat.
    pub(super) fn read(
        &mut self,
        name: Located<&str>,
        value: Located<&str>,
    ) -> Result<(), TextError> {
        match name.value.to_ascii_lowercase().as_str() {
            "game" => set(&mut self.game, name, read_text(value)?),
            "source" => set(&mut self.source, name, read_text(value)?),
            "date" => set(&mut self.date, name, read_text(value)?),
            "edition" => set(&mut self.edition, name, read_word(value)?),
            "handicap" => set(&mut self.handicap, name, read_word(value)?),
            "start" => set(&mut self.start, name, read_compact_at(value)?),
            "result" => set(&mut self.result, name, read_result(value)?),
            "termination" => set(&mut self.termination, name, read_code(value)?),
            _ => {
                self.other.push((name.value.to_owned(), read_text(value)?));
                Ok(())
            }
        }
    }
}

fn set<T>(tag: &mut Option<T>, name: Located<&str>, value: T) -> Result<(), TextError> {
    if tag.is_some() {
        let found = format!("a second tag {}", TextError::quoted(name.value));
        let once = "each known tag once";
        return Err(TextError::new(name.line, name.column, found, once));
    }
    *tag = Some(value);
    Ok(())
}

fn read_text(value: Located<&str>) -> Result<String, TextError> {
    match value.value.find(is_unwritable) {
        Some(at) => Err(value.split_at(at).1.split_first().0.unexpected("text")),
        None => Ok(value.value.to_owned()),
    }
}

fn read_word<T: FromStr<Err = UnknownWord>>(value: Located<&str>) -> Result<T, TextError> {
    let word = value.value.parse();
    word.map_err(|unknown: UnknownWord| value.unexpected(unknown.expected()))
}

pub(super) fn read_result(value: Located<&str>) -> Result<RecordedResult, TextError> {
    let name = value.value.to_ascii_lowercase();
    RecordedResult::ALL
        .into_iter()
        .find(|result| result.name() == name)
        .or_else(|| only_letter(&name).and_then(RecordedResult::from_letter))
        .ok_or_else(|| value.unexpected("a result (gold, silver, draw or unknown)"))
}

/// Reads a code of the game server: one small letter, which need not be a known code.
pub(super) fn read_code(value: Located<&str>) -> Result<char, TextError> {
    only_letter(value.value)
        .filter(char::is_ascii_lowercase)
        .ok_or_else(|| value.unexpected("a code of one small letter, such as `g`"))
}

pub(super) fn only_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

impl Display for Tags {
    /// Writes one line for each tag, known tags first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.start.map(|(side, board)| write_compact(side, &board));
        write_tag(f, "Game", self.game.as_ref())?;
        write_tag(f, "Source", self.source.as_ref())?;
        write_tag(f, "Date", self.date.as_ref())?;
        write_tag(f, "Edition", self.edition)?;
        write_tag(f, "Handicap", self.handicap)?;
        write_tag(f, "Start", start)?;
        write_tag(f, "Result", self.result)?;
        write_tag(f, "Termination", self.termination)?;
        for (name, value) in &self.other {
            write_tag(f, name, Some(value))?;
        }
        Ok(())
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl Display>) -> fmt::Result {
    let Some(value) = value else { return Ok(()) };
    let value = value.to_string().replace(is_unwritable, " ");
    match value.trim() {
        "" => writeln!(f, "{name}:"),
        value => writeln!(f, "{name}: {value}"),
    }
}

/// Whether a character would end the value of a tag, or does not print.
fn is_unwritable(letter: char) -> bool {
    letter == '#' || (letter.is_control() && letter != '\t')
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a tag that cannot be read fails the test"
    )]

    use super::*;

    #[test]
    fn results_have_winners() {
        for result in RecordedResult::ALL {
            let decided = result != RecordedResult::Unknown;
            assert_eq!(RecordedResult::of(result.winner()) == result, decided);
        }
        let winner = |letter| RecordedResult::from_letter(letter).and_then(RecordedResult::winner);
        let winners = ['w', 'b', 'd'].map(winner);
        assert_eq!(winners, [Some(Side::Gold), Some(Side::Silver), None]);
    }

    #[test]
    fn line_break_and_hash_in_a_tag_become_blanks() {
        let other = vec![("Event".to_owned(), "\nRound #3\r\n".to_owned())];
        let tags = Tags {
            other,
            ..Tags::default()
        };
        assert_eq!(tags.to_string(), "Event: Round  3\n");
    }
}
