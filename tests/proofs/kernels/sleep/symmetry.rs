//! Proves that Gold's actions from the files a to d stand for all actions.
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
use crate::distinct::sleep::{Disturbed, Steps, asleep_round_the_corner, at_corners};
use crate::planes::Planes;
use crate::vocab::{Direction, Side, Square};

use super::node::{SIDE, planes, view};

/// A symmetry of the board.
#[derive(Clone, Copy, Debug)]
enum Symmetry {
    /// The files are mirrored: a becomes h.
    Mirrored,
    /// The sides are exchanged, and rank 1 becomes rank 8.
    SidesExchanged,
}

impl Symmetry {
    const ALL: [Self; 2] = [Self::Mirrored, Self::SidesExchanged];

    fn square(self, square: Square) -> Square {
        let index = square.index();
        Square::ALL[match self {
            Self::Mirrored => index ^ 0o07,
            Self::SidesExchanged => index ^ 0o70,
        }]
    }

    fn direction(self, way: Direction) -> Direction {
        let turns = match self {
            Self::Mirrored => [Direction::East, Direction::West],
            Self::SidesExchanged => [Direction::North, Direction::South],
        };
        if turns.contains(&way) {
            opposite(way)
        } else {
            way
        }
    }

    fn side(self, side: Side) -> Side {
        match self {
            Self::Mirrored => side,
            Self::SidesExchanged => side.other(),
        }
    }

    fn squares(self, set: &Squares) -> Squares {
        Squares::of(|square| set.holds(self.square(square)))
    }

    /// The image of sets by direction.
    fn steps(self, steps: &Steps<Squares>) -> Steps<Squares> {
        let mut seen = *steps;
        for way in Direction::ALL {
            let from = &steps[direction_index(way)];
            seen[direction_index(self.direction(way))] = self.squares(from);
        }
        seen
    }

    fn planes(self, board: &Planes<Squares>) -> Planes<Squares> {
        let silver = match self {
            Self::Mirrored => board.silver,
            Self::SidesExchanged => board.of(Side::Gold),
        };
        planes([board.low, board.mid, board.high, silver].map(|plane| self.squares(&plane)))
    }
}

/// The geometry and the direction of play are the same for both players and in a mirror.
#[test]
fn the_rules_are_symmetric() {
    for image in Symmetry::ALL {
        for side in Side::ALL {
            assert_eq!(backward(image.side(side)), image.direction(backward(side)));
        }
        for square in Square::ALL {
            assert_eq!(image.square(image.square(square)), square);
            assert_eq!(is_trap(image.square(square)), is_trap(square));
            for way in Direction::ALL {
                let there = beside(image.square(square), image.direction(way));
                assert_eq!(there, beside(square, way).map(|to| image.square(to)));
            }
        }
    }
    let half = |square: &Square| ('a'..='d').contains(&square.file());
    let both = |square: Square| half(&square) || half(&Symmetry::Mirrored.square(square));
    assert!(Square::ALL.into_iter().all(both));
}

/// The input of the conditions of sleep: a view of any board, any sets, and a second board.
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
    /// An arbitrary scene, and its image.
    fn any(image: Symmetry, other_side: Side) -> (Self, Self) {
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
            view: view(&image.planes(&board), other_side),
            side: other_side,
            done: image.steps(&done),
            from: image.squares(&from),
            to: image.squares(&to),
            other: image.squares(&other),
            after: image.planes(&after),
        };
        (one, two)
    }

    /// The parts of the conditions: quiet steps, captures, threatened pieces, corners.
    fn parts(&self) -> [Steps<Squares>; 5] {
        let threatened = self.view.view.movers.threatened;
        let corners = at_corners(&self.view);
        let round =
            |slot| [0, 1, 2, 3].map(|way| asleep_round_the_corner(&corners, self.from, way)[slot]);
        [
            self.view.plain.quiet,
            self.view.plain.captures,
            [threatened; 4],
            // By the way that is taken first: what sleeps to the north, and to the south.
            round(0),
            round(1),
        ]
    }

    /// The sleep set after each kind of action; the quiet step goes in this direction.
    fn asleep(&self, way: Direction) -> [Steps<Squares>; 3] {
        let beside = neighbours(self.from);
        let slot = direction_index(way);
        let late = |action| self.view.asleep_after(&action, &self.after, self.side);
        [
            self.view
                .asleep_after_quiet(self.done, self.from, beside, slot),
            late(Disturbed::by_step(&self.view, self.from, beside, self.to)),
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
    for image in Symmetry::ALL {
        let over = format!("what sleeps, {image:?}; any board, any sets of squares");
        proved("the parts of the conditions", &over, || {
            parts(image, &Scene::any(image, image.side(SIDE)))
        });
        proved("the conditions", &over, || {
            let scenes = Scene::any(image, image.side(SIDE));
            given(&parts(image, &scenes));
            let ways = Direction::ALL.into_iter();
            let claims = ways.flat_map(|way| {
                let (one, two) = (scenes.0.asleep(way), scenes.1.asleep(image.direction(way)));
                let each = one.into_iter().zip(two);
                each.flat_map(move |(one, two)| same_steps(image, &one, &two))
            });
            claims.collect()
        });
    }
    let image = Symmetry::SidesExchanged;
    refuted("the parts of the conditions", "the side stayed", || {
        parts(image, &Scene::any(image, SIDE))
    });
}

/// Claims that the parts of the conditions are images of each other.
fn parts(image: Symmetry, (one, two): &(Scene, Scene)) -> Vec<Claim> {
    let (one, mut two) = (one.parts(), two.parts());
    if matches!(image, Symmetry::SidesExchanged) {
        // Sleep to the north mirrors sleep to the south.
        two.swap(3, 4);
    }
    let each = one.into_iter().zip(two);
    each.flat_map(|(one, two)| same_steps(image, &one, &two))
        .collect()
}

/// Claims that sets by direction are images of each other.
fn same_steps(image: Symmetry, one: &Steps<Squares>, two: &Steps<Squares>) -> Vec<Claim> {
    let one = image.steps(one);
    let all = Direction::ALL
        .into_iter()
        .flat_map(|way| Square::ALL.map(|square| (way, square)));
    all.map(|(way, square)| Claim {
        at: format!("{image:?} {square}{way}"),
        found: two[direction_index(way)].holds(square),
        expected: one[direction_index(way)].holds(square),
    })
    .collect()
}
