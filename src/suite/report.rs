//! What came of a run.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{
    Case, CaseVerdict, Examiner, Identity, KnownFailures, Mismatch, Player, SUITE_VERSION, Subject,
    ask_case,
};
use crate::ask::PROTOCOL_VERSION;
use crate::engines::Starter;
use crate::spec;

/// What counts in the end for one case.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Status {
    /// As it must be.
    Passed,
    /// Not as it must be.
    Failed(Vec<Mismatch>),
    /// Not answered, by choice.
    Skipped(String),
    /// Not answered, and not by choice.
    Errored(String),
    /// Not as it must be, or not answered, as the list of known failures says; with its reason.
    KnownFailure(String),
    /// As it must be, although the list of known failures says otherwise; with its reason.
    UnexpectedPass(String),
}

impl Status {
    /// Its name, as it stands in reports.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed(_) => "failed",
            Self::Skipped(_) => "skipped",
            Self::Errored(_) => "errored",
            Self::KnownFailure(_) => "known-failure",
            Self::UnexpectedPass(_) => "unexpected-pass",
        }
    }

    /// For people: what there is to say of it, line by line.
    pub fn details(&self) -> Vec<String> {
        match self {
            Self::Passed => Vec::new(),
            Self::Failed(mismatches) => mismatches.iter().map(ToString::to_string).collect(),
            Self::Skipped(text) | Self::Errored(text) | Self::KnownFailure(text) => {
                vec![text.clone()]
            }
            Self::UnexpectedPass(reason) => vec![format!(
                "passes, and the list of known failures says: {reason}"
            )],
        }
    }

    fn of(verdict: CaseVerdict, known: Option<&str>) -> Self {
        match (verdict, known) {
            (CaseVerdict::Skipped(reason), _) => Self::Skipped(reason),
            (CaseVerdict::Passed, None) => Self::Passed,
            (CaseVerdict::Passed, Some(reason)) => Self::UnexpectedPass(reason.to_owned()),
            (CaseVerdict::Failed(_) | CaseVerdict::Errored(_), Some(reason)) => {
                Self::KnownFailure(reason.to_owned())
            }
            (CaseVerdict::Failed(mismatches), None) => Self::Failed(mismatches),
            (CaseVerdict::Errored(what), None) => Self::Errored(what),
        }
    }
}

/// How an engine was asked.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Asked {
    /// The questions of the cases.
    Questions,
    /// For a turn in the positions of the cases, over the Arimaa Engine Interface.
    Turns {
        /// How often in each position.
        times: u32,
    },
}

impl Asked {
    /// What was spoken, and in which version.
    pub(super) const fn interface(self) -> (&'static str, &'static str) {
        match self {
            Self::Questions => ("protocol", PROTOCOL_VERSION),
            Self::Turns { .. } => ("aei", "1"),
        }
    }
}

/// The results of one engine, case by case.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Report<'a> {
    /// Whose they are.
    pub subject: Identity,
    /// How it was asked.
    pub asked: Asked,
    /// The cases in the order of the suite, with what came of them.
    pub results: Vec<(&'a Case, Status)>,
}

/// How often each status came.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Counts {
    /// [`Status::Passed`].
    pub passed: usize,
    /// [`Status::Failed`].
    pub failed: usize,
    /// [`Status::Skipped`].
    pub skipped: usize,
    /// [`Status::Errored`].
    pub errored: usize,
    /// [`Status::KnownFailure`].
    pub known: usize,
    /// [`Status::UnexpectedPass`].
    pub unexpected: usize,
}

impl Counts {
    fn add(&mut self, status: &Status) {
        *match status {
            Status::Passed => &mut self.passed,
            Status::Failed(_) => &mut self.failed,
            Status::Skipped(_) => &mut self.skipped,
            Status::Errored(_) => &mut self.errored,
            Status::KnownFailure(_) => &mut self.known,
            Status::UnexpectedPass(_) => &mut self.unexpected,
        } += 1;
    }

    fn json(&self) -> Value {
        json!({
            "passed": self.passed,
            "failed": self.failed,
            "skipped": self.skipped,
            "errored": self.errored,
            "known_failures": self.known,
            "unexpected_passes": self.unexpected,
        })
    }
}

impl<'a> Report<'a> {
    /// Puts the cases to an engine, one after the other, and says each time that another is done.
    pub fn run(
        cases: impl IntoIterator<Item = &'a Case>,
        subject: &mut dyn Subject,
        known: &KnownFailures,
        done: impl FnMut(),
    ) -> Self {
        let results = results(cases, |case| ask_case(case, subject), known, done);
        Self {
            subject: subject.identity().clone(),
            asked: Asked::Questions,
            results,
        }
    }

    /// Asks a player so many times for a turn in the position of each case, and says each time that another case is done.
    /// `engine` judges the turns.
    pub fn run_player(
        engine: Starter,
        cases: impl IntoIterator<Item = &'a Case>,
        player: &mut dyn Player,
        times: u32,
        known: &KnownFailures,
        done: impl FnMut(),
    ) -> Self {
        let mut examiner = Examiner::new(engine, times);
        let results = results(cases, |case| examiner.ask(case, player), known, done);
        Self {
            subject: player.identity().clone(),
            asked: Asked::Turns { times },
            results,
        }
    }

    /// How often each status came.
    pub fn counts(&self) -> Counts {
        self.counts_of(|_| true)
    }

    fn counts_of(&self, chosen: impl Fn(&Case) -> bool) -> Counts {
        let mut counts = Counts::default();
        for (_, status) in self.results.iter().filter(|(case, _)| chosen(case)) {
            counts.add(status);
        }
        counts
    }

    /// The chapters of the cases, each once and in order.
    fn chapters(&self) -> Vec<u32> {
        let mut chapters: Vec<u32> = self.results.iter().map(|(case, _)| case.chapter).collect();
        chapters.dedup();
        chapters
    }

    /// For people: what went wrong, then a table of chapters.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write_text(&mut text);
        text
    }

    fn write_text(&self, out: &mut String) -> std::fmt::Result {
        for (case, status) in &self.results {
            if matches!(status, Status::Passed | Status::Skipped(_)) {
                continue;
            }
            let rules = case.rules().join(" ");
            writeln!(out, "{} {} ({rules})", status.name(), case.id)?;
            for line in status.details() {
                writeln!(out, "  {line}")?;
            }
            if matches!(status, Status::Failed(_)) {
                writeln!(out, "  {}", case.note)?;
                if !case.kills.is_empty() {
                    writeln!(out, "  as if: {}", case.kills.join(", "))?;
                }
            }
        }
        self.write_skipped(out)?;
        writeln!(
            out,
            "{:<28}passed  failed  skipped  errored  known  unexpected",
            "chapter"
        )?;
        for chapter in self.chapters() {
            let counts = self.counts_of(|case| case.chapter == chapter);
            writeln!(out, "{:<28}{}", title(chapter), row(&counts))?;
        }
        writeln!(out, "{:<28}{}", "all", row(&self.counts()))?;
        if let Asked::Turns { times } = self.asked {
            writeln!(
                out,
                "each position {times}×: who passed has moved legally, and shown no more"
            )?;
        }
        let (interface, version) = self.asked.interface();
        writeln!(
            out,
            "{}: suite {SUITE_VERSION}, specification {}, {interface} {version}",
            self.named(),
            spec::version(),
        )
    }

    /// How many cases were skipped, by reason.
    fn write_skipped(&self, out: &mut String) -> std::fmt::Result {
        let mut reasons: Vec<(&str, usize)> = Vec::new();
        for (_, status) in &self.results {
            let Status::Skipped(reason) = status else {
                continue;
            };
            match reasons.iter_mut().find(|(known, _)| known == reason) {
                Some((_, count)) => *count += 1,
                None => reasons.push((reason, 1)),
            }
        }
        reasons
            .into_iter()
            .try_for_each(|(reason, count)| writeln!(out, "skipped {count}: {reason}"))
    }

    fn named(&self) -> String {
        match &self.subject.version {
            Some(version) => format!("{} {version}", self.subject.name),
            None => self.subject.name.clone(),
        }
    }

    /// For programs: versions, counts and every case.
    pub fn json(&self) -> Value {
        let results: Vec<Value> = self
            .results
            .iter()
            .map(|(case, status)| {
                json!({
                    "id": case.id,
                    "chapter": case.chapter,
                    "rules": case.rules(),
                    "status": status.name(),
                    "details": status.details(),
                })
            })
            .collect();
        let (interface, version) = self.asked.interface();
        let mut report = json!({
            "subject": self.subject,
            "suite": SUITE_VERSION,
            "specification": spec::version(),
            interface: version,
            "counts": self.counts().json(),
            "results": results,
        });
        if let Asked::Turns { times } = self.asked {
            report["repeat"] = times.into();
        }
        report
    }
}

fn results<'a>(
    cases: impl IntoIterator<Item = &'a Case>,
    mut ask: impl FnMut(&'a Case) -> CaseVerdict,
    known: &KnownFailures,
    mut done: impl FnMut(),
) -> Vec<(&'a Case, Status)> {
    let asked = cases.into_iter().map(|case| {
        let status = Status::of(ask(case), known.reason(case));
        done();
        (case, status)
    });
    asked.collect()
}

fn row(counts: &Counts) -> String {
    format!(
        "{:>6}{:>8}{:>9}{:>9}{:>7}{:>12}",
        counts.passed,
        counts.failed,
        counts.skipped,
        counts.errored,
        counts.known,
        counts.unexpected
    )
}

/// The title of a chapter, number and all.
fn title(chapter: u32) -> String {
    let number = format!("{chapter} ");
    let rules = spec::rules().iter();
    let mut titles = rules.map(|rule| rule.chapter);
    let found = titles.find(|title| title.starts_with(&number));
    found.map_or_else(|| chapter.to_string(), str::to_owned)
}
