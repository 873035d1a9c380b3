//! The likely causes of failures: the wrong rules that together answer as the engine did.
//!
//! Each failed case has [`symptoms`]. A wrong rule explains a symptom if an engine that follows it,
//! asked in the same way, shows the same one. It is contradicted by every case where it would show
//! symptoms and the engine shows none of them. The causes are a set of wrong rules with the least
//! cost: 2 for each case that stays unexplained, and for each wrong rule 1 and its contradictions.
//! Of two that cost the same the simpler is named. Where more than two wrong rules for each case
//! that they explain are equally likely, none is.
//!
//! The predictions for several wrong rules are those of the naive engine with all of their faults.
//! It gives no reasons: a wrong reason is explained by a fault that decides something on the way to
//! the answer. A wrong rule that it has no fault for answers for itself.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::naive::{Fault, Faults, Place, Prediction, Predictions, par_map};
use super::turn_causes::TurnPredictions;
use super::{Symptom, is_notation, symptoms};
use crate::{Asked, Case, Mismatch, Status, WrongRule};
use arimaa::vocab::Side;
use arimaa_oracle::protocol::Capabilities;

/// The cost of an unexplained case, in contradictions.
const UNEXPLAINED: f64 = 2.0;
/// The most candidates that are tried in pairs and triples; more are added one by one.
const TRIED_TOGETHER: usize = 30;
/// The most sets of them whose faults are switched on together.
const TRIED_REALLY: usize = 8;
/// The most causes that are named.
const MOST_CAUSES: usize = 12;
/// The most wrong rules for each failed case that they explain alike: more are a guess.
const MOST_RULES: usize = 2;

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
    pub(crate) wrong: &'a WrongRule,
    /// The player for whom alone it follows it.
    pub(crate) only: Option<Side>,
    /// The part of the wrong rule that it follows, if not the whole.
    pub(crate) part: Option<&'static str>,
    /// The failed cases that it explains, in part at least.
    pub(crate) explains: Vec<&'a Case>,
    /// The number of cases that an engine with this fault alone would fail in a way that was not
    /// seen.
    pub(crate) against: usize,
    /// Other wrong rules that explain the same and are contradicted by as many cases, or by less
    /// than one more.
    pub(crate) alike: Vec<&'a WrongRule>,
}

impl Cause<'_> {
    /// How many cases speak against it, if any do: the end of a sentence.
    pub(crate) fn doubt(&self) -> String {
        match self.against {
            0 => String::new(),
            1 => "; 1 case speaks against it".to_owned(),
            count => format!("; {count} cases speak against it"),
        }
    }

    /// Its statement, with the part and the player that it concerns.
    pub fn says(&self) -> String {
        let only = self.only.map(|side| format!("for {side} only"));
        let limits: Vec<String> = self
            .part
            .map(str::to_owned)
            .into_iter()
            .chain(only)
            .collect();
        if limits.is_empty() {
            return self.wrong.says.clone();
        }
        format!(
            "{} ({}).",
            self.wrong.says.trim_end_matches('.'),
            limits.join(", ")
        )
    }
}

/// How well predictions fit.
#[derive(Clone, Debug, Default, PartialEq)]
struct Fit {
    /// Of each symptom that was seen, whether it is predicted.
    explains: Vec<bool>,
    contradictions: f64,
}

/// How well several faults fit that are switched on together.
type Measure<'m> = &'m dyn Fn(&[Faults]) -> Fit;

/// A wrong rule and how well its predictions fit.
#[derive(Clone, Debug)]
struct Candidate<'a> {
    wrong: &'a WrongRule,
    /// The fault that follows it, and the player for whom alone.
    fault: (Fault, Option<Side>),
    fit: Fit,
    /// The larger, the later it is named of those that fit as well: less than 1.
    refinement: f64,
}

impl Candidate<'_> {
    fn faults(&self) -> Faults {
        let (fault, only) = self.fault;
        Faults::NONE.with(fault, only.map(|side| side == Side::Gold))
    }

    fn is_naive(&self) -> bool {
        self.fault.0.place() == Place::Naive
    }
}

/// A symptom that was seen.
struct Seen<'a> {
    case: &'a Case,
    symptom: Symptom,
    /// The same as an engine without reasons shows it.
    plain: Option<Symptom>,
    /// Its share of its case.
    share: f64,
}

/// The results of an engine, by which predictions are weighed.
struct Observed<'a, 'c> {
    capabilities: &'c Capabilities,
    /// By the id of a case: the case, and the place of its first symptom among all and their
    /// number.
    cases: BTreeMap<&'a str, (&'a Case, usize, usize)>,
    seen: Vec<Seen<'a>>,
    failed: Vec<&'a Case>,
}

/// Whether a number is wrong, and nothing else.
const fn is_count(symptom: &Symptom) -> bool {
    matches!(symptom, Symptom::Turns(_) | Symptom::Counts(_))
}

impl<'a, 'c> Observed<'a, 'c> {
    fn new(results: &[(&'a Case, Vec<Symptom>)], capabilities: &'c Capabilities) -> Self {
        let plain = Capabilities {
            reasons: false,
            labels: false,
            ..capabilities.clone()
        };
        let mut observed = Self {
            capabilities,
            cases: BTreeMap::new(),
            seen: Vec::new(),
            failed: Vec::new(),
        };
        for (case, symptoms) in results {
            let symptoms = symptoms.iter();
            let symptoms = symptoms.filter_map(|one| one.visible(case, capabilities));
            let symptoms: BTreeSet<Symptom> = symptoms.collect();
            let (place, count) = (observed.seen.len(), symptoms.len());
            observed.cases.insert(&case.id, (case, place, count));
            if count > 0 {
                observed.failed.push(case);
            }
            #[expect(clippy::cast_precision_loss, reason = "a case has few symptoms")]
            let share = 1.0 / count as f64;
            observed
                .seen
                .extend(symptoms.into_iter().map(|symptom| Seen {
                    case,
                    plain: symptom.visible(case, &plain),
                    symptom,
                    share,
                }));
        }
        observed
    }

    /// How well the answers of an engine with these faults fit. The contradictions of one that
    /// explains nothing, or less than it is contradicted, are not counted to the end.
    fn weigh(&self, predictions: &Predictions<'_>, faults: &Faults) -> Fit {
        let mut fit = self.nothing();
        let has_failed = |id: &str| self.cases.get(id).is_some_and(|(.., count)| *count > 0);
        for (id, predicted) in predictions.predicted(faults, has_failed) {
            self.weigh_case(id, &predicted, &mut fit);
        }
        let saved = UNEXPLAINED * self.share(&fit.explains);
        let mut passed = predictions.predicted(faults, |id| !has_failed(id));
        // The answers are computed one by one, as they are needed.
        while fit.contradictions + 1.0 < saved
            && let Some((id, predicted)) = passed.next()
        {
            self.weigh_case(id, &predicted, &mut fit);
        }
        if fit.contradictions + 1.0 >= saved {
            fit.contradictions = f64::INFINITY;
        }
        fit
    }

    /// Adds how well the prediction for one case fits.
    fn weigh_case(&self, id: &str, prediction: &Prediction, fit: &mut Fit) {
        let Some((case, first, count)) = self.cases.get(id) else {
            return;
        };
        let (is_plain, decides, instead) = match prediction {
            Prediction::Plain {
                decides, instead, ..
            } => (true, *decides, *instead),
            _ => (false, false, false),
        };
        // A shortcut of counting shows in numbers alone.
        let counts = *prediction == Prediction::Count;
        let counts_alone = || self.seen.iter().all(|seen| is_count(&seen.symptom));
        // An engine that takes any position does not err where a wrong one calls it invalid.
        let is_shown =
            |one: &&Symptom| **one != Symptom::Error || is_plain || self.capabilities.validity;
        let predicted = prediction.symptoms().iter().filter(is_shown);
        let predicted: Vec<Symptom> = predicted
            .filter_map(|one| one.visible(case, self.capabilities))
            .collect();
        let mut met = 0;
        for place in *first..first + count {
            let seen = &self.seen[place];
            let is_met = match (&seen.plain, &seen.symptom) {
                (_, symptom) if counts => is_count(symptom) && counts_alone(),
                (Some(plain), _) if is_plain => predicted.contains(plain),
                (None, Symptom::Label(_)) => predicted.contains(&seen.symptom),
                (None, _) if is_plain => decides,
                _ => predicted.contains(&seen.symptom),
            };
            fit.explains[place] = is_met;
            met += usize::from(is_met);
        }
        if met == 0 && !instead && (counts || !predicted.is_empty()) {
            fit.contradictions += 1.0;
        }
    }

    /// The cases that are explained, each by the share of its symptoms that are.
    fn share(&self, explains: &[bool]) -> f64 {
        let explained = self.seen.iter().zip(explains).filter(|(_, is)| **is);
        explained.map(|(seen, _)| seen.share).sum()
    }

    fn cost(&self, fit: &Fit, set: &[&Candidate<'_>]) -> f64 {
        let all = self.seen.iter().map(|seen| seen.share).sum::<f64>();
        let unexplained = all - self.share(&fit.explains);
        let causes: f64 = set.iter().map(|one| 1.0 + one.refinement).sum();
        UNEXPLAINED * unexplained + fit.contradictions + causes
    }

    fn nothing(&self) -> Fit {
        Fit {
            explains: vec![false; self.seen.len()],
            contradictions: 0.0,
        }
    }

    /// The fit of several as if each answered for itself.
    fn estimate(&self, set: &[&Candidate<'_>]) -> Fit {
        set.iter().fold(self.nothing(), |mut all, one| {
            all.add(&one.fit);
            all
        })
    }
}

impl Fit {
    fn add(&mut self, other: &Self) {
        for (one, other) in self.explains.iter_mut().zip(&other.explains) {
            *one |= other;
        }
        self.contradictions += other.contradictions;
    }

    /// Whether both explain the same, and less than one case tells them apart.
    fn is_alike(&self, other: &Self) -> bool {
        self.explains == other.explains && (self.contradictions - other.contradictions).abs() < 1.0
    }
}

impl<'a> Diagnosis<'a> {
    /// Looks for the causes of the failures among these results of an engine with these
    /// capabilities.
    pub(crate) fn from_results(
        results: &[(&'a Case, Status)],
        asked: Asked,
        capabilities: &Capabilities,
        wrong_rules: &'a [WrongRule],
    ) -> Self {
        let has_failed = |(_, status): &(_, Status)| matches!(status, Status::Failed(_));
        let mut notation = Vec::new();
        let mut observed: Vec<(&Case, &[Mismatch])> = Vec::new();
        for (case, status) in results {
            match status {
                Status::Passed | Status::UnexpectedPass(_) => observed.push((case, &[])),
                // Lines and turns have one notation, in which an engine cannot err.
                Status::Failed(mismatches)
                    if asked == Asked::Questions && is_notation(case, mismatches) =>
                {
                    notation.push(*case);
                }
                Status::Failed(mismatches) => observed.push((case, mismatches)),
                // There is no answer that could be compared.
                Status::KnownFailure(_) | Status::Skipped(_) | Status::Errored(_) => {}
            }
        }
        let is_needed = results.iter().any(has_failed);
        let cases = observed.iter().filter(|_| is_needed);
        let cases: Vec<&Case> = cases.map(|(case, _)| *case).collect();
        let predictions = Predictions::new(&cases, asked, capabilities);
        let diagnosis = match asked {
            Asked::Turns { .. } => Self::from_turns(&predictions, &observed, wrong_rules),
            Asked::Questions | Asked::Lines(_) => {
                let observed = observed
                    .iter()
                    .map(|(case, wrong)| (*case, symptoms(wrong)));
                let observed: Vec<_> = observed.collect();
                Self::by(&predictions, &observed, wrong_rules)
            }
        };
        Self {
            notation,
            ..diagnosis
        }
    }

    /// The causes of the failures of an engine that was asked for turns; a case without mismatches
    /// has passed.
    pub(super) fn from_turns(
        predictions: &Predictions<'_>,
        results: &[(&'a Case, &[Mismatch])],
        wrong_rules: &'a [WrongRule],
    ) -> Self {
        let Asked::Turns { times } = predictions.asked else {
            return Self::default();
        };
        let of = results.iter().map(|(case, wrong)| (*case, symptoms(wrong)));
        let of: Vec<_> = of.collect();
        let observed = Observed::new(&of, &predictions.of);
        let predictions = TurnPredictions::new(predictions, results, times);
        let fit = |faults: &Faults| {
            let (explains, contradictions) = predictions.failures_shown(faults);
            Fit {
                explains,
                contradictions,
            }
        };
        let faults: Vec<Fault> = Fault::of(Place::Naive).collect();
        let candidates = candidates(wrong_rules, &faults, fit);
        observed.diagnose(&candidates, None)
    }

    /// The causes by answers that may be known already, for results that are given by their
    /// [`symptoms`]; a case that passed has none.
    pub(super) fn by(
        predictions: &Predictions<'_>,
        results: &[(&'a Case, Vec<Symptom>)],
        wrong_rules: &'a [WrongRule],
    ) -> Self {
        let observed = Observed::new(results, &predictions.of);
        if observed.failed.is_empty() {
            return Self::default();
        }
        let fit = |faults: &Faults| observed.weigh(predictions, faults);
        let candidates = candidates(wrong_rules, Fault::ALL, fit);
        let really = |set: &[Faults]| {
            let all = set.iter().fold(Faults::NONE, Faults::and);
            let mut fit = observed.nothing();
            for (id, predicted) in predictions.predicted(&all, |_| true) {
                observed.weigh_case(id, &predicted, &mut fit);
            }
            fit
        };
        observed.diagnose(&candidates, Some(&really))
    }
}

/// The wrong rules with the fit of each fault that follows them: for both players, and for one of
/// them where that fits better.
fn candidates<'a>(
    wrong_rules: &'a [WrongRule],
    faults: &[Fault],
    fit: impl Fn(&Faults) -> Fit + Sync,
) -> Vec<Candidate<'a>> {
    let of = |fault: &Fault| {
        let Some(wrong) = wrong_rules.iter().find(|one| one.id == fault.wrong_rule()) else {
            return Vec::new();
        };
        let with = |only: Option<Side>| {
            let candidate = Candidate {
                wrong,
                fault: (*fault, only),
                fit: Fit::default(),
                refinement: refinement(*fault, only),
            };
            let fit = fit(&candidate.faults());
            Candidate { fit, ..candidate }
        };
        let whole = with(None);
        if !whole.fit.explains.contains(&true) {
            return Vec::new();
        }
        let is_contradicted = whole.fit.contradictions > 0.0;
        let is_of_one = is_contradicted && whole.is_naive();
        let sides = Side::ALL.into_iter().filter(|_| is_of_one);
        let mut all: Vec<Candidate<'a>> = sides.map(|side| with(Some(side))).collect();
        all.retain(|one| {
            one.fit.contradictions < whole.fit.contradictions && one.fit.explains.contains(&true)
        });
        all.insert(0, whole);
        all
    };
    par_map(faults, of).concat()
}

/// The simplest mistake is a rule that is not there at all.
const fn refinement(fault: Fault, only: Option<Side>) -> f64 {
    let part = if fault.is_missing_rule() {
        0.0
    } else if fault.part().is_none() {
        0.02
    } else {
        0.05
    };
    if only.is_some() { part + 0.3 } else { part }
}

impl<'a> Observed<'a, '_> {
    /// The causes among the candidates; `really` is the fit of faults that are switched on
    /// together.
    fn diagnose(&self, candidates: &[Candidate<'a>], really: Option<Measure<'_>>) -> Diagnosis<'a> {
        let fit = |set: &[&Candidate<'a>]| {
            let Some(really) = really.filter(|_| set.len() > 1) else {
                return self.estimate(set);
            };
            let (naive, others): (Vec<_>, Vec<_>) =
                set.iter().copied().partition(|one| one.is_naive());
            let mut fit = self.estimate(&others);
            let faults: Vec<Faults> = naive.iter().map(|one| one.faults()).collect();
            fit.add(&really(&faults));
            fit
        };
        let mut chosen = self.cheapest(candidates, &fit);
        chosen.retain(|one| {
            let rules = 1 + alike(one, candidates).len();
            self.explained_by(one).len() * MOST_RULES >= rules
        });
        let mut together = fit(&chosen);
        for (is, alone) in together
            .explains
            .iter_mut()
            .zip(self.estimate(&chosen).explains)
        {
            *is |= alone;
        }
        let mut diagnosis = Diagnosis {
            causes: self.named(&chosen, candidates),
            ..Diagnosis::default()
        };
        for case in &self.failed {
            let (_, first, count) = self.cases[case.id.as_str()];
            let is_explained = together.explains[first..first + count].iter().all(|is| *is);
            if is_explained {
                diagnosis.explained.push(case);
            } else {
                diagnosis.unexplained.push(case);
            }
        }
        diagnosis
    }

    /// The chosen causes with what they explain, and others that explain the same.
    fn named(&self, chosen: &[&Candidate<'a>], all: &[Candidate<'a>]) -> Vec<Cause<'a>> {
        let cause = |one: &&Candidate<'a>| Cause {
            wrong: one.wrong,
            only: one.fault.1,
            part: one.fault.0.part(),
            explains: self.explained_by(one),
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a number of cases, or a sum of probabilities"
            )]
            against: one.fit.contradictions.round() as usize,
            alike: alike(one, all),
        };
        let mut causes: Vec<Cause<'a>> = chosen.iter().map(cause).collect();
        causes.sort_by_key(|cause| std::cmp::Reverse(cause.explains.len()));
        causes
    }

    /// The failed cases that it explains, in part at least.
    fn explained_by(&self, one: &Candidate<'_>) -> Vec<&'a Case> {
        let explained = self.seen.iter().zip(&one.fit.explains);
        let mut cases: Vec<&'a Case> = Vec::new();
        for (seen, _) in explained.filter(|(_, is)| **is) {
            if cases.last().is_none_or(|last| last.id != seen.case.id) {
                cases.push(seen.case);
            }
        }
        cases
    }

    /// The sets that cost least if each candidate answers for itself, with that cost.
    fn cheap<'s, 'c>(
        &self,
        sets: impl Iterator<Item = Vec<&'s Candidate<'c>>>,
        most: usize,
    ) -> Vec<(f64, Vec<&'s Candidate<'c>>)> {
        let sets = sets.filter(|set| are_of_several_rules(set));
        let sets = sets.map(|set| (self.cost(&self.estimate(&set), &set), set));
        let mut sets: Vec<_> = sets.collect();
        sets.sort_by(|one, other| one.0.total_cmp(&other.0));
        sets.truncate(most);
        sets
    }

    /// The set of candidates with the least cost: of up to three exactly, as far as each answers
    /// for itself, beyond that one by one.
    fn cheapest<'c>(
        &self,
        candidates: &'c [Candidate<'a>],
        fit: &dyn Fn(&[&Candidate<'a>]) -> Fit,
    ) -> Vec<&'c Candidate<'a>> {
        let estimate = |set: &[&Candidate<'a>]| self.cost(&self.estimate(set), set);
        let really = |set: &[&Candidate<'a>]| self.cost(&fit(set), set);
        let mut best: Vec<&Candidate<'a>> = Vec::new();
        let mut least = estimate(&best);
        // A wrong rule that costs more than leaving everything unexplained is in no cheapest set.
        let mut likely: Vec<&Candidate<'a>> = candidates.iter().collect();
        likely.retain(|one| estimate(&[one]) < least);
        likely.sort_by(|one, other| estimate(&[one]).total_cmp(&estimate(&[other])));
        let together = &likely[..likely.len().min(TRIED_TOGETHER)];
        // Sums of shares are equal up to rounding.
        let is_less = |cost: f64, least: f64| cost < least - 1e-9;
        for (size, costs) in [(1, 1.0), (2, 2.0), (3, 3.0)] {
            // Each cause costs 1 at least.
            if !is_less(costs, least) {
                return best;
            }
            for (_, set) in self.cheap(subsets(together, size), TRIED_REALLY) {
                let cost = really(&set);
                if is_less(cost, least) {
                    (best, least) = (set, cost);
                }
            }
        }
        while best.len() < MOST_CAUSES {
            let longer = likely.iter().map(|one| [&best[..], &[*one]].concat());
            let longer = self.cheap(longer, TRIED_REALLY).into_iter();
            let longer = longer.map(|(_, set)| (really(&set), set));
            match longer.min_by(|one, other| one.0.total_cmp(&other.0)) {
                Some((cost, set)) if is_less(cost, least) => (best, least) = (set, cost),
                _ => break,
            }
        }
        best
    }
}

/// The other wrong rules that explain the same, the simplest first.
fn alike<'a>(one: &Candidate<'a>, all: &[Candidate<'a>]) -> Vec<&'a WrongRule> {
    let others = all.iter().filter(|other| other.wrong.id != one.wrong.id);
    let mut alike: Vec<&Candidate<'a>> = others
        .filter(|other| other.fit.is_alike(&one.fit))
        .collect();
    alike.sort_by(|one, other| one.refinement.total_cmp(&other.refinement));
    let mut rules: Vec<&'a WrongRule> = Vec::new();
    for other in alike {
        if rules.iter().all(|rule| rule.id != other.wrong.id) {
            rules.push(other.wrong);
        }
    }
    rules
}

/// Whether no two candidates follow the same wrong rule in the same part of it.
fn are_of_several_rules(set: &[&Candidate<'_>]) -> bool {
    set.iter().enumerate().all(|(at, one)| {
        set[..at]
            .iter()
            .all(|other| one.wrong.id != other.wrong.id || is_other_part(one, other))
    })
}

fn is_other_part(one: &Candidate<'_>, other: &Candidate<'_>) -> bool {
    let part = |one: &Candidate<'_>| one.fault.0.part();
    part(one).is_some() && part(other).is_some() && part(one) != part(other)
}

impl Diagnosis<'_> {
    /// For programs: the causes and the cases that they explain.
    pub(crate) fn json(&self) -> Value {
        let ids =
            |cases: &[&Case]| -> Vec<String> { cases.iter().map(|case| case.id.clone()).collect() };
        let names = |rules: &[&WrongRule]| -> Vec<String> {
            rules.iter().map(|rule| rule.id.clone()).collect()
        };
        let causes = self.causes.iter().map(|cause| {
            json!({
                "wrong_rule": cause.wrong.id,
                "rule": cause.wrong.rule,
                "says": cause.says(),
                "explains": ids(&cause.explains),
                "against": cause.against,
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

/// Every set of this size.
fn subsets<'s, 'c: 's, T>(
    all: &'s [&'c T],
    size: usize,
) -> Box<dyn Iterator<Item = Vec<&'c T>> + 's> {
    let Some(rest) = size.checked_sub(1) else {
        return Box::new(std::iter::once(Vec::new()));
    };
    Box::new((0..all.len()).flat_map(move |first| {
        subsets(&all[first + 1..], rest).map(move |mut set| {
            set.insert(0, all[first]);
            set
        })
    }))
}

#[cfg(test)]
#[path = "tests/cause_costs.rs"]
#[allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a broken expectation fails the test"
)]
mod cause_costs;

#[cfg(test)]
mod tests {
    use std::error::Error;

    use Fault::{GoalA, GoalB, NoPulls, PushBeginsWithoutCapture, PushLeavesUncaptured};

    use super::*;
    use crate::Suite;
    use crate::subjects::line::Variant;

    #[test]
    fn faults_of_one_wrong_rule_go_together_if_each_is_another_part_of_it()
    -> Result<(), Box<dyn Error>> {
        let suite = Suite::embedded()?;
        let candidate = |(fault, only): (Fault, Option<Side>)| {
            explaining(&suite, fault, &[], 0.0).map(|candidate| Candidate {
                fault: (fault, only),
                ..candidate
            })
        };
        let (gold, silver) = (Some(Side::Gold), Some(Side::Silver));
        for (one, other, go_together) in [
            ((GoalA, None), (GoalB, None), true),
            ((GoalA, gold), (GoalB, gold), true),
            ((GoalA, gold), (GoalA, silver), false),
            ((GoalA, None), (NoPulls, None), true),
            ((NoPulls, gold), (NoPulls, silver), false),
            // The first has no part of its own: it is the whole rule.
            (
                (PushBeginsWithoutCapture, None),
                (PushLeavesUncaptured, None),
                false,
            ),
            (
                (PushLeavesUncaptured, None),
                (PushBeginsWithoutCapture, None),
                false,
            ),
        ] {
            let (first, second) = (candidate(one)?, candidate(other)?);
            let is_allowed = are_of_several_rules(&[&first, &second]);
            assert_eq!(is_allowed, go_together, "{one:?} {other:?}");
        }
        Ok(())
    }

    /// An engine that failed the first cases of the suite, one symptom in each, and passed the
    /// others.
    fn observed<'a>(
        suite: &'a Suite,
        failed: usize,
        capabilities: &'a Capabilities,
    ) -> Observed<'a, 'a> {
        let results = suite.cases.iter().enumerate().map(|(at, case)| {
            let symptoms = if at < failed {
                vec![Symptom::Accepted]
            } else {
                Vec::new()
            };
            (case, symptoms)
        });
        Observed::new(&results.collect::<Vec<_>>(), capabilities)
    }

    /// A candidate that explains these failures by themselves, so often contradicted.
    fn explaining<'a>(
        suite: &'a Suite,
        fault: Fault,
        explains: &[bool],
        contradictions: f64,
    ) -> Result<Candidate<'a>, &'static str> {
        let mut rules = suite.wrong_rules.iter();
        let wrong = rules.find(|one| one.id == fault.wrong_rule());
        Ok(Candidate {
            wrong: wrong.ok_or("no wrong rule")?,
            fault: (fault, None),
            fit: Fit {
                explains: explains.to_vec(),
                contradictions,
            },
            refinement: refinement(fault, None),
        })
    }

    fn names<'d>(diagnosis: &'d Diagnosis<'_>) -> Vec<&'d str> {
        let causes = diagnosis.causes.iter();
        causes.map(|cause| cause.wrong.id.as_str()).collect()
    }

    #[test]
    fn simplest_of_those_that_cost_the_same_is_named() -> Result<(), Box<dyn Error>> {
        let (suite, capabilities) = (Suite::embedded()?, Capabilities::default());
        let observed = observed(&suite, 2, &capabilities);
        let one = |fault| explaining(&suite, fault, &[true, true], 0.0);
        let candidates = [
            one(GoalA)?,
            one(Fault::NothingFreezes)?,
            one(Fault::EqualsPulled)?,
        ];
        let diagnosis = observed.diagnose(&candidates, None);
        assert_eq!(names(&diagnosis), [Fault::NothingFreezes.wrong_rule()]);
        Ok(())
    }

    /// The faults hide something of each other, and the answer of the engine with both decides. One
    /// alone is what it was weighed to be.
    #[test]
    fn several_faults_are_weighed_by_what_they_show_together() -> Result<(), Box<dyn Error>> {
        let (suite, capabilities) = (Suite::embedded()?, Capabilities::default());
        let observed = observed(&suite, 4, &capabilities);
        let one = [true, true, false, false];
        let other = [false, false, true, true];
        let candidates = [
            explaining(&suite, GoalA, &one, 0.0)?,
            explaining(&suite, NoPulls, &other, 0.0)?,
        ];
        let together = |explains: [bool; 4]| {
            let really = move |set: &[Faults]| {
                assert_eq!(set.len(), 2, "one is weighed already");
                Fit {
                    explains: explains.to_vec(),
                    contradictions: 0.0,
                }
            };
            observed.diagnose(&candidates, Some(&really))
        };
        let both = together([true, false, true, true]);
        assert_eq!(both.causes.len(), 2);
        // What one alone shows counts as explained, although the other hides it.
        assert_eq!(both.explained.len(), 4);
        let hidden = together([true, false, false, false]);
        assert_eq!(hidden.causes.len(), 1);
        Ok(())
    }

    #[test]
    fn fault_that_costs_what_it_explains_is_not_tried_with_others() -> Result<(), Box<dyn Error>> {
        let (suite, capabilities) = (Suite::embedded()?, Capabilities::default());
        let observed = observed(&suite, 3, &capabilities);
        let mut unlikely = explaining(&suite, Fault::NothingFreezes, &[false, false, true], 1.0)?;
        let likely = explaining(&suite, NoPulls, &[true, true, false], 0.0)?;
        let really = |_: &[Faults]| Fit {
            explains: vec![true; 3],
            contradictions: 0.0,
        };
        let named = |unlikely: &Candidate<'_>| {
            let candidates = [likely.clone(), unlikely.clone()];
            observed.diagnose(&candidates, Some(&really)).causes.len()
        };
        assert_eq!(named(&unlikely), 1);
        unlikely.fit.contradictions = 0.5;
        assert_eq!(named(&unlikely), 2);
        Ok(())
    }

    #[test]
    fn fault_of_one_player_is_a_candidate_where_that_fits_better() -> Result<(), Box<dyn Error>> {
        let suite = Suite::embedded()?;
        let fit = |faults: &Faults| {
            let of = |fault, side: Option<Side>| {
                *faults == Faults::NONE.with(fault, side.map(|side| side == Side::Gold))
            };
            let (gold, silver) = (Some(Side::Gold), Some(Side::Silver));
            let (explains, contradictions) = match () {
                () if of(NoPulls, None) => ([true, true], 2.0),
                () if of(NoPulls, gold) => ([true, false], 1.0),
                // It fits better, and explains nothing.
                () if of(NoPulls, silver) => ([false, false], 1.0),
                () if of(GoalA, None) => ([true, false], 1.0),
                // It explains the same, and is contradicted as often.
                () if of(GoalA, gold) => ([true, false], 1.0),
                () if of(GoalB, None) => ([true, true], 0.0),
                () => ([false, false], 0.0),
            };
            Fit {
                explains: explains.to_vec(),
                contradictions,
            }
        };
        let candidates = candidates(&suite.wrong_rules, Fault::ALL, fit);
        let faults: Vec<_> = candidates.iter().map(|one| one.fault).collect();
        let expected = [
            (NoPulls, None),
            (NoPulls, Some(Side::Gold)),
            (GoalA, None),
            (GoalB, None),
        ];
        assert_eq!(faults.len(), expected.len());
        assert!(
            expected.iter().all(|one| faults.contains(one)),
            "{faults:?}"
        );
        Ok(())
    }

    /// Three failures save six, and four cases against a cause and the cause itself cost five.
    #[test]
    fn cause_is_named_that_is_contradicted_by_less_than_it_explains() -> Result<(), Box<dyn Error>>
    {
        let suite = Suite::embedded()?;
        let cases: Vec<&Case> = suite.cases.iter().collect();
        let capabilities = Capabilities::default();
        let predictions = Predictions::new(&cases, Asked::Lines(Variant::default()), &capabilities);
        let shown = predictions.of(&Faults::NONE.with(NoPulls, None));
        let mut rules = suite.wrong_rules.clone();
        rules.retain(|one| one.id == NoPulls.wrong_rule());
        let against = |failed: usize, against: usize| {
            let shown = shown.iter().take(failed + against).enumerate();
            let results = shown.filter_map(|(at, (id, symptoms))| {
                let case = suite.cases.iter().find(|case| case.id == *id)?;
                let seen = if at < failed {
                    symptoms.clone()
                } else {
                    Vec::new()
                };
                Some((case, seen))
            });
            let results: Vec<_> = results.collect();
            let diagnosis = Diagnosis::by(&predictions, &results, &rules);
            diagnosis.causes.first().map(|cause| cause.against)
        };
        assert!(shown.len() >= 8, "{}", shown.len());
        assert_eq!(against(3, 4), Some(4));
        assert_eq!(against(3, 5), None);
        Ok(())
    }

    #[test]
    fn missing_rule_is_named_before_a_weakened_one_and_both_players_before_one() {
        let order = [
            (Fault::NothingFreezes, None),
            (Fault::EqualsFreeze, None),
            (Fault::GoalA, None),
            (Fault::NothingFreezes, Some(Side::Gold)),
            (Fault::EqualsFreeze, Some(Side::Gold)),
            (Fault::GoalA, Some(Side::Silver)),
        ];
        let refinements = order.map(|(fault, only)| refinement(fault, only));
        assert!(refinements.is_sorted_by(|one, other| one < other));
        // So the number of causes comes first.
        assert!(refinements.iter().all(|one| (0.0..0.5).contains(one)));
    }
}
