//! Perft files: positions with the numbers that an engine should count (SPEC.md chapter 13).
//!
//! Unlike the other readers this one is strict: a line that is not understood would be a check that is not made. What
//! is counted is said by [`Counted`]; counting is for an engine.

use std::collections::HashMap;
use std::fmt;

use super::compact::read_compact_at;
use super::lines::without_mark;
use super::located::Located;
use super::notation::read_token;
use super::{TextError, Token};
use crate::vocab::{Action, Edition, Phase, Snapshot, Step};

/// One position of a perft file, with what should be counted from it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PerftPosition {
    /// Its name, unique in the file: small letters, digits and hyphens.
    pub name: Located<String>,
    /// Where the position comes from, in words.
    pub source: String,
    /// The position: the board at the start of the turn, and the steps taken since. Nothing says that it can exist.
    pub snapshot: Snapshot,
    /// What to count, each with the number expected, in the order of [`Counted`]; at least one.
    pub counts: Vec<Located<(Counted, u64)>>,
}

/// What is counted. The order is that of the lines of a position.
///
/// ```
/// use arimaa_oracle::text::Counted;
///
/// assert!(Counted::Steps(4) < Counted::Tree && Counted::Tree < Counted::Turns(1));
/// assert_eq!(Counted::Tree.to_string(), "steps tree");
/// assert_eq!(Counted::Turns(2).to_string(), "turns 2");
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Counted {
    /// `steps N`: sequences of exactly N steps, N from 1 to 4 (SPEC.md CNT-1).
    Steps(u32),
    /// `steps tree`: sequences of one to four steps (SPEC.md CNT-2).
    Tree,
    /// `turns N`: sequences of N distinct turns, N from 1 to 9 (SPEC.md CNT-3).
    Turns(u32),
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps(depth) => write!(f, "steps {depth}"),
            Self::Tree => f.write_str("steps tree"),
            Self::Turns(depth) => write!(f, "turns {depth}"),
        }
    }
}

/// Reads a perft file.
///
/// A position is a block of lines that stand together: `name`, `source`, `position` (a compact board with one blank
/// before its bracket), then, if need be, `edition` and `taken` (the steps already taken in the turn), then the counts.
/// The order is fixed, and so is one blank between the words of a line. Comments are whole lines that begin with `#`; they and
/// empty lines stand between positions. A byte order mark and line ends of two characters are read.
///
/// ```
/// use arimaa_oracle::text::{Counted, read_perft};
///
/// let text = "\
/// name lone-rabbits
/// source counted by hand
/// position g [.......r................................................R.......]
/// steps 1 2
/// steps 2 5
/// steps tree 55
/// ";
/// let positions = read_perft(text)?;
/// assert_eq!(positions[0].counts[2].value, (Counted::Tree, 55));
///
/// let error = read_perft(&text.replace("steps 2", "step 2")).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 5, column 1: found `step`, expected `steps`, `turns` or an empty line"
/// );
/// # Ok::<(), arimaa_oracle::text::TextError>(())
/// ```
///
/// # Errors
///
/// The first place that is not as it should be: an unknown, missing, doubled or misplaced line, a name that was used before,
/// a stray blank, a number that is not written plainly.
pub fn read_perft(text: &str) -> Result<Vec<PerftPosition>, TextError> {
    let mut lines = Lines::of(text);
    let mut positions = Vec::new();
    let mut names: HashMap<String, usize> = HashMap::new();
    while lines.skip_to_a_position() {
        let position = read_position(&mut lines)?;
        let name = &position.name;
        if let Some(line) = names.insert(name.value.clone(), name.line) {
            let found = format!(
                "{}, the name of line {line}",
                TextError::quoted(&name.value)
            );
            let expected = "a name of its own";
            return Err(TextError::new(name.line, name.column, found, expected));
        }
        positions.push(position);
    }
    Ok(positions)
}

/// The lines of the file, one ahead.
struct Lines<'a> {
    rest: std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'a>>>,
    /// What stands after the last line: nothing.
    end: Located<&'a str>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        let text = without_mark(text);
        let count = text.lines().count();
        let end = match text.lines().last() {
            Some(last) if !text.ends_with('\n') => {
                Located::new("", count, last.chars().count() + 1)
            }
            _ => Located::new("", count + 1, 1),
        };
        Self {
            rest: text.lines().enumerate().peekable(),
            end,
        }
    }

    /// Passes over comments and empty lines; whether there is anything after them.
    fn skip_to_a_position(&mut self) -> bool {
        let between = |line: &str| line.is_empty() || line.starts_with('#');
        while self.rest.next_if(|(_, line)| between(line)).is_some() {}
        self.rest.peek().is_some()
    }

    /// The next line of the position, empty at its end.
    fn peek(&mut self) -> Located<&'a str> {
        let next = self.rest.peek();
        next.map_or(self.end, |&(index, line)| Located::new(line, index + 1, 1))
    }

    /// What stands after this key on the next line, if that has it.
    fn value_of(&mut self, key: &str) -> Result<Option<Located<&'a str>>, TextError> {
        let line = self.peek();
        let (word, rest) = first_word(line);
        if word.value != key {
            return Ok(None);
        }
        self.rest.next();
        let value = rest.strip_prefix(" ");
        let value = value.ok_or_else(|| rest.unexpected(format!("a blank and the {key}")))?;
        refuse_blanks_around(value)?;
        Ok(Some(value))
    }

    /// The same where the key has to stand.
    fn required(&mut self, key: &str) -> Result<Located<&'a str>, TextError> {
        let value = self.value_of(key)?;
        value.ok_or_else(|| {
            let word = first_word(self.peek()).0;
            word.unexpected(format!("`{key}`"))
        })
    }
}

fn read_position(lines: &mut Lines) -> Result<PerftPosition, TextError> {
    let name = lines.required("name")?;
    check_name(name)?;
    let source = lines.required("source")?.value.to_owned();
    let mut snapshot = read_board(lines.required("position")?)?;
    if let Some(name) = lines.value_of("edition")? {
        let edition = name.value.parse::<Edition>();
        snapshot.edition = edition.map_err(|error| name.unexpected(error.expected()))?;
    }
    if let Some(taken) = lines.value_of("taken")?
        && let Phase::Play { steps, .. } = &mut snapshot.phase
    {
        *steps = taken.split(" ").map(read_step).collect::<Result<_, _>>()?;
    }
    let mut counts: Vec<Located<(Counted, u64)>> = Vec::new();
    while let Some(count) = read_count(lines, counts.is_empty())? {
        if let Some(before) = counts.last()
            && before.value.0 >= count.value.0
        {
            let (found, before) = (count.value.0, before.value.0);
            let found = format!("`{found}` after `{before}`");
            let expected = "each count once, steps from 1 to 4, the tree, then turns";
            return Err(TextError::new(count.line, count.column, found, expected));
        }
        counts.push(count);
    }
    Ok(PerftPosition {
        name: name.with(name.value.to_owned()),
        source,
        snapshot,
        counts,
    })
}

fn check_name(name: Located<&str>) -> Result<(), TextError> {
    let fits = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    if name
        .value
        .split('-')
        .all(|word| !word.is_empty() && word.chars().all(fits))
    {
        return Ok(());
    }
    Err(name.unexpected("a name of small letters, digits and single hyphens"))
}

/// A compact board in its one form.
fn read_board(text: Located<&str>) -> Result<Snapshot, TextError> {
    if !text.value.starts_with("g [") && !text.value.starts_with("s [") {
        return Err(text.unexpected("`g [` or `s [` and 64 squares"));
    }
    let (side, board) = read_compact_at(text)?;
    Ok(Snapshot::position(Edition::default(), side, board))
}

fn read_step(word: Located<&str>) -> Result<Step, TextError> {
    let unexpected = || word.unexpected("a step, such as `Ed2n`");
    match read_token(word).map_err(|_| unexpected())?.value {
        Token::Action(Action::Step(step)) => Ok(step),
        _ => Err(unexpected()),
    }
}

/// The count on the next line; `None` at the end of the position, which cannot come before the first.
fn read_count(
    lines: &mut Lines,
    first: bool,
) -> Result<Option<Located<(Counted, u64)>>, TextError> {
    let line = lines.peek();
    let (key, _) = first_word(line);
    let is_steps = key.value == "steps";
    if line.value.is_empty() && !first {
        return Ok(None);
    }
    if !is_steps && key.value != "turns" {
        let expected = if first {
            "`steps` or `turns`"
        } else {
            "`steps`, `turns` or an empty line"
        };
        return Err(key.unexpected(expected));
    }
    let value = lines.required(key.value)?;
    let (depth, rest) = first_word(value);
    let counted = match (is_steps, depth.value) {
        (true, "tree") => Counted::Tree,
        (true, _) => Counted::Steps(read_depth(depth, 4, "a depth (1, 2, 3, 4 or tree)")?),
        (false, _) => Counted::Turns(read_depth(depth, 9, "a depth (1 to 9)")?),
    };
    let number = rest.strip_prefix(" ");
    let number = number.ok_or_else(|| rest.unexpected("a blank and the number"))?;
    let number = read_number(number)?;
    Ok(Some(line.with((counted, number))))
}

/// A depth is one digit.
fn read_depth(word: Located<&str>, most: u32, expected: &str) -> Result<u32, TextError> {
    let depth = match word.value.as_bytes() {
        [digit @ b'1'..=b'9'] => u32::from(digit - b'0'),
        _ => u32::MAX,
    };
    if depth <= most {
        Ok(depth)
    } else {
        Err(word.unexpected(expected))
    }
}

/// A number as it is written plainly: digits, and no zero before others.
fn read_number(text: Located<&str>) -> Result<u64, TextError> {
    let number = text.value.parse::<u64>().ok();
    let plain = number.filter(|number| number.to_string() == text.value);
    plain.ok_or_else(|| text.unexpected("a number in digits, below 2^64"))
}

/// The word before the first blank, and the rest with it.
fn first_word(text: Located<&str>) -> (Located<&str>, Located<&str>) {
    let end = text.value.find(char::is_whitespace);
    text.split_at(end.unwrap_or(text.value.len()))
}

/// A value begins and ends with something.
fn refuse_blanks_around(value: Located<&str>) -> Result<(), TextError> {
    let trimmed = value.trim();
    if trimmed.value.is_empty() {
        let there = value.split_first().0;
        return Err(there.unexpected("something after one blank"));
    }
    let after = value.split_at(value.value.trim_end().len()).1;
    let stray = if trimmed.column > value.column {
        value
    } else {
        after
    };
    if stray.value.is_empty() {
        return Ok(());
    }
    Err(stray.split_first().0.unexpected("no blank here"))
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a file that cannot be read fails the test"
    )]

    use super::*;

    const FILE: &str = "\
# Two positions.

name lone-rabbits
source made
position g [.......r................................................R.......]
steps 1 2
steps tree 55
turns 1 18

# The second.
name in-a-turn-2
source made, too
position s [.......r................................................R.......]
edition 2005-05-28
taken rh8s rh7s
turns 2 0
";

    fn error(text: &str) -> String {
        read_perft(text).unwrap_err().to_string()
    }

    fn changed(from: &str, to: &str) -> String {
        assert!(FILE.contains(from), "{from}");
        error(&FILE.replacen(from, to, 1))
    }

    #[test]
    fn positions_are_read() {
        for text in [
            FILE.to_owned(),
            format!("\u{feff}{FILE}"),
            FILE.replace('\n', "\r\n"),
            FILE.trim_end().to_owned(),
        ] {
            let positions = read_perft(&text).unwrap();
            let [first, second] = &positions[..] else {
                unreachable!("two positions")
            };
            assert_eq!(first.name, Located::new("lone-rabbits".to_owned(), 3, 6));
            assert_eq!(first.source, "made");
            let counts: Vec<_> = first.counts.iter().map(|count| count.value).collect();
            let (one, tree, turns) = (Counted::Steps(1), Counted::Tree, Counted::Turns(1));
            assert_eq!(counts, [(one, 2), (tree, 55), (turns, 18)]);
            assert_eq!((first.counts[1].line, first.counts[1].column), (7, 1));
            assert_eq!(second.source, "made, too");
            assert_eq!(second.snapshot.edition.name(), "2005-05-28");
            let Phase::Play { steps, .. } = &second.snapshot.phase else {
                unreachable!("a state of play")
            };
            assert_eq!(steps.len(), 2);
            assert_eq!(second.counts[0].value, (Counted::Turns(2), 0));
        }
        assert_eq!(read_perft(""), Ok(Vec::new()));
        assert_eq!(read_perft("# nothing\n\n"), Ok(Vec::new()));
    }

    #[test]
    fn keys_are_a_closed_set_in_a_fixed_order() {
        for (from, to, message) in [
            (
                "name lone",
                "nom lone",
                "line 3, column 1: found `nom`, expected `name`",
            ),
            (
                "source made\n",
                "",
                "line 4, column 1: found `position`, expected `source`",
            ),
            (
                "source made\n",
                "source\n",
                "line 4, column 7: found the end of the line, expected a blank and the source",
            ),
            (
                "source made\n",
                "source \n",
                "line 4, column 8: found the end of the line, expected something after one blank",
            ),
            (
                "source made\n",
                "# why\nsource made\n",
                "line 4, column 1: found `#`, expected `source`",
            ),
            (
                "source made\n",
                "\nsource made\n",
                "line 4, column 1: found the end of the line, expected `source`",
            ),
            (
                "steps 1 2\n",
                "step 1 2\n",
                "line 6, column 1: found `step`, expected `steps` or `turns`",
            ),
            (
                "steps tree",
                "Steps tree",
                "line 7, column 1: found `Steps`, expected `steps`, `turns` or an empty line",
            ),
            (
                "\n# The second",
                "# The second",
                "line 9, column 1: found `#`, expected `steps`, `turns` or an empty line",
            ),
            (
                "\n# The second.\n",
                "",
                "line 9, column 1: found `name`, expected `steps`, `turns` or an empty line",
            ),
            (
                "turns 2 0\n",
                "",
                "line 16, column 1: found the end of the line, expected `steps` or `turns`",
            ),
            (
                "turns 2 0\n",
                "\n",
                "line 16, column 1: found the end of the line, expected `steps` or `turns`",
            ),
            (
                "taken",
                "edition 2002\ntaken",
                "line 15, column 1: found `edition`, expected `steps` or `turns`",
            ),
            (
                "edition 2005-05-28",
                "edition 2005",
                "line 14, column 9: found `2005`, expected an edition",
            ),
        ] {
            let got = changed(from, to);
            assert!(got.starts_with(message), "{got}\n{message}");
        }
    }

    #[test]
    fn a_text_can_end_too_soon() {
        let found = "found the end of the line, expected `source`";
        assert_eq!(error("name a"), format!("line 1, column 7: {found}"));
        assert_eq!(error("name a\n"), format!("line 2, column 1: {found}"));
        let whole = FILE.lines().count();
        for cut in 0..whole {
            let text: String = FILE.split_inclusive('\n').take(cut).collect();
            let ends_between = matches!(cut, 0..=2 | 6..=10);
            assert_eq!(read_perft(&text).is_ok(), ends_between, "{text}");
        }
    }

    #[test]
    fn names_are_plain_and_used_once() {
        let names = "a name of small letters, digits and single hyphens";
        for (name, shown) in [
            ("Lone", "`Lone`"),
            ("a--b", "`a--b`"),
            ("a b", "`a b`"),
            ("-a", "`-a`"),
            ("é", "`é`"),
        ] {
            assert_eq!(
                changed("lone-rabbits", name),
                format!("line 3, column 6: found {shown}, expected {names}")
            );
        }
        assert_eq!(
            changed("in-a-turn-2", "lone-rabbits"),
            "line 11, column 6: found `lone-rabbits`, the name of line 3, expected a name of its own"
        );
    }

    #[test]
    fn blanks_are_where_they_belong() {
        for (from, to, message) in [
            (
                "name lone",
                " name lone",
                "line 3, column 1: found the end of the line, expected `name`",
            ),
            (
                "name lone",
                "name  lone",
                "line 3, column 6: found ` `, expected no blank here",
            ),
            (
                "name lone",
                "name\tlone",
                "line 3, column 5: found `\\tlone-rabbits`, expected a blank and the name",
            ),
            (
                "source made\n",
                "source made \n",
                "line 4, column 12: found ` `, expected no blank here",
            ),
            (
                "position g [",
                "position g[",
                "line 5, column 10: found `g[",
            ),
            (
                "position g [",
                "position g  [",
                "line 5, column 10: found `g  [",
            ),
            (
                "position g [",
                "position w [",
                "line 5, column 10: found `w [",
            ),
            (
                "R.......]\n",
                "R.......] \n",
                "line 5, column 78: found ` `, expected no blank here",
            ),
            (
                "R.......]\n",
                "R......]\n",
                "line 5, column 76: found 63 squares",
            ),
            (
                "steps 1 2",
                "steps 1  2",
                "line 6, column 9: found ` 2`, expected a number in digits",
            ),
            (
                "steps 1 2",
                "steps  1 2",
                "line 6, column 7: found ` `, expected no blank here",
            ),
            (
                "steps 1 2",
                "steps 1 2 ",
                "line 6, column 10: found ` `, expected no blank here",
            ),
            (
                "steps 1 2",
                "steps 1 2 # hm",
                "line 6, column 9: found `2 # hm`, expected a number",
            ),
            (
                "rh8s rh7s",
                "rh8s  rh7s",
                "line 15, column 12: found the end of the line, expected a step",
            ),
        ] {
            let got = changed(from, to);
            assert!(got.starts_with(message), "{got}\n{message}");
        }
        // A line of a blank alone is not empty.
        let message = "line 9, column 1: found the end of the line, expected `steps`";
        assert!(changed("18\n\n", "18\n \n").starts_with(message));
    }

    #[test]
    fn counts_are_plain_and_in_order() {
        let order = "expected each count once, steps from 1 to 4, the tree, then turns";
        for (from, to, message) in [
            (
                "steps 1 2",
                "steps 0 2",
                "line 6, column 7: found `0`, expected a depth (1, 2, 3, 4 or tree)",
            ),
            (
                "steps 1 2",
                "steps 5 2",
                "line 6, column 7: found `5`, expected a depth (1, 2, 3, 4 or tree)",
            ),
            (
                "turns 1 18",
                "turns 0 18",
                "line 8, column 7: found `0`, expected a depth (1 to 9)",
            ),
            (
                "turns 1 18",
                "turns tree 18",
                "line 8, column 7: found `tree`, expected a depth (1 to 9)",
            ),
            (
                "turns 1 18",
                "turns 1",
                "line 8, column 8: found the end of the line, expected a blank and the number",
            ),
            (
                "turns 1 18",
                "turns 1 018",
                "line 8, column 9: found `018`, expected a number",
            ),
            (
                "turns 1 18",
                "turns 1 +18",
                "line 8, column 9: found `+18`, expected a number",
            ),
            (
                "turns 1 18",
                "turns 1 -1",
                "line 8, column 9: found `-1`, expected a number",
            ),
            (
                "turns 1 18",
                "turns 1 1,800",
                "line 8, column 9: found `1,800`, expected a number",
            ),
            (
                "turns 1 18",
                "turns 1 18446744073709551616",
                "line 8, column 9: found `18446744073709551616`",
            ),
            (
                "turns 1 18",
                "steps 4 18",
                &format!("line 8, column 1: found `steps 4` after `steps tree`, {order}"),
            ),
            (
                "turns 1 18",
                "steps tree 55",
                &format!("line 8, column 1: found `steps tree` after `steps tree`, {order}"),
            ),
            (
                "rh8s rh7s",
                "ra8 rh7s",
                "line 15, column 7: found `ra8`, expected a step",
            ),
            (
                "rh8s rh7s",
                "rh8s rh7x",
                "line 15, column 12: found `rh7x`, expected a step",
            ),
            (
                "rh8s rh7s",
                "3s rh8s",
                "line 15, column 7: found `3s`, expected a step",
            ),
        ] {
            let got = changed(from, to);
            assert!(got.starts_with(message), "{got}\n{message}");
        }
        let most = FILE.replacen("turns 1 18", "turns 9 18446744073709551615", 1);
        let positions = read_perft(&most).unwrap();
        assert_eq!(positions[0].counts[2].value, (Counted::Turns(9), u64::MAX));
    }
}
