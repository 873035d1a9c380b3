//! Headers: the side to move, beside a board of any form.

use std::fmt::Write;

use super::TextError;
use super::located::Located;
use super::notation::{looks_like_label, read_label, read_side, read_token, write_turn};
use crate::vocab::{Board, Handicap, Label, Side, Step, Token, UnknownWord};

pub(super) const HEADER: &str = "a header: a label, such as `12g`, or the side to move";

/// A board and the side to move, with the label of the turn if the text has one, and the steps
/// taken in the turn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct HeadedBoard {
    /// The label of the turn to be made, or `None` if the text has none.
    pub label: Option<Label>,
    /// The side to move.
    pub side: Side,
    /// The board at the start of the turn.
    pub board: Board,
    /// The steps taken since the start of the turn.
    pub steps: Vec<Step>,
}

/// The side to move, and the label of its turn if it is known.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Mover {
    /// The label, or `None` if it is not known.
    pub label: Option<Label>,
    /// The side to move.
    pub side: Side,
}

/// Reads the side to move: `g`, `gold`, `gold to move`, `12g` or `12g: gold to move`, with or
/// without a colon at the end, with any capitals. `None` for any other text.
pub fn read_mover(text: &str) -> Option<Mover> {
    let text = text.trim();
    let word = text.strip_suffix(':').unwrap_or(text);
    if let Some(subject) = word.strip_suffix(" to move") {
        return match subject.split_once(':') {
            Some((label, name)) => {
                let (label, side) = (label.parse::<Label>().ok()?, side_named(name.trim())?);
                (label.side == side).then_some(Mover {
                    label: Some(label),
                    side,
                })
            }
            None => side_named(subject).map(|side| Mover { label: None, side }),
        };
    }
    let labelled = || {
        let label = word.parse::<Label>().ok()?;
        let side = label.side;
        Some(Mover {
            label: Some(label),
            side,
        })
    };
    let named = side_named(word).or_else(|| read_side(word));
    named
        .map(|side| Mover { label: None, side })
        .or_else(labelled)
}

fn side_named(name: &str) -> Option<Side> {
    let is_named = |side: &Side| side.to_string().eq_ignore_ascii_case(name);
    Side::ALL.into_iter().find(is_named)
}

/// The headers around one board without steps. There must be at least one, and none that
/// contradicts another.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Movers(Option<Mover>);

impl Movers {
    /// Reads a further header. The error for a text that is none says that `expected` was expected.
    pub(super) fn read(&mut self, text: Located<&str>, expected: &str) -> Result<(), TextError> {
        let text = text.trim();
        let mover = read_mover(text.value).ok_or_else(|| {
            let word = text.words().next().unwrap_or(text);
            if looks_like_label(word.value)
                && let Err(error) = read_label(word)
            {
                return error;
            }
            word.unexpected(expected)
        })?;
        if mover.label.is_some_and(is_setup) {
            return Err(text.unexpected(
                "a turn from `2g` on: a setup is read from a diagram or a JSON state only",
            ));
        }
        let before = self.0.unwrap_or(mover);
        let label = before.label.or(mover.label);
        if before.side != mover.side || mover.label.is_some_and(|own| label != Some(own)) {
            return Err(text.unexpected("one side to move, and one label"));
        }
        self.0 = Some(Mover { label, ..before });
        Ok(())
    }

    /// Combines the board with its header; an error if there was none, so that no side is known.
    pub(super) fn with(self, board: Board, steps: Vec<Step>) -> Result<HeadedBoard, TextError> {
        let expected = "the side to move before or after it, such as `g`";
        let alone = || TextError::new(1, 1, "a board alone", expected);
        let Mover { label, side } = self.0.ok_or_else(alone)?;
        Ok(HeadedBoard {
            label,
            side,
            board,
            steps,
        })
    }
}

/// Cuts the steps of the turn, the words from the first step on, from the end of a line.
pub(super) fn split_steps(line: Located<&str>) -> Result<(Located<&str>, Vec<Step>), TextError> {
    let is_step = |word: &Located<&str>| word.value.parse::<Step>().is_ok();
    let Some(first) = line.words().find(is_step) else {
        return Ok((line, Vec::new()));
    };
    let letters = line.value.char_indices().nth(first.column - line.column);
    let (before, steps) = line.split_at(letters.map_or(line.value.len(), |(at, _)| at));
    let read = |word: Located<&str>| {
        let step = word.value.parse();
        step.map_err(|error: UnknownWord| word.unexpected(error.expected()))
    };
    let steps = steps.words().map(read).collect::<Result<_, _>>()?;
    Ok((before, steps))
}

/// Whether this is the label of a setup: `1g` or `1s`.
pub(super) const fn is_setup(label: Label) -> bool {
    label.number == 1
}

/// The header of a diagram: label or side, tokens of the turn so far, and handicap.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Header {
    pub(super) mover: Mover,
    pub(super) tokens: Vec<Located<Token>>,
    pub(super) handicap: Handicap,
}

/// Reads the header of a diagram: `12g Ed2n` or `12g: gold to move after Ed2n`. The steps may be
/// left out, and the side alone may replace the label. A setup has its handicap after a semicolon;
/// there a sentence may have any remark instead.
pub(super) fn read_header(line: Located<&str>) -> Result<Header, TextError> {
    let (head, remark) = match line.split_once(";") {
        Some((head, remark)) => (head.trim(), Some(remark.trim())),
        None => (line, None),
    };
    let sentence = head.value.find(" to move").map(|start| {
        let end = start + " to move".len();
        head.split_at(end)
    });
    let (mover, steps) = if let Some((subject, rest)) = sentence {
        let mover = read_mover(subject.value).ok_or_else(|| unknown_side(subject))?;
        let rest = rest.trim();
        let nothing = rest.value.is_empty().then_some(rest);
        let steps = rest.strip_prefix("after ").or(nothing);
        let expected = "`after` and the steps of the turn";
        (mover, steps.ok_or_else(|| rest.unexpected(expected))?)
    } else {
        let first = head.words().next().unwrap_or(head);
        let mover = read_mover(first.value).ok_or_else(|| unknown_side(first))?;
        (mover, head.split_at(first.value.len()).1)
    };
    let tokens = steps.words().map(read_token).collect::<Result<_, _>>()?;
    let handicap = match remark {
        // A sentence may end in any remark, but for a handicap in a setup.
        Some(remark)
            if sentence.is_none()
                || remark.value.starts_with("handicap ") && mover.label.is_some_and(is_setup) =>
        {
            read_handicap(remark, mover)?
        }
        _ => Handicap::NONE,
    };
    Ok(Header {
        mover,
        tokens,
        handicap,
    })
}

/// The error for a header that does not say whose turn it is.
fn unknown_side(text: Located<&str>) -> TextError {
    let word = text.words().next().unwrap_or(text);
    let label = looks_like_label(word.value).then(|| read_label(word).err());
    label.flatten().unwrap_or_else(|| word.unexpected(HEADER))
}

fn read_handicap(remark: Located<&str>, mover: Mover) -> Result<Handicap, TextError> {
    let letters = remark
        .strip_prefix("handicap ")
        .ok_or_else(|| remark.unexpected("`handicap` and the letters of the missing pieces"))?
        .trim();
    if !mover.label.is_some_and(is_setup) {
        return Err(remark.unexpected("no handicap but in a setup, `1g` or `1s`"));
    }
    let handicap = letters.value.parse();
    handicap.map_err(|error: crate::vocab::UnknownWord| letters.unexpected(error.expected()))
}

/// Writes the header of a diagram as a turn line: `1s ra7 rb7; handicap M`.
pub(super) fn write_header(
    mover: Mover,
    tokens: impl IntoIterator<Item = Token>,
    handicap: Handicap,
) -> String {
    let letter = mover.side.letter();
    let first = mover
        .label
        .map_or_else(|| letter.to_string(), |label| label.to_string());
    let words = [first, write_turn(None, tokens)].join(" ");
    words.trim_end().to_owned() + &handicap_remark(handicap)
}

/// Writes the header of a diagram as a sentence: `1s: silver to move after ra7 rb7; handicap M`.
pub fn write_sentence(
    label: Option<Label>,
    side: Side,
    tokens: impl IntoIterator<Item = Token>,
    handicap: Handicap,
) -> String {
    let mut sentence = label.map(|label| format!("{label}: ")).unwrap_or_default();
    let _ = write!(sentence, "{side} to move");
    let steps = write_turn(None, tokens);
    if !steps.is_empty() {
        let _ = write!(sentence, " after {steps}");
    }
    sentence + &handicap_remark(handicap)
}

fn handicap_remark(handicap: Handicap) -> String {
    if handicap == Handicap::NONE {
        return String::new();
    }
    format!("; handicap {handicap}")
}
