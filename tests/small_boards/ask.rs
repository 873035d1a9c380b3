//! Compares both engines on one position, and on all positions of some squares.

use arimaa::compare::{Divergence, Extent, Walked, branch, follow};
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Board, Direction, Edition, Piece, Placed, Side, Snapshot, Step};
use rayon::prelude::*;

use crate::square_sets::{Squares, boards_on};

/// The counters of agreement, or the first divergence.
pub(crate) type Answer = Result<Walked, Box<Divergence>>;

/// Every step of a standing piece tried, legal or not, and the end of the turn; and all of this
/// again after every step that is legal.
///
/// # Why two steps are enough
///
/// The state in a turn is the board, what the last step left open, the number of steps taken, and
/// the board at the start, which only the end of the turn looks at. A set of small boards is
/// closed: no step adds a piece, so the board before any step of any turn is in the set too, and
/// all of these are asked. Only a plain step opens a pull and only the beginning of
/// a push leaves it pending; whether they are legal depends on the board they start from. So
/// whatever can be left open on a board is met after a first step. A step that completes a push or
/// ends a pull leaves nothing open, as at the start of a turn.
///
/// Beyond that the number of steps taken matters to two rules: no step after the fourth (TRN-1),
/// and no push with the fourth (PSH-3). Those, and the comparison with the start, are left to
/// [`turns`] and its counts of sequences.
pub(crate) fn steps<A: Rules + Clone, B: Rules + Clone>(position: &Snapshot) -> Answer {
    branch::<A, B, _>(position, 1, close_at_hand)
}

/// The end of the turn, every step of every piece on the board, and the first of these steps with
/// another piece's name.
pub(crate) fn close_at_hand(board: &Board) -> Vec<Action> {
    let mut actions = vec![Action::EndTurn];
    for Placed { piece, square } in board.placed() {
        let step = |piece, direction| {
            Action::Step(Step {
                piece,
                from: square,
                direction,
            })
        };
        actions.extend(Direction::ALL.map(|direction| step(piece, direction)));
        let of_the_other_side = Piece::new(piece.side.other(), piece.kind);
        actions.push(step(of_the_other_side, Direction::North));
    }
    actions
}

/// Compares the answers that need no action: the board, the legal actions, the outcome.
pub(crate) fn standing<A: Rules + Clone, B: Rules + Clone>(position: &Snapshot) -> Answer {
    follow::<A, B>(position, &[], Extent::QUICK)
}

/// Compares every distinct turn with its way and its effects, their number and goals, and the
/// numbers of step sequences up to four. Boards of more than three pieces are compared as
/// `standing` does.
pub(crate) fn turns<A: Rules + Clone, B: Rules + Clone>(position: &Snapshot) -> Answer {
    let extent = Extent {
        turns_up_to: 3,
        steps: 4,
    };
    follow::<A, B>(position, &[], extent)
}

/// Compares every board on each of these sets of squares.
pub(crate) fn over(
    sets: &[Squares],
    sides: &[Side],
    ask: impl Fn(&Squares, Snapshot) -> Answer + Sync,
) -> Answer {
    together(sets.par_iter().map(|squares| {
        let mut walked = Walked::default();
        for board in boards_on(squares) {
            for &side in sides {
                let position = Snapshot::position(Edition::default(), side, board);
                walked.add(&ask(squares, position)?);
            }
        }
        Ok(walked)
    }))
}

/// The sum of the counters, or a divergence.
pub(crate) fn together(answers: impl ParallelIterator<Item = Answer>) -> Answer {
    answers.try_reduce(Walked::default, |mut both, other| {
        both.add(&other);
        Ok(both)
    })
}

/// The counters of agreement; a divergence fails the test.
pub(crate) fn agreed(answer: Answer) -> Walked {
    answer.unwrap_or_else(|divergence| panic!("{divergence}"))
}

/// The number of times that something occurred, by its name.
pub(crate) fn met(walked: &Walked, name: &str) -> u64 {
    walked.met.get(name).copied().unwrap_or_default()
}

/// Prints the subject of a comparison and its counters.
pub(crate) fn print(what: &str, walked: &Walked) {
    let Walked {
        moments,
        turns,
        sequences,
        met,
        ..
    } = walked;
    println!(
        "{what}: {moments} moments, {turns} distinct turns, {sequences} sequences of steps\n{met:#?}"
    );
}
