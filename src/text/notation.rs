//! Turn lines: `12g Ed2n Ed3n cf3x`.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::TextError;
use super::located::Located;
use crate::vocab::{Action, Placed, Played, Side};

/// The number of a turn and the side whose turn it is: `12g`.
///
/// Gold's turn comes before Silver's of the same number. Labels are read with `w` and `b` for the sides
/// too, as records before 2008 have it, and written with `g` and `s`.
///
/// ```
/// use arimaa_oracle::{text::Label, vocab::Side};
///
/// let label: Label = "12w".parse()?;
/// assert_eq!(label, Label { number: 12, side: Side::Gold });
/// assert_eq!(label.to_string(), "12g");
/// assert_eq!(label.next().to_string(), "12s");
/// assert_eq!(label.next().next().to_string(), "13g");
/// # Ok::<(), arimaa_oracle::text::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Label {
    /// The number of the turn, 1 being the setup.
    pub number: u32,
    /// The side whose turn it is.
    pub side: Side,
}

impl Label {
    /// The label of the turn after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        let number = match self.side {
            Side::Gold => self.number,
            Side::Silver => self.number.saturating_add(1),
        };
        let side = self.side.other();
        Self { number, side }
    }

    /// The label of the turn before this one; `None` before `1g`.
    #[must_use]
    pub const fn previous(self) -> Option<Self> {
        let number = match self.side {
            Side::Gold if self.number <= 1 => return None,
            Side::Gold => self.number - 1,
            Side::Silver => self.number,
        };
        let side = self.side.other();
        Some(Self { number, side })
    }

    fn order(self) -> (u32, bool) {
        (self.number, self.side == Side::Silver)
    }
}

impl Ord for Label {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
    }
}

impl PartialOrd for Label {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.side.letter())
    }
}

impl FromStr for Label {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read_label(Located::new(text, 1, 1)).map(|label| label.value)
    }
}

/// One word of a turn line after the label.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Token {
    /// A step `Ed2n` or a placement `Ra1`. The end of a turn is not written: it is the end of the line.
    Action(Action),
    /// A capture `cf3x`, right after the step that caused it.
    Capture(Placed),
}

impl Token {
    /// The tokens of an action that was played: the action, and its capture if there was one.
    ///
    /// ```
    /// use arimaa_oracle::{text::{Token, write_turn}, vocab::{Effect, Part, Played}};
    ///
    /// let played = Played {
    ///     action: "rb3e".parse()?,
    ///     effect: Effect { part: Part::PushBegun, captured: Some("rc3".parse()?) },
    /// };
    /// assert_eq!(write_turn(None, Token::of(&played)), "rb3e rc3x");
    /// # Ok::<(), arimaa_oracle::vocab::UnknownWord>(())
    /// ```
    pub fn of(played: &Played) -> impl Iterator<Item = Self> + use<> {
        let action = Self::Action(played.action);
        std::iter::once(action).chain(played.effect.captured.map(Self::Capture))
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Action(action) => action.fmt(f),
            Self::Capture(captured) => write!(f, "{captured}x"),
        }
    }
}

impl FromStr for Token {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read_token(Located::new(text, 1, 1)).map(|token| token.value)
    }
}

/// A turn line as it was read. Nothing says that the turn is legal, or even possible.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TurnLine {
    /// The label, if the line has one.
    pub label: Option<Located<Label>>,
    /// The actions and captures in order.
    pub tokens: Vec<Located<Token>>,
}

/// Reads a turn line: a label, which may be left out, and tokens, with any whitespace between them.
///
/// An empty line is a turn line with neither. `line` is the line number for the places and for errors.
///
/// ```
/// use arimaa_oracle::text::{read_turn, write_turn};
///
/// let turn = read_turn("2w  Ed2n Ed3n cf3x", 1)?;
/// assert_eq!(turn.tokens[2].column, 15);
/// let label = turn.label.map(|label| label.value);
/// let tokens = turn.tokens.iter().map(|token| token.value);
/// assert_eq!(write_turn(label, tokens), "2g Ed2n Ed3n cf3x");
/// # Ok::<(), arimaa_oracle::text::TextError>(())
/// ```
///
/// # Errors
///
/// The first word that is not what it should be.
pub fn read_turn(text: &str, line: usize) -> Result<TurnLine, TextError> {
    read_turn_at(text, line, 1)
}

/// The same for a fragment of a larger line; `column` is the column of its first character.
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

pub(super) fn read_label(word: Located<&str>) -> Result<Located<Label>, TextError> {
    let read = || {
        let digits = word.value.trim_end_matches(|c: char| !c.is_ascii_digit());
        let side = read_side(word.value.strip_prefix(digits)?)?;
        // A sign is nothing that `parse` may accept here.
        let plain = looks_like_label(digits);
        let number = digits.parse().ok().filter(|&number| plain && number > 0)?;
        Some(word.with(Label { number, side }))
    };
    read().ok_or_else(|| word.unexpected("a turn label, such as `12g`"))
}

pub(super) fn read_token(word: Located<&str>) -> Result<Located<Token>, TextError> {
    let capture = || word.value.strip_suffix('x')?.parse().ok();
    let action = || match word.value.parse() {
        Ok(Action::EndTurn) | Err(_) => None,
        Ok(action) => Some(action),
    };
    let token = capture()
        .map(Token::Capture)
        .or_else(|| action().map(Token::Action));
    token.map(|token| word.with(token)).ok_or_else(|| {
        word.unexpected("a step (`Ed2n`), a placement (`Ra1`) or a capture (`cf3x`)")
    })
}

/// The side of a letter: `g` or `s`, or `w` or `b` as records before 2008 have it, small or capital.
pub(crate) fn read_side(letter: &str) -> Option<Side> {
    match letter {
        "g" | "w" | "G" | "W" => Some(Side::Gold),
        "s" | "b" | "S" | "B" => Some(Side::Silver),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a text that cannot be read fails the test"
    )]

    use super::*;
    use crate::vocab::{Effect, Part};

    fn label(text: &str) -> Label {
        text.parse().unwrap()
    }

    fn error(text: &str) -> String {
        read_turn(text, 1).unwrap_err().to_string()
    }

    fn rewritten(text: &str) -> String {
        let turn = read_turn(text, 1).unwrap();
        let tokens = turn.tokens.into_iter().map(|token| token.value);
        write_turn(turn.label.map(|label| label.value), tokens)
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
            "",
            "g",
            "12",
            "0g",
            "00s",
            "-1g",
            "+1g",
            "1 g",
            "12x",
            "12gg",
            "1g2g",
            "4294967296g",
            "１g",
            "12g\0",
        ] {
            let error = bad.parse::<Label>().unwrap_err();
            assert_eq!(error.expected, "a turn label, such as `12g`", "{bad:?}");
        }
        assert_eq!(label("4294967295s").number, u32::MAX);
    }

    #[test]
    fn labels_follow_each_other() {
        let labels: Vec<Label> = std::iter::successors(Some(label("1g")), |l| Some(l.next()))
            .take(5)
            .collect();
        let names: Vec<String> = labels.iter().map(Label::to_string).collect();
        assert_eq!(names, ["1g", "1s", "2g", "2s", "3g"]);
        assert!(labels.is_sorted_by(|a, b| a < b));
        assert_eq!(label("1g").previous(), None);
        for label in labels {
            assert_eq!(label.next().previous(), Some(label));
        }
        assert_eq!(label("4294967295s").next(), label("4294967295g"));
    }

    #[test]
    fn turn_lines_have_any_whitespace() {
        assert_eq!(
            rewritten(" 2b\tha7s  \u{a0}rb3e rc3x\r\n"),
            "2s ha7s rb3e rc3x"
        );
        assert_eq!(rewritten("Ra1 Ra2n"), "Ra1 Ra2n");
        assert_eq!(rewritten("37b"), "37s");
        assert_eq!(rewritten(""), "");
    }

    #[test]
    fn places_are_kept() {
        let turn = read_turn_at("2g  Ed2n cf3x", 7, 11).unwrap();
        assert_eq!(turn.label, Some(Located::new(label("2g"), 7, 11)));
        let columns: Vec<usize> = turn.tokens.iter().map(|token| token.column).collect();
        assert_eq!(columns, [15, 20]);
        assert!(turn.tokens.iter().all(|token| token.line == 7));
    }

    #[test]
    fn what_is_no_token_is_refused_at_its_place() {
        let expected = "expected a step (`Ed2n`), a placement (`Ra1`) or a capture (`cf3x`)";
        for bad in [
            "end", "pass", "x", "Ed2x2", "Ed9", "Ed2nn", "ed2N", "Xa1", "é", "Eé2n", "12g",
        ] {
            let text = format!("2g Ra1 {bad}");
            assert_eq!(
                error(&text),
                format!("line 1, column 8: found `{bad}`, {expected}")
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
    fn the_end_of_a_turn_is_not_written() {
        let tokens = [
            Token::Action("Ed2n".parse().unwrap()),
            Token::Action(Action::EndTurn),
        ];
        assert_eq!(write_turn(Some(label("2g")), tokens), "2g Ed2n");
        assert_eq!(write_turn(None, []), "");
    }
}
