//! Compares both engines in every game up to a number of turns on tiny endings, with repetition.
//!
//! Even four pieces have hundreds of turns. So an ending is fenced in by its history: a few boards
//! are inside, and every other board that a turn leads to from there has stood twice. In the
//! current edition such a turn is refused, in the older ones it loses at once unless it decides the
//! game in another way before. So games stay within a few boards until repetition forces a result.
//! Actions that the fence refuses are tried and compared as well.
//!
//! `endings.txt` has the numbers. A development build plays the older editions for four turns only.

use std::collections::HashSet;
use std::fmt::Write;

use arimaa::Game;
use arimaa::compare::{Divergence, Games, Reference, games};
use arimaa::rules::Rules;
use arimaa::vocab::{Board, Edition, Phase, Side, Snapshot, TurnEnd};
use rayon::prelude::*;

/// An ending, and the length of its games.
pub(crate) struct Ending {
    /// The name, for messages.
    pub(crate) name: &'static str,
    /// The pieces that never move.
    pub(crate) standing: &'static str,
    /// The placements that Gold can reach: each of these with each of Silver's is a board inside.
    /// Gold is to move on the first.
    pub(crate) gold: &'static [&'static str],
    /// The placements that Silver can reach.
    pub(crate) silver: &'static [&'static str],
    /// The greatest number of turns of a game.
    pub(crate) turns: usize,
}

/// An ending in which each side has a cat beside a rabbit of the other, which it freezes. The cats
/// go around the rabbits, and a cat can reach each of its squares from every other in one turn.
pub(crate) const CATS: Ending = Ending {
    name: "two cats",
    standing: "Ra4 rh5",
    gold: &["Ch4", "Cg5", "Ch6"],
    silver: &["ca3", "cb4"],
    turns: 12,
};

const ENDINGS: [&Ending; 4] = [
    &CATS,
    // Gold pushes and pulls the camel; two pulls are a turn too.
    &Ending {
        name: "a camel drawn along the edge",
        standing: "Rh1",
        gold: &["Ea1 ma2", "Ea2 ma3", "Ea3 ma4"],
        silver: &["rh7", "rg7"],
        turns: 8,
    },
    // The dog can wait on two squares, push the last enemy rabbit into a trap, or leave it to the
    // rabbit to run to its goal.
    &Ending {
        name: "a capture or a goal",
        standing: "",
        gold: &["Dc4 rc5 Ra6", "Dd5 rc5 Ra6", "Dc5 Ra6", "Dc4 rc5 Ra8"],
        silver: &["ch8", "cg8"],
        turns: 8,
    },
    // The dog on b1 freezes a rabbit on b2, which is then all that Silver has.
    &Ending {
        name: "a rabbit that can be frozen",
        standing: "Rh6",
        gold: &["Dd1", "Dc1", "Db1"],
        silver: &["ra2", "rb2"],
        turns: 8,
    },
];

impl Ending {
    /// The boards inside.
    pub(crate) fn inside(&self) -> Vec<Board> {
        let board = |gold: &str, silver: &str| -> Board {
            let pieces = [self.standing, gold, silver].join(" ");
            let pieces = pieces.split_whitespace();
            pieces.map(|piece| piece.parse().unwrap()).collect()
        };
        let golds = self.gold.iter();
        golds
            .flat_map(|gold| self.silver.iter().map(|silver| board(gold, silver)))
            .collect()
    }

    /// The first board inside with Gold to move, and the fence as its history.
    pub(crate) fn start(&self, edition: Edition) -> Snapshot {
        let inside = self.inside();
        let mut fence = HashSet::new();
        let mut earlier = Vec::new();
        for &board in &inside {
            for side in Side::ALL {
                let position = Snapshot::position(edition, side, board);
                for turn in Game::from_snapshot(&position).unwrap().turns() {
                    let end = TurnEnd {
                        board: turn.board,
                        to_move: side.other(),
                    };
                    if !inside.contains(&end.board) && fence.insert(end) {
                        earlier.extend([end, end]);
                    }
                }
            }
        }
        let steps = Vec::new();
        let phase = Phase::Play { steps, earlier };
        Snapshot::new(edition, Side::Gold, inside[0], phase)
    }

    pub(crate) fn played<A: Rules + Clone, B: Rules + Clone>(
        &self,
        edition: Edition,
        turns: usize,
    ) -> Result<Games, Box<Divergence>> {
        games::<A, B>(&self.start(edition), turns.min(self.turns))
    }
}

/// The line of an ending in `endings.txt`.
fn line(ending: &Ending, edition: Edition, found: &Games) -> String {
    let Games {
        histories,
        refused,
        ends,
        ..
    } = found;
    let mut line = format!("{}, {edition}:", ending.name);
    for histories in histories {
        write!(line, " {histories}").unwrap();
    }
    write!(line, "; refused {refused}").unwrap();
    for (end, number) in ends {
        write!(line, ", {end} {number}").unwrap();
    }
    line
}

#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn every_game_of_tiny_endings() {
    let mut asked = Vec::new();
    for ending in ENDINGS {
        for edition in Edition::ALL {
            if edition != Edition::default() {
                asked.push((ending, edition, 4));
            }
            if edition == Edition::default() || !cfg!(debug_assertions) {
                asked.push((ending, edition, ending.turns));
            }
        }
    }
    let lines: Vec<String> = asked
        .into_par_iter()
        .map(|(ending, edition, turns)| {
            let found = ending.played::<Reference, Game>(edition, turns);
            line(
                ending,
                edition,
                &found.unwrap_or_else(|divergence| panic!("{divergence}")),
            )
        })
        .collect();
    println!("{}", lines.join("\n"));
    let expected: HashSet<&str> = include_str!("endings.txt").lines().collect();
    for line in &lines {
        assert!(
            expected.contains(line.as_str()),
            "not in endings.txt:\n{line}"
        );
    }
}
