//! `rule`: a rule of the specification, or the list.

use std::io::Write;

use clap::Args;
use serde_json::{Value, json};

use super::exit::{CliError, ExitStatus};
use super::render::RULE;
use crate::spec::{self, Rule};

const HELP: &str = "\
Examples:
  arimaa-oracle rule FRZ-1
  arimaa-oracle rule";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct RuleArgs {
    /// The id of a rule; without one, all are listed
    id: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &RuleArgs, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    match &args.id {
        Some(id) => {
            let rule = spec::rule(id).ok_or_else(|| unknown(id))?;
            if args.json {
                writeln!(out, "{}", json(rule))?;
            } else {
                let (id, kind, chapter) = (rule.id, rule.kind.name(), rule.chapter);
                writeln!(out, "{RULE}{id}{RULE:#} ({kind}), chapter {chapter}")?;
                writeln!(out, "\n{}", rule.text)?;
            }
        }
        None if args.json => {
            let rules: Vec<Value> = spec::rules().iter().map(json).collect();
            writeln!(
                out,
                "{}",
                json!({ "specification": spec::version(), "rules": rules })
            )?;
        }
        None => {
            let mut chapter = "";
            for rule in spec::rules() {
                if rule.chapter != chapter {
                    chapter = rule.chapter;
                    writeln!(out, "\n{chapter}")?;
                }
                writeln!(out, "  {RULE}{:<7}{RULE:#} {}", rule.id, rule.summary())?;
            }
        }
    }
    Ok(ExitStatus::Yes)
}

fn json(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "kind": rule.kind.name(),
        "chapter": rule.chapter,
        "text": rule.text,
    })
}

/// The unknown id, and the ids of the same family.
fn unknown(id: &str) -> CliError {
    let prefix = id
        .split('-')
        .next()
        .unwrap_or_default()
        .to_ascii_uppercase();
    let family: Vec<&str> = spec::rules()
        .iter()
        .map(|rule| rule.id)
        .filter(|known| known.split('-').next() == Some(prefix.as_str()))
        .collect();
    let hint = if family.is_empty() {
        "`arimaa-oracle rule` lists all".to_owned()
    } else {
        format!("there are {}", family.join(", "))
    };
    CliError::Question(format!("`{id}` is not a rule; {hint}"))
}
