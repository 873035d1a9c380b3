//! The first stage of reading a transcript: finds the lines of games in a text.
//!
//! A game is found in the source of a page, in a JSON export, in the variables of a viewer, in the
//! reply of a game room (all of which name a list of moves), in the log of an engine, in a mail and
//! between fences.

use std::borrow::Cow;

use super::fences::{BREAKS, lines_within_fences};
use super::located::Located;
use super::notation::{looks_like_label, read_side};
use super::tags::{as_tag, is_name};
use super::transcript::without_notes;
use crate::vocab::{Label, Side, Token};

/// The marks for line ends in texts that were copied from web pages.
const LINE_ENDS: [&str; 13] = [
    "\\r\\n", "\\n", "%0d%0a", "%0D%0A", "%0d", "%0a", "%0D", "%0A", "%13", BREAKS[0], BREAKS[1],
    BREAKS[2], BREAKS[3],
];

/// The marks for blanks in the address of a web page.
const BLANKS: [&str; 2] = ["%20", "+"];

/// The field names of a list of moves.
const MOVES: [&str; 2] = ["movelist", "moves"];

/// The label of a game's first turn.
const FIRST: Label = Label {
    number: 1,
    side: Side::Gold,
};

/// The commands of the Arimaa Engine Interface that give positions and turns.
const COMMANDS: [&str; 4] = ["newgame", "setposition", "makemove", "bestmove"];

/// Messages whose text may mention a command without being one.
const REMARKS: [&str; 2] = ["log", "info"];

/// A line about a game, with the place in the text where it was found.
pub(super) struct FoundLine<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) source: Located<&'t str>,
}

impl<'t> FoundLine<'t> {
    const fn new(text: String, source: Located<&'t str>) -> Self {
        let text = Cow::Owned(text);
        Self { text, source }
    }

    const fn unchanged(source: Located<&'t str>) -> Self {
        let text = Cow::Borrowed(source.value);
        Self { text, source }
    }
}

/// Finds the lines of the games in a text.
pub(super) fn lines_in(text: &str) -> Vec<FoundLine<'_>> {
    let lines = lines_within_fences(text);
    games_in(text, &lines).unwrap_or_else(|| {
        let lines = lines.into_iter().flat_map(|line| {
            let trimmed = Located::new(line.value.trim(), 1, 1);
            if line.value.contains('#') || as_tag(trimmed).is_some() {
                vec![line]
            } else {
                split_at_line_ends(line)
            }
        });
        lines.map(FoundLine::unchanged).collect()
    })
}

/// Whether a text that begins with `start`, in these lines, holds a game as an export or an
/// engine's log does. The first line alone may look like something else.
pub(super) fn holds_moves(start: &str, lines: &[Located<&str>]) -> bool {
    games_in(start, lines).is_some()
}

/// The games of an export or of an engine's log, or `None`. If the text also has turns of its own,
/// an export or log in it is only a remark about them, and `None` is returned.
fn games_in<'t>(text: &str, lines: &[Located<&'t str>]) -> Option<Vec<FoundLine<'t>>> {
    let is_told = |line: &Located<&str>| !line.value.trim_start().starts_with('#');
    let told: Vec<_> = lines.iter().copied().filter(is_told).collect();
    let found = export_in(text, &told).or_else(|| engine_log_in(text, &told))?;
    let has_turns = without_notes(text).lines().any(is_turn);
    (!has_turns).then_some(found)
}

/// Whether a line begins with a turn, perhaps after quotation marks (`>`).
fn is_turn(line: &str) -> bool {
    let line = line.trim_start_matches(['>', ' ']);
    let at = usize::from(looks_like_label(line));
    let word = line.split_whitespace().nth(at);
    word.is_some_and(|word| word.parse::<Token>().is_ok())
}

/// Splits a line at the marks that it has in place of line breaks.
fn split_at_line_ends(line: Located<&str>) -> Vec<Located<&str>> {
    let marks = LINE_ENDS.iter().filter(|&mark| line.value.contains(mark));
    marks.fold(vec![line], |lines, mark| {
        lines
            .into_iter()
            .flat_map(|line| line.split(mark))
            .collect()
    })
}

/// A field of an export: its name, its value, the number of objects around it, and the least number
/// of them that were open since the field before.
type Field<'t> = (&'t str, Located<&'t str>, (usize, usize));

/// The games in named fields of an export, one of which is a list of moves. A new game begins with
/// the next object or, outside of objects, when a name repeats.
fn export_in<'t>(text: &str, lines: &[Located<&'t str>]) -> Option<Vec<FoundLine<'t>>> {
    if !MOVES.iter().any(|name| text.contains(name)) {
        return None;
    }
    // A number alone counts the moves.
    let is_list = |name, value: Located<&str>| {
        let has_letter = value.value.contains(char::is_alphabetic);
        MOVES.contains(&name) && looks_like_label(value.value) && has_letter
    };
    let mut depth = (0, 0);
    let fields = lines.iter().flat_map(|&line| fields_of(line, &mut depth));
    let fields: Vec<Field<'_>> = fields.collect();
    if !fields.iter().any(|&(name, value, _)| is_list(name, value)) {
        return None;
    }
    let (mut found, mut tags, mut moves, mut names) = (vec![], vec![], vec![], vec![]);
    // The depth of the list of moves, and the number of tags before the next object after it.
    let (mut list, mut split) = (None, None);
    for (name, value, (depth, lowest)) in fields {
        let is_list = is_list(name, value);
        let is_empty = ["", "null"].contains(&value.value);
        let is_game = is_list || depth > 0 && is_empty && MOVES.contains(&name);
        let is_opened = depth > lowest;
        if is_opened && list.is_some_and(|list| lowest < list) {
            split.get_or_insert(tags.len());
        }
        let is_next = is_opened && lowest == 0 || list == Some(0) && names.contains(&name);
        let end = is_next.then_some(tags.len());
        if let Some(end) = end.or(split.filter(|_| is_game)) {
            let next = tags.split_off(end);
            // Without moves there is no game.
            found.extend(tags.into_iter().filter(|_| !moves.is_empty()));
            found.append(&mut moves);
            (tags, list, split) = (next, None, None);
            names.clear();
        }
        names.push(name);
        list = is_game.then_some(depth).or(list);
        if is_list {
            moves.extend(split_at_line_ends(value).into_iter().map(moves_with_blanks));
        } else if !is_empty {
            let tag = format!("{name}: {}", as_tag_value(value.value));
            tags.push(FoundLine::new(tag, value));
        }
    }
    found.extend(tags.into_iter().filter(|_| !moves.is_empty()));
    found.append(&mut moves);
    Some(found)
}

/// A line of a list of moves, in which marks for blanks are replaced by blanks.
fn moves_with_blanks(line: Located<&str>) -> FoundLine<'_> {
    match BLANKS.iter().find(|&mark| line.value.contains(mark)) {
        Some(mark) => FoundLine::new(line.value.replace(mark, " "), line),
        None => FoundLine::unchanged(line),
    }
}

/// The value of a field in the form that a tag can hold.
fn as_tag_value(value: &str) -> String {
    let marks = LINE_ENDS.iter();
    let value = marks.fold(value.to_owned(), |value, mark| value.replace(mark, " "));
    let value = value.replace("\\\"", "\"").replace("\\/", "/");
    value.replace(|letter: char| letter == '#' || letter.is_control(), " ")
}

/// The fields in a line: `"name":value` as in JSON, or `name=value` with `&` between them. `depth`
/// is the depth after the line before, and then after this line.
fn fields_of<'t>(line: Located<&'t str>, depth: &mut (usize, usize)) -> Vec<Field<'t>> {
    let (mut fields, mut rest) = (Vec::new(), line);
    let pass = |text: &str, depth: &mut (usize, usize)| {
        for byte in text.bytes() {
            depth.0 += usize::from(byte == b'{');
            depth.0 -= usize::from(byte == b'}' && depth.0 > 0);
            depth.1 = depth.1.min(depth.0);
        }
    };
    while let Some((before, after)) = rest.split_once("\"") {
        pass(before.value, depth);
        let (name, tail) = until_quote(after, '"');
        rest = tail;
        let value = tail.trim_start().strip_prefix(":").map(Located::trim_start);
        if let Some(value) = value.filter(|_| is_name(name.value)) {
            let (value, tail) = if let Some(text) = value.strip_prefix("\"") {
                until_quote(text, '"')
            } else {
                let end = value.value.find([',', '{', '}', '[', ']']);
                value.split_at(end.unwrap_or(value.value.len()))
            };
            fields.push((name.value, value.trim(), *depth));
            depth.1 = depth.0;
            rest = tail;
        }
    }
    pass(rest.value, depth);
    if !fields.is_empty() {
        return fields;
    }
    rest = line.trim();
    while let Some((before, value)) = rest.split_once("=") {
        let name = before.value.rsplit(['&', '?']).next().unwrap_or_default();
        let name = name.trim();
        let start = value.trim_start();
        let quote = ['"', '\'']
            .into_iter()
            .find(|&quote| start.value.starts_with(quote));
        let (value, tail) = match quote {
            Some(quote) => until_quote(start.split_first().1, quote),
            None => value.split_at(value.value.find('&').unwrap_or(value.value.len())),
        };
        if name.split('.').all(is_name) {
            let name = name.rsplit('.').next().unwrap_or_default();
            fields.push((name, value.trim(), (0, 0)));
        }
        rest = tail;
    }
    fields
}

/// The text before the closing quotation mark, and the rest after the mark.
fn until_quote(text: Located<&str>, quote: char) -> (Located<&str>, Located<&str>) {
    let mut is_escaped = false;
    let end = text.value.find(|letter| {
        let is_end = letter == quote && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        is_end
    });
    let (text, rest) = text.split_at(end.unwrap_or(text.value.len()));
    (text, rest.split_first().1)
}

/// The games in the log of an engine or of its controller, as lines of a record: the turns played
/// or, without them, the engine's answers.
fn engine_log_in<'t>(text: &str, lines: &[Located<&'t str>]) -> Option<Vec<FoundLine<'t>>> {
    let [newgame, setposition, makemove, bestmove] = COMMANDS;
    if ![makemove, bestmove].iter().any(|name| text.contains(name)) {
        return None;
    }
    let commands: Vec<_> = lines.iter().filter_map(|&line| command_in(line)).collect();
    let has_turn = |commands: &[(&str, Located<&str>)], by: &str| {
        let mut turns = commands.iter().filter(|(name, _)| *name == by);
        turns.any(|(_, turn)| turn.words().next().is_some_and(is_token))
    };
    if !has_turn(&commands, makemove) && !has_turn(&commands, bestmove) {
        return None;
    }
    let mut found = Vec::new();
    let (mut next, mut game) = (FIRST, 0);
    // The numbers of lines and games up to the last turn: a start without a turn is no game.
    let mut told = (0, 0);
    let mut last = "";
    for of_game in commands.chunk_by(|_, (name, _)| *name != newgame) {
        let played = if has_turn(of_game, makemove) {
            makemove
        } else {
            bestmove
        };
        for &(command, rest) in of_game {
            if command == newgame {
                found.truncate(told.0);
                next = FIRST;
                game = told.1 + 1;
                found.push(FoundLine::new(format!("Game: {game}"), rest));
            } else if command == setposition {
                let side = rest.words().next().and_then(|side| read_side(side.value));
                let side = side.unwrap_or(Side::Gold);
                next = Label { number: 2, side };
                if last == command {
                    found.pop();
                }
                found.push(FoundLine::new(format!("Start: {}", rest.value), rest));
            } else if command == played {
                found.push(FoundLine::new(format!("{next} {}", rest.value), rest));
                next = next.next();
                told = (found.len(), game);
            } else {
                continue;
            }
            last = command;
        }
    }
    found.truncate(told.0);
    Some(found)
}

fn is_token(word: Located<&str>) -> bool {
    word.value.parse::<Token>().is_ok()
}

/// The first command in a line, and the text after it; `None` for a line without a command, and for
/// an engine's remark.
fn command_in(line: Located<&str>) -> Option<(&str, Located<&str>)> {
    let mut words = line.value.split_whitespace();
    let is_message = |word: &&str| COMMANDS.contains(word) || REMARKS.contains(word);
    let command = words
        .find(is_message)
        .filter(|word| COMMANDS.contains(word))?;
    Some((command, line.split_once(command)?.1.trim()))
}
