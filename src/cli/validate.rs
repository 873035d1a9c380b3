//! `validate`: whether a position can exist, and why not.

use std::io::Write;

use serde_json::{Value, json};

use super::answer::{Answer, Failure};
use super::args::ValidateArgs;
use super::batch::answer_lines;
use super::position::Loaded;
use super::render::{BAD, GOOD, RULE};
use crate::engines::Starter;
use crate::spec;
use crate::vocab::Invalid;

pub(super) fn run(
    engine: &Starter,
    args: &ValidateArgs,
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    if args.position.position == "-" {
        let edition = args.position.for_boards()?;
        return answer_lines(out, |line| {
            let verdict = verdict(Loaded::compact(engine, line, edition))?;
            let text = if args.json {
                json(verdict.as_ref()).to_string()
            } else {
                match &verdict {
                    None => "valid".to_owned(),
                    Some(invalid) => format!("invalid {}: {invalid}", invalid.rule()),
                }
            };
            Ok((text, answer(verdict.as_ref())))
        });
    }
    let verdict = verdict(Loaded::find(engine, &args.position))?;
    if args.json {
        writeln!(out, "{}", json(verdict.as_ref()))?;
        return Ok(answer(verdict.as_ref()));
    }
    match &verdict {
        None => writeln!(out, "{GOOD}valid{GOOD:#}")?,
        Some(invalid) => {
            let id = invalid.rule();
            writeln!(out, "{BAD}invalid{BAD:#}: {invalid} ({RULE}{id}{RULE:#})")?;
            if let Some(rule) = spec::rule(id) {
                writeln!(out)?;
                writeln!(out, "{RULE}{id}{RULE:#} {}", rule.summary())?;
            }
        }
    }
    Ok(answer(verdict.as_ref()))
}

/// Why the position is invalid, if it is; other failures stay failures.
fn verdict(loaded: Result<Loaded, Failure>) -> Result<Option<Invalid>, Failure> {
    match loaded {
        Ok(_) => Ok(None),
        Err(Failure::Invalid(invalid)) => Ok(Some(invalid)),
        Err(failure) => Err(failure),
    }
}

fn answer(verdict: Option<&Invalid>) -> Answer {
    match verdict {
        None => Answer::Yes,
        Some(_) => Answer::No,
    }
}

fn json(verdict: Option<&Invalid>) -> Value {
    match verdict {
        None => json!({ "valid": true }),
        Some(invalid) => json!({
            "valid": false,
            "rule": invalid.rule(),
            "name": invalid.name(),
            "reason": invalid.to_string(),
        }),
    }
}
