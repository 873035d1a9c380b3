//! Long legal records of one-step turns.

#![allow(
    unreachable_pub,
    clippy::cast_sign_loss,
    clippy::cast_possible_truncation,
    reason = "shared by crates of tests; small numbers"
)]

use std::collections::HashSet;
use std::fmt::Write;

use arimaa::random::SplitMix64;

/// A record of `turns` turns of one step, in which no position occurs twice.
///
/// Three gold pieces wander on ranks 1 and 2 and three silver ones on ranks 7 and 8, where they
/// never meet and no trap is. With `takebacks` each turn is taken back once and made again.
pub fn long_record(turns: usize, takebacks: bool) -> String {
    const LETTERS: [&[u8]; 2] = [b"EMH", b"emh"];
    const RANKS: [[i32; 2]; 2] = [[1, 2], [7, 8]];
    const STEPS: [(i32, i32, char); 4] = [(0, 1, 'n'), (0, -1, 's'), (1, 0, 'e'), (-1, 0, 'w')];
    let mut places = [[(0, 1), (1, 1), (2, 1)], [(0, 8), (1, 8), (2, 8)]];
    let mut stood = HashSet::new();
    let mut record = format!("Start: g [emh{:13}r{:30}R{:8}EMH     ]\n\n", "", "", "");
    // The same record on every machine.
    let mut random = SplitMix64::new(1, 0);
    for turn in 0..turns {
        let side = turn % 2;
        let label = format!("{}{}", 2 + turn / 2, if side == 0 { 'g' } else { 's' });
        loop {
            let piece = random.below(3);
            let (file, rank) = places[side][piece];
            let (right, up, direction) = STEPS[random.below(4)];
            let to = (file + right, rank + up);
            let is_free = (0..8).contains(&to.0)
                && RANKS[side].contains(&to.1)
                && !places[side].contains(&to);
            let mut after = places;
            after[side][piece] = to;
            if is_free && stood.insert((side, after)) {
                places = after;
                let letter = char::from(LETTERS[side][piece]);
                let from = format!("{}{rank}", char::from(b'a' + file as u8));
                let line = format!("{label} {letter}{from}{direction}");
                writeln!(record, "{line}").expect("text grows");
                if takebacks {
                    let next = 2 + turn.div_ceil(2);
                    let side = if side == 0 { 's' } else { 'g' };
                    write!(record, "{next}{side} takeback\n{line}\n").expect("text grows");
                }
                break;
            }
        }
    }
    record
}
