//! Wrong answers in comparable form: one symptom for each way in which an answer differs from the
//! expectation.
//!
//! Lists and boards are compared element by element, so that two faults that show in one list are
//! two symptoms. A wrong legality hides everything else about its turn.

use crate::{Case, Difference, Ending, Legality, Lists, Mismatch};
use arimaa_oracle::protocol::Capabilities;

/// One way in which an answer differs from the expectation.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Symptom {
    /// The turn is judged legal, and should not be.
    Accepted,
    Refused,
    /// It is refused for this reason, at this token, or with these facts instead.
    Reason(String),
    At(String),
    Details(String),
    /// An element too many, or one that is missing.
    Added(List, String),
    Missing(List, String),
    /// The right elements in a wrong order.
    Order(List),
    /// This value instead.
    Outcome(Ending),
    Turns(u64),
    Counts(Vec<u64>),
    Label(String),
    /// An impossible position is taken, or refused by this rule.
    Possible,
    Invalid(String),
    /// Another text; no answer but an error; an answer to another question; an illegal turn.
    Text,
    Error,
    Kind,
    Turn,
}

/// The list in which an element is missing or too many.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum List {
    Captures,
    Board,
    Actions,
    Turns,
}

/// The symptoms of an answer with these mismatches, sorted.
pub(crate) fn symptoms(mismatches: &[Mismatch]) -> Vec<Symptom> {
    let is_legality = |one: &&Mismatch| matches!(one.0, Difference::Legality { .. });
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
    vec![match &mismatch.0 {
        Difference::Legality { got, .. } => match got {
            Legality::Accepted => Symptom::Accepted,
            Legality::Refused(_) => Symptom::Refused,
        },
        Difference::Reason { got, .. } => Symptom::Reason(word(got, "no reason")),
        Difference::At { got, .. } => Symptom::At(word(got, "no place")),
        Difference::Details { got, .. } => Symptom::Details(got.clone()),
        Difference::Captures(lists) => return list_symptoms(List::Captures, lists),
        Difference::Board(lists) => return list_symptoms(List::Board, lists),
        Difference::Actions(lists) => return list_symptoms(List::Actions, lists),
        Difference::FirstTurns(lists) | Difference::Goals(lists) => {
            return list_symptoms(List::Turns, lists);
        }
        Difference::Unlisted { action, .. } => Symptom::Missing(List::Actions, action.clone()),
        Difference::Listed { action, .. } => Symptom::Added(List::Actions, action.clone()),
        Difference::Outcome { got, .. } => Symptom::Outcome(got.clone()),
        Difference::Turns { got, .. } => Symptom::Turns(*got),
        Difference::Counts { got, .. } => Symptom::Counts(got.clone()),
        Difference::Label { got, .. } => Symptom::Label(word(got, "no label")),
        Difference::Possible { .. } => Symptom::Possible,
        Difference::Invalid { got, .. } => Symptom::Invalid(got.clone()),
        Difference::Written { .. } | Difference::Unreadable { .. } => Symptom::Text,
        Difference::Error { .. } => Symptom::Error,
        Difference::Unanswered { .. } | Difference::Kind { .. } => Symptom::Kind,
        Difference::Turn { .. } | Difference::Side { .. } => Symptom::Turn,
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
pub(crate) fn is_notation(case: &Case, mismatches: &[Mismatch]) -> bool {
    let about_notation = |rule: &&str| rule.starts_with("NOT-") || *rule == "ORD-2";
    let rules = case.rules();
    if !rules.is_empty() && rules.iter().all(about_notation) {
        return true;
    }
    let harmless = |mismatch: &Mismatch| match &mismatch.0 {
        Difference::Label { .. } => true,
        Difference::Captures(lists) => {
            lists.are_alike(|capture| capture.trim_end_matches('x').to_owned())
        }
        Difference::Actions(lists) => lists.are_alike(str::to_owned),
        Difference::FirstTurns(lists) | Difference::Goals(lists) => lists.are_alike(|turn| {
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
    use crate::{LoadError, Suite};

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
