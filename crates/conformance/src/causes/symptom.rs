//! Wrong answers in comparable form: one symptom for each way in which an answer differs from the
//! expectation.
//!
//! Lists and boards are compared element by element, so that two faults that show in one list are
//! two symptoms. A wrong legality hides everything else about its turn.

use crate::verdicts::{POSSIBLE, winner_of};
use crate::{Case, Mismatch};
use arimaa_oracle::protocol::Capabilities;

/// One way in which an answer differs from the expectation: the field, and the answered value. For
/// a list, the value is an element too many (`+Ra1n`), a missing one (`-Ra1n`) or a wrong order.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Symptom {
    pub(super) field: &'static str,
    pub(super) got: String,
}

/// The symptoms of an answer with these mismatches, sorted.
pub(crate) fn symptoms(mismatches: &[Mismatch]) -> Vec<Symptom> {
    if let Some(legality) = mismatches.iter().find(|one| one.field == "legal") {
        return symptoms_of(legality);
    }
    let mut symptoms: Vec<Symptom> = mismatches.iter().flat_map(symptoms_of).collect();
    symptoms.sort_unstable();
    symptoms.dedup();
    symptoms
}

fn symptoms_of(mismatch: &Mismatch) -> Vec<Symptom> {
    let symptom = |field, got: &str| {
        let got = got.to_owned();
        vec![Symptom { field, got }]
    };
    let field = mismatch.field;
    match field {
        _ if mismatch.is_error => symptom("error", ""),
        // The reason is hidden, too.
        "legal" => symptom(field, winner_of(&mismatch.got())),
        "captures" | "board" | "actions" | "first_turns" | "goals" => {
            let (added, missing) = (mismatch.only_in_answer(), mismatch.missing());
            if added.is_empty() && missing.is_empty() {
                return symptom(field, "order");
            }
            let added = added.iter().map(|element| format!("+{element}"));
            let missing = missing.iter().map(|element| format!("-{element}"));
            let all = added.chain(missing);
            all.map(|got| Symptom { field, got }).collect()
        }
        "listed" | "unlisted" => symptom(field, mismatch.action().unwrap_or_default()),
        // Another text, or an illegal turn, whichever it is.
        "written" | "unreadable" | "kind" | "turn" | "side" => symptom(field, ""),
        _ => symptom(field, &mismatch.got()),
    }
}

impl Symptom {
    /// The symptom as an engine with these capabilities shows it; `None` where it shows nothing.
    pub(super) fn as_shown_by(&self, case: &Case, capabilities: &Capabilities) -> Option<Self> {
        let is_shown = match self.field {
            "invalid" if self.got == POSSIBLE => capabilities.validity,
            "refused" | "at" | "invalid" => capabilities.reasons,
            "details" => capabilities.reasons && capabilities.details,
            "outcome" => capabilities.outcome,
            "label" => capabilities.labels,
            _ => true,
        };
        if self.field == "outcome" && is_shown && !capabilities.reasons {
            let expected = winner_of(case.expect.outcome.as_deref()?);
            let got = winner_of(&self.got).to_owned();
            return (expected != got).then_some(Self { got, ..*self });
        }
        is_shown.then(|| self.clone())
    }

    /// Whether the symptom is a wrong number.
    pub(super) fn is_count(&self) -> bool {
        ["turns", "steps", "sequences"].contains(&self.field)
    }
}

/// Whether the answer to a case is wrong in notation only: its label, the order of a list, the form
/// of captures, or a case about notation alone.
pub(crate) fn is_notation(case: &Case, mismatches: &[Mismatch]) -> bool {
    let about_notation = |rule: &&str| rule.starts_with("NOT-") || *rule == "ORD-2";
    let rules = case.rules();
    if !rules.is_empty() && rules.iter().all(about_notation) {
        return true;
    }
    let harmless = |mismatch: &Mismatch| match mismatch.field {
        _ if mismatch.is_error => false,
        "label" => true,
        "captures" => mismatch.are_alike(|capture| capture.trim_end_matches('x').to_owned()),
        "actions" => mismatch.are_alike(str::to_owned),
        "first_turns" | "goals" => mismatch.are_alike(|turn| {
            let steps = turn.split(' ').filter(|word| !word.ends_with('x'));
            steps.collect::<Vec<_>>().join(" ")
        }),
        _ => false,
    };
    !mismatches.is_empty() && mismatches.iter().all(harmless)
}
