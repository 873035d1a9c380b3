//! A report as text: the diagnosis, the failures by their causes, what was asked, and the diagnosis
//! again.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::failure::{board, question_in_words};
use crate::cases::{Case, Level};
use crate::causes::Diagnosis;
use crate::reports::Report;
use crate::verdicts::{Asked, Counts, Status};
use arimaa::spec;
use arimaa::text::error::shown;
use arimaa_oracle::ask::SUITE_VERSION;

/// How many cases are named in one line.
pub(super) const LISTED: usize = 12;
/// The most characters of a line and of its reply that are shown.
const SHOWN: usize = 1000;
/// How many wrong rules that answer alike are named.
const ALIKE: usize = 5;

/// Writes the text of a report: of each cause one failure, or all failures.
pub(super) fn write(report: &Report<'_>, all: bool) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = Text { report, all }.write(&mut text);
    text
}

struct Text<'r> {
    report: &'r Report<'r>,
    all: bool,
}

impl Text<'_> {
    fn write(&self, out: &mut String) -> fmt::Result {
        let report = self.report;
        let has_bad = report.results.iter().any(|(_, status)| status.is_bad());
        if has_bad {
            self.write_conclusion(out)?;
        }
        if !out.is_empty() {
            writeln!(out)?;
        }
        self.write_failures(out)?;
        self.write_errors(out)?;
        for (case, status) in &report.results {
            if matches!(status, Status::KnownFailure(_) | Status::UnexpectedPass(_)) {
                self.write_result(case, status, out)?;
            }
        }
        write_skipped(report, out)?;
        write_table(report, out)?;
        let (done, planned) = (report.results.len(), report.planned());
        if done < planned {
            let missing = ids(&report.left_out.unfinished, LISTED);
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
        if has_bad {
            self.write_conclusion(out)?;
        }
        let (interface, version) = report.asked.interface();
        writeln!(
            out,
            "{}: suite {SUITE_VERSION}, specification {}, {interface} {version}",
            report.name_and_version(),
            spec::version(),
        )
    }

    /// The causes, and what to look at first.
    fn write_conclusion(&self, out: &mut String) -> fmt::Result {
        let report = self.report;
        for advice in report.advice() {
            writeln!(out, "{advice}")?;
        }
        if let Some(diagnosis) = &report.diagnosis {
            write_diagnosis(diagnosis, out)?;
            if !(diagnosis.explained.is_empty() && diagnosis.unexplained.is_empty()) {
                write_basis(report, out)?;
            }
        }
        Ok(())
    }

    /// The failures by their causes; without a diagnosis one after the other.
    fn write_failures(&self, out: &mut String) -> fmt::Result {
        let failed: Vec<&Case> = self
            .report
            .results
            .iter()
            .filter(|(_, status)| matches!(status, Status::Failed(_)))
            .map(|(case, _)| *case)
            .collect();
        let mut left = failed.clone();
        let mut group = |heading: String, cases: &[&Case], out: &mut String| {
            let cases: Vec<&Case> = left
                .extract_if(.., |case| cases.iter().any(|other| other.id == case.id))
                .collect();
            if cases.is_empty() {
                return Ok(());
            }
            writeln!(out, "== {heading}: {}", cases.len())?;
            let most = if self.all { cases.len() } else { 1 };
            for case in &cases[..most] {
                self.write_result(case, self.status(case), out)?;
            }
            let rest = &cases[most..];
            if !rest.is_empty() {
                writeln!(out, "  likewise, shown by --all: {}", ids(rest, rest.len()))?;
            }
            writeln!(out)
        };
        if let Some(diagnosis) = &self.report.diagnosis {
            for cause in &diagnosis.causes {
                group(format!("as `{}`", cause.wrong.id), &cause.explains, out)?;
            }
            group(
                "explained by several together".to_owned(),
                &diagnosis.explained,
                out,
            )?;
            group("in notation".to_owned(), &diagnosis.notation, out)?;
            for (sentence, cases) in by_sentence(&diagnosis.unexplained) {
                group(format!("not explained, about {sentence}"), &cases, out)?;
            }
        }
        group("failed".to_owned(), &failed, out)
    }

    fn status(&self, case: &Case) -> &Status {
        let mut results = self.report.results.iter();
        results
            .find(|(other, _)| other.id == case.id)
            .map_or(&Status::Passed, |(_, status)| status)
    }

    /// The errors, each with its first case: a dead engine repeats its last words.
    fn write_errors(&self, out: &mut String) -> fmt::Result {
        let mut errors: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
        for (case, status) in &self.report.results {
            if let Status::Errored(error) = status {
                errors.entry(error).or_default().push(case);
            }
        }
        for (error, cases) in errors {
            self.write_result(cases[0], self.status(cases[0]), out)?;
            let more = &cases[1..];
            if !more.is_empty() {
                let most = if self.all { more.len() } else { LISTED };
                writeln!(out, "errored {} more: {error}", more.len())?;
                writeln!(out, "  {}", ids(more, most))?;
            }
        }
        Ok(())
    }

    /// The lines of one result.
    fn write_result(&self, case: &Case, status: &Status, out: &mut String) -> fmt::Result {
        let rules = case.rules().join(" ");
        writeln!(out, "{} {} ({rules})", status.name(), case.id)?;
        for line in status.details() {
            writeln!(out, "  {line}")?;
        }
        if !matches!(status, Status::Failed(_)) {
            return Ok(());
        }
        writeln!(out, "  {}", question_in_words(&case.question, status))?;
        if let Some(exchange) = self.report.exchanges.get(&case.id) {
            writeln!(out, "  line: {}", shown(&exchange.line, SHOWN))?;
            writeln!(out, "  reply: {}", shown(&exchange.reply, SHOWN))?;
        }
        writeln!(out, "  {}", case.note)?;
        for line in board(&case.question).lines() {
            writeln!(out, "    {line}")?;
        }
        Ok(())
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
        writeln!(out, "{:<28}{}", chapter_title(chapter), counts_row(&counts))?;
    }
    writeln!(out, "{:<28}{}", "all", counts_row(&report.counts()))?;
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
            counts.passed + counts.unexpected
        )?;
    }
    Ok(())
}

fn write_diagnosis(diagnosis: &Diagnosis<'_>, out: &mut String) -> fmt::Result {
    for cause in &diagnosis.causes {
        let (count, wrong) = (cause.explains.len(), cause.wrong);
        let failures = if count == 1 { "failure" } else { "failures" };
        let is_whole = |case: &&Case| diagnosis.explained.iter().any(|one| one.id == case.id);
        let in_part = if cause.explains.iter().any(is_whole) {
            ""
        } else {
            " in part"
        };
        let alike: Vec<&str> = cause.alike.iter().map(|other| other.id.as_str()).collect();
        let alike = match first_ids(&alike, ALIKE) {
            names if names.is_empty() => names,
            names => format!("; {names} would show the same"),
        };
        writeln!(
            out,
            "{count} {failures}{in_part}: as `{}` ({}): {}{alike}{}",
            wrong.id,
            wrong.rule,
            cause.says(),
            cause.doubt()
        )?;
        writeln!(out, "  {}: \"{}\"", wrong.rule, cause.sentence())?;
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
            "explained by none of the known misunderstandings: {}",
            ids(&diagnosis.unexplained, diagnosis.unexplained.len())
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

/// Cases by the sentence that each is about, in the order of the suite.
fn by_sentence<'a>(cases: &[&'a Case]) -> Vec<(&'a str, Vec<&'a Case>)> {
    let mut groups: Vec<(&str, Vec<&Case>)> = Vec::new();
    for case in cases {
        let sentence = case.citations().next().unwrap_or("no sentence");
        match groups.iter_mut().find(|(other, _)| *other == sentence) {
            Some((_, group)) => group.push(case),
            None => groups.push((sentence, vec![case])),
        }
    }
    groups
}

/// The ids of the first of some cases, in code marks.
pub(super) fn ids(cases: &[&Case], most: usize) -> String {
    let ids: Vec<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    first_ids(&ids, most)
}

/// The first of some ids, in code marks.
fn first_ids(ids: &[&str], most: usize) -> String {
    let marked: Vec<String> = ids.iter().take(most).map(|id| format!("`{id}`")).collect();
    let marked = marked.join(", ");
    match ids.len().checked_sub(most) {
        None | Some(0) => marked,
        Some(rest) => format!("{marked} and {rest} more"),
    }
}

fn counts_row(counts: &Counts) -> String {
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
pub(super) fn chapter_title(chapter: u32) -> String {
    let number = format!("{chapter} ");
    let mut titles = spec::rules().iter().map(|rule| rule.chapter);
    let found = titles.find(|title| title.starts_with(&number));
    found.map_or_else(|| chapter.to_string(), str::to_owned)
}
