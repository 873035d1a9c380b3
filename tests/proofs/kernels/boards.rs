//! Proofs about boards and their change by a step (`planes.rs`), and about captures (`masks.rs`).

use std::ops::RangeInclusive;

use proofs::cell::{Cell, Contents};
use proofs::formula::{after, at_goal, moved, rabbit, settled, unsupported};
use proofs::geometry::beside;
use proofs::logic::any;
use proofs::proof::{Claim, is_set_of, proved, refuted};
use proofs::term::{AnyBoard, Term, Truth, any_board, any_word, assume};

use crate::planes::Planes;
use crate::vocab::{Side, Square};
use crate::{bits, every_step, for_both, masks, planes, set_of};

/// Rabbits, of a side and at goal (END-3 to END-6, END-9).
#[test]
fn rabbits() {
    let claims = |goal_of: fn(Side) -> Side| {
        let board = any_board();
        let planes = planes(&board);
        let cells = &board.cells;
        let mut claims = is_set_of("any ", planes.rabbits(), |square| {
            rabbit(cells, Side::Gold, square) | rabbit(cells, Side::Silver, square)
        });
        claims.extend(for_both(|side| {
            let of = is_set_of(&format!("{side:?} "), planes.rabbits_of(side), |square| {
                rabbit(cells, side, square)
            });
            let at_goal = is_set_of(
                &format!("{side:?} at goal "),
                planes.at_goal(side),
                |square| {
                    rabbit(cells, side, square)
                        & (square.rank() == proofs::geometry::goal_rank(goal_of(side))).into()
                },
            );
            of.into_iter().chain(at_goal)
        }));
        claims.extend(for_both(|side| {
            is_set_of(
                &format!("{side:?} goal "),
                planes.at_goal(goal_of(side)),
                |square| at_goal(cells, side, square),
            )
        }));
        claims
    };
    let over = "the rabbits, those of a side, those on its goal rank; any board, both sides";
    proved("rabbits, rabbits_of, at_goal", over, || claims(|side| side));
    refuted(
        "rabbits, rabbits_of, at_goal",
        "each side's goal were at home",
        || claims(Side::other),
    );
}

/// A step moves a piece and changes nothing else.
#[test]
fn moves() {
    let claims = |ranks, then: fn(&Contents<Truth>, Square, Square) -> Contents<Truth>| {
        let board = any_board();
        let planes = planes(&board);
        every_result(&board, ranks, |from, to| {
            (
                planes.moved(set_of(from), set_of(to)),
                then(&board.cells, from, to),
            )
        })
    };
    let over = "the board after a piece has moved, nothing captured yet; any board, every step to an empty square";
    proved("moved", over, || claims(1..=8, moved));
    refuted("moved", "traps were looked at already", || {
        claims(2..=2, after)
    });
}

/// The board after a whole step (CAP-1, CAP-2).
#[test]
fn stepped() {
    let claims = |ranks, then: fn(&Contents<Truth>, Square, Square) -> Contents<Truth>| {
        let board = any_board();
        let planes = planes(&board);
        // A step captures only what its own side lost support for: nothing was left before.
        assume(settled(&board.cells));
        every_result(&board, ranks, |from, to| {
            (
                planes.stepped(set_of(from), set_of(to)),
                then(&board.cells, from, to),
            )
        })
    };
    let over = "the board after a step, without what is captured; any board between steps, every step to an empty square";
    proved("stepped", over, || claims(1..=8, after));
    refuted("stepped", "nothing were captured", || claims(2..=2, moved));
}

/// The captured pieces (CAP-1), and the board without them.
#[test]
fn captured() {
    let claims = |is_wrong: bool| {
        let board = any_board();
        let planes = planes(&board);
        let mut claims = is_set_of("captured ", planes.captured(), |square| {
            unsupported(&board.cells, square)
                | (board.cells[square.index()].is_piece() & is_wrong.into())
        });
        let gone = any_word("gone");
        let left = planes.without(gone);
        for square in Square::ALL {
            let expected = board.cells[square.index()].only_if(!gone.holds(square));
            claims.push(same_cell(
                &format!("without {square}"),
                &left,
                square,
                &expected,
            ));
        }
        claims
    };
    let over =
        "pieces on traps without support; the board without some pieces; any board, any pieces";
    proved("captured, without", over, || claims(false));
    refuted("captured, without", "all pieces were captured", || {
        claims(true)
    });
}

/// Own steps that lose a piece (CAP-1, CAP-2), on boards that can stand between steps.
#[test]
fn capturing() {
    let claims = |is_settled: bool| {
        let board = any_board();
        let planes = planes(&board);
        if is_settled {
            assume(settled(&board.cells));
        }
        let steps = ["north", "south", "east", "west"].map(any_word);
        for_both(|side| {
            let found = masks::capturing(planes.of(side), steps);
            let mut claims = Vec::new();
            for (from, direction) in every_step() {
                let Some(to) = beside(from, direction) else {
                    continue;
                };
                let (here, there) = (board.cells[from.index()], board.cells[to.index()]);
                // The kernel takes steps that are possible.
                let possible = here.of(side) & !there.is_piece();
                let after = moved(&board.cells, from, to);
                let costs = any(Square::ALL.map(|square| unsupported(&after, square)));
                let way = bits::direction_index(direction);
                claims.push(Claim {
                    at: format!("{side:?} {from}{direction}"),
                    found: possible & found[way].holds(from),
                    expected: possible & steps[way].holds(from) & costs,
                });
            }
            claims
        })
    };
    let over = "of any own steps to empty squares, those after which a piece, of either side, is on a trap without support; \
        any board without such a piece before, both sides";
    proved("capturing", over, || claims(true));
    refuted(
        "capturing",
        "a piece could stand unsupported before",
        || claims(false),
    );
}

/// All squares or none, by whether the set holds any. For terms this is the proof's own word, so it
/// is shown for numbers beside it: both give the same on every set that the engine asks about,
/// which holds one square at most, or any.
#[test]
fn all_if_any() {
    let claims = |is_wrong: bool| {
        let set = any_word("set");
        let held = any(set.bits());
        is_set_of("", Term::all_if_any(set), move |square| {
            if is_wrong {
                held & set.holds(square)
            } else {
                held
            }
        })
    };
    proved(
        "all_if_any",
        "all squares if the set holds any; any set",
        || claims(false),
    );
    refuted("all_if_any", "it were the set itself", || claims(true));
    for square in Square::ALL {
        let one: u64 = 1 << square.index();
        assert_eq!(bits::Word::all_if_any(one), u64::MAX);
        assert_eq!(bits::Word::all_if_any(!one), u64::MAX);
    }
    assert_eq!(bits::Word::all_if_any(0_u64), 0);
}

/// Claims that boards after a step are the same, for every step from these ranks that leads to an
/// empty square.
fn every_result(
    board: &AnyBoard,
    ranks: RangeInclusive<u8>,
    then: impl Fn(Square, Square) -> (Planes<Term>, Contents<Truth>),
) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (from, direction) in every_step().filter(|(from, _)| ranks.contains(&from.rank())) {
        let Some(to) = beside(from, direction) else {
            continue;
        };
        let (here, there) = (board.cells[from.index()], board.cells[to.index()]);
        let possible = here.is_piece() & !there.is_piece();
        let (found, expected) = then(from, to);
        for square in Square::ALL {
            let claim = same_cell(
                &format!("{from}{direction} {square}"),
                &found,
                square,
                &expected[square.index()],
            );
            claims.push(Claim {
                found: !possible | claim.found,
                ..claim
            });
        }
    }
    claims
}

/// Claims that a square has this content.
fn same_cell(at: &str, planes: &Planes<Term>, square: Square, expected: &Cell<Truth>) -> Claim {
    let found = Cell {
        strength: [planes.low, planes.mid, planes.high].map(|plane| plane.holds(square)),
        silver: planes.silver.holds(square),
    };
    Claim::that(at, found.equals(expected))
}
