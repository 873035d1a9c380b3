//! JSON that is safe to show on a terminal.

use std::fmt::Write;

use arimaa::text::error::shown;

/// Escapes the characters of a JSON text that do not print. JSON itself escapes only control
/// characters below 0x20. Line breaks between its words are kept.
pub fn printing_json(text: &str) -> String {
    let mut json = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_ascii_graphic()
            || matches!(letter, ' ' | '\n')
            || shown(letter.encode_utf8(&mut [0; 4]), 1).len() == letter.len_utf8()
        {
            json.push(letter);
        } else {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                let _ = write!(json, "\\u{unit:04x}");
            }
        }
    }
    json
}
