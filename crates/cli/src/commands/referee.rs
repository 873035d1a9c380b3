//! `referee`: games between engines of the Arimaa Engine Interface.

mod print;
mod records;

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::aside::place_of;
use crate::exit::{CliError, ExitStatus};
use crate::options;
use crate::position::FoundPosition;
use crate::position_args::PositionArgs;
use crate::progress;
use crate::referee::{GameSetup, Score, play};
use crate::signals::Signals;
use arimaa::compare::Engine;
use arimaa::text::write_record;
use arimaa::vocab::{Edition, Handicap, Label, Phase, Side, Snapshot};
use arimaa_conformance::subjects::CannotRun;
use arimaa_conformance::subjects::aei::Client;
use arimaa_oracle::clock::TimeControl;
use arimaa_oracle::judge::JudgedGame;
use print::Match;
use records::Records;

const HELP: &str = include_str!("referee_help.txt").trim_ascii_end();

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct RefereeArgs {
    /// The first engine, which plays Gold in the first game and then every other one
    #[arg(long, value_name = "CMD")]
    gold: String,
    /// The second engine
    #[arg(long, value_name = "CMD")]
    silver: String,
    /// The number of games; colours alternate
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The time control M/R/P/L/G/T (see below)
    #[arg(long, value_name = "CONTROL", default_value = "15s/90s/100/2m/2h")]
    tc: TimeControl,
    /// Seconds for each answer of an engine that is not a turn
    #[arg(long, value_name = "SECONDS", default_value_t = 15.0, value_parser = seconds)]
    patience: f64,
    /// An option for both engines; can be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = options::aei_option)]
    option: Vec<(String, String)>,
    /// An option for the first engine alone
    #[arg(long, value_name = "NAME=VALUE", value_parser = options::aei_option)]
    gold_option: Vec<(String, String)>,
    /// An option for the second engine alone
    #[arg(long, value_name = "NAME=VALUE", value_parser = options::aei_option)]
    silver_option: Vec<(String, String)>,
    /// Seed of the games (default: a random one): each engine gets a number of its own in each
    /// game, as its option `seed`
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Begin every game at this position, at the start of a turn and without earlier positions (see
    /// `arimaa-oracle --help`)
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    from: Option<String>,
    /// With a record or archive as POSITION: before this turn
    #[arg(long, value_name = "TURN", requires = "from")]
    at: Option<Label>,
    /// With an archive, or a file of several records: the game with this id
    #[arg(long, value_name = "ID", requires = "from")]
    game: Option<String>,
    #[arg(long, value_parser = options::edition, help = options::edition_help("that of POSITION, or "))]
    edition: Option<Edition>,
    /// Write the records to this file, or one file each into this directory (one that exists, or a
    /// name ending in /)
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Replace files that are there already
    #[arg(long, requires = "out")]
    force: bool,
    /// Append what engines write to standard error to this file, each line after the number of the
    /// game and the side
    #[arg(long, value_name = "PATH")]
    log: Option<PathBuf>,
    /// Answer in JSON, one line a game and a last one with the score
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|seconds| (0.001..=86_400.0).contains(seconds))
        .ok_or_else(|| "expected seconds, from 0.001 to 86400".to_owned())
}

pub(super) fn run(
    engine: &Engine,
    args: &RefereeArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    if args.log.is_some() && args.log.as_ref().map(place_of) == args.out.as_ref().map(place_of) {
        let why = "--out and --log name the same file".to_owned();
        return Err(CliError::Question(why));
    }
    let start = start(engine, args)?;
    let signals = Signals::catch();
    let mut records = Records::plan(args.out.clone(), args.games, args.force)?;
    let progress = progress::spinner();
    let first_seed = args.seed.unwrap_or_else(options::random_seed);
    let mut score = Score::default();
    let mut names = [args.gold.clone(), args.silver.clone()];
    let mut unwritten = None;
    let mut played = 0;
    for number in 1..=args.games {
        let gold = usize::from(number % 2 == 0);
        let mut engines = match (engines(args, number, gold), signals.received()) {
            (_, Some(_)) => break,
            (engines, None) => engines?,
        };
        let setup = GameSetup {
            game: start.clone(),
            control: args.tc,
            options: [gold, 1 - gold].map(|engine| options(args, first_seed, number, engine)),
        };
        let mut finished = play(&setup, &mut engines, &mut |label| {
            progress.set_message(format!(
                "game {number} of {}, {label}; {} : {}",
                args.games,
                score.engines[0].wins(),
                score.engines[1].wins()
            ));
            progress.tick();
        });
        // The engines have been ended, so the game has no result.
        if signals.received().is_some() {
            break;
        }
        for (side, engine) in engines.iter().enumerate() {
            let name = &engine.identity().name;
            if !name.is_empty() {
                names[if side == 0 { gold } else { 1 - gold }].clone_from(name);
            }
        }
        finished.record.tags.game = Some(number.to_string());
        // A record that cannot be written does not take the result with it.
        let path = match records.write(number, &write_record(&finished.record)) {
            Ok(path) => path,
            Err(error) => {
                unwritten = Some(error);
                None
            }
        };
        played = number;
        score.add(gold, &finished.ending);
        let game = Match {
            number,
            names: [&names[gold], &names[1 - gold]],
            notes: Side::ALL.map(|side| engines[side as usize].notes().clone()),
            finished: &finished,
            seeds: setup.options.each_ref().map(|options| last_seed(options)),
            path,
        };
        for engine in engines {
            engine.quit();
        }
        progress.suspend(|| game.print(args.json, out).and_then(|()| out.flush()))?;
        if unwritten.is_some() {
            break;
        }
    }
    progress.finish_and_clear();
    print::score(&score, &names, played, first_seed, args.json, out)?;
    if let Some(error) = unwritten {
        return Err(error);
    }
    Ok(if let Some(ended) = signals.received() {
        ended
    } else if score.improper == 0 {
        ExitStatus::Yes
    } else {
        ExitStatus::No
    })
}

/// The game from which each match game starts: the start of a setup, or the position of `--from`.
fn start(engine: &Engine, args: &RefereeArgs) -> Result<JudgedGame, CliError> {
    let Some(position) = &args.from else {
        let edition = args.edition.unwrap_or_default();
        return Ok(JudgedGame::from_snapshot(
            engine,
            &Snapshot::game(edition, Handicap::NONE),
        )?);
    };
    let args = PositionArgs {
        position: position.clone(),
        at: args.at,
        game: args.game.clone(),
        handicap: None,
        edition: args.edition,
    };
    let loaded = FoundPosition::find(engine, &args)?.load(engine)?;
    let snapshot = loaded.game.state().snapshot();
    let can_be_told = match &snapshot.phase {
        Phase::Play { steps, .. } => steps.is_empty(),
        Phase::Setup { .. } => snapshot == Snapshot::game(snapshot.edition, Handicap::NONE),
    };
    if !can_be_told {
        return Err(CliError::Question(
            "--from: engines can be told a position at the start of a turn, or the start of a full setup".to_owned(),
        ));
    }
    if let Phase::Setup { .. } = snapshot.phase {
        return Ok(loaded.game);
    }
    let alone = Snapshot::position(snapshot.edition, snapshot.side, snapshot.start);
    let mut game = JudgedGame::from_snapshot(engine, &alone)?;
    if loaded.label_known {
        game.begin_with(loaded.game.label());
    }
    match game.state().outcome() {
        None => Ok(game),
        Some(outcome) => Err(CliError::Question(format!(
            "--from: the game is over there, {outcome}"
        ))),
    }
}

/// Starts both engines for game `number`; Gold's engine comes first.
fn engines(args: &RefereeArgs, number: u32, gold: usize) -> Result<[Client; 2], CliError> {
    let patience = Duration::from_secs_f64(args.patience);
    let commands = [&args.gold, &args.silver];
    let start = |index: usize, side: Side| {
        let log = args.log.as_ref().map(|path| {
            let file = File::options().append(true).create(true).open(path);
            file.map_err(|error| CliError::file(path, error))
        });
        let complain = log.transpose()?.map(|mut file| {
            Box::new(move |line: &str| {
                // A full disk ends no game.
                let _ = file.write_all(format!("{number} {side}: {line}\n").as_bytes());
            }) as Box<dyn FnMut(&str) + Send>
        });
        Client::start(commands[index], patience, complain)
            .map_err(|error: CannotRun| CliError::Question(error.to_string()))
    };
    Ok([start(gold, Side::Gold)?, start(1 - gold, Side::Silver)?])
}

/// The options of one engine for one game; of several with one name, the last counts.
fn options(
    args: &RefereeArgs,
    first_seed: u64,
    number: u32,
    engine: usize,
) -> Vec<(String, String)> {
    let own = [&args.gold_option, &args.silver_option][engine];
    let seed = first_seed.wrapping_add(2 * u64::from(number - 1) + engine as u64);
    let seed = ("seed".to_owned(), seed.to_string());
    let all = [seed].into_iter().chain(args.option.iter().cloned());
    all.chain(own.iter().cloned()).collect()
}

/// The last seed among the options, which is the one that the engine keeps.
fn last_seed(options: &[(String, String)]) -> &str {
    let mut seeds = options.iter().rev().filter(|(name, _)| name == "seed");
    seeds.next().map_or("", |(_, seed)| seed)
}
