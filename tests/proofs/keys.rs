//! Tests that different boards of one turn have different keys: the facts on which the argument in
//! `src/bitboard/key.rs` rests.
//!
//! Everything here is finite and tried whole; no solver is asked. Beside each fact stands a similar
//! one that is false.

#[path = "../../src/bitboard/bits.rs"]
#[allow(
    dead_code,
    clippy::copy_iterator,
    clippy::inline_always,
    reason = "as in the engine, of which not all is used here"
)]
mod bits;
#[path = "../../src/bitboard/key.rs"]
#[allow(
    dead_code,
    clippy::inline_always,
    clippy::large_stack_arrays,
    clippy::similar_names,
    reason = "as in the engine, of which not all is used here"
)]
mod key;

use std::collections::BTreeSet;

// The engine's files call the vocabulary by this name.
use arimaa::vocab;
use key::{COLUMNS, Key, REACH, piece_square};
use proofs::cell::Cell;
use proofs::formula::{after, settled};
use proofs::geometry::{beside, is_trap};
use vocab::{Direction, Piece, Square};

/// The polynomial of which α is a root, x^10 + x^3 + 1, as the sum of 2^10, 2^3 and 2^0.
const POLYNOMIAL: u64 = 0b100_0000_1001;

/// The number of elements of the field.
const SIZE: u64 = 1024;

/// The exponents of α in a column.
const ODD: [usize; 12] = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23];

/// The product of two polynomials over the field of two elements, reduced by another of degree 10.
fn product(one: u64, other: u64, polynomial: u64) -> u64 {
    (0..10).rev().fold(0, |sum, bit| {
        let doubled = sum << 1;
        let reduced = doubled ^ ((doubled >> 10) * polynomial);
        reduced ^ ((other >> bit & 1) * one)
    })
}

/// Every pair of elements.
fn pairs() -> impl Iterator<Item = (u64, u64)> {
    (0..SIZE).flat_map(|one| (0..SIZE).map(move |other| (one, other)))
}

/// Whether no two elements but zero have the product zero.
fn has_no_zero_divisors(polynomial: u64) -> bool {
    pairs().all(|(one, other)| product(one, other, polynomial) != 0 || one == 0 || other == 0)
}

/// The powers of α up to the first that is 1.
fn powers_of_alpha(polynomial: u64) -> Vec<u64> {
    let next = |&power: &u64| {
        let next = product(power, 2, polynomial);
        (next != 1).then_some(next)
    };
    std::iter::successors(Some(1), next).collect()
}

/// Addition is the exclusive or, so its laws need no check. Those of the product follow for all
/// elements from products of powers of two, because the product distributes over addition.
#[test]
fn elements_form_a_field() {
    let times = |one, other| product(one, other, POLYNOMIAL);
    for (one, other) in pairs() {
        assert_eq!(times(one, other), times(other, one));
        for bit in (0..10).map(|bit| 1 << bit) {
            let sum = times(one, other) ^ times(bit, other);
            assert_eq!(times(one ^ bit, other), sum);
        }
    }
    for (one, other) in pairs().filter(|(a, b)| a.is_power_of_two() && b.is_power_of_two()) {
        for third in (0..10).map(|bit| 1 << bit) {
            let left = times(times(one, other), third);
            assert_eq!(left, times(one, times(other, third)));
        }
    }
    assert!((0..SIZE).all(|element| times(element, 1) == element));
    assert!(has_no_zero_divisors(POLYNOMIAL));
    // x^10 + x^5 + 1 is a product of smaller polynomials.
    assert!(!has_no_zero_divisors(0b100_0010_0001));
}

#[test]
fn alpha_is_primitive() {
    let all = |polynomial| powers_of_alpha(polynomial).into_iter().collect();
    let elements: BTreeSet<u64> = (1..SIZE).collect();
    assert_eq!(elements, all(POLYNOMIAL));
    // With x^10 + x^9 + … + 1, which cannot be divided either, α^11 is 1.
    assert_eq!(powers_of_alpha(0b111_1111_1111).len(), 11);
}

/// So where the sum of some x^j is zero, the sum of the x^2j is zero, too.
#[test]
fn square_of_a_sum_is_the_sum_of_the_squares() {
    let square = |x| product(x, x, POLYNOMIAL);
    let cube = |x| product(square(x), x, POLYNOMIAL);
    assert!(pairs().all(|(x, y)| square(x ^ y) == square(x) ^ square(y)));
    assert!(pairs().any(|(x, y)| cube(x ^ y) != cube(x) ^ cube(y)));
    // Every power up to 24 is one of the odd powers doubled some times, and 25 is not.
    let reached = |power: usize| ODD.contains(&(power >> power.trailing_zeros()));
    assert!((1..=REACH as usize).all(reached));
    assert!(!reached(REACH as usize + 1));
}

/// The coordinates of all pieces on all squares.
fn coordinates() -> impl Iterator<Item = usize> {
    let codes = (1..=6).chain(9..=14);
    codes.flat_map(|code| (0..64).map(move |square| piece_square(code, square)))
}

/// Column `j` is α^j, α^3j, α^5j, … α^23j, as the file says, for 768 different j below 1023.
#[test]
fn columns_are_powers_of_alpha() {
    let powers = powers_of_alpha(POLYNOMIAL);
    let mut exponents = BTreeSet::new();
    for at in coordinates() {
        let exponent = powers.iter().position(|&x| x == part(COLUMNS[at], 0));
        let exponent = exponent.expect("a power of α");
        assert!(exponents.insert(exponent), "α^{exponent} stands twice");
        for (place, odd) in ODD.into_iter().enumerate() {
            let power = powers[exponent * odd % powers.len()];
            assert_eq!(part(COLUMNS[at], place), power, "α^{exponent} to the {odd}");
        }
    }
    assert_eq!(exponents.len(), 768);
    // No bit of a key is the sum of others: the columns have rank 120.
    let mut reduced: Vec<u128> = Vec::new();
    for at in coordinates() {
        let mut column = u128::from(COLUMNS[at][0]) << 60 | u128::from(COLUMNS[at][1]);
        for &earlier in &reduced {
            column = column.min(column ^ earlier);
        }
        if column != 0 {
            reduced.push(column);
            reduced.sort_unstable_by(|one, other| other.cmp(one));
        }
    }
    assert_eq!(reduced.len(), 120);
}

/// One of the twelve powers in a key, by its place.
fn part(key: Key, place: usize) -> u64 {
    key[place / 6] >> (place % 6 * 10) & (SIZE - 1)
}

/// The argument for 24 columns of twelve powers, tested in a case that can be tried whole: of
/// columns of two powers no four or fewer sum to zero, and some five do.
#[test]
fn four_columns_of_two_powers_are_independent_and_some_five_are_not() {
    let columns: Vec<usize> = coordinates()
        .map(|at| usize::try_from(COLUMNS[at][0] & 0xf_ffff).expect("20 bits"))
        .collect();
    // The sums of at most two columns are different exactly if no four or fewer sum to zero.
    let mut sums = vec![false; 1 << 20];
    sums[0] = true;
    for (index, &one) in columns.iter().enumerate() {
        for sum in [0].iter().chain(&columns[..index]).map(|other| one ^ other) {
            assert!(!sums[sum], "four columns or fewer sum to zero");
            sums[sum] = true;
        }
    }
    let three = |[one, other, third]: [usize; 3]| columns[one] ^ columns[other] ^ columns[third];
    let mut triples = (2..columns.len()).map(|third| [0, 1, third]);
    assert!(triples.any(|triple| sums[three(triple)]));
}

/// The coordinates that a step changes.
type Change = Vec<usize>;

/// The changes of one step.
///
/// A step moves a piece and captures at most one (THM-1): the piece itself, or one that it has left
/// on a trap beside it. That piece had no other support. So each change is one on a board of the
/// moving piece alone, or of the two.
fn step_changes() -> BTreeSet<Change> {
    let mut changes = BTreeSet::new();
    let traps = Square::ALL.into_iter().filter(|&square| is_trap(square));
    let lost = traps.flat_map(|trap| Piece::ALL.map(|piece| Some((trap, piece))));
    let lost: Vec<_> = [None].into_iter().chain(lost).collect();
    for from in Square::ALL {
        for to in Direction::ALL
            .into_iter()
            .filter_map(|way| beside(from, way))
        {
            for (piece, lost) in Piece::ALL
                .iter()
                .flat_map(|one| lost.iter().map(move |two| (one, two)))
            {
                let mut board = [Cell::empty(); 64];
                board[from.index()] = Cell::known(Some(*piece));
                if let &Some((trap, other)) = lost {
                    if trap == from || trap == to {
                        continue;
                    }
                    board[trap.index()] = Cell::known(Some(other));
                }
                if settled(&board) {
                    let next = after(&board, from, to);
                    changes.insert(change(&board, &next));
                }
            }
        }
    }
    changes
}

fn change(before: &[Cell<bool>; 64], after: &[Cell<bool>; 64]) -> Change {
    let mut change = Vec::new();
    for square in (0..64).filter(|&square| !before[square].equals(&after[square])) {
        let pieces = [&before[square], &after[square]];
        for cell in pieces.into_iter().filter(|cell| cell.is_piece()) {
            let [low, mid, high] = cell.strength.map(usize::from);
            let code = low | mid << 1 | high << 2 | usize::from(cell.silver) << 3;
            change.push(piece_square(code, square));
        }
    }
    change.sort_unstable();
    change
}

#[test]
fn a_step_changes_at_most_three_coordinates() {
    let most = step_changes().iter().map(Vec::len).max();
    // Two boards that four steps each lead to differ in no more than eight times as many.
    assert_eq!(most, Some(REACH as usize / 8));
}
