//! THM-6, as a whole: reading an enemy's step as a pull loses no turn (PUL-3).
//!
//! The lemma of the proof stands in `theorems`, the induction in SPEC.md. Here the theorem and the
//! claim of the induction are tried on small crowds: every end of a turn is gathered with pulls
//! only, and with either reading wherever both are possible.

use std::collections::HashSet;

use crate::contents::Both;
use crate::moment;
use crate::turn::{Moment, Open};
use crate::vocab::{Board, Kind, Part, Piece, Placed, Side, Square};
use crate::whole::{Random, settle};

/// How many crowds, and of how many pieces.
const CROWDS: usize = 80;
const PIECES: usize = 9;

/// How a step is read that fits a pull and could begin a push.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Reading {
    Pull,
    Either,
    Push,
}

#[test]
fn pulls_lose_no_turn() {
    let mut random = Random(2);
    let (mut both_ways, mut lost) = (0, 0);
    for _ in 0..CROWDS {
        let board = crowd(&mut random);
        for side in Side::ALL {
            let [pull, either, push] = [Reading::Pull, Reading::Either, Reading::Push]
                .map(|reading| Gathered::of(&moment(&board, side, Open::Nothing, 4), reading));
            assert!(pull.ends == either.ends, "{side:?} in {board:?}");
            both_ways += either.both_ways;
            lost += usize::from(push.ends != pull.ends);
        }
    }
    assert!(both_ways > 300, "{both_ways} steps could be read both ways");
    // The control: read as a push only, some turns are lost.
    assert!(lost > 0);
    println!("readings: {both_ways} steps could be read both ways");
}

/// The claim: with either reading no more ends are reached from (B, o1, n) than with pulls only
/// from (B, o2, n), for o1 nothing or the same as o2.
#[test]
fn induction_claim_of_thm_6_holds() {
    let mut random = Random(6);
    let (mut compared, mut lost) = (0, 0);
    for crowd_number in 0..CROWDS {
        let board = crowd(&mut random);
        // Three steps from every open pull are many: every eighth crowd does.
        let most = if crowd_number % 8 == 0 { 3 } else { 2 };
        for side in Side::ALL {
            for left in 1..=most {
                let of =
                    |open, reading| Gathered::of(&moment(&board, side, open, left), reading).ends;
                let nothing = of(Open::Nothing, Reading::Either);
                let only_pulls = of(Open::Nothing, Reading::Pull);
                assert!(
                    nothing == only_pulls,
                    "{side:?}, {left} steps left in {board:?}"
                );
                for open in open_pulls(&board, side) {
                    let pulls = of(open, Reading::Pull);
                    let same = of(open, Reading::Either);
                    assert!(nothing.is_subset(&pulls), "{side:?}, {open:?} in {board:?}");
                    assert!(same == pulls, "{side:?}, {open:?} in {board:?}");
                    // The control: a pull on the left and nothing on the right is not claimed.
                    lost += usize::from(!same.is_subset(&only_pulls));
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 1_000, "{compared} comparisons");
    assert!(lost > 100, "{lost} pulls reach what nothing open does not");
    println!("readings: {compared} open pulls compared, {lost} of them matter");
}

/// The pulls that can be open here and that an enemy piece fits: one for each empty square and each
/// kind of puller.
fn open_pulls(board: &Board, side: Side) -> Vec<Open> {
    let empty = Square::ALL
        .into_iter()
        .filter(|&square| board.at(square).is_none());
    let pulls = empty.flat_map(|square| {
        let puller = move |kind| Placed {
            piece: Piece::new(side, kind),
            square,
        };
        Kind::ALL.into_iter().map(move |kind| Open::Pull {
            puller: puller(kind),
        })
    });
    let fits = |open: &Open| {
        let now = moment(board, side, *open, 1);
        let mut steps = now.legal_steps().into_iter();
        steps.any(|(_, _, effect)| effect.part == Part::Pull)
    };
    pulls.filter(fits).collect()
}

/// The ends of a turn: the board, and how many steps have been taken.
struct Gathered {
    reading: Reading,
    both_ways: usize,
    seen: HashSet<(Board, Open, u32)>,
    ends: HashSet<(Board, u32)>,
}

impl Gathered {
    /// Every end that can be reached from this moment.
    fn of(start: &Moment, reading: Reading) -> Self {
        let mut ends = Self {
            reading,
            both_ways: 0,
            seen: HashSet::new(),
            ends: HashSet::new(),
        };
        ends.gather(start);
        ends
    }

    fn gather(&mut self, now: &Moment) {
        if !self.seen.insert((now.board, now.open, now.steps_taken)) {
            return;
        }
        if !matches!(now.open, Open::Push { .. }) {
            self.ends.insert((now.board, now.steps_taken));
        }
        for (step, next, effect) in now.legal_steps() {
            let nothing_open = Moment {
                open: Open::Nothing,
                ..*now
            };
            let push = nothing_open
                .after(step)
                .ok()
                .filter(|_| effect.part == Part::Pull);
            self.both_ways += usize::from(push.is_some());
            if push.is_none() || self.reading != Reading::Push {
                self.gather(&next);
            }
            if let Some((pushed, _)) = push.filter(|_| self.reading != Reading::Pull) {
                self.gather(&pushed);
            }
        }
    }
}

/// Some pieces close together around the trap c3.
fn crowd(random: &mut Random) -> Board {
    let near: Vec<Square> = Square::ALL
        .into_iter()
        .filter(|square| (2..=5).contains(&square.rank()) && ('b'..='e').contains(&square.file()))
        .collect();
    let mut both = Both::empty();
    for _ in 0..PIECES {
        let piece = Piece::ALL[random.below(12)];
        both.set(near[random.below(near.len())], Some(piece));
    }
    settle(&mut both);
    both.board
}
