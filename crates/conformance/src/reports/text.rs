//! A report as text: the diagnosis, the failures by their causes, what was asked, and the diagnosis
//! again.

use std::collections::BTreeMap;

use super::failure::{board, question_in_words};
use crate::cases::{Case, Level};
use crate::causes::Diagnosis;
use crate::reports::Report;
use crate::verdicts::{Asked, Counts, Status};
use arimaa::spec;
use arimaa::text::error::shown;
use arimaa_oracle::ask::SUITE_VERSION;

/// The greatest number of cases named in one line.
const LISTED: usize = 12;
/// The greatest number of characters shown of a line to an engine, and of its reply.
const SHOWN: usize = 1000;
/// The greatest number of equally likely wrong rules that are named.
const ALIKE: usize = 5;

/// The report as text, with one failure of each cause or with all failures.
pub(super) fn text(report: &Report<'_>, all: bool) -> String {
    let lines = Text { report, all }.lines();
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The causes, and the advice where to look first.
pub(super) fn conclusion(report: &Report<'_>) -> Vec<String> {
    let mut lines: Vec<String> = report.advice().into_iter().map(str::to_owned).collect();
    if let Some(diagnosis) = &report.diagnosis {
        lines.extend(diagnosis_lines(diagnosis));
        if !(diagnosis.explained.is_empty() && diagnosis.unexplained.is_empty()) {
            lines.extend(basis_of_causes(report));
        }
    }
    lines
}

/// Tells that a run ended early, and which cases have no result.
pub(super) fn ended_early(report: &Report<'_>) -> Option<String> {
    let (done, planned) = (report.results.len(), report.planned());
    let missing = first_case_ids(&report.left_out.unfinished, LISTED);
    (done < planned).then(|| {
        format!("ended early: {done} of {planned} cases have a result; missing: {missing}")
    })
}

/// The engine, what it was asked, and how.
pub(super) fn versions(report: &Report<'_>) -> String {
    let (interface, version) = report.asked.interface();
    format!(
        "{}: suite {SUITE_VERSION}, specification {}, {interface} {version}",
        report.name_and_version(),
        spec::version(),
    )
}

struct Text<'r> {
    report: &'r Report<'r>,
    all: bool,
}

impl Text<'_> {
    fn lines(&self) -> Vec<String> {
        let report = self.report;
        let has_bad = report.results.iter().any(|(_, status)| status.is_bad());
        let conclusion = if has_bad {
            conclusion(report)
        } else {
            Vec::new()
        };
        let mut lines = conclusion.clone();
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(self.failures());
        lines.extend(self.errors());
        for (case, status) in &report.results {
            if matches!(status, Status::KnownFailure(_) | Status::UnexpectedPass(_)) {
                lines.extend(self.result(case, status));
            }
        }
        lines.extend(skipped(report));
        lines.extend(table(report));
        lines.extend(ended_early(report));
        if let Asked::Turns { times } = report.asked {
            lines.push(format!(
                "each position {times}×: a pass shows that the turns were legal, and no more"
            ));
        }
        lines.extend(conclusion);
        lines.push(versions(report));
        lines
    }

    /// The failures by cause; without a diagnosis in their order.
    fn failures(&self) -> Vec<String> {
        let results = self.report.results.iter();
        let failed = results.filter(|(_, status)| matches!(status, Status::Failed(_)));
        let failed: Vec<&Case> = failed.map(|(case, _)| *case).collect();
        let (mut left, mut lines) = (failed.clone(), Vec::new());
        let mut group = |heading: String, cases: &[&Case]| {
            let is_one = |case: &mut &Case| cases.iter().any(|other| other.id == case.id);
            let cases: Vec<&Case> = left.extract_if(.., is_one).collect();
            if cases.is_empty() {
                return;
            }
            lines.push(format!("== {heading}: {}", cases.len()));
            let (shown, rest) = cases.split_at(if self.all { cases.len() } else { 1 });
            for case in shown {
                lines.extend(self.result(case, self.status(case)));
            }
            if !rest.is_empty() {
                let rest = first_case_ids(rest, rest.len());
                lines.push(format!("  likewise, shown by --all: {rest}"));
            }
            lines.push(String::new());
        };
        if let Some(diagnosis) = &self.report.diagnosis {
            for cause in &diagnosis.causes {
                group(format!("as `{}`", cause.wrong.id), &cause.explains);
            }
            let together = "explained by several together".to_owned();
            group(together, &diagnosis.explained);
            group("in notation".to_owned(), &diagnosis.notation);
            for (sentence, cases) in by_sentence(&diagnosis.unexplained) {
                group(format!("not explained, about {sentence}"), &cases);
            }
        }
        group("failed".to_owned(), &failed);
        lines
    }

    fn status(&self, case: &Case) -> &Status {
        let mut results = self.report.results.iter();
        results
            .find(|(other, _)| other.id == case.id)
            .map_or(&Status::Passed, |(_, status)| status)
    }

    /// The errors, each with its first case, since a dead engine repeats its last error.
    fn errors(&self) -> Vec<String> {
        let mut errors: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
        for (case, status) in &self.report.results {
            if let Status::Errored(error) = status {
                errors.entry(error).or_default().push(case);
            }
        }
        let mut lines = Vec::new();
        for (error, cases) in errors {
            lines.extend(self.result(cases[0], self.status(cases[0])));
            let more = &cases[1..];
            if !more.is_empty() {
                let most = if self.all { more.len() } else { LISTED };
                lines.push(format!("errored {} more: {error}", more.len()));
                lines.push(format!("  {}", first_case_ids(more, most)));
            }
        }
        lines
    }

    /// The lines of one result.
    fn result(&self, case: &Case, status: &Status) -> Vec<String> {
        let rules = case.rules().join(" ");
        let mut lines = vec![format!("{} {} ({rules})", status.name(), case.id)];
        let details = status.details();
        lines.extend(details.iter().map(|line| format!("  {line}")));
        if matches!(status, Status::Failed(_)) {
            let question = question_in_words(&case.question, status);
            lines.push(format!("  {question}"));
            if let Some(exchange) = self.report.exchanges.get(&case.id) {
                lines.push(format!("  line: {}", shown(&exchange.line, SHOWN)));
                lines.push(format!("  reply: {}", shown(&exchange.reply, SHOWN)));
            }
            lines.push(format!("  {}", case.note));
            let board = board(&case.question);
            lines.extend(board.lines().map(|line| format!("    {line}")));
        }
        lines
    }
}

/// The numbers of skipped cases by reason, and the rules whose cases were all skipped.
fn skipped(report: &Report<'_>) -> Vec<String> {
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
    let skipped = reasons.into_iter();
    let skipped = skipped.map(|(reason, count)| format!("skipped {count}: {reason}"));
    let mut lines: Vec<String> = skipped.collect();
    let unasked = report.unasked_rules();
    if unasked.contains(&"REP-2") {
        let overlooked = "the third repetition, which engines overlook more often than anything";
        lines.push(format!("REP-2 was not asked: {overlooked}"));
    }
    if !unasked.is_empty() {
        lines.push("rules that no case asked about:".to_owned());
    }
    let by_reason = report.unasked_by_reason().into_iter();
    lines.extend(by_reason.map(|(reason, rules)| format!("  {reason}: {}", rules.join(", "))));
    lines
}

fn table(report: &Report<'_>) -> Vec<String> {
    let row = |name: &str, counts: Counts| {
        let Counts {
            passed,
            failed,
            skipped,
            errored,
            known,
            unexpected,
        } = counts;
        let first = format!("{name:<28}{passed:>6}{failed:>8}{skipped:>9}");
        format!("{first}{errored:>9}{known:>7}{unexpected:>12}")
    };
    let heading = "passed  failed  skipped  errored  known  unexpected";
    let mut lines = vec![format!("{:<28}{heading}", "chapter")];
    for chapter in report.chapters() {
        let counts = report.counts_of(|case| case.chapter == chapter);
        lines.push(row(&chapter_title(chapter), counts));
    }
    lines.push(row("all", report.counts()));
    for level in Level::ALL {
        let counts = report.counts_at(level);
        if counts.all() == 0 {
            continue;
        }
        let left_out = &report.left_out;
        let [unchosen, unfinished] = [&left_out.unchosen, &left_out.unfinished]
            .map(|cases| cases.iter().filter(|case| case.level() == level).count());
        let all = counts.all() + unchosen + unfinished;
        let left_out = match unchosen {
            0 => String::new(),
            count => format!(", {count} left out by {}", left_out.by),
        };
        lines.push(format!(
            "asked {} of {all} {level} cases{left_out}: {} passed",
            counts.asked(),
            counts.passed + counts.unexpected
        ));
    }
    lines
}

fn diagnosis_lines(diagnosis: &Diagnosis<'_>) -> Vec<String> {
    let mut lines = Vec::new();
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
        lines.push(format!(
            "{count} {failures}{in_part}: as `{}` ({}): {}{alike}{}",
            wrong.id,
            wrong.rule,
            cause.says(),
            cause.doubt_in_words()
        ));
        lines.push(format!("  {}: \"{}\"", wrong.rule, cause.sentence()));
    }
    let explained = diagnosis.explained.len();
    let all = explained + diagnosis.unexplained.len();
    if !diagnosis.causes.is_empty() {
        lines.push(format!("explained in all: {explained} of {all}"));
    }
    if !diagnosis.unexplained.is_empty() {
        let cases = first_case_ids(&diagnosis.unexplained, diagnosis.unexplained.len());
        lines.push(format!(
            "explained by none of the known misunderstandings: {cases}"
        ));
    }
    if !diagnosis.notation.is_empty() {
        let cases = first_case_ids(&diagnosis.notation, LISTED);
        lines.push(format!("different in notation, not in the rules: {cases}"));
    }
    lines
}

/// The results that the causes rest on, told if they are not those of a whole run: each pass rules
/// out wrong rules that would have failed the case.
fn basis_of_causes(report: &Report<'_>) -> Vec<String> {
    let left_out = &report.left_out;
    let mut lines = Vec::new();
    if let Some(earlier) = &left_out.earlier {
        let passed = left_out.passed.len();
        lines.push(format!(
            "the causes take {passed} passes of {earlier} into account"
        ));
    }
    if left_out.unknown > 0 {
        let all = report.planned() + left_out.unchosen.len();
        let known = all - left_out.unknown;
        lines.push(format!(
            "the results cover {known} of {all} cases; a whole run rules out more causes"
        ));
    }
    lines
}

/// Groups cases by the sentence that each is about, in the order of the suite.
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

/// The ids of the first `most` cases, in code marks.
fn first_case_ids(cases: &[&Case], most: usize) -> String {
    let ids: Vec<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    first_ids(&ids, most)
}

/// The first `most` ids, in code marks.
fn first_ids(ids: &[&str], most: usize) -> String {
    let marked: Vec<String> = ids.iter().take(most).map(|id| format!("`{id}`")).collect();
    let marked = marked.join(", ");
    match ids.len().checked_sub(most) {
        None | Some(0) => marked,
        Some(rest) => format!("{marked} and {rest} more"),
    }
}

/// The title of a chapter, with its number.
pub(super) fn chapter_title(chapter: u32) -> String {
    let number = format!("{chapter} ");
    let mut titles = spec::rules().iter().map(|rule| rule.chapter);
    let found = titles.find(|title| title.starts_with(&number));
    found.map_or_else(|| chapter.to_string(), str::to_owned)
}
