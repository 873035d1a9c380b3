//! `show`: draws a position.

use std::io::Write;

use clap::Args;

use crate::exit::{CliError, ExitStatus};
use crate::position::{FoundPosition, Loaded, read_steps};
use crate::position_args::PositionArgs;
use crate::render::draw_board;
use arimaa::compare::Engine;
use arimaa::text::{SvgOptions, svg};
use arimaa::vocab::{Phase, Square};
use arimaa_oracle::ask::{compact, to_move};

const HELP: &str = "\
Examples:
  arimaa-oracle show game.txt --at 12s
  arimaa-oracle show diagram.txt Ed2n Ed3n
  arimaa-oracle show --svg 'g rrrrrrrr/dhcemchd/8/8/8/8/DHCMECHD/RRRRRRRR' > board.svg";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Steps or placements already made in this turn
    #[arg(value_name = "STEPS")]
    steps: Vec<String>,
    /// Draw a vector picture
    #[arg(long)]
    svg: bool,
    /// Squares to mark, such as `c3,f6`; in a picture the first has a full frame, the others have
    /// broken ones
    #[arg(long = "mark", value_name = "SQUARES", value_delimiter = ',')]
    marks: Vec<Square>,
    /// Write the position in one line instead, as every command reads it
    #[arg(long, conflicts_with_all = ["svg", "marks"])]
    line: bool,
}

pub(super) fn run(
    engine: &Engine,
    args: &ShowArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    if args.position.is_batch()? {
        return Err(CliError::Question(
            "a drawing has several lines: `show -` takes a diagram or a record".into(),
        ));
    }
    let steps = read_steps(&args.steps)?;
    let position = FoundPosition::find(engine, &args.position)?.with_actions(engine, &steps)?;
    draw(&position.load(engine)?, args, out)?;
    Ok(ExitStatus::Yes)
}

fn draw(loaded: &Loaded, args: &ShowArgs, out: &mut dyn Write) -> Result<(), CliError> {
    let game = &loaded.game;
    let board = game.state().board();
    let outcome = game.state().outcome();
    // Without a known number a label would be invented.
    let label = loaded.label_known.then(|| game.label());
    let to_move = to_move(game, label);
    if args.line {
        let snapshot = game.state().snapshot();
        let Phase::Play { steps, .. } = &snapshot.phase else {
            return Err(CliError::Question(
                "a setup in progress cannot be written in one line".into(),
            ));
        };
        writeln!(out, "{}", compact(snapshot.side, &snapshot.start, steps))?;
    } else if args.svg {
        let options = SvgOptions {
            caption: Some(outcome.map_or(to_move, |outcome| outcome.to_string())),
            marks: args.marks.clone(),
        };
        writeln!(out, "{}", svg(&board, &options).trim_end())?;
    } else {
        draw_board(out, &board, &args.marks)?;
        // With this line the drawing is read as a diagram again.
        match &outcome {
            None => writeln!(out, "{to_move}")?,
            Some(outcome) => writeln!(out, "{to_move}; the game is over, {outcome}")?,
        }
    }
    Ok(())
}
