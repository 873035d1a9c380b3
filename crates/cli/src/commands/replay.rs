//! `replay`: judges every turn of records and archives.

use std::io::Write;

use clap::Args;
use serde_json::{Map, Value, json};

use crate::exit::{CliError, ExitStatus};
use crate::foreign::{foreign, json_line};
use crate::games::{self, Found, Source};
use crate::options;
use crate::render::{BAD, GOOD, is_ruled, occurrences, picture, termination};
use arimaa::compare::Engine;
use arimaa::text::{Entry, Located, Record, RecordedResult};
use arimaa::vocab::Label;
use arimaa_oracle::ask::{Ended, RefusedTurn};
use arimaa_oracle::judge::{
    Disagreement, EditionChoice, GameReport, Tally, replay_archived, replay_record,
};
use arimaa_oracle::judge::{JudgedGame, Options, Reading, Refused};

const HELP: &str = "\
Examples:
  arimaa-oracle replay game.txt
  arimaa-oracle replay --edition by-date archive.tsv
  arimaa-oracle replay - < game.txt

One line for each disagreement, with the board of the first turn that is refused, then a
summary. What comes after a refused turn is not judged. Archives are judged strictly, capture
tokens included.

Exit codes: 0 everything agrees, 1 something disagrees, 2 something could not be read";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct ReplayArgs {
    /// Game records or server archives; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The edition of the rules, or `by-date` for that of each game's day (default: as recorded, or
    /// 2008-07-01)
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
    engine: &Engine,
    args: &ReplayArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let mut replay = Replay {
        args,
        out,
        tally: Tally::default(),
        unreadable: 0,
        turns_not_judged: 0,
        has_drawn: false,
    };
    let editions = args.edition.unwrap_or_default();
    let options = Options {
        reading: Reading::strict_if(args.strict),
        past_end: false,
    };
    let done = games::for_each_game(
        &args.files,
        |found| match &found.source {
            Source::Record(record) => {
                let report = replay_record(engine, record, found.id.clone(), editions, options);
                let refused = RefusedInRecord::find(engine, record, &report, options);
                (report, refused)
            }
            Source::Archived(game) => (replay_archived(engine, game, editions), None),
        },
        |found, (report, refused)| replay.add_report(found, &report, refused.as_ref()),
    )?;
    replay.unreadable = done.unreadable;
    replay.summarize()?;
    let tally = &replay.tally;
    Ok(done.status(tally.unjudged > 0, tally.disagreements > 0))
}

/// The turn at which the replay of a record stops.
struct RefusedInRecord {
    label: Label,
    line: usize,
    refused: Box<Refused>,
    /// How many turns of the record come after it.
    after: usize,
}

impl RefusedInRecord {
    /// Plays the record once more, up to the turn that the report says is refused.
    fn find(
        engine: &Engine,
        record: &Record,
        report: &GameReport,
        options: Options,
    ) -> Option<Self> {
        let is_refused = |found: &Disagreement| matches!(found, Disagreement::Refused { .. });
        if !report.disagreements.iter().any(is_refused) {
            return None;
        }
        let mut game = JudgedGame::from_record(engine, record, report.edition).ok()?;
        let mut entries = record.entries.iter();
        while let Some(entry) = entries.next() {
            match entry {
                Entry::Turn { label, tokens } => {
                    let played = game.play(Some(label.value), &Located::values(tokens), options);
                    if let Err(refused) = played {
                        let is_turn = |entry: &&Entry| matches!(entry, Entry::Turn { .. });
                        return Some(Self {
                            label: label.value,
                            line: label.line,
                            refused,
                            after: entries.filter(is_turn).count(),
                        });
                    }
                }
                Entry::Takeback(_) => game.take_back().ok()?,
                Entry::Resigns(_) | Entry::Lost(_) | Entry::Open(_) => {}
            }
        }
        None
    }
}

struct Replay<'a> {
    args: &'a ReplayArgs,
    out: &'a mut dyn Write,
    tally: Tally,
    unreadable: usize,
    turns_not_judged: usize,
    /// Whether a board has been drawn: only the first one is.
    has_drawn: bool,
}

impl Replay<'_> {
    fn add_report(
        &mut self,
        found: &Found,
        report: &GameReport,
        refused: Option<&RefusedInRecord>,
    ) -> Result<(), CliError> {
        self.tally.add(report);
        let after = refused.map_or(0, |refused| refused.after);
        self.turns_not_judged += after;
        if self.args.json {
            let report = report_json(&found.file, report, after);
            writeln!(self.out, "{}", json_line(&report))?;
            return self.out.flush().map_err(CliError::from);
        }
        let game = found.place();
        for disagreement in &report.disagreements {
            let place = match (disagreement, refused) {
                (Disagreement::Refused { .. }, Some(refused)) => {
                    format!("{}:{}", foreign(&found.file), refused.line)
                }
                _ => game.clone(),
            };
            let words = foreign(&disagreement.to_string());
            writeln!(self.out, "{BAD}{place}{BAD:#}: {words}")?;
        }
        for note in &report.notes {
            writeln!(self.out, "{game}: note: {}", foreign(note))?;
        }
        if let Some(refused) = refused {
            self.explain(refused)?;
        }
        // A redirected output shows what is done.
        self.out.flush().map_err(CliError::from)
    }

    /// The earlier places of a position that may not stand again, the board of the first refused
    /// turn, and the turns that are not judged.
    fn explain(&mut self, turn: &RefusedInRecord) -> Result<(), CliError> {
        let (out, refused) = (&mut *self.out, &turn.refused);
        let told = RefusedTurn::with_label(refused, &[], Some(turn.label));
        if let Some(turns) = occurrences(&told) {
            writeln!(out, "  {turns}")?;
        }
        if !std::mem::replace(&mut self.has_drawn, true) {
            picture(out, &refused.state.board(), &refused.refusal.squares())?;
        }
        match turn.after {
            0 => {}
            1 => writeln!(out, "  the turn after it is not judged")?,
            turns => writeln!(out, "  the {turns} turns after it are not judged")?,
        }
        Ok(())
    }

    fn summarize(&mut self) -> Result<(), CliError> {
        let (tally, out) = (&self.tally, &mut self.out);
        if self.args.json {
            let totals = tally_json(tally, self.turns_not_judged, self.unreadable);
            writeln!(out, "{}", json_line(&totals))?;
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
            write!(out, "ended by {code} {name:<15}{ended:>3}, ")?;
            if is_ruled(*code) {
                writeln!(out, "{agreed} as the rules say")?;
            } else {
                writeln!(out, "not judged")?;
            }
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
        if self.turns_not_judged > 0 {
            writeln!(out, "turns not judged    {:>8}", self.turns_not_judged)?;
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

/// The report on a game as JSON.
fn report_json(file: &str, report: &GameReport, not_judged: usize) -> Value {
    let disagreements: Vec<Value> = report.disagreements.iter().map(disagreement_json).collect();
    json!({
        "file": file,
        "game": report.id,
        "edition": report.edition.name(),
        "turns": report.turns,
        "turns_not_judged": not_judged,
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
fn tally_json(tally: &Tally, turns_not_judged: usize, unreadable: usize) -> Value {
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
        "turns_not_judged": turns_not_judged,
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
