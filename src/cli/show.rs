//! `show`: draws a position.

use std::io::Write;

use super::answer::{Answer, Failure};
use super::args::ShowArgs;
use super::position::Loaded;
use super::render::{picture, standing};
use crate::engines::Starter;
use crate::text::{SvgOptions, svg};

pub(super) fn run(
    engine: &Starter,
    args: &ShowArgs,
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    if args.position.position == "-" {
        return Err(Failure::Question(
            "a drawing has several lines: `show` takes one position, not `-`".into(),
        ));
    }
    draw(&Loaded::find(engine, &args.position)?, args, out)?;
    Ok(Answer::Yes)
}

fn draw(loaded: &Loaded, args: &ShowArgs, out: &mut dyn Write) -> Result<(), Failure> {
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
        writeln!(out, "{standing}")?;
    }
    Ok(())
}
