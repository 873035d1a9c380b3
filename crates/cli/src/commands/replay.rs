//! `replay`: judges every turn of records and archives.

use std::io::Write;

use clap::Args;
use serde_json::{Map, Value, json};

use crate::exit::{CliError, ExitStatus};
use crate::foreign::{escape_line, json_line};
use crate::games::{self, Found, Source};
use crate::options;
use crate::render::{BAD, GOOD, draw_board, is_end_by_rule, occurrences, termination};
use arimaa::compare::Engine;
use arimaa::text::{Entry, Located, RecordedResult};
use arimaa_oracle::ask::{Ended, RefusedTurn};
use arimaa_oracle::judge::{
    Disagreement, EditionChoice, GameReport, Options, Reading, Stopped, Tally, replay_archived,
    replay_record,
};

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
    /// The edition of games whose records name none, or `by-date` for that of each game's day
    /// (default: the current one)
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
        |found, source: Source| match &source {
            Source::Record(record) => {
                let id = found.id.clone();
                let report = replay_record(engine, record, id, editions, options);
                Replayed::new(report, &record.entries, true)
            }
            Source::Archived(game) => {
                let report = replay_archived(engine, game, editions);
                Replayed::new(report, &game.entries, false)
            }
        },
        |found, replayed| replay.add_report(found, &replayed),
    )?;
    replay.unreadable = done.unreadable;
    replay.summarize()?;
    let tally = &replay.tally;
    Ok(done.status(tally.unjudged > 0, tally.disagreements > 0))
}

/// A game that was replayed.
struct Replayed {
    report: GameReport,
    /// The file's line at which the replay stopped; `None` for a whole game and for archived games.
    line: Option<usize>,
    /// The refusal of the turn at which the replay stopped, if a turn was refused there.
    refused_turn: Option<RefusedTurn>,
}

impl Replayed {
    fn new(report: GameReport, entries: &[Entry], has_lines: bool) -> Self {
        let stopped = report.stopped.as_ref();
        let entry = stopped.and_then(|stopped| entries.get(stopped.entry));
        let place = stopped.zip(entry);
        Self {
            line: entry.filter(|_| has_lines).map(line_of),
            refused_turn: place.and_then(|(stopped, entry)| refusal_of(stopped, entry)),
            report,
        }
    }
}

struct Replay<'a> {
    args: &'a ReplayArgs,
    out: &'a mut dyn Write,
    tally: Tally,
    unreadable: usize,
    turns_not_judged: usize,
    /// Whether the board of a refused turn has been drawn: only the first one is.
    has_drawn: bool,
}

impl Replay<'_> {
    fn add_report(&mut self, found: &Found, replayed: &Replayed) -> Result<(), CliError> {
        let Replayed {
            report,
            line,
            refused_turn,
        } = replayed;
        let (line, refused_turn) = (*line, refused_turn.as_ref());
        self.tally.add(report);
        let stopped = report.stopped.as_ref();
        self.turns_not_judged += stopped.map_or(0, |stopped| stopped.turns_after);
        if self.args.json {
            let report = report_json(&found.file, line, refused_turn, report);
            writeln!(self.out, "{}", json_line(&report))?;
            return self.out.flush().map_err(CliError::from);
        }
        let game = found.location();
        for disagreement in &report.disagreements {
            let place = match (disagreement, line) {
                (Disagreement::Refused { .. } | Disagreement::Takeback { .. }, Some(line)) => {
                    format!("{}:{line}", escape_line(&found.file))
                }
                _ => game.clone(),
            };
            let words = escape_line(&disagreement.to_string());
            writeln!(self.out, "{BAD}{place}{BAD:#}: {words}")?;
        }
        for note in &report.notes {
            writeln!(self.out, "{game}: note: {}", escape_line(note))?;
        }
        if let Some(stopped) = stopped {
            self.explain(stopped, refused_turn)?;
        }
        // A redirected output shows what is done.
        self.out.flush().map_err(CliError::from)
    }

    /// Prints the earlier places of a repeated position, the board of the first refused turn, and
    /// the number of turns that are not judged.
    fn explain(
        &mut self,
        stopped: &Stopped,
        refused_turn: Option<&RefusedTurn>,
    ) -> Result<(), CliError> {
        let out = &mut *self.out;
        if let Some(turns) = refused_turn.and_then(occurrences) {
            writeln!(out, "  {turns}")?;
        }
        if let Some(refused) = &stopped.refused
            && !std::mem::replace(&mut self.has_drawn, true)
        {
            draw_board(out, &refused.state.board(), &refused.refusal.squares())?;
        }
        match stopped.turns_after {
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
            writeln!(out, "notes               {:>8}", tally.notes)?;
        }
        for (code, (ended, judged, agreed)) in &tally.results {
            let name = termination(*code);
            write!(out, "ended by {code} {name:<15}{ended:>3}, ")?;
            let judged = if is_end_by_rule(*code) { *judged } else { 0 };
            match (judged, ended - judged) {
                (0, _) => writeln!(out, "not judged")?,
                (_, 0) => writeln!(out, "{agreed} as the rules say")?,
                (_, others) => writeln!(out, "{agreed} as the rules say, {others} not judged")?,
            }
        }
        if tally.open > 0 {
            writeln!(out, "without termination {:>8}", tally.open)?;
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

/// The line of an entry in its file.
const fn line_of(entry: &Entry) -> usize {
    match entry {
        Entry::Turn { label, .. } | Entry::Open(label) => label.line,
        Entry::Takeback(label) | Entry::Resigns(label) | Entry::Lost(label) => label.line,
    }
}

/// The refusal of an entry's turn; `None` if it was not refused or the entry is no turn.
fn refusal_of(stopped: &Stopped, entry: &Entry) -> Option<RefusedTurn> {
    let (refused, Entry::Turn { label, tokens }) = (stopped.refused.as_ref()?, entry) else {
        return None;
    };
    let tokens = Located::values(tokens);
    Some(RefusedTurn::with_label(refused, &tokens, Some(label.value)))
}

/// The report on a game as JSON. The turn or takeback at which the replay stopped has its line, and
/// a refused turn has its message.
fn report_json(
    file: &str,
    line: Option<usize>,
    refused_turn: Option<&RefusedTurn>,
    report: &GameReport,
) -> Value {
    let stopped = report.stopped.as_ref();
    let disagreements: Vec<Value> = report
        .disagreements
        .iter()
        .map(|disagreement| match disagreement {
            Disagreement::Refused { .. } => {
                disagreement_json(disagreement, line, refused_turn.cloned())
            }
            Disagreement::Takeback { .. } => disagreement_json(disagreement, line, None),
            _ => disagreement_json(disagreement, None, None),
        })
        .collect();
    let is_unjudged = report.disagreements.iter().any(Disagreement::is_unjudged);
    json!({
        "file": file,
        "game": report.id,
        "edition": (!is_unjudged).then_some(report.edition.name()),
        "turns": report.turns,
        "turns_not_judged": stopped.map_or(0, |stopped| stopped.turns_after),
        "refused": report.refused,
        "unanswered": report.unanswered,
        "unknown_events": report.unknown_events,
        "recorded": {
            "result": report.recorded.result.map(RecordedResult::name),
            "termination": report.recorded.termination.map(String::from),
        },
        "outcome": report.outcome.map(Ended::from),
        "agrees": (!is_unjudged).then_some(disagreements.is_empty()),
        "notes": report.notes,
        "disagreements": disagreements,
    })
}

fn disagreement_json(
    disagreement: &Disagreement,
    line: Option<usize>,
    refused_turn: Option<RefusedTurn>,
) -> Value {
    let refusal = match disagreement {
        Disagreement::Refused { refusal, .. } | Disagreement::OtherReason { refusal, .. } => {
            Some(refusal)
        }
        _ => None,
    };
    let refusal = refused_turn.or_else(|| refusal.map(RefusedTurn::from));
    json!({
        "kind": disagreement.name(),
        "turn": disagreement.label().map(|label| label.to_string()),
        "line": line,
        "refusal": refusal,
        "text": disagreement.to_string(),
    })
}

/// The totals as JSON.
fn tally_json(tally: &Tally, turns_not_judged: usize, unreadable: usize) -> Value {
    let results: Map<String, Value> = tally
        .results
        .iter()
        .map(|(code, (ended, judged, agreed))| {
            let agreed = (is_end_by_rule(*code) && *judged > 0).then_some(agreed);
            let games = json!({ "games": ended, "agreed": agreed });
            (code.to_string(), games)
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
        "without_termination": tally.open,
        "notes": tally.notes,
        "not_judged": tally.unjudged,
        "disagreements": tally.disagreements,
        "unreadable": unreadable,
    }})
}
