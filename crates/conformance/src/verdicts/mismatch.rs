//! Differences between an answer and the expectation.

use std::fmt;

use arimaa::text::error::shown;
use arimaa_oracle::ask::{Ended, QuestionKind, Winner};

/// The most characters of what was expected, and of what came, that are shown.
const SHOWN: usize = 4000;

/// One difference between an answer and the expectation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Mismatch(pub(crate) Difference);

/// The ways in which an answer differs from the expectation.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Difference {
    /// A turn is accepted that must be refused, or the other way round.
    Legality {
        /// The expectation.
        expected: Legality,
        /// The answer.
        got: Legality,
    },
    /// A turn is refused for another reason.
    Reason {
        /// The name of the reason.
        expected: String,
        /// The name in the answer.
        got: Option<String>,
    },
    /// A turn is refused at another word.
    At {
        /// The word, or `end`.
        expected: String,
        /// The word in the answer.
        got: Option<String>,
    },
    /// A refusal, or an impossible position, has other facts.
    Details {
        /// The facts that are compared, as JSON.
        expected: String,
        /// The facts in the answer.
        got: String,
    },
    /// Other captures, each a piece with its trap.
    Captures(Lists),
    /// Another board, told by its pieces from a1 to h8.
    Board(Lists),
    /// Other legal actions.
    Actions(Lists),
    /// Other turns at the beginning of the list.
    FirstTurns(Lists),
    /// Other turns that make a goal.
    Goals(Lists),
    /// An action that is legal is not listed.
    Unlisted {
        /// The action.
        action: String,
        /// The listed actions.
        got: Vec<String>,
    },
    /// An action that is illegal is listed.
    Listed {
        /// The action.
        action: String,
        /// The listed actions.
        got: Vec<String>,
    },
    /// Another outcome.
    Outcome {
        /// The expectation.
        expected: Ending,
        /// The answer.
        got: Ending,
    },
    /// Another label of the next turn.
    Label {
        /// The label.
        expected: String,
        /// The label in the answer.
        got: Option<String>,
    },
    /// Another number of turns.
    Turns {
        /// The number.
        expected: u64,
        /// The number in the answer.
        got: u64,
    },
    /// Other numbers of sequences.
    Counts {
        /// The field: `steps` or `sequences`.
        field: &'static str,
        /// The numbers to depth 1, 2, …
        expected: Vec<u64>,
        /// The numbers in the answer.
        got: Vec<u64>,
    },
    /// An invalid position is taken for a valid one.
    Possible {
        /// The rule by which it is invalid.
        rule: String,
    },
    /// A position is called invalid by another rule.
    Invalid {
        /// The rule.
        expected: String,
        /// The rule in the answer.
        got: String,
    },
    /// A text is written in another way.
    Written {
        /// The text.
        expected: String,
        /// The text in the answer.
        got: String,
    },
    /// A text that cannot be read is read, or another message says why not.
    Unreadable {
        /// A part of the message.
        expected: String,
        /// The text or the message in the answer.
        got: String,
    },
    /// An error in place of an answer about a field.
    Error {
        /// The field.
        field: &'static str,
        /// The message.
        message: String,
    },
    /// The answer says nothing about a field.
    Unanswered {
        /// The field.
        field: &'static str,
    },
    /// The answer is one to a question of another kind.
    Kind {
        /// The kind of the question.
        asked: QuestionKind,
        /// The name of the answer.
        got: &'static str,
    },
    /// An engine that was asked for a turn makes an illegal one, or resigns.
    Turn {
        /// The legal turns, or their number.
        expected: String,
        /// The turn as it was written; `None` where it resigns.
        played: Option<String>,
        /// The turn and the reason for which it is illegal.
        got: String,
    },
    /// An engine that was asked for a turn moves pieces of the other side only.
    Side {
        /// The side to move.
        expected: String,
        /// The turn as it was written.
        played: String,
        /// The turn and the rule that it breaks.
        got: String,
    },
}

/// Whether a turn is accepted.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Legality {
    /// It is.
    Accepted,
    /// It is not, for the reason with this name where reasons are compared.
    Refused(Option<String>),
}

/// How a game stands: it goes on, or is decided.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Ending {
    /// The winner; `None` while the game goes on.
    pub winner: Option<Winner>,
    /// The rule that decides, where rules are compared.
    pub rule: Option<String>,
}

/// Two lists that differ.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Lists {
    /// The expectation.
    pub expected: Vec<String>,
    /// The answer.
    pub got: Vec<String>,
}

impl Mismatch {
    /// The field of the expectation.
    pub const fn field(&self) -> &'static str {
        self.0.field()
    }

    /// The expected value, for people.
    pub fn expected(&self) -> String {
        self.0.expected()
    }

    /// The value in the answer, for people.
    pub fn got(&self) -> String {
        self.0.got()
    }
}

impl Difference {
    const fn field(&self) -> &'static str {
        match self {
            Self::Legality { .. } => "legal",
            Self::Reason { .. } => "refused",
            Self::At { .. } => "at",
            Self::Details { .. } => "details",
            Self::Captures(_) => "captures",
            Self::Board(_) => "board",
            Self::Actions(_) => "actions",
            Self::FirstTurns(_) => "first_turns",
            Self::Goals(_) => "goals",
            Self::Unlisted { .. } => "listed",
            Self::Listed { .. } => "unlisted",
            Self::Outcome { .. } => "outcome",
            Self::Label { .. } => "label",
            Self::Turns { .. } => "turns",
            Self::Possible { .. } | Self::Invalid { .. } => "invalid",
            Self::Written { .. } => "written",
            Self::Unreadable { .. } => "unreadable",
            Self::Counts { field, .. } | Self::Error { field, .. } | Self::Unanswered { field } => {
                field
            }
            Self::Kind { .. } => "kind",
            Self::Turn { .. } => "turn",
            Self::Side { .. } => "side",
        }
    }

    fn expected(&self) -> String {
        match self {
            Self::Legality { expected, .. } => expected.to_string(),
            Self::Captures(lists) | Self::Board(lists) | Self::Actions(lists) => {
                lists.expected.join(" ")
            }
            Self::FirstTurns(lists) | Self::Goals(lists) => lists.expected.join("; "),
            Self::Unlisted { action, .. } => action.clone(),
            Self::Listed { action, .. } => format!("no {action}"),
            Self::Outcome { expected, .. } => expected.to_string(),
            Self::Turns { expected, .. } => expected.to_string(),
            Self::Counts { expected, .. } => numbers(expected),
            Self::Possible { rule } => rule.clone(),
            Self::Reason { expected, .. }
            | Self::At { expected, .. }
            | Self::Details { expected, .. }
            | Self::Label { expected, .. }
            | Self::Invalid { expected, .. }
            | Self::Written { expected, .. }
            | Self::Unreadable { expected, .. }
            | Self::Turn { expected, .. }
            | Self::Side { expected, .. } => expected.clone(),
            Self::Error { .. } => "an answer".to_owned(),
            Self::Unanswered { .. } => "an answer about it".to_owned(),
            Self::Kind { asked, .. } => format!("an answer to `{asked}`"),
        }
    }

    fn got(&self) -> String {
        let or = |got: &Option<String>, none: &str| got.clone().unwrap_or_else(|| none.to_owned());
        match self {
            Self::Legality { got, .. } => got.to_string(),
            Self::Reason { got, .. } => or(got, "no reason"),
            Self::At { got, .. } => or(got, "no place"),
            Self::Label { got, .. } => or(got, "no label"),
            Self::Captures(lists) | Self::Board(lists) | Self::Actions(lists) => {
                lists.got.join(" ")
            }
            Self::FirstTurns(lists) | Self::Goals(lists) => lists.got.join("; "),
            Self::Unlisted { got, .. } | Self::Listed { got, .. } => got.join(" "),
            Self::Outcome { got, .. } => got.to_string(),
            Self::Turns { got, .. } => got.to_string(),
            Self::Counts { got, .. } => numbers(got),
            Self::Possible { .. } => "a valid position".to_owned(),
            Self::Details { got, .. }
            | Self::Invalid { got, .. }
            | Self::Written { got, .. }
            | Self::Unreadable { got, .. }
            | Self::Turn { got, .. }
            | Self::Side { got, .. } => got.clone(),
            Self::Error { message, .. } => format!("error: {message}"),
            Self::Unanswered { .. } => "an answer to another question".to_owned(),
            Self::Kind { got, .. } => format!("`{got}`"),
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Whatever an engine says stays in its line, and does nothing to a terminal.
        let (expected, got) = (self.expected(), self.got());
        let (expected, got) = (shown(&expected, SHOWN), shown(&got, SHOWN));
        write!(f, "{}: expected {expected}, got {got}", self.field())
    }
}

impl fmt::Display for Legality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accepted => f.write_str("accepted"),
            Self::Refused(None) => f.write_str("refused"),
            Self::Refused(Some(reason)) => write!(f, "refused ({reason})"),
        }
    }
}

impl Ending {
    /// The outcome of a case: `ongoing`, or winner and rule, such as `gold END-3`.
    pub(crate) fn read(text: &str) -> Self {
        let (winner, rule) = match text.split_once(' ') {
            Some((winner, rule)) => (winner, Some(rule.to_owned())),
            None => (text, None),
        };
        let winner = [Winner::Gold, Winner::Silver, Winner::Draw]
            .into_iter()
            .find(|side| name(*side) == winner);
        Self { winner, rule }
    }

    /// The outcome in an answer.
    pub(super) fn from_answer(outcome: Option<&Ended>) -> Self {
        Self {
            winner: outcome.map(|ended| ended.winner),
            rule: outcome.and_then(|ended| ended.rule.clone()),
        }
    }

    /// The outcome without its rule.
    pub(crate) fn by_winner(&self) -> Self {
        Self {
            rule: None,
            ..self.clone()
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.winner.map_or("ongoing", name))?;
        match &self.rule {
            Some(rule) => write!(f, " {rule}"),
            None => Ok(()),
        }
    }
}

const fn name(winner: Winner) -> &'static str {
    match winner {
        Winner::Gold => "gold",
        Winner::Silver => "silver",
        Winner::Draw => "draw",
    }
}

impl Lists {
    /// The elements that only the answer has.
    pub(crate) fn added(&self) -> Vec<&str> {
        without(&self.got, &self.expected)
    }

    /// The elements that the answer lacks.
    pub(crate) fn missing(&self) -> Vec<&str> {
        without(&self.expected, &self.got)
    }

    /// Whether both have the same elements, written in one form.
    pub(crate) fn are_alike(&self, form: fn(&str) -> String) -> bool {
        let sorted = |list: &[String]| {
            let mut elements: Vec<String> = list.iter().map(|element| form(element)).collect();
            elements.sort_unstable();
            elements
        };
        sorted(&self.expected) == sorted(&self.got)
    }
}

/// The elements of a list that another does not have; one that stands twice counts twice.
fn without<'a>(list: &'a [String], other: &[String]) -> Vec<&'a str> {
    let mut other: Vec<&str> = other.iter().map(String::as_str).collect();
    let mut rest = Vec::new();
    for element in list {
        match other.iter().position(|listed| listed == element) {
            Some(at) => {
                other.swap_remove(at);
            }
            None => rest.push(element.as_str()),
        }
    }
    rest
}

fn numbers(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(" ")
}

/// Differences for tests.
#[cfg(test)]
pub(crate) mod made {
    use super::{Difference, Legality, Lists};

    /// Two lists whose elements are separated by semicolons.
    pub(crate) fn lists(expected: &str, got: &str) -> Lists {
        let list = |text: &str| {
            let elements = text.split(';').filter(|element| !element.is_empty());
            elements.map(str::to_owned).collect()
        };
        Lists {
            expected: list(expected),
            got: list(got),
        }
    }

    pub(crate) fn accepted() -> Difference {
        Difference::Legality {
            expected: Legality::Refused(None),
            got: Legality::Accepted,
        }
    }

    pub(crate) fn refused() -> Difference {
        Difference::Legality {
            expected: Legality::Accepted,
            got: Legality::Refused(Some("frozen".to_owned())),
        }
    }
}
