//! The results of a run.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Value, json};

use super::causes::as_if;
use super::{
    Capabilities, Case, Counts, Diagnosis, Examiner, Identity, KnownFailures, Level, Player,
    SUITE_VERSION, Status, Subject, Suite, TextReport, WrongAnswers, ask_case,
};
use crate::ask::PROTOCOL_VERSION;
use crate::engines::Starter;
use crate::spec;

/// How an engine was asked.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Asked {
    /// The questions of the cases.
    Questions,
    /// The questions of the cases, divided into lines of the line kit.
    Lines,
    /// For a turn in the positions of the cases, over the Arimaa Engine Interface.
    Turns {
        /// How often in each position.
        times: u32,
    },
}

impl Asked {
    /// The interface and its version.
    pub(super) const fn interface(self) -> (&'static str, &'static str) {
        match self {
            Self::Questions => ("protocol", PROTOCOL_VERSION),
            Self::Lines => ("line-kit", "1"),
            Self::Turns { .. } => ("aei", "1"),
        }
    }
}

/// The results of one engine, case by case.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<'a> {
    /// The engine.
    pub subject: Identity,
    /// The capabilities by which it was asked.
    pub capabilities: Capabilities,
    /// How it was asked.
    pub asked: Asked,
    /// How many cases were to be run; more than there are results where the run ended early.
    pub planned: usize,
    /// The cases in the order of the suite, with their results.
    pub results: Vec<(&'a Case, Status)>,
    /// The likely causes of the failures, after [`diagnose`](Self::diagnose).
    pub diagnosis: Option<Diagnosis<'a>>,
    /// For each result the wrong rules that answer alike, after [`diagnose`](Self::diagnose).
    pub(super) alike: Vec<Vec<&'a str>>,
}

impl<'a> Report<'a> {
    /// The report of these results.
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
            planned: results.len(),
            results,
            diagnosis: None,
            alike: Vec::new(),
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
            let status = Status::of(ask_case(case, subject), known.reason(case));
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

    /// Asks a player so many times for a turn in the position of each case, and calls `done` after
    /// each case. `engine` judges the turns.
    pub fn run_player(
        engine: Starter,
        cases: impl IntoIterator<Item = &'a Case>,
        player: &mut dyn Player,
        times: u32,
        known: &KnownFailures,
        mut done: impl FnMut(),
    ) -> Self {
        let mut examiner = Examiner::new(engine, times);
        let results = cases.into_iter().map(|case| {
            let status = Status::of(examiner.ask(case, player), known.reason(case));
            done();
            (case, status)
        });
        let (results, asked) = (results.collect(), Asked::Turns { times });
        let capabilities = Capabilities::default();
        Self::new(player.identity().clone(), capabilities, asked, results)
    }

    /// Looks for the wrong rules that explain the failures.
    pub fn diagnose(&mut self, suite: &'a Suite, answers: &'a WrongAnswers) {
        if matches!(self.asked, Asked::Turns { .. }) {
            return;
        }
        let Self {
            results,
            capabilities,
            ..
        } = &*self;
        let diagnosis = Diagnosis::of(results, capabilities, &suite.wrong_rules, answers);
        let alike = results.iter().map(|(case, status)| match status {
            Status::Failed(mismatches) => as_if(case, mismatches, capabilities, answers),
            _ => Vec::new(),
        });
        self.alike = alike.collect();
        self.diagnosis = Some(diagnosis);
    }

    /// How often each status came.
    pub fn counts(&self) -> Counts {
        self.counts_of(|_| true)
    }

    /// How often each status came among the cases of a level.
    pub fn counts_at(&self, level: Level) -> Counts {
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

    /// The rules about which cases were chosen and every one of them was skipped.
    pub fn unasked_rules(&self) -> Vec<&str> {
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

    /// Whether every failure moves pieces of the side that is not to move.
    pub(super) fn moves_the_other_side(&self) -> bool {
        let mut failed = self.results.iter().filter_map(|(_, status)| match status {
            Status::Failed(mismatches) => Some(mismatches),
            _ => None,
        });
        self.counts().failed > 0
            && failed.all(|mismatches| mismatches.iter().any(|one| one.what == "side"))
    }

    pub(super) fn named(&self) -> String {
        match &self.subject.version {
            Some(version) => format!("{} {version}", self.subject.name),
            None => self.subject.name.clone(),
        }
    }

    /// For people: the failures, the likely causes, and tables of levels and chapters.
    pub fn text(&self) -> String {
        let mut text = TextReport::new();
        let results = self.results.iter().enumerate();
        let mut lines: Vec<String> = results
            .map(|(place, (case, status))| {
                let alike = self.alike.get(place).map_or(&[][..], Vec::as_slice);
                text.result(case, status, alike)
            })
            .collect();
        lines.push(text.summary(self));
        lines.concat()
    }

    /// For programs: versions, counts, causes and every case.
    pub fn json(&self) -> Value {
        let results = self.results.iter().enumerate();
        let results: Vec<Value> = results
            .map(|(place, (case, status))| {
                let mut result = json!({
                    "id": case.id,
                    "chapter": case.chapter,
                    "level": case.level(),
                    "rules": case.rules(),
                    "status": status.name(),
                    "details": status.details(),
                });
                if let Some(alike) = self.alike.get(place).filter(|alike| !alike.is_empty()) {
                    result["as_if"] = json!(alike);
                }
                result
            })
            .collect();
        let (interface, version) = self.asked.interface();
        let levels = Level::ALL.map(|level| (level.name(), self.counts_at(level).json()));
        let mut report = json!({
            "report": 2,
            "subject": self.subject,
            "suite": SUITE_VERSION,
            "specification": spec::version(),
            interface: version,
            "complete": self.results.len() == self.planned,
            "planned": self.planned,
            "counts": self.counts().json(),
            "rules_not_asked": self.unasked_rules(),
            "levels": serde_json::Map::from_iter(levels.map(|(name, counts)| (name.to_owned(), counts))),
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

/// The results of a report in JSON that was written before.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct PastReport {
    /// The results.
    pub results: Vec<PastResult>,
}

/// One result of such a report.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct PastResult {
    /// The id of the case.
    pub id: String,
    /// The name of its status.
    pub status: String,
    /// The details, line by line.
    pub details: Vec<String>,
}

impl PastReport {
    /// Reads a report in JSON, of this version or of one before.
    ///
    /// # Errors
    ///
    /// Why the text is no report.
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| format!("is no report: {error}"))
    }

    /// The results that failed or errored, known failures too.
    pub fn bad(&self) -> impl Iterator<Item = &PastResult> {
        let bad = ["failed", "errored", "known-failure"];
        self.results
            .iter()
            .filter(move |result| bad.contains(&result.status.as_str()))
    }
}
