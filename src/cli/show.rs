//! `show`: draws a position.

use std::io::Write;

use super::answer::{Answer, Failure};
use super::args::ShowArgs;
use super::batch::answer_boards;
use super::position::Loaded;
use super::render::{picture, standing};
use crate::rules::Rules;
use crate::text::{SvgOptions, svg};

pub(super) fn run<R: Rules + Send + Sync>(
    args: &ShowArgs,
    out: &mut dyn Write,
) -> Result<Answer, Failure> {
    if args.position.position == "-" {
        // The one command whose answers have several lines: a blank line ends each.
        let edition = args.position.edition.unwrap_or_default();
        return answer_boards::<R, _>(edition, out, |loaded| {
            let mut text = Vec::new();
            match draw(&loaded, args, &mut text) {
                Ok(()) => (String::from_utf8_lossy(&text).into_owned(), Answer::Yes),
                Err(failure) => (format!("error: {failure}"), Answer::Unreadable),
            }
        });
    }
    draw(&Loaded::<R>::find(&args.position)?, args, out)?;
    Ok(Answer::Yes)
}

fn draw<R: Rules>(loaded: &Loaded<R>, args: &ShowArgs, out: &mut dyn Write) -> Result<(), Failure> {
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
