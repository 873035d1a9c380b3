//! The lines of a game: turns, and the entries that can replace a turn.

use std::fmt;

use super::TextError;
use super::header::read_mover;
use super::located::Located;
use super::notation::{looks_like_label, read_label, read_token, read_tokens, write_turn};
use super::plain::is_cell;
use crate::vocab::{Label, Token};

/// One line of a game record. Whether it fits the lines before it is not checked here.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Entry {
    /// A turn: `12g Ed2n Ed3n cf3x`.
    Turn {
        /// The number of the move, and the side.
        label: Located<Label>,
        /// The tokens of the turn; at least one if the turn was read from text.
        tokens: Vec<Located<Token>>,
    },
    /// `takeback` or `12s takeback`: the last turn was taken back.
    Takeback(Located<Option<Label>>),
    /// `resigns` or `12s resigns`: the side to move gave up.
    Resigns(Located<Option<Label>>),
    /// `lost` or `12s lost`: the side to move lost, by a cause outside the record such as the
    /// clock.
    Lost(Located<Option<Label>>),
    /// A label with nothing after it: the game ended before this turn was made.
    Open(Located<Label>),
}

impl Entry {
    /// The label of the line, if it has one.
    pub fn label(&self) -> Option<Label> {
        match self {
            Self::Turn { label, .. } | Self::Open(label) => Some(label.value),
            Self::Takeback(label) | Self::Resigns(label) | Self::Lost(label) => label.value,
        }
    }
}

impl Entry {
    /// Changes the place of every part: `place` maps its line and column to new ones.
    pub(super) fn move_to(&mut self, place: &dyn Fn((usize, usize)) -> (usize, usize)) {
        match self {
            Self::Turn { label, tokens } => {
                label.move_to(place);
                for token in tokens {
                    token.move_to(place);
                }
            }
            Self::Open(label) => label.move_to(place),
            Self::Takeback(label) | Self::Resigns(label) | Self::Lost(label) => {
                label.move_to(place);
            }
        }
    }

    /// Whether the entry says that no further turn was made (SPEC.md NOT-10).
    pub(super) const fn ends_the_game(&self) -> bool {
        matches!(self, Self::Resigns(_) | Self::Lost(_) | Self::Open(_))
    }
}

impl fmt::Display for Entry {
    /// Writes the line in the form of records.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (label, word) = match self {
            Self::Turn { label, tokens } => {
                let tokens = tokens.iter().map(|token| token.value);
                return f.write_str(&write_turn(Some(label.value), tokens));
            }
            Self::Open(label) => return label.value.fmt(f),
            Self::Takeback(label) => (label.value, "takeback"),
            Self::Resigns(label) => (label.value, "resigns"),
            Self::Lost(label) => (label.value, "lost"),
        };
        match label {
            Some(label) => write!(f, "{label} {word}"),
            None => f.write_str(word),
        }
    }
}

/// Reads a line of a game and adds its entry to `entries`; a blank line adds nothing.
///
/// # Errors
///
/// Refuses a line that is no entry, and any line after an entry that ends the game.
pub(super) fn add_entry(entries: &mut Vec<Entry>, line: Located<&str>) -> Result<(), TextError> {
    if let Some(entry) = read_entry(line.words())?
        && may_follow(entries.last(), &entry, line)?
    {
        entries.push(entry);
    }
    Ok(())
}

/// Whether an entry is to be added after `last`; an error if `last` ends the game. A lone label
/// after `resigns` or `lost` is not added (SPEC.md NOT-10).
pub(super) fn may_follow(
    last: Option<&Entry>,
    entry: &Entry,
    found: Located<&str>,
) -> Result<bool, TextError> {
    match (last, entry) {
        (Some(Entry::Resigns(_) | Entry::Lost(_)), Entry::Open(_)) => Ok(false),
        (Some(last), _) if last.ends_the_game() => {
            Err(found.unexpected(format!("no turn after `{last}`")))
        }
        _ => Ok(true),
    }
}

/// Reads a line of turns, each with its label, and adds their entries.
pub(super) fn add_turns(entries: &mut Vec<Entry>, line: Located<&str>) -> Result<(), TextError> {
    let words: Vec<Located<&str>> = line.words().collect();
    for turn in words.chunk_by(|_, next| !looks_like_label(next.value)) {
        if let (Some(&first), Some(entry)) = (turn.first(), read_entry(turn.iter().copied())?)
            && may_follow(entries.last(), &entry, first)?
        {
            entries.push(entry);
        }
    }
    Ok(())
}

/// Reads the words of a line as an entry, or returns `None` if there are no words.
pub(super) fn read_entry<'a>(
    words: impl Iterator<Item = Located<&'a str>>,
) -> Result<Option<Entry>, TextError> {
    let mut words = words.peekable();
    let Some(&first) = words.peek() else {
        return Ok(None);
    };
    let label = words
        .next_if(|word| looks_like_label(word.value))
        .map(read_label)
        .transpose()?;
    // The words in place of a turn have no digit; every step and placement has one.
    let has_digit = |word: &Located<&str>| word.value.bytes().any(|byte| byte.is_ascii_digit());
    let named = words.peek().copied().filter(|word| !has_digit(word));
    if let Some(entry) = named.and_then(|word| entry_named(word.value)) {
        return match words.nth(1) {
            Some(extra) => Err(extra.unexpected("the end of the line")),
            None => Ok(Some(entry(first.with(label.map(|label| label.value))))),
        };
    }
    if let Some((word, meant)) = named.and_then(|word| Some((word, record_word_for(word.value)?))) {
        return Err(word.unexpected(format!("a turn or what ends the game; perhaps `{meant}`")));
    }
    let Some(label) = label else {
        let second = words.nth(1);
        let is_token = |word: Located<&str>| read_token(word).is_ok();
        let has_mover = read_mover(first.value).is_some();
        let besides = if has_mover && second.is_some_and(is_step_count) {
            "; a position in the short notation of arimaa.com is not read, a compact board is"
        } else if has_mover && second.is_some_and(|word| word.value.chars().all(is_cell)) {
            "; a board is `g [64 squares]`"
        } else if second.is_some() && !second.into_iter().chain([first]).any(is_token) {
            "; prose beside a game stands behind `#`, or outside of fences (```)"
        } else {
            ""
        };
        return Err(first.unexpected(format!("a turn label, such as `12g`{besides}")));
    };
    let tokens = read_tokens(0, words)?;
    Ok(Some(if tokens.is_empty() {
        Entry::Open(label)
    } else {
        Entry::Turn { label, tokens }
    }))
}

/// Whether a word counts steps, such as `0s`: the second word of a position in the short notation
/// of arimaa.com.
fn is_step_count(word: Located<&str>) -> bool {
    let count = word.value.strip_suffix('s').map(str::parse::<u8>);
    count.is_some_and(|count| count.is_ok())
}

/// A function that makes an entry other than a turn, of which the label may be missing.
pub(super) type Make = fn(Located<Option<Label>>) -> Entry;

/// The entry that a word such as `takeback` stands for, or `None` if it is no such word.
pub(super) fn entry_named(word: &str) -> Option<Make> {
    let named: [(_, Make); 4] = [
        ("takeback", Entry::Takeback),
        ("resigns", Entry::Resigns),
        ("resign", Entry::Resigns),
        ("lost", Entry::Lost),
    ];
    let found = named
        .into_iter()
        .find(|(name, _)| word.eq_ignore_ascii_case(name));
    found.map(|(_, make)| make)
}

/// The word of records (`resigns`, `lost` or `takeback`) for a word of the same meaning, or `None`.
fn record_word_for(word: &str) -> Option<&'static str> {
    let others: [(_, &[&str]); 3] = [
        ("resigns", &["resigned", "resignation"]),
        ("lost", &["loses", "timeout", "forfeit", "forfeits"]),
        ("takeback", &["takebacks", "take-back", "undo"]),
    ];
    let word = word.trim_end_matches(['.', '!']);
    let is_other = |other: &&str| word.eq_ignore_ascii_case(other);
    let meant = others.iter().find(|(_, all)| all.iter().any(is_other));
    meant.map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a text that cannot be read fails the test"
    )]

    use super::*;

    #[test]
    fn entries_are_located() {
        let read = |text| read_entry(Located::new(text, 4, 1).words()).unwrap();
        let label: Label = "12s".parse().unwrap();
        let takeback = Entry::Takeback(Located::new(Some(label), 4, 3));
        assert_eq!(read("  12s takeback"), Some(takeback));
        let lost = Entry::Lost(Located::new(None, 4, 3));
        assert_eq!(read("  lost"), Some(lost));
        let open = Entry::Open(Located::new(label, 4, 2));
        assert_eq!(read(" 12s"), Some(open));
    }
}
