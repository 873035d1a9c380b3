//! Turn lines: `12g Ed2n Ed3n cf3x`.

use std::str::FromStr;

use super::TextError;
use super::lines::without_mark;
use super::located::Located;
use super::suggest::{begins_with_square, nearest_tokens};
use crate::vocab::{Action, Label, Side, Token, UnknownWord};

/// A turn line as it was read. Nothing says that the turn is legal, or even possible.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct TurnLine {
    /// The label, if the line has one.
    pub label: Option<Located<Label>>,
    /// The actions and captures in order.
    pub tokens: Vec<Located<Token>>,
}

/// Reads a turn line: a label, which may be left out, and tokens, with any whitespace between them.
///
/// An empty line is a turn line with neither. `line` is the line number for the places and for
/// errors.
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
/// The first word that is not what it should be.
pub fn read_turn(text: &str, line: usize) -> Result<TurnLine, TextError> {
    read_turn_at(without_mark(text), line, 1)
}

/// Reads a turn line that is a fragment of a larger line; `column` is that of its first character.
///
/// # Errors
///
/// The first word that is not what it should be.
pub fn read_turn_at(text: &str, line: usize, column: usize) -> Result<TurnLine, TextError> {
    let mut words = Located::new(text, line, column).words().peekable();
    let label = words
        .next_if(|word| looks_like_label(word.value))
        .map(read_label)
        .transpose()?;
    let tokens = words.map(read_token).collect::<Result<_, _>>()?;
    Ok(TurnLine { label, tokens })
}

/// Writes a turn line. An [`Action::EndTurn`] is not written: the end of the line says it.
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

/// Reads a label.
pub(super) fn read_label(word: Located<&str>) -> Result<Located<Label>, TextError> {
    read_word(word).map_err(|mut error| {
        let bare = word.value.trim_end_matches([':', '.', ',', ';', ')']);
        if let Ok(label) = bare.parse::<Label>() {
            error.expected = format!("{}; perhaps `{label}`", error.expected);
        }
        error
    })
}

/// Reads a token.
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

/// The side of a letter: `g` or `s`, or `w` or `b` as records before 2008 have it, small or
/// capital.
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
    use crate::vocab::{Effect, Part, Played};

    fn label(text: &str) -> Label {
        text.parse().unwrap()
    }

    fn error(text: &str) -> String {
        read_turn(text, 1).unwrap_err().to_string()
    }

    #[test]
    fn a_capture_is_written_after_its_step() {
        let action = Action::Step("rb3e".parse().unwrap());
        let captured = "rc3".parse().unwrap();
        let of = |captured| {
            let part = Part::PushBegun;
            let effect = Effect { part, captured };
            Token::of(&Played { action, effect }).collect::<Vec<_>>()
        };
        assert_eq!(of(None), [Token::Action(action)]);
        assert_eq!(
            of(Some(captured)),
            [Token::Action(action), Token::Capture(captured)]
        );
    }

    #[test]
    fn labels_read_both_ways_of_naming_the_sides() {
        for (old, new) in [("1w", "1g"), ("1b", "1s"), ("12S", "12s"), ("007g", "7g")] {
            assert_eq!(label(old).to_string(), new);
        }
        for bad in [
            "", "g", "12", "-1g", "+1g", "1 g", "12x", "12gg", "1g2g", "１g", "12g\0",
        ] {
            let error = bad.parse::<Label>().unwrap_err();
            assert_eq!(error.expected(), "a turn label, such as `12g`", "{bad:?}");
        }
        for out_of_range in ["0g", "00s", "4294967295s", "4294967296g"] {
            let error = out_of_range.parse::<Label>().unwrap_err();
            let expected = "a turn label from `1g` to `4294967294s`";
            assert_eq!(error.expected(), expected, "{out_of_range}");
        }
        assert_eq!(label("4294967294s").number, u32::MAX - 1);
    }

    #[test]
    fn tokens_keep_their_line_and_column() {
        let turn = read_turn_at("2g  Ed2n cf3x", 7, 11).unwrap();
        assert_eq!(turn.label, Some(Located::new(label("2g"), 7, 11)));
        let columns: Vec<usize> = turn.tokens.iter().map(|token| token.column).collect();
        assert_eq!(columns, [15, 20]);
        assert!(turn.tokens.iter().all(|token| token.line == 7));
    }

    #[test]
    fn byte_order_mark_in_front_means_nothing() {
        assert_eq!(
            read_turn("\u{feff}2g Ed2n", 1).unwrap(),
            read_turn("2g Ed2n", 1).unwrap()
        );
    }

    #[test]
    fn unknown_token_is_refused_at_its_column() {
        let expected = "expected a step (`Ed2n`), a placement (`Ra1`) or a capture (`cf3x`)";
        for bad in [
            "end", "pass", "x", "Ed2x2", "Ed9", "Ed1ss", "Xa1", "é", "Eé2n",
        ] {
            let text = format!("2g Ra1 {bad}");
            assert_eq!(
                error(&text),
                format!("line 1, column 8: found `{bad}`, {expected}")
            );
        }
        assert_eq!(
            error("2g Ra1 ed2N"),
            format!("line 1, column 8: found `ed2N`, {expected}; perhaps `ed2n`")
        );
        assert_eq!(
            error("2g Rh5s,hh6s"),
            format!("line 1, column 4: found `Rh5s,hh6s`, {expected}; perhaps `Rh5s hh6s`")
        );
        assert_eq!(
            error("2g Ed2nn"),
            format!("line 1, column 4: found `Ed2nn`, {expected}; perhaps `Ed2n Ed3n`")
        );
        assert_eq!(
            error("1g Ra1 1s ra8"),
            format!("line 1, column 8: found `1s`, {expected}; a label begins a line")
        );
        assert_eq!(
            error("2g h5-h6"),
            format!("line 1, column 4: found `h5-h6`, {expected}, which begins with the piece")
        );
        for label in ["9s.", "9s:", "9b)"] {
            assert_eq!(
                error(&format!("{label} Ra1")),
                format!(
                    "line 1, column 1: found `{label}`, expected a turn label, such as `12g`; perhaps `9s`"
                )
            );
        }
        assert_eq!(
            error("2g Ra1\0"),
            format!("line 1, column 4: found `Ra1\\0`, {expected}")
        );
        assert_eq!(
            error("12q Ra1"),
            "line 1, column 1: found `12q`, expected a turn label, such as `12g`"
        );
    }

    #[test]
    fn end_of_turn_is_not_written() {
        let tokens = [
            Token::Action("Ed2n".parse().unwrap()),
            Token::Action(Action::EndTurn),
        ];
        assert_eq!(write_turn(Some(label("2g")), tokens), "2g Ed2n");
        assert_eq!(write_turn(None, []), "");
    }
}
