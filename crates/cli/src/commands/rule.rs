//! `rule`: a rule with two of its cases, a search for words, or the list of all rules.

use std::io::Write;

use clap::Args;

use crate::answers::status;
use crate::case_text::write_case;
use crate::exit::{CliError, ExitStatus};
use crate::foreign::{escape_line, json_line};
use crate::render::RULE;
use crate::suggest::nearest;
use arimaa::compare::Engine;
use arimaa::spec::{self, Rule, RuleKind};
use arimaa_conformance::{Case, Suite};
use arimaa_oracle::ask::{Question, answer};

const HELP: &str = "\
Examples:
  arimaa-oracle rule FRZ-1
  arimaa-oracle rule FRZ-1.2
  arimaa-oracle rule THM-1
  arimaa-oracle rule --search rabbit backward
  arimaa-oracle rule

A rule is shown with a case of the conformance suite in which it allows something and one in
which it refuses something, where there are such cases; with the number of a sentence, with
cases that show this sentence. Theorems follow from the rules; no ruling cites one. With --json
each rule is one line, the answer to `explain_rule` in the protocol of `serve`.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct RuleArgs {
    /// The id of a rule, a sentence or a theorem; without one, all are listed
    id: Option<String>,
    /// List the rules that have all these words
    #[arg(long, value_name = "WORDS", num_args = 1.., conflicts_with = "id")]
    search: Vec<String>,
    /// Answer in JSON, one line a rule
    #[arg(long)]
    json: bool,
}

/// Words that users search for, each with the word of the rules for it.
const SYNONYMS: [(&str, &str); 4] = [
    ("move", "turn"),
    ("bot", "program"),
    ("computer", "program"),
    ("engine", "program"),
];

/// Topics that the rules leave to the match: word beginnings in a question, and the answer.
const LEFT_TO_MATCH: [(&[&str], &str); 3] = [
    (
        &["time", "clock"],
        "clocks belong to the match: `referee --time-control` keeps them (docs/referee.md), \
         and a game that ends by time has the code `t` (NOT-12)",
    ),
    (
        &["limit"],
        "a limit of a game's length belongs to the match: a game that it ends goes by score, \
         code `s` (NOT-12)",
    ),
    (
        &["tie"],
        "no game is drawn since 1 July 2008 (EDN-5); before, tie-breaks of tournaments belonged to \
         the match (SPEC.md, chapter 9)",
    ),
];

pub(super) fn run(
    engine: &Engine,
    args: &RuleArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let rules: Vec<&Rule> = match &args.id {
        Some(id) if args.json => return write_answer(engine, id, out),
        Some(id) => return show(engine, id, out),
        None => match rules_for_words(&args.search) {
            Err(_)
                if !args.json
                    && let Some(answer) = left_to_match(&args.search) =>
            {
                writeln!(out, "no rule: {answer}")?;
                return Ok(ExitStatus::Yes);
            }
            found => found?,
        },
    };
    if args.json {
        for rule in rules {
            write_answer(engine, rule.id, out)?;
        }
    } else {
        list(&rules, out)?;
    }
    Ok(ExitStatus::Yes)
}

/// Prints the JSON answer to `explain_rule` for this id: a rule, or an error for an unknown id.
fn write_answer(engine: &Engine, id: &str, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let rule = id.to_owned();
    let question = Question::ExplainRule { rule };
    let answer = answer(engine, &question);
    writeln!(out, "{}", json_line(&answer))?;
    Ok(status(&question, &answer))
}

/// The rules and theorems that have all these words, in capitals or not.
fn rules_for_words(words: &[String]) -> Result<Vec<&'static Rule>, CliError> {
    let words: Vec<String> = words
        .iter()
        .flat_map(|word| word.split_whitespace())
        .map(str::to_lowercase)
        .collect();
    let has_all = |rule: &&Rule| {
        let text = format!("{} {} {}", rule.id, rule.chapter, rule.text).to_lowercase();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let has = |word: &str| text.contains(word);
        words.iter().all(|word| {
            let meant = SYNONYMS.iter().find(|(said, _)| said == word);
            has(word) || meant.is_some_and(|(_, meant)| has(meant))
        })
    };
    let all = spec::rules().iter().chain(spec::theorems());
    let found: Vec<&Rule> = all.filter(has_all).collect();
    if found.is_empty() {
        let words = escape_line(&words.join(" "));
        return Err(CliError::Question(format!(
            "no rule has all of these words: {words}"
        )));
    }
    Ok(found)
}

/// The answer of [`LEFT_TO_MATCH`] for the first of these words that names a topic there.
fn left_to_match(words: &[String]) -> Option<&'static str> {
    let mut words = words.iter().flat_map(|word| word.split_whitespace());
    words.find_map(|word| {
        let word = word.to_lowercase();
        let is_it =
            |(topics, _): &&(&[&str], &str)| topics.iter().any(|topic| word.starts_with(topic));
        LEFT_TO_MATCH.iter().find(is_it).map(|(_, answer)| *answer)
    })
}

fn list(rules: &[&Rule], out: &mut dyn Write) -> Result<(), CliError> {
    let mut chapter = "";
    for rule in rules {
        if rule.chapter != chapter {
            chapter = rule.chapter;
            writeln!(out, "\n{chapter}")?;
        }
        writeln!(out, "  {RULE}{:<7}{RULE:#} {}", rule.id, rule.summary())?;
    }
    Ok(())
}

/// Prints a rule, with a case for and a case against it, or the sentence of it that `id` names.
fn show(engine: &Engine, id: &str, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let rule = spec::rule(id).ok_or_else(|| unknown_rule_error(id))?;
    let (kind, chapter) = (rule.kind.name(), rule.chapter);
    writeln!(out, "{RULE}{}{RULE:#} ({kind}), chapter {chapter}", rule.id)?;
    writeln!(out, "\n{}", rule.text)?;
    if rule.kind == RuleKind::Theorem {
        return Ok(ExitStatus::Yes);
    }
    let id = id.to_ascii_uppercase();
    let suite = Suite::embedded().map_err(|error| CliError::Question(error.to_string()))?;
    let (yes, no) = match rule.kind {
        RuleKind::End => ("decides the game", "does not decide the game"),
        RuleKind::Definition => ("applies", "does not apply"),
        RuleKind::Permission | RuleKind::Theorem => ("allows something", "refuses something"),
    };
    let examples = [
        (yes, example_case(&suite, rule, &id, |case| &case.yes)),
        (no, example_case(&suite, rule, &id, |case| &case.no)),
    ];
    for (what, case) in examples {
        if let Some(case) = case {
            writeln!(out, "\n{RULE}A case in which {id} {what}:{RULE:#}")?;
            write_case(engine, case, out)?;
        }
    }
    Ok(ExitStatus::Yes)
}

/// A case that cites a rule, or the sentence with this id: the case that SPEC.md names at the rule,
/// else one about a turn, else one with a position, else any.
fn example_case<'a>(
    suite: &'a Suite,
    rule: &Rule,
    id: &str,
    cited_by: impl Fn(&Case) -> &Vec<String>,
) -> Option<&'a Case> {
    let is_it = |cited: &String| cited == id || cited.split('.').next() == Some(id);
    let heading = format!("{} (", rule.id);
    let mut sections = spec::TEXT.split("\n#### ");
    let section = sections.find(|section| section.starts_with(&heading));
    let is_named =
        |case: &Case| section.is_some_and(|text| text.contains(&format!("`{}` [", case.id)));
    let cases = suite.cases.iter();
    cases
        .filter(|case| cited_by(case).iter().any(is_it))
        .min_by_key(|case| match &case.question {
            _ if is_named(case) => 0,
            Question::Judge { .. } => 1,
            other if other.position().is_some() => 2,
            _ => 3,
        })
}

/// The error for an unknown id, with the ids of the same family or the nearest id.
fn unknown_rule_error(id: &str) -> CliError {
    let prefix = id
        .split('-')
        .next()
        .unwrap_or_default()
        .to_ascii_uppercase();
    let all = spec::rules().iter().chain(spec::theorems());
    let family: Vec<&str> = all
        .map(|rule| rule.id)
        .filter(|known| known.split('-').next() == Some(prefix.as_str()))
        .collect();
    let all = spec::rules().iter().chain(spec::theorems());
    let hint = if !family.is_empty() {
        format!("there are {}", family.join(", "))
    } else if let Some(meant) = nearest(id, all.map(|rule| rule.id)) {
        format!("perhaps {meant}; `arimaa-oracle rule` lists all")
    } else {
        "`arimaa-oracle rule` lists all, `arimaa-oracle rule --search WORDS` finds some".to_owned()
    };
    CliError::Question(format!("`{}` is not a rule; {hint}", escape_line(id)))
}
