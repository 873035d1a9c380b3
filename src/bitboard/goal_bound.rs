//! The actions that the search for a goal tries on a board, as sets of squares.
//!
//! Gold is to move, and none of its rabbits stands on its goal rank. A rabbit needs the steps of
//! its own way, and steps that clear the way. A lower bound of both: the length of the shortest way
//! over squares of one class, plus the fewest clearing steps of that class.
//!
//! | squares of the way | rabbit | clearing steps |
//! |---|---|---|
//! | empty | not frozen | 0 |
//! | empty or the player's | not frozen, or with a friend two steps away | 1 |
//! | any | any | 2 |
//!
//! # No goal is missed
//! `tests/proofs` shows for all boards: if the goal can be reached by the next step,
//! [`at_goal_next`] has the rabbit; and an action after which anything is left to try, with the
//! steps left then, is itself an action to try. So the search finds a goal wherever there is one:
//! `formal/Goals.v` has the induction.

use super::bits::{Word, east, neighbours, north, opposite, shift, south, west};
use super::masks::{TRAPS, goal_rank};
use super::view::{ByDirection, View};
use crate::vocab::Side;

/// The goal rank, on a board that is flipped so that the player is Gold.
const GOAL: u64 = goal_rank(Side::Gold);

/// By number of steps, the squares at most so many ranks before the goal rank: those from which a
/// rabbit could reach it if every square were empty.
pub(super) const WITHIN: [u64; 5] = {
    let mut within = [0; 5];
    let mut steps = 1;
    while steps < 5 {
        within[steps] = within[steps - 1] | GOAL >> (8 * steps);
        steps += 1;
    }
    within
};

/// The rabbits that can step on the goal rank.
#[inline]
pub(super) fn at_goal_next<W: Word>(view: &View<W>, rabbits: W) -> W {
    rabbits & view.free & south(view.movers.empty & W::from(GOAL))
}

/// The plain steps to try with two to four steps left, if no rabbit can step on the goal rank.
#[inline]
pub(super) fn steps_to_try<W: Word>(view: &View<W>, rabbits: W, left: usize) -> ByDirection<W> {
    let over_empty = ways_to_goal(view.movers.empty);
    let over_own = ways_to_goal(view.movers.empty | view.movers.own);
    if left == 2 {
        return before_goal_step(view, rabbits, over_empty[1], over_own[1] & !over_empty[1]);
    }
    let free = rabbits & view.free;
    let within = |steps: usize| W::from(WITHIN[steps]);
    // The rabbits that go all the way, or go on before a push or a pull helps them.
    let runners = free & (over_empty[left] | within(left - 2));
    let helped_once = (free | squares_two_away(view.movers.own) & rabbits) & over_own[left - 1];
    // Where an enemy is in the way, a plain step helps only if a push or a pull can follow. Two
    // steps remain after it at most, in which any piece may help: so all plain steps are tried.
    let helped_later = rabbits & (over_own[left - 2] | within(left - 3));
    let helped = (helped_once | helped_later).all_if_any();
    view.plain_steps().map(|starts| starts & (runners | helped))
}

/// The squares of which a push or a pull must touch one if it is to be tried.
#[inline]
pub(super) fn squares_to_touch<W: Word>(rabbits: W, left: usize) -> W {
    let helped = rabbits & W::from(WITHIN[left - 2]);
    if left < 4 {
        touch_squares(helped)
    } else {
        helped.all_if_any()
    }
}

/// The plain steps after which a rabbit may reach its goal by the next step, if none could before.
/// `open` are squares with an empty square ahead on the goal rank, and `closed` those with a piece
/// of the player there.
fn before_goal_step<W: Word>(view: &View<W>, rabbits: W, open: W, closed: W) -> ByDirection<W> {
    let movers = rabbits & view.free;
    // A friend comes beside a frozen rabbit, or a piece makes room.
    let frozen = neighbours(rabbits & open & !view.free);
    let ahead = north(rabbits & closed);
    let plain = view.plain_steps();
    std::array::from_fn(|direction| {
        let leading_to = |squares| shift(squares, opposite(direction));
        plain[direction] & (movers & leading_to(open) | leading_to(frozen) | ahead)
    })
}

/// The squares that a push or a pull must touch so that one of these rabbits, on the rank before
/// its goal, can step on it next: the squares beside the rabbit and, where a trap is among them,
/// the squares beside the trap.
fn touch_squares<W: Word>(rabbits: W) -> W {
    let beside = neighbours(rabbits);
    beside | neighbours(beside & W::from(TRAPS))
}

/// The squares with a square of the set exactly two steps away. A frozen rabbit elsewhere needs at
/// least two steps of other pieces: no friend can come beside it with one step.
fn squares_two_away<W: Word>(set: W) -> W {
    let (north_of, south_of) = (north(set), south(set));
    let (east_of, west_of) = (east(set), west(set));
    north(north_of)
        | south(south_of)
        | east(east_of | north_of | south_of)
        | west(west_of | north_of | south_of)
}

/// By number of steps, the squares from which a rabbit has a way of at most that length to its
/// goal, if it can step on `squares` only.
fn ways_to_goal<W: Word>(squares: W) -> [W; 5] {
    let none = W::from(0);
    let mut ways = [none, south(squares & W::from(GOAL)), none, none, none];
    for steps in 2..5 {
        let before = ways[steps - 1];
        let next = before & squares;
        ways[steps] = before | south(next) | east(next) | west(next);
    }
    ways
}
