//! The rules of movement as functions of sets: `masks.rs`.
//!
//! Where a kernel takes sets, it is shown for any sets, not only for those that the engine gives
//! it.

use proofs::cell::Cell;
use proofs::formula::{moved, rabbit, settled, stronger, unsupported, weaker};
use proofs::geometry::{backward, beside, is_trap, squares_beside};
use proofs::logic::any;
use proofs::proof::{Claim, is_set_of, proved, refuted};
use proofs::term::{Term, Truth, any_board, any_word, assume};

use crate::vocab::{Direction, Kind, Piece, Side, Square};
use crate::{bits, by_direction, for_both, kinds, masks, planes, view};

/// The five nested sets: cats and stronger, up to elephants (BRD-4).
#[test]
fn at_least() {
    let claims = |least: fn(usize) -> usize| -> Vec<Claim> {
        let board = any_board();
        let [low, mid, high, _] = board.planes;
        let at_least = masks::at_least(low, mid, high);
        let claims = |(place, &set): (usize, &Term)| {
            is_set_of(&format!("set {place}, "), set, |square| {
                let as_strong = kinds().filter(|&(strength, _)| strength >= least(place));
                any(as_strong.map(|(_, kind)| board.cells[square.index()].is(kind)))
            })
        };
        at_least.iter().enumerate().flat_map(claims).collect()
    };
    proved(
        "at_least",
        "pieces of strength 2, 3, 4, 5 and 6 or more; any board",
        || claims(|place| place + 2),
    );
    refuted("at_least", "a rabbit were as strong as a cat", || {
        claims(|place| place + 1)
    });
}

/// Pieces stronger than a kind (BRD-4).
#[test]
fn stronger_than() {
    let claims = |is_wrong: bool| -> Vec<Claim> {
        let board = any_board();
        let view = view(&board, Side::Gold);
        let claims = |(strength, kind): (usize, Kind)| {
            let set = view.stronger_than(strength);
            is_set_of(&format!("{kind:?} "), set, |square| {
                let here = board.cells[square.index()];
                let as_strong = here.is(kind) & is_wrong.into();
                stronger(&here, &of_kind(kind)) | as_strong
            })
        };
        kinds().flat_map(claims).collect()
    };
    proved(
        "stronger_than",
        "pieces whose kind is stronger; any board, every kind",
        || claims(false),
    );
    refuted(
        "stronger_than",
        "a piece were stronger than its like",
        || claims(true),
    );
}

/// Pieces weaker than a kind (BRD-4). Of empty squares the kernel says either; the engine asks of
/// pieces only.
#[test]
fn weaker_than() {
    let claims = |is_wrong: bool| -> Vec<Claim> {
        let board = any_board();
        let view = view(&board, Side::Gold);
        let claims = |(strength, kind): (usize, Kind)| {
            let set = view.weaker_than(strength) & !view.movers.empty;
            is_set_of(&format!("{kind:?} "), set, |square| {
                let here = board.cells[square.index()];
                weaker(&here, kind) | (here.is(kind) & is_wrong.into())
            })
        };
        kinds().flat_map(claims).collect()
    };
    proved(
        "weaker_than",
        "pieces whose kind is weaker; any board, every kind",
        || claims(false),
    );
    refuted("weaker_than", "a piece were weaker than its like", || {
        claims(true)
    });
}

/// Pieces with a stronger one beside them (FRZ-1, PSH-1).
#[test]
fn beside_stronger() {
    let claims = |beats: fn(&Cell<Truth>, &Cell<Truth>) -> Truth| {
        let (board, weak, strong) = two_sets();
        let [low, mid, high, _] = board.planes;
        let found = masks::beside_stronger(weak, strong, masks::at_least(low, mid, high));
        is_set_of("", found, |square| {
            weak.holds(square)
                & any(squares_beside(square).map(|other| {
                    let (here, there) = (square.index(), other.index());
                    strong.holds(other) & beats(&board.cells[there], &board.cells[here])
                }))
        })
    };
    let over = "those of some pieces that have a stronger one of others beside them; any board, any pieces, any others";
    proved("beside_stronger", over, || claims(stronger));
    refuted(
        "beside_stronger",
        "equally strong were strong enough",
        || claims(|one, other| !stronger(other, one) & one.is_piece()),
    );
}

/// Pieces with a stronger one beside them in one direction.
#[test]
fn beside_stronger_in() {
    let claims = |way: fn(Direction) -> Direction| {
        let (board, weak, strong) = two_sets();
        let [low, mid, high, _] = board.planes;
        let at_least = masks::at_least(low, mid, high);
        let found = [0, 1, 2, 3].map(|way| masks::beside_stronger_in(weak, strong, at_least, way));
        by_direction("", found, |square, direction| {
            let beaten = |other: Square| {
                let (here, there) = (square.index(), other.index());
                strong.holds(other) & stronger(&board.cells[there], &board.cells[here])
            };
            weak.holds(square) & beside(square, way(direction)).map_or(false.into(), beaten)
        })
    };
    let over = "those with a stronger piece exactly that way; any board, any pieces, any others";
    proved("beside_stronger_in", over, || claims(|direction| direction));
    refuted("beside_stronger_in", "north meant south", || {
        claims(|direction| {
            if direction == Direction::North {
                Direction::South
            } else {
                direction
            }
        })
    });
}

/// A threatened piece may move if a friend is beside it (FRZ-1).
#[test]
fn not_frozen() {
    let claims = |beside: fn(Square) -> Vec<Square>| {
        let (own, threatened) = (any_word("own"), any_word("threatened"));
        is_set_of("", masks::not_frozen(own, threatened), |square| {
            let befriended = any(beside(square).into_iter().map(|other| own.holds(other)));
            own.holds(square) & (!threatened.holds(square) | befriended)
        })
    };
    let over = "own pieces that are not threatened or have an own piece beside them; any pieces, any of them threatened";
    proved("not_frozen", over, || {
        claims(|square| squares_beside(square).collect())
    });
    refuted(
        "not_frozen",
        "only friends to the north, south and east helped",
        || {
            claims(|square| {
                let ways = Direction::ALL
                    .into_iter()
                    .filter(|&way| way != Direction::West);
                ways.filter_map(|way| beside(square, way)).collect()
            })
        },
    );
}

/// A side's rabbits that may not step north or south (STP-5).
#[test]
fn backward_rabbits() {
    let claims = |back: fn(Side) -> Direction| {
        let board = any_board();
        for_both(|side| {
            let movers = view(&board, side).movers;
            let claims = |(slot, way): (usize, Direction)| {
                let found = movers.backward[slot] & movers.own;
                is_set_of(&format!("{side:?} {way} from "), found, |square| {
                    rabbit(&board.cells, side, square) & (way == back(side)).into()
                })
            };
            let ways = [
                (bits::NORTH, Direction::North),
                (bits::SOUTH, Direction::South),
            ];
            ways.into_iter().flat_map(claims).collect::<Vec<_>>()
        })
    };
    let over = "own rabbits, in the direction that is backward; any board, both sides";
    proved("backward_rabbits", over, || claims(backward));
    refuted(
        "backward_rabbits",
        "both sides had the same backward",
        || claims(|_| Direction::South),
    );
}

/// Plain steps lead to empty squares, and backward rabbits stay (STP-3 to STP-5).
#[test]
fn plain_steps() {
    let claims = |is_wrong: bool| {
        let (free, empty) = (any_word("free"), any_word("empty"));
        let backward = [any_word("not-north"), any_word("not-south")];
        let found = masks::plain_steps(free, empty, backward);
        by_direction("", found, |square, direction| {
            let is_backward = match direction {
                Direction::North => backward[0].holds(square),
                Direction::South => backward[1].holds(square),
                Direction::East | Direction::West => false.into(),
            };
            free.holds(square)
                & leads_to(empty, square, direction)
                & (!is_backward | is_wrong.into())
        })
    };
    let over = "free, the square that way on the board and empty, not backward; any sets";
    proved("plain_steps", over, || claims(false));
    refuted("plain_steps", "nothing were backward", || claims(true));
}

/// Steps of some pieces to some squares: to empty ones, to the one left by a push or a pull.
#[test]
fn leading_to() {
    let claims = |from_where: fn(Square) -> Square| {
        let (pieces, squares) = (any_word("pieces"), any_word("squares"));
        let found = masks::leading_to(pieces, squares);
        let expected = |square, direction| {
            pieces.holds(square) & leads_to(squares, from_where(square), direction)
        };
        by_direction("", found, expected)
    };
    let over = "of the pieces, the square that way is one of the squares; any sets";
    proved("leading_to", over, || claims(|square| square));
    refuted("leading_to", "the board were one file to the east", || {
        claims(|square| beside(square, Direction::East).unwrap_or(square))
    });
}

/// Pieces on traps without a friend beside them (CAP-1).
#[test]
fn unsupported_pieces() {
    let claims = |one_for_all: bool| {
        let (own, other) = (any_word("own"), any_word("other"));
        is_set_of("", masks::unsupported(own), |square| {
            let beside = |set: Term| any(squares_beside(square).map(|other| set.holds(other)));
            let supported = beside(own) | (beside(other) & one_for_all.into());
            own.holds(square) & !supported & is_trap(square).into()
        })
    };
    let over = "of some pieces those on a trap with none of them beside it; any pieces";
    proved("unsupported", over, || claims(false));
    refuted("unsupported", "enemies gave support too", || claims(true));
}

/// Squares with exactly one of a set beside them.
#[test]
fn one_beside() {
    let claims = |least: usize, most: usize| {
        let set = any_word("set");
        is_set_of("", masks::one_beside(set), |square| {
            let beside: Vec<Square> = squares_beside(square).collect();
            any((0_u32..1 << beside.len())
                .filter(|taken| (least..=most).contains(&(taken.count_ones() as usize)))
                .map(|taken| {
                    let held = beside.iter().enumerate().map(|(place, &other)| {
                        let held = set.holds(other);
                        if taken >> place & 1 == 1 { held } else { !held }
                    });
                    proofs::logic::all(held)
                }))
        })
    };
    proved(
        "one_beside",
        "one of the four beside it, and no more; any set",
        || claims(1, 1),
    );
    refuted("one_beside", "it were one or two", || claims(1, 2));
}

/// Own steps that cost a piece (CAP-1, CAP-2), on boards that can stand between steps.
#[test]
fn capturing() {
    let claims = |is_settled: bool| {
        let board = any_board();
        let planes = planes(&board);
        if is_settled {
            assume(settled(&board.cells));
        }
        let steps = ["north", "south", "east", "west"].map(any_word);
        for_both(|side| {
            let found = masks::capturing(planes.of(side), steps);
            let mut claims = Vec::new();
            for (from, direction) in every_step() {
                let Some(to) = beside(from, direction) else {
                    continue;
                };
                let (here, there) = (board.cells[from.index()], board.cells[to.index()]);
                // The kernel takes steps that are possible.
                let possible = here.of(side) & !there.is_piece();
                let after = moved(&board.cells, from, to);
                let costs = any(Square::ALL.map(|square| unsupported(&after, square)));
                let way = bits::direction_index(direction);
                claims.push(Claim {
                    at: format!("{side:?} {from}{direction}"),
                    found: possible & found[way].holds(from),
                    expected: possible & steps[way].holds(from) & costs,
                });
            }
            claims
        })
    };
    let over = "of any own steps to empty squares, those after which a piece, of either side, is on a trap without support; \
        any board without such a piece before, both sides";
    proved("capturing", over, || claims(true));
    refuted(
        "capturing",
        "a piece could stand unsupported before",
        || claims(false),
    );
}

/// Any board, any of its pieces, and any others of them.
fn two_sets() -> (proofs::term::AnyBoard, Term, Term) {
    let board = any_board();
    let (weak, strong) = (any_word("weak"), any_word("strong"));
    assume(((weak | strong) & planes(&board).empty()).is_empty());
    (board, weak, strong)
}

/// Whether the square that way is one of these.
fn leads_to(squares: Term, from: Square, direction: Direction) -> Truth {
    beside(from, direction).map_or(false.into(), |to| squares.holds(to))
}

/// Every square with every direction.
pub(crate) fn every_step() -> impl Iterator<Item = (Square, Direction)> {
    let ways = |from| Direction::ALL.into_iter().map(move |way| (from, way));
    Square::ALL.into_iter().flat_map(ways)
}

/// The set of this one square.
pub(crate) fn set_of(square: Square) -> Term {
    Term::from(bits::bit(square))
}

/// A piece of this kind, of either side: strength asks for the kind only.
pub(crate) fn of_kind(kind: Kind) -> Cell<Truth> {
    Cell::known(Some(Piece::new(Side::Gold, kind)))
}
