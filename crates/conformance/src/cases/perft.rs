//! Perft files: positions with the numbers that an engine should count (SPEC.md chapter 13).
//!
//! The reader is strict: a line that it skipped would be a check that is never made.

use std::collections::HashMap;

use serde::Deserialize;
use toml::Spanned;

use super::load::{File, LoadError, is_kebab_case};
use arimaa::text::{Located, TextError, read_compact, read_turn};
use arimaa::vocab::{Action, Edition, Phase, Snapshot, Step, Token};
use arimaa_oracle::ask::Counted;

/// The deepest number of turns that a file may state.
const MAX_TURNS: usize = 9;
/// The greatest depth of a step count: a turn has at most four steps.
const MAX_STEPS: usize = 4;

/// One position of a perft file, with the counts expected from it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PerftPosition {
    /// Its name, unique in the file: small letters, digits and hyphens.
    pub name: String,
    /// The line of its name.
    pub line: usize,
    /// The source of the position, in words.
    pub source: String,
    /// The board at the start of the turn, and the steps taken since. It need not be a valid
    /// position.
    pub snapshot: Snapshot,
    /// The counts, in the order of [`Counted`]; at least one.
    pub counts: Vec<PerftCount>,
}

/// One number of a perft file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct PerftCount {
    /// The line of the number.
    pub line: usize,
    /// The unit that is counted.
    pub what: Counted,
    /// The number that an engine should count.
    pub expected: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PerftFile {
    #[serde(default)]
    position: Vec<RawPosition>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPosition {
    name: Spanned<String>,
    source: Spanned<String>,
    position: Spanned<String>,
    edition: Option<Spanned<String>>,
    taken: Option<Spanned<String>>,
    #[serde(default)]
    steps: Vec<Spanned<u64>>,
    tree: Option<Spanned<u64>>,
    #[serde(default)]
    turns: Vec<Spanned<u64>>,
}

/// Reads the text of a perft file; `name` is the file's name in errors.
///
/// ```
/// use arimaa_oracle::ask::Counted;
/// use arimaa_conformance::read_perft;
///
/// let text = r#"
/// [[position]]
/// name = "lone-rabbits"
/// source = "counted by hand"
/// position = "g [.......r................................................R.......]"
/// steps = [2, 5]
/// tree = 55
/// "#;
/// let positions = read_perft("rabbits.toml", text)?;
/// let tree = positions[0].counts[2];
/// assert_eq!((tree.what, tree.expected), (Counted::Tree, 55));
///
/// let error = read_perft("rabbits.toml", &text.replace("steps", "step")).unwrap_err();
/// assert!(error.to_string().starts_with("rabbits.toml, line 6, column 1: unknown field `step`"));
/// # Ok::<(), arimaa_conformance::LoadError>(())
/// ```
///
/// # Errors
///
/// The first place that is not TOML, has an unknown, missing or doubled field, a name used before,
/// no source, a board or a step that cannot be read, no count, or more counts than a turn has
/// steps.
pub fn read_perft(name: &str, text: &str) -> Result<Vec<PerftPosition>, LoadError> {
    let file = File::new(name, text);
    let raw: PerftFile = file.parse()?;
    let mut lines: HashMap<String, usize> = HashMap::new();
    let mut positions = Vec::with_capacity(raw.position.len());
    for raw in raw.position {
        let at = raw.name.span().start;
        let position = position(&file, raw)?;
        if let Some(line) = lines.insert(position.name.clone(), position.line) {
            let message = format!("`{}` is the name of line {line} already", position.name);
            return Err(file.error_at(at, message));
        }
        positions.push(position);
    }
    Ok(positions)
}

fn position(file: &File<'_>, raw: RawPosition) -> Result<PerftPosition, LoadError> {
    let fail = |at: &Spanned<String>, message: String| file.error_at(at.span().start, message);
    if !is_kebab_case(raw.name.get_ref()) {
        let message = "a name has small letters, digits and single hyphens".to_owned();
        return Err(fail(&raw.name, message));
    }
    if raw.source.get_ref().trim().is_empty() {
        let message = "the source says in words where the position comes from".to_owned();
        return Err(fail(&raw.source, message));
    }
    let (side, board) = read_compact(raw.position.get_ref())
        .map_err(|error| fail(&raw.position, describe_error(&error)))?;
    let mut snapshot = Snapshot::position(Edition::default(), side, board);
    if let Some(edition) = &raw.edition {
        let named = edition.get_ref().parse::<Edition>();
        snapshot.edition = named.map_err(|error| fail(edition, error.to_string()))?;
    }
    if let (Some(taken), Phase::Play { steps, .. }) = (&raw.taken, &mut snapshot.phase) {
        *steps = read_steps(taken.get_ref()).map_err(|message| fail(taken, message))?;
    }
    let counts = counts(file, &raw)?;
    if counts.is_empty() {
        return Err(fail(
            &raw.name,
            "there is no count: steps, tree or turns".to_owned(),
        ));
    }
    Ok(PerftPosition {
        line: file.line_of_place(raw.name.span().start),
        name: raw.name.into_inner(),
        source: raw.source.into_inner(),
        snapshot,
        counts,
    })
}

/// The message of an error in a string of the file, without the place in the string.
fn describe_error(error: &TextError) -> String {
    format!("found {}, expected {}", error.found, error.expected)
}

/// Reads steps that are written without a label and without captures.
fn read_steps(text: &str) -> Result<Vec<Step>, String> {
    let line = read_turn(text, 1).map_err(|error| describe_error(&error))?;
    let steps: Option<Vec<Step>> = Located::values(&line.tokens)
        .into_iter()
        .map(|token| match token {
            Token::Action(Action::Step(step)) => Some(step),
            _ => None,
        })
        .collect();
    steps
        .filter(|steps| !steps.is_empty() && line.label.is_none())
        .ok_or_else(|| format!("`{text}` is not a list of steps such as `Ed2n rc3x`"))
}

fn counts(file: &File<'_>, raw: &RawPosition) -> Result<Vec<PerftCount>, LoadError> {
    for (numbers, most, what) in [
        (&raw.steps, MAX_STEPS, "steps"),
        (&raw.turns, MAX_TURNS, "turns"),
    ] {
        if let Some(number) = numbers.get(most) {
            let message = format!("{what} can be counted to depth {most}");
            return Err(file.error_at(number.span().start, message));
        }
    }
    let steps = (1..).map(Counted::Steps).zip(&raw.steps);
    let tree = raw.tree.iter().map(|number| (Counted::Tree, number));
    let turns = (1..).map(Counted::Turns).zip(&raw.turns);
    let numbers = steps.chain(tree).chain(turns);
    Ok(numbers
        .map(|(what, number)| PerftCount {
            line: file.line_of_place(number.span().start),
            what,
            expected: *number.get_ref(),
        })
        .collect())
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a file that cannot be read fails the test"
    )]

    use super::*;

    const FILE: &str = r#"# Two positions.

[[position]]
name = "lone-rabbits"
source = "made"
position = "g [.......r................................................R.......]"
steps = [2]
tree = 55
turns = [18]

# The second.
[[position]]
name = "in-a-turn-2"
source = "made, too"
position = "s [.......r................................................R.......]"
edition = "2005-05-28"
taken = "rh8s rh7s"
turns = [
  1,
  0,
]
"#;

    fn changed(from: &str, to: &str) -> String {
        assert!(FILE.contains(from), "{from}");
        let text = FILE.replacen(from, to, 1);
        read_perft("x.toml", &text).unwrap_err().to_string()
    }

    #[test]
    fn positions_are_read_with_the_lines_of_their_numbers() {
        for text in [FILE.to_owned(), FILE.replace('\n', "\r\n")] {
            let positions = read_perft("x.toml", &text).unwrap();
            let [first, second] = &positions[..] else {
                unreachable!("two positions")
            };
            let counts = |position: &PerftPosition| -> Vec<(usize, Counted, u64)> {
                let counts = position.counts.iter();
                counts
                    .map(|count| (count.line, count.what, count.expected))
                    .collect()
            };
            assert_eq!((first.name.as_str(), first.line), ("lone-rabbits", 4));
            assert_eq!(first.source, "made");
            let (one, tree, turns) = (Counted::Steps(1), Counted::Tree, Counted::Turns(1));
            assert_eq!(counts(first), [(7, one, 2), (8, tree, 55), (9, turns, 18)]);
            assert_eq!(second.source, "made, too");
            assert_eq!(second.snapshot.edition.name(), "2005-05-28");
            let Phase::Play { steps, .. } = &second.snapshot.phase else {
                unreachable!("a state of play")
            };
            assert_eq!(steps.len(), 2);
            assert_eq!(counts(second), [(19, turns, 1), (20, Counted::Turns(2), 0)]);
        }
        assert_eq!(read_perft("x.toml", "# nothing\n\n"), Ok(Vec::new()));
    }

    /// Columns: a part of the file, its replacement, and the error. `⏎` is a line break.
    const MISTAKES: &str = include_str!("perft_mistakes.txt");

    #[test]
    fn mistakes_are_refused_with_their_place() {
        for row in MISTAKES.lines() {
            let row = row.replace('⏎', "\n");
            let [from, to, message] = row.split(" | ").collect::<Vec<_>>()[..] else {
                unreachable!("{row}")
            };
            let got = changed(from, to);
            assert!(
                got.starts_with(&format!("x.toml, {message}")),
                "{got}: {message}"
            );
        }
    }
}
