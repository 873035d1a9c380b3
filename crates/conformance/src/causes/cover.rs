//! Finds the wrong rules that explain the failures of an engine, by a greedy cover.
//!
//! Each wrong rule is tried alone. It is no cause if it explains too little beside the cases
//! against it: cases that an engine with it would fail and that were passed and, with less weight,
//! cases that were failed in another way. Of the others the rule that explains most is taken, then
//! the rule that explains most of the rest, until none explains anything. A report without a cause
//! is better than one with a false cause; the failed sentences are sure in any case.

use super::naive::{Fault, Place, par_map};
use super::observed::{Fit, Observed};
use crate::{Case, Cause, WrongRule};
use arimaa::vocab::Side;

/// The least number of explained cases for each passed case that speaks against an only cause.
const ALONE: f64 = 12.0;
/// The same number for one of several causes; twice as many where only one player follows it.
const BESIDE: f64 = 4.0;
/// The least number of explained cases for each case that speaks against a cause in any way.
const ALL: f64 = 2.0;
/// The greatest number of unexplained failures for each explained case: beyond, it may be chance.
const UNEXPLAINED: f64 = 24.0;
/// The greatest number of equally good wrong rules for each failed case: more would be a guess.
const MOST_RULES: usize = 2;

/// A fault that makes an engine follow a wrong rule, for one player or both, and how it fits.
#[derive(Clone, Debug)]
struct Candidate<'a> {
    wrong: &'a WrongRule,
    fault: Fault,
    only: Option<Side>,
    fit: Fit,
}

impl Candidate<'_> {
    /// Whether the candidate explains enough beside the cases against it. Beside other causes more
    /// may speak against it: they may be the reason. `rest` counts unexplained failures.
    fn is_likely(&self, observed: &Observed<'_, '_>, is_alone: bool, rest: f64) -> bool {
        let explained = observed.count(&self.fit.explains);
        let weight = match self.only {
            _ if is_alone => ALONE,
            Some(_) => 2.0 * BESIDE,
            None => BESIDE,
        };
        let Fit {
            against, otherwise, ..
        } = self.fit;
        let least = (weight * against).max(ALL * (against + otherwise));
        least.max(rest / UNEXPLAINED) < explained
    }

    /// A sort key, the least first: the simplest mistake is a rule that both players leave out.
    fn refinement(&self) -> (bool, bool, bool) {
        let is_missing = self.fault.is_missing_rule();
        (
            self.only.is_some(),
            self.fault.part().is_some(),
            !is_missing,
        )
    }
}

/// The causes of what was observed, the one that explains most first, and whether each symptom is
/// explained by one of them. `fit` says how the answers of an engine with a fault fit.
pub(super) fn find_causes<'a>(
    observed: &Observed<'a, '_>,
    faults: &[Fault],
    wrong_rules: &'a [WrongRule],
    fit: impl Fn(Fault, Option<Side>) -> Fit + Sync,
) -> (Vec<Cause<'a>>, Vec<bool>) {
    let found = par_map(faults, |&fault| {
        let wrong = wrong_rules.iter().find(|one| one.id == fault.wrong_rule());
        let candidate = |only| {
            let fit = fit(fault, only);
            let wrong = wrong.filter(|_| fit.explains.contains(&true))?;
            Some(Candidate {
                wrong,
                fault,
                only,
                fit,
            })
        };
        let both = candidate(None);
        let of_one = match &both {
            Some(both) if both.fit.against > 0.0 && fault.place() == Place::Naive => {
                Side::ALL.map(|side| candidate(Some(side)))
            }
            _ => [None, None],
        };
        let all = both.into_iter().chain(of_one.into_iter().flatten());
        all.collect::<Vec<_>>()
    });
    let mut candidates = found.concat();
    candidates.retain(|one| one.fit.against * BESIDE < observed.count(&one.fit.explains));
    loop {
        let (chosen, rest) = cover(observed, &candidates);
        let is_alone = chosen.len() == 1;
        let is_refuted = |&at: &usize| !candidates[at].is_likely(observed, is_alone, rest);
        let refuted = chosen.iter().position(is_refuted);
        match refuted {
            Some(at) => drop(candidates.remove(chosen[at])),
            None => return chosen_causes(observed, &candidates, &chosen),
        }
    }
}

/// The indices of candidates that together explain all that any explains, and the number of
/// failures that none explains.
fn cover(observed: &Observed<'_, '_>, candidates: &[Candidate<'_>]) -> (Vec<usize>, f64) {
    let mut explained = observed.fit_of_right_engine().explains;
    let mut chosen: Vec<usize> = Vec::new();
    loop {
        let gain =
            |one: &Candidate<'_>| observed.count(&explained_without(&one.fit.explains, &explained));
        let gains = candidates.iter().map(gain).enumerate();
        let best = gains.max_by(|(at, gain), (other_at, other_gain)| {
            let [one, other] = [at, other_at].map(|at| &candidates[*at]);
            let by_doubt = other.fit.against.total_cmp(&one.fit.against);
            let by_gain = gain.total_cmp(other_gain).then(by_doubt);
            by_gain.then(other.refinement().cmp(&one.refinement()))
        });
        match best {
            Some((at, gain)) if gain > 0.0 => {
                mark_also(&mut explained, &candidates[at].fit.explains);
                chosen.push(at);
            }
            _ => {
                let rest: Vec<bool> = explained.iter().map(|is| !is).collect();
                return (chosen, observed.count(&rest));
            }
        }
    }
}

/// The chosen candidates as causes. A candidate is left out where more other wrong rules would
/// explain the same than the failures that it alone explains can tell apart.
fn chosen_causes<'a>(
    observed: &Observed<'a, '_>,
    candidates: &[Candidate<'a>],
    chosen: &[usize],
) -> (Vec<Cause<'a>>, Vec<bool>) {
    let mut causes = Vec::new();
    let mut explained = observed.fit_of_right_engine().explains;
    for &at in chosen {
        let one = &candidates[at];
        let mut by_others = observed.fit_of_right_engine().explains;
        for other in chosen.iter().filter(|&&other| other != at) {
            mark_also(&mut by_others, &candidates[*other].fit.explains);
        }
        let alone = explained_without(&one.fit.explains, &by_others);
        let mut alike: Vec<&Candidate<'a>> = candidates
            .iter()
            .filter(|other| other.wrong.id != one.wrong.id)
            .filter(|other| explained_without(&other.fit.explains, &by_others) == alone)
            .collect();
        alike.sort_by_key(|other| other.refinement());
        let mut alike: Vec<&'a WrongRule> = alike.into_iter().map(|one| one.wrong).collect();
        alike.dedup_by_key(|wrong| &wrong.id);
        let failures = observed.cases_of(&alone).len();
        if failures * MOST_RULES > alike.len() {
            mark_also(&mut explained, &one.fit.explains);
            causes.push(Cause {
                wrong: one.wrong,
                only: one.only,
                fault: one.fault,
                explains: observed.cases_of(&one.fit.explains),
                against: one.fit.doubts(),
                alike,
            });
        }
    }
    causes.sort_by_key(|cause| std::cmp::Reverse(cause.explains.len()));
    (causes, explained)
}

fn explained_without(explains: &[bool], others: &[bool]) -> Vec<bool> {
    let both = explains.iter().zip(others);
    both.map(|(is, other)| *is && !other).collect()
}

fn mark_also(all: &mut [bool], more: &[bool]) {
    for (all, more) in all.iter_mut().zip(more) {
        *all |= more;
    }
}

/// The failed cases all of whose symptoms are explained, and the others.
pub(super) fn split_failures<'a>(
    observed: &Observed<'a, '_>,
    explained: &[bool],
) -> (Vec<&'a Case>, Vec<&'a Case>) {
    let is_explained = |case: &&'a Case| observed.shown_by(&case.id).all(|at| explained[at]);
    observed.failed.iter().copied().partition(is_explained)
}
