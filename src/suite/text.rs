//! A report as text: one result after the other as they come, and a summary at the end.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::{Asked, Case, Counts, Diagnosis, Level, Report, SUITE_VERSION, Status, is_notation};
use crate::spec;

/// How many wrong rules are named beside one failure.
const NAMED: usize = 4;
/// How many cases are named in one line of the summary.
const LISTED: usize = 12;

/// Writes the text of a report. It repeats no error: what a dead engine said last stands there
/// once.
#[derive(Clone, Debug, Default)]
pub struct TextReport {
    errors: BTreeMap<String, usize>,
}

impl TextReport {
    /// The writer of a report that begins.
    pub fn new() -> Self {
        Self::default()
    }

    /// The lines of one result; none for a pass, a skipped case or an error that was shown before.
    ///
    /// `alike` has the wrong rules whose engines give the same answer.
    pub fn result(&mut self, case: &Case, status: &Status, alike: &[&str]) -> String {
        if matches!(status, Status::Passed | Status::Skipped(_)) {
            return String::new();
        }
        if let Status::Errored(what) = status {
            let count = self.errors.entry(what.clone()).or_default();
            *count += 1;
            if *count > 1 {
                return String::new();
            }
        }
        let notation = match status {
            Status::Failed(mismatches) if is_notation(case, mismatches) => " in notation",
            _ => "",
        };
        let rules = case.rules().join(" ");
        let mut text = format!("{}{notation} {} ({rules})\n", status.name(), case.id);
        // Writing to a string does not fail.
        for line in status.details() {
            let _ = writeln!(text, "  {line}");
        }
        if matches!(status, Status::Failed(_)) {
            let _ = writeln!(text, "  {}", case.note);
            if !alike.is_empty() && notation.is_empty() {
                let _ = writeln!(text, "  as if: {}", some(alike, NAMED));
            }
        }
        text
    }

    /// The end of the report.
    pub fn summary(&self, report: &Report<'_>) -> String {
        let mut text = String::new();
        let _ = self.write_summary(report, &mut text);
        text
    }

    fn write_summary(&self, report: &Report<'_>, out: &mut String) -> fmt::Result {
        for (error, count) in self.errors.iter().filter(|(_, count)| **count > 1) {
            writeln!(out, "errored {} more: {error}", count - 1)?;
        }
        write_skipped(report, out)?;
        write_table(report, out)?;
        if let Some(diagnosis) = &report.diagnosis {
            write_diagnosis(diagnosis, out)?;
        }
        if report.moves_the_other_side() {
            writeln!(
                out,
                "every failed turn moves pieces of the other side: the engine may ignore the side of `setposition`"
            )?;
        }
        let (done, planned) = (report.results.len(), report.planned);
        if done < planned {
            writeln!(out, "ended early: {done} of {planned} cases have a result")?;
        }
        if let Asked::Turns { times } = report.asked {
            writeln!(
                out,
                "each position {times}×: a pass shows that the turns were legal, and no more"
            )?;
        }
        let (interface, version) = report.asked.interface();
        writeln!(
            out,
            "{}: suite {SUITE_VERSION}, specification {}, {interface} {version}",
            report.named(),
            spec::version(),
        )
    }
}

/// How many cases were skipped, by reason, and which rules were asked by no other case.
fn write_skipped(report: &Report<'_>, out: &mut String) -> fmt::Result {
    let mut reasons: Vec<(&str, usize)> = Vec::new();
    for (_, status) in &report.results {
        let Status::Skipped(reason) = status else {
            continue;
        };
        match reasons.iter_mut().find(|(known, _)| known == reason) {
            Some((_, count)) => *count += 1,
            None => reasons.push((reason, 1)),
        }
    }
    for (reason, count) in reasons {
        writeln!(out, "skipped {count}: {reason}")?;
    }
    let unasked = report.unasked_rules();
    if unasked.contains(&"REP-2") {
        writeln!(
            out,
            "REP-2 was not asked: the third repetition, which engines overlook more often than anything"
        )?;
    }
    if !unasked.is_empty() {
        writeln!(
            out,
            "rules that no case asked about: {}",
            unasked.join(", ")
        )?;
    }
    Ok(())
}

fn write_table(report: &Report<'_>, out: &mut String) -> fmt::Result {
    writeln!(
        out,
        "{:<28}passed  failed  skipped  errored  known  unexpected",
        "chapter"
    )?;
    for chapter in report.chapters() {
        let counts = report.counts_of(|case| case.chapter == chapter);
        writeln!(out, "{:<28}{}", title(chapter), row(&counts))?;
    }
    writeln!(out, "{:<28}{}", "all", row(&report.counts()))?;
    for level in Level::ALL {
        let counts = report.counts_at(level);
        if counts.all() > 0 {
            writeln!(
                out,
                "asked {} of {} {level} cases: {} passed",
                counts.asked(),
                counts.all(),
                counts.passed
            )?;
        }
    }
    Ok(())
}

fn write_diagnosis(diagnosis: &Diagnosis<'_>, out: &mut String) -> fmt::Result {
    for cause in &diagnosis.causes {
        let (count, wrong) = (cause.explains.len(), cause.wrong);
        let failures = if count == 1 { "failure" } else { "failures" };
        writeln!(
            out,
            "{count} {failures}: as `{}` ({}): {}",
            wrong.id, wrong.rule, wrong.says
        )?;
        for other in &cause.alike {
            writeln!(
                out,
                "  or as `{}` ({}): {}",
                other.id, other.rule, other.says
            )?;
        }
    }
    let ids = |cases: &[&Case]| {
        let ids: Vec<&str> = cases.iter().map(|case| case.id.as_str()).collect();
        some(&ids, LISTED)
    };
    let explained = diagnosis.explained.len();
    let all = explained + diagnosis.unexplained.len();
    if !diagnosis.causes.is_empty() {
        let names: Vec<String> = diagnosis
            .causes
            .iter()
            .map(|cause| format!("`{}`", cause.wrong.id))
            .collect();
        let names = match &names[..] {
            [one] => one.clone(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
            [] => String::new(),
        };
        let are = if explained == 1 { "is" } else { "are" };
        writeln!(
            out,
            "{explained} of {all} failures {are} explained by {names}"
        )?;
    }
    if !diagnosis.unexplained.is_empty() {
        writeln!(out, "not explained: {}", ids(&diagnosis.unexplained))?;
    }
    if !diagnosis.notation.is_empty() {
        let count = diagnosis.notation.len();
        writeln!(
            out,
            "{count} differ in notation, not in the rules: {}",
            ids(&diagnosis.notation)
        )?;
    }
    Ok(())
}

/// The first of some ids, in code marks.
fn some(ids: &[&str], most: usize) -> String {
    let marked: Vec<String> = ids.iter().take(most).map(|id| format!("`{id}`")).collect();
    let marked = marked.join(", ");
    match ids.len().checked_sub(most) {
        None | Some(0) => marked,
        Some(rest) => format!("{marked} and {rest} more"),
    }
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

/// The title of a chapter, with its number.
pub(super) fn title(chapter: u32) -> String {
    let number = format!("{chapter} ");
    let mut titles = spec::rules().iter().map(|rule| rule.chapter);
    let found = titles.find(|title| title.starts_with(&number));
    found.map_or_else(|| chapter.to_string(), str::to_owned)
}
