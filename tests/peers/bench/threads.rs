//! The gain of a second thread: two threads on twice the positions, beside one thread on once as
//! many.

use std::thread;
use std::time::Instant;

use arimaa::bitboard::Position;

use super::clock::spread;

/// One measurement takes at least so many seconds.
const SHORTEST: f64 = 0.7;
const ROUNDS: usize = 7;

/// Prints how many times the work of one thread two threads do in the same time, round by round.
pub(crate) fn print(positions: &[Position], turns: u64) {
    let count = |repeats: u32| {
        for _ in 0..repeats {
            let counted: u64 = positions.iter().map(Position::count_turns).sum();
            assert_eq!(counted, turns);
        }
    };
    let seconds = |threads: usize, repeats: u32| {
        let start = Instant::now();
        // The threads' panics come out of the scope.
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| count(repeats));
            }
        });
        start.elapsed().as_secs_f64()
    };
    let mut repeats = 1;
    while seconds(1, repeats) < SHORTEST {
        repeats *= 2;
    }
    let ratios = (0..ROUNDS)
        .map(|_| 2.0 * seconds(1, repeats) / seconds(2, repeats))
        .collect();
    let [least, median, most] = spread(ratios);
    println!(
        "two threads counting distinct turns do {median:.2} times the work of one ({least:.2} to {most:.2} in {ROUNDS} rounds)"
    );
}
