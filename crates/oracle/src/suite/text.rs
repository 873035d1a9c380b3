//! A report as text: one result after the other as they come, and a summary at the end.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::failure::asked;
use super::{
    Asked, Case, Counts, Diagnosis, Exchange, Level, Report, SUITE_VERSION, Status, is_notation,
};
use arimaa::spec;
use arimaa::text::error::shown;

/// How many wrong rules are named beside one failure.
const NAMED: usize = 4;
/// How many cases are named in one line of the summary.
pub(super) const LISTED: usize = 12;
/// The most characters of a line and of its reply that are shown.
const SHOWN: usize = 1000;

/// Writes the text of a report. It repeats no error: what a dead engine said last stands there
/// once.
#[derive(Clone, Debug, Default)]
pub struct TextReport {
    /// The ids of the cases by their errors.
    errors: BTreeMap<String, Vec<String>>,
}

impl TextReport {
    /// The writer of a report that begins.
    pub fn new() -> Self {
        Self::default()
    }

    /// The lines of one result; none for a pass, a skipped case or an error that was shown before.
    ///
    /// `alike` has the wrong rules whose engines give the same answer, `exchange` the line that
    /// decided a failure.
    pub fn result(
        &mut self,
        case: &Case,
        status: &Status,
        alike: &[&str],
        exchange: Option<&Exchange>,
    ) -> String {
        if matches!(status, Status::Passed | Status::Skipped(_)) {
            return String::new();
        }
        if let Status::Errored(what) = status {
            let ids = self.errors.entry(what.clone()).or_default();
            ids.push(case.id.clone());
            if ids.len() > 1 {
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
            let _ = writeln!(text, "  {}", asked(&case.question, status));
            if let Some(Exchange { line, reply }) = exchange {
                let _ = writeln!(text, "  line: {}", shown(line, SHOWN));
                let _ = writeln!(text, "  reply: {}", shown(reply, SHOWN));
            }
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
        for (error, cases) in self.errors.iter().filter(|(_, cases)| cases.len() > 1) {
            let more: Vec<&str> = cases.iter().skip(1).map(String::as_str).collect();
            writeln!(out, "errored {} more: {error}", more.len())?;
            writeln!(out, "  {}", some(&more, LISTED))?;
        }
        write_skipped(report, out)?;
        write_table(report, out)?;
        if let Some(diagnosis) = &report.diagnosis {
            write_diagnosis(diagnosis, out)?;
            if !(diagnosis.explained.is_empty() && diagnosis.unexplained.is_empty()) {
                write_basis(report, out)?;
            }
        }
        if report.refuses_beginnings() {
            writeln!(
                out,
                "every beginning of a turn was answered `no`: perhaps `--turns whole`"
            )?;
        }
        if report.moves_the_other_side() {
            writeln!(
                out,
                "every failed turn moves pieces of the other side: the engine may ignore the side of `setposition`"
            )?;
        }
        let (done, planned) = (report.results.len(), report.planned());
        if done < planned {
            let missing = ids(&report.left_out.unfinished, NAMED);
            writeln!(
                out,
                "ended early: {done} of {planned} cases have a result; missing: {missing}"
            )?;
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
        writeln!(out, "rules that no case asked about:")?;
    }
    for (reason, rules) in report.unasked_by_reason() {
        writeln!(out, "  {reason}: {}", rules.join(", "))?;
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
        if counts.all() == 0 {
            continue;
        }
        let left_out = &report.left_out;
        let unchosen = left_out.unchosen_at(level);
        let all = counts.all() + unchosen + left_out.unfinished_at(level);
        let left_out = match unchosen {
            0 => String::new(),
            count => format!(", {count} left out by {}", left_out.by),
        };
        writeln!(
            out,
            "asked {} of {all} {level} cases{left_out}: {} passed",
            counts.asked(),
            counts.passed
        )?;
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
        let failures = if all == 1 { "failure" } else { "failures" };
        let are = if explained == 1 || all == 1 {
            "is"
        } else {
            "are"
        };
        writeln!(
            out,
            "{explained} of {all} {failures} {are} explained by {names}"
        )?;
    }
    if !diagnosis.unexplained.is_empty() {
        writeln!(
            out,
            "not explained: {}",
            ids(&diagnosis.unexplained, LISTED)
        )?;
    }
    if !diagnosis.notation.is_empty() {
        let count = diagnosis.notation.len();
        let differ = if count == 1 { "differs" } else { "differ" };
        writeln!(
            out,
            "{count} {differ} in notation, not in the rules: {}",
            ids(&diagnosis.notation, LISTED)
        )?;
    }
    Ok(())
}

/// The results that the causes rest on, where they are not those of a whole run: a pass speaks
/// against every wrong rule that would have failed the case.
fn write_basis(report: &Report<'_>, out: &mut String) -> fmt::Result {
    let left_out = &report.left_out;
    if let Some(earlier) = &left_out.earlier {
        let passed = left_out.passed.len();
        writeln!(
            out,
            "the causes take {passed} passes of {earlier} into account"
        )?;
    }
    if left_out.unknown > 0 {
        let all = report.planned() + left_out.unchosen.len();
        writeln!(
            out,
            "the results cover {} of {all} cases; a whole run rules out more causes",
            all - left_out.unknown
        )?;
    }
    Ok(())
}

/// The ids of the first of some cases, in code marks.
pub(super) fn ids(cases: &[&Case], most: usize) -> String {
    let ids: Vec<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    some(&ids, most)
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
