//! `suite badge`: the result of a report as a small picture.

use std::io::Write;

use serde_json::Value;

use crate::exit::{CliError, ExitStatus};
use crate::input::read_file;

/// Width of a letter in pixels, on average; `MARGIN` is both margins of a half together.
const LETTER: usize = 7;
const MARGIN: usize = 12;

/// Prints a badge in SVG: the version of the suite, its level (`full` if all cases passed, else
/// `core`), and how many cases of the level passed.
pub(super) fn badge(report: &str, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let no_report = || CliError::Question(format!("{report} is no report of `suite run --report`"));
    let json: Value = serde_json::from_str(&read_file(report)?).map_err(|_| no_report())?;
    let suite = json["suite"].as_str().ok_or_else(no_report)?;
    let passed_of = |level: &str| {
        let counts = json["levels"][level].as_object()?;
        let all: u64 = counts.values().filter_map(Value::as_u64).sum();
        let unexpected = counts.get("unexpected_passes").and_then(Value::as_u64);
        let passed = counts.get("passed")?.as_u64()? + unexpected.unwrap_or(0);
        Some((passed, all))
    };
    let (core, full) = passed_of("core")
        .zip(passed_of("full"))
        .ok_or_else(no_report)?;
    let is_whole = json["complete"] == true && json["unchosen"] == 0;
    let (level, (passed, all)) = if core.0 == core.1 && full.0 == full.1 && full.1 > 0 {
        ("full", (core.0 + full.0, core.1 + full.1))
    } else {
        ("core", core)
    };
    let colour = if passed == all && is_whole {
        "#2a7d2a"
    } else {
        "#a15c00"
    };
    let part = if is_whole { "" } else { " (a part)" };
    let (left, right) = (
        format!("Arimaa suite {suite}"),
        format!("{level} {passed} of {all}{part}"),
    );
    let width = |text: &str| text.len() * LETTER + MARGIN;
    let (a, b) = (width(&left), width(&right));
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"20\" role=\"img\" \
         aria-label=\"{left}: {right}\">\n\
         <rect width=\"{a}\" height=\"20\" fill=\"#444\"/>\n\
         <rect x=\"{a}\" width=\"{b}\" height=\"20\" fill=\"{colour}\"/>\n\
         <g fill=\"#fff\" font-family=\"Verdana,sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n\
         <text x=\"{}\" y=\"14\">{left}</text>\n<text x=\"{}\" y=\"14\">{right}</text>\n</g>\n</svg>",
        a + b,
        a / 2,
        a + b / 2
    )?;
    Ok(ExitStatus::Yes)
}
