//! Proofs about the lists of legal steps: `view.rs`.
//!
//! The open push or pull is proved for any *set* of squares that it may have left, which includes
//! every single square, and for every kind.

use proofs::cell::Contents;
use proofs::formula::{
    self, Pending, completes, free, friends, frozen, plain, pulls, push_begins, stronger,
};
use proofs::geometry::{beside, squares_beside};
use proofs::logic::any;
use proofs::proof::{Claim, given, is_set_of, proved, refuted};
use proofs::term::{AnyBoard, Term, Truth, any_board, any_word};

use crate::bits::direction_index;
use crate::masks::leading_to;
use crate::vocab::{Direction, Kind, Side, Square};
use crate::{by_direction, for_both, kinds, view};

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

/// Claims that `free` holds of exactly the pieces that may move.
fn free_claims(board: &AnyBoard, free: fn(&Contents<Truth>, Side, Square) -> Truth) -> Vec<Claim> {
    for_both(|side| {
        is_set_of(&format!("{side:?} "), view(board, side).free, |square| {
            free(&board.cells, side, square)
        })
    })
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

/// Claims that `formula` holds of exactly the plain steps.
fn plain_claims(board: &AnyBoard, formula: Stepping) -> Vec<Claim> {
    for_both(|side| {
        let found = view(board, side).plain_steps();
        by_direction(&format!("{side:?} "), found, |square, direction| {
            formula(&board.cells, side, square, direction)
        })
    })
}

/// Any board, on which the result of [`free_pieces`] is assumed.
fn board_with_free() -> AnyBoard {
    let board = any_board();
    given(&free_claims(&board, free));
    board
}

/// First halves of pushes (PSH-1, PSH-2).
#[test]
fn pushes_begun() {
    proved(
        "pushes_begun",
        "the first halves of pushes; any board, both sides",
        || begin_claims(&board_with_free(), push_begins),
    );
    refuted("pushes_begun", "a frozen piece could push", || {
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

/// Claims that `formula` holds of exactly the first halves of pushes.
fn begin_claims(board: &AnyBoard, formula: Stepping) -> Vec<Claim> {
    for_both(|side| {
        let found = view(board, side).pushes_begun();
        by_direction(&format!("{side:?} "), found, |square, direction| {
            formula(&board.cells, side, square, direction)
        })
    })
}

/// Any board, on which the results of [`plain_steps`] and [`pushes_begun`] are assumed.
fn board_with_steps() -> AnyBoard {
    let board = board_with_free();
    given(&plain_claims(&board, plain));
    given(&begin_claims(&board, push_begins));
    board
}

/// The pieces that complete a push (PSH-4, PSH-5), and those that a pull can move (PUL-1).
#[test]
fn pushers_and_pullable() {
    let claims = |kinds: &[(usize, Kind)], same: fn(Kind) -> Kind| {
        let board = board_with_free();
        let word = any_word("left");
        let left = word.bits();
        for_both(|side| {
            let view = view(&board, side);
            let mut claims = Vec::new();
            for &(strength, kind) in kinds {
                let left = (same(kind), &left);
                let found = view.pushers(word, strength);
                let what = format!("{side:?} pushes a {kind:?} ");
                claims.extend(is_set_of(&what, found, |square| {
                    let ways = Direction::ALL.into_iter();
                    any(ways.map(|way| completes(&board.cells, side, left, square, way)))
                }));
                let found = view.pullable(word, strength);
                let what = format!("{side:?} {kind:?} pulls ");
                claims.extend(is_set_of(&what, found, |square| {
                    let ways = Direction::ALL.into_iter();
                    any(ways.map(|way| pulls(&board.cells, side, left, square, way)))
                }));
            }
            claims
        })
    };
    let over = "the pieces that can complete a push or be pulled; any board, both sides, every kind, any square left";
    let kinds: Vec<_> = kinds().collect();
    proved("pushers, pullable", over, || claims(&kinds, |kind| kind));
    refuted("pushers, pullable", "dogs were cats", || {
        claims(&kinds[2..3], |_| Kind::Cat)
    });
}

/// Pushers, pullers and their victims by direction, from which the last two steps are counted.
#[test]
fn pushed_and_pulled_from() {
    let claims = |way_of: fn(Direction) -> Direction| {
        let board = board_with_free();
        let cell = |square: Square| &board.cells[square.index()];
        for_both(|side| {
            let view = view(&board, side);
            let own = view.movers.own;
            let pulls = |square: Square, other: Square| {
                let (here, there) = (cell(square), cell(other));
                here.of(side) & there.of(side.other()) & stronger(here, there)
            };
            let mut claims = by_direction(
                &format!("{side:?} pushes "),
                view.pushed_from(),
                |square, direction| {
                    let pushes = |by: Square| {
                        cell(square).of(side.other())
                            & free(&board.cells, side, by)
                            & stronger(cell(by), cell(square))
                    };
                    beside(square, way_of(direction)).map_or(false.into(), pushes)
                },
            );
            claims.extend(by_direction(
                &format!("{side:?} pulls "),
                view.pulled_from().map(|pullers| pullers & own),
                |square, direction| {
                    let there = beside(square, way_of(direction));
                    there.map_or(false.into(), |other| pulls(square, other))
                },
            ));
            let pullers = view.pullers() & own;
            claims.extend(is_set_of(
                &format!("{side:?} pulls from "),
                pullers,
                |square| any(squares_beside(square).map(|other| pulls(square, other))),
            ));
            claims
        })
    };
    let over =
        "pieces that can push or pull an enemy exactly that way, or any; any board, both sides";
    proved("pushed_from, pulled_from, pullers", over, || {
        claims(|direction| direction)
    });
    refuted(
        "pushed_from, pulled_from, pullers",
        "east meant west",
        || {
            claims(|direction| match direction {
                Direction::East => Direction::West,
                other => other,
            })
        },
    );
}

/// The steps that complete a push or end a pull follow from the board and what is compared of the
/// push or pull. So positions that are equal have the same legal steps, and each plays the same
/// part and leaves the same open (PSH-4, PUL-1).
#[test]
fn open_squares() {
    let claims = |compared: fn(usize) -> usize| {
        let (board, left) = (any_board(), any_word("left"));
        for_both(|side| {
            let view = view(&board, side);
            let vacated = left & view.movers.empty;
            let claims = |(strength, kind): (usize, Kind)| {
                let claims = |what: &str, pending, steps| {
                    let open = view.open_squares(1, pending);
                    let found = leading_to(open & !view.movers.empty, open & view.movers.empty);
                    let what = format!("{side:?} {kind:?} {what} ");
                    by_direction(&what, found, |square, direction: Direction| {
                        let steps: [Term; 4] = steps;
                        steps[direction_index(direction)].holds(square)
                    })
                };
                let of = compared(strength);
                let [push, pull] = [
                    view::Pending::Push {
                        vacated,
                        strength: of,
                    },
                    view::Pending::Pull {
                        vacated,
                        strength: of,
                    },
                ];
                let mut both = claims("pushed", push, view.completions(vacated, strength));
                both.extend(claims("pulls", pull, view.pulls(vacated, strength)));
                both
            };
            kinds().flat_map(claims).collect::<Vec<_>>()
        })
    };
    let over = "the steps that close a push or pull, from what equality compares of it; any board, both sides, \
        every kind that is pushed or pulls, any empty square left";
    proved("open_squares", over, || claims(|strength| strength));
    refuted(
        "open_squares",
        "a dog's pull were compared as a cat's",
        || claims(|strength| if strength == 3 { 2 } else { strength }),
    );
}

/// The list of legal steps, for any open push or pull and any number of steps left (TRN-1, PLY-1,
/// PSH-3, PSH-4, PUL-1).
#[test]
fn legal_steps() {
    let claims = |kinds: &[(usize, Kind)], least_for_a_push: u32| {
        let board = board_with_steps();
        let word = any_word("left-open");
        let squares = word.bits();
        let nothing = (view::Pending::Nothing, Pending::Nothing);
        let opened = kinds.iter().flat_map(|&(strength, kind)| {
            let push = (
                view::Pending::Push {
                    vacated: word,
                    strength,
                },
                Pending::Push(kind, &squares),
            );
            let pull = (
                view::Pending::Pull {
                    vacated: word,
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
                    let steps = view(&board, side).legal_steps(left as usize, pending);
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

/// Whether a side has a legal step at the start of a turn (END-7).
#[test]
fn can_step() {
    let claims = |formula: fn(&Contents<Truth>, Side) -> Truth| {
        let board = board_with_steps();
        for_both(|side| {
            [Claim {
                at: format!("{side:?}"),
                found: !view(&board, side).can_step().is_empty(),
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
            let steps = crate::every_step();
            any(steps.map(|(from, direction)| plain(board, side, from, direction)))
        })
    });
}
