//! Tests that the table of rules in the reference engine is complete, and that its faster search
//! agrees with the definition.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::Path;

use arimaa::bitboard::Game;
use arimaa::compare::random_start;
use arimaa::random::SplitMix64;
use arimaa::reference::Reference;
use arimaa::rules::Rules;
use arimaa::spec;
use arimaa::vocab::{Action, Edition, Phase, Side, Snapshot};
use support::root::texts_in;

/// The files of the engine by name, without `mod.rs`.
fn sources() -> BTreeMap<String, String> {
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let files = texts_in("src/reference").into_iter();
    let sources = files.map(|(path, text)| (name(&path), text));
    sources.filter(|(name, _)| name != "mod").collect()
}

/// The rows of the tables in the engine's documentation that begin with rule ids: the ids, and the
/// second cell.
fn rows() -> Vec<(Vec<String>, &'static str)> {
    include_str!("../../src/reference/mod.rs")
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix("//! | ")?.split(" | ");
            let ids = ids_in(cells.next()?);
            let text = cells.next()?.trim_end_matches('|').trim();
            (!ids.is_empty()).then_some((ids, text))
        })
        .collect()
}

/// The rule ids in a text; ranges such as `PSH-1 to PSH-3` are expanded.
fn ids_in(text: &str) -> Vec<String> {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .collect();
    let read = |word: &str| -> Option<(String, u32)> {
        let (chapter, number) = word.split_once('-')?;
        let is_chapter = chapter.len() == 3 && chapter.chars().all(|c| c.is_ascii_uppercase());
        is_chapter.then_some((chapter.to_owned(), number.parse().ok()?))
    };
    let mut ids = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some((chapter, number)) = read(word) else {
            continue;
        };
        let begun = at.checked_sub(2).filter(|_| words[at - 1] == "to");
        let first = match begun.and_then(|begun| read(words[begun])) {
            Some((_, first)) => first + 1,
            None => number,
        };
        ids.extend((first..=number).map(|number| format!("{chapter}-{number}")));
    }
    ids
}

/// The documentation of each function with this name in a file.
fn documentation<'a>(source: &'a str, function: &str) -> Vec<Vec<&'a str>> {
    let lines: Vec<&str> = source.lines().collect();
    let declares = |line: &str| {
        let declared = line.split_once("fn ").map(|(_, rest)| rest);
        declared.is_some_and(|rest| {
            rest.strip_prefix(function)
                .is_some_and(|rest| rest.starts_with(['(', '<']))
        })
    };
    let above = |at: usize| {
        let lines = lines[..at].iter().rev().map(|line| line.trim_start());
        lines
            .take_while(|line| line.starts_with("///") || line.starts_with("#["))
            .collect()
    };
    (0..lines.len())
        .filter(|&at| declares(lines[at]))
        .map(above)
        .collect()
}

#[test]
fn every_function_of_the_rule_table_names_its_rule() {
    let sources = sources();
    let mut checked = 0;
    let mut wrong = Vec::new();
    for (ids, text) in rows() {
        for name in text.split('`').skip(1).step_by(2) {
            let Some((file, function)) = name.split_once("::") else {
                continue;
            };
            let found = sources
                .get(file)
                .map(|source| documentation(source, function));
            let found = found.unwrap_or_default();
            let cites = |id: &String| {
                found.iter().any(|lines| {
                    let text: Vec<&str> = lines.iter().rev().copied().collect();
                    ids_in(&text.join(" ")).contains(id)
                })
            };
            checked += 1;
            if !ids.iter().all(cites) {
                wrong.push(format!("{name} for {}", ids.join(", ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 100, "{checked} functions were looked up");
}

#[test]
fn every_rule_of_the_specification_stands_in_one_table() {
    let mut listed: Vec<String> = rows().into_iter().flat_map(|(ids, _)| ids).collect();
    listed.sort();
    let mut rules: Vec<String> = spec::rules()
        .iter()
        .map(|rule| rule.id.to_owned())
        .collect();
    rules.sort();
    assert_eq!(listed, rules);
}

/// States near the start of random walks whose turns are few enough to try every sequence of steps.
fn small_states() -> Vec<Reference> {
    let mut states = Vec::new();
    for number in 0_u32..600 {
        let start: Snapshot = random_start(&mut SplitMix64::new(5, u64::from(number)));
        let Ok(mut state) = Reference::from_snapshot(&start) else {
            continue;
        };
        for _ in 0..3 {
            // A setup has no sequences to try.
            if !matches!(start.phase, Phase::Play { .. }) {
                break;
            }
            if state.count_steps(1) <= 12 && state.count_turns() <= 100 {
                states.push(state.clone());
            }
            let actions = state.legal_actions();
            let wanted = usize::try_from(number).unwrap() % actions.len().max(1);
            let Some(&action) = actions.get(wanted) else {
                break;
            };
            state.apply(action).unwrap();
        }
    }
    states
}

#[test]
fn search_finds_the_turns_of_the_definition() {
    let states = small_states();
    let (mut turns, mut begun) = (0, 0);
    for state in &states {
        let defined = state.turns_by_definition();
        assert_eq!(state.turns(), defined, "{:?}", state.board());
        assert_eq!(state.count_turns(), defined.len() as u64);
        turns += defined.len();
        begun += usize::from(!state.legal_actions().contains(&Action::EndTurn));
    }
    assert!(
        states.len() > 60 && turns > 800 && begun > 30,
        "{} states with {turns} turns, {begun} of them inside",
        states.len()
    );
}

/// Tests a position of a middle game after one step, with tens of thousands of sequences.
#[test]
fn search_finds_the_turns_of_the_definition_in_a_middle_game() {
    let board = "[rr rr rr dc      h d    r   EmH  He    r   M     CD  CD RR R RRR]";
    let board = board.parse().unwrap();
    let start = Snapshot::position(
        arimaa::vocab::Edition::default(),
        arimaa::vocab::Side::Gold,
        board,
    );
    let mut state = Reference::from_snapshot(&start).unwrap();
    state.apply("Ee5n".parse().unwrap()).unwrap();
    let defined = state.turns_by_definition();
    assert!(defined.len() > 1_000, "{} turns", defined.len());
    assert_eq!(state.turns(), defined);
}

/// A setup with `placed` pieces on the board, rabbits first.
fn setup_with(placed: usize) -> Reference {
    let mut state = Reference::from_snapshot(&Snapshot::default()).unwrap();
    for _ in 0..placed {
        let last = *state.legal_actions().last().unwrap();
        state.apply(last).unwrap();
    }
    state
}

#[test]
fn setups_are_completed_alike_by_definition_and_by_the_other_engine() {
    let state = setup_with(10);
    let turns = state.turns_by_definition();
    assert_eq!(turns.len(), 180);
    assert_eq!(
        Game::from_snapshot(&state.snapshot()).unwrap().turns(),
        turns
    );
}

/// Interrupts a search at its first check, then at its second, and so on, until it makes no further
/// one. Returns whether it made any.
fn stopped<T: PartialEq + Debug>(
    whole: &T,
    search: impl Fn(&dyn Fn() -> bool) -> Option<T>,
) -> bool {
    let mut late = 0;
    loop {
        let questions = Cell::new(0);
        let found = search(&|| {
            questions.set(questions.get() + 1);
            questions.get() > late
        });
        if questions.get() <= late {
            assert_eq!(found.as_ref(), Some(whole));
            return late > 0;
        }
        assert_eq!(found, None, "at question {late}");
        late += 1;
    }
}

#[test]
fn search_can_be_stopped_at_every_check() {
    let rabbits = "[r..............................................................R]";
    let board = rabbits.parse().unwrap();
    let play = Snapshot::position(Edition::default(), Side::Gold, board);
    for snapshot in [play, setup_with(13).snapshot()] {
        let engines: [Box<dyn Rules>; 2] = [
            Box::new(Reference::from_snapshot(&snapshot).unwrap()),
            Box::new(Game::from_snapshot(&snapshot).unwrap()),
        ];
        for engine in engines {
            assert!(stopped(&engine.turns(), |stop| engine.turns_unless(stop)));
            assert!(stopped(&engine.count_steps(3), |stop| engine
                .count_steps_unless(3, stop)));
            let asks = stopped(&engine.count_turns(), |stop| {
                engine.count_turns_unless(stop)
            });
            // The turns of a setup are counted by a formula.
            let is_setup = matches!(snapshot.phase, Phase::Setup { .. });
            assert!(asks || is_setup);
        }
    }
}
