//! Foreign text (from files, programs and arguments), escaped so that it is safe to print.
//!
//! A character that does not print (a control character, a mark that turns the direction of
//! writing, one without width) is printed as an escape such as `\u{1b}`, in JSON as `\u001b`.

use serde::Serialize;

use arimaa::text::error::shown;
use arimaa_oracle::protocol::printing_json;

/// Escapes a foreign text that is printed within one line.
pub(super) fn escape_line(text: &str) -> String {
    shown(text, usize::MAX)
}

/// Escapes a message of several lines with foreign text in it; keeps line breaks and tabs.
pub(super) fn foreign_lines(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let line = line.strip_suffix('\r').unwrap_or(line);
        // Tabs stand in the lines of files that messages repeat.
        line.split('\t')
            .map(escape_line)
            .collect::<Vec<_>>()
            .join("\t")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A value as JSON on one line, with characters that do not print as escapes.
pub(super) fn json_line(value: &impl Serialize) -> String {
    // Values have string keys and finite numbers, so they can always be written.
    printing_json(&serde_json::to_string(value).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "JSON that cannot be read fails the test"
    )]

    use super::*;

    /// Control characters (C0, C1, DEL), a direction mark, one without width, and plain letters.
    const HOSTILE: &str = "\u{1b}[2J\u{9b}1m\u{7f}\u{202e}\u{200b}\"é\\";

    #[test]
    fn characters_that_do_not_print_are_escaped() {
        let safe = "\\u{1b}[2J\\u{9b}1m\\u{7f}\\u{202e}\\u{200b}\"é\\";
        assert_eq!(escape_line(HOSTILE), safe);
        assert_eq!(escape_line("a\nb\tc"), "a\\nb\\tc");
        assert_eq!(foreign_lines("a\n\u{1b}b\r\nc\td"), "a\n\\u{1b}b\nc\td");
    }

    #[test]
    fn json_is_the_same_value_in_printing_characters() {
        let line = json_line(&HOSTILE);
        assert_eq!(
            line,
            "\"\\u001b[2J\\u009b1m\\u007f\\u202e\\u200b\\\"é\\\\\""
        );
        assert_eq!(serde_json::from_str::<String>(&line).unwrap(), HOSTILE);
        let tags = "\u{e0041}";
        assert_eq!(json_line(&tags), "\"\\udb40\\udc41\"");
    }
}
