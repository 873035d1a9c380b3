//! Laws of sleep sets and of the search's view of a board: each function of sets against what it
//! says of single pieces and steps.

use proptest::prelude::*;

use super::action_view::ActionView;
use super::actions::BESIDE;
use super::sleep::{Disturbed, Steps, corners, starting_elsewhere, without_disturbed};
use crate::bitboard::bits::{Bits, EAST, NORTH, SOUTH, WEST, beside, shift};
use crate::bitboard::laws::{Filled, count_beside, is_set_of, set};
use crate::bitboard::planes::Planes;
use crate::bitboard::view::threatened;
use crate::vocab::{Side, Square};

const DIRECTIONS: [usize; 4] = [NORTH, SOUTH, EAST, WEST];

fn view(board: &Planes) -> ActionView {
    ActionView::of(board, threatened(board, Side::Gold), Side::Gold)
}

/// The plain steps of Gold that capture nothing.
fn quiet(board: &Planes) -> Steps {
    view(board).plain.quiet
}

/// Whether sets by direction are those of the steps, where they start, for which something is true.
fn are_steps(steps: Steps, is_such: impl Fn(usize, usize) -> bool) -> bool {
    DIRECTIONS
        .into_iter()
        .all(|direction| is_set_of(steps[direction], |from| is_such(from.index(), direction)))
}

fn holds(set: u64, index: usize) -> bool {
    set >> index & 1 == 1
}

/// A square of a set, chosen by a number; of an empty set none.
fn chosen(set: u64, number: usize) -> Option<u64> {
    let place = number.checked_rem(Bits(set).count())?;
    Bits(set).nth(place).map(|index| 1 << index)
}

/// The square that a step leads to, if not over the edge.
fn leads_to(index: usize, direction: usize) -> Option<usize> {
    (shift(1_u64 << index, direction) != 0).then(|| beside(index, direction))
}

proptest! {
    /// A piece could go round a corner if it can step to the north or south, capturing nothing, and
    /// is not frozen there.
    #[test]
    fn corners_are_quiet_steps_to_where_the_piece_is_free(board: Filled) {
        let board = board.without_captured().planes();
        let found = corners(&view(&board));
        let law = [NORTH, SOUTH].into_iter().all(|first| {
            let steps = quiet(&board)[first];
            is_set_of(found[first], |square| {
                let from = 1 << square.index();
                let between = shift(from, first);
                steps & from != 0 && view(&board.moved(from, between)).view.free & between != 0
            })
        });
        prop_assert!(law);
    }

    #[test]
    fn a_step_is_disturbed_where_it_starts_and_where_it_ends(
        asleep in (set(), set()),
        starts in set(),
        ends in set(),
    ) {
        let asleep = [asleep.0, !asleep.0, asleep.1, !asleep.1];
        let law = are_steps(without_disturbed(asleep, starts, ends), |index, direction| {
            let ended = leads_to(index, direction).is_some_and(|to| holds(ends, to));
            holds(asleep[direction], index) && !holds(starts, index) && !ended
        });
        prop_assert!(law);
    }

    #[test]
    fn steps_that_start_elsewhere_sleep_on(asleep in (set(), set()), starts in set()) {
        let asleep = [asleep.0, !asleep.0, asleep.1, !asleep.1];
        prop_assert!(
            starting_elsewhere(asleep, starts) == without_disturbed(asleep, starts, 0)
        );
    }

    /// Steps that lead beside a lost piece are woken, whatever else the action disturbs. `lost` is
    /// thinned out, as few are lost.
    #[test]
    fn steps_that_lead_beside_a_captured_piece_wake(
        board: Filled,
        way: (usize, usize),
        starts in set(),
        ends in set(),
        lost in (set(), set()),
    ) {
        let board = board.planes();
        let way = (chosen(board.of(Side::Gold), way.0), chosen(board.empty(), way.1));
        let (Some(from), Some(to)) = way else {
            return Err(TestCaseError::reject("no gold piece or no empty square"));
        };
        let moved = board.moved(from, to);
        let lost = lost.0 & lost.1 & !starts & moved.of(Side::Gold);
        let after = moved.without(lost);
        let asleep = view(&board).asleep_after(&Disturbed { from, to, starts, ends }, &after, Side::Gold);
        let quiet = quiet(&board);
        let law = are_steps(asleep, |index, direction| {
            let disturbed = |to| {
                holds(ends, to) || count_beside(Square::ALL[to], |square| holds(lost, square.index())) > 0
            };
            holds(quiet[direction], index)
                && !holds(starts, index)
                && !leads_to(index, direction).is_some_and(disturbed)
        });
        prop_assert!(law, "from {from:#x} to {to:#x}, {lost:#x} lost: {asleep:x?}");
    }

    /// A piece relies on those beside it if it is threatened, and those that are threatened rely on
    /// it.
    #[test]
    fn threatened_pieces_and_their_neighbours_depend_on_each_other(board: Filled) {
        let board = board.planes();
        let (view, threatened) = (view(&board), threatened(&board, Side::Gold));
        let law = Bits(board.of(Side::Gold)).all(|index| {
            is_set_of(view.dependents(1 << index, BESIDE[index]), |square| {
                let beside = count_beside(square, |other| other.index() == index) > 0;
                let relies = holds(threatened, index) || holds(threatened, square.index());
                square.index() == index || beside && relies
            })
        });
        prop_assert!(law);
    }

    #[test]
    fn threatened_pieces_are_handed_on_over_a_quiet_step(board: Filled) {
        let board = board.without_captured().planes();
        let (view, steps) = (view(&board), quiet(&board));
        let law = DIRECTIONS.into_iter().all(|direction| {
            Bits(steps[direction]).all(|index| {
                let (from, to) = (1 << index, shift(1 << index, direction));
                view.threatened_after(board.strength_at(index), from, to)
                    == threatened(&board.moved(from, to), Side::Gold)
            })
        });
        prop_assert!(law);
    }

    #[test]
    fn pullers_stand_beside_a_weaker_enemy(board: Filled) {
        let view = view(&board.planes());
        let law = is_set_of(view.view.pullers() & view.view.movers.own, |square| {
            board.side_at(square) == Some(Side::Gold)
                && count_beside(square, |other| {
                    board.side_at(other) == Some(Side::Silver) && board.is_stronger(square, other)
                }) > 0
        });
        prop_assert!(law);
    }

    /// A step to an empty square is quiet if no piece of the side that makes it is gone after it.
    #[test]
    fn quiet_steps_capture_no_piece_of_their_side(board: Filled) {
        let board = board.without_captured().planes();
        let view = view(&board);
        let costs = |index, direction, side| {
            let from = 1_u64 << index;
            let after = board.stepped(from, shift(from, direction));
            after.of(side).count_ones() < board.of(side).count_ones()
        };
        let law = DIRECTIONS.into_iter().all(|direction| {
            let leads_on = |&index: &usize| leads_to(index, direction).is_some_and(|to| holds(board.empty(), to));
            let own = Bits(board.of(Side::Gold)).filter(leads_on);
            let enemy = Bits(board.of(Side::Silver)).filter(leads_on);
            own.clone().all(|index| view.plain.is_quiet(index, direction) != costs(index, direction, Side::Gold))
                && enemy.clone().all(|index| view.enemy_is_quiet(index, direction) != costs(index, direction, Side::Silver))
        });
        prop_assert!(law);
    }
}
