//! Games and scores, for people and for programs.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use crate::foreign::{escape_line, json_line};
use crate::referee::{Ending, Finished, Points, Score};
use crate::render::{BAD, GOOD, RULE, draw_board, occurrences, termination};
use arimaa::spec;
use arimaa::text::{Entry, write_record, write_turn};
use arimaa::vocab::{Label, Side, Token};
use arimaa_conformance::subjects::aei::Notes;
use arimaa_oracle::ask::RefusedTurn;
use arimaa_oracle::judge::Refused;

/// A played game, with its number and the names, notes and seeds of the engines.
pub(super) struct Match<'a> {
    pub(super) number: u32,
    /// The names of Gold's and of Silver's engine.
    pub(super) names: [&'a str; 2],
    pub(super) notes: [Notes; 2],
    pub(super) finished: &'a Finished,
    /// The seeds of Gold's and of Silver's engine.
    pub(super) seeds: [&'a str; 2],
    /// The file that the game's record was written to, if it was.
    pub(super) path: Option<PathBuf>,
}

impl Match<'_> {
    pub(super) fn print(&self, as_json: bool, out: &mut dyn Write) -> io::Result<()> {
        if as_json {
            return writeln!(out, "{}", json_line(&self.json()));
        }
        let Finished {
            ending,
            record,
            turns,
            ..
        } = self.finished;
        let style = if ending.is_without_fault() { GOOD } else { BAD };
        writeln!(
            out,
            "{style}game {}{style:#}: {}",
            self.number,
            escape_line(&ending.to_string())
        )?;
        let [gold, silver] = self.names.map(escape_line);
        writeln!(out, "  {gold} against {silver}, {turns} turns")?;
        if let Some(path) = &self.path {
            writeln!(out, "  {}", escape_line(&path.display().to_string()))?;
        }
        for side in Side::ALL {
            for note in self.notes[side as usize].lines() {
                writeln!(out, "  {side} said: {}", escape_line(&note))?;
            }
        }
        match ending {
            Ending::Illegal {
                tokens, refused, ..
            } => print_ruling(
                record.entries.last().and_then(Entry::label),
                tokens,
                refused,
                out,
            ),
            _ => Ok(()),
        }
    }

    fn json(&self) -> Value {
        let Finished {
            ending,
            record,
            turns,
            times,
        } = self.finished;
        let ruling = match ending {
            Ending::Illegal {
                tokens, refused, ..
            } => {
                let label = record.entries.last().and_then(Entry::label);
                let turn = write_turn(label, tokens.iter().copied());
                json!({ "turn": turn, "refusal": RefusedTurn::new(refused, tokens) })
            }
            _ => Value::Null,
        };
        let [gold, silver] = &self.notes;
        json!({
            "game": self.number,
            "gold": self.names[0],
            "silver": self.names[1],
            "winner": ending.winner().map(|winner| winner.to_string()),
            "code": ending.code().to_string(),
            "ending": ending.name(),
            "rule": ending.rule(),
            "reason": ending.reason(),
            "turns": turns,
            "seconds": times.iter().map(seconds).collect::<Vec<_>>(),
            "ruling": ruling,
            "seeds": { "gold": self.seeds[0], "silver": self.seeds[1] },
            "notes": { "gold": gold.lines(), "silver": silver.lines() },
            "path": self.path.as_ref().map(|path| path.display().to_string()),
            "record": write_record(record),
        })
    }
}

/// Converts a time to seconds, rounded down to whole milliseconds.
fn seconds(time: &Duration) -> f64 {
    f64::from(u32::try_from(time.as_millis()).unwrap_or(u32::MAX)) / 1000.0
}

/// Prints the ruling on the turn that ended the game.
fn print_ruling(
    label: Option<Label>,
    tokens: &[Token],
    refused: &Refused,
    out: &mut dyn Write,
) -> io::Result<()> {
    let id = refused.refusal.rule();
    let turn = match tokens {
        [] => "(nothing)".to_owned(),
        _ => write_turn(None, tokens.iter().copied()),
    };
    let place = refused.place(tokens);
    let refusal = &refused.refusal;
    writeln!(out)?;
    writeln!(out, "  {turn}")?;
    writeln!(
        out,
        "  {BAD}illegal{BAD:#}{place}: {refusal} ({RULE}{id}{RULE:#})"
    )?;
    let refused_turn = RefusedTurn::with_label(refused, tokens, label);
    if let Some(turns) = occurrences(&refused_turn) {
        writeln!(out, "  {turns}")?;
    }
    writeln!(out)?;
    draw_board(out, &refused.state.board(), &refused.refusal.squares())?;
    if let Some(rule) = spec::rule(id) {
        writeln!(out)?;
        writeln!(out, "  {RULE}{id}{RULE:#} {}", rule.summary())?;
    }
    writeln!(out)
}

/// Prints the score of both engines, as text or as a line of JSON.
pub(super) fn score(
    score: &Score,
    names: &[String; 2],
    games: u32,
    first_seed: u64,
    as_json: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    if as_json {
        let engine = |index: usize| {
            let points = &score.engines[index];
            json!({
                "name": names[index],
                "wins": points.wins(),
                "as_gold": points.as_gold,
                "as_silver": points.as_silver,
                "by_code": points.by_code.iter().map(|(code, count)| (code.to_string(), json!(count)))
                    .collect::<serde_json::Map<_, _>>(),
            })
        };
        let engines = [engine(0), engine(1)];
        let score = json!({
            "games": games,
            "seed": first_seed,
            "engines": engines,
            "draws": score.draws,
            "unknown": score.unknown,
            "improper": score.improper,
        });
        return writeln!(out, "{}", json_line(&json!({ "score": score })));
    }
    writeln!(out, "games {games:>5}  of seed {first_seed}")?;
    // Engines of one name are distinguished by their order.
    let [first, second] = names;
    let places = if first == second {
        [" (first)", " (second)"]
    } else {
        ["", ""]
    };
    for ((points, name), place) in score.engines.iter().zip(names).zip(places) {
        let (name, details) = (escape_line(name), wins_by_side_and_code(points));
        writeln!(out, "wins  {:>5}  {name}{place}{details}", points.wins())?;
    }
    if score.draws > 0 {
        writeln!(out, "draws {:>5}", score.draws)?;
    }
    if score.unknown > 0 {
        writeln!(out, "winner unknown {:>3}", score.unknown)?;
    }
    if score.improper > 0 {
        let count = score.improper;
        writeln!(
            out,
            "{BAD}fault {count:>5}{BAD:#}  ended by an illegal turn, time or forfeit"
        )?;
    }
    Ok(())
}

/// An engine's wins, such as ` (3 as gold, 2 as silver; 4 by goal, 1 by time)`; empty without any.
fn wins_by_side_and_code(points: &Points) -> String {
    if points.wins() == 0 {
        return String::new();
    }
    let by_code: Vec<String> = points
        .by_code
        .iter()
        .map(|(&code, count)| format!("{count} by {}", termination(code)))
        .collect();
    format!(
        " ({} as gold, {} as silver; {})",
        points.as_gold,
        points.as_silver,
        by_code.join(", ")
    )
}
