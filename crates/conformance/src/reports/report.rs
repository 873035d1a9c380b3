//! The results of a run.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::text;
use crate::cases::{Case, KnownFailures, Level, Suite};
use crate::causes::Diagnosis;
use crate::reports::LeftOut;
use crate::subjects::Subject;
use crate::subjects::line::Exchange;
use crate::verdicts::{Asked, Counts, Mismatch, Status, ask_case};
use arimaa::spec;
use arimaa_oracle::ask::QuestionKind;
use arimaa_oracle::ask::SUITE_VERSION;
use arimaa_oracle::protocol::{Capabilities, Identity};

/// The results of one engine, case by case.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<'a> {
    /// The engine.
    pub subject: Identity,
    /// The capabilities that decided which cases were skipped.
    pub capabilities: Capabilities,
    /// The way of asking.
    pub asked: Asked,
    /// The cases in the order of the suite, with their results.
    pub results: Vec<(&'a Case, Status)>,
    /// The cases without a result.
    pub left_out: LeftOut<'a>,
    /// The lines that decided failures, with the replies, by the ids of the cases.
    pub exchanges: BTreeMap<String, Exchange>,
    /// The likely causes of the failures, after [`diagnose`](Self::diagnose).
    pub diagnosis: Option<Diagnosis<'a>>,
}

impl<'a> Report<'a> {
    /// A report of these results.
    pub fn new(
        subject: Identity,
        capabilities: Capabilities,
        asked: Asked,
        results: Vec<(&'a Case, Status)>,
    ) -> Self {
        Self {
            subject,
            capabilities,
            asked,
            results,
            left_out: LeftOut::default(),
            exchanges: BTreeMap::new(),
            diagnosis: None,
        }
    }

    /// Puts the cases to an engine, one after the other, and calls `done` after each.
    pub fn run(
        cases: impl IntoIterator<Item = &'a Case>,
        subject: &mut dyn Subject,
        known: &KnownFailures,
        mut done: impl FnMut(),
    ) -> Self {
        let results = cases.into_iter().map(|case| {
            let status = ask_case(case, subject).known(known.reason(case));
            done();
            (case, status)
        });
        let results = results.collect();
        Self::new(
            subject.identity().clone(),
            subject.capabilities().clone(),
            Asked::Questions,
            results,
        )
    }

    /// The number of cases that were to be run: more than there are results if the run ended early.
    pub fn planned(&self) -> usize {
        self.results.len() + self.left_out.unfinished.len()
    }

    /// Finds the wrong rules that explain the failures. The passes of an earlier report count like
    /// those of this one.
    pub fn diagnose(&mut self, suite: &'a Suite) {
        self.diagnosis = self.causes(suite);
    }

    /// The wrong rules that explain the failures, as [`diagnosis`](Self::diagnosis) takes them.
    /// Takes seconds, or minutes for an engine that makes turns. `None` for an engine whose turns
    /// fit another position: every cause would be false.
    pub fn causes(&self, suite: &'a Suite) -> Option<Diagnosis<'a>> {
        if self.moves_only_the_other_side() || self.moves_in_another_position() {
            return None;
        }
        let Self {
            results,
            capabilities,
            asked,
            ..
        } = self;
        let passed = self.left_out.passed.iter();
        let passed = passed.map(|case| (*case, Status::Passed));
        let known: Vec<(&Case, Status)> = results.iter().cloned().chain(passed).collect();
        let rules = &suite.wrong_rules;
        let diagnosis = Diagnosis::from_results(&known, *asked, capabilities, rules);
        Some(diagnosis)
    }

    /// The number of results of each status.
    pub fn counts(&self) -> Counts {
        self.counts_of(|_| true)
    }

    /// The number of results of each status among the cases of a level.
    pub(super) fn counts_at(&self, level: Level) -> Counts {
        self.counts_of(|case| case.level() == level)
    }

    pub(super) fn counts_of(&self, chosen: impl Fn(&Case) -> bool) -> Counts {
        let mut counts = Counts::default();
        for (_, status) in self.results.iter().filter(|(case, _)| chosen(case)) {
            counts.add(status);
        }
        counts
    }

    /// The chapters of the cases, each once and in order.
    pub(super) fn chapters(&self) -> Vec<u32> {
        let mut chapters: Vec<u32> = self.results.iter().map(|(case, _)| case.chapter).collect();
        chapters.dedup();
        chapters
    }

    /// The rules whose chosen cases were all skipped.
    pub(super) fn unasked_rules(&self) -> Vec<&str> {
        let rules = |skipped: bool| {
            let results = self.results.iter();
            let chosen =
                results.filter(move |(_, status)| matches!(status, Status::Skipped(_)) == skipped);
            chosen
                .flat_map(|(case, _)| case.rules())
                .collect::<BTreeSet<&str>>()
        };
        let unasked = rules(true);
        unasked.difference(&rules(false)).copied().collect()
    }

    /// The rules whose cases were all skipped, by the reason: for several reasons, the most
    /// frequent one.
    pub(super) fn unasked_by_reason(&self) -> Vec<(&str, Vec<&str>)> {
        let mut by_reason: Vec<(&str, Vec<&str>)> = Vec::new();
        for rule in self.unasked_rules() {
            let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
            for (case, status) in &self.results {
                if let Status::Skipped(reason) = status
                    && case.rules().contains(&rule)
                {
                    *reasons.entry(reason).or_default() += 1;
                }
            }
            let Some((reason, _)) = reasons.into_iter().max_by_key(|(_, count)| *count) else {
                continue;
            };
            match by_reason.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, rules)) => rules.push(rule),
                None => by_reason.push((reason, vec![rule])),
            }
        }
        by_reason
    }

    /// Whether an engine that answers lines refused every beginning of a turn and accepts whole
    /// turns: perhaps it takes whole turns only.
    pub(super) fn refuses_beginnings(&self) -> bool {
        let of = |kind: QuestionKind| {
            let results = self.results.iter();
            results.filter(move |(case, _)| case.question.kind() == kind)
        };
        let has_step = |list: &[String]| list.iter().any(|word| word != "end");
        let lists_a_step = |case: &Case| {
            let expect = &case.expect;
            let mut actions = expect.actions.iter().chain(&expect.listed).flatten();
            actions.any(|action| action != "end")
        };
        let lists = of(QuestionKind::LegalActions).filter(|(case, _)| lists_a_step(case));
        let refused = lists.clone().filter(|(_, status)| match status {
            // It may refuse even the steps before the question, which is reported as an error.
            Status::Failed(mismatches) => mismatches.iter().all(|one| match one.field {
                _ if one.is_error => true,
                "actions" | "listed" | "unlisted" => !has_step(&one.got),
                _ => false,
            }),
            _ => false,
        });
        let is_asked = |status: &Status| !matches!(status, Status::Skipped(_) | Status::Errored(_));
        let asked = lists.filter(|(_, status)| is_asked(status)).count();
        let accepts = of(QuestionKind::Judge).any(|(case, status)| {
            case.expect.refused.is_none() && matches!(status, Status::Passed)
        });
        matches!(self.asked, Asked::Lines(_)) && asked > 2 && refused.count() == asked && accepts
    }

    /// The number of failures whose first mismatch is accepted by `is`.
    fn failures_by(&self, is: impl Fn(&Mismatch) -> bool) -> usize {
        let results = self.results.iter();
        let failed = results.filter_map(|(_, status)| match status {
            Status::Failed(mismatches) => mismatches.first(),
            _ => None,
        });
        failed.filter(|first| is(first)).count()
    }

    /// Whether most failures move only pieces of the side that is not to move.
    pub(super) fn moves_only_the_other_side(&self) -> bool {
        2 * self.failures_by(|first| first.field == "side") > self.counts().failed
    }

    /// Whether an engine that only makes turns fails nearly everywhere, with turns of absent
    /// pieces.
    fn moves_in_another_position(&self) -> bool {
        let elsewhere = self.failures_by(|first| {
            let got = first.got();
            first.field == "turn" && (got.contains("(STP-2)") || got.contains("(SET-"))
        });
        let counts = self.counts();
        matches!(self.asked, Asked::Turns { .. })
            && elsewhere > 2
            && 10 * elsewhere >= 9 * (counts.passed + counts.failed)
    }

    /// The ids of the causes that explain a failure.
    pub(super) fn causes_of(&self, case: &Case) -> Vec<&str> {
        let causes = self
            .diagnosis
            .iter()
            .flat_map(|diagnosis| &diagnosis.causes);
        let explaining = causes.filter(|cause| cause.explains.iter().any(|one| one.id == case.id));
        explaining.map(|cause| cause.wrong.id.as_str()).collect()
    }

    pub(super) fn name_and_version(&self) -> String {
        match &self.subject.version {
            Some(version) => format!("{} {version}", self.subject.name),
            None => self.subject.name.clone(),
        }
    }

    /// Advice about what makes many cases fail and is no wrong rule.
    pub(super) fn advice(&self) -> Vec<&'static str> {
        let hints = [
            (
                self.refuses_beginnings(),
                "every beginning of a turn was answered `no`: perhaps `--turns whole`",
            ),
            (
                self.moves_only_the_other_side(),
                "most failed turns move pieces of the other side only: the engine may ignore the side of `setposition`",
            ),
            (
                self.moves_in_another_position(),
                "no turn fits its position: the engine may ignore `setposition` altogether",
            ),
        ];
        let given = hints.into_iter().filter(|(is_given, _)| *is_given);
        given.map(|(_, hint)| hint).collect()
    }

    /// The report as text: the likely causes, the failures by cause, and tables of levels and
    /// chapters. It shows one failure of each cause, or with `all` every failure.
    pub fn text(&self, all: bool) -> String {
        text::text(self, all)
    }

    /// The report as JSON: versions, counts, causes and the result of every case.
    pub fn json(&self) -> Value {
        let results = self.results.iter();
        let results: Vec<Value> = results
            .map(|(case, status)| {
                let mut result = json!({
                    "id": case.id,
                    "chapter": case.chapter,
                    "level": case.level(),
                    "rules": case.rules(),
                    "status": status.name(),
                    "details": status.details(),
                });
                let causes = self.causes_of(case);
                if !causes.is_empty() {
                    result["causes"] = json!(causes);
                }
                if let Some(exchange) = self.exchanges.get(&case.id) {
                    result["exchange"] = json!(exchange);
                }
                result
            })
            .collect();
        let (interface, version) = self.asked.interface();
        let ids =
            |cases: &[&Case]| -> Vec<String> { cases.iter().map(|case| case.id.clone()).collect() };
        let by_reason = self.unasked_by_reason().into_iter();
        let by_reason: Vec<Value> = by_reason
            .map(|(reason, rules)| json!({"reason": reason, "rules": rules}))
            .collect();
        let levels = Level::ALL.map(|level| (level.name(), self.counts_at(level)));
        let mut report = json!({
            "report": 2,
            "subject": self.subject,
            "suite": SUITE_VERSION,
            "specification": spec::version(),
            interface: version,
            "complete": self.left_out.unfinished.is_empty(),
            "planned": self.planned(),
            "unfinished": ids(&self.left_out.unfinished),
            "unchosen": self.left_out.unchosen.len(),
            "counts": self.counts(),
            "rules_not_asked": self.unasked_rules(),
            "rules_not_asked_by_reason": by_reason,
            "levels": BTreeMap::from(levels),
            "results": results,
        });
        if let Asked::Turns { times } = self.asked {
            report["repeat"] = times.into();
        }
        if let Some(diagnosis) = &self.diagnosis {
            report["diagnosis"] = diagnosis.json();
        }
        report
    }
}
