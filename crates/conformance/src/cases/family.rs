//! Families of cases: one case with words left open, and the values of these words.
//!
//! A family is written like a case. In its texts `{word}` stands for a word that differs from
//! member to member. Each of its `axes` is a list of tables; a member takes one table of each axis.
//! Their entries that stand in braces somewhere are the words, and the others are added to the case
//! as fields.

use std::collections::BTreeSet;

use serde::Deserialize;
use toml::{Table, Value};

/// The field that turns a case into a family.
const AXES: &str = "axes";

/// The members of a family as tables, the last axis varying fastest.
///
/// # Errors
///
/// The axes are no lists of tables, a word is left open, or a record of rounds cannot be written.
pub(super) fn members(mut family: Table) -> Result<Vec<Table>, String> {
    let axes: Vec<Vec<Table>> = match family.remove(AXES) {
        Some(axes) => axes.try_into().map_err(|error| format!("axes: {error}"))?,
        None => return Err(format!("a family has `{AXES}`: lists of tables")),
    };
    let texts = format!("{family:?} {axes:?}");
    let mut choices = vec![Table::new()];
    for axis in &axes {
        let extended = choices
            .iter()
            .flat_map(|choice| axis.iter().map(|values| merged(choice.clone(), values)));
        choices = extended.collect();
    }
    let is_word = |name: &&String| texts.contains(&format!("{{{name}}}"));
    let names: BTreeSet<_> = axes.iter().flatten().flat_map(Table::keys).collect();
    let words: BTreeSet<_> = names.into_iter().filter(is_word).collect();
    let members = choices.into_iter().map(|choice| {
        let (words, added): (Table, Table) = choice
            .into_iter()
            .partition(|(name, _)| words.contains(name));
        member(&family, &added, &words)
    });
    members.collect()
}

fn member(family: &Table, added: &Table, words: &Table) -> Result<Table, String> {
    let mut case = merged(family.clone(), added);
    for (_, value) in &mut case {
        fill_words_in(value, words)?;
    }
    if let Some(record @ Value::Table(_)) = case.get_mut("record") {
        let rounds: Rounds = record
            .clone()
            .try_into()
            .map_err(|error| format!("record: {error}"))?;
        *record = Value::String(rounds.record());
    }
    Ok(case)
}

/// Merges two tables; where both have an entry, that of the second wins, but tables are merged.
fn merged(mut table: Table, other: &Table) -> Table {
    for (name, value) in other {
        let value = match (table.remove(name), value) {
            (Some(Value::Table(inner)), Value::Table(other)) => Value::Table(merged(inner, other)),
            _ => value.clone(),
        };
        table.insert(name.clone(), value);
    }
    table
}

/// Fills the words into all texts of a value. A text that is one word alone becomes the value of
/// the word, which may be a number.
fn fill_words_in(value: &mut Value, words: &Table) -> Result<(), String> {
    match value {
        Value::String(text) => {
            let alone = text
                .strip_prefix('{')
                .and_then(|text| text.strip_suffix('}'));
            *value = match alone.and_then(|name| words.get(name)) {
                Some(value) => value.clone(),
                None => Value::String(filled_text(text, words)?),
            };
        }
        Value::Array(values) => {
            for value in values {
                fill_words_in(value, words)?;
            }
        }
        Value::Table(fields) => {
            for (_, value) in fields {
                fill_words_in(value, words)?;
            }
        }
        _ => {}
    }
    Ok(())
}

fn filled_text(text: &str, words: &Table) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        // A brace of JSON is followed by a quotation mark, a blank or another brace.
        match after.split_once('}') {
            Some((name, behind)) if is_word(name) => {
                let value = words.get(name);
                let value = value.ok_or_else(|| format!("the word `{name}` has no value"))?;
                match value {
                    Value::String(value) => out.push_str(value),
                    Value::Integer(value) => out.push_str(&value.to_string()),
                    _ => return Err(format!("the word `{name}` is no text and no whole number")),
                }
                rest = behind;
            }
            _ => {
                out.push('{');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    Ok(out)
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|c| c.is_ascii_lowercase() || c == b'_')
}

/// A game in which each player goes through a round of single steps again and again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rounds {
    /// The position at the start: a compact board with the side to move.
    start: String,
    /// The turns before the rounds, of both sides in alternation.
    #[serde(default)]
    opening: String,
    /// The steps of Gold's round.
    gold: String,
    /// The steps of Silver's round.
    silver: String,
    /// The number of turns in all.
    turns: usize,
}

impl Rounds {
    /// The game as the text of a record.
    fn record(&self) -> String {
        let opening = self.opening.split_whitespace();
        let [mut gold, mut silver] =
            [&self.gold, &self.silver].map(|round| round.split_whitespace().cycle());
        let silver_begins = usize::from(self.start.starts_with('s'));
        let mut lines = vec![format!("Start: {}", self.start)];
        let mut opening = opening.fuse();
        for turn in silver_begins..self.turns + silver_begins {
            let (number, is_gold) = (turn / 2 + 2, turn % 2 == 0);
            let (letter, round) = if is_gold {
                ('g', &mut gold)
            } else {
                ('s', &mut silver)
            };
            let step = opening.next().or_else(|| round.next()).unwrap_or_default();
            lines.push(format!("{number}{letter} {step}"));
        }
        lines.join("\n") + "\n"
    }
}
