//! `aei`: this project as an engine of the Arimaa Engine Interface.

use std::io::{self, BufReader};

use clap::Args;

use crate::exit::{CliError, ExitStatus};
use crate::mover::{Mover, Uniform};
use crate::options;
use arimaa::compare::Engine;
use arimaa::vocab::Edition;
use arimaa_conformance::subjects::aei::BotSession;

const HELP: &str = "\
Examples:
  arimaa-oracle aei
  arimaa-oracle aei --seed 7 --uniform steps

Reads commands on standard input and answers on standard output until `quit` or the end of the
input. The options `seed` and `uniform` can be set by `setoption` too.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct AeiArgs {
    /// Seed of the random turns: the same seed and commands give the same turns. Without it each
    /// session has a random one, which standard error names
    #[arg(long)]
    seed: Option<u64>,
    /// Choose uniformly among distinct turns (`turns`), or among the next steps until the turn ends
    /// (`steps`)
    #[arg(long, default_value_t)]
    uniform: Uniform,
    #[arg(long, value_parser = options::edition, help = options::edition_help(""))]
    edition: Option<Edition>,
}

pub(super) fn run(engine: &Engine, args: &AeiArgs) -> Result<ExitStatus, CliError> {
    let edition = args.edition.unwrap_or_default();
    let seed = args.seed.unwrap_or_else(|| {
        let seed = options::random_seed();
        eprintln!("plays at random: --seed {seed} plays the same");
        seed
    });
    let mut engine = BotSession::new(engine.clone(), edition, Mover::new(seed, args.uniform))?;
    engine.serve(BufReader::new(io::stdin()), &mut io::stdout())?;
    Ok(ExitStatus::Yes)
}
