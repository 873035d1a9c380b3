//! The arguments of every subcommand, and their help.

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::aei::{self, AeiArgs};
use super::answer::Failure;
use super::compare::CompareArgs;
use super::perft::PerftArgs;
use super::referee::{self, RefereeArgs};
use super::serve::{self, ServeArgs};
use super::stats::StatsArgs;
use super::suite::SuiteArgs;
use crate::audit::EditionChoice;
use crate::engines::Engine;
use crate::text::Label;
use crate::vocab::{Edition, Handicap};

const AFTER_HELP: &str = "\
POSITION is one of
  a compact board   'g [64 characters, a8 to h8 first, down to h1]': side g or s (w or b), '.' or blank for empty
  a file            a diagram, a JSON state, a game record (--at 12s), a server archive (--game ID --at 12s)
  a JSON state      '{\"side\": \"gold\", \"board\": [...]}'
  setup             the start of a game (--handicap M for pieces agreed to be missing)
  -                 one compact board per line on standard input, one answer line per board in the same order (not `show`)

Exit codes: 0 answered, yes; 1 answered, no (judge, replay, stats, referee, validate, compare, perft --suite, suite run); 2 something could not be
read; 3 the engines of --engine both differ, or (suite run) an engine crashed, hung or gave no answer";

/// The rules of Arimaa, decided: is it legal, why not, by which rule, and what now?
#[derive(Debug, Parser)]
#[command(version, long_version = long_version().leak() as &str, after_help = AFTER_HELP, max_term_width = 110)]
pub(super) struct Cli {
    /// Which engine answers: reference, bitboard, or both, which answer only where they agree (exit code 3 where not)
    #[arg(long, global = true, default_value_t)]
    pub(super) engine: Engine,
    #[command(subcommand)]
    pub(super) command: Command,
}

fn long_version() -> String {
    format!(
        "{}\nspecification {}\nsuite {}\nprotocol {}",
        env!("CARGO_PKG_VERSION"),
        crate::spec::version(),
        crate::suite::SUITE_VERSION,
        crate::ask::PROTOCOL_VERSION,
    )
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Rule on one turn: legal or not, by which rule, and what comes of it
    #[command(after_help = "\
Examples:
  arimaa-oracle judge game.txt --at 12s 'ed5n rc3x hb4e'
  arimaa-oracle judge 'g [64 characters]' 'Ed2n Ed3n'
  arimaa-oracle judge --edition 2005-05-28 state.json 'Ra1n'

Exit codes: 0 legal, 1 illegal, 2 something could not be read")]
    Judge(JudgeArgs),
    /// List the legal next actions at any moment of a turn
    #[command(after_help = "\
Examples:
  arimaa-oracle legal diagram.txt
  arimaa-oracle legal diagram.txt Ed2n Ed3n
  arimaa-oracle legal --count - < boards.txt

A turn in progress may be ended where `end` is listed.")]
    Legal(LegalArgs),
    /// List the distinct legal turns, each with one shortest way to play it
    #[command(after_help = "\
Examples:
  arimaa-oracle turns diagram.txt
  arimaa-oracle turns --count 'g [64 characters]'
  arimaa-oracle turns --count - < boards.txt

Turns are distinct by the board they lead to; the unchanged board is none of them. They are in
the order of their steps as text.")]
    Turns(TurnsArgs),
    /// Say whether a position at the start of a turn is decided, and by which rule
    #[command(after_help = "\
Examples:
  arimaa-oracle outcome diagram.txt
  arimaa-oracle outcome - < boards.txt

Prints `ongoing`, or the winner (`gold`, `silver`, `draw`) and the rule's id.")]
    Outcome(OutcomeArgs),
    /// Judge every turn of game records or server archives, and compare results and decisions
    #[command(after_help = "\
Examples:
  arimaa-oracle replay game.txt
  arimaa-oracle replay --edition by-date archive.tsv
  arimaa-oracle replay - < game.txt

One line for each disagreement, then a summary. Archives are judged strictly, capture tokens included.
Exit codes: 0 everything agrees, 1 something disagrees, 2 something could not be read")]
    Replay(ReplayArgs),
    /// Describe games in numbers: branching factor, length, steps, captures, results, setups
    #[command(after_help = "\
Examples:
  arimaa-oracle stats game.txt
  arimaa-oracle stats archive.tsv --svg plots --json

Exit codes: 0 every game counted, 1 some only up to a turn that the rules refuse, 2 something could not be read")]
    Stats(StatsArgs),
    /// Count step sequences or distinct turns to a depth
    #[command(after_help = "\
Examples:
  arimaa-oracle perft --steps tree 'g [64 characters]'
  arimaa-oracle perft --turns 2 --split diagram.txt
  arimaa-oracle perft --turns 1 - < boards.txt
  arimaa-oracle perft --suite suite/perft/*.toml --limit 1000000

What is counted is chapter 13 of the specification. Time and rate go to standard error.
Exit codes: 0 counted, with --suite every number is right; 1 with --suite, a number is wrong; 2 something could not be read")]
    Perft(PerftArgs),
    /// Walk both engines in lockstep through random games and positions
    #[command(after_help = "\
Examples:
  arimaa-oracle compare --seconds 600
  arimaa-oracle compare --games 10000 --seed 7

Exit codes: 0 no difference, 1 a difference, which is printed with a case to keep")]
    Compare(CompareArgs),
    /// The conformance suite: list, show and export its cases, or put them to an engine
    Suite(SuiteArgs),
    /// Answer questions of other programs, one line of JSON each
    #[command(after_help = serve::HELP)]
    Serve(ServeArgs),
    /// Speak the Arimaa Engine Interface as an engine that plays legal turns at random
    #[command(after_help = aei::HELP)]
    Aei(AeiArgs),
    /// Let two engines of the Arimaa Engine Interface play, and judge every turn
    #[command(after_help = referee::HELP)]
    Referee(Box<RefereeArgs>),
    /// Draw a position
    #[command(after_help = "\
Examples:
  arimaa-oracle show game.txt --at 12s
  arimaa-oracle show --svg 'g [64 characters]' > board.svg")]
    Show(ShowArgs),
    /// Print a rule of the specification, or list all of them
    #[command(after_help = "\
Examples:
  arimaa-oracle rule FRZ-1
  arimaa-oracle rule")]
    Rule(RuleArgs),
    /// Say whether a position can exist, and why not
    #[command(after_help = "\
Examples:
  arimaa-oracle validate diagram.txt
  arimaa-oracle validate - < boards.txt

Exit codes: 0 valid, 1 invalid, 2 something could not be read")]
    Validate(ValidateArgs),
    /// Turn records, diagrams, compact boards and JSON states into each other
    #[command(after_help = "\
Examples:
  arimaa-oracle convert diagram.txt --to compact
  arimaa-oracle convert game.txt --at 12s --to json
  arimaa-oracle convert archive.tsv --game 669192 --to record")]
    Convert(ConvertArgs),
    /// Print a completion script for a shell
    Completions {
        /// Which shell
        shell: Shell,
    },
}

/// A position, and how to get it out of its file.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// A compact board, a file, a JSON state, `setup`, or `-` (see `arimaa-oracle --help`)
    #[arg(allow_hyphen_values = true)]
    pub(super) position: String,
    /// In a record or archive: the position before this turn, such as 12s (default: after the last turn)
    #[arg(long, value_name = "TURN")]
    pub(super) at: Option<Label>,
    /// In an archive, or a file of several records: the game with this id
    #[arg(long, value_name = "ID")]
    pub(super) game: Option<String>,
    /// With `setup`: the pieces agreed to be missing, by their letters
    #[arg(long, value_name = "LETTERS")]
    pub(super) handicap: Option<Handicap>,
    /// The edition of the rules: 2002, 2005-05-28, 2005-05-28+no-draws or 2008-07-01 (default: as recorded, or 2008-07-01)
    #[arg(long)]
    pub(super) edition: Option<Edition>,
}

/// An option that says nothing about the position at hand is refused, not ignored.
impl PositionArgs {
    /// Refuses what only `setup` has.
    pub(super) fn refuse_handicap(&self) -> Result<(), Failure> {
        refuse(self.handicap.is_some(), "--handicap", "`setup`")
    }

    /// Refuses what only games have.
    pub(super) fn refuse_place_in_game(&self) -> Result<(), Failure> {
        refuse(self.at.is_some(), "--at", "a record or an archive")?;
        refuse(self.game.is_some(), "--game", "a record or an archive")
    }

    /// The edition for boards on standard input, which take no other option.
    pub(super) fn for_boards(&self) -> Result<Edition, Failure> {
        self.refuse_handicap()?;
        self.refuse_place_in_game()?;
        Ok(self.edition.unwrap_or_default())
    }
}

fn refuse(is_there: bool, option: &str, needs: &str) -> Result<(), Failure> {
    if is_there {
        return Err(Failure::Question(format!(
            "{option} needs {needs} as the position"
        )));
    }
    Ok(())
}

#[derive(Debug, Args)]
pub(super) struct JudgeArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// The turn, with or without its label: '12s ed5n rc3x hb4e'
    #[arg(value_name = "TURN", required = true)]
    pub(super) turn: Vec<String>,
    /// Insist on capture tokens, as the game server does
    #[arg(long)]
    pub(super) strict: bool,
    /// Judge movement even if the game is decided
    #[arg(long)]
    pub(super) past_end: bool,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(super) struct LegalArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Steps or placements already made in this turn
    #[arg(value_name = "STEPS")]
    pub(super) steps: Vec<String>,
    /// Print only how many there are
    #[arg(long)]
    pub(super) count: bool,
    /// Show movement even if the game is decided
    #[arg(long)]
    pub(super) past_end: bool,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(super) struct TurnsArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Print only how many there are
    #[arg(long)]
    pub(super) count: bool,
    /// Show movement even if the game is decided
    #[arg(long)]
    pub(super) past_end: bool,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(super) struct OutcomeArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(super) struct ReplayArgs {
    /// Game records or server archives; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<String>,
    /// The edition of the rules, or `by-date` for that of each game's day (default: as recorded, or 2008-07-01)
    #[arg(long, value_parser = edition_choice)]
    pub(super) edition: Option<EditionChoice>,
    /// Insist on capture tokens in records, as the game server does
    #[arg(long)]
    pub(super) strict: bool,
    /// Answer in JSON, one line a game and a last one with the summary
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Draw a vector picture
    #[arg(long)]
    pub(super) svg: bool,
}

#[derive(Debug, Args)]
pub(super) struct RuleArgs {
    /// The id of a rule; without one, all are listed
    pub(super) id: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(super) struct ValidateArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// What to write
    #[arg(long, value_enum)]
    pub(super) to: Format,
}

/// What `convert` writes.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(super) enum Format {
    /// A compact board
    Compact,
    /// A diagram, with the steps of a turn in progress in its header
    Diagram,
    /// A JSON state: complete, history and all
    Json,
    /// A game record
    Record,
}

pub(super) fn edition_choice(text: &str) -> Result<EditionChoice, String> {
    match text {
        "by-date" => Ok(EditionChoice::ByDate),
        _ => text
            .parse()
            .map(EditionChoice::Fixed)
            .map_err(|error: crate::vocab::UnknownWord| format!("{error}, nor `by-date`")),
    }
}
