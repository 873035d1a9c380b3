//! Benchmarks the engines: step trees, distinct turns, applying the steps of real games, and long
//! histories.

#![allow(
    clippy::expect_used,
    missing_docs,
    reason = "a bench without its positions fails; criterion's macros write no documentation"
)]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

use arimaa::Game;
use arimaa::bitboard::{Position, Workspace};
use arimaa::compare::Reference;
use arimaa::rules::Rules;
use arimaa::text::{Entry, Record, read_compact, read_records};
use arimaa::vocab::{Action, Edition, Handicap, Side, Snapshot, Token};

/// A crowded position, the numbers of step sequences to depth 1 to 4, and of distinct turns.
const MIDDLE: &str = "g [e    c    dH Dc rH rC  R rD rCr h r  r   R rE MdR R m h  R R R R]";
const DEPTHS: [u64; 4] = [72, 2_499, 84_768, 1_430_819];
const TURNS: u64 = 101_448;

/// The number of positions in `positions.txt`; in none the side to move can make a goal this turn.
const NO_GOAL: usize = 50;

/// The numbers of legal steps and ends of turns in the committed games, and of captures.
const ACTIONS: u64 = 6_266;
const CAPTURES: u64 = 124;

/// The number of turns of the walk after which a position would stand for the third time.
const ROUND: usize = 336;

/// Runs a bench function with both engines, each under its name.
macro_rules! both {
    ($group:expr, $bench:ident($($argument:expr),*)) => {
        $group.bench_function("reference", |bench| $bench::<Reference>(bench, $($argument),*));
        $group.bench_function("bitboard", |bench| $bench::<Game>(bench, $($argument),*));
    };
}

fn middle<R: Rules + Clone>() -> R {
    let (side, board) = read_compact(MIDDLE).expect("a board");
    R::from_snapshot(&Snapshot::position(Edition::default(), side, board)).expect("valid")
}

type Bench<'a> = criterion::Bencher<'a>;

fn step_tree(criterion: &mut Criterion) {
    fn depths<R: Rules + Clone>(bench: &mut Bench<'_>) {
        let state = middle::<R>();
        bench.iter(|| assert_eq!([1, 2, 3, 4].map(|depth| state.count_steps(depth)), DEPTHS));
    }
    let mut group = criterion.benchmark_group("steps to depths 1 to 4");
    group.throughput(Throughput::Elements(DEPTHS.iter().sum()));
    both!(group, depths());
    group.bench_function("bitboard, in one walk", |bench| {
        let position = *middle::<Game>().position().expect("in play");
        bench.iter(|| assert_eq!(position.count_step_tree(), DEPTHS.iter().sum::<u64>()));
    });
    group.finish();
}

fn distinct_turns(criterion: &mut Criterion) {
    fn counted<R: Rules + Clone>(bench: &mut Bench<'_>) {
        let state = middle::<R>();
        bench.iter(|| assert_eq!(state.count_turns(), TURNS));
    }
    fn listed<R: Rules + Clone>(bench: &mut Bench<'_>) {
        let state = middle::<R>();
        bench.iter(|| assert_eq!(state.turns().len() as u64, TURNS));
    }
    let mut group = criterion.benchmark_group("distinct turns, counted");
    group.throughput(Throughput::Elements(TURNS));
    both!(group, counted());
    group.finish();

    let mut group = criterion.benchmark_group("distinct turns, listed");
    group.throughput(Throughput::Elements(TURNS));
    both!(group, listed());
    group.bench_function("bitboard, visited in any order", |bench| {
        let (state, mut space) = (middle::<Game>(), Workspace::default());
        bench.iter(|| {
            let mut turns = 0;
            state.visit_turns(&mut space, |_| turns += 1);
            assert_eq!(turns, TURNS);
        });
    });
    group.finish();
}

/// Asks fifty positions whether there is a goal in this turn, beside the search of all turns that
/// the question saves. None has a goal.
fn goals(criterion: &mut Criterion) {
    let lines = include_str!("positions.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    let boards = lines.map(|line| line.split(" #").next().unwrap_or(line));
    let read = |board: &str| board.parse().expect("a position");
    let mut positions: Vec<Position> = boards.map(read).collect();
    positions.retain(|position| !position.has_goal());
    assert_eq!(positions.len(), NO_GOAL);
    let mut group = criterion.benchmark_group("goal in this turn");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("found by its own search", |bench| {
        bench.iter(|| assert!(!positions.iter().any(|at| black_box(at).has_goal())));
    });
    group.bench_function("looked for in all turns", |bench| {
        let mut space = Workspace::default();
        bench.iter(|| {
            for position in &positions {
                position.visit_turns(&mut space, |turn| assert!(!turn.is_goal()));
            }
        });
    });
    group.finish();
}

/// Applies the committed games, action by action; games are not asked whether they are decided.
fn apply(criterion: &mut Criterion) {
    fn played<R: Rules + Clone>(bench: &mut Bench<'_>, games: &[Vec<Action>]) {
        let start = Snapshot::game(Edition::default(), Handicap::NONE);
        let start = R::from_snapshot(&start).expect("an empty board");
        bench.iter(|| {
            let (mut actions, mut captures) = (0, 0);
            for game in games {
                let mut state = start.clone();
                for &action in game {
                    let Ok(effect) = state.apply(action) else {
                        break;
                    };
                    actions += 1;
                    captures += u64::from(effect.captured.is_some());
                }
            }
            assert_eq!((actions, captures), (ACTIONS, CAPTURES));
        });
    }
    let records = read_records(&bench_support::games()).expect("records");
    let games: Vec<Vec<Action>> = records.iter().map(actions).collect();
    let mut group = criterion.benchmark_group("actions of real games");
    group.throughput(Throughput::Elements(ACTIONS));
    both!(group, played(&games));
    group.finish();
}

/// The actions of a record, with the ends of its turns.
fn actions(record: &Record) -> Vec<Action> {
    let turn = |entry: &Entry| match entry {
        Entry::Turn { tokens, .. } => {
            let action = |token: Token| match token {
                Token::Action(action) => Some(action),
                Token::Capture(_) => None,
            };
            let actions = tokens.iter().filter_map(|token| action(token.value));
            actions.chain([Action::EndTurn]).collect()
        }
        _ => Vec::new(),
    };
    record.entries.iter().flat_map(turn).collect()
}

/// Measures a game in which two elephants walk round rings of twelve and of fourteen squares, one
/// step a turn, until a position would stand for the third time. By then every position of the walk
/// stands twice, and each turn is looked up in a long history.
fn repetition(criterion: &mut Criterion) {
    fn refused_at_last<R: Rules + Clone>(
        bench: &mut Bench<'_>,
        (start, steps): &(Snapshot, Vec<Action>),
    ) {
        let start = R::from_snapshot(start).expect("valid");
        bench.iter(|| {
            let mut state = start.clone();
            for (turn, &step) in steps.iter().enumerate() {
                state.apply(step).expect("an elephant can step");
                match state.apply(Action::EndTurn) {
                    Ok(_) => {}
                    Err(refusal) => {
                        assert_eq!((turn + 1, refusal.name()), (ROUND, "third-repetition"));
                        return;
                    }
                }
            }
            unreachable!("the walk ends with a repetition");
        });
    }
    fn judged<R: Rules + Clone>(bench: &mut Bench<'_>, (start, steps): &(Snapshot, Vec<Action>)) {
        let mut state = R::from_snapshot(start).expect("valid");
        for &step in &steps[..ROUND - 1] {
            state.apply(step).expect("an elephant can step");
            state.apply(Action::EndTurn).expect("not the third time");
        }
        bench.iter_batched_ref(
            || state.clone(),
            |state| assert_eq!(state.outcome(), None),
            BatchSize::SmallInput,
        );
    }
    let walk = walk();
    let mut group = criterion.benchmark_group("a history in which everything stands twice, played");
    group.throughput(Throughput::Elements(ROUND as u64));
    both!(group, refused_at_last(&walk));
    group.finish();
    let mut group =
        criterion.benchmark_group("a history in which everything stands twice, outcome");
    both!(group, judged(&walk));
    group.finish();
}

/// Measures a clone of a game and its side to move: the time does not depend on the history.
fn history(criterion: &mut Criterion) {
    let (start, steps) = walk();
    let mut group = criterion.benchmark_group("a clone and the side to move, by turns played");
    for turns in [0, 10, ROUND - 1] {
        let mut game = Game::from_snapshot(&start).expect("valid");
        for &step in &steps[..turns] {
            game.apply(step).expect("an elephant can step");
            game.apply(Action::EndTurn).expect("not the third time");
        }
        let side = Side::ALL[turns % 2];
        group.bench_function(format!("{turns} turns"), |bench| {
            bench.iter(|| {
                let clone = black_box(&game).clone();
                let position = *clone.position().expect("in play");
                assert_eq!((position.side(), clone.turns_played()), (side, turns));
            });
        });
        group.bench_function(
            format!("{turns} turns, one taken back and played"),
            |bench| {
                let mut game = game.clone();
                bench.iter(|| {
                    if game.take_back() {
                        let Action::Step(step) = steps[turns - 1] else {
                            unreachable!("the walk is made of steps");
                        };
                        game.play([step]).expect("it was legal");
                    }
                    assert_eq!(game.turns_played(), turns);
                });
            },
        );
    }
    group.finish();
}

/// The start of the walk and the step of each turn.
fn walk() -> (Snapshot, Vec<Action>) {
    const GOLD: &str = "Ea1n Ea2n Ea3n Ea4e Eb4e Ec4e Ed4s Ed3s Ed2s Ed1w Ec1w Eb1w";
    const SILVER: &str = "ed5n ed6n ed7n ed8e ee8e ef8e eg8e eh8s eh7s eh6s eh5w eg5w ef5w ee5w";
    let pieces = ["Ea1", "ed5", "Rh1", "ra8"];
    let board = pieces.map(|piece| piece.parse().expect("a piece"));
    let start = Snapshot::position(Edition::default(), Side::Gold, board.into_iter().collect());
    let round = |ring: &'static str| {
        let steps = ring.split(' ').map(|step| step.parse().expect("a step"));
        steps.collect::<Vec<Action>>().into_iter().cycle()
    };
    let turns = round(GOLD).zip(round(SILVER)).take(200);
    (
        start,
        turns.flat_map(|(gold, silver)| [gold, silver]).collect(),
    )
}

criterion_group! {
    name = benches;
    config = bench_support::criterion();
    targets = step_tree, distinct_turns, goals, apply, repetition, history
}
criterion_main!(benches);
