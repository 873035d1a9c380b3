//! Cases with the sides exchanged: the same case, with Silver as the mover where it was Gold.
//!
//! They are generated, in files of their own. `ARIMAA_WRITE_CASES=1` writes them anew.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value as Json};
use toml::{Table, Value};

/// The files whose cases in play are there with the sides exchanged, too, and their chapters.
const EXCHANGED: [(&str, u32); 8] = [
    ("01-board-and-pieces.toml", 1),
    ("03-steps-and-freezing.toml", 3),
    ("04-push-and-pull.toml", 4),
    ("05-traps-and-captures.toml", 5),
    ("06-turns.toml", 6),
    ("07-repetition.toml", 7),
    ("08-end-of-the-game.toml", 8),
    ("11-validity.toml", 11),
];

/// The fields of an expectation that can be exchanged. The order of turns, and facts of refusals,
/// cannot.
const FIELDS: [&str; 12] = [
    "legal", "refused", "at", "captures", "board", "outcome", "actions", "listed", "unlisted",
    "turns", "steps", "invalid",
];

/// Cases that stand there for both sides under other names.
const PAIRED: [&str; 6] = [
    "the-opponents-rabbit-on-goal-2008",
    "silver-pushes-a-rabbit-to-its-goal",
    "a-goal-undone-in-the-same-turn",
    "a-silver-turn-that-undoes-a-goal",
    "a-frozen-player-2008",
    "a-frozen-gold-player",
];

#[test]
fn exchanged_cases_are_in_step() {
    let folder = crate::root::root().join("suite/cases");
    let mut stale = Vec::new();
    for (source, number) in EXCHANGED {
        let text = format!(
            "# SPEC.md, chapter {number}: the cases in play with the sides exchanged.\n\
             # Written by crates/oracle/tests/conformance/exchanged.rs from {source}.\n\n{}",
            chapter(&folder, source).join("\n")
        );
        let path = folder.join(format!("{number:02}-sides-exchanged.toml"));
        if std::env::var_os("ARIMAA_WRITE_CASES").is_some() {
            fs::write(&path, &text).unwrap();
        }
        if fs::read_to_string(&path).unwrap_or_default() != text {
            stale.push(path);
        }
    }
    assert!(stale.is_empty(), "ARIMAA_WRITE_CASES=1 writes {stale:?}");
}

/// Every case of a file about a position in play, with the sides exchanged.
///
/// Left out are positions of records, setups, and labels; cases that the file has for Silver, too;
/// and those of which every expectation depends on an order.
fn chapter(folder: &Path, file: &str) -> Vec<String> {
    let cases = read(&folder.join(file));
    let is_there = |id: &str| cases.iter().any(|case| word(case, "id") == id);
    let cases_in_play = cases.iter().filter(|case| is_in_play(case));
    cases_in_play
        .filter(|case| {
            let id = word(case, "id");
            let is_of_silver = id.ends_with("-by-silver") || is_there(&format!("{id}-by-silver"));
            !is_of_silver && !PAIRED.contains(&id)
        })
        .map(exchanged)
        .collect()
}

/// Whether a case has a drawn or a JSON position in play, and expects what can be exchanged.
fn is_in_play(case: &Table) -> bool {
    let header = case.get("diagram").and_then(Value::as_str);
    let header = header.map(|text| text.trim_start().split([' ', '\n']).next());
    let is_drawn = matches!(header, Some(Some("g" | "s")));
    let state = case.get("state").and_then(Value::as_str);
    let state: Option<Map<String, Json>> = state.and_then(|text| serde_json::from_str(text).ok());
    let is_state = state.is_some_and(|state| !state.contains_key("setup"));
    let expected = case["expect"].as_table().unwrap();
    (is_drawn || is_state) && expected.keys().all(|name| FIELDS.contains(&name.as_str()))
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
    for name in ["strict", "past_end"] {
        if let Some(value) = case.get(name) {
            lines.push(format!("{name} = {value}"));
        }
    }
    for (name, value) in case["expect"].as_table().unwrap() {
        let value = match name.as_str() {
            "outcome" => outcome(value.as_str().unwrap()),
            "legal" | "refused" | "turns" | "steps" | "invalid" => value.to_string(),
            "board" => format!("{:?}", turn(value.as_str().unwrap())),
            "at" => format!("{:?}", token(value.as_str().unwrap())),
            "actions" => format!("{:?}", actions(value.as_str().unwrap())),
            "captures" | "listed" | "unlisted" => {
                let words = value.as_array().unwrap().iter();
                let words = words.map(|word| token(word.as_str().unwrap()));
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

/// Actions in the order of their text, the end of the turn last (ORD-2).
fn actions(text: &str) -> String {
    let mut words: Vec<String> = text.split_whitespace().map(token).collect();
    words.sort_by_key(|word| (word == "end", word.clone()));
    words.join(" ")
}

/// A step, a capture token, a piece on its square, or the end of the turn.
fn token(text: &str) -> String {
    if text == "end" {
        return text.to_owned();
    }
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
