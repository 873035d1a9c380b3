//! The subcommands, one file each: a file reads the arguments, asks a question and prints the
//! answer. No answer to a question is worked out here.

mod aei;
mod bench;
mod compare;
mod convert;
mod goal;
mod install_pages;
mod judge;
mod legal;
mod outcome;
mod page;
mod perft;
mod positions;
mod referee;
mod replay;
mod rule;
mod serve;
mod show;
mod stats;
mod suite;
mod turns;
mod validate;

use std::io::Write;

use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use crate::answers::ask;
use crate::exit::{CliError, ExitStatus};
use arimaa::compare::{Engine, EngineKind};

const AFTER_HELP: &str = include_str!("help.txt").trim_ascii_end();

/// The rules of Arimaa, decided: is it legal, why not, by which rule, and what now?
#[derive(Debug, Parser)]
#[command(name = install_pages::NAME, version, long_version = long_version().leak() as &str, after_help = AFTER_HELP, max_term_width = 110)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: CliCommand,
}

fn long_version() -> String {
    format!(
        "{}\nspecification {}\nsuite {}\nprotocol {}",
        env!("CARGO_PKG_VERSION"),
        arimaa::spec::version(),
        arimaa_conformance::SUITE_VERSION,
        arimaa_oracle::ask::PROTOCOL_VERSION,
    )
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Rule on one turn: legal or not, by which rule, and what comes of it
    Judge(Asking<judge::JudgeArgs>),
    /// List the legal next actions at any moment of a turn
    Legal(Asking<legal::LegalArgs>),
    /// List the distinct legal turns, each with one shortest way to play it
    Turns(Asking<turns::TurnsArgs>),
    /// Say whether the player to move has a goal within this turn, and which turns make it
    Goal(Asking<goal::GoalArgs>),
    /// Say whether a position at the start of a turn is decided, and by which rule
    Outcome(Asking<outcome::OutcomeArgs>),
    /// Judge every turn of game records or server archives, and compare results and decisions
    Replay(Asking<replay::ReplayArgs>),
    /// Describe games in numbers: branching factor, length, steps, captures, results, setups
    Stats(Asking<stats::StatsArgs>),
    /// Write the positions of games as rows: boards, numbers of turns, captures, results
    Positions(Asking<positions::PositionsArgs>),
    /// Count step sequences or distinct turns to a depth
    Perft(Asking<perft::PerftArgs>),
    /// Time how the bitboard engine counts steps and turns, beside other programs that do
    Bench(bench::BenchArgs),
    /// Walk both engines in lockstep through random games and positions
    Compare(compare::CompareArgs),
    /// The conformance suite: list, show and export its cases, or put them to an engine
    Suite(suite::SuiteArgs),
    /// Answer questions of other programs, one line of JSON each
    Serve(Asking<serve::ServeArgs>),
    /// Serve the page to the browsers of this machine: paste a game or a position, and try turns
    Page(Asking<page::PageArgs>),
    /// Speak the Arimaa Engine Interface as an engine that plays legal turns at random
    Aei(Asking<aei::AeiArgs>),
    /// Let two engines of the Arimaa Engine Interface play, and judge every turn
    Referee(Box<Asking<referee::RefereeArgs>>),
    /// Draw a position
    Show(show::ShowArgs),
    /// Print a rule or theorem of the specification with two cases, find rules by words, or list
    /// all
    Rule(rule::RuleArgs),
    /// Say whether a position can exist, and why not
    Validate(Asking<validate::ValidateArgs>),
    /// Turn records, diagrams, compact boards and JSON states into each other
    Convert(convert::ConvertArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell that the script is for
        shell: Shell,
    },
    /// Install man pages, and completions for bash, zsh and fish
    InstallPages(install_pages::InstallPagesArgs),
}

/// A command that an engine answers.
#[derive(Debug, Args)]
pub(crate) struct Asking<A: Args> {
    #[command(flatten)]
    args: A,
    /// Which engine answers: reference, bitboard, or both, which answer only where they agree (exit
    /// code 3 where not)
    #[arg(long, default_value_t)]
    engine: EngineKind,
}

impl Cli {
    /// The engine that is asked.
    pub(crate) fn engine(&self) -> EngineKind {
        match &self.command {
            CliCommand::Judge(asking) => asking.engine,
            CliCommand::Legal(asking) => asking.engine,
            CliCommand::Turns(asking) => asking.engine,
            CliCommand::Goal(asking) => asking.engine,
            CliCommand::Outcome(asking) => asking.engine,
            CliCommand::Replay(asking) => asking.engine,
            CliCommand::Stats(asking) => asking.engine,
            CliCommand::Positions(asking) => asking.engine,
            CliCommand::Perft(asking) => asking.engine,
            CliCommand::Serve(asking) => asking.engine,
            CliCommand::Page(asking) => asking.engine,
            CliCommand::Aei(asking) => asking.engine,
            CliCommand::Referee(asking) => asking.engine,
            CliCommand::Validate(asking) => asking.engine,
            CliCommand::Bench(_)
            | CliCommand::Compare(_)
            | CliCommand::Suite(_)
            | CliCommand::Show(_)
            | CliCommand::Rule(_)
            | CliCommand::Convert(_)
            | CliCommand::Completions { .. }
            | CliCommand::InstallPages(_) => EngineKind::default(),
        }
    }

    /// The number of worker threads, if an option gives it.
    pub(crate) fn threads(&self) -> Option<usize> {
        match &self.command {
            CliCommand::Stats(asking) => asking.args.threads,
            CliCommand::Positions(asking) => asking.args.threads,
            CliCommand::Perft(asking) => asking.args.threads,
            CliCommand::Compare(args) => args.threads,
            CliCommand::Serve(asking) => asking.args.threads,
            _ => None,
        }
    }

    /// Whether the output is answers of [`ask`](arimaa_oracle::ask) in JSON, errors included.
    pub(crate) fn answers_in_json(&self) -> bool {
        match &self.command {
            CliCommand::Judge(asking) => asking.args.json,
            CliCommand::Legal(asking) => asking.args.json,
            CliCommand::Turns(asking) => asking.args.json,
            CliCommand::Goal(asking) => asking.args.json,
            CliCommand::Outcome(asking) => asking.args.json,
            CliCommand::Validate(asking) => asking.args.json,
            CliCommand::Perft(asking) => asking.args.answers_in_json(),
            _ => false,
        }
    }

    /// Whether the output never has colours: rows and JSON, which escape the text that they quote.
    pub(crate) fn prints_no_colours(&self) -> bool {
        let is_plain = matches!(
            self.command,
            CliCommand::Positions(_) | CliCommand::Serve(_)
        );
        is_plain || self.answers_in_json()
    }

    /// Whether the exit status means yes or no, and is known only at the end of the run.
    pub(crate) const fn status_needs_whole_run(&self) -> bool {
        if let CliCommand::Turns(asking) = &self.command {
            return asking.args.to.is_some();
        }
        matches!(
            self.command,
            CliCommand::Judge(_)
                | CliCommand::Goal(_)
                | CliCommand::Replay(_)
                | CliCommand::Stats(_)
                | CliCommand::Perft(_)
                | CliCommand::Bench(_)
                | CliCommand::Compare(_)
                | CliCommand::Suite(_)
                | CliCommand::Referee(_)
                | CliCommand::Validate(_)
        )
    }
}

/// Answers one command with one engine.
pub(crate) fn run(engine: &Engine, cli: &Cli, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    match &cli.command {
        CliCommand::Judge(asking) => judge::run(engine, &asking.args, out),
        CliCommand::Legal(asking) => legal::run(engine, &asking.args, out),
        CliCommand::Turns(Asking { args, .. }) => ask(engine, &args.position, args.json, out, args),
        CliCommand::Goal(Asking { args, .. }) => ask(engine, &args.position, args.json, out, args),
        CliCommand::Outcome(Asking { args, .. }) => {
            ask(engine, &args.position, args.json, out, args)
        }
        CliCommand::Replay(asking) => replay::run(engine, &asking.args, out),
        CliCommand::Stats(asking) => stats::run(engine, &asking.args, out),
        CliCommand::Positions(asking) => positions::run(engine, &asking.args, out),
        CliCommand::Perft(asking) => perft::run(engine, &asking.args, out),
        CliCommand::Bench(args) => bench::run(args, out),
        CliCommand::Compare(args) => compare::run(args, out),
        CliCommand::Suite(args) => suite::run(engine, args, out),
        CliCommand::Serve(asking) => serve::run(engine, &asking.args, out),
        CliCommand::Page(asking) => page::run(engine, &asking.args, out),
        CliCommand::Aei(asking) => aei::run(engine, &asking.args),
        CliCommand::Referee(asking) => referee::run(engine, &asking.args, out),
        CliCommand::Show(args) => show::run(engine, args, out),
        CliCommand::Rule(args) => rule::run(engine, args, out),
        CliCommand::Validate(Asking { args, .. }) => {
            ask(engine, &args.position, args.json, out, args)
        }
        CliCommand::Convert(args) => convert::run(engine, args, out),
        CliCommand::Completions { shell } => {
            // The generator panics where it cannot write, so it writes to memory.
            let mut script = Vec::new();
            clap_complete::generate(
                *shell,
                &mut Cli::command(),
                install_pages::NAME,
                &mut script,
            );
            out.write_all(&script)?;
            Ok(ExitStatus::Yes)
        }
        CliCommand::InstallPages(args) => install_pages::run(Cli::command(), args, out),
    }
}
