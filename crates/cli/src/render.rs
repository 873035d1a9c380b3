//! Rulings as text: boards, colours, the state of the game.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use serde_json::Value;

use arimaa::text::draw;
use arimaa::vocab::{Board, Square};
use arimaa_oracle::ask::{Ended, RefusedTurn};

pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(super) const RULE: Style = AnsiColor::Cyan.on_default();

/// Draws a board, indented, with marked squares.
pub(super) fn draw_board(out: &mut dyn Write, board: &Board, marks: &[Square]) -> io::Result<()> {
    for line in draw(board, marks).lines() {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

/// The winner and the rule: `gold END-3`.
pub(super) fn short_outcome(ended: &Ended) -> String {
    let rule = ended.rule.as_deref().unwrap_or_default();
    format!("{} {rule}", ended.winner.name())
}

/// A line on where a position that may not occur again occurred before: after which turns, if the
/// answer names them, or else at which of the given turn ends.
pub(super) fn occurrences(refusal: &RefusedTurn) -> Option<String> {
    let details = refusal.details.as_ref()?;
    let earlier = details.get("earlier")?.as_array()?;
    let after = details.get("after").and_then(Value::as_array);
    let names: Vec<String> = if let Some(labels) = after {
        let labels = labels.iter().filter_map(Value::as_str);
        labels.map(|label| format!("after {label}")).collect()
    } else {
        let ends = earlier.iter().filter_map(Value::as_u64);
        ends.map(|index| format!("at turn end {} of those given", index + 1))
            .collect()
    };
    Some(format!("it stood {}", names.join(" and ")))
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

/// Whether the rules say who wins a game that ended so: by a rule, by the refusal of a turn or by
/// score (SPEC.md NOT-12).
pub(super) const fn is_end_by_rule(code: char) -> bool {
    matches!(code, 'g' | 'm' | 'e' | 'p' | 'n' | 'i' | 's')
}
