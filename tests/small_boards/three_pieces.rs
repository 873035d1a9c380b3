//! Tests every position with three pieces: long runs that `--ignored` starts.
//!
//! ```sh
//! cargo test -r --test small_boards three_pieces_step_by_step -- --ignored --nocapture
//! cargo test -r --test small_boards three_close_pieces_turn_by_turn -- --ignored --nocapture
//! cargo test -r --test small_boards three_pieces_turn_by_turn -- --ignored --nocapture
//! ```
//!
//! `ARIMAA_SHARD=2/8` does the second of eight parts of a run; the eight together are the whole.
//! `docs/figures.md` has the results.
//!
//! One position stands for its class under the two symmetries (`two_pieces.rs` says why that is
//! enough): Gold is to move, and of a set of squares and its mirror image one is taken. Movement
//! knows no edition where there is no history: it is asked in the current edition, and the outcome
//! in all.

use std::time::Duration;

use arimaa::Game;
use arimaa::compare::Reference;
use arimaa::vocab::{Edition, Side, Snapshot, Square};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::ask::{self, Answer, agreed, met, over, print};
use crate::shard::{shard, share};
use crate::square_sets::{Squares, one_of_each_pair, square_sets, valid_boards_on};

/// Compares every step, its effect or the reason of its refusal, twice in a row, and the outcome in
/// every edition.
#[test]
#[ignore = "a long run; see the head of three_pieces.rs"]
fn three_pieces_step_by_step() {
    let ask = |position: &Snapshot| {
        let mut walked = ask::steps::<Reference, Game>(position)?;
        for &edition in &Edition::ALL[..3] {
            let mut position = position.clone();
            position.edition = edition;
            walked.add(&ask::standing::<Reference, Game>(&position)?);
        }
        Ok(walked)
    };
    let sets = one_of_each_pair(square_sets(3));
    whole("three pieces, step by step", sets, 4, ask);
}

/// Compares every distinct turn of three pieces that stand within three files and three ranks.
#[test]
#[ignore = "a long run; see the head of three_pieces.rs"]
fn three_close_pieces_turn_by_turn() {
    let mut sets = one_of_each_pair(square_sets(3));
    sets.retain(|squares| are_close(squares));
    whole(
        "three close pieces, turn by turn",
        sets,
        1,
        ask::turns::<Reference, Game>,
    );
}

/// Compares every distinct turn of all positions.
#[test]
#[ignore = "a long run; see the head of three_pieces.rs"]
fn three_pieces_turn_by_turn() {
    let sets = one_of_each_pair(square_sets(3));
    whole(
        "three pieces, turn by turn",
        sets,
        1,
        ask::turns::<Reference, Game>,
    );
}

fn are_close(squares: &[Square]) -> bool {
    let within =
        |numbers: Vec<u8>| numbers.iter().max().unwrap() - numbers.iter().min().unwrap() < 3;
    within(squares.iter().map(|square| square.file() as u8).collect())
        && within(squares.iter().map(|square| square.rank()).collect())
}

/// Compares all positions on these sets of squares, or on the part that `ARIMAA_SHARD` names, and
/// prints their number. `ask` makes each position `times` times, in as many editions.
fn whole(what: &str, sets: Vec<Squares>, times: u64, ask: impl Fn(&Snapshot) -> Answer + Sync) {
    let (shard, shards) = shard();
    let sets = share((shard, shards), sets);
    let progress = progress(sets.len());
    let walked = sets.par_iter().map(|squares| {
        let set = std::slice::from_ref(squares);
        let walked = over(set, &[Side::Gold], |_, position| ask(&position));
        progress.inc(1);
        walked
    });
    let walked = agreed(ask::together(walked));
    progress.finish_and_clear();
    print(&format!("{what}, part {shard} of {shards}"), &walked);
    let boards = sets.len() as u64 * 1728;
    let valid: u64 = sets.iter().map(|squares| valid_boards_on(squares)).sum();
    let invalid = met(&walked, "too-many") + met(&walked, "unsupported");
    println!(
        "{what}, part {shard} of {shards}: {} sets of squares, {valid} valid boards",
        sets.len()
    );
    assert_eq!(invalid, (boards - valid) * times);
}

/// A progress bar on standard error, if that is a terminal.
fn progress(sets: usize) -> ProgressBar {
    let bar = ProgressBar::new(sets as u64);
    let style = "{bar:40} {pos}/{len} sets of squares, {elapsed}, about {eta} left";
    bar.set_style(ProgressStyle::with_template(style).unwrap());
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
