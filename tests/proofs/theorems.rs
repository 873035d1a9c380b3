//! Theorems about the rules themselves: consequences that SPEC.md lists in its chapter of theorems,
//! shown of the formulas.
//!
//! A board here is any on which no piece stands on a trap without support, as boards between steps
//! are (SPEC.md VAL-2, THM-2), with however many pieces of each kind. Each theorem has a neighbour
//! that is false, and is refuted.

use arimaa::vocab::{Direction, Kind, Side, Square};
use proofs::cell::{Cell, Contents};
use proofs::formula::{
    after, completes, free, moved, open, plain, push_begins, pusher, settled, stronger, unsupported,
};
use proofs::geometry::{beside, is_trap, opposite};
use proofs::logic::any;
use proofs::proof::{Claim, proved, refuted};
use proofs::term::{Truth, any_board, any_word, assume};

/// THM-1: a step captures at most one piece (CAP-3).
#[test]
fn at_most_one_capture() {
    let claims = |is_settled: bool| {
        let board = board(is_settled);
        each_step(|from, to, direction| {
            let possible = possible(&board, from, to);
            let moved = moved(&board, from, to);
            let pairs = traps().flat_map(|one| traps().map(move |other| (one, other)));
            let two = pairs
                .filter(|(one, other)| one < other)
                .map(|(one, other)| unsupported(&moved, one) & unsupported(&moved, other));
            vec![Claim::that(
                format!("{from}{direction}"),
                !(possible & any(two)),
            )]
        })
    };
    proved(
        "THM-1",
        "a step captures at most one piece; any board, every step",
        || claims(true),
    );
    refuted("THM-1", "pieces could stand unsupported before", || {
        claims(false)
    });
}

/// THM-2: after a step no piece stands on a trap without support; a capture takes no support from a
/// second one.
#[test]
fn settled_again() {
    let claims = |then: fn(&Contents<Truth>, Square, Square) -> Contents<Truth>| {
        let board = board(true);
        each_step(|from, to, direction| {
            let possible = possible(&board, from, to);
            let next = then(&board, from, to);
            vec![Claim::that(
                format!("{from}{direction}"),
                !possible | settled(&next),
            )]
        })
    };
    proved(
        "THM-2",
        "after a step every trap is settled; any board, every step",
        || claims(after),
    );
    refuted("THM-2", "nothing were captured", || claims(moved));
}

/// THM-3: a player's own step costs no enemy piece.
#[test]
fn own_steps_cost_own_pieces() {
    let claims = |of_the_mover: bool| {
        let board = board(true);
        each_step(|from, to, direction| {
            let mover = board[from.index()];
            let possible = possible(&board, from, to);
            let moved = moved(&board, from, to);
            let claim = |side: Side| {
                let lost = if of_the_mover { side.other() } else { side };
                let costs =
                    any(traps()
                        .map(|trap| unsupported(&moved, trap) & moved[trap.index()].of(lost)));
                let at = format!("{side:?} {from}{direction}");
                Claim::that(at, !(possible & mover.of(side) & costs))
            };
            Side::ALL.map(claim).into()
        })
    };
    proved(
        "THM-3",
        "an own step costs no enemy piece; any board, every step, both sides",
        || claims(true),
    );
    refuted("THM-3", "it cost no own piece either", || claims(false));
}

/// THM-4: who can complete a push is who could begin it.
#[test]
fn same_pushers() {
    let claims = |is_settled: bool| {
        let board = board(is_settled);
        each_step(|from, to, direction| {
            let pushed = board[from.index()];
            let possible = possible(&board, from, to);
            let next = after(&board, from, to);
            let claim = |(side, by): (Side, Square)| Claim {
                at: format!("{side:?} {from}{direction}, {by}"),
                found: possible & pusher(&board, side, by, from),
                expected: possible & pushed.of(side.other()) & follower(&next, side, by, &pushed),
            };
            sides_and_pushers(from).map(claim).collect()
        })
    };
    let over = "the possible pushers are the same before and after the first half; any board, every step, both sides";
    proved("THM-4", over, || claims(true));
    refuted("THM-4", "pieces could stand unsupported before", || {
        claims(false)
    });
}

/// THM-5: a begun push can always be completed.
#[test]
fn pushes_can_be_completed() {
    let claims = |may_be_frozen: bool| {
        let board = board(true);
        each_step(|from, to, direction| {
            let pushed = board[from.index()];
            let next = after(&board, from, to);
            let vacated = Square::ALL.map(|square| Truth::from(square == from));
            let claim = |side: Side| {
                let begins = if may_be_frozen {
                    let pushers = sides_and_pushers(from).filter(|&(of, _)| of == side);
                    let pushers = pushers.map(|(_, by)| {
                        let by = &board[by.index()];
                        by.of(side) & stronger(by, &pushed)
                    });
                    pushed.of(side.other()) & any(pushers) & open(&board, from, direction)
                } else {
                    push_begins(&board, side, from, direction)
                };
                let completions = Direction::ALL.into_iter().flat_map(|way| {
                    let by = beside(from, way);
                    Kind::ALL.map(move |kind| (way, by, kind))
                });
                let can_complete = any(completions.filter_map(|(way, by, kind)| {
                    let (by, back) = (by?, opposite(way));
                    let completes = completes(&next, side, (kind, &vacated), by, back);
                    Some(pushed.is(kind) & completes & open(&next, by, back))
                }));
                Claim::that(
                    format!("{side:?} {from}{direction}"),
                    !begins | can_complete,
                )
            };
            Side::ALL.map(claim).into()
        })
    };
    let over =
        "after any first half of a push some step completes it; any board, every step, both sides";
    proved("THM-5", over, || claims(false));
    refuted("THM-5", "frozen pieces could begin a push", || claims(true));
}

/// THM-6, its lemma: a step that completes a push is a legal plain step if no push is pending.
#[test]
fn completions_are_plain_steps() {
    let claims = |is_empty: bool| {
        let board = board(true);
        let vacated = any_word("vacated").bits();
        if is_empty {
            for square in Square::ALL {
                assume(!(vacated[square.index()] & board[square.index()].is_piece()));
            }
        }
        each_step(|from, _, direction| {
            let claim = |side: Side, kind: Kind| {
                let completes = completes(&board, side, (kind, &vacated), from, direction);
                let at = format!("{side:?} {kind:?} {from}{direction}");
                Claim::that(at, !completes | plain(&board, side, from, direction))
            };
            Side::ALL
                .into_iter()
                .flat_map(|side| Kind::ALL.map(|kind| claim(side, kind)))
                .collect()
        })
    };
    let over = "a step that completes a push is a legal plain step if nothing is open; any board, every kind pushed, any empty square left";
    proved("THM-6", over, || claims(true));
    refuted("THM-6", "the square left could be occupied", || {
        claims(false)
    });
}

/// THM-7: a player with a legal step has a turn that changes the board.
#[test]
fn a_step_makes_a_turn() {
    let claims = |is_push: bool| {
        let board = board(true);
        each_step(|from, to, direction| {
            let here = board[from.index()];
            let first = after(&board, from, to);
            let possible = possible(&board, from, to);
            let changed = !first[from.index()].equals(&here);
            let mut claims = vec![Claim::that(
                format!("{from}{direction}"),
                !possible | changed,
            )];
            // After the first half of a push the pusher follows, and its square is empty.
            for (side, by) in sides_and_pushers(from) {
                let pushed = here.of(side.other()) & board[by.index()].of(side);
                let second = if is_push {
                    after(&first, by, from)
                } else {
                    after(&first, to, from)
                };
                let changed = !same_board(&second, &board);
                let at = format!("{side:?} {from}{direction}, {by}");
                claims.push(Claim::that(at, !(possible & pushed) | changed));
            }
            claims
        })
    };
    let over = "a step changes the board, and so do the two of a push; any board, every step, every pusher, both sides";
    proved("THM-7", over, || claims(true));
    refuted("THM-7", "the second step were the way back", || {
        claims(false)
    });
}

/// SPEC.md lists the theorems that are shown here, and no others.
#[test]
fn spec_lists_the_theorems() {
    let ids = |text: &str, before: &str| -> Vec<String> {
        let found = text.split(before).skip(1);
        let numbers = found.map(|rest| rest.chars().take_while(char::is_ascii_digit).collect());
        numbers.collect()
    };
    let mut shown = ids(include_str!("theorems.rs"), "\"THM-");
    // This very line is not one of them.
    shown.retain(|number| !number.is_empty());
    shown.sort();
    shown.dedup();
    let listed = ids(include_str!("../../SPEC.md"), "\n- **THM-");
    assert_eq!(listed, shown);
    assert!(!listed.is_empty());
}

/// Any board, with every piece on a trap supported.
fn board(is_settled: bool) -> Contents<Truth> {
    let board = any_board().cells;
    if is_settled {
        assume(settled(&board));
    }
    board
}

/// Claims about every step that stays on the board.
fn each_step(claims: impl Fn(Square, Square, Direction) -> Vec<Claim>) -> Vec<Claim> {
    let steps = Square::ALL.into_iter().flat_map(|from| {
        let to = move |way| beside(from, way).map(|to| (from, to, way));
        Direction::ALL.into_iter().filter_map(to)
    });
    steps
        .flat_map(|(from, to, way)| claims(from, to, way))
        .collect()
}

/// A piece stands on the one square and nothing on the other.
fn possible(board: &Contents<Truth>, from: Square, to: Square) -> Truth {
    board[from.index()].is_piece() & !board[to.index()].is_piece()
}

/// The piece on `by` may follow a pushed piece: PSH-5.
fn follower(board: &Contents<Truth>, side: Side, by: Square, pushed: &Cell<Truth>) -> Truth {
    free(board, side, by) & stronger(&board[by.index()], pushed)
}

/// Each side with each square beside this one.
fn sides_and_pushers(from: Square) -> impl Iterator<Item = (Side, Square)> {
    let beside = move |side| proofs::geometry::squares_beside(from).map(move |by| (side, by));
    Side::ALL.into_iter().flat_map(beside)
}

fn traps() -> impl Iterator<Item = Square> {
    Square::ALL.into_iter().filter(|&square| is_trap(square))
}

fn same_board(one: &Contents<Truth>, other: &Contents<Truth>) -> Truth {
    proofs::logic::all(one.iter().zip(other).map(|(one, other)| one.equals(other)))
}
