//! Rewrites games in the forms of other programs, mails and web pages as records.
//!
//! SPEC.md chapter 10 defines records. The forms here are not normative: they are common elsewhere,
//! and nothing in them has another meaning in a record. `docs/records.md` lists them, and what each
//! loses. Comments in braces, variations and several turns on one line are those of
//! [`read_annotated`](super::read_annotated).

use super::TextError;
use super::civil_date::CivilDate;
use super::fences::is_fence;
use super::found::lines_in;
use super::located::Located;
use super::notation::looks_like_label;
use super::tags::{RecordedResult, as_tag, is_name, only_letter, read_result};
use crate::vocab::{Label, Placed, Token};

/// The line that begins and ends the value of a tag of several lines.
const FRAME: &str = "-=+=-";

/// The largest number of lines above `2g pass` that may hold the pieces of a puzzle.
const PUZZLE_LINES: usize = 8;

/// The largest length of a line, in bytes, in which the place of a word is searched.
const LONGEST: usize = 4096;

/// The words beside the clocks in the games that some programs save.
const CLOCKS: [&str; 4] = ["PC", "CURRENT", "GOLD", "SILVER"];

/// Rewrites a text of games as records or annotated records; `None` if there is nothing to rewrite.
///
/// Lines keep their numbers, unless line ends were written as marks, or a result at the end of a
/// game becomes a tag. [`read_records`](super::read_records) and
/// [`read_annotated`](super::read_annotated) use this for a text that is no record.
///
/// ```
/// use arimaa::text::transcribe;
///
/// let quoted = "> [Result \"0-1\"]\n> 2g Ed2n Ed3n?!\n";
/// assert_eq!(transcribe(quoted).as_deref(), Some("Result: silver\n2g Ed2n Ed3n"));
/// assert_eq!(transcribe("2g Ed2n Ed3n\n"), None);
/// ```
pub fn transcribe(text: &str) -> Option<String> {
    Transcribed::of(text).map(|transcribed| transcribed.text)
}

/// The text with blanks in place of comments in braces and of variations. From a brace or bracket
/// that is never closed, it is unchanged.
pub(super) fn without_notes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let (mut depth, mut in_braces) = (0_usize, false);
    // The beginning of the outermost open note, in both texts.
    let mut begin = (0, 0);
    let mut before = 0;
    for line in text.split_inclusive('\n') {
        let is_tag = as_tag(Located::new(line.trim(), 1, 1)).is_some();
        let mut is_kept = is_tag && depth == 0 && !in_braces;
        for (at, letter) in line.char_indices() {
            let was_open = depth > 0 || in_braces;
            is_kept |= letter == '#' && !was_open;
            match letter {
                _ if is_kept => {}
                '}' => in_braces = false,
                _ if in_braces => {}
                '{' => in_braces = true,
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            let is_open = depth > 0 || in_braces;
            if is_open && !was_open {
                begin = (plain.len(), before + at);
            }
            let is_note = (is_open || was_open) && !letter.is_whitespace();
            plain.push(if is_note { ' ' } else { letter });
        }
        before += line.len();
    }
    if depth > 0 || in_braces {
        plain.truncate(begin.0);
        plain.push_str(&text[begin.1..]);
    }
    plain
}

/// A text rewritten as records, and the source of each of its lines.
pub(super) struct Transcribed<'t> {
    pub(super) text: String,
    /// For each line, the index of its first byte in the text, and the line that it was made of.
    sources: Vec<(usize, Located<&'t str>)>,
}

impl<'t> Transcribed<'t> {
    /// Rewrites a text, or returns `None` if there is nothing to rewrite.
    pub(super) fn of(text: &'t str) -> Option<Self> {
        let (lines, mut transcript) = (lines_in(text), Transcript::default());
        for line in &lines {
            transcript.add_line(&line.text);
        }
        transcript.end_game();
        let written = &transcript.lines;
        if written.iter().map(String::as_str).eq(text.lines()) {
            return None;
        }
        let (mut sources, mut begin) = (Vec::new(), 0);
        for (line, written) in lines.into_iter().zip(written) {
            for part in written.split('\n') {
                sources.push((begin, line.source));
                begin += part.len() + 1;
            }
        }
        Some(Self {
            text: written.join("\n"),
            sources,
        })
    }

    /// The line and the column, in the source, of the word at this place in the rewritten text.
    pub(super) fn place_in_source(&self, (line, column): (usize, usize)) -> (usize, usize) {
        let at = line.saturating_sub(1);
        let Some(&(begin, source)) = self.sources.get(at) else {
            return (line, column);
        };
        let same_word = || {
            let written = self.text[begin..].lines().next()?;
            let (at, _) = written.char_indices().nth(column.checked_sub(1)?)?;
            let (before, rest) = written.split_at(at);
            let word = rest.split_whitespace().next()?;
            let mut places = source.value.match_indices(word);
            let (at, _) = places.nth(before.matches(word).count())?;
            Some(source.split_at(at).1.column)
        };
        let same = (source.value.len() <= LONGEST).then(same_word).flatten();
        let other = source.column - 1 + column.min(source.value.len() + 1);
        (source.line, same.unwrap_or(other))
    }

    pub(super) fn error_at_source(&self, mut error: TextError) -> TextError {
        (error.line, error.column) = self.place_in_source((error.line, error.column));
        error
    }
}

#[derive(Default)]
struct Transcript {
    /// The rewritten lines, one for each line of the source. An added tag is put, with a line end,
    /// before the line itself.
    lines: Vec<String>,
    /// The index of the first line of the game, or `None` before its turns begin.
    begun: Option<usize>,
    /// The result that a tag gives; `code` is the code that a tag gives.
    tagged: Option<RecordedResult>,
    code: Option<char>,
    /// The last result after the turns of the game: the index of its line, and its text.
    closing: Option<(usize, String)>,
    /// Whether a comment in braces is open.
    in_braces: bool,
    /// The index of the line of a tag whose value continues.
    framed: Option<usize>,
}

impl Transcript {
    fn add_line(&mut self, line: &str) {
        let trimmed = line.trim();
        let written = if let Some(tag) = self.framed {
            self.add_to_tag(tag, trimmed);
            String::new()
        } else if self.in_braces {
            self.transcribe_turn(line)
        } else if is_fence(trimmed) {
            String::new()
        } else if let Some((name, value)) = bracketed_tag(trimmed) {
            let (name, value) = self.tag(name, &value);
            format!("{name}: {value}")
        } else if let Some((name, value)) = as_tag(Located::new(trimmed, 1, 1)) {
            if value.value == FRAME {
                self.framed = Some(self.lines.len());
                format!("{}: ", name.value)
            } else {
                let (known, read) = self.tag(name.value, value.value);
                if known.eq_ignore_ascii_case(name.value) && read == value.value {
                    line.to_owned()
                } else {
                    format!("{known}: {read}")
                }
            }
        } else if trimmed.is_empty() || trimmed.starts_with('#') {
            line.to_owned()
        } else {
            self.transcribe_turn(line)
        };
        self.lines.push(written);
    }

    /// Adds a line to the value of the tag of several lines on line `tag`, or ends it.
    fn add_to_tag(&mut self, tag: usize, line: &str) {
        if line == FRAME {
            self.framed = None;
        } else if let Some(value) = self.lines.get_mut(tag) {
            value.push_str(&line.replace('#', " "));
            value.push(' ');
        }
    }

    /// Rewrites the name and the value of a tag (the second stage): known tags of other programs
    /// get the names and values of NOT-8. A tag that repeats another keeps its name.
    fn tag<'a>(&mut self, name: &'a str, value: &str) -> (&'a str, String) {
        self.end_game();
        let letter = only_letter(value).map(|letter| letter.to_ascii_lowercase());
        let winner = letter.and_then(RecordedResult::from_letter);
        match (name.to_ascii_lowercase().as_str(), letter) {
            ("result", _) => {
                let result = result_of_score(value);
                let named = || read_result(Located::made(value)).ok();
                self.tagged = self.tagged.or(result).or_else(named);
                let result = result.map(RecordedResult::name);
                return ("Result", result.unwrap_or(value).to_owned());
            }
            // These letters are results: no termination code has them.
            ("resultcode", Some('w' | 'b' | 'd' | 'u')) if self.tagged == winner => {}
            ("resultcode", Some('w' | 'b' | 'd' | 'u')) => {
                self.tagged = winner;
                return ("Result", value.to_owned());
            }
            ("resultcode" | "reasoncode" | "reason" | "termination", Some(code))
                if self.code.replace(code) != Some(code) =>
            {
                return ("Termination", code.to_string());
            }
            ("termination", None) if !value.is_empty() => match code_of_end(value) {
                Some(code) if self.code.replace(code) != Some(code) => {
                    return ("Termination", code.to_string());
                }
                _ => return ("Ended", value.to_owned()),
            },
            ("date", _) => {
                let day = value.parse().map(|day: CivilDate| day.to_string());
                return ("Date", day.unwrap_or_else(|_| value.to_owned()));
            }
            ("gameid", _) => return ("Game", value.to_owned()),
            ("startts", _) => {
                let day = value.parse().ok().and_then(CivilDate::from_unix_seconds);
                if let Some(day) = day {
                    return ("Date", day.to_string());
                }
            }
            _ => {}
        }
        (name, value.to_owned())
    }

    /// Ends the game: a result after its turns becomes a tag, unless a tag gives the result.
    fn end_game(&mut self) {
        let Some(begun) = self.begun.take() else {
            return;
        };
        self.code = None;
        let (tagged, closing) = (self.tagged.take(), self.closing.take());
        let Some((line, closing)) = closing else {
            return;
        };
        match (tagged, result_of_score(&closing)) {
            (None, Some(result)) if result != RecordedResult::Unknown => {
                let tag = format!("Result: {result}");
                let first = match self.lines[..begun].last() {
                    Some(blank) if blank.trim().is_empty() => begun - 1,
                    _ => begun,
                };
                self.lines[first] = format!("{tag}\n{}", self.lines[first]);
            }
            // Kept in the line, where the reader refuses it: it contradicts the tag.
            (Some(tagged), Some(result)) if tagged != result => {
                self.lines[line] = format!("{} {closing}", self.lines[line]);
            }
            _ => {}
        }
    }

    /// Rewrites a line of the game (the third stage) without `!`, `?`, clocks and a final result.
    fn transcribe_turn(&mut self, line: &str) -> String {
        let line = if self.in_braces {
            line
        } else {
            self.without_clocks(line)
        };
        let (mut words, mut in_comment) = (Vec::new(), false);
        let mut written = String::new();
        for part in line.split_inclusive(['{', '}', '#']) {
            if self.in_braces || in_comment {
                written.push_str(part);
            } else {
                let kept = part
                    .split_whitespace()
                    .filter_map(|word| self.word_without_signs(word));
                let kept: Vec<&str> = kept.collect();
                words.extend(kept.iter().map(|&word| word.to_owned()));
                written.push_str(&kept.join(" "));
                written.push(' ');
            }
            match part.chars().last() {
                Some('#') => in_comment = !self.in_braces,
                Some('{') => self.in_braces = !in_comment,
                Some('}') => self.in_braces = false,
                _ => {}
            }
        }
        if words.is_empty() {
            return written.trim_end().to_owned();
        }
        self.begun.get_or_insert(self.lines.len());
        if self.is_pass_of_puzzle(&words) {
            return String::new();
        }
        if words[0].parse::<Token>().is_ok() {
            self.take_label(&mut written);
        }
        if same_words(&written, line) {
            line.to_owned()
        } else {
            written.trim_end().to_owned()
        }
    }

    /// A word of a turn without `!` and `?` at its end, or `None` for `$12` and for a result, which
    /// is stored.
    fn word_without_signs<'a>(&mut self, word: &'a str) -> Option<&'a str> {
        if result_of_score(word).is_some() {
            self.closing = Some((self.lines.len(), word.to_owned()));
            return None;
        }
        let is_sign = word
            .strip_prefix('$')
            .is_some_and(|number| number.parse::<u8>().is_ok());
        let bare = word.trim_end_matches(['!', '?']);
        if bare.is_empty() || is_sign {
            return None;
        }
        Some(if bare.parse::<Token>().is_ok() {
            bare
        } else {
            word
        })
    }

    /// Moves the label of a turn from the line above, if that has nothing else, to the turn.
    fn take_label(&mut self, turn: &mut String) {
        let above = self
            .lines
            .iter_mut()
            .rev()
            .find(|line| !line.trim().is_empty());
        if let Some(above) = above.filter(|line| line.trim().parse::<Label>().is_ok()) {
            let label = std::mem::take(above);
            *turn = format!("{} {turn}", label.trim());
        }
    }

    /// The line without clocks after its last turn: at least two words, one of them a number.
    fn without_clocks<'a>(&self, line: &'a str) -> &'a str {
        let mut rest = line.trim_end();
        let (mut count, mut has_number) = (0, false);
        while let Some(word) = rest.split_whitespace().next_back() {
            let time = word.strip_prefix(['G', 'S']).unwrap_or(word);
            let is_time = time.bytes().all(|byte| byte.is_ascii_digit()) && !time.is_empty();
            if !is_time && !CLOCKS.contains(&word) {
                break;
            }
            has_number |= is_time;
            count += 1;
            rest = rest[..rest.len() - word.len()].trim_end();
        }
        let is_in_game = self.begun.is_some() || looks_like_label(rest.trim_start());
        if count > 1 && has_number && is_in_game {
            rest
        } else {
            line
        }
    }

    /// Whether the line is `1s pass` or `2g pass` after a few lines of nothing but placements: in a
    /// puzzle it is no turn.
    fn is_pass_of_puzzle(&self, words: &[String]) -> bool {
        let [label, pass] = words else { return false };
        let is_first = ["1s", "1b", "2g", "2w"].contains(&label.as_str());
        let begun = self.begun.and_then(|begun| self.lines.get(begun..));
        let before = begun.filter(|lines| lines.len() <= PUZZLE_LINES);
        let words = before
            .into_iter()
            .flatten()
            .flat_map(|line| line.split_whitespace());
        let is_piece = |word: &str| word.parse::<Placed>().is_ok();
        is_first
            && pass.eq_ignore_ascii_case("pass")
            && words.clone().any(is_piece)
            && words
                .into_iter()
                .all(|word| is_piece(word) || looks_like_label(word))
    }
}

/// The code for a word that names an end. `None` for a repetition, whose code depends on the
/// edition, and for other words.
fn code_of_end(word: &str) -> Option<char> {
    match word.to_ascii_lowercase().as_str() {
        "goal" => Some('g'),
        "immobilization" => Some('m'),
        "elimination" => Some('e'),
        _ => None,
    }
}

/// The name and the value of a tag in brackets: `[Event "final"]`.
fn bracketed_tag(line: &str) -> Option<(&str, String)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let value = value
        .replace("\\\"", "\"")
        .replace("\\\\", "\\")
        .replace('#', " ");
    is_name(name).then_some((name, value))
}

/// The result for a score, such as [`Gold`](RecordedResult::Gold) for `1-0`, or `None`.
fn result_of_score(score: &str) -> Option<RecordedResult> {
    match score {
        "1-0" => Some(RecordedResult::Gold),
        "0-1" => Some(RecordedResult::Silver),
        "1/2-1/2" => Some(RecordedResult::Draw),
        "*" => Some(RecordedResult::Unknown),
        _ => None,
    }
}

fn same_words(left: &str, right: &str) -> bool {
    left.split_whitespace().eq(right.split_whitespace())
}
