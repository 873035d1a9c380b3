//! `show`: draws a position.

use std::io::Write;

use clap::Args;

use super::exit::{CliError, ExitStatus};
use super::position::Loaded;
use super::position_args::PositionArgs;
use super::render::{picture, standing, to_move};
use crate::engines::Starter;
use crate::text::{SvgOptions, svg};

const HELP: &str = "\
Examples:
  arimaa-oracle show game.txt --at 12s
  arimaa-oracle show --svg 'g rrrrrrrr/dhcemchd/8/8/8/8/DHCMECHD/RRRRRRRR' > board.svg";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Draw a vector picture
    #[arg(long)]
    svg: bool,
}

pub(super) fn run(
    engine: &Starter,
    args: &ShowArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    if args.position.is_batch()? {
        return Err(CliError::Question(
            "a drawing has several lines: `show` takes one position, not `-`".into(),
        ));
    }
    draw(&Loaded::find(engine, &args.position)?, args, out)?;
    Ok(ExitStatus::Yes)
}

fn draw(loaded: &Loaded, args: &ShowArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let game = &loaded.game;
    let board = game.state().board();
    let outcome = game.state().outcome();
    // Without a known number a label would be invented.
    let label = loaded.label_known.then(|| game.label());
    let standing = standing(outcome.as_ref(), game.label().side, label);
    if args.svg {
        let options = SvgOptions {
            caption: Some(standing),
            ..SvgOptions::default()
        };
        writeln!(out, "{}", svg(&board, &options).trim_end())?;
    } else {
        picture(out, &board, &[])?;
        // Who is to move says the side, so that the drawing is read as a diagram again.
        match &outcome {
            None => writeln!(out, "{standing}")?,
            Some(outcome) => {
                let to_move = to_move(game.label().side, label);
                writeln!(out, "{to_move}; the game is over, {outcome}")?;
            }
        }
    }
    Ok(())
}
