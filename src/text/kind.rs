//! The kinds of texts that hold positions or games.

use super::plain::looks_plain;

/// The kinds of text that can be told apart by how they begin.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TextKind {
    /// A compact board.
    Compact,
    /// A board of eight ranks without borders.
    Plain,
    /// A diagram.
    Diagram,
    /// A JSON state.
    State,
    /// One or more game records.
    Records,
    /// A server archive.
    Archive,
}

impl TextKind {
    /// The kind of a text that begins like this.
    pub fn of(start: &str) -> Self {
        let text = start.trim_start_matches('\u{feff}').trim_start();
        let is_comment = |line: &&str| line.trim().is_empty() || line.starts_with('#');
        let first = text.lines().find(|line| !is_comment(line));
        let first = first.unwrap_or_default();
        if text.starts_with('{') {
            Self::State
        } else if first.contains('\t') && first.split('\t').any(|column| column == "movelist") {
            Self::Archive
        } else if is_compact(first) {
            Self::Compact
        } else if text.lines().take(4).any(|line| line.contains("+---")) {
            Self::Diagram
        } else if looks_plain(text) {
            Self::Plain
        } else {
            Self::Records
        }
    }
}

/// Whether a text can only be meant as a compact board.
pub fn is_compact(text: &str) -> bool {
    let text = text.trim_start();
    let squares = SIDES.into_iter().find_map(|side| text.strip_prefix(side));
    squares.is_some_and(|rest| rest.trim_start().starts_with('[') && !rest.contains('/'))
}

/// The sides of compact boards; the first that fits is meant.
const SIDES: [&str; 10] = ["gold", "silver", "g", "s", "w", "b", "G", "S", "W", "B"];

/// A compact board whose side is a word, with the letter instead; columns stay what they are.
pub fn with_letter(text: &str) -> String {
    let word = |name: &str| text.trim_start().starts_with(name);
    match () {
        () if word("gold") => text.replacen("gold", "   g", 1),
        () if word("silver") => text.replacen("silver", "     s", 1),
        () => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_by_how_a_text_begins() {
        for (text, kind) in [
            ("g [", TextKind::Compact),
            ("\u{feff}s[        ", TextKind::Compact),
            ("\r\n{\"side\":", TextKind::State),
            ("12g\n +-----------------+\n", TextKind::Diagram),
            (" +-----------------+\n8|", TextKind::Diagram),
            ("gold [R", TextKind::Compact),
            ("# a board\n\ng [", TextKind::Compact),
            ("g [8/8/8/8/8/8/8/E7]", TextKind::Plain),
            ("12g\nr r r r . . . .\n", TextKind::Plain),
            ("1g Ra1\n", TextKind::Records),
            ("Game: 7\n1w Ra1", TextKind::Records),
            ("", TextKind::Records),
            ("id\twplayerid\tmovelist\n", TextKind::Archive),
        ] {
            assert_eq!(TextKind::of(text), kind, "{text}");
        }
    }
}
