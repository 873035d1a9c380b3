//! Proves that the rule kernels of the bitboard engine follow SPEC.md, on every board.
//!
//! Below stand the engine's own files, compiled once more, by their paths: not a line of them is
//! copied or changed. They are generic over the word; here the word is a term of the solver.

#[path = "../../../src/bitboard/bits.rs"]
#[allow(
    dead_code,
    clippy::copy_iterator,
    clippy::inline_always,
    reason = "as in the engine, of which not all is used here"
)]
mod bits;
#[path = "../../../src/bitboard/goal_bound.rs"]
mod goal_bound;
#[path = "../../../src/bitboard/masks.rs"]
#[allow(clippy::inline_always, reason = "as in the engine")]
mod masks;
#[path = "../../../src/bitboard/planes.rs"]
#[allow(
    dead_code,
    clippy::inline_always,
    clippy::cast_possible_truncation,
    reason = "as in the engine, of which not all is used here"
)]
mod planes;
#[path = "../../../src/bitboard/reach.rs"]
mod reach;
#[path = "../../../src/bitboard/view.rs"]
#[allow(
    dead_code,
    clippy::inline_always,
    reason = "as in the engine, of which not all is used here"
)]
mod view;

#[path = "."]
mod distinct {
    #[path = "../../../src/bitboard/distinct/action_view.rs"]
    #[allow(
        dead_code,
        clippy::inline_always,
        reason = "as in the engine, of which not all is used here"
    )]
    pub(crate) mod action_view;
    #[path = "../../../src/bitboard/distinct/sleep.rs"]
    #[allow(clippy::inline_always, reason = "as in the engine")]
    pub(crate) mod sleep;
}

mod boards;
mod goal;
mod lists;
mod reaching;
mod sleep;
mod threats;

// The engine's files call the vocabulary by this name.
use arimaa::vocab;
use proofs::proof::{Claim, is_set_of};
use proofs::term::{AnyBoard, Term, Truth};
use vocab::{Direction, Kind, Side, Square};

impl bits::Word for Term {
    fn all_if_any(self) -> Self {
        Term::all_if_any(self)
    }
}

/// A board as bitboards of terms.
fn planes(board: &AnyBoard) -> planes::Planes<Term> {
    let [low, mid, high, silver] = board.planes;
    planes::Planes {
        low,
        mid,
        high,
        silver,
    }
}

/// The engine's view of a board for a side, in terms.
fn view(board: &AnyBoard, side: Side) -> view::View<Term> {
    view::View::of(&planes(board), side)
}

/// The kinds by their strength in the engine, from 1 for a rabbit (SPEC.md BRD-4).
const BY_STRENGTH: [Kind; 6] = [
    Kind::Rabbit,
    Kind::Cat,
    Kind::Dog,
    Kind::Horse,
    Kind::Camel,
    Kind::Elephant,
];

/// Every kind with its strength.
fn kinds() -> impl Iterator<Item = (usize, Kind)> {
    (1..).zip(BY_STRENGTH)
}

/// Claims that the sets by direction hold exactly the squares for which `expected` is true.
fn by_direction(
    what: &str,
    found: [Term; 4],
    expected: impl Fn(Square, Direction) -> Truth,
) -> Vec<Claim> {
    let claims = |direction: Direction| {
        let what = format!("{what}{} from ", direction.name());
        let found = found[bits::direction_index(direction)];
        is_set_of(&what, found, |square| expected(square, direction))
    };
    Direction::ALL.into_iter().flat_map(claims).collect()
}

/// Claims about both sides.
fn for_both<I: IntoIterator<Item = Claim>>(claims: impl Fn(Side) -> I) -> Vec<Claim> {
    Side::ALL.into_iter().flat_map(claims).collect()
}

/// Every square with every direction.
fn every_step() -> impl Iterator<Item = (Square, Direction)> {
    let ways = |from| Direction::ALL.into_iter().map(move |way| (from, way));
    Square::ALL.into_iter().flat_map(ways)
}

/// The set of one square.
fn set_of(square: Square) -> Term {
    Term::from(bits::bit(square))
}
