//! This engine beside the crate `arimaa_engine_step`, on the same fifty real positions in one run.
//!
//! Every answer is asserted equal before a ratio is printed. Each round times all engines once, so that whatever else the
//! machine does falls on all of them; ratios are of the medians.

#![allow(
    clippy::expect_used,
    clippy::cast_precision_loss,
    clippy::format_push_string,
    reason = "a bench that cannot read its own positions fails, and a rate needs few digits"
)]

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::time::Instant;

use arimaa_engine_step::{Action as PeerAction, GameState};
use arimaa_oracle::bitboard::{Bitboard, Workspace};
use arimaa_oracle::rules::Rules;
use arimaa_oracle::vocab::{Board, Edition, Piece, Side, Snapshot, Square};

const POSITIONS: &str = include_str!("positions.txt");
const ROUNDS: usize = 5;

fn main() {
    let rows: Vec<(Side, &str)> = POSITIONS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let side = if line.starts_with('g') {
                Side::Gold
            } else {
                Side::Silver
            };
            (side, &line[3..67])
        })
        .collect();
    let ours: Vec<Bitboard> = rows.iter().map(|&(side, row)| ours(side, row)).collect();
    let peers: Vec<GameState> = rows.iter().map(|&(side, row)| peer(side, row)).collect();
    let mut space = Workspace::default();

    let mut times: [Vec<f64>; 7] = Default::default();
    let mut answers = [0_u64; 7];
    for _ in 0..ROUNDS {
        answers[0] = timed(1, &mut times[0], || peers.iter().map(peer_tree).sum());
        answers[1] = timed(20, &mut times[1], || {
            ours.iter().map(Bitboard::step_tree).sum()
        });
        answers[2] = timed(1, &mut times[2], || peers.iter().map(peer_turns).sum());
        answers[3] = timed(20, &mut times[3], || {
            ours.iter().map(Bitboard::count_turns).sum()
        });
        answers[4] = timed(20, &mut times[4], || {
            let mut turns = 0;
            let mut steps = 0_u64;
            for state in &ours {
                state.for_each_turn(&mut space, |way| {
                    turns += 1;
                    steps ^= way;
                });
            }
            std::hint::black_box(steps);
            turns
        });
        answers[6] = timed(1, &mut times[6], || peers.iter().map(peer_leaves).sum());
        // Twice the positions on two threads: what one thread would take twice as long for.
        answers[5] = timed(20, &mut times[5], || {
            std::thread::scope(|scope| {
                let halves = [&ours, &ours]
                    .map(|all| scope.spawn(|| all.iter().map(Bitboard::count_turns).sum::<u64>()));
                halves
                    .into_iter()
                    .map(|half| half.join().unwrap_or(0))
                    .sum::<u64>()
                    / 2
            })
        });
    }
    for (state, peer) in ours.iter().zip(&peers) {
        assert_eq!(state.step_tree(), peer_tree(peer), "step trees differ");
        assert_eq!(
            state.count_turns(),
            peer_turns(peer),
            "distinct turns differ"
        );
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[6]);
    assert_eq!(answers[3], answers[4]);
    assert_eq!(answers[3], answers[5]);
    let median = times.map(|mut all| {
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    });
    let line = |name: &str, which: usize, base: usize| {
        let rate = answers[which] as f64 / median[which] / 1e6;
        let ratio = median[base] / median[which];
        println!("{name:<44}{rate:>10.2} M/s {ratio:>8.1} x");
    };
    println!(
        "{} steps in the trees, {} distinct turns",
        answers[0], answers[2]
    );
    // Two baselines, because they differ much: the peer counting the length of its last lists, and making every leaf.
    line("step tree, arimaa_engine_step, last counted", 0, 0);
    line("step tree, ours, last level counted", 1, 0);
    line("step tree, arimaa_engine_step, leaves made", 6, 6);
    line("step tree, ours, last level counted", 1, 6);
    line("distinct turns, arimaa_engine_step", 2, 2);
    line("distinct turns, counted", 3, 2);
    line("distinct turns, steps of each listed", 4, 2);
    println!(
        "two threads do {:.2} times the work of one",
        2.0 * median[3] / median[5]
    );
}

/// Runs the work so many times and notes the seconds of one run.
fn timed(times: u32, seconds: &mut Vec<f64>, mut work: impl FnMut() -> u64) -> u64 {
    let start = Instant::now();
    let mut answer = 0;
    for _ in 0..times {
        answer = std::hint::black_box(work());
    }
    seconds.push(start.elapsed().as_secs_f64() / f64::from(times));
    answer
}

fn ours(side: Side, row: &str) -> Bitboard {
    let mut board = Board::EMPTY;
    for (index, letter) in row.chars().enumerate() {
        board.set(
            Square::ALL[(7 - index / 8) * 8 + index % 8],
            Piece::from_letter(letter),
        );
    }
    Bitboard::from_snapshot(&Snapshot::position(Edition::default(), side, board)).expect("valid")
}

fn peer(side: Side, row: &str) -> GameState {
    let mut text = format!("9{}\n +-----------------+\n", side.letter());
    for (index, rank) in row.as_bytes().chunks(8).enumerate() {
        text += &format!("{}|", 8 - index);
        for &letter in rank {
            text.push(' ');
            text.push(if letter == b'.' {
                ' '
            } else {
                char::from(letter)
            });
        }
        text += " |\n";
    }
    text += " +-----------------+\n   a b c d e f g h";
    text.parse().expect("a board")
}

fn steps_of(state: &GameState) -> impl Iterator<Item = PeerAction> {
    state
        .valid_actions_no_rep()
        .into_iter()
        .filter(|action| matches!(action, PeerAction::Move(..)))
}

fn peer_tree(state: &GameState) -> u64 {
    if state.current_step() == 3 {
        return steps_of(state).count() as u64;
    }
    steps_of(state)
        .map(|action| 1 + peer_tree(&state.take_action(&action)))
        .sum()
}

/// The same, with every leaf made.
fn peer_leaves(state: &GameState) -> u64 {
    let last = state.current_step() == 3;
    let below = |action| {
        let child = std::hint::black_box(state.take_action(&action));
        if last { 1 } else { 1 + peer_leaves(&child) }
    };
    steps_of(state).map(below).sum()
}

/// Distinct turns, states and ends merged by the crate's own hash.
fn peer_turns(root: &GameState) -> u64 {
    let mut ends = HashSet::<u64, Plain>::default();
    let mut level = vec![root.clone()];
    for depth in 0..4 {
        let mut met = HashSet::<u64, Plain>::default();
        let mut next = Vec::new();
        for state in &level {
            for action in steps_of(state) {
                let child = state.take_action(&action);
                if depth == 3 {
                    ends.insert(child.transposition_hash());
                } else if met.insert(child.transposition_hash()) {
                    if child.can_pass(true) {
                        ends.insert(child.take_action(&PeerAction::Pass).transposition_hash());
                    }
                    next.push(child);
                }
            }
        }
        level = next;
    }
    // The crate refuses a fourth step that restores the board; without its repetition checks that end is among ours.
    let side = !root.is_p1_turn_to_move();
    let unchanged = arimaa_engine_step::Zobrist::from_piece_board(root.piece_board(), side, 0);
    ends.remove(&unchanged.board_state_hash());
    ends.len() as u64
}

/// The crate's hash is random already.
#[derive(Default)]
struct AsItIs(u64);

type Plain = BuildHasherDefault<AsItIs>;

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}
