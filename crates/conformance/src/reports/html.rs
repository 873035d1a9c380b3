//! A report as one self-contained web page, with the board of every failure.

use std::fmt::{self, Write};

use super::failure::{draw_question, question_in_words};
use super::junit::escaped;
use super::text::{chapter_title, conclusion, ended_early, versions};
use crate::cases::{Case, Level};
use crate::reports::Report;
use crate::subjects::line::Exchange;
use crate::verdicts::Status;
use arimaa_oracle::ask::{Drawing, Question};

const STYLE: &str = "\
body{font:16px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}\
table{border-collapse:collapse}th,td{padding:.15rem .7rem;text-align:right;border-bottom:1px solid #ddd}\
th:first-child,td:first-child{text-align:left}\
article{border-top:1px solid #bbb;padding:1rem 0;display:grid;grid-template-columns:17rem 1fr;gap:0 1.5rem}\
article h3{grid-column:1/-1;margin:0 0 .5rem}article svg{width:100%;height:auto}\
pre,code{font:14px/1.4 ui-monospace,monospace}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.4rem 0}\
.status{color:#a11;font-weight:600}.expected{color:#060}.got{color:#a11}\
@media(max-width:40rem){article{grid-template-columns:1fr}}";

impl Report<'_> {
    /// The report as an HTML page. It has the causes if [`diagnose`](Self::diagnose) was called
    /// before.
    pub fn html(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write_html(&mut text);
        text
    }

    fn write_html(&self, out: &mut String) -> fmt::Result {
        let name = escaped(&self.name_and_version());
        writeln!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width\"/>\n\
             <title>{name}: Arimaa conformance</title>\n<style>{STYLE}</style>\n</head>\n<body>"
        )?;
        writeln!(out, "<h1>{name}</h1>")?;
        let above = [versions(self)].into_iter().chain(ended_early(self));
        for line in above.chain(conclusion(self)) {
            writeln!(out, "<p>{}</p>", self.html_with_links(&line))?;
        }
        self.write_counts(out)?;
        if self.results.iter().any(|(_, status)| status.is_bad()) {
            writeln!(out, "<h2>Failures</h2>")?;
        }
        let bad = self.results.iter();
        for (case, status) in bad.filter(|(_, status)| status.is_bad()) {
            let exchange = self.exchanges.get(&case.id);
            write_result(case, status, &self.causes_of(case), exchange, out)?;
        }
        writeln!(out, "</body>\n</html>")
    }

    /// A text as HTML, in which the names of failed cases are links.
    fn html_with_links(&self, text: &str) -> String {
        let mut linked = html_with_code(text.trim());
        for (case, _) in self.results.iter().filter(|(_, status)| status.is_bad()) {
            let id = format!("<code>{}</code>", case.id);
            linked = linked.replace(&id, &format!("<a href=\"#{}\">{id}</a>", case.id));
        }
        linked
    }

    /// The tables of levels and of chapters.
    fn write_counts(&self, out: &mut String) -> fmt::Result {
        writeln!(
            out,
            "<table>\n<tr><th>cases</th><th>passed</th><th>failed</th><th>errored</th><th>skipped</th></tr>"
        )?;
        let levels = Level::ALL.map(|level| (level.to_string(), self.counts_at(level)));
        let chapters = self.chapters().into_iter();
        let chapters = chapters.map(|number| {
            (
                chapter_title(number),
                self.counts_of(|case| case.chapter == number),
            )
        });
        let rows = levels.into_iter().chain(chapters);
        for (name, counts) in rows.chain([("all".to_owned(), self.counts())]) {
            writeln!(
                out,
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                escaped(&name),
                counts.passed,
                counts.failed + counts.known + counts.unexpected,
                counts.errored,
                counts.skipped
            )?;
        }
        writeln!(out, "</table>")
    }
}

/// Writes one failure: its board, the question, the expected and the given answer.
fn write_result(
    case: &Case,
    status: &Status,
    causes: &[&str],
    exchange: Option<&Exchange>,
    out: &mut String,
) -> fmt::Result {
    let (id, rules) = (&case.id, case.rules().join(" "));
    writeln!(
        out,
        "<article id=\"{id}\">\n<h3><span class=\"status\">{}</span> {id} ({rules})</h3>",
        status.name()
    )?;
    writeln!(out, "<div>{}</div>\n<div>", picture(&case.question))?;
    writeln!(out, "<p>{}</p>", html_with_code(&case.note))?;
    writeln!(
        out,
        "<p>{}</p>",
        html_with_code(&question_in_words(&case.question, status))
    )?;
    match status {
        Status::Failed(mismatches) => {
            for one in mismatches {
                writeln!(
                    out,
                    "<p>{}: expected <code class=\"expected\">{}</code>, \
                     got <code class=\"got\">{}</code></p>",
                    one.field(),
                    escaped(&one.expected()),
                    escaped(&one.got())
                )?;
            }
        }
        other => writeln!(out, "<pre>{}</pre>", escaped(&other.details().join("\n")))?,
    }
    if let Some(Exchange { line, reply }) = exchange {
        let (line, reply) = (escaped(line), escaped(reply));
        writeln!(out, "<pre>line: {line}\nreply: {reply}</pre>")?;
    }
    if !causes.is_empty() {
        writeln!(out, "<p>Cause: {}</p>", causes.join(", "))?;
    }
    let request = serde_json::to_string(&case.question).unwrap_or_default();
    writeln!(
        out,
        "<details><summary>Question</summary><pre>{}</pre></details>\n</div>\n</article>",
        escaped(&request)
    )
}

/// The board of a question, or the text that it asks about.
fn picture(question: &Question) -> String {
    if let Question::Parse { text, .. } = question {
        return format!("<pre>{}</pre>", escaped(text));
    }
    draw_question(question, Drawing::Svg)
}

/// A text as HTML; parts between backticks become code.
fn html_with_code(text: &str) -> String {
    let parts = escaped(text);
    let parts = parts.split('`').enumerate().map(|(at, part)| match at % 2 {
        0 => part.to_owned(),
        _ => format!("<code>{part}</code>"),
    });
    parts.collect()
}
