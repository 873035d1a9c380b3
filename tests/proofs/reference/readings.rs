//! THM-6, as a whole: reading an enemy's step as a pull loses no turn that reading it as the beginning of a push would allow (PUL-3).
//!
//! The step of the proof stands in `theorems`, the induction in SPEC.md. Here its result is looked at: on small crowds, every board at
//! which a turn can end is gathered twice, the second time with either reading allowed wherever both are possible.

use std::collections::HashSet;

use crate::contents::Both;
use crate::moment;
use crate::turn::{Moment, Open};
use crate::vocab::{Board, Part, Piece, Side, Square};
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
            let [pull, either, push] =
                [Reading::Pull, Reading::Either, Reading::Push].map(|reading| {
                    let mut ends = Ends {
                        reading,
                        both_ways: 0,
                        seen: HashSet::new(),
                        boards: HashSet::new(),
                    };
                    ends.gather(&moment(&board, side, Open::Nothing, 4));
                    ends
                });
            assert!(pull.boards == either.boards, "{side:?} in {board:?}");
            both_ways += either.both_ways;
            lost += usize::from(push.boards != pull.boards);
        }
    }
    assert!(both_ways > 300, "{both_ways} steps could be read both ways");
    // The control: read as a push only, some turns are lost.
    assert!(lost > 0);
    println!("readings: {both_ways} steps could be read both ways");
}

/// The boards at which a turn can end.
struct Ends {
    reading: Reading,
    both_ways: usize,
    seen: HashSet<Moment>,
    boards: HashSet<Board>,
}

impl Ends {
    fn gather(&mut self, now: &Moment) {
        if !self.seen.insert(*now) {
            return;
        }
        if !matches!(now.open, Open::Push { .. }) {
            self.boards.insert(now.board);
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
