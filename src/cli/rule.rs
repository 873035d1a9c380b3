//! `rule`: a rule of the specification, or the list.

use std::io::Write;

use serde_json::{Value, json};

use super::answer::{Answer, Failure};
use super::args::RuleArgs;
use super::render::RULE;
use crate::spec::{self, Rule};

pub(super) fn run(args: &RuleArgs, out: &mut dyn Write) -> Result<Answer, Failure> {
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
    Ok(Answer::Yes)
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
fn unknown(id: &str) -> Failure {
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
    Failure::Question(format!("`{id}` is not a rule; {hint}"))
}
