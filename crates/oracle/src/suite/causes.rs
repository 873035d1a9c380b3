//! The likely causes of failures: the wrong rules that together answer as the engine did.
//!
//! Each failed case has [`symptoms`]. A wrong rule explains a symptom if an engine that follows it
//! shows the same one, and it is contradicted by every case where it would show symptoms and the
//! engine shows none of them. The causes are a set of wrong rules with the least cost: 2 for each
//! case that stays unexplained, and for each wrong rule 1 and its contradictions.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{Case, Mismatch, Status, Symptom, WrongAnswers, WrongRule, is_notation, symptoms};
use crate::protocol::Capabilities;

/// The cost of an unexplained case, in contradictions.
const UNEXPLAINED: f64 = 2.0;
/// The most candidates that are tried in pairs and triples; more are added one by one.
const TRIED_TOGETHER: usize = 30;

/// The failures of an engine and their likely causes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnosis<'a> {
    /// The smallest set of wrong rules that explains the failures, the one that explains most
    /// first.
    pub causes: Vec<Cause<'a>>,
    /// The failed cases that the causes explain together.
    pub explained: Vec<&'a Case>,
    /// The failed cases that they do not.
    pub unexplained: Vec<&'a Case>,
    /// The failed cases that differ in notation alone; they have no cause here.
    pub notation: Vec<&'a Case>,
}

/// A wrong rule that an engine probably follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause<'a> {
    /// The wrong rule.
    pub wrong: &'a WrongRule,
    /// The failed cases that it explains, in part at least.
    pub explains: Vec<&'a Case>,
    /// Other wrong rules that explain the same and are contradicted as rarely.
    pub alike: Vec<&'a WrongRule>,
}

/// A wrong rule and what speaks for it and against it.
struct Candidate<'a> {
    wrong: &'a WrongRule,
    /// Of each symptom, in the order of all, whether it explains it.
    explains: Vec<bool>,
    contradictions: usize,
}

/// A symptom that was seen: its case, and its share of that case.
struct Seen<'a> {
    case: &'a Case,
    share: f64,
}

impl<'a> Diagnosis<'a> {
    /// Looks for the causes of the failures among these results of an engine with these
    /// capabilities.
    pub fn of(
        results: &[(&'a Case, Status)],
        capabilities: &Capabilities,
        wrong_rules: &'a [WrongRule],
        answers: &WrongAnswers,
    ) -> Self {
        let mut notation = Vec::new();
        let mut observed = Vec::new();
        for (case, status) in results {
            match status {
                Status::Passed | Status::UnexpectedPass(_) => observed.push((*case, Vec::new())),
                Status::Failed(mismatches) if is_notation(case, mismatches) => notation.push(*case),
                Status::Failed(mismatches) => observed.push((*case, symptoms(mismatches))),
                // There is no answer that could be compared.
                Status::KnownFailure(_) | Status::Skipped(_) | Status::Errored(_) => {}
            }
        }
        let diagnosis = Self::of_symptoms(&observed, capabilities, wrong_rules, answers);
        Self {
            notation,
            ..diagnosis
        }
    }

    /// The same for results that are given by their [`symptoms`]; a case that passed has none.
    pub fn of_symptoms(
        results: &[(&'a Case, Vec<Symptom>)],
        capabilities: &Capabilities,
        wrong_rules: &'a [WrongRule],
        answers: &WrongAnswers,
    ) -> Self {
        let mut diagnosis = Self::default();
        let mut observed: BTreeMap<&str, BTreeSet<Symptom>> = BTreeMap::new();
        let mut failed = Vec::new();
        for (case, symptoms) in results {
            let symptoms = symptoms.iter();
            let symptoms = symptoms.filter_map(|one| one.visible(case, capabilities));
            let symptoms: BTreeSet<Symptom> = symptoms.collect();
            if !symptoms.is_empty() {
                failed.push(*case);
            }
            observed.insert(&case.id, symptoms);
        }
        let mut places: BTreeMap<(&str, &Symptom), usize> = BTreeMap::new();
        let mut seen = Vec::new();
        for case in &failed {
            let words = &observed[case.id.as_str()];
            for word in words {
                places.insert((&case.id, word), seen.len());
                #[expect(clippy::cast_precision_loss, reason = "a case has few symptoms")]
                let share = 1.0 / words.len() as f64;
                seen.push(Seen { case, share });
            }
        }
        let asked: BTreeMap<&str, &Case> = results
            .iter()
            .map(|(case, _)| (case.id.as_str(), *case))
            .collect();
        let candidates = wrong_rules.iter().filter_map(|wrong| {
            let mut candidate = Candidate {
                wrong,
                explains: vec![false; seen.len()],
                contradictions: 0,
            };
            for (id, symptoms) in answers.answers.get(&wrong.id)? {
                let (Some(words), Some(case)) = (observed.get(id.as_str()), asked.get(id.as_str()))
                else {
                    continue;
                };
                // Who takes any position does not err where the broken engine calls it impossible.
                let is_shown = |one: &&Symptom| match one {
                    Symptom::Crash => false,
                    Symptom::Error => capabilities.validity,
                    _ => true,
                };
                let predicted = symptoms.iter().filter(is_shown);
                let predicted: Vec<Symptom> = predicted
                    .filter_map(|one| one.visible(case, capabilities))
                    .collect();
                let met = predicted.iter().filter(|word| words.contains(*word));
                let met: Vec<usize> = met
                    .filter_map(|word| places.get(&(id.as_str(), word)).copied())
                    .collect();
                if met.is_empty() && !predicted.is_empty() {
                    candidate.contradictions += 1;
                }
                for place in met {
                    candidate.explains[place] = true;
                }
            }
            candidate.explains.contains(&true).then_some(candidate)
        });
        let candidates: Vec<Candidate<'a>> = candidates.collect();
        let chosen = cheapest(&candidates, &seen);
        diagnosis.name(&chosen, &candidates, &seen);
        let is_explained = |place: usize| chosen.iter().any(|one| one.explains[place]);
        for case in failed {
            let mut own = (0..seen.len()).filter(|&place| seen[place].case.id == case.id);
            if own.all(is_explained) {
                diagnosis.explained.push(case);
            } else {
                diagnosis.unexplained.push(case);
            }
        }
        diagnosis
    }

    /// Names the chosen causes with what they explain, and others that explain the same.
    fn name(&mut self, chosen: &[&Candidate<'a>], all: &[Candidate<'a>], seen: &[Seen<'a>]) {
        for one in chosen {
            let mut explains: Vec<&'a Case> = Vec::new();
            let explained = seen.iter().zip(&one.explains).filter(|(_, is)| **is);
            for case in explained.map(|(seen, _)| seen.case) {
                if explains.last().is_none_or(|last| last.id != case.id) {
                    explains.push(case);
                }
            }
            let is_alike = |other: &&Candidate<'a>| {
                other.wrong.id != one.wrong.id
                    && other.explains == one.explains
                    && other.contradictions == one.contradictions
            };
            self.causes.push(Cause {
                wrong: one.wrong,
                explains,
                alike: all
                    .iter()
                    .filter(is_alike)
                    .map(|other| other.wrong)
                    .collect(),
            });
        }
        self.causes
            .sort_by_key(|cause| std::cmp::Reverse(cause.explains.len()));
    }
}

impl Diagnosis<'_> {
    /// For programs: the causes and the cases that they explain.
    pub(super) fn json(&self) -> Value {
        let ids =
            |cases: &[&Case]| -> Vec<String> { cases.iter().map(|case| case.id.clone()).collect() };
        let names = |rules: &[&WrongRule]| -> Vec<String> {
            rules.iter().map(|rule| rule.id.clone()).collect()
        };
        let causes = self.causes.iter().map(|cause| {
            json!({
                "wrong_rule": cause.wrong.id,
                "rule": cause.wrong.rule,
                "says": cause.wrong.says,
                "explains": ids(&cause.explains),
                "or": names(&cause.alike),
            })
        });
        json!({
            "causes": causes.collect::<Vec<_>>(),
            "explained": ids(&self.explained),
            "unexplained": ids(&self.unexplained),
            "notation": ids(&self.notation),
        })
    }
}

/// The wrong rules whose engines answer a case as it was answered here.
pub fn as_if<'w>(
    case: &Case,
    mismatches: &[Mismatch],
    capabilities: &Capabilities,
    answers: &'w WrongAnswers,
) -> Vec<&'w str> {
    let shown = |symptoms: &[Symptom]| -> BTreeSet<Symptom> {
        let symptoms = symptoms.iter();
        symptoms
            .filter_map(|one| one.visible(case, capabilities))
            .collect()
    };
    let observed = shown(&symptoms(mismatches));
    let alike = answers.answers.iter().filter(|(_, answers)| {
        let symptoms = answers.get(&case.id);
        symptoms.is_some_and(|symptoms| shown(symptoms) == observed)
    });
    alike.map(|(wrong, _)| wrong.as_str()).collect()
}

/// The set of candidates with the least cost: of up to three exactly, beyond that one by one.
fn cheapest<'c, 'a>(candidates: &'c [Candidate<'a>], seen: &[Seen<'a>]) -> Vec<&'c Candidate<'a>> {
    let cost = |set: &[&Candidate<'_>]| {
        let unexplained: f64 = (0..seen.len())
            .filter(|place| !set.iter().any(|one| one.explains[*place]))
            .map(|place| seen[place].share)
            .sum();
        #[expect(clippy::cast_precision_loss, reason = "there are some hundred cases")]
        let against: f64 = set.iter().map(|one| 1.0 + one.contradictions as f64).sum();
        UNEXPLAINED * unexplained + against
    };
    let mut best: Vec<&Candidate<'a>> = Vec::new();
    let mut least = cost(&best);
    // What costs more by itself than leaving everything unexplained is in no cheapest set.
    let mut likely: Vec<&Candidate<'a>> = candidates.iter().collect();
    likely.retain(|one| cost(&[one]) < least);
    likely.sort_by(|one, other| cost(&[one]).total_cmp(&cost(&[other])));
    let together = &likely[..likely.len().min(TRIED_TOGETHER)];
    for set in subsets(together) {
        // A set costs at least its size, and the sets grow.
        if least <= f64::from(u32::try_from(set.len()).unwrap_or(u32::MAX)) {
            break;
        }
        let cost = cost(&set);
        // Sums of shares are equal up to rounding.
        if cost < least - 1e-9 {
            (best, least) = (set, cost);
        }
    }
    // One that is in the set already only adds to the cost.
    while let Some(next) = likely.iter().min_by(|one, other| {
        let with = |one: &&'c Candidate<'a>| cost(&[&best[..], &[*one]].concat());
        with(one).total_cmp(&with(other))
    }) {
        let set = [&best[..], &[*next]].concat();
        if cost(&set) >= cost(&best) - 1e-9 {
            break;
        }
        best = set;
    }
    best
}

/// Every set of one, of two and of three, in this order.
fn subsets<'s, 'c, T>(all: &'s [&'c T]) -> impl Iterator<Item = Vec<&'c T>> + use<'s, 'c, T> {
    let count = all.len();
    let ones = (0..count).map(|one| vec![one]);
    let twos = (0..count).flat_map(move |one| (one + 1..count).map(move |two| vec![one, two]));
    let threes = (0..count).flat_map(move |one| {
        (one + 1..count)
            .flat_map(move |two| (two + 1..count).map(move |three| vec![one, two, three]))
    });
    let chosen = move |places: Vec<usize>| places.into_iter().map(|place| all[place]).collect();
    ones.chain(twos).chain(threes).map(chosen)
}
