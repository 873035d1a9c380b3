//! Wrong answers in comparable form: one symptom for each way in which an answer differs from the
//! expectation.
//!
//! Lists and boards are compared element by element, so that two faults that show in one list are
//! two symptoms. A wrong legality hides everything else about its turn.

use std::fmt;
use std::str::FromStr;

use super::{Case, Ending, Legality, Lists, Mismatch};
use crate::protocol::Capabilities;

/// One way in which an answer differs from the expectation.
///
/// As text it is one word:
///
/// | symptom | meaning |
/// |---|---|
/// | `accepted`, `refused` | the turn is judged legal, or illegal, and should not be |
/// | `reason=frozen`, `at=Ed2n` | it is refused for this reason, or at this token |
/// | `details={"by":["hd5"]}` | it is refused with these facts instead |
/// | `capture+cf3`, `board-Ra1`, `action+end`, `turn-Ed2n_Ed3n` | an element too many, or one that is missing |
/// | `capture~order`, `action~order`, `turn~order` | the right elements in a wrong order |
/// | `outcome=gold/END-3`, `turns=5`, `counts=6,37`, `label=3g` | this value instead |
/// | `possible`, `invalid=VAL-2` | an impossible position is taken, or refused by this rule |
/// | `text`, `error`, `kind`, `turn` | another text; no answer but an error; an answer to another question; an illegal turn |
/// | `?` | the engine crashed |
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "the table describes them")]
pub enum Symptom {
    Accepted,
    Refused,
    Reason(String),
    At(String),
    Details(String),
    Added(List, String),
    Missing(List, String),
    Order(List),
    Outcome(Ending),
    Turns(u64),
    Counts(Vec<u64>),
    Label(String),
    Possible,
    Invalid(String),
    Text,
    Error,
    Kind,
    Turn,
    Crash,
}

/// The list in which an element is missing or too many.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "they are the fields of an expectation")]
pub enum List {
    Captures,
    Board,
    Actions,
    Turns,
}

/// The symptoms of an answer with these mismatches, sorted.
///
/// ```
/// use arimaa_oracle::suite::{Lists, Mismatch, symptoms};
///
/// let list = |text: &str| text.split(' ').map(str::to_owned).collect();
/// let (expected, got) = (list("Ed2n Ed2w end"), list("Ed2n Re2s end"));
/// let wrong = symptoms(&[Mismatch::Actions(Lists { expected, got })]);
/// let words: Vec<String> = wrong.iter().map(ToString::to_string).collect();
/// assert_eq!(words, ["action+Re2s", "action-Ed2w"]);
/// ```
pub fn symptoms(mismatches: &[Mismatch]) -> Vec<Symptom> {
    let is_legality = |one: &&Mismatch| matches!(one, Mismatch::Legality { .. });
    if let Some(legality) = mismatches.iter().find(is_legality) {
        return symptoms_of(legality);
    }
    let mut symptoms: Vec<Symptom> = mismatches.iter().flat_map(symptoms_of).collect();
    symptoms.sort_unstable();
    symptoms.dedup();
    symptoms
}

fn symptoms_of(mismatch: &Mismatch) -> Vec<Symptom> {
    let word = |got: &Option<String>, none: &str| got.clone().unwrap_or_else(|| none.to_owned());
    vec![match mismatch {
        Mismatch::Legality { got, .. } => match got {
            Legality::Accepted => Symptom::Accepted,
            Legality::Refused(_) => Symptom::Refused,
        },
        Mismatch::Reason { got, .. } => Symptom::Reason(word(got, "no reason")),
        Mismatch::At { got, .. } => Symptom::At(word(got, "no place")),
        Mismatch::Details { got, .. } => Symptom::Details(got.clone()),
        Mismatch::Captures(lists) => return list_symptoms(List::Captures, lists),
        Mismatch::Board(lists) => return list_symptoms(List::Board, lists),
        Mismatch::Actions(lists) => return list_symptoms(List::Actions, lists),
        Mismatch::FirstTurns(lists) | Mismatch::Goals(lists) => {
            return list_symptoms(List::Turns, lists);
        }
        Mismatch::Unlisted { action, .. } => Symptom::Missing(List::Actions, action.clone()),
        Mismatch::Listed { action, .. } => Symptom::Added(List::Actions, action.clone()),
        Mismatch::Outcome { got, .. } => Symptom::Outcome(got.clone()),
        Mismatch::Turns { got, .. } => Symptom::Turns(*got),
        Mismatch::Counts { got, .. } => Symptom::Counts(got.clone()),
        Mismatch::Label { got, .. } => Symptom::Label(word(got, "no label")),
        Mismatch::Possible { .. } => Symptom::Possible,
        Mismatch::Invalid { got, .. } => Symptom::Invalid(got.clone()),
        Mismatch::Written { .. } | Mismatch::Unreadable { .. } => Symptom::Text,
        Mismatch::Error { .. } => Symptom::Error,
        Mismatch::Unanswered { .. } | Mismatch::Kind { .. } => Symptom::Kind,
        Mismatch::Turn { .. } | Mismatch::Side { .. } => Symptom::Turn,
    }]
}

/// The elements of two lists that only one of them has; or that the order differs.
fn list_symptoms(list: List, lists: &Lists) -> Vec<Symptom> {
    let (added, missing) = (lists.added(), lists.missing());
    if added.is_empty() && missing.is_empty() {
        return vec![Symptom::Order(list)];
    }
    let added = added.into_iter();
    let added = added.map(|element| Symptom::Added(list, element.to_owned()));
    let missing = missing.into_iter();
    let missing = missing.map(|element| Symptom::Missing(list, element.to_owned()));
    added.chain(missing).collect()
}

impl fmt::Display for Symptom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |text: &str| text.replace(' ', "_");
        match self {
            Self::Accepted => f.write_str("accepted"),
            Self::Refused => f.write_str("refused"),
            Self::Reason(reason) => write!(f, "reason={}", word(reason)),
            Self::At(at) => write!(f, "at={}", word(at)),
            Self::Details(facts) => write!(f, "details={facts}"),
            Self::Added(list, element) => write!(f, "{}+{}", list.name(), word(element)),
            Self::Missing(list, element) => write!(f, "{}-{}", list.name(), word(element)),
            Self::Order(list) => write!(f, "{}~order", list.name()),
            Self::Outcome(ending) => write!(f, "outcome={}", ending.to_string().replace(' ', "/")),
            Self::Turns(count) => write!(f, "turns={count}"),
            Self::Counts(counts) => {
                let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
                write!(f, "counts={}", counts.join(","))
            }
            Self::Label(label) => write!(f, "label={}", word(label)),
            Self::Possible => f.write_str("possible"),
            Self::Invalid(rule) => write!(f, "invalid={rule}"),
            Self::Text => f.write_str("text"),
            Self::Error => f.write_str("error"),
            Self::Kind => f.write_str("kind"),
            Self::Turn => f.write_str("turn"),
            Self::Crash => f.write_str("?"),
        }
    }
}

impl FromStr for Symptom {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let unknown = || format!("`{word}` is no symptom");
        let plain = [
            Self::Accepted,
            Self::Refused,
            Self::Possible,
            Self::Text,
            Self::Error,
            Self::Kind,
            Self::Turn,
            Self::Crash,
        ];
        if let Some(known) = plain.into_iter().find(|one| one.to_string() == word) {
            return Ok(known);
        }
        let at = word.find(['=', '+', '-', '~']).ok_or_else(unknown)?;
        let (name, value) = (&word[..at], &word[at + 1..]);
        let text = || value.replace('_', " ");
        let number = |text: &str| text.parse().map_err(|_| unknown());
        let list = || List::ALL.into_iter().find(|list| list.name() == name);
        Ok(match (name, &word[at..=at]) {
            ("reason", "=") => Self::Reason(text()),
            ("at", "=") => Self::At(text()),
            ("details", "=") => Self::Details(value.to_owned()),
            ("label", "=") => Self::Label(text()),
            ("invalid", "=") => Self::Invalid(text()),
            ("turns", "=") => Self::Turns(number(value)?),
            ("counts", "=") => {
                let counts = value.split(',').filter(|count| !count.is_empty());
                Self::Counts(counts.map(number).collect::<Result<_, _>>()?)
            }
            ("outcome", "=") => Self::Outcome(Ending::read(&value.replace('/', " "))),
            (_, "+") => Self::Added(list().ok_or_else(unknown)?, text()),
            (_, "-") => Self::Missing(list().ok_or_else(unknown)?, text()),
            (_, "~") => Self::Order(list().ok_or_else(unknown)?),
            _ => return Err(unknown()),
        })
    }
}

impl List {
    const ALL: [Self; 4] = [Self::Captures, Self::Board, Self::Actions, Self::Turns];

    const fn name(self) -> &'static str {
        match self {
            Self::Captures => "capture",
            Self::Board => "board",
            Self::Actions => "action",
            Self::Turns => "turn",
        }
    }
}

impl Symptom {
    /// The symptom as an engine with these capabilities shows it; `None` where it shows nothing.
    pub(super) fn visible(&self, case: &Case, capabilities: &Capabilities) -> Option<Self> {
        let is_shown = match self {
            Self::Reason(_) | Self::At(_) | Self::Invalid(_) => capabilities.reasons,
            Self::Details(_) => capabilities.reasons && capabilities.details,
            Self::Outcome(_) => capabilities.outcome,
            Self::Label(_) => capabilities.labels,
            Self::Possible => capabilities.validity,
            _ => true,
        };
        match self {
            Self::Outcome(ending) if is_shown && !capabilities.reasons => {
                let expected = Ending::read(case.expect.outcome.as_deref()?);
                let differs = expected.winner != ending.winner;
                differs.then(|| Self::Outcome(ending.by_winner()))
            }
            _ => is_shown.then(|| self.clone()),
        }
    }
}

/// Whether the answer to a case is wrong in how it is written, and in nothing else: its label, the
/// order of a list, the form of captures, or a case about notation alone.
pub fn is_notation(case: &Case, mismatches: &[Mismatch]) -> bool {
    let about_notation = |rule: &&str| rule.starts_with("NOT-") || *rule == "ORD-2";
    let rules = case.rules();
    if !rules.is_empty() && rules.iter().all(about_notation) {
        return true;
    }
    let harmless = |mismatch: &Mismatch| match mismatch {
        Mismatch::Label { .. } => true,
        Mismatch::Captures(lists) => {
            lists.are_alike(|capture| capture.trim_end_matches('x').to_owned())
        }
        Mismatch::Actions(lists) => lists.are_alike(str::to_owned),
        Mismatch::FirstTurns(lists) | Mismatch::Goals(lists) => lists.are_alike(|turn| {
            let steps = turn.split(' ').filter(|word| !word.ends_with('x'));
            steps.collect::<Vec<_>>().join(" ")
        }),
        _ => false,
    };
    !mismatches.is_empty() && mismatches.iter().all(harmless)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{LoadError, Suite};

    #[test]
    fn details_are_shown_by_engines_that_tell_reasons_and_details() -> Result<(), LoadError> {
        let suite = Suite::embedded()?;
        let wrong = Symptom::Details("pusher Ed4".to_owned());
        let is_visible = |reasons, details| {
            let capabilities = Capabilities {
                reasons,
                details,
                ..Capabilities::default()
            };
            wrong.visible(&suite.cases[0], &capabilities).is_some()
        };
        assert!(is_visible(true, true));
        assert!(!is_visible(true, false));
        assert!(!is_visible(false, true));
        Ok(())
    }
}
