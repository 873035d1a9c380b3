//! Writes each value in the one form that chapter 10 allows.

use super::values::{Compact, Entry, Label, Record, Turn};

fn label(label: Label) -> String {
    format!("{}{}", label.number, label.side)
}

/// Writes a turn line (NOT-3).
pub(crate) fn turn(turn: &Turn) -> String {
    let words = turn
        .label
        .iter()
        .map(|of| label(*of))
        .chain(turn.tokens.iter().cloned());
    words.collect::<Vec<_>>().join(" ")
}

/// Writes a compact board (NOT-6).
pub(crate) fn compact(compact: &Compact) -> String {
    format!("{} [{}]", compact.side, compact.board.replace('.', " "))
}

/// Writes a line of a record: a turn, takeback, resignation or open label (NOT-8 to NOT-10).
fn line(entry: &Entry) -> String {
    let after = |of: &Option<Label>, word: &str| match of {
        Some(of) => format!("{} {word}", label(*of)),
        None => word.to_owned(),
    };
    match entry {
        Entry::Turn(of, tokens) => format!("{} {}", label(*of), tokens.join(" ")),
        Entry::Takeback(of) => after(of, "takeback"),
        Entry::Resigns(of) => after(of, "resigns"),
        Entry::Lost(of) => after(of, "lost"),
        Entry::Open(of) => label(*of),
    }
}

/// Writes a record (NOT-8): known tags first, a blank line, then the lines of the game.
pub(crate) fn record(record: &Record) -> String {
    let tags = record.tags.iter().map(|(name, value)| match name.as_str() {
        "Start" => format!(
            "Start: {} [{}]",
            &value[..1],
            value[3..67].replace('.', " ")
        ),
        "Handicap" if value.is_empty() => "Handicap: none".to_owned(),
        _ => format!("{name}: {value}").trim_end().to_owned(),
    });
    let mut lines: Vec<String> = tags.collect();
    if !record.tags.is_empty() && !record.lines.is_empty() {
        lines.push(String::new());
    }
    lines.extend(record.lines.iter().map(line));
    lines.push(String::new());
    lines.join("\n")
}
