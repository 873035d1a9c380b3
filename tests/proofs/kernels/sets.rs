//! Sets of squares: `bits.rs`.

use proofs::geometry::{beside, opposite, squares_beside};
use proofs::logic::any;
use proofs::proof::{Claim, is_set_of, proved, refuted};
use proofs::term::{Term, Truth, any_word};

use crate::bits;
use crate::vocab::{Direction, Square};

/// In each direction, the set moved there holds a square if the square it came from was held.
#[test]
fn shift() {
    let claims = |came_from: fn(Square, Direction) -> Option<Square>| {
        let set = any_word("set");
        let claims = |direction: Direction| {
            let moved = bits::shift(set, bits::direction_index(direction));
            let held =
                |square| came_from(square, direction).map_or(false.into(), |from| set.holds(from));
            is_set_of(&format!("{} ", direction.name()), moved, held)
        };
        Direction::ALL.into_iter().flat_map(claims).collect()
    };
    proved(
        "shift",
        "every square moved one in the direction, none round the edge; any set",
        || claims(|square, direction| beside(square, opposite(direction))),
    );
    refuted("shift", "the h-file went on at the a-file", || {
        claims(|square, direction| {
            let round = direction == Direction::East && square.file() == 'a';
            let from = beside(square, opposite(direction));
            from.or(round.then(|| Square::ALL[square.index() + 7]))
        })
    });
}

/// The squares beside at least one square of the set.
#[test]
fn neighbours() {
    let claims = |also: fn(Square) -> Option<Square>| -> Vec<Claim> {
        let set = any_word("set");
        is_set_of("", bits::neighbours(set), |square| {
            any(squares_beside(square)
                .chain(also(square))
                .map(|other| set.holds(other)))
        })
    };
    proved(
        "neighbours",
        "the squares beside a square of the set; any set",
        || claims(|_| None),
    );
    refuted("neighbours", "a diagonal counted", || {
        claims(|square| beside(beside(square, Direction::North)?, Direction::East))
    });
}

/// All squares or none, by whether the set holds any. For terms this is the proof's own word, so it
/// is shown for numbers beside it: both give the same on every set that the engine asks about,
/// which holds one square at most, or any.
#[test]
fn if_any() {
    let claims = |is_wrong: bool| {
        let set = any_word("set");
        let held = any(set.bits());
        is_set_of("", Term::if_any(set), move |square| {
            if is_wrong {
                held & set.holds(square)
            } else {
                held
            }
        })
    };
    proved(
        "if_any",
        "all squares if the set holds any; any set",
        || claims(false),
    );
    refuted("if_any", "it were the set itself", || claims(true));
    for square in Square::ALL {
        let one: u64 = 1 << square.index();
        assert_eq!(bits::Word::if_any(one), u64::MAX);
        assert_eq!(bits::Word::if_any(!one), u64::MAX);
    }
    assert_eq!(bits::Word::if_any(0_u64), 0);
}

/// The engine's opposite of a direction is its opposite.
#[test]
fn opposites() {
    for direction in Direction::ALL {
        let back = bits::opposite(bits::direction_index(direction));
        assert_eq!(back, bits::direction_index(opposite(direction)));
    }
    let _: Truth = true.into();
}
