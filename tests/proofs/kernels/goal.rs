//! Proves that the search for a goal misses none: `goal_bound.rs`.
//!
//! Shown of any board without a gold rabbit on its goal rank, Gold to move: if an action leads to a
//! board where the search would try anything with the steps left then, or to a goal, the search
//! tries the action, or a rabbit can step on the goal rank. From these two `formal/Goals.v` proves
//! that the search, which stops where nothing is to try, finds a goal wherever there is one.
//!
//! Pushes and pulls are those of any piece but a rabbit, strong enough and free or not, so more
//! than the legal ones.

use proofs::cell::Contents;
use proofs::formula::{rabbit, settled};
use proofs::geometry::{beside, squares_beside};
use proofs::proof::{Claim, in_part, proved_each, refuted};
use proofs::term::{Term, Truth, any_board, assume};

use crate::bits::direction_index;
use crate::goal_bound::{WITHIN, at_goal_next, squares_to_touch, steps_to_try};
use crate::planes;
use crate::planes::Planes;
use crate::set_of;
use crate::view::View;
use crate::vocab::{Direction, Side, Square};

/// The search tries each plain step, from any square, that can lead to a goal.
#[test]
fn plain_steps_are_tried() {
    proved_each(
        "steps_to_try",
        "a plain step that can lead to a goal is tried; any board, one to four steps left",
        &in_part(Square::ALL.to_vec()),
        |from| plain_claims(from, 0),
    );
    assert!((1..4).all(|left| WITHIN[left] & !WITHIN[left + 1] == 0));
    refuted("steps_to_try", "a step fewer were left", || {
        plain_claims(Square::D6, 1)
    });
}

/// The search tries each push and pull, from any square, that can lead to a goal.
#[test]
fn pushes_and_pulls_are_tried() {
    proved_each(
        "squares_to_touch",
        "a push or a pull that can lead to a goal is tried; any board, two to four steps left",
        &in_part(Square::ALL.to_vec()),
        |from| push_and_pull_claims(from, 0),
    );
    refuted("squares_to_touch", "a step fewer were left", || {
        push_and_pull_claims(Square::D8, 1)
    });
}

/// Claims about the plain steps from a square; the search has `fewer` steps less.
fn plain_claims(from: Square, fewer: usize) -> Vec<Claim> {
    let (board, _) = board();
    let view = View::of(&board, Side::Gold);
    let mut claims = Vec::new();
    for (direction, to) in neighbours(from) {
        let way = direction_index(direction);
        let possible = view.plain_steps()[way].holds(from);
        let after = board.stepped(set_of(from), set_of(to));
        for left in 1 + fewer..=4 {
            let steps = match left - fewer {
                1 => Term::from(0),
                left => steps_to_try(&view, rabbits(&board), left)[way],
            };
            let tried =
                is_near(&board, left - fewer) & (can_step_on_goal(&board) | steps.holds(from));
            let at = format!("{left} left, {from}{direction}");
            claims.push(Claim::that(
                at,
                !(possible & leaves_anything(&after, left - 1)) | tried,
            ));
        }
    }
    claims
}

/// Claims about the pushes of a piece and the pulls by it; the search has `fewer` steps less.
fn push_and_pull_claims(from: Square, fewer: usize) -> Vec<Claim> {
    let (board, cells) = board();
    let is_free = |square: Square| !cells[square.index()].is_piece();
    let of = |square: Square, side: Side| cells[square.index()].of(side);
    let can_push = |square: Square| of(square, Side::Gold) & !rabbit(&cells, Side::Gold, square);
    let mut claims = Vec::new();
    for (direction, to) in neighbours(from) {
        for other in squares_beside(from).filter(|&other| other != to) {
            let after = board.stepped(set_of(from), set_of(to));
            let after = after.stepped(set_of(other), set_of(from));
            let push = of(from, Side::Silver) & can_push(other);
            let pull = can_push(from) & of(other, Side::Silver);
            let possible = is_free(to) & (push | pull);
            for left in 2 + fewer..=4 {
                let near = match left - fewer {
                    2 => Term::from(0),
                    left => squares_to_touch(rabbits(&board), left),
                };
                let touched = set_of(from) | set_of(to) | set_of(other);
                let tried = can_step_on_goal(&board) | !(near & touched).is_empty();
                let tried = is_near(&board, left - fewer) & tried;
                let at = format!("{left} left, {from}{direction}, {other}");
                claims.push(Claim::that(
                    at,
                    !(possible & leaves_anything(&after, left - 2)) | tried,
                ));
            }
        }
    }
    claims
}

/// Whether a rabbit is at goal, or the search would try anything with `left` steps.
fn leaves_anything(board: &Planes<Term>, left: usize) -> Truth {
    if left == 0 {
        return !board.at_goal(Side::Gold).is_empty();
    }
    let mut anything = can_step_on_goal(board);
    if left > 1 {
        let view = View::of(board, Side::Gold);
        let [north, south, east, west] = steps_to_try(&view, rabbits(board), left);
        let near = squares_to_touch(rabbits(board), left);
        anything = anything | !(north | south | east | west | near).is_empty();
    }
    is_near(board, left) & anything
}

/// Whether a rabbit is near enough to its goal for `left` steps.
fn is_near(board: &Planes<Term>, left: usize) -> Truth {
    !(rabbits(board) & Term::from(WITHIN[left])).is_empty()
}

fn can_step_on_goal(board: &Planes<Term>) -> Truth {
    !at_goal_next(&View::of(board, Side::Gold), rabbits(board)).is_empty()
}

fn rabbits(board: &Planes<Term>) -> Term {
    board.rabbits_of(Side::Gold)
}

/// Any board between steps without a gold rabbit on its goal rank: as bitboards, and by square.
fn board() -> (Planes<Term>, Contents<Truth>) {
    let any = any_board();
    let board = planes(&any);
    assume(settled(&any.cells));
    assume(board.at_goal(Side::Gold).is_empty());
    (board, any.cells)
}

/// The squares beside this one.
fn neighbours(from: Square) -> impl Iterator<Item = (Direction, Square)> {
    let to = move |way| beside(from, way).map(|to| (way, to));
    Direction::ALL.into_iter().filter_map(to)
}
