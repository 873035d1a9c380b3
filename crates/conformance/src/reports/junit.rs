//! A report as `JUnit` XML, for the tools that collect test results.

use std::fmt::{self, Write};

use crate::reports::Report;
use crate::verdicts::Status;
use arimaa::spec;
use arimaa_oracle::ask::SUITE_VERSION;

impl Report<'_> {
    /// The report as `JUnit` XML: a test case for each case of the suite, with its chapter as the
    /// class.
    pub fn junit(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write_junit(&mut text);
        text
    }

    fn write_junit(&self, out: &mut String) -> fmt::Result {
        let counts = self.counts();
        let failures = counts.failed + counts.unexpected;
        let skipped = counts.skipped + counts.known;
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(
            out,
            "<testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"{}\" skipped=\"{skipped}\">",
            escaped(&self.subject.name),
            self.results.len(),
            counts.errored,
        )?;
        writeln!(out, "  <properties>")?;
        let version = self.subject.version.as_deref().unwrap_or_default();
        for (name, value) in [
            ("subject.version", version),
            ("suite", SUITE_VERSION),
            ("specification", spec::version()),
            self.asked.interface(),
        ] {
            let value = escaped(value);
            writeln!(out, "    <property name=\"{name}\" value=\"{value}\"/>")?;
        }
        writeln!(out, "  </properties>")?;
        for (case, status) in &self.results {
            let (id, chapter) = (escaped(&case.id), case.chapter);
            write!(
                out,
                "  <testcase classname=\"chapter-{chapter:02}\" name=\"{id}\""
            )?;
            let element = match status {
                Status::Passed => {
                    writeln!(out, "/>")?;
                    continue;
                }
                Status::Failed(_) | Status::UnexpectedPass(_) => "failure",
                Status::Skipped(_) | Status::KnownFailure(_) => "skipped",
                Status::Errored(_) => "error",
            };
            let message = escaped(&status.details().join("; "));
            writeln!(out, "><{element} message=\"{message}\"/></testcase>")?;
        }
        writeln!(out, "</testsuite>")
    }
}

/// A text escaped for an attribute. Characters that XML does not have are replaced.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(escaped, "&#{};", u32::from(letter));
            }
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ if letter < ' ' => escaped.push('\u{fffd}'),
            _ => escaped.push(letter),
        }
    }
    escaped
}
