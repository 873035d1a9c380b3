//! This engine beside the crates `arimaa_engine_step` and `arimaa-engine`, on the same fifty real
//! positions in one run.
//!
//! Every answer of every engine is asserted, each time it is computed, before a ratio is printed. A
//! peer stands in several rows: as its documentation or its interface invites one to write the
//! work, and with everything left out that the answer does not need. Which row is the fair one to
//! compare with is for the reader to say; each ratio is printed.
//!
//! `cargo bench -p peers` times three rounds, `cargo bench -p peers -- 7` seven. Run as a test it
//! checks the answers on a few positions and times nothing.

#![allow(
    clippy::expect_used,
    clippy::cast_precision_loss,
    clippy::format_push_string,
    clippy::print_stdout,
    reason = "a bench that cannot read its own positions fails, and a rate needs few digits"
)]

mod clock;
mod composed;
mod positions;
mod stepwise;
mod threads;

use std::env;
use std::hash::RandomState;
use std::hint::black_box;

use arimaa::bitboard::{Position, Workspace};

use clock::Whose::{Ours, Peer};
use clock::Work;
use stepwise::{List, PassThrough};

/// The steps in the trees of all fifty positions, and their distinct turns.
const WHOLE: (u64, u64) = (14_433_190, 919_255);
/// The nodes in `arimaa-engine`'s own trees.
const COMPOSED: u64 = 10_584_052;

fn main() {
    let measured = env::args().any(|argument| argument == "--bench");
    let rounds = env::args().find_map(|argument| argument.parse().ok());
    let mut all = positions::all();
    assert_eq!(all.len(), 50);
    if !measured {
        all.truncate(2);
    }
    let ours: Vec<Position> = all.iter().map(positions::Position::ours).collect();
    let step: Vec<arimaa_engine_step::GameState> =
        all.iter().map(positions::Position::peer).collect();
    let compose: Vec<arimaa_engine::GameState> =
        all.iter().map(positions::Position::peer).collect();

    // Position by position first: sums could hide two differences.
    for ((our, step), compose) in ours.iter().zip(&step).zip(&compose) {
        assert_eq!(our.count_step_tree(), stepwise::tree(step));
        let turns = our.count_turns();
        assert_eq!(turns, stepwise::turns::<PassThrough>(step, List::NoRep));
        assert_eq!(turns, composed::keys(compose));
    }
    let steps = ours.iter().map(Position::count_step_tree).sum();
    let turns = ours.iter().map(Position::count_turns).sum();
    let nodes = compose.iter().map(composed::tree).sum();
    assert!(!measured || ((steps, turns), nodes) == (WHOLE, COMPOSED));

    let mut trees = tree_works(&ours, &step, &compose, (steps, nodes));
    let mut ends = turn_works(&ours, &step, &compose, turns);
    if !measured {
        for work in trees.iter_mut().chain(&mut ends) {
            work.time();
        }
        return;
    }
    clock::run(&mut [&mut trees, &mut ends], rounds.unwrap_or(3));
    println!("{steps} steps in the trees, {turns} distinct turns; medians of interleaved rounds\n");
    clock::print("step trees", &trees);
    clock::print("distinct turns", &ends);
    // How far a figure for turns and a figure for steps belong together, whatever the machine.
    println!("one distinct turn of arimaa_engine_step takes as long as so many of its steps made:");
    for work in &ends[..5] {
        let made = trees[0].median() / steps as f64;
        let turn = work.median() / turns as f64;
        println!("  {:<56}{:>10.1}", work.name, turn / made);
    }
    println!();
    threads::print(&ours, turns);
}

fn tree_works<'a>(
    ours: &'a [Position],
    step: &'a [arimaa_engine_step::GameState],
    compose: &'a [arimaa_engine::GameState],
    (steps, nodes): (u64, u64),
) -> Vec<Work<'a>> {
    vec![
        Work::new(Peer, "arimaa_engine_step, every leaf made", steps, || {
            step.iter().map(stepwise::leaves).sum()
        }),
        Work::new(
            Peer,
            "arimaa_engine_step, last level counted",
            steps,
            || step.iter().map(stepwise::tree).sum(),
        ),
        Work::new(
            Peer,
            "arimaa-engine, its own smaller trees, last level counted",
            nodes,
            || compose.iter().map(composed::tree).sum(),
        ),
        Work::new(Ours, "last level counted", steps, || {
            ours.iter().map(Position::count_step_tree).sum()
        }),
        Work::new(Ours, "every leaf made, with its key", steps, move || {
            let mut made = 0;
            for our in ours {
                our.visit_steps(|board| {
                    made += 1;
                    // All of each board is wanted, so that nothing of it can be left out.
                    black_box(board);
                });
            }
            made
        }),
        Work::new(
            Ours,
            "every position made, step by step",
            steps,
            move || ours.iter().map(copy_make).sum(),
        ),
    ]
}

/// Makes every position of the step tree as an engine would, one from the other.
fn copy_make(position: &Position) -> u64 {
    let mut made = 0;
    for (_step, after) in position.successors() {
        made += 1;
        black_box(&after);
        if after.steps_left() > 0 {
            made += copy_make(&after);
        }
    }
    made
}

fn turn_works<'a>(
    ours: &'a [Position],
    step: &'a [arimaa_engine_step::GameState],
    compose: &'a [arimaa_engine::GameState],
    turns: u64,
) -> Vec<Work<'a>> {
    let mut space = Workspace::default();
    vec![
        Work::new(
            Peer,
            "arimaa_engine_step, as in its documentation",
            turns,
            || step.iter().map(stepwise::documented).sum(),
        ),
        Work::new(Peer, "arimaa_engine_step, level by level", turns, || {
            let count = |state| stepwise::turns::<RandomState>(state, List::Valid);
            step.iter().map(count).sum()
        }),
        Work::new(
            Peer,
            "arimaa_engine_step, the same with ends as states",
            turns,
            || step.iter().map(stepwise::states).sum(),
        ),
        Work::new(
            Peer,
            "arimaa_engine_step, without its look for repetitions",
            turns,
            || {
                let count = |state| stepwise::turns::<RandomState>(state, List::NoRep);
                step.iter().map(count).sum()
            },
        ),
        Work::new(
            Peer,
            "arimaa_engine_step, and a hasher that does nothing",
            turns,
            || {
                let count = |state| stepwise::turns::<PassThrough>(state, List::NoRep);
                step.iter().map(count).sum()
            },
        ),
        Work::new(
            Peer,
            "arimaa-engine, every action taken, ends as states",
            turns,
            || compose.iter().map(composed::whole).sum(),
        ),
        Work::new(
            Peer,
            "arimaa-engine, ends as keys, nothing not needed",
            turns,
            || compose.iter().map(composed::keys).sum(),
        ),
        Work::new(Ours, "counted", turns, || {
            ours.iter().map(Position::count_turns).sum()
        }),
        Work::new(Ours, "steps of each visited", turns, move || {
            let (mut visited, mut all) = (0, 0);
            for position in ours {
                position.visit_turns(&mut space, |turn| {
                    visited += 1;
                    all += turn.steps().len();
                });
            }
            black_box(all);
            visited
        }),
        Work::new(Ours, "position after each visited", turns, move || {
            let (mut visited, mut space) = (0, Workspace::default());
            for position in ours {
                position.visit_turns(&mut space, |turn| {
                    visited += 1;
                    black_box(turn.position());
                });
            }
            visited
        }),
    ]
}
