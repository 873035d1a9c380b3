//! Proves that positions which are counted once have equally many turns: `reach.rs`.
//!
//! Two boards are *alike* with so many steps left if they differ only in enemies that neither can
//! be moved nor freeze a piece within these steps. On such a square each board has an enemy, or
//! only the first, and there it supports none and is in no way; or both enemies were captured
//! there.
//!
//! - A board and the simpler one are alike with four steps left.
//! - Where boards are alike an action is legal on both or on neither, and the boards after it are
//!   alike with the steps left then. Enemies that differ stay as they were, or both are captured.
//!
//! By induction the same ways are legal, and the contents of those squares on the one board tell
//! those on the other: two ways lead to equal boards here exactly if they do there.

use std::fmt;

use proofs::proof::{Claim, in_part, proved_each, refuted};
use proofs::shard::{shard, share};
use proofs::term::{Term, any_board, any_board_in, any_word, assume};

use crate::bits::neighbours;
use crate::planes;
use crate::planes::Planes;
use crate::reach::{Reach, simpler_board};
use crate::set_of;
use crate::sleep::action::Action;
use crate::sleep::half_of_the_board;
use crate::vocab::{Direction, Side, Square};

/// The side to move. `sleep::symmetry` shows that the rules are the same for the other side.
const SIDE: Side = Side::Gold;

/// A board and its simpler form are alike.
#[test]
fn simpler_board_is_alike() {
    proved_each(
        "simpler_board",
        "a board and the simpler one are alike; any board between steps",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8],
        |part| simpler_claims(part, 4),
    );
    refuted("simpler_board", "five steps were left", || {
        simpler_claims(8, 5)
    });
}

/// Claims that a board and its simpler form are alike in one respect.
fn simpler_claims(part: usize, left: usize) -> Vec<Claim> {
    let board = planes(&any_board());
    assume(board.captured().is_empty());
    let simple = simpler_board(&board, SIDE);
    let changed = board.differing_squares(&simple);
    let left_out = changed & simple.empty();
    let boards = [board, simple];
    let (what, set) = Pair {
        boards,
        changed,
        left_out,
    }
    .differences(left)[part];
    vec![Claim::that(what, set.is_empty())]
}

/// The actions that begin beside a trap; every part has the push onto it with no step to spare.
#[test]
fn actions_lead_to_boards_that_are_alike() {
    let onto_the_trap = Action::Push(Square::C4, Direction::South, Direction::North);
    shown(&[Case {
        action: onto_the_trap,
        left: 2,
    }]);
    shown(&in_part(Case::all_from(Square::C4)));
    let action = Action::Step(Square::D4, Direction::East);
    let wrong = "a step more were left after it";
    refuted("alike boards", wrong, || {
        claims(Case { action, left: 4 }, 1)
    });
}

/// All actions that begin on the files a to d. `ARIMAA_SHARD=2/8` takes the second of eight parts.
#[test]
#[ignore = "takes long: a part of .ci/deep"]
fn whole() {
    shown(&share(
        shard(),
        half_of_the_board().flat_map(Case::all_from),
    ));
}

fn shown(cases: &[Case]) {
    proved_each(
        "alike boards",
        "on alike boards an action is legal on both or neither, and leads to alike boards; any two boards",
        cases,
        |case| claims(case, 0),
    );
}

/// An action, and the number of steps left before it.
#[derive(Clone, Copy)]
struct Case {
    action: Action,
    left: usize,
}

impl Case {
    /// The actions that begin on a square.
    fn all_from(square: Square) -> Vec<Self> {
        let actions = [Action::steps, Action::pulls, Action::pushes].map(|all| all(square));
        let with_left = |action| (steps_of(action)..=4).map(move |left| Self { action, left });
        actions.concat().into_iter().flat_map(with_left).collect()
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} left", self.action, self.left)
    }
}

/// The number of steps of an action.
fn steps_of(action: Action) -> usize {
    2 - usize::from(matches!(action, Action::Step(..)))
}

/// Claims about an action, after which `more` steps are left.
fn claims(Case { action, left }: Case, more: usize) -> Vec<Claim> {
    let (one, other) = (
        any_board(),
        any_board_in(["low-2", "mid-2", "high-2", "silver-2"]),
    );
    let pair = Pair {
        boards: [planes(&one), planes(&other)],
        changed: any_word("changed"),
        left_out: any_word("left-out"),
    };
    let before = pair.differences(left).into_iter();
    before.for_each(|(_, set)| assume(set.is_empty()));
    // `lists` shows that the engine finds these.
    let [here, there] = [one, other].map(|board| action.is_seen(&board.cells, SIDE));
    let after = pair.after(action);
    let differences = after.differences(left - steps_of(action) + more);
    let differences = differences.into_iter().chain([("kept", pair.lost(&after))]);
    let claim = |(what, set): (&str, Term)| Claim::that(what, !here | set.is_empty());
    let legal = Claim {
        at: "legal".to_owned(),
        found: here,
        expected: there,
    };
    differences.map(claim).chain([legal]).collect()
}

/// Two boards, the squares on which enemies may differ, and of these the ones that only the first
/// board has an enemy on.
struct Pair {
    boards: [Planes<Term>; 2],
    changed: Term,
    left_out: Term,
}

impl Pair {
    /// Sets of squares that are all empty if the boards are alike, by name.
    fn differences(&self, left: usize) -> [(&'static str, Term); 9] {
        let [one, other] = &self.boards;
        let reach = Reach::of(one, SIDE, left);
        let differing = one.differing_squares(other);
        let [enemies, others] = self.boards.each_ref().map(|board| board.of(SIDE.other()));
        let gone = self.changed & !enemies;
        // What was captured there had no enemy beside it, and one push is left at most.
        let stays_gone = match left {
            0 | 1 => Term::from(0),
            2 => neighbours(gone) & enemies,
            _ => gone,
        };
        [
            ("settled", one.captured() | other.captured()),
            ("elsewhere", differing & !self.changed),
            ("own", differing & !enemies),
            (
                "left out",
                self.left_out & !(self.changed & enemies & other.empty()),
            ),
            (
                "standing",
                self.changed & !self.left_out & (enemies ^ others),
            ),
            ("gone", stays_gone),
            ("acting", self.changed & reach.acting_enemies(one, SIDE)),
            (
                "acting there",
                self.changed & reach.acting_enemies(other, SIDE),
            ),
            (
                "near",
                self.left_out & (reach.near | reach.beside_traps(one, SIDE)),
            ),
        ]
    }

    /// The boards after an action.
    fn after(&self, action: Action) -> Self {
        let moves = action.moves().expect("an action on the board");
        let steps = if matches!(action, Action::Step(..)) {
            1
        } else {
            2
        };
        let boards = self.boards.map(|board| {
            moves[..steps].iter().fold(board, |board, &(from, to)| {
                board.stepped(set_of(from), set_of(to))
            })
        });
        Self { boards, ..*self }
    }

    /// The enemies that may differ and have changed.
    fn lost(&self, after: &Self) -> Term {
        let still = self.changed & after.boards[0].of(SIDE.other());
        let lost =
            |which: usize| self.boards[which].differing_squares(&after.boards[which]) & still;
        lost(0) | lost(1)
    }
}
