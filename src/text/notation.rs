//! Reads and writes turn lines: `12g Ed2n Ed3n cf3x`.

use std::str::FromStr;

use super::TextError;
use super::lines::without_mark;
use super::located::Located;
use super::suggest::{begins_with_square, nearest_tokens};
use crate::vocab::{Action, Label, Side, Token, UnknownWord};

/// A turn line as it was read. The turn may be illegal or impossible.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct TurnLine {
    /// The label, or `None` if the line has none.
    pub label: Option<Located<Label>>,
    /// The actions and captures, in playing order.
    pub tokens: Vec<Located<Token>>,
}

/// Reads a turn line: a label, which may be left out, and tokens, with any whitespace between them.
///
/// An empty line is a turn line with neither. `line` is its number, from 1, for places and errors.
///
/// ```
/// use arimaa::text::{read_turn, write_turn};
///
/// let turn = read_turn("2w  Ed2n Ed3n cf3x", 1)?;
/// assert_eq!(turn.tokens[2].column, 15);
/// let label = turn.label.map(|label| label.value);
/// let tokens = turn.tokens.iter().map(|token| token.value);
/// assert_eq!(write_turn(label, tokens), "2g Ed2n Ed3n cf3x");
/// # Ok::<(), arimaa::text::TextError>(())
/// ```
///
/// # Errors
///
/// Returns the first word that is no label or token, or is in the wrong place.
pub fn read_turn(text: &str, line: usize) -> Result<TurnLine, TextError> {
    read_turn_at(without_mark(text), line, 1)
}

/// Reads a turn line that is a fragment of a larger line; `column` is that of its first character.
///
/// # Errors
///
/// Returns the first word that is no label or token, or is in the wrong place.
pub fn read_turn_at(text: &str, line: usize, column: usize) -> Result<TurnLine, TextError> {
    let mut words = Located::new(text, line, column).words().peekable();
    let label = words
        .next_if(|word| looks_like_label(word.value))
        .map(read_label)
        .transpose()?;
    let tokens = words.map(read_token).collect::<Result<_, _>>()?;
    Ok(TurnLine { label, tokens })
}

/// Writes a turn line. It leaves out [`Action::EndTurn`], because the end of the line means that.
pub fn write_turn(label: Option<Label>, tokens: impl IntoIterator<Item = Token>) -> String {
    let tokens = tokens
        .into_iter()
        .filter(|&token| token != Token::Action(Action::EndTurn))
        .map(|token| token.to_string());
    let words: Vec<String> = label
        .map(|label| label.to_string())
        .into_iter()
        .chain(tokens)
        .collect();
    words.join(" ")
}

/// Whether a word can only be meant as a label: no token begins with a digit.
pub(super) fn looks_like_label(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Reads a label. The error suggests a label without its punctuation, if that was meant.
pub(super) fn read_label(word: Located<&str>) -> Result<Located<Label>, TextError> {
    read_word(word).map_err(|mut error| {
        let bare = word.value.trim_end_matches([':', '.', ',', ';', ')']);
        if let Ok(label) = bare.parse::<Label>() {
            error.expected = format!("{}; perhaps `{label}`", error.expected);
        }
        error
    })
}

/// Reads the tokens of a turn. `length` is the length of its text in bytes, or 0: memory is
/// reserved for tokens of four letters with a blank between them.
pub(super) fn read_tokens<'a>(
    length: usize,
    words: impl Iterator<Item = Located<&'a str>>,
) -> Result<Vec<Located<Token>>, TextError> {
    let mut tokens = Vec::with_capacity((length / 5).max(4) + 1);
    for word in words {
        tokens.push(read_token(word)?);
    }
    Ok(tokens)
}

/// Reads a token. The error suggests the token that was probably meant.
pub(super) fn read_token(word: Located<&str>) -> Result<Located<Token>, TextError> {
    read_word(word).map_err(|mut error| {
        if let Some(meant) = nearest_tokens(word.value) {
            error.expected = format!("{}; perhaps `{meant}`", error.expected);
        } else if begins_with_square(word.value) {
            error.expected += ", which begins with the piece";
        } else if word.value.parse::<Label>().is_ok() {
            error.expected += "; a label begins a line";
        }
        error
    })
}

fn read_word<T: FromStr<Err = UnknownWord>>(word: Located<&str>) -> Result<Located<T>, TextError> {
    let value = word.value.parse();
    let value = value.map_err(|error: UnknownWord| word.unexpected(error.expected()))?;
    Ok(word.with(value))
}

/// The side with this letter: `g` or `s`, or `w` or `b` as in records before August 2008, small or
/// capital. `None` for any other text.
pub fn read_side(letter: &str) -> Option<Side> {
    let mut letters = letter.chars();
    let side = Side::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(side)
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a text that cannot be read fails the test"
    )]

    use super::*;

    #[test]
    fn end_of_turn_is_not_written() {
        let tokens = ["Ed2n".parse().unwrap(), Token::Action(Action::EndTurn)];
        assert_eq!(write_turn(None, tokens), "Ed2n");
    }
}
