//! `replay`: judges every turn of records and archives.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;

use super::answer::{Answer, Failure};
use super::args::ReplayArgs;
use super::input::{Input, Kind};
use super::json;
use super::render::{BAD, GOOD};
use crate::oracle::{
    EditionChoice, GameReport, Options, Reading, Tally, replay_archived, replay_record,
};
use crate::rules::Rules;
use crate::text::{Archive, ArchiveGame, ReadError, read_records};

/// The most games of an archive that are judged together.
const BLOCK: usize = 64;

pub(super) fn run<R: Rules + Send + Sync>(
    args: &ReplayArgs,
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    let mut replay = Replay {
        args,
        editions: args.edition.unwrap_or_default(),
        out,
        progress: ProgressBar::hidden(),
        tally: Tally::default(),
        unreadable: 0,
    };
    for name in &args.files {
        if let Err(failure) = replay.file::<R>(name) {
            if let Failure::Write(error) = failure {
                return Err(error.into());
            }
            replay.complain(&failure.to_string());
        }
    }
    replay.progress.finish_and_clear();
    replay.summarize()?;
    Ok(if replay.unreadable + replay.tally.unjudged > 0 {
        Answer::Unreadable
    } else if replay.tally.disagreements > 0 {
        Answer::No
    } else {
        Answer::Yes
    })
}

struct Replay<'a> {
    args: &'a ReplayArgs,
    editions: EditionChoice,
    out: &'a mut dyn Write,
    progress: ProgressBar,
    tally: Tally,
    unreadable: usize,
}

impl Replay<'_> {
    fn file<R: Rules + Send + Sync>(&mut self, name: &str) -> Result<(), Failure> {
        let input = Input::open(name)?;
        match input.kind {
            Kind::Archive => self.archive::<R>(input),
            Kind::Records => self.records::<R>(input),
            Kind::Compact | Kind::Diagram | Kind::State => Err(Failure::Question(format!(
                "{}: this is a position, and a record or an archive is needed",
                input.name
            ))),
        }
    }

    fn records<R: Rules + Send + Sync>(&mut self, input: Input) -> Result<(), Failure> {
        let name = input.name.clone();
        let text = input.into_text()?;
        let records = read_records(&text).map_err(|error| Failure::text(&name, error))?;
        if records.is_empty() {
            return Err(Failure::Question(format!("{name}: there is no game in it")));
        }
        let options = Options {
            reading: Reading::strict_if(self.args.strict),
            past_end: false,
        };
        self.watch(Some(records.len() as u64), "games");
        let reports: Vec<GameReport> = records
            .par_iter()
            .enumerate()
            .map(|(index, record)| {
                let place = || format!("game {} of the file", index + 1);
                let id = record.tags.game.clone().unwrap_or_else(place);
                let report = replay_record::<R>(record, id, self.editions, options);
                self.progress.inc(1);
                report
            })
            .collect();
        reports
            .iter()
            .try_for_each(|report| self.add(&name, report))
    }

    fn archive<R: Rules + Send + Sync>(&mut self, input: Input) -> Result<(), Failure> {
        let name = input.name.clone();
        let size = input.size;
        self.watch(size, "bytes");
        let reader = self.progress.wrap_read(input.into_reader());
        let archive = Archive::new(io::BufReader::new(reader));
        let mut games = archive.map_err(|error| Failure::read(&name, error))?;
        loop {
            let block: Vec<Result<ArchiveGame, ReadError>> = games.by_ref().take(BLOCK).collect();
            if block.is_empty() {
                return Ok(());
            }
            let editions = self.editions;
            let reports: Vec<Result<GameReport, ReadError>> = block
                .into_par_iter()
                .map(|game| game.map(|game| replay_archived::<R>(&game, editions)))
                .collect();
            for report in reports {
                match report {
                    Ok(report) => self.add(&name, &report)?,
                    Err(ReadError::Text(error)) => self.complain(&format!("{name}: {error}")),
                    Err(error) => return Err(Failure::read(&name, error)),
                }
            }
        }
    }

    /// Shows progress on standard error, if that is a terminal.
    fn watch(&mut self, length: Option<u64>, unit: &str) {
        self.progress.finish_and_clear();
        if !io::stderr().is_terminal() {
            return;
        }
        let template = match unit {
            "bytes" => "{bar:40} {bytes}/{total_bytes} {eta}",
            _ => "{bar:40} {pos}/{len} {eta}",
        };
        let style = ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar());
        let progress = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
        progress.set_draw_target(ProgressDrawTarget::stderr());
        self.progress = progress.with_style(style);
    }

    fn add(&mut self, file: &str, report: &GameReport) -> Result<(), Failure> {
        self.tally.add(report);
        let mut text = Vec::new();
        if self.args.json {
            writeln!(text, "{}", json::report(file, report))?;
        }
        for disagreement in report.disagreements.iter().filter(|_| !self.args.json) {
            writeln!(text, "{BAD}{}{BAD:#} {disagreement}", report.id)?;
        }
        for note in report.notes.iter().filter(|_| !self.args.json) {
            writeln!(text, "{} note: {note}", report.id)?;
        }
        self.progress.suspend(|| self.out.write_all(&text))?;
        Ok(())
    }

    /// Something could not be read; the rest goes on.
    fn complain(&mut self, what: &str) {
        self.unreadable += 1;
        self.progress
            .suspend(|| anstream::eprintln!("error: {what}"));
    }

    fn summarize(&mut self) -> Result<(), Failure> {
        let (tally, out) = (&self.tally, &mut self.out);
        if self.args.json {
            writeln!(out, "{}", json::tally(tally, self.unreadable))?;
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

/// What a code of termination stands for (SPEC.md NOT-12).
const fn termination(code: char) -> &'static str {
    match code {
        'g' => "goal",
        'm' => "immobilization",
        'e' => "elimination",
        'p' => "repetition",
        'n' => "no rabbits",
        'i' => "illegal turn",
        't' => "time",
        'r' => "resignation",
        'f' => "forfeit",
        'a' => "abandoned",
        's' => "score",
        _ => "",
    }
}
