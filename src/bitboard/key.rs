//! Keys of boards: 120 bits, injective within a turn.
//!
//! A key is the exclusive or of one column for each piece on its square, like a Zobrist key. The
//! columns are not random. They are 768 of those of the parity check matrix of a primitive binary
//! BCH code: length 1023, dimension 903, designed distance 25. Column `j` is α^j, α^3j, α^5j, …
//! α^23j, twelve elements of the field of 1024 elements, where α is a primitive element.
//!
//! # Different boards of one turn have different keys
//!
//! A board has 768 coordinates, one for each piece on each square: its
//! [piece-squares](piece_square). A step changes at most three: a piece leaves a square, reaches
//! another, and one piece is captured. Four steps change twelve, so two boards that one turn can
//! reach differ in at most 24. The sum of their keys is the sum of the columns of these
//! coordinates. It is not zero, because no 1 to 24 columns sum to zero. This is the BCH bound:
//!
//! Let the columns be those of different elements x₁, …, xₖ, none of them zero, with k from 1 to
//! 24, and let their sum be zero.
//!
//! 1. For each odd j up to 23 the sum of the powers xᵢ^j is zero: these are the parts of a column.
//! 2. The square of a sum is the sum of the squares. So where the sum of the xᵢ^j is zero, the sum
//!    of the xᵢ^2j is. Doubling odd numbers up to 23 gives every number from 1 to 24.
//! 3. So the sum of the f(xᵢ) is zero for every polynomial f of degree 24 or less without a
//!    constant term.
//! 4. One of these is f(x) = x (x − x₂) … (x − xₖ). It is zero at x₂, …, xₖ, so the sum is f(x₁),
//!    a product of elements that are not zero. In a field it is not zero: a contradiction.
//!
//! `tests/proofs/keys.rs` checks by machine every fact about the code that the argument uses: the
//! laws of the field, that α is primitive, the square of a sum, the doubled numbers, every column,
//! and that a step changes three coordinates at most. Only the algebra of 3 and 4 is on paper.

use super::bits::index_beside;

/// A constant that the compiler evaluates and writes into the program.
#[cfg(not(target_family = "wasm"))]
type Evaluated<T> = T;

/// A constant that is computed when it is first read. In WebAssembly both tables would make the
/// module, which is downloaded, 41 KB larger when gzipped.
#[cfg(target_family = "wasm")]
type Evaluated<T> = std::sync::LazyLock<T>;

#[cfg(not(target_family = "wasm"))]
macro_rules! evaluated {
    ($function:ident) => {
        $function()
    };
}

#[cfg(target_family = "wasm")]
macro_rules! evaluated {
    ($function:ident) => {
        Evaluated::new($function)
    };
}

/// A key: 60 bits in each word.
pub(super) type Key = [u64; 2];

/// The column of each [piece-square](piece_square).
pub(super) static COLUMNS: Evaluated<[Key; 1024]> = evaluated!(columns);

/// The change of a key by a step without a capture: by the [piece-square](piece_square) of the
/// piece that steps, then by direction. Meaningless over the edge of the board.
pub(super) static CHANGES: Evaluated<[[Key; 4]; 1024]> = evaluated!(table_of_changes);

/// Boards that differ in at most this many coordinates have different keys.
pub(super) const REACH: u32 = 24;

/// A piece on a square as one number: the code of the piece (its strength, plus 8 for silver), and
/// the square in the lowest six bits. Code 0 is no piece, and its columns are zero.
#[inline(always)]
pub(super) const fn piece_square(piece: usize, square: usize) -> usize {
    (piece << 6 | square & 63) & 1023
}

/// The square of a [piece-square](piece_square).
#[inline(always)]
pub(super) const fn square_of(piece_square: usize) -> usize {
    piece_square & 63
}

/// The strength of a [piece-square](piece_square)'s piece.
#[inline(always)]
pub(super) const fn strength_of(piece_square: usize) -> usize {
    piece_square >> 6 & 7
}

/// The side of a [piece-square](piece_square)'s piece, as `Side as usize` gives it.
#[inline(always)]
pub(super) const fn side_of(piece_square: usize) -> usize {
    piece_square >> 9
}

const fn columns() -> [Key; 1024] {
    let powers = powers_of_alpha();
    let mut columns = [[0; 2]; 1024];
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            let mut key = [0; 2];
            let mut odd = 0;
            while odd < 12 {
                let exponent = (piece * 64 + square) * (2 * odd + 1) % 1023;
                key[odd / 6] |= powers[exponent] << (odd % 6 * 10);
                odd += 1;
            }
            columns[piece_square(piece / 6 * 8 + piece % 6 + 1, square)] = key;
            square += 1;
        }
        piece += 1;
    }
    columns
}

#[allow(
    clippy::large_stack_arrays,
    reason = "evaluated by the compiler; at run time by a test, and in WebAssembly"
)]
const fn table_of_changes() -> [[Key; 4]; 1024] {
    let columns = columns();
    let mut changes = [[[0; 2]; 4]; 1024];
    let mut at = 0;
    while at < 1024 {
        let mut direction = 0;
        while direction < 4 {
            let there = piece_square(at >> 6, index_beside(square_of(at), direction));
            changes[at][direction] = add(columns[at], columns[there]);
            direction += 1;
        }
        at += 1;
    }
    changes
}

/// The powers α^0 to α^1022 of α, a root of x^10 + x^3 + 1.
const fn powers_of_alpha() -> [u64; 1023] {
    let mut powers = [1; 1023];
    let mut exponent = 1;
    while exponent < 1023 {
        let doubled = powers[exponent - 1] << 1;
        powers[exponent] = if doubled < 1024 {
            doubled
        } else {
            doubled ^ 0b100_0000_1001
        };
        exponent += 1;
    }
    powers
}

/// The sum of two keys, which is their exclusive or.
#[inline(always)]
pub(super) const fn add(one: Key, other: Key) -> Key {
    [one[0] ^ other[0], one[1] ^ other[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_of_a_step_is_the_sum_of_both_columns() {
        let changes = table_of_changes();
        for piece in (1..=6).chain(9..=14) {
            for (from, direction, to) in [(0, 0, 8), (27, 1, 19), (27, 2, 28), (63, 3, 62)] {
                let [left, reached] = [from, to].map(|square| COLUMNS[piece_square(piece, square)]);
                let change = changes[piece_square(piece, from)][direction];
                assert_eq!(change, add(left, reached), "{piece} from {from}");
            }
        }
    }

    #[test]
    fn key_added_twice_cancels() {
        let (one, other) = (COLUMNS[piece_square(1, 0)], COLUMNS[piece_square(14, 63)]);
        assert_eq!(add(one, one), [0, 0]);
        assert_eq!(add(one, [0, 0]), one);
        assert_eq!(add(add(one, other), other), one);
    }
}
