//! Compares geometry, strength, freezing and plain steps with the formulas (SPEC.md chapters 1 and
//! 3).

use proofs::cell::Cell;
use proofs::formula::{self, Pending};
use proofs::geometry;
use proofs::proof::in_part;

use crate::contents::{Both, everything, fill};
use crate::control::Control;
use crate::turn::Open;
use crate::vocab::{Direction, Kind, Piece, Placed, Side, Square, Step};
use crate::{board, freezing, moment, steps};

/// The formulas and the reference engine agree on adjacent squares, traps, goal ranks and strength
/// (BRD-2 to BRD-5).
#[test]
fn the_board_is_the_same() {
    for square in Square::ALL {
        assert_eq!(
            board::is_trap(square),
            geometry::is_trap(square),
            "{square}"
        );
        for direction in Direction::ALL {
            let beside = geometry::beside(square, direction);
            assert_eq!(
                board::adjacent(square, direction),
                beside,
                "{square}{direction}"
            );
        }
    }
    for side in Side::ALL {
        assert_eq!(board::goal_rank(side), geometry::goal_rank(side));
    }
    for one in Piece::ALL {
        for other in Piece::ALL {
            let cells = [one, other].map(|piece| Cell::<bool>::known(Some(piece)));
            let stronger = formula::stronger(&cells[0], &cells[1]);
            assert_eq!(board::is_stronger(one, other), stronger, "{one} {other}");
            assert_eq!(
                board::is_stronger(one, other),
                formula::weaker(&cells[1], one.kind)
            );
        }
    }
}

/// Freezing (FRZ-1) looks at a piece and the squares beside it: every piece, everything beside it,
/// everywhere.
#[test]
fn freezing_is_the_same() {
    let mut tried = 0_u64;
    let mut control = Control::new("an enemy beside a piece were company enough");
    for square in Square::ALL {
        around(square, &everything(), &mut |both, piece| {
            let found = freezing::is_frozen(&both.board, Placed { piece, square });
            assert_eq!(
                found,
                formula::frozen(&both.cells, square),
                "{:?}",
                both.board
            );
            control.look(&both.board, found, || {
                let beside = geometry::squares_beside(square);
                formula::frozen(&both.cells, square)
                    && beside
                        .filter(|other| both.cells[other.index()].is_piece())
                        .count()
                        < 2
            });
            tried += 1;
        });
    }
    assert_eq!(
        tried,
        12 * (36 * 13_u64.pow(4) + 24 * 13_u64.pow(3) + 4 * 13_u64.pow(2))
    );
    println!("freezing: {tried} boards");
    control.assert_noticed();
}

/// A plain step (STP-1 to STP-5, FRZ-2) looks at a piece, the squares beside it and the direction:
/// every piece, everything beside it, every direction, everywhere, the player's side being the
/// piece's.
#[test]
fn plain_steps_are_the_same() {
    let mut tried = 0_u64;
    let mut control = Control::new("rabbits could step back");
    for from in in_part(Square::ALL.to_vec()) {
        around(from, &everything(), &mut |both, piece| {
            let now = moment(&both.board, piece.side, Open::Nothing, 4);
            for direction in Direction::ALL {
                let step = Step {
                    piece,
                    from,
                    direction,
                };
                let found = steps::judge(&now, step).is_ok();
                let expected = formula::plain(&both.cells, piece.side, from, direction);
                assert_eq!(found, expected, "{step} in {:?}", both.board);
                control.look(&both.board, found, || {
                    formula::free(&both.cells, piece.side, from)
                        && formula::open(&both.cells, from, direction)
                });
                tried += 1;
            }
        });
    }
    println!("plain steps: {tried} steps");
    control.assert_noticed();
}

/// Completing a push (PSH-4, PSH-5, FRZ-2) looks at the piece and the squares beside it, at the
/// kind pushed and the square it left.
///
/// The squares beside the piece matter through freezing, which is tried in full above, and through
/// the square that the step leads to being empty. So beside it stand: nothing, a friend, an enemy
/// that freezes all but an elephant, one that freezes none.
#[test]
fn completions_are_the_same() {
    let mut control = Control::new("a piece could push its like");
    let mut tried = 0_u64;
    for side in Side::ALL {
        every_step_with_one_open(&stand_ins(side), &mut |both, step, kind, square| {
            let (piece, from, direction) = (step.piece, step.from, step.direction);
            let pushed = Placed {
                piece: Piece::new(side.other(), kind),
                square,
            };
            let now = moment(&both.board, side, Open::Push { pushed }, 3);
            let found = steps::judge(&now, step).is_ok();
            let left = Square::ALL.map(|other| other == square);
            let push = Pending::Push(kind, &left);
            let expected = formula::own_step(&both.cells, side, 3, push, from, direction)
                | formula::enemy_step(&both.cells, side, 3, push, from, direction);
            assert_eq!(found, expected, "{step} after {pushed} in {:?}", both.board);
            control.look(&both.board, found, || {
                expected
                    || piece == Piece::new(side, kind)
                        && formula::plain(&both.cells, side, from, direction)
                        && geometry::beside(from, direction) == Some(square)
            });
            tried += 1;
        });
    }
    println!("completions: {tried} steps");
    control.assert_noticed();
}

/// Ending a pull (PUL-1) looks at the enemy piece, the square it goes to, the kind that pulls and
/// the square that it left; what is no pull can be the beginning of a push, if two steps are left
/// (PLY-1, PUL-3). With one left a step is legal only as a pull.
///
/// Beside the piece stand: nothing, an own elephant, which can push it, or an enemy, which neither
/// pushes nor is in the way but on the square that the step leads to.
#[test]
fn pulls_are_the_same() {
    let mut control = Control::new("a piece could pull its like");
    let mut tried = 0_u64;
    for side in Side::ALL {
        let beside = [
            None,
            Some(Piece::new(side, Kind::Elephant)),
            Some(Piece::new(side.other(), Kind::Rabbit)),
        ];
        every_step_with_one_open(&beside, &mut |both, step, kind, square| {
            let (piece, from, direction) = (step.piece, step.from, step.direction);
            let puller = Placed {
                piece: Piece::new(side, kind),
                square,
            };
            let left = Square::ALL.map(|other| other == square);
            let pull = Pending::Pull(kind, &left);
            let by_formula = if piece.side == side {
                formula::own_step
            } else {
                formula::enemy_step
            };
            for steps_left in [1, 2] {
                let now = moment(&both.board, side, Open::Pull { puller }, steps_left);
                let found = steps::judge(&now, step).is_ok();
                let expected = by_formula(&both.cells, side, steps_left, pull, from, direction);
                assert_eq!(found, expected, "{step} after {puller} in {:?}", both.board);
                control.look(&both.board, found, || {
                    expected
                        || piece == Piece::new(side.other(), kind)
                            && geometry::beside(from, direction) == Some(square)
                });
                tried += 1;
            }
        });
    }
    println!("pulls: {tried} steps");
    control.assert_noticed();
}

/// No step is legal where none is left (TRN-1), nor one of a piece that is not there (STP-1,
/// STP-2).
#[test]
fn steps_of_no_piece_or_with_none_left_are_refused() {
    let mut both = Both::empty();
    for from in Square::ALL {
        for stands in everything() {
            both.set(from, stands);
            for direction in Direction::ALL {
                for piece in Piece::ALL {
                    let step = Step {
                        piece,
                        from,
                        direction,
                    };
                    for side in Side::ALL {
                        let none_left = moment(&both.board, side, Open::Nothing, 0);
                        assert!(steps::judge(&none_left, step).is_err(), "{step}");
                        if stands != Some(piece) {
                            let now = moment(&both.board, side, Open::Nothing, 4);
                            assert!(steps::judge(&now, step).is_err(), "{step}");
                        }
                    }
                }
            }
        }
        both.set(from, None);
    }
}

/// Compares every step with these contents beside the piece, and a kind that has left an empty
/// square: one beside the piece, or one far away.
fn every_step_with_one_open(
    beside: &[Option<Piece>],
    visit: &mut impl FnMut(&Both, Step, Kind, Square),
) {
    for from in in_part(Square::ALL.to_vec()) {
        around(from, beside, &mut |both, piece| {
            for kind in Kind::ALL {
                for square in and_far_away(from).filter(|&square| both.board.at(square).is_none()) {
                    for direction in Direction::ALL {
                        let step = Step {
                            piece,
                            from,
                            direction,
                        };
                        visit(both, step, kind, square);
                    }
                }
            }
        });
    }
}

/// Visits every piece on this square, with every combination of these contents beside it.
fn around(square: Square, contents: &[Option<Piece>], visit: &mut impl FnMut(&Both, Piece)) {
    let beside: Vec<Square> = geometry::squares_beside(square).collect();
    let mut both = Both::empty();
    for piece in Piece::ALL {
        both.set(square, Some(piece));
        fill(&mut both, &beside, contents, &mut |both| visit(both, piece));
    }
}

/// Contents that stand for all: none, a friend, a strong enemy and a weak one.
fn stand_ins(side: Side) -> [Option<Piece>; 4] {
    [
        None,
        Some(Piece::new(side, Kind::Rabbit)),
        Some(Piece::new(side.other(), Kind::Elephant)),
        Some(Piece::new(side.other(), Kind::Rabbit)),
    ]
}

/// The squares beside `from`, and one that is not beside it.
fn and_far_away(from: Square) -> impl Iterator<Item = Square> {
    let far = Square::ALL[63 - from.index()];
    geometry::squares_beside(from).chain([far])
}
