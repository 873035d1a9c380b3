//! The search for the wrong rules that together answer as an engine did.
//!
//! A wrong rule is always weighed beside those that are chosen already. So a case whose answer they
//! decide, such as every early end of a turn where an engine cannot end one, speaks neither for nor
//! against another. The search is a stepwise selection: it adds the wrong rule that lowers the cost
//! most until none does, then it tries to do without each, or with others in its place.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::naive::{Answered, Fault, Faults, Place, Prediction, Predictions, par_map};
use super::observed::{Fit, Observed, Rank};
use super::{Cause, Diagnosis};
use crate::{Case, WrongRule};
use arimaa::vocab::Side;

/// The cost of an unexplained case, in contradictions.
const UNEXPLAINED: f64 = 2.0;
/// The costs of a contradiction: the search begins anew with each, and the last one counts.
const CONTRADICTION: [f64; 2] = [4.0, 1.0];
/// The most causes that are named.
const MOST_CAUSES: usize = 16;
/// The most causes that are tried in the place of one.
const MOST_INSTEAD: usize = 3;
/// The most turns that are counted again where a case is not explained yet.
const MOST_COUNTED: u64 = 20;
/// The most wrong rules for each failed case that they explain alike: more are a guess.
const MOST_RULES: usize = 2;

/// A fault of a wrong rule, for one player or for both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<'a> {
    pub(super) wrong: &'a WrongRule,
    pub(super) fault: Fault,
    pub(super) only: Option<Side>,
}

impl Candidate<'_> {
    pub(super) fn faults(&self) -> Faults {
        Faults::NONE.with(self.fault, self.only.map(|side| side == Side::Gold))
    }

    fn is_naive(&self) -> bool {
        self.fault.place() == Place::Naive
    }

    /// Whether it can be a cause beside the other: of another wrong rule, or of another part.
    fn goes_with(&self, other: &Self) -> bool {
        let parts = self.fault.part().zip(other.fault.part());
        self.wrong.id != other.wrong.id || parts.is_some_and(|(one, other)| one != other)
    }
}

/// The cost of a cause above that of the simplest, a rule left out for both players: 0 to 0.35.
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

/// The fit of faults that are switched on together.
pub(super) type Measure<'m> = &'m (dyn Fn(&[Candidate<'_>]) -> Fit + Sync);

/// The fit of faults that are switched on together.
pub(super) enum Source<'p, 'a> {
    /// By the answers to each case.
    Answers(&'p Predictions<'a>),
    Measured(Measure<'p>),
}

/// Wrong rules together, and how an engine fits that follows all of them.
#[derive(Clone)]
struct Together<'a> {
    causes: Vec<Candidate<'a>>,
    /// The faults of the naive engine, and its answers, by the rank of the cases.
    faults: Faults,
    answers: Vec<Answer>,
    fit: Fit,
    cost: f64,
}

impl Together<'_> {
    fn takes(&self, one: &Candidate<'_>) -> bool {
        self.causes.iter().all(|other| one.goes_with(other))
    }
}

/// The search for causes.
pub(super) struct Search<'s, 'p, 'a> {
    observed: &'s Observed<'a, 's>,
    source: Source<'p, 'a>,
    /// The faults that alone explain something.
    faults: Vec<(Fault, &'a WrongRule)>,
    /// The fit of those that the naive engine does not have, each by itself.
    beside: BTreeMap<Fault, Fit>,
    /// The cost of a contradiction.
    contradiction: f64,
    /// The cases that are asked again with every wrong rule: without those that count, where others
    /// have failed.
    asked: Vec<usize>,
    /// The cost of the failures that are not among them.
    uncounted: f64,
}

impl<'s, 'p, 'a> Search<'s, 'p, 'a> {
    pub(super) fn new(
        observed: &'s Observed<'a, 's>,
        source: Source<'p, 'a>,
        wrong_rules: &'a [WrongRule],
        faults: &[Fault],
    ) -> Self {
        let faults = faults.iter().filter_map(|fault| {
            let mut rules = wrong_rules.iter();
            let wrong = rules.find(|one| one.id == fault.wrong_rule())?;
            Some((*fault, wrong))
        });
        let mut search = Self {
            observed,
            source,
            faults: faults.collect(),
            beside: BTreeMap::new(),
            contradiction: 1.0,
            asked: Vec::new(),
            uncounted: 0.0,
        };
        if let Source::Answers(predictions) = search.source {
            let beside = search.faults.iter().map(|(fault, _)| *fault);
            let beside = beside.filter(|fault| fault.place() != Place::Naive);
            let beside: Vec<Fault> = beside.collect();
            let all: Vec<usize> = (0..predictions.cases().count()).collect();
            let fits = par_map(&beside, |fault| {
                let faults = Faults::NONE.with(*fault, None);
                observed.weigh(identified(
                    predictions,
                    &answers(predictions, &faults, &all),
                ))
            });
            search.beside = beside.into_iter().zip(fits).collect();
            let all: Vec<(usize, &Case)> = predictions.cases().enumerate().collect();
            let has_failed = |case: &Case| !observed.places(&case.id).is_empty();
            let counts = |case: &Case| case.expect.steps.is_some() || case.expect.turns.is_some();
            let is_failed = |(_, case): &&(usize, &Case)| has_failed(case);
            search.ask(all.iter().filter(is_failed).map(|(at, _)| *at).collect());
            search.keep_explaining();
            let is_quick = all
                .iter()
                .any(|(_, case)| has_failed(case) && !counts(case));
            let asked = all.iter().filter(|(_, case)| !(is_quick && counts(case)));
            search.ask(asked.map(|(at, _)| *at).collect());
        } else {
            search.keep_explaining();
        }
        search
    }

    /// Leaves out the faults that alone explain nothing.
    fn keep_explaining(&mut self) {
        let nothing = self.together(&[]);
        let explains = par_map(&self.faults, |&(fault, wrong)| {
            let one = Candidate {
                wrong,
                fault,
                only: None,
            };
            if let Some(fit) = self.known_fit(&nothing, &one) {
                return fit.explains.contains(&true);
            }
            self.changed(&nothing, &one).any(|(id, _, changed)| {
                let mut fit = self.observed.nothing();
                self.observed.weigh_case(id, &changed.answer, &mut fit);
                fit.explains.contains(&true)
            })
        });
        let mut explains = explains.into_iter();
        self.faults.retain(|_| explains.next() == Some(true));
    }

    /// Asks these cases from now on.
    fn ask(&mut self, asked: Vec<usize>) {
        let Source::Answers(predictions) = self.source else {
            return;
        };
        let failed = asked
            .iter()
            .filter(|at| !self.observed.places(predictions.id(**at)).is_empty());
        #[expect(clippy::cast_precision_loss, reason = "a number of cases")]
        let uncounted = (self.observed.failed.len() - failed.count()) as f64;
        self.uncounted = UNEXPLAINED * uncounted;
        self.asked = asked;
    }

    /// Asks the failed cases, too, that count few turns and are not explained yet.
    fn ask_what_is_left(&mut self, all: &Together<'a>) {
        let Source::Answers(predictions) = self.source else {
            return;
        };
        let fit = self.whole_fit(&all.causes);
        let left = predictions.cases().enumerate().filter(|(at, case)| {
            let is_left = self.observed.rank(&case.id, &fit) == Rank::Unexplained;
            is_left
                && case.expect.turns.is_some_and(|turns| turns <= MOST_COUNTED)
                && !self.asked.contains(at)
        });
        let left = left.map(|(at, _)| at);
        self.ask(self.asked.iter().copied().chain(left).collect());
    }

    /// The causes of the failures.
    pub(super) fn diagnosis(mut self) -> Diagnosis<'a> {
        let none = self.together(&[]);
        let mut best = none.clone();
        for first in 0..CONTRADICTION.len() {
            let contradictions = &CONTRADICTION[first..];
            let grown = self.grow_by(contradictions, none.clone(), MOST_CAUSES, &[]);
            let grown = self.improved(grown);
            if is_less(grown.cost, best.cost) {
                best = grown;
            }
            if self.is_clean(&best) {
                break;
            }
        }
        self.ask_what_is_left(&best);
        let best = self.grow(self.together(&best.causes), MOST_CAUSES, &[]);
        let best = self.together(&self.without_needless(best.causes));
        let whole = self.whole_fit(&best.causes).explains;
        let causes = best.causes.iter();
        let causes = causes.map(|one| (one, self.cause(one, &best, &whole)));
        let causes =
            causes.filter(|(_, cause)| cause.explains.len() * MOST_RULES > cause.alike.len());
        let (chosen, mut causes): (Vec<Candidate<'a>>, Vec<Cause<'a>>) =
            causes.map(|(one, cause)| (*one, cause)).unzip();
        causes.sort_by_key(|cause| std::cmp::Reverse(cause.explains.len()));
        let mut explains = self.whole_fit(&chosen).explains;
        for one in &chosen {
            let alone = self.whole_fit(&[*one]).explains;
            explains
                .iter_mut()
                .zip(alone)
                .for_each(|(is, alone)| *is |= alone);
        }
        let is_explained = |case: &&'a Case| {
            let mut places = self.observed.places(&case.id);
            places.all(|at| explains[at])
        };
        let failed = self.observed.failed.iter().copied();
        let (explained, unexplained) = failed.partition(is_explained);
        Diagnosis {
            causes,
            explained,
            unexplained,
            ..Diagnosis::default()
        }
    }

    /// Those that are needed to answer all cases: a cause may have been chosen for what another
    /// explains that was chosen later.
    fn without_needless(&self, mut causes: Vec<Candidate<'a>>) -> Vec<Candidate<'a>> {
        let cost = |causes: &[Candidate<'a>]| self.cost(&self.whole_fit(causes), causes.iter());
        let mut tried = 0;
        while tried < causes.len() {
            let mut others = causes.clone();
            others.remove(tried);
            if is_less(cost(&others), cost(&causes)) {
                (causes, tried) = (others, 0);
            } else {
                tried += 1;
            }
        }
        causes
    }

    /// A cause among others, which together explain `whole`, with what it explains alone or beside
    /// them, and the wrong rules that would do the same in its place.
    fn cause(&self, one: &Candidate<'a>, all: &Together<'a>, whole: &[bool]) -> Cause<'a> {
        let others = self.without(one, all);
        let without = self.whole_fit(&others.causes).explains;
        let added = whole.iter().zip(&without);
        let alone = self.whole_fit(&[*one]).explains;
        let explains: Vec<bool> = added
            .zip(alone)
            .map(|((all, others), alone)| alone || *all && !others)
            .collect();
        let same = par_map(&self.faults, |&(fault, wrong)| {
            let sides = [None, one.only].into_iter();
            let mut sides = sides.map(|only| Candidate { wrong, fault, only });
            let is_other = wrong.id != one.wrong.id;
            let is_alike = |other: Candidate<'a>| {
                let most = all.fit.contradictions + 1.0;
                let explains = self.explains_alike(&other, &others, all);
                let fit = explains.then(|| self.fit(&others, &other, |_| Some(most)));
                fit.flatten().is_some_and(|fit| {
                    let apart = fit.contradictions - all.fit.contradictions;
                    apart.abs() < 1.0
                })
            };
            is_other && sides.any(|other| others.takes(&other) && is_alike(other))
        });
        let alike = self.faults.iter().zip(same).filter(|(_, is)| *is);
        let mut alike: Vec<(Fault, &'a WrongRule)> = alike.map(|(one, _)| *one).collect();
        alike.sort_by(|one, other| refinement(one.0, None).total_cmp(&refinement(other.0, None)));
        let mut named = BTreeSet::new();
        alike.retain(|(_, wrong)| named.insert(&wrong.id));
        let against = all.fit.contradictions - others.fit.contradictions;
        Cause {
            wrong: one.wrong,
            only: one.only,
            fault: one.fault,
            explains: self.observed.cases_of(&explains),
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a number of cases, or a sum of probabilities"
            )]
            against: against.round() as usize,
            alike: alike.into_iter().map(|(_, wrong)| wrong).collect(),
        }
    }

    /// Whether it explains, beside these others, what all explain. The first failure where it does
    /// not decides: an engine in which no turn can be ended takes long to answer.
    fn explains_alike(
        &self,
        one: &Candidate<'a>,
        others: &Together<'a>,
        all: &Together<'a>,
    ) -> bool {
        if let Some(fit) = self.known_fit(others, one) {
            return fit.explains == all.fit.explains;
        }
        let Source::Answers(predictions) = self.source else {
            return false;
        };
        let (added, beside) = (one.faults(), self.fit_of(&others.causes, &[]));
        let faults = others.faults.and(&added);
        let mut fit = others.fit.clone();
        others.answers.iter().all(|(at, answered)| {
            let id = predictions.id(*at);
            let mut places = self.observed.places(id);
            if !places.is_empty()
                && answered.touched.meets(&added)
                && let Some(other) = predictions.predicted(*at, &faults)
            {
                self.observed.weigh_case(id, &other.answer, &mut fit);
            }
            places.all(|at| all.fit.explains[at] == (fit.explains[at] || beside.explains[at]))
        })
    }

    /// Adds wrong rules by each of these costs of a contradiction, one after the other.
    fn grow_by(
        &mut self,
        contradictions: &[f64],
        mut all: Together<'a>,
        most: usize,
        but: &[Candidate<'a>],
    ) -> Together<'a> {
        for contradiction in contradictions {
            self.contradiction = *contradiction;
            all.cost = self.cost(&all.fit, all.causes.iter());
            all = self.grow(all, most, but);
        }
        all
    }

    /// Adds the wrong rule that lowers the cost most, again and again, until there are so many.
    fn grow(&self, mut all: Together<'a>, most: usize, but: &[Candidate<'a>]) -> Together<'a> {
        let most = MOST_CAUSES.min(most);
        while all.causes.len() < most && !self.is_clean(&all) {
            let added = par_map(&self.faults, |&(fault, wrong)| {
                let whole = Candidate {
                    wrong,
                    fault,
                    only: None,
                };
                let is_meant = but.iter().all(|one| one.fault != fault);
                if !is_meant || !all.takes(&whole) {
                    return None;
                }
                self.cost_with(&all, whole)
            });
            match added.into_iter().flatten().min_by(by_cost) {
                Some((cost, one)) if is_less(cost, all.cost) => {
                    all = self.together(&[&all.causes[..], &[one]].concat());
                }
                _ => break,
            }
        }
        all
    }

    /// Does without a wrong rule where that costs less; where something is not explained or is
    /// contradicted, with others in its place, too.
    fn improved(&mut self, mut all: Together<'a>) -> Together<'a> {
        let mut tried = 0;
        while let Some(one) = all.causes.get(tried).copied() {
            let others = self.without(&one, &all);
            let other = if self.is_clean(&all) {
                others
            } else {
                let most = others.causes.len() + MOST_INSTEAD;
                self.grow_by(&CONTRADICTION, others, most, &[one])
            };
            if is_less(other.cost, all.cost) {
                (all, tried) = (other, 0);
            } else {
                tried += 1;
            }
        }
        all
    }

    /// Whether all is explained that is asked, and nothing contradicts it.
    fn is_clean(&self, all: &Together<'a>) -> bool {
        let least: f64 = all
            .causes
            .iter()
            .map(|one| 1.0 + refinement(one.fault, one.only))
            .sum();
        !is_less(least + self.uncounted, all.cost)
    }

    fn without(&self, one: &Candidate<'a>, all: &Together<'a>) -> Together<'a> {
        let others = all.causes.iter().copied();
        let others = others.filter(|other| other.fault != one.fault);
        self.together(&others.collect::<Vec<_>>())
    }

    /// The least cost with a fault more, for both players or for one of them where that fits
    /// better; none if it explains less than it costs.
    fn cost_with(&self, all: &Together<'a>, whole: Candidate<'a>) -> Option<(f64, Candidate<'a>)> {
        let explains_much = Cell::new(false);
        let cost_of = |only| {
            let one = Candidate { only, ..whole };
            let cost = |fit: &Fit| self.cost(fit, all.causes.iter().chain([&one]));
            let fit = self.fit(all, &one, |fit| {
                let saved = all.cost - cost(fit);
                // The cases against it may be those of the other player.
                let against = fit.contradictions - all.fit.contradictions;
                let explained = saved + self.contradiction * against;
                explains_much.set(explains_much.get() || explained > 0.0);
                (saved > 0.0).then(|| fit.contradictions + saved / self.contradiction)
            })?;
            let cost = cost(&fit);
            is_less(cost, all.cost).then_some((cost, one, fit.contradictions))
        };
        let both = cost_of(None);
        let is_contradicted = both
            .as_ref()
            .is_none_or(|(.., contradictions)| *contradictions > all.fit.contradictions);
        let is_of_one = explains_much.get() && is_contradicted && whole.is_naive();
        let sides = Side::ALL.into_iter().filter(|_| is_of_one);
        let all = both
            .into_iter()
            .chain(sides.filter_map(|side| cost_of(Some(side))));
        all.map(|(cost, one, _)| (cost, one)).min_by(by_cost)
    }

    fn cost<'x>(&self, fit: &Fit, causes: impl Iterator<Item = &'x Candidate<'x>>) -> f64 {
        let unexplained = self.observed.unexplained(&fit.explains);
        let causes: f64 = causes
            .map(|one| 1.0 + refinement(one.fault, one.only))
            .sum();
        UNEXPLAINED * unexplained + self.contradiction * fit.contradictions + causes
    }

    /// The fit with one wrong rule more. By the fit to the failed cases, and to those of them that
    /// were asked so far, `limit` says how many contradictions are allowed; there is none if it
    /// gives no number, or if they are more.
    fn fit(
        &self,
        all: &Together<'a>,
        one: &Candidate<'a>,
        limit: impl Fn(&Fit) -> Option<f64>,
    ) -> Option<Fit> {
        let checked = |fit: Fit| {
            let is_allowed = limit(&fit).is_some_and(|most| fit.contradictions <= most);
            is_allowed.then_some(fit)
        };
        if let Some(fit) = self.known_fit(all, one) {
            return checked(fit);
        }
        let (mut fit, mut before) = (all.fit.clone(), self.observed.nothing());
        let (mut rank, mut most) = (Rank::Unexplained, f64::INFINITY);
        for (id, answered, other) in self.changed(all, one) {
            let next = self.observed.rank(id, &all.fit);
            // What is explained can only be lost.
            if next != rank || next == Rank::Explained {
                most = limit(&fit)?;
                rank = next;
            }
            fit.contradictions -= self.observed.weigh_case(id, &answered.answer, &mut before);
            fit.contradictions += self.observed.weigh_case(id, &other.answer, &mut fit);
            if rank == Rank::Passed && fit.contradictions > most {
                return None;
            }
        }
        // What those explain that the naive engine does not have stays explained.
        fit.explains = fit.and(&self.fit_of(&all.causes, &[])).explains;
        checked(fit)
    }

    /// The fit with one wrong rule more, where no case is asked again.
    fn known_fit(&self, all: &Together<'a>, one: &Candidate<'a>) -> Option<Fit> {
        if let Source::Measured(measure) = self.source {
            return Some(measure(&[&all.causes[..], &[*one]].concat()));
        }
        let beside = self.beside.get(&one.fault);
        beside.map(|fit| all.fit.and(fit))
    }

    /// The answers that may change with one wrong rule more: the id of the case, the answer without
    /// that rule and the answer with it. The naive engine is asked as the caller goes on.
    fn changed<'x>(
        &'x self,
        all: &'x Together<'a>,
        one: &Candidate<'a>,
    ) -> impl Iterator<Item = (&'a str, &'x Answered<Prediction>, Arc<Answered<Prediction>>)> + 'x
    {
        let added = one.faults();
        let faults = all.faults.and(&added);
        let answers = all.answers.iter();
        answers.filter_map(move |(at, answered)| {
            let Source::Answers(predictions) = self.source else {
                return None;
            };
            let is_touched = answered.touched.meets(&added);
            let other = is_touched.then(|| predictions.predicted(*at, &faults))??;
            Some((predictions.id(*at), &**answered, other))
        })
    }

    /// An engine that follows all of these.
    fn together(&self, causes: &[Candidate<'a>]) -> Together<'a> {
        let faults = naive_faults(causes);
        let mut answers = match self.source {
            Source::Answers(predictions) => answers(predictions, &faults, &self.asked),
            Source::Measured(_) => Vec::new(),
        };
        let fit = self.fit_of(causes, &answers);
        if let Source::Answers(predictions) = self.source {
            answers.sort_by_key(|(at, _)| self.observed.rank(predictions.id(*at), &fit));
        }
        Together {
            cost: self.cost(&fit, causes.iter()),
            causes: causes.to_vec(),
            faults,
            answers,
            fit,
        }
    }

    /// The fit of an engine that follows all of these to all cases.
    fn whole_fit(&self, causes: &[Candidate<'a>]) -> Fit {
        let answers = match self.source {
            Source::Answers(predictions) => {
                let all: Vec<usize> = (0..predictions.cases().count()).collect();
                answers(predictions, &naive_faults(causes), &all)
            }
            Source::Measured(_) => Vec::new(),
        };
        self.fit_of(causes, &answers)
    }

    /// The fit by these answers of the naive engine, and of what it does not have.
    fn fit_of(&self, causes: &[Candidate<'a>], answers: &[Answer]) -> Fit {
        let naive = match self.source {
            Source::Answers(predictions) => self.observed.weigh(identified(predictions, answers)),
            Source::Measured(measure) => measure(causes),
        };
        let beside = causes.iter().filter_map(|one| self.beside.get(&one.fault));
        beside.fold(naive, |all, one| all.and(one))
    }
}

/// The answer to a case, by its place.
type Answer = (usize, Arc<Answered<Prediction>>);

fn naive_faults(causes: &[Candidate<'_>]) -> Faults {
    let naive = causes.iter().filter(|one| one.is_naive());
    naive.fold(Faults::NONE, |all, one| all.and(&one.faults()))
}

/// All answers of an engine with these faults.
fn answers(predictions: &Predictions<'_>, faults: &Faults, cases: &[usize]) -> Vec<Answer> {
    let answered = cases
        .iter()
        .filter_map(|at| Some((*at, predictions.predicted(*at, faults)?)));
    answered.collect()
}

/// Answers with the ids of their cases.
fn identified<'x>(
    predictions: &'x Predictions<'_>,
    answers: &'x [Answer],
) -> impl Iterator<Item = (&'x str, &'x Prediction)> {
    let one = |(at, answered): &'x Answer| (predictions.id(*at), &answered.answer);
    answers.iter().map(one)
}

/// Sums of shares are equal up to rounding.
fn is_less(cost: f64, other: f64) -> bool {
    cost < other - 1e-9
}

fn by_cost(one: &(f64, Candidate<'_>), other: &(f64, Candidate<'_>)) -> std::cmp::Ordering {
    one.0.total_cmp(&other.0)
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

    use arimaa_oracle::protocol::Capabilities;

    use super::*;
    use crate::causes::Symptom;
    use crate::causes::observed::is_count;
    use crate::subjects::line::Variant;
    use crate::{Asked, Suite};

    fn candidate(
        suite: &Suite,
        fault: Fault,
        only: Option<Side>,
    ) -> Result<Candidate<'_>, &'static str> {
        let mut rules = suite.wrong_rules.iter();
        let wrong = rules.find(|one| one.id == fault.wrong_rule());
        let wrong = wrong.ok_or("no wrong rule")?;
        Ok(Candidate { wrong, fault, only })
    }

    #[test]
    fn faults_of_one_wrong_rule_go_together_if_each_is_another_part_of_it()
    -> Result<(), Box<dyn Error>> {
        let suite = Suite::embedded()?;
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
            let first = candidate(&suite, one.0, one.1)?;
            let second = candidate(&suite, other.0, other.1)?;
            assert_eq!(first.goes_with(&second), go_together, "{one:?} {other:?}");
        }
        Ok(())
    }

    /// The causes of an engine that failed the first cases of the suite, one symptom in each, and
    /// passed the others, by the fit of faults together: which failures they explain, and how often
    /// they are contradicted. Each cause is named with its player.
    fn causes(
        failed: usize,
        faults: &[Fault],
        fit: impl Fn(&[(Fault, Option<Side>)]) -> (Vec<bool>, f64) + Sync,
    ) -> Result<(Vec<String>, usize), Box<dyn Error>> {
        let (suite, capabilities) = (Suite::embedded()?, Capabilities::default());
        let failing = suite.cases.iter().take(failed);
        let results = failing.map(|case| (case, vec![Symptom::Accepted]));
        let results: Vec<_> = results.collect();
        let observed = Observed::new(&results, &capabilities);
        let measure = |set: &[Candidate<'_>]| {
            let set: Vec<_> = set.iter().map(|one| (one.fault, one.only)).collect();
            let (explains, contradictions) = fit(&set);
            Fit {
                explains,
                contradictions,
            }
        };
        let source = Source::Measured(&measure);
        let search = Search::new(&observed, source, &suite.wrong_rules, faults);
        let diagnosis = search.diagnosis();
        let named = diagnosis.causes.iter().map(|cause| {
            let only = cause.only.map(|side| format!(" {side}"));
            cause.wrong.id.clone() + &only.unwrap_or_default()
        });
        Ok((named.collect(), diagnosis.explained.len()))
    }

    #[test]
    fn simplest_of_those_that_cost_the_same_is_named() -> Result<(), Box<dyn Error>> {
        let faults = [GoalA, Fault::NothingFreezes, Fault::EqualsPulled];
        let (named, _) = causes(2, &faults, |set| (vec![!set.is_empty(); 2], 0.0))?;
        assert_eq!(named, [Fault::NothingFreezes.wrong_rule()]);
        Ok(())
    }

    /// The faults hide something of each other, and the answer of the engine with both decides.
    #[test]
    fn several_faults_are_weighed_by_what_they_show_together() -> Result<(), Box<dyn Error>> {
        let together = |explains: [bool; 4]| {
            causes(4, &[GoalA, NoPulls], move |set| {
                let explains = match set {
                    [] => [false; 4],
                    [(GoalA, _)] => [true, true, false, false],
                    [_] => [false, false, true, true],
                    _ => explains,
                };
                (explains.to_vec(), 0.0)
            })
        };
        let (named, explained) = together([true, false, true, true])?;
        // What one alone shows counts as explained, although the other hides it.
        assert_eq!((named.len(), explained), (2, 4));
        let (named, _) = together([true, false, false, false])?;
        assert_eq!(named.len(), 1);
        Ok(())
    }

    /// Alone the second is contradicted by a case whose answer the first decides.
    #[test]
    fn case_that_another_cause_decides_speaks_against_none() -> Result<(), Box<dyn Error>> {
        let (named, explained) = causes(4, &[GoalA, NoPulls], |set| match set {
            [] => (vec![false; 4], 0.0),
            [(GoalA, _)] => (vec![true, true, true, false], 0.0),
            [_] => (vec![false, false, false, true], 9.0),
            _ => (vec![true; 4], 0.0),
        })?;
        assert_eq!((named.len(), explained), (2, 4));
        Ok(())
    }

    /// A large cause that is often contradicted gives way to the two that make it up.
    #[test]
    fn causes_without_contradictions_go_before_one_with_some() -> Result<(), Box<dyn Error>> {
        let (named, _) = causes(6, &[Fault::NothingCaptured, GoalA, NoPulls], |set| {
            let has = |fault| set.iter().any(|(one, _)| *one == fault);
            let large = has(Fault::NothingCaptured);
            let explains = (0..6).map(|at| large || has(if at < 3 { GoalA } else { NoPulls }));
            (explains.collect(), if large { 2.0 } else { 0.0 })
        })?;
        assert_eq!(named, [NoPulls.wrong_rule(), GoalA.wrong_rule()]);
        Ok(())
    }

    #[test]
    fn cause_is_of_one_player_where_the_cases_of_the_other_pass() -> Result<(), Box<dyn Error>> {
        for (against, name) in [(0.0, ""), (2.0, " gold")] {
            let (named, _) = causes(2, &[NoPulls], |set| match set {
                [(_, None)] => (vec![true; 2], against),
                [(_, Some(Side::Gold))] => (vec![true; 2], 0.0),
                _ => (vec![false; 2], 0.0),
            })?;
            assert_eq!(named, [format!("{}{name}", NoPulls.wrong_rule())]);
        }
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
        let mut shown = predictions.of(&Faults::NONE.with(NoPulls, None));
        // No number is asked again with every wrong rule.
        shown.retain(|_, symptoms| symptoms.iter().all(|one| !is_count(one)));
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
