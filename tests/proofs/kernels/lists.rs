//! The legal steps of a board: `legal.rs`.
//!
//! What is left open by the last step is shown for any *set* of squares that a push or a pull may have left, which includes every single
//! square, and for every kind.

use proofs::cell::Contents;
use proofs::formula::{
    self, Pending, completes, free, friends, frozen, plain, pulls, push_begins, stronger,
};
use proofs::geometry::{beside, squares_beside};
use proofs::logic::any;
use proofs::proof::{Claim, given, is_set_of, proved, refuted};
use proofs::term::{AnyBoard, Truth, any_board, any_word};

use crate::movement::set_of;
use crate::vocab::{Direction, Kind, Side, Square};
use crate::{by_direction, for_both, kinds, legal, masks, planes};

/// A formula about a step of a side.
type Stepping = fn(&Contents<Truth>, Side, Square, Direction) -> Truth;

/// Pieces that are not frozen (FRZ-1).
#[test]
fn free_pieces() {
    let over = "own pieces that are not frozen; any board, both sides";
    proved("free", over, || free_claims(&any_board(), free));
    refuted("free", "a diagonal friend helped", || {
        free_claims(&any_board(), |board, side, square| {
            let here = &board[square.index()];
            let corner =
                beside(square, Direction::North).and_then(|to| beside(to, Direction::West));
            let helped = corner.map_or(false.into(), |other| friends(here, &board[other.index()]));
            here.of(side) & (!frozen(board, square) | helped)
        })
    });
}

/// That the pieces that may move are those that this is true of.
fn free_claims(board: &AnyBoard, free: fn(&Contents<Truth>, Side, Square) -> Truth) -> Vec<Claim> {
    for_both(|side| {
        is_set_of(&format!("{side:?} "), planes(board).free(side), |square| {
            free(&board.cells, side, square)
        })
    })
}

/// One piece is found frozen by what is beside it (FRZ-1): how a single step is judged.
#[test]
fn held_piece() {
    let claims = |frozen: fn(&Contents<Truth>, Square) -> Truth| {
        let board = any_board();
        let planes = planes(&board);
        for_both(|side| {
            let mut claims = Vec::new();
            for square in Square::ALL {
                for (strength, kind) in kinds() {
                    let here = board.cells[square.index()];
                    let is_it = here.of(side) & here.is(kind);
                    let holders = planes.stronger_beside(set_of(square), strength, side.other());
                    let held = masks::held(set_of(square), holders, planes.of(side));
                    claims.push(Claim {
                        at: format!("{side:?} {kind:?} {square}"),
                        found: is_it & held.holds(square),
                        expected: is_it & frozen(&board.cells, square),
                    });
                }
            }
            claims
        })
    };
    let over = "a piece is held if it is frozen; any board, both sides, every kind and square";
    proved("stronger_beside, held", over, || claims(frozen));
    refuted(
        "stronger_beside, held",
        "an equally strong enemy froze",
        || {
            claims(|board, square| {
                let here = board[square.index()];
                let held = any(squares_beside(square).map(|other| {
                    let there = &board[other.index()];
                    formula::enemies(&here, there) & !stronger(&here, there)
                }));
                held & !formula::befriended(board, square)
            })
        },
    );
}

/// Stronger pieces of a side beside a square (FRZ-1, PSH-1).
#[test]
fn stronger_beside() {
    let claims = |around: fn(Square) -> Vec<Square>| {
        let board = any_board();
        let planes = planes(&board);
        let near = any_word("near");
        for_both(|side| {
            let mut claims = Vec::new();
            for (strength, kind) in kinds() {
                let found = planes.stronger_beside(near, strength, side);
                claims.extend(is_set_of(&format!("{side:?} {kind:?} "), found, |square| {
                    let here = board.cells[square.index()];
                    let stronger = kinds().filter(|&(other, _)| other > strength);
                    let is_stronger = any(stronger.map(|(_, kind)| here.is(kind)));
                    let is_near = any(around(square).into_iter().map(|other| near.holds(other)));
                    here.of(side) & is_stronger & is_near
                }));
            }
            claims
        })
    };
    let over = "pieces of a side that are stronger than a kind and beside a square; any board, any squares";
    proved("stronger_beside", over, || {
        claims(|square| squares_beside(square).collect())
    });
    refuted("stronger_beside", "a piece were beside itself", || {
        claims(|square| squares_beside(square).chain([square]).collect())
    });
}

/// Plain steps (STP-1 to STP-5, FRZ-2).
#[test]
fn plain_steps() {
    proved("plain", "the plain steps; any board, both sides", || {
        plain_claims(&board_with_free(), plain)
    });
    refuted(
        "plain",
        "a rabbit could step back unless it is frozen",
        || {
            plain_claims(&board_with_free(), |board, side, square, direction| {
                free(board, side, square) & formula::open(board, square, direction)
            })
        },
    );
}

/// That the plain steps are those that this is true of.
fn plain_claims(board: &AnyBoard, formula: Stepping) -> Vec<Claim> {
    for_both(|side| {
        let found = planes(board).plain(side);
        by_direction(&format!("{side:?} "), found, |square, direction| {
            formula(&board.cells, side, square, direction)
        })
    })
}

/// Any board, where the pieces that are not frozen are known to be found, as [`free_pieces`] shows.
fn board_with_free() -> AnyBoard {
    let board = any_board();
    given(&free_claims(&board, free));
    board
}

/// First halves of pushes (PSH-1, PSH-2).
#[test]
fn begins() {
    proved(
        "begins",
        "the first halves of pushes; any board, both sides",
        || begin_claims(&board_with_free(), push_begins),
    );
    refuted("begins", "a frozen piece could push", || {
        begin_claims(&board_with_free(), |board, side, square, direction| {
            let here = &board[square.index()];
            let pusher = any(squares_beside(square).map(|by| {
                let by = &board[by.index()];
                by.of(side) & stronger(by, here)
            }));
            here.of(side.other()) & pusher & formula::open(board, square, direction)
        })
    });
}

/// That the first halves of pushes are those that this is true of.
fn begin_claims(board: &AnyBoard, formula: Stepping) -> Vec<Claim> {
    for_both(|side| {
        let found = planes(board).begins(side);
        by_direction(&format!("{side:?} "), found, |square, direction| {
            formula(&board.cells, side, square, direction)
        })
    })
}

/// Any board, where the first steps of a turn are known to be found, as [`plain_steps`] and [`begins`] show.
fn board_with_steps() -> AnyBoard {
    let board = board_with_free();
    given(&plain_claims(&board, plain));
    given(&begin_claims(&board, push_begins));
    board
}

/// Steps that complete a push (PSH-4, PSH-5).
#[test]
fn completions() {
    let claims = |pushed: fn(Kind) -> Kind| {
        let board = board_with_free();
        let planes = planes(&board);
        let vacated = any_word("vacated");
        let left = vacated.bits();
        for_both(|side| {
            let claims = |(strength, kind): (usize, Kind)| {
                let found = planes.completions(side, vacated, strength);
                by_direction(
                    &format!("{side:?} {kind:?} "),
                    found,
                    |square, direction| {
                        completes(&board.cells, side, (pushed(kind), &left), square, direction)
                    },
                )
            };
            kinds().flat_map(claims).collect::<Vec<_>>()
        })
    };
    let over =
        "the steps that complete a push; any board, both sides, every kind pushed, any square left";
    proved("completions", over, || claims(|kind| kind));
    refuted("completions", "a camel could push a camel", || {
        claims(|kind| {
            if kind == Kind::Camel {
                Kind::Horse
            } else {
                kind
            }
        })
    });
}

/// Steps of enemies that end a pull (PUL-1).
#[test]
fn pulled() {
    let claims = |puller: fn(Kind) -> Kind| {
        let board = any_board();
        let planes = planes(&board);
        let square_left = any_word("left");
        let left = square_left.bits();
        for_both(|side| {
            let claims = |(strength, kind): (usize, Kind)| {
                let found = planes.pulls(side, square_left, strength);
                by_direction(
                    &format!("{side:?} {kind:?} "),
                    found,
                    |square, direction| {
                        pulls(&board.cells, side, (puller(kind), &left), square, direction)
                    },
                )
            };
            kinds().flat_map(claims).collect::<Vec<_>>()
        })
    };
    let over =
        "the steps that end a pull; any board, both sides, every kind that pulls, any square left";
    proved("pulls", over, || claims(|kind| kind));
    refuted("pulls", "a cat pulled like a dog", || {
        claims(|kind| if kind == Kind::Cat { Kind::Dog } else { kind })
    });
}

/// Everything together: the steps that are listed, whatever is left open and however many steps are left
/// (TRN-1, PLY-1, PSH-3, PSH-4, PUL-1).
#[test]
fn legal_steps() {
    let claims = |kinds: &[(usize, Kind)], least_for_a_push: u32| {
        let board = board_with_steps();
        let planes = planes(&board);
        let word = any_word("left-open");
        let squares = word.bits();
        let nothing = (legal::Pending::Nothing, Pending::Nothing);
        let opened = kinds.iter().flat_map(|&(strength, kind)| {
            let push = (
                legal::Pending::Push {
                    vacated: word,
                    strength,
                },
                Pending::Push(kind, &squares),
            );
            let pull = (
                legal::Pending::Pull {
                    left: word,
                    strength,
                },
                Pending::Pull(kind, &squares),
            );
            [push, pull]
        });
        let mut claims = Vec::new();
        for (pending, formula) in opened.chain([nothing]) {
            for side in Side::ALL {
                // After a step three are left at most, and three are to a push what two are.
                let most = if matches!(formula, Pending::Nothing) {
                    4
                } else {
                    2
                };
                for left in 0..=most {
                    let steps = planes.legal(side, left as usize, pending);
                    let what = format!("{side:?}, {left} left, ");
                    claims.extend(by_direction(&what, steps.own, |square, direction| {
                        formula::own_step(&board.cells, side, left, formula, square, direction)
                    }));
                    // One step more or fewer, to be noticed.
                    let left = if left == 0 {
                        0
                    } else {
                        left + 2 - least_for_a_push
                    };
                    claims.extend(by_direction(&what, steps.enemy, |square, direction| {
                        formula::enemy_step(&board.cells, side, left, formula, square, direction)
                    }));
                }
            }
        }
        claims
    };
    let over = "the legal steps of own and enemy pieces; any board, both sides, nothing open and 0 to 4 steps left, \
        or a push or pull of every kind from any square and 0 to 2 left";
    let kinds: Vec<_> = kinds().collect();
    proved("legal", over, || claims(&kinds, 2));
    refuted("legal", "a push could begin with the last step", || {
        claims(&[], 1)
    });
}

/// Whether there is any first step (END-7).
#[test]
fn can_step() {
    let claims = |formula: fn(&Contents<Truth>, Side) -> Truth| {
        let board = board_with_steps();
        let planes = planes(&board);
        for_both(|side| {
            [Claim {
                at: format!("{side:?}"),
                found: !planes.can_step(side).is_empty(),
                expected: formula(&board.cells, side),
            }]
        })
    };
    proved(
        "can_step",
        "whether a side has a step; any board, both sides",
        || claims(formula::can_step),
    );
    refuted("can_step", "a push did not count", || {
        claims(|board, side| {
            let steps = crate::movement::every_step();
            any(steps.map(|(from, direction)| plain(board, side, from, direction)))
        })
    });
}
