//! The lines of a text without marks of quotation: fences, `>` and `<br>`.

use super::located::Located;

/// The tags that end a line in the source of a web page.
pub(super) const BREAKS: [&str; 4] = ["<br>", "<br/>", "<br />", "<BR>"];

/// Whether a line is a fence around quoted text, as in a mail, on a page or in a forum.
pub(super) fn is_fence(line: &str) -> bool {
    let tags = ["[code]", "[/code]", "<pre>", "</pre>"];
    let is_tag = || tags.iter().any(|tag| line.eq_ignore_ascii_case(tag));
    line.starts_with("```") || line.starts_with("~~~") || is_tag()
}

/// The lines of a text without marks of quotation. If the text has pairs of fences, lines outside
/// of them are blanked: they are about the game and no part of it.
pub(super) fn lines_within_fences(text: &str) -> Vec<Located<&str>> {
    let lines = text.lines().zip(1..);
    let lines = lines.map(|(line, number)| unquoted(Located::new(line, number, 1)));
    let is_fence = |line: Located<&str>| is_fence(line.value.trim());
    let fences = lines.clone().filter(|&line| is_fence(line)).count();
    let is_fenced = fences > 0 && fences.is_multiple_of(2);
    let mut is_outside = is_fenced;
    let within = lines.map(|line| {
        is_outside ^= is_fenced && is_fence(line);
        if is_outside { line.with("") } else { line }
    });
    within.collect()
}

/// The part of a line after the marks `>` of a mail, and before the `<br>` of a web page.
fn unquoted(line: Located<&str>) -> Located<&str> {
    let trimmed = line.value.trim_end();
    let is_break = |tag: &&str| trimmed.ends_with(tag);
    let end = BREAKS.into_iter().find(is_break).map_or(0, str::len);
    let line = match end {
        0 => line,
        end => line.split_at(trimmed.len() - end).0,
    };
    let mut rest = line;
    while let Some(after) = rest.trim_start().strip_prefix(">") {
        rest = after.strip_prefix(" ").unwrap_or(after);
    }
    rest
}

/// The lines of a text that can belong to a board.
pub(super) fn lines_of_board(text: &str) -> impl Iterator<Item = Located<&str>> {
    lines_within_fences(text).into_iter().filter(is_of_board)
}

/// Whether a line can belong to a board: it is not empty (eight blanks are a rank), and neither a
/// `#` comment nor a fence.
pub(super) fn is_of_board(line: &Located<&str>) -> bool {
    let trimmed = line.value.trim();
    let is_empty = trimmed.is_empty() && line.value.chars().count() < 8;
    !is_empty && !line.value.starts_with('#') && !is_fence(trimmed)
}
