//! Compares captures and the ends of the game with the formulas (SPEC.md chapters 5 and 8).

use proofs::cell::contents;
use proofs::formula;
use proofs::geometry::{is_trap, squares_beside};

use crate::contents::{Both, everything, fill};
use crate::control::Control;
use crate::repetition::History;
use crate::vocab::{Board, Edition, End, Side, Square, TurnEnd};
use crate::{ending, traps};

/// A capture (CAP-1) looks at a trap and the squares beside it: every content of all five, at all
/// four traps.
///
/// No square is beside two traps, so what happens at one says nothing of another; that at most one
/// has a piece to lose is THM-1.
#[test]
fn captures_are_the_same() {
    let mut tried = 0_u64;
    let mut control = Control::new("enemies gave support");
    for trap in Square::ALL.into_iter().filter(|&square| is_trap(square)) {
        let looked_at: Vec<Square> = [trap].into_iter().chain(squares_beside(trap)).collect();
        fill(&mut Both::empty(), &looked_at, &everything(), &mut |both| {
            let unsupported = formula::unsupported(&both.cells, trap);
            assert_eq!(captures_any(&both.board), unsupported, "{:?}", both.board);
            control.look(&both.board, captures_any(&both.board), || {
                let mut beside = squares_beside(trap);
                unsupported && !beside.any(|other| both.cells[other.index()].is_piece())
            });
            let mut after = both.board;
            let captured = traps::capture(&mut after);
            let expected = formula::rid(&both.cells);
            assert_eq!(
                captured.map(|piece| piece.square),
                unsupported.then_some(trap)
            );
            assert!(looked_at.iter().all(|&square| {
                contents(&after)[square.index()].equals(&expected[square.index()])
            }));
            tried += 1;
        });
    }
    assert_eq!(tried, 4 * 13_u64.pow(5));
    println!("captures: {tried} boards");
    control.assert_noticed();
}

fn captures_any(board: &Board) -> bool {
    traps::unsupported(board).is_some()
}

/// Goal, elimination and immobilization (END-3 to END-7) are facts about some square of the board.
/// They are tried with one and two pieces of every kind and side on every square or pair of
/// squares; the facts about single steps are tried elsewhere.
#[test]
fn ends_are_the_same() {
    let mut tried = 0_u64;
    let mut control = Control::new("rabbits of both sides had one goal rank");
    let pieces = everything();
    for one in Square::ALL {
        for other in Square::ALL.into_iter().filter(|&other| other > one) {
            fill(&mut Both::empty(), &[one, other], &pieces, &mut |both| {
                for mover in Side::ALL {
                    let found = ending::outcome(&ended(both, mover)).map(|outcome| outcome.end);
                    assert_eq!(
                        found,
                        expected(both, mover),
                        "{mover:?} in {:?}",
                        both.board
                    );
                    control.look(&both.board, found, || {
                        let silver = |square: &Square| {
                            formula::rabbit(&both.cells, Side::Silver, *square)
                                && square.rank() == 8
                        };
                        let at_goal = Square::ALL.iter().any(silver);
                        if at_goal { Some(End::MoverGoal) } else { found }
                    });
                    tried += 1;
                }
            });
        }
    }
    println!("ends: {tried} positions");
    control.assert_noticed();
}

/// A history without earlier positions, in which a turn of the mover has just ended.
fn ended(both: &Both, mover: Side) -> History {
    let start = TurnEnd {
        board: both.board,
        to_move: mover.other(),
    };
    History::new(Edition::July2008, start)
}

/// The first end in the order of END-2 that the formulas find; nothing repeats without a history.
fn expected(both: &Both, mover: Side) -> Option<End> {
    let cells = &both.cells;
    let any = |so: &dyn Fn(Square) -> bool| Square::ALL.into_iter().any(so);
    let opponent = mover.other();
    if any(&|square| formula::at_goal(cells, mover, square)) {
        Some(End::MoverGoal)
    } else if any(&|square| formula::at_goal(cells, opponent, square)) {
        Some(End::OpponentGoal)
    } else if !any(&|square| formula::rabbit(cells, opponent, square)) {
        Some(End::OpponentEliminated)
    } else if !any(&|square| formula::rabbit(cells, mover, square)) {
        Some(End::MoverEliminated)
    } else if formula::can_step(cells, opponent) {
        None
    } else {
        Some(End::Immobilized)
    }
}
