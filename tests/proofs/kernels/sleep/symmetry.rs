//! Why it is enough to look at Gold's actions from the files a to d.
//!
//! Seen in a mirror, or by the other player, a game of Arimaa is one. The formulas of the rules
//! name no square, no direction and no side themselves: they ask `geometry` what is beside a
//! square, which squares are traps and which way is backward. It gives the same answers in the
//! mirror and to the other player. That the engine's conditions do not change either is shown by
//! the solver.

use proofs::geometry::{backward, beside, is_trap, opposite};
use proofs::proof::{Claim, given, proved, refuted};
use proofs::squares::Squares;
use proofs::term::{any_board, any_board_in, any_word};

use crate::bits::{direction_index, neighbours};
use crate::distinct::action_view::ActionView;
use crate::distinct::sleep::{Disturbed, Steps, corners, round_the_corner};
use crate::planes::Planes;
use crate::vocab::{Direction, Side, Square};

use super::node::{SIDE, planes, view};

/// Another way to look at a board.
#[derive(Clone, Copy, Debug)]
enum Seen {
    /// The a-file for the h-file.
    InAMirror,
    /// The first rank for the eighth, and Gold for Silver.
    ByTheOther,
}

impl Seen {
    const ALL: [Self; 2] = [Self::InAMirror, Self::ByTheOther];

    fn square(self, square: Square) -> Square {
        let index = square.index();
        Square::ALL[match self {
            Self::InAMirror => index ^ 0o07,
            Self::ByTheOther => index ^ 0o70,
        }]
    }

    fn direction(self, way: Direction) -> Direction {
        let turns = match self {
            Self::InAMirror => [Direction::East, Direction::West],
            Self::ByTheOther => [Direction::North, Direction::South],
        };
        if turns.contains(&way) {
            opposite(way)
        } else {
            way
        }
    }

    fn side(self, side: Side) -> Side {
        match self {
            Self::InAMirror => side,
            Self::ByTheOther => side.other(),
        }
    }

    fn set(self, set: &Squares) -> Squares {
        Squares::of(|square| set.holds(self.square(square)))
    }

    /// Sets by direction.
    fn steps(self, steps: &Steps<Squares>) -> Steps<Squares> {
        let mut seen = *steps;
        for way in Direction::ALL {
            let from = &steps[direction_index(way)];
            seen[direction_index(self.direction(way))] = self.set(from);
        }
        seen
    }

    fn planes(self, board: &Planes<Squares>) -> Planes<Squares> {
        let silver = match self {
            Self::InAMirror => board.silver,
            Self::ByTheOther => board.of(Side::Gold),
        };
        planes([board.low, board.mid, board.high, silver].map(|plane| self.set(&plane)))
    }
}

/// The board and the direction of play are the same for both players and in a mirror.
#[test]
fn the_rules_are_symmetric() {
    for seen in Seen::ALL {
        for side in Side::ALL {
            assert_eq!(backward(seen.side(side)), seen.direction(backward(side)));
        }
        for square in Square::ALL {
            assert_eq!(seen.square(seen.square(square)), square);
            assert_eq!(is_trap(seen.square(square)), is_trap(square));
            for way in Direction::ALL {
                let there = beside(seen.square(square), seen.direction(way));
                assert_eq!(there, beside(square, way).map(|to| seen.square(to)));
            }
        }
    }
    let half = |square: &Square| ('a'..='d').contains(&square.file());
    let both = |square: Square| half(&square) || half(&Seen::InAMirror.square(square));
    assert!(Square::ALL.into_iter().all(both));
}

/// A board, whatever the search is asked about on it, and what it sees.
struct Scene {
    view: ActionView<Squares>,
    side: Side,
    done: Steps<Squares>,
    from: Squares,
    to: Squares,
    other: Squares,
    after: Planes<Squares>,
}

impl Scene {
    /// Any, and the same seen otherwise.
    fn any(seen: Seen, other_side: Side) -> (Self, Self) {
        let board = planes(any_board().planes.map(Squares::from));
        let after = any_board_in(["low-after", "mid-after", "high-after", "silver-after"]);
        let after = planes(after.planes.map(Squares::from));
        let done = ["north", "south", "east", "west"].map(|way| Squares::from(any_word(way)));
        let [from, to, other] = ["from", "to", "other"].map(|set| Squares::from(any_word(set)));
        let one = Self {
            view: view(&board, SIDE),
            side: SIDE,
            done,
            from,
            to,
            other,
            after,
        };
        let two = Self {
            view: view(&seen.planes(&board), other_side),
            side: other_side,
            done: seen.steps(&done),
            from: seen.set(&from),
            to: seen.set(&to),
            other: seen.set(&other),
            after: seen.planes(&after),
        };
        (one, two)
    }

    /// The parts of the conditions: quiet steps and captures, who is threatened, and corners.
    fn parts(&self) -> [Steps<Squares>; 5] {
        let threatened = self.view.view.movers.threatened;
        let corners = corners(&self.view);
        let round = |slot| [0, 1, 2, 3].map(|way| round_the_corner(&corners, self.from, way)[slot]);
        [
            self.view.plain.quiet,
            self.view.plain.captures,
            [threatened; 4],
            // By the way that is taken first: what sleeps to the north, and to the south.
            round(0),
            round(1),
        ]
    }

    /// The sleep set after each kind of action; after a quiet step, one in this direction.
    fn asleep(&self, way: Direction) -> [Steps<Squares>; 3] {
        let beside = neighbours(self.from);
        let slot = direction_index(way);
        let late = |action| self.view.asleep_after(&action, &self.after, self.side);
        [
            self.view
                .asleep_after_quiet(self.done, self.from, beside, slot),
            late(Disturbed::by_own_step(
                &self.view, self.from, beside, self.to,
            )),
            late(Disturbed::by_push(
                &self.view,
                self.from,
                beside,
                [self.to, self.other],
            )),
        ]
    }
}

/// The conditions under which a step sleeps are the same for both players and in a mirror.
#[test]
fn the_conditions_are_symmetric() {
    for seen in Seen::ALL {
        let over = format!("what sleeps, seen {seen:?}; any board, any sets of squares");
        proved("the parts of the conditions", &over, || {
            parts(seen, &Scene::any(seen, seen.side(SIDE)))
        });
        proved("the conditions", &over, || {
            let scenes = Scene::any(seen, seen.side(SIDE));
            given(&parts(seen, &scenes));
            let ways = Direction::ALL.into_iter();
            let claims = ways.flat_map(|way| {
                let (one, two) = (scenes.0.asleep(way), scenes.1.asleep(seen.direction(way)));
                let each = one.into_iter().zip(two);
                each.flat_map(move |(one, two)| same_steps(seen, &one, &two))
            });
            claims.collect()
        });
    }
    let seen = Seen::ByTheOther;
    refuted("the parts of the conditions", "the side stayed", || {
        parts(seen, &Scene::any(seen, SIDE))
    });
}

/// Claims that the parts of the conditions are the same.
fn parts(seen: Seen, (one, two): &(Scene, Scene)) -> Vec<Claim> {
    let (one, mut two) = (one.parts(), two.parts());
    if matches!(seen, Seen::ByTheOther) {
        // Sleep to the north mirrors sleep to the south.
        two.swap(3, 4);
    }
    let each = one.into_iter().zip(two);
    each.flat_map(|(one, two)| same_steps(seen, &one, &two))
        .collect()
}

/// Claims that the sets by direction are the mirrored ones.
fn same_steps(seen: Seen, one: &Steps<Squares>, two: &Steps<Squares>) -> Vec<Claim> {
    let one = seen.steps(one);
    let all = Direction::ALL
        .into_iter()
        .flat_map(|way| Square::ALL.map(|square| (way, square)));
    all.map(|(way, square)| Claim {
        at: format!("{seen:?} {square}{way}"),
        found: two[direction_index(way)].holds(square),
        expected: one[direction_index(way)].holds(square),
    })
    .collect()
}
