//! What rulings look like for people.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::oracle::{Refusal, Refused};
use crate::rules::Rules;
use crate::text::{Label, Token, draw};
use crate::vocab::{Board, Outcome, Phase, Square};

pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(super) const RULE: Style = AnsiColor::Cyan.on_default();

/// Draws a board, indented, with marked squares.
pub(super) fn picture(out: &mut dyn Write, board: &Board, marks: &[Square]) -> io::Result<()> {
    for line in draw(board, marks).lines() {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

pub(super) fn to_move(label: Label) -> String {
    format!("{label}: {} to move", label.side)
}

/// `gold wins: … (END-3)` or who is to move.
pub(super) fn standing(outcome: Option<&Outcome>, label: Label) -> String {
    match outcome {
        Some(outcome) => outcome.to_string(),
        None => to_move(label),
    }
}

/// The token at which a turn is refused, for people.
pub(super) fn place(tokens: &[Token], refused: usize) -> String {
    match tokens.get(refused) {
        Some(token) => format!("at `{token}`"),
        None => "at the end of the turn".to_owned(),
    }
}

/// Where a position stood before, for people: the turns after which it did, where the numbers are known.
pub(super) fn occurrences<R: Rules>(refused: &Refused<R>, next: Label) -> Option<String> {
    let Refusal::Illegal(crate::vocab::Illegal::ThirdRepetition { earlier }) = &refused.refusal
    else {
        return None;
    };
    let snapshot = refused.state.snapshot();
    let Phase::Play { earlier: ends, .. } = &snapshot.phase else {
        return None;
    };
    let turns_ago = |index: usize| ends.len().saturating_sub(index);
    let mut label_side = next.side;
    let sides_alternate = ends.iter().rev().all(|end| {
        label_side = label_side.other();
        end.to_move == label_side
    });
    let names: Vec<String> = earlier
        .iter()
        .map(|&index| {
            // The turn to be made is `next`; the end of the turn before it began the present turn.
            let label = (0..=turns_ago(index)).try_fold(next, |label, _| label.previous());
            match label {
                Some(label) if sides_alternate => format!("after {label}"),
                _ => format!("{} turn ends before", turns_ago(index)),
            }
        })
        .collect();
    Some(names.join(" and "))
}
