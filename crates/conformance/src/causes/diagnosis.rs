//! The likely causes of failures: the wrong rules that answer as the engine did.
//!
//! Each failed case has [`symptoms`]. A wrong rule explains a symptom if an engine that follows it,
//! asked in the same way, shows the same one. Every case speaks against it where it would show
//! symptoms and the engine shows none of them. Where more than two wrong rules for each case that
//! they explain are equally likely, none is named.
//!
//! The naive engine gives no reasons: a wrong reason is explained by a fault that decides something
//! on the way to the answer. A wrong rule that it has no fault for answers for itself.

use serde_json::{Value, json};

use super::cover;
use super::naive::{Fault, Faults, Place, Predictions};
use super::observed::{Fit, Observed};
use super::turn_causes::{Positions, TurnPredictions, positions};
use super::{Symptom, is_notation, symptoms};
use crate::{Asked, Case, Mismatch, Status, WrongRule};
use arimaa::spec;
use arimaa::vocab::Side;
use arimaa_oracle::protocol::Capabilities;

/// The failures of an engine and their likely causes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnosis<'a> {
    /// The wrong rules that explain failures, the one that explains most first.
    pub causes: Vec<Cause<'a>>,
    /// The failed cases that the causes explain together.
    pub explained: Vec<&'a Case>,
    /// The failed cases that the causes do not explain.
    pub unexplained: Vec<&'a Case>,
    /// The failed cases whose answers differ in notation only; the wrong rules do not explain them.
    pub notation: Vec<&'a Case>,
}

/// A wrong rule that an engine probably follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause<'a> {
    /// The wrong rule.
    pub(crate) wrong: &'a WrongRule,
    /// The only player who has the fault; `None` for both.
    pub(crate) only: Option<Side>,
    /// The fault that makes an engine follow the wrong rule or a part of it.
    pub(crate) fault: Fault,
    /// The failed cases that the wrong rule explains, at least in part.
    pub(crate) explains: Vec<&'a Case>,
    /// The number of cases that an engine with this fault alone would fail otherwise than was seen.
    pub(crate) against: usize,
    /// Other wrong rules that explain equally well the failures that no other cause explains.
    pub(crate) alike: Vec<&'a WrongRule>,
}

impl Cause<'_> {
    /// The number of cases against the cause, as the end of a sentence; empty if there is none.
    pub(crate) fn doubt_in_words(&self) -> String {
        match self.against {
            0 => String::new(),
            1 => "; 1 case speaks against it".to_owned(),
            count => format!("; {count} cases speak against it"),
        }
    }

    /// The text of the sentence in SPEC.md that the wrong rule breaks.
    pub(crate) fn sentence(&self) -> String {
        spec::sentence(&self.wrong.rule).unwrap_or_default()
    }

    /// The statement of the wrong rule, with the part and the player that it concerns.
    pub fn says(&self) -> String {
        let only = self.only.map(|side| format!("for {side} only"));
        let limits: Vec<String> = self
            .fault
            .part()
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

impl<'a> Diagnosis<'a> {
    /// Finds the causes of the failures among these results of an engine with these capabilities.
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
        let diagnosis = match asked {
            Asked::Turns { times } => {
                let positions = positions(cases.iter().copied());
                Self::from_turns(&positions, times, &observed, capabilities, wrong_rules)
            }
            Asked::Questions | Asked::Lines(_) => {
                let observed = observed
                    .iter()
                    .map(|(case, wrong)| (*case, symptoms(wrong)));
                let observed: Vec<_> = observed.collect();
                let predictions = Predictions::new(&cases, asked, capabilities);
                Self::from_predictions(&predictions, &observed, wrong_rules)
            }
        };
        Self {
            notation,
            ..diagnosis
        }
    }

    /// Finds the causes for an engine that was asked `times` for a turn in each position; a case
    /// without mismatches has passed.
    pub(super) fn from_turns(
        positions: &Positions<'_>,
        times: u32,
        results: &[(&'a Case, &[Mismatch])],
        capabilities: &Capabilities,
        wrong_rules: &'a [WrongRule],
    ) -> Self {
        let of = results.iter().map(|(case, wrong)| (*case, symptoms(wrong)));
        let of: Vec<_> = of.collect();
        let observed = Observed::new(&of, capabilities);
        let predictions = TurnPredictions::new(positions, results, times);
        let faults: Vec<Fault> = Fault::of(Place::Naive).collect();
        Self::from_cover(&observed, &faults, wrong_rules, |fault, only| {
            let faults = Faults::NONE.with(fault, only.map(|side| side == Side::Gold));
            let (explains, against) = predictions.failures_shown(&faults);
            Fit {
                explains,
                against,
                otherwise: 0.0,
            }
        })
    }

    /// Finds the causes with predictions that may be cached, for results given by their
    /// [`symptoms`]; a case that passed has none.
    pub(super) fn from_predictions(
        predictions: &Predictions<'a>,
        results: &[(&'a Case, Vec<Symptom>)],
        wrong_rules: &'a [WrongRule],
    ) -> Self {
        let observed = Observed::new(results, &predictions.of);
        if observed.failed.is_empty() {
            return Self::default();
        }
        let [failed, passed] =
            predictions.partition(|case| !observed.shown_by(&case.id).is_empty());
        Self::from_cover(&observed, Fault::ALL, wrong_rules, |fault, only| {
            let failed = predictions.by(fault, only, failed.iter().copied());
            let failed: Vec<_> = failed.collect();
            let fit = observed.fit(failed.iter().map(|(id, one)| (*id, &**one)));
            if !fit.explains.contains(&true) {
                return fit;
            }
            let passed = predictions.by(fault, only, passed.iter().copied());
            let all: Vec<_> = failed.into_iter().chain(passed).collect();
            observed.fit(all.iter().map(|(id, one)| (*id, &**one)))
        })
    }

    fn from_cover(
        observed: &Observed<'a, '_>,
        faults: &[Fault],
        wrong_rules: &'a [WrongRule],
        fit: impl Fn(Fault, Option<Side>) -> Fit + Sync,
    ) -> Self {
        let (causes, explained) = cover::find_causes(observed, faults, wrong_rules, fit);
        let (explained, unexplained) = cover::split_failures(observed, &explained);
        Self {
            causes,
            explained,
            unexplained,
            notation: Vec::new(),
        }
    }
}

impl Diagnosis<'_> {
    /// The causes and the cases that they explain as JSON.
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
                "sentence": cause.sentence(),
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
