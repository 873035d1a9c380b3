//! Wrong answers in comparable form: one word for each way in which an answer differs from the
//! expectation.
//!
//! Lists and boards are compared element by element, so that two faults that show in one list are
//! two symptoms. A wrong legality hides everything else about its turn.

use super::{Case, Mismatch};
use crate::protocol::Capabilities;

/// The symptoms of an answer with these mismatches, sorted.
///
/// | symptom | meaning |
/// |---|---|
/// | `accepted`, `refused` | the turn is judged legal, or illegal, and should not be |
/// | `reason=frozen`, `at=Ed2n` | it is refused for this reason, or at this token |
/// | `capture+cf3`, `board-Ra1`, `action+end`, `turn-Ed2n_Ed3n` | an element too many, or one that is missing |
/// | `capture~order`, `action~order`, `turn~order` | the right elements in a wrong order |
/// | `outcome=gold/END-3`, `turns=5`, `steps=6,37`, `label=3g` | this value instead |
/// | `possible`, `invalid=VAL-2` | an impossible position is taken, or refused by this rule |
/// | `text`, `error`, `kind` | another text; no answer but an error; an answer to another question |
///
/// ```
/// use arimaa_oracle::suite::{Mismatch, symptoms};
///
/// let (expected, got) = ("Ed2n Ed2w end".into(), "Ed2n Re2s end".into());
/// let wrong = Mismatch { what: "actions", expected, got };
/// assert_eq!(symptoms(&[wrong]), ["action+Re2s", "action-Ed2w"]);
/// ```
pub fn symptoms(mismatches: &[Mismatch]) -> Vec<String> {
    if let Some(legality) = mismatches.iter().find(|mismatch| mismatch.what == "legal") {
        return of(legality);
    }
    let mut symptoms: Vec<String> = mismatches.iter().flat_map(of).collect();
    symptoms.sort_unstable();
    symptoms.dedup();
    symptoms
}

fn of(mismatch: &Mismatch) -> Vec<String> {
    let Mismatch {
        what,
        expected,
        got,
    } = mismatch;
    if got.starts_with("error: ") {
        return vec!["error".to_owned()];
    }
    let word = got.replace(' ', "_");
    match *what {
        "legal" if got.starts_with("accepted") => vec!["accepted".to_owned()],
        "legal" => vec!["refused".to_owned()],
        "refused" => vec![format!("reason={word}")],
        "at" | "label" | "turns" => vec![format!("{what}={word}")],
        "outcome" => vec![format!("outcome={}", got.replace(' ', "/"))],
        "steps" => vec![format!("steps={}", got.replace(' ', ","))],
        "captures" => elements("capture", expected, got, " "),
        "board" => elements("board", expected, got, " "),
        "actions" => elements("action", expected, got, " "),
        "first_turns" => elements("turn", expected, got, "; "),
        "listed" => vec![format!("action-{expected}")],
        "unlisted" => {
            let action = expected.trim_start_matches("no ");
            vec![format!("action+{action}")]
        }
        "invalid" if got.starts_with("VAL-") => vec![format!("invalid={word}")],
        "invalid" => vec!["possible".to_owned()],
        "written" | "unreadable" => vec!["text".to_owned()],
        other => vec![other.to_owned()],
    }
}

/// The elements of two lists that only one of them has; or that the order differs.
fn elements(name: &str, expected: &str, got: &str, separator: &str) -> Vec<String> {
    let split = |text: &str| -> Vec<String> {
        let elements = text.split(separator).filter(|element| !element.is_empty());
        elements.map(|element| element.replace(' ', "_")).collect()
    };
    let (mut missing, mut added) = (split(expected), Vec::new());
    for element in split(got) {
        match missing.iter().position(|other| *other == element) {
            Some(at) => {
                missing.remove(at);
            }
            None => added.push(element),
        }
    }
    if missing.is_empty() && added.is_empty() {
        return vec![format!("{name}~order")];
    }
    let added = added.into_iter().map(|element| format!("{name}+{element}"));
    let missing = missing
        .into_iter()
        .map(|element| format!("{name}-{element}"));
    added.chain(missing).collect()
}

/// The symptom as an engine with these capabilities shows it; `None` where it shows nothing.
pub(super) fn visible(symptom: &str, case: &Case, capabilities: &Capabilities) -> Option<String> {
    let hidden = match symptom.split_once('=').map_or(symptom, |(name, _)| name) {
        "reason" | "at" | "invalid" => !capabilities.reasons,
        "outcome" => !capabilities.outcome,
        "label" => !capabilities.labels,
        "possible" => !capabilities.validity,
        _ => false,
    };
    if hidden {
        return None;
    }
    match symptom.strip_prefix("outcome=") {
        Some(outcome) if !capabilities.reasons => {
            let winner = |outcome: &str| outcome.split(['/', ' ']).next().map(str::to_owned);
            let (expected, got) = (case.expect.outcome.as_deref(), winner(outcome)?);
            let differs = expected.and_then(winner).as_deref() != Some(got.as_str());
            differs.then(|| format!("outcome={got}"))
        }
        _ => Some(symptom.to_owned()),
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
    let harmless = |mismatch: &Mismatch| match mismatch.what {
        "label" => true,
        "captures" => same_elements(mismatch, " ", |capture| {
            capture.trim_end_matches('x').into()
        }),
        "actions" => same_elements(mismatch, " ", str::to_owned),
        "first_turns" => same_elements(mismatch, "; ", |turn| {
            let steps = turn.split(' ').filter(|word| !word.ends_with('x'));
            steps.collect::<Vec<_>>().join(" ")
        }),
        _ => false,
    };
    !mismatches.is_empty() && mismatches.iter().all(harmless)
}

/// Whether both lists of a mismatch have the same elements, written in one form.
fn same_elements(mismatch: &Mismatch, separator: &str, form: fn(&str) -> String) -> bool {
    let sorted = |list: &str| {
        let mut elements: Vec<String> = list.split(separator).map(form).collect();
        elements.sort_unstable();
        elements
    };
    sorted(&mismatch.expected) == sorted(&mismatch.got)
}
