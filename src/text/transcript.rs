//! Games in the forms of other programs, mails and pages, rewritten as records.
//!
//! SPEC.md chapter 10 says what a record is. The forms here are no law: each is a way in which
//! people have games, with nothing in it that a record could mean otherwise. `docs/records.md`
//! lists them, with what is lost. Comments in braces, variations and several turns on one line are
//! those of [`read_annotated`](super::read_annotated).

use super::TextError;
use super::located::Located;
use super::notation::looks_like_label;
use super::tags::{RecordedResult, as_tag};
use super::write_compact;
use crate::vocab::{Action, Board, Label, Placed, Side, Token};

/// The line before and after the lines of a tag of several lines.
const FRAME: &str = "-=+=-";

/// How many lines above `2g pass` may hold the pieces of a puzzle.
const PUZZLE_LINES: usize = 8;

/// The marks for line ends in texts that were taken out of pages.
const LINE_ENDS: [&str; 7] = ["\\r\\n", "\\n", "%0d%0a", "%0D%0A", "%0d", "%0a", "%13"];

/// A text of games with its lines as records and annotated records have them; `None` where it is in
/// none of these forms.
///
/// Every line stays the line that it was, but for line ends that were written as marks, and for a
/// result at the end of a game, which becomes a tag. [`read_records`](super::read_records) and
/// [`read_annotated`](super::read_annotated) try it with a text that is no record.
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

/// The lines that a transcript is made of. With pairs of fences, what stands outside of them is
/// about the game and no part of it.
fn lines_of(text: &str) -> Vec<Located<&str>> {
    let is_fence = |line: &str| is_fence(without_quotation(line).trim());
    let fences = text.lines().filter(|line| is_fence(line)).count();
    let is_fenced = fences > 0 && fences.is_multiple_of(2);
    let mut is_outside = is_fenced;
    let mut lines = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        is_outside ^= is_fenced && is_fence(line);
        let line = if is_outside { "" } else { line };
        lines.extend(split_at_line_ends(Located::new(line, number, 1)));
    }
    lines
}

/// A text of games with blanks for comments in braces and for variations. After a brace or a
/// bracket that is never closed, the text stays as it is.
pub(super) fn without_notes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let (mut depth, mut in_braces) = (0_usize, false);
    // Where the outermost note that is open begins, in both texts.
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

/// A text in the lines of records, and the lines that they were made of.
pub(super) struct Transcribed<'t> {
    pub(super) text: String,
    sources: Vec<Located<&'t str>>,
}

impl<'t> Transcribed<'t> {
    /// None where the text is in none of these forms.
    pub(super) fn of(text: &'t str) -> Option<Self> {
        let (lines, mut transcript) = (lines_of(text), Transcript::default());
        for line in &lines {
            transcript.add(&without_quotation(line.value));
        }
        transcript.end_game();
        let written = &transcript.lines;
        if written.iter().map(String::as_str).eq(text.lines()) {
            return None;
        }
        let sources = lines.into_iter().zip(written).flat_map(|(line, written)| {
            let count = written.split('\n').count();
            std::iter::repeat_n(line, count)
        });
        Some(Self {
            text: written.join("\n"),
            sources: sources.collect(),
        })
    }

    /// The line and the column before it was transcribed, of a place in this text.
    pub(super) fn source(&self, line: usize, column: usize) -> (usize, usize) {
        let source = line.checked_sub(1).and_then(|at| self.sources.get(at));
        source.map_or((line, column), |source| {
            let letters = source.value.chars().count();
            (source.line, source.column - 1 + column.min(letters + 1))
        })
    }

    pub(super) fn error(&self, error: TextError) -> TextError {
        let (line, column) = self.source(error.line, error.column);
        TextError {
            line,
            column,
            ..error
        }
    }
}

#[derive(Default)]
struct Transcript {
    /// One for each line of the text; a tag that is added stands before its line and a line end.
    lines: Vec<String>,
    /// The index of the first line of the game, where turns have begun.
    begun: Option<usize>,
    /// The result that a tag names.
    tagged: Option<RecordedResult>,
    /// The result behind the last turn, as it is written, and the index of its line.
    closing: Option<(usize, String)>,
    /// Whether a comment in braces is open.
    in_braces: bool,
    /// The index of a tag whose value goes on.
    framed: Option<usize>,
}

impl Transcript {
    fn add(&mut self, line: &str) {
        let trimmed = line.trim();
        let written = if let Some(tag) = self.framed {
            self.add_to_tag(tag, trimmed);
            String::new()
        } else if self.in_braces {
            self.turn(line)
        } else if is_fence(trimmed) {
            String::new()
        } else if let Some((name, value)) = bracketed_tag(trimmed) {
            self.tag(name, &value)
        } else if let Some((name, value)) = as_tag(Located::new(trimmed, 1, 1)) {
            if value.value == FRAME {
                self.framed = Some(self.lines.len());
                format!("{}: ", name.value)
            } else {
                self.begin_record(name.value, value.value);
                line.to_owned()
            }
        } else if trimmed.is_empty() || trimmed.starts_with('#') {
            line.to_owned()
        } else {
            self.turn(line)
        };
        self.lines.push(written);
    }

    /// Adds a line to the value of a tag of several lines, or ends it.
    fn add_to_tag(&mut self, tag: usize, line: &str) {
        if line == FRAME {
            self.framed = None;
        } else if let Some(value) = self.lines.get_mut(tag) {
            value.push_str(&line.replace('#', " "));
            value.push(' ');
        }
    }

    /// A tag as records write it: known ones of other programs get the names and values of NOT-8.
    fn tag(&mut self, name: &str, value: &str) -> String {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let is_code = value.len() == 1;
        let (name, value) = if is("result") {
            let result = result_of_score(value).map(RecordedResult::name);
            ("Result", result.unwrap_or(value).to_owned())
        } else if is("resultcode") && is_code {
            ("Termination", value.to_owned())
        } else if is("termination") && !is_code {
            ("Ended", value.to_owned())
        } else if is("date") {
            ("Date", value.replace('.', "-"))
        } else {
            (name, value.to_owned())
        };
        self.begin_record(name, &value);
        format!("{name}: {value}")
    }

    /// Takes note of a tag, which begins another record behind a game.
    fn begin_record(&mut self, name: &str, value: &str) {
        self.end_game();
        if name.eq_ignore_ascii_case("result") {
            let letter = value
                .chars()
                .next()
                .map(|letter| letter.to_ascii_lowercase());
            self.tagged = letter.and_then(RecordedResult::from_letter);
        }
    }

    /// Ends the game that was begun: a result behind it is a tag, unless a tag says otherwise.
    fn end_game(&mut self) {
        let Some(begun) = self.begun.take() else {
            return;
        };
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
            // The reader refuses it there.
            (Some(tagged), Some(result)) if tagged != result => {
                self.lines[line] = format!("{} {closing}", self.lines[line]);
            }
            _ => {}
        }
    }

    /// A line of the game without signs of praise and blame, and without a result behind it.
    fn turn(&mut self, line: &str) -> String {
        let mut words = Vec::new();
        let mut written = String::new();
        for part in line.split_inclusive(['{', '}']) {
            if self.in_braces {
                written.push_str(part);
            } else {
                let kept = part.split_whitespace().filter_map(|word| self.word(word));
                let kept: Vec<&str> = kept.collect();
                words.extend(kept.iter().map(|&word| word.to_owned()));
                written.push_str(&kept.join(" "));
                written.push(' ');
            }
            match part.chars().last() {
                Some('{') => self.in_braces = true,
                Some('}') => self.in_braces = false,
                _ => {}
            }
        }
        if words.is_empty() {
            return written.trim_end().to_owned();
        }
        self.begun.get_or_insert(self.lines.len());
        if self.is_puzzle(&words) {
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

    /// A word of a turn without `!` and `?` behind it.
    fn word<'a>(&mut self, word: &'a str) -> Option<&'a str> {
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

    /// Takes the label of a turn from the line above, where it stands alone.
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

    /// Whether the line is `2g pass` under two lines of placements: a puzzle. The pieces are then
    /// the position that Silver begins from.
    fn is_puzzle(&mut self, words: &[String]) -> bool {
        let [label, pass] = words else { return false };
        let second = label.parse()
            == Ok(Label {
                number: 2,
                side: Side::Gold,
            });
        if !second || !pass.eq_ignore_ascii_case("pass") {
            return false;
        }
        let Some(begun) = self
            .begun
            .filter(|begun| self.lines.len() - begun <= PUZZLE_LINES)
        else {
            return false;
        };
        let game = self.lines[begun..].join(" ");
        let pieces = game
            .split_whitespace()
            .filter(|word| !looks_like_label(word));
        let pieces = pieces.map(|word| match word.parse() {
            Ok(Token::Action(Action::Place(placed))) => Some(placed),
            _ => None,
        });
        let Some(pieces) = pieces.collect::<Option<Vec<Placed>>>() else {
            return false;
        };
        let board: Board = pieces.iter().copied().collect();
        let stands = |placed: &Placed| board.at(placed.square) == Some(placed.piece);
        if pieces.is_empty() || !pieces.iter().all(stands) {
            return false;
        }
        for line in &mut self.lines[begun..] {
            line.clear();
        }
        self.lines[begun] = format!("Start: {}", write_compact(Side::Silver, &board));
        true
    }
}

/// The lines of a line in which marks stand for line breaks.
fn split_at_line_ends(line: Located<&str>) -> Vec<Located<&str>> {
    let trimmed = Located::new(line.value.trim(), 1, 1);
    if line.value.contains('#') || as_tag(trimmed).is_some() {
        return vec![line];
    }
    let marks = LINE_ENDS.iter().filter(|&mark| line.value.contains(mark));
    marks.fold(vec![line], |lines, mark| {
        lines
            .into_iter()
            .flat_map(|line| line.split(mark))
            .collect()
    })
}

/// The line with the `>` of a quoted mail replaced by blanks, so that columns stay.
fn without_quotation(line: &str) -> String {
    let text = line.trim_start_matches(['>', ' ']);
    let signs = &line[..line.len() - text.len()];
    signs.replace('>', " ") + text
}

/// Whether a line fences off text in a mail, a page or a forum.
fn is_fence(line: &str) -> bool {
    let code = |tag: &str| line.eq_ignore_ascii_case(tag);
    line.starts_with("```") || line.starts_with("~~~") || code("[code]") || code("[/code]")
}

/// The name and the value of a tag in brackets: `[Event "final"]`.
fn bracketed_tag(line: &str) -> Option<(&str, String)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let value = value
        .replace("\\\"", "\"")
        .replace("\\\\", "\\")
        .replace('#', " ");
    as_tag(Located::new(&format!("{name}: "), 1, 1))?;
    Some((name, value))
}

/// The result that a score is: `1-0` where Gold has won.
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
