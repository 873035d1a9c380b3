//! Threats, and how they are handed on over a plain step: `view.rs`.

use proofs::formula::stronger;
use proofs::geometry::{beside, squares_beside};
use proofs::logic::any;
use proofs::proof::{Claim, is_set_of, proved, refuted};
use proofs::term::any_board;

use crate::movement::{every_step, of_kind, set_of};
use crate::{for_both, kinds, planes, view};

/// Squares beside an enemy that is stronger than a piece, by its strength (FRZ-1).
#[test]
fn threats() {
    let claims = |below: usize| {
        let board = any_board();
        for_both(|side| {
            let threats = view(&board, side).threats();
            let claims = kinds().flat_map(|(strength, kind)| {
                let found = threats[strength.saturating_sub(below)];
                is_set_of(&format!("{side:?} {kind:?} "), found, |square| {
                    any(squares_beside(square).map(|other| {
                        let there = board.cells[other.index()];
                        there.of(side.other()) & stronger(&there, &of_kind(kind))
                    }))
                })
            });
            claims.collect::<Vec<_>>()
        })
    };
    let over =
        "the squares beside an enemy stronger than a kind; any board, every kind, both sides";
    proved("threats", over, || claims(0));
    refuted("threats", "an equal enemy were a threat too", || claims(1));
}

/// The pieces beside a stronger enemy after a step of a piece, nothing being taken off the board.
/// They are compared with those found anew, which `beside_stronger` and `moved` are about.
#[test]
fn threatened_after() {
    let claims = |is_forgotten: bool| {
        let board = any_board();
        let planes = planes(&board);
        for_both(|side| {
            let threats = view(&board, side).threats();
            let before = view::threatened(&planes, side);
            let claims = every_step().filter_map(|(from, direction)| {
                let to = beside(from, direction)?;
                let (here, there) = (board.cells[from.index()], board.cells[to.index()]);
                let (from_set, to_set) = (set_of(from), set_of(to));
                let anew = view::threatened(&planes.moved(from_set, to_set), side);
                let differs = any(kinds().map(|(strength, kind)| {
                    let threats = threats[if is_forgotten { 0 } else { strength }];
                    let handed_on = view::threatened_after(before, threats, from_set, to_set);
                    here.is(kind) & !(handed_on ^ anew).is_empty()
                }));
                let possible = here.of(side) & !there.is_piece();
                let at = format!("{side:?} {from}{direction}");
                Some(Claim::that(at, !(possible & differs)))
            });
            claims.collect::<Vec<_>>()
        })
    };
    let over = "the threatened pieces after a step of an own piece to an empty square; any board, every step, both sides";
    proved("threatened_after", over, || claims(false));
    refuted(
        "threatened_after",
        "the piece that stepped were not threatened",
        || claims(true),
    );
}
