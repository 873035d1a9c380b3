//! Runs the programs of `examples/` and compares their output.

#![allow(dead_code, reason = "the programs' own main functions are not called")]

#[path = "../../examples/perft.rs"]
mod perft;
#[path = "../../examples/playout.rs"]
mod playout;

use arimaa::Position;
use arimaa::bitboard::Workspace;
use arimaa::vocab::Edition;

#[test]
fn perft_example_counts_as_the_engine_does() {
    let position = Position::default();
    for depth in 0..=3 {
        assert_eq!(
            perft::perft(&position, depth as usize),
            position.count_steps(depth)
        );
    }
}

#[test]
fn playouts_end_with_an_outcome() {
    let mut space = Workspace::default();
    for seed in 1..=3 {
        let mut random = playout::Random(seed);
        let game = playout::play_out(Edition::default(), &mut space, &mut random, |_, _| {});
        assert!(game.unwrap().outcome().is_some());
    }
}
