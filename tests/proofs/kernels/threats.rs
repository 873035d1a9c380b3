//! Proves the incremental update of threats after a plain step: `view.rs`.

use proofs::geometry::beside;
use proofs::logic::any;
use proofs::proof::{Claim, proved, refuted};
use proofs::term::any_board;

use crate::{every_step, for_both, kinds, planes, set_of, view};

/// The pieces beside a stronger enemy after a step without captures. They are compared with those
/// computed anew, which `lists::free_pieces` relates to freezing.
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
