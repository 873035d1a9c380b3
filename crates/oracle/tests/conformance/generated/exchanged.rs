//! Cases with the sides exchanged: the same case, with Silver as the mover where it was Gold.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value as Json};
use toml::{Table, Value};

/// Cases of chapter 4 about what a step of the mover opens or leaves pending.
const OPENINGS: [&str; 10] = [
    "wikibook-no-push-and-pull-at-once-unlisted",
    "the-end-of-a-pull-opens-nothing-unlisted",
    "a-captured-piece-still-leaves-a-push-pending",
    "a-captured-piece-still-leaves-a-push-pending-unlisted",
    "a-weaker-pieces-square-is-filled-by-a-push",
    "a-weaker-pieces-square-is-filled-by-a-push-unlisted",
    "an-equal-pieces-square-is-filled-by-a-push",
    "an-equal-pieces-square-is-filled-by-a-push-unlisted",
    "an-older-square-is-filled-by-a-push",
    "an-older-square-is-filled-by-a-push-unlisted",
];

/// The rules of chapter 8 about the order of the checks, and about those that need a history.
const ENDINGS: [&str; 3] = ["END-2", "END-8", "END-10"];

/// The cases of [`OPENINGS`] with the sides exchanged.
pub(super) fn openings(folder: &Path) -> Vec<String> {
    let cases = read(&folder.join("04-push-and-pull.toml"));
    let cases = cases
        .iter()
        .filter(|case| OPENINGS.contains(&word(case, "id")));
    cases.map(exchanged).collect()
}

/// Every case that shows a rule of [`ENDINGS`], with the sides exchanged. Cases with a record,
/// whose setups cannot be exchanged, are left out, and so are lists.
pub(super) fn endings(folder: &Path) -> Vec<String> {
    let cases = read(&folder.join("08-end-of-the-game.toml"));
    let shows = |case: &&Table| {
        let cited = case
            .get("yes")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        let mut cited = cited.filter_map(Value::as_str);
        cited.any(|rule| ENDINGS.contains(&rule))
    };
    let is_state = |case: &&Table| {
        let outcome = case["expect"].as_table().unwrap().get("outcome");
        !case.contains_key("record") && outcome.is_some()
    };
    let cases = cases.iter().filter(shows).filter(is_state);
    cases
        .filter(|case| !word(case, "id").ends_with("-by-silver"))
        .map(exchanged)
        .collect()
}

/// The cases of a file as tables.
fn read(path: &Path) -> Vec<Table> {
    let file: Table = fs::read_to_string(path).unwrap().parse().unwrap();
    let cases = file["case"].as_array().unwrap().iter();
    cases.map(|case| case.as_table().unwrap().clone()).collect()
}

/// The case with the sides exchanged, as it is written in a file.
fn exchanged(case: &Table) -> String {
    let id = word(case, "id");
    let mut lines = vec!["[[case]]".to_owned(), format!("id = \"{id}-exchanged\"")];
    for name in ["yes", "no"] {
        if let Some(rules) = case.get(name) {
            lines.push(format!("{name} = {rules}"));
        }
    }
    lines.push(format!(
        "note = \"The same as `{id}` with the sides exchanged.\""
    ));
    if let Some(edition) = case.get("edition") {
        lines.push(format!("edition = {edition}"));
    }
    for (name, exchange) in [("diagram", diagram as fn(&str) -> String), ("state", state)] {
        if case.contains_key(name) {
            let exchanged = exchange(word(case, name));
            lines.push(format!("{name} = '''\n{exchanged}\n'''"));
        }
    }
    if case.contains_key("turn") {
        lines.push(format!("turn = \"{}\"", turn(word(case, "turn"))));
    }
    if let Some(past_end) = case.get("past_end") {
        lines.push(format!("past_end = {past_end}"));
    }
    for (name, value) in case["expect"].as_table().unwrap() {
        let value = match name.as_str() {
            "outcome" => outcome(value.as_str().unwrap()),
            "legal" | "refused" => value.to_string(),
            "at" => match value.as_str().unwrap() {
                "end" => value.to_string(),
                step => format!("{:?}", token(step)),
            },
            "captures" | "listed" | "unlisted" => {
                let words = value.as_array().unwrap().iter();
                let words = words.map(|word| match word.as_str().unwrap() {
                    "end" => "end".to_owned(),
                    word => token(word),
                });
                format!("{:?}", words.collect::<Vec<_>>())
            }
            other => panic!("{id}: `expect.{other}` cannot be exchanged"),
        };
        lines.push(format!("expect.{name} = {value}"));
    }
    lines.join("\n") + "\n"
}

fn word<'a>(table: &'a Table, name: &str) -> &'a str {
    table[name].as_str().unwrap()
}

/// A drawing with its ranks turned round and its pieces exchanged.
fn diagram(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let [header, border, ranks @ .., last, files] = &lines[..] else {
        panic!("{text}");
    };
    let (side, steps) = header.split_once(' ').unwrap_or((header, ""));
    let header = format!("{} {}", letter(side), turn(steps));
    let ranks = ranks.iter().rev().enumerate().map(|(index, rank)| {
        let squares = exchanged_letters(rank.split_once('|').unwrap().1);
        format!("{}|{squares}", 8 - index)
    });
    let ranks: Vec<String> = ranks.collect();
    format!(
        "{}\n{border}\n{}\n{last}\n{files}",
        header.trim_end(),
        ranks.join("\n")
    )
}

/// A JSON state with the sides exchanged, a line for each field and each earlier turn end.
fn state(text: &str) -> String {
    let mut state: Map<String, Json> = serde_json::from_str(text).unwrap();
    exchange_position(&mut state, "side");
    if let Some(Json::Array(steps)) = state.get_mut("steps") {
        for step in steps {
            *step = token(step.as_str().unwrap()).into();
        }
    }
    let fields = state.iter_mut().map(|(name, value)| match value {
        Json::Array(ends) if name == "earlier" => {
            let ends = ends.iter_mut().map(|end| {
                exchange_position(end.as_object_mut().unwrap(), "to_move");
                format!("    {end}")
            });
            let ends: Vec<String> = ends.collect();
            format!("  {name:?}: [\n{}\n  ]", ends.join(",\n"))
        }
        value => format!("  {name:?}: {value}"),
    });
    let fields: Vec<String> = fields.collect();
    format!("{{\n{}\n}}", fields.join(",\n"))
}

fn exchange_position(position: &mut Map<String, Json>, side: &str) {
    position[side] = match position[side].as_str() {
        Some("gold") => "silver",
        Some("silver") => "gold",
        other => panic!("{other:?} is no side"),
    }
    .into();
    match &mut position["board"] {
        Json::Array(ranks) => {
            ranks.reverse();
            for rank in ranks {
                *rank = exchanged_letters(rank.as_str().unwrap()).into();
            }
        }
        board => {
            let squares = exchanged_letters(board.as_str().unwrap());
            let ranks: Vec<&str> = (0..8)
                .rev()
                .map(|rank| &squares[8 * rank..8 * rank + 8])
                .collect();
            *board = ranks.concat().into();
        }
    }
}

/// Gold's letters as Silver's, and the other way round; a trap stays a trap.
fn exchanged_letters(text: &str) -> String {
    let exchange = |c: char| match c {
        'x' => c,
        c if c.is_ascii_uppercase() => c.to_ascii_lowercase(),
        c => c.to_ascii_uppercase(),
    };
    text.chars().map(exchange).collect()
}

fn letter(side: &str) -> &'static str {
    match side {
        "g" => "s",
        "s" => "g",
        other => panic!("{other} is no side"),
    }
}

fn turn(text: &str) -> String {
    text.split_whitespace()
        .map(token)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A step, a capture token, or a piece on its square.
fn token(text: &str) -> String {
    let characters = text.chars().enumerate().map(|(index, c)| match (index, c) {
        (0, c) if c.is_ascii_uppercase() => c.to_ascii_lowercase(),
        (0, c) => c.to_ascii_uppercase(),
        (2, c) => char::from(b'1' + b'8' - c as u8),
        (3, 'n') => 's',
        (3, 's') => 'n',
        (_, c) => c,
    });
    characters.collect()
}

fn outcome(text: &str) -> String {
    let text = match text.split_once(' ') {
        Some(("gold", rule)) => format!("silver {rule}"),
        Some(("silver", rule)) => format!("gold {rule}"),
        _ => text.to_owned(),
    };
    format!("{text:?}")
}
