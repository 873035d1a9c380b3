//! Quick checks of both engines, up to the first failure: cases, short walks in lockstep, and small
//! counts.
//!
//! A mutant of an engine meets them first; a sound engine passes in seconds.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::Range;

use arimaa_oracle::ask::{Counted, count};
use arimaa_oracle::bitboard::{Game, Position, Workspace};
use arimaa_oracle::differential::{Extent, random_start, walk};
use arimaa_oracle::engines::Starter;
use arimaa_oracle::random::Seed;
use arimaa_oracle::reference::Reference;
use arimaa_oracle::rules::Rules;
use arimaa_oracle::suite::{Case, CaseVerdict, Local, Suite, ask_case};
use arimaa_oracle::suite::{PerftCount, read_perft};
use arimaa_oracle::vocab::{Action, Board, Edition, Side, Snapshot};

/// The most turns or sequences of steps that a case may have an engine count here: nothing is
/// optimized.
const FOR_CASES: u64 = 300;
/// The same for the numbers of `suite/perft`, which the bitboard engine alone is asked for.
const FOR_NUMBERS: u64 = 6_000;
/// Turns and steps are listed and counted beside the other engine where hardly anything stands.
const SPARSE: Extent = Extent {
    turns_up_to: 3,
    steps: 3,
};

#[test]
fn both_engines_pass_quick_cases_agree_on_short_walks_and_count_right() {
    let suite = Suite::embedded().unwrap();
    let quick: Vec<&Case> = suite.cases.iter().filter(|case| is_quick(case)).collect();
    assert!(quick.len() > 400, "hardly any case is quick");
    no_step_is_one_sequence::<Game>();
    no_step_is_one_sequence::<Reference>();
    pass::<Game>(&quick);
    pass::<Reference>(&quick);
    agree(0..60, Extent::QUICK);
    count_right();
    agree(60..160, SPARSE);
}

/// Whether a case has hardly anything to count.
fn is_quick(case: &Case) -> bool {
    let steps = case.expect.steps.iter().flatten();
    let mut counted = steps.chain(&case.expect.turns);
    counted.all(|&count| count <= FOR_CASES)
}

/// The empty sequence is the one sequence of no steps, whatever is open.
fn no_step_is_one_sequence<R: Rules>() {
    let board = ["Dd4", "Ra1", "cd5", "rh8"].map(|placed| placed.parse().unwrap());
    let board = Board::from_iter(board);
    let start = Snapshot::position(Edition::default(), Side::Gold, board);
    // Nothing, a pull, a push.
    for taken in [None, Some("Dd4e"), Some("cd5n")] {
        let mut state = R::from_snapshot(&start).unwrap();
        if let Some(step) = taken {
            state.apply(Action::Step(step.parse().unwrap())).unwrap();
        }
        assert_eq!(state.count_steps(0), 1, "after {taken:?}");
    }
}

fn pass<R: Rules + 'static>(cases: &[&Case]) {
    let mut engine = Local::new("engine", Starter::of::<R>());
    for case in cases {
        let verdict = ask_case(case, &mut engine);
        assert!(verdict == CaseVerdict::Passed, "{}: {verdict}", case.id);
    }
}

fn agree(walks: Range<u64>, extent: Extent) {
    for number in walks {
        let mut random = Seed::new(1, number);
        let start = random_start(&mut random);
        let choices: Vec<u32> = (0..60).map(|_| random.next()).collect();
        if let Err(divergence) = walk::<Reference, Game>(&start, choices, extent) {
            panic!("walk {number}: {divergence}");
        }
    }
}

/// The bitboard engine counts what `suite/perft` says, and visits as much as it counts.
fn count_right() {
    let mut space = Workspace::default();
    let mut compared = 0;
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/suite/perft")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|is| is != "toml") {
            continue;
        }
        for position in read_perft("perft", &fs::read_to_string(path).unwrap()).unwrap() {
            let name = &position.name;
            let state = Game::from_snapshot(&position.snapshot).unwrap();
            for PerftCount { what, expected, .. } in position.counts {
                if expected > FOR_NUMBERS {
                    continue;
                }
                compared += 1;
                assert_eq!(count(&state, what), expected, "{name} {what}");
                match what {
                    Counted::Tree if state.outcome().is_none() => {
                        if let Some(position) = state.position() {
                            visits_every_board(position, expected, name);
                        }
                    }
                    Counted::Turns(1) if state.outcome().is_none() => {
                        let mut ways = HashSet::new();
                        state.visit_turns(&mut space, |turn| {
                            assert!(ways.insert(turn.steps()), "{name}");
                        });
                        let expected = if state.position().is_some() {
                            expected
                        } else {
                            0
                        };
                        assert_eq!(ways.len() as u64, expected, "ways of {name}");
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(compared > 200, "hardly any number is small");
}

/// As many boards are visited as there are sequences, with equal keys where they are equal.
fn visits_every_board(position: &Position, expected: u64, name: &str) {
    assert_eq!(position.count_step_tree(), expected, "{name}");
    let mut visited = 0;
    let mut boards = HashMap::new();
    position.visit_steps(|stepped| {
        visited += 1;
        let board = stepped.board();
        let first = *boards.entry(stepped.board_key()).or_insert(board);
        assert_eq!(first, board, "one key, two boards in {name}");
    });
    assert_eq!(visited, expected, "boards of {name}");
    let distinct: HashSet<Board> = boards.values().copied().collect();
    assert_eq!(
        distinct.len(),
        boards.len(),
        "one board, two keys in {name}"
    );
}
