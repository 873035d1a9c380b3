//! Weighs how well predicted answers fit the results of an engine.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::Symptom;
use super::naive::Prediction;
use crate::Case;
use arimaa_oracle::protocol::Capabilities;

/// The fit of predictions to the results of an engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Fit {
    /// For each observed symptom, whether it is predicted.
    pub(super) explains: Vec<bool>,
    /// The number of passed cases that the predictions say fail.
    pub(super) against: f64,
    /// The number of failed cases that the predictions say fail in another way.
    pub(super) otherwise: f64,
}

impl Fit {
    /// The number of cases that speak against the wrong rule, as a whole number for reports.
    pub(super) fn doubts(&self) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a number of cases, or a sum of probabilities"
        )]
        let doubts = (self.against + self.otherwise).round() as usize;
        doubts
    }
}

/// An observed symptom.
struct ObservedSymptom<'a> {
    case: &'a Case,
    symptom: Symptom,
    /// The symptom as an engine without reasons shows it; `None` if such an engine does not.
    plain: Option<Symptom>,
    /// One divided by the number of symptoms of the case.
    share: f64,
}

/// The results of an engine, by which predictions are weighed.
pub(super) struct Observed<'a, 'c> {
    capabilities: &'c Capabilities,
    /// By the id of a case: the case, and the range of its symptoms among all.
    cases: HashMap<&'a str, (&'a Case, Range<usize>)>,
    seen: Vec<ObservedSymptom<'a>>,
    pub(super) failed: Vec<&'a Case>,
}

impl<'a, 'c> Observed<'a, 'c> {
    pub(super) fn new(
        results: &[(&'a Case, Vec<Symptom>)],
        capabilities: &'c Capabilities,
    ) -> Self {
        let plain = Capabilities {
            reasons: false,
            labels: false,
            ..capabilities.clone()
        };
        let mut observed = Self {
            capabilities,
            cases: HashMap::new(),
            seen: Vec::new(),
            failed: Vec::new(),
        };
        for (case, symptoms) in results {
            let symptoms = symptoms.iter();
            let symptoms = symptoms.filter_map(|symptom| symptom.as_shown_by(case, capabilities));
            let symptoms: BTreeSet<Symptom> = symptoms.collect();
            let (first, count) = (observed.seen.len(), symptoms.len());
            observed
                .cases
                .insert(&case.id, (case, first..first + count));
            if count > 0 {
                observed.failed.push(case);
            }
            #[expect(clippy::cast_precision_loss, reason = "a case has few symptoms")]
            let share = 1.0 / count as f64;
            observed
                .seen
                .extend(symptoms.into_iter().map(|symptom| ObservedSymptom {
                    case,
                    plain: symptom.as_shown_by(case, &plain),
                    symptom,
                    share,
                }));
        }
        observed
    }

    /// The fit of these predictions. A case without a prediction is predicted to pass.
    pub(super) fn fit<'x>(
        &self,
        predicted: impl IntoIterator<Item = (&'x str, &'x Prediction)>,
    ) -> Fit {
        let mut fit = self.fit_of_right_engine();
        for (id, prediction) in predicted {
            self.weigh_prediction(id, prediction, &mut fit);
        }
        fit
    }

    fn weigh_prediction(&self, id: &str, prediction: &Prediction, fit: &mut Fit) {
        let Some((case, places)) = self.cases.get(id) else {
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
        let counts_alone = || self.seen.iter().all(|seen| seen.symptom.is_count());
        // An engine that takes any position does not err where a wrong one calls it invalid.
        let is_shown =
            |one: &&Symptom| one.field != "error" || is_plain || self.capabilities.validity;
        let predicted = prediction.symptoms().iter().filter(is_shown);
        let predicted: Vec<Symptom> = predicted
            .filter_map(|symptom| symptom.as_shown_by(case, self.capabilities))
            .collect();
        for place in places.clone() {
            let seen = &self.seen[place];
            fit.explains[place] = match (&seen.plain, &seen.symptom) {
                (_, symptom) if counts => symptom.is_count() && counts_alone(),
                (Some(plain), _) if is_plain => predicted.contains(plain),
                (None, symptom) if symptom.field == "label" => predicted.contains(&seen.symptom),
                (None, _) if is_plain => decides,
                _ => predicted.contains(&seen.symptom),
            };
        }
        let is_met = fit.explains[places.clone()].contains(&true);
        if is_met || instead || !counts && predicted.is_empty() {
            return;
        }
        if places.is_empty() {
            fit.against += 1.0;
        } else {
            fit.otherwise += 1.0;
        }
    }

    /// The range of the symptoms that a case has shown.
    pub(super) fn shown_by(&self, id: &str) -> Range<usize> {
        let case = self.cases.get(id);
        case.map_or(0..0, |(_, places)| places.clone())
    }

    /// The number of failed cases that are explained; a case counts by the share of explained
    /// symptoms.
    pub(super) fn count(&self, explains: &[bool]) -> f64 {
        let explained = self.seen.iter().zip(explains).filter(|(_, is)| **is);
        explained.map(|(seen, _)| seen.share).sum()
    }

    /// The fit of predictions that every case passes.
    pub(super) fn fit_of_right_engine(&self) -> Fit {
        Fit {
            explains: vec![false; self.seen.len()],
            ..Fit::default()
        }
    }

    /// The failed cases with at least one explained symptom.
    pub(super) fn cases_of(&self, explains: &[bool]) -> Vec<&'a Case> {
        let explained = self.seen.iter().zip(explains);
        let mut cases: Vec<&'a Case> = Vec::new();
        for (seen, _) in explained.filter(|(_, is)| **is) {
            if cases.last().is_none_or(|last| last.id != seen.case.id) {
                cases.push(seen.case);
            }
        }
        cases
    }
}
