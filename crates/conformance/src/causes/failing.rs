//! Finds the cases that an engine with a wrong rule fails.

use std::collections::{BTreeMap, BTreeSet};

use super::naive::{Fault, Prediction, Predictions, par_map};
use crate::{Asked, Case, Suite};
use arimaa_oracle::protocol::Capabilities;

/// Cases by the id of a wrong rule.
type Cases<'a> = BTreeMap<&'a str, Vec<&'a Case>>;

impl Suite {
    /// The cases that an engine fails that follows a wrong rule, by the id of the rule. A wrong
    /// rule may have several faults; a case counts if one of them fails it. Takes some seconds.
    pub fn failing(&self) -> BTreeMap<&str, Vec<&Case>> {
        let predictions = self.predictions(Asked::Questions);
        self.noticing(&predictions, Fault::ALL, Prediction::fails)
    }

    /// Predictions for all cases, of engines that give reasons.
    pub(super) fn predictions(&self, asked: Asked) -> Predictions<'_> {
        let cases: Vec<&Case> = self.cases.iter().collect();
        let capabilities = Capabilities {
            details: true,
            ..Capabilities::default()
        };
        Predictions::new(&cases, asked, &capabilities)
    }

    /// By the id of a wrong rule: the cases with a prediction by one of its `faults` that `is`
    /// accepts.
    pub(super) fn noticing(
        &self,
        predictions: &Predictions<'_>,
        faults: &[Fault],
        is: fn(&Prediction) -> bool,
    ) -> Cases<'_> {
        let noticing = par_map(faults, |fault| {
            let shown = predictions.by(*fault, None, predictions.all());
            let shown = shown.filter(|(_, shown)| is(shown));
            shown.map(|(id, _)| id).collect::<BTreeSet<&str>>()
        });
        let of = |wrong: &str| {
            let faults = faults.iter().zip(&noticing);
            let faults = faults.filter(|(fault, _)| fault.wrong_rule() == wrong);
            let ids: BTreeSet<&str> = faults.flat_map(|(_, ids)| ids).copied().collect();
            let cases = self.cases.iter();
            cases
                .filter(|case| ids.contains(case.id.as_str()))
                .collect()
        };
        let rules = self.wrong_rules.iter().map(|wrong| wrong.id.as_str());
        rules.map(|wrong| (wrong, of(wrong))).collect()
    }
}
