//! The words of a turn line: its label and its tokens.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::{Action, Direction, Piece, Placed, Played, Side, Square, Step, UnknownWord};

/// The label of a turn: its number and the side whose turn it is, such as `12g`.
///
/// Gold's turn comes before Silver's of the same number. Sides are written `g` and `s`; `w` and
/// `b`, of records before August 2008, are read, too.
///
/// ```
/// use arimaa::vocab::{Label, Side};
///
/// let label: Label = "12w".parse()?;
/// assert_eq!(label, Label { number: 12, side: Side::Gold });
/// assert_eq!(label.to_string(), "12g");
/// assert_eq!(label.next().to_string(), "12s");
/// assert_eq!(label.next().next().to_string(), "13g");
/// # Ok::<(), arimaa::vocab::UnknownWord>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Label {
    /// The number of the turn, which is 1 in the setup.
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

    /// The label of the turn before this one, or `None` for `1g`.
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
}

impl Ord for Label {
    /// Compares the numbers; of equal numbers Gold's turn comes first.
    fn cmp(&self, other: &Self) -> Ordering {
        (self.number, self.side).cmp(&(other.number, other.side))
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
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // `parse` would accept a sign.
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, letters) = text.split_at(digits);
        let mut letters = letters.chars();
        let side = letters.next().and_then(Side::from_letter);
        let (Some(side), None, false) = (side, letters.next(), digits.is_empty()) else {
            return Err(UnknownWord::new(text, "a turn label, such as `12g`"));
        };
        // The largest number is refused, because the next turn would have none.
        match digits.parse() {
            Ok(number) if (1..u32::MAX).contains(&number) => Ok(Self { number, side }),
            _ => Err(UnknownWord::new(
                text,
                "a turn label from `1g` to `4294967294s`",
            )),
        }
    }
}

/// A word of a turn line, other than its label.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Token {
    /// A step `Ed2n` or a placement `Ra1`. The end of a turn is the end of its line.
    Action(Action),
    /// A capture `cf3x`, right after the step that caused it.
    Capture(Placed),
}

impl Token {
    /// The tokens of a played action: the action and, if it captured a piece, the capture.
    ///
    /// ```
    /// use arimaa::vocab::{Effect, Part, Played, Token};
    ///
    /// let effect = Effect::new(Part::PushBegun, Some("rc3".parse()?));
    /// let played = Played::new("rb3e".parse()?, effect);
    /// let words: Vec<String> = Token::of(&played).map(|token| token.to_string()).collect();
    /// assert_eq!(words, ["rb3e", "rc3x"]);
    /// # Ok::<(), arimaa::vocab::UnknownWord>(())
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
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // No byte of a character that is not ASCII is a letter of a token.
        let token = || {
            let (&[piece, file, rank], behind) = text.as_bytes().split_first_chunk()?;
            let piece = Piece::from_letter(char::from(piece))?;
            let square = Square::named(char::from(file), rank.wrapping_sub(b'0'))?;
            Some(match *behind {
                [] => Self::Action(Action::Place(Placed { piece, square })),
                [b'x'] => Self::Capture(Placed { piece, square }),
                [letter] => Self::Action(Action::Step(Step {
                    piece,
                    from: square,
                    direction: Direction::from_letter(char::from(letter))?,
                })),
                _ => return None,
            })
        };
        token().ok_or_else(|| {
            let expected = "a step (`Ed2n`), a placement (`Ra1`) or a capture (`cf3x`)";
            UnknownWord::new(text, expected)
        })
    }
}

#[cfg(test)]
mod tests {
    use quickcheck::quickcheck;

    use super::*;

    /// The number of turns before this label, which may be larger than a label's number.
    fn turns_before(label: Label) -> u64 {
        2 * u64::from(label.number - 1) + u64::from(label.side == Side::Silver)
    }

    quickcheck! {
        fn next_and_previous_label_are_one_turn_away(label: Label) -> bool {
            let previous = label.previous().map(turns_before);
            turns_before(label.next()) == turns_before(label) + 1
                && previous == turns_before(label).checked_sub(1)
                && label.next().previous() == Some(label)
        }

        fn labels_are_ordered_by_the_turns_before(one: Label, other: Label) -> bool {
            one.cmp(&other) == turns_before(one).cmp(&turns_before(other))
                && one.partial_cmp(&other) == Some(one.cmp(&other))
                && (one == other) == one.cmp(&other).is_eq()
        }

        fn written_label_is_read_back(one: Label, other: Label) -> bool {
            one.to_string().parse() == Ok(one)
                && (one.to_string() == other.to_string()) == (one == other)
        }

        /// The largest `u32` is no number of a label, because no label could follow it.
        fn labelled_numbers_have_a_next(number: u64, below: u32) -> bool {
            [number, u64::from(below), u64::from(u32::MAX) - u64::from(below % 3)].into_iter().all(|number| {
                let is_read = format!("{number}g").parse::<Label>().is_ok();
                is_read == (1..u64::from(u32::MAX)).contains(&number)
            })
        }
    }
}
