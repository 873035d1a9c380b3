//! Rulings as text: boards, colours, the state of the game.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use arimaa::text::draw;
use arimaa::vocab::{Board, Illegal, Label, Phase, Square, TurnEnd};
use arimaa_oracle::judge::{Refusal, Refused};

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

/// Where a position that may not stand again stood before, for people: after which turns, if the
/// label of the present turn is known and no turn end is missing, or else which of the turn ends
/// that were given.
pub(super) fn occurrences(refused: &Refused, label: Option<Label>) -> Option<String> {
    let Refusal::Illegal(Illegal::ThirdRepetition { earlier }) = &refused.refusal else {
        return None;
    };
    let Phase::Play { earlier: ends, .. } = refused.state.snapshot().phase else {
        return None;
    };
    let labels = label.and_then(|label| labels_of(&ends, label));
    let names: Vec<String> = earlier
        .iter()
        .map(
            |&index| match labels.as_ref().and_then(|labels| labels.get(index)) {
                Some(label) => format!("after {label}"),
                None => format!("at turn end {} of those given", index + 1),
            },
        )
        .collect();
    Some(format!("it stood {}", names.join(" and ")))
}

/// The labels of the turns with these ends, the last but one before the turn `label`; `None` if
/// some are missing.
fn labels_of(ends: &[TurnEnd], label: Label) -> Option<Vec<Label>> {
    let mut labels = Vec::with_capacity(ends.len());
    let mut next = label.previous()?;
    for end in ends.iter().rev() {
        if end.to_move != next.side {
            return None;
        }
        next = next.previous()?;
        labels.push(next);
    }
    labels.reverse();
    Some(labels)
}

/// The meaning of a termination code (SPEC.md NOT-12).
pub(super) const fn termination(code: char) -> &'static str {
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
        _ => "unknown code",
    }
}

/// Whether a game that ended so was decided by a rule, or by the refusal of a turn (SPEC.md
/// NOT-12).
pub(super) const fn is_ruled(code: char) -> bool {
    matches!(code, 'g' | 'm' | 'e' | 'p' | 'n' | 'i')
}
