//! `replay`: judges every turn of records and archives.

use std::io::Write;

use clap::Args;
use serde_json::{Map, Value, json};

use super::exit::{CliError, ExitStatus};
use super::games::{self, Found, Source};
use super::options;
use super::render::{BAD, GOOD, termination};
use crate::ask::{Ended, RefusedTurn};
use crate::audit::{
    Disagreement, EditionChoice, GameReport, Tally, replay_archived, replay_record,
};
use crate::engines::Starter;
use crate::oracle::{Options, Reading};
use crate::text::{Entry, RecordedResult};
use crate::vocab::Label;

const HELP: &str = "\
Examples:
  arimaa-oracle replay game.txt
  arimaa-oracle replay --edition by-date archive.tsv
  arimaa-oracle replay - < game.txt

One line for each disagreement, then a summary. Archives are judged strictly, capture tokens included.
Exit codes: 0 everything agrees, 1 something disagrees, 2 something could not be read";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct ReplayArgs {
    /// Game records or server archives; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The edition of the rules, or `by-date` for that of each game's day (default: as recorded, or 2008-07-01)
    #[arg(long, value_parser = options::edition_choice)]
    edition: Option<EditionChoice>,
    /// Insist on capture tokens in records, as the game server does
    #[arg(long)]
    strict: bool,
    /// Answer in JSON, one line a game and a last one with the summary
    #[arg(long)]
    json: bool,
}

pub(super) fn run(
    engine: &Starter,
    args: &ReplayArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let mut replay = Replay {
        args,
        out,
        tally: Tally::default(),
        unreadable: 0,
    };
    let editions = args.edition.unwrap_or_default();
    let options = Options {
        reading: Reading::strict_if(args.strict),
        past_end: false,
    };
    replay.unreadable = games::each(
        &args.files,
        |found| match &found.source {
            Source::Record(record) => {
                replay_record(engine, record, found.id.clone(), editions, options)
            }
            Source::Archived(game) => replay_archived(engine, game, editions),
        },
        |found, report| replay.add(found, &report),
    )?;
    replay.summarize()?;
    Ok(if replay.unreadable + replay.tally.unjudged > 0 {
        ExitStatus::Unreadable
    } else if replay.tally.disagreements > 0 {
        ExitStatus::No
    } else {
        ExitStatus::Yes
    })
}

struct Replay<'a> {
    args: &'a ReplayArgs,
    out: &'a mut dyn Write,
    tally: Tally,
    unreadable: usize,
}

impl Replay<'_> {
    fn add(&mut self, found: &Found, report: &GameReport) -> Result<(), CliError> {
        self.tally.add(report);
        let out = &mut self.out;
        if self.args.json {
            writeln!(out, "{}", report_json(&found.file, report))?;
        }
        for disagreement in report.disagreements.iter().filter(|_| !self.args.json) {
            let place = place_of(disagreement, found, report);
            writeln!(out, "{place}{BAD}{}{BAD:#} {disagreement}", report.id)?;
        }
        for note in report.notes.iter().filter(|_| !self.args.json) {
            writeln!(out, "{} note: {note}", report.id)?;
        }
        Ok(())
    }

    fn summarize(&mut self) -> Result<(), CliError> {
        let (tally, out) = (&self.tally, &mut self.out);
        if self.args.json {
            writeln!(out, "{}", tally_json(tally, self.unreadable))?;
            return Ok(());
        }
        writeln!(out, "games               {:>8}", tally.games)?;
        writeln!(out, "turns accepted      {:>8}", tally.turns)?;
        writeln!(
            out,
            "turns refused       {:>8}",
            tally.refused.values().sum::<usize>()
        )?;
        for (name, count) in &tally.refused {
            writeln!(out, "  {name:<18}{count:>8}")?;
        }
        writeln!(out, "unanswered          {:>8}", tally.unanswered)?;
        if tally.unknown_events > 0 {
            writeln!(out, "unknown log lines   {:>8}", tally.unknown_events)?;
        }
        if tally.notes > 0 {
            writeln!(out, "notes on logs       {:>8}", tally.notes)?;
        }
        for (code, (ended, agreed)) in &tally.results {
            let name = termination(*code);
            writeln!(
                out,
                "ended by {code} {name:<15}{ended:>3}, {agreed} as the rules say"
            )?;
        }
        if tally.open > 0 {
            writeln!(out, "without a result    {:>8}", tally.open)?;
        }
        if self.unreadable > 0 {
            writeln!(
                out,
                "{BAD}unreadable{BAD:#}          {:>8}",
                self.unreadable
            )?;
        }
        if tally.unjudged > 0 {
            writeln!(out, "{BAD}not judged{BAD:#}          {:>8}", tally.unjudged)?;
        }
        let style = if tally.disagreements > 0 { BAD } else { GOOD };
        let count = tally.disagreements;
        writeln!(out, "{style}disagreements{style:#}       {count:>8}")?;
        Ok(())
    }
}

/// `game.txt:41: `, where a turn of a record stands; nothing where no line is to blame.
fn place_of(disagreement: &Disagreement, found: &Found, report: &GameReport) -> String {
    let (Source::Record(record), Disagreement::Refused { .. }) = (&found.source, disagreement)
    else {
        return String::new();
    };
    // The replay stops at the first turn that is refused.
    let mut turns = record.entries.iter().filter_map(|entry| match entry {
        Entry::Turn { label, .. } => Some(label.line),
        _ => None,
    });
    turns
        .nth(report.turns)
        .map_or_else(String::new, |line| format!("{}:{line}: ", found.file))
}

/// The report on a game as JSON.
fn report_json(file: &str, report: &GameReport) -> Value {
    let disagreements: Vec<Value> = report.disagreements.iter().map(disagreement_json).collect();
    json!({
        "file": file,
        "game": report.id,
        "edition": report.edition.name(),
        "turns": report.turns,
        "refused": report.refused,
        "unanswered": report.unanswered,
        "unknown_events": report.unknown_events,
        "recorded": {
            "result": report.recorded.result.map(RecordedResult::name),
            "termination": report.recorded.termination.map(String::from),
        },
        "outcome": report.outcome.map(Ended::from),
        "agrees": report.agrees,
        "notes": report.notes,
        "disagreements": disagreements,
    })
}

fn disagreement_json(disagreement: &Disagreement) -> Value {
    let (kind, label, refusal_of) = match disagreement {
        Disagreement::Refused { label, refusal, .. } => ("refused", Some(label), Some(refusal)),
        Disagreement::Accepted { label, .. } => ("accepted", Some(label), None),
        Disagreement::OtherReason { label, refusal, .. } => {
            ("other-reason", Some(label), Some(refusal))
        }
        Disagreement::Unreadable { label, .. } => ("unreadable", Some(label), None),
        Disagreement::Movelist { label } => ("movelist", Some(label), None),
        Disagreement::Takeback { label } => ("takeback", Some(label), None),
        Disagreement::Result { .. } => ("result", None, None),
        Disagreement::Unjudged { .. } => ("unjudged", None, None),
    };
    json!({
        "kind": kind,
        "turn": label.map(Label::to_string),
        "refusal": refusal_of.map(RefusedTurn::from),
        "text": disagreement.to_string(),
    })
}

/// The totals as JSON.
fn tally_json(tally: &Tally, unreadable: usize) -> Value {
    let results: Map<String, Value> = tally
        .results
        .iter()
        .map(|(code, (ended, agreed))| {
            (
                code.to_string(),
                json!({ "games": ended, "agreed": agreed }),
            )
        })
        .collect();
    json!({ "summary": {
        "games": tally.games,
        "turns": tally.turns,
        "refused": tally.refused,
        "unanswered": tally.unanswered,
        "unknown_events": tally.unknown_events,
        "results": results,
        "without_result": tally.open,
        "notes": tally.notes,
        "not_judged": tally.unjudged,
        "disagreements": tally.disagreements,
        "unreadable": unreadable,
    }})
}
