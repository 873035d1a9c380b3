//! Tests that every value of the vocabulary has one name, which is read as it is written.

use std::collections::HashSet;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use arimaa::compare::action_space;
use arimaa::vocab::{
    Action, Board, Direction, Edition, End, Handicap, Kind, Part, Piece, Placed, Side, Square,
    Step, TurnEnd,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn square() -> impl Strategy<Value = Square> {
    select(&Square::ALL[..])
}

fn piece() -> impl Strategy<Value = Piece> {
    select(&Piece::ALL[..])
}

fn placed() -> impl Strategy<Value = Placed> {
    (piece(), square()).prop_map(|(piece, square)| Placed { piece, square })
}

fn step() -> impl Strategy<Value = Step> {
    (placed(), select(&Direction::ALL[..])).prop_map(|(Placed { piece, square }, direction)| Step {
        piece,
        from: square,
        direction,
    })
}

/// Whether a text is the name of a value of this type and of no other: it is refused, or written
/// just as it was read.
fn is_refused_or_canonical<T: FromStr + Display>(text: &str) -> bool {
    text.parse::<T>()
        .map_or(true, |value| value.to_string() == text)
}

/// Whether a value survives writing and reading.
fn comes_back<T: FromStr + Display + PartialEq>(value: &T) -> bool {
    value
        .to_string()
        .parse::<T>()
        .is_ok_and(|read| read == *value)
}

/// Asserts that the values of a list have different names and survive writing and reading.
fn are_named<T: FromStr + Display + PartialEq + Debug>(all: &[T]) {
    let names: HashSet<String> = all.iter().map(ToString::to_string).collect();
    assert_eq!(names.len(), all.len());
    let lost: Vec<&T> = all.iter().filter(|value| !comes_back(*value)).collect();
    assert!(lost.is_empty(), "{lost:?}");
}

#[test]
fn every_value_has_a_unique_name() {
    are_named(&Square::ALL);
    are_named(&Side::ALL);
    are_named(&Kind::ALL);
    are_named(&Piece::ALL);
    are_named(&Direction::ALL);
    are_named(&Part::ALL);
    are_named(&End::ALL);
    are_named(&Edition::ALL);
    let refused = "1999".parse::<Edition>().unwrap_err().to_string();
    let untold = Edition::ALL.map(Edition::name).into_iter();
    let untold: Vec<_> = untold.filter(|name| !refused.contains(name)).collect();
    assert!(untold.is_empty(), "{refused}: {untold:?}");
    are_named(&action_space().collect::<Vec<Action>>());
}

/// The order of pieces is by letter, not by strength.
#[test]
fn pieces_sort_by_letter() {
    let mut pieces = Piece::ALL;
    pieces.sort();
    let letters: String = pieces.map(Piece::letter).iter().collect();
    assert_eq!(letters, "CDEHMRcdehmr");
}

/// Nothing else names a square: all characters of a byte with all ranks, and letters that end in
/// the same byte.
#[test]
fn only_eight_files_and_ranks_name_a_square() {
    for file in ('\0'..='\u{ff}').chain(['\u{161}', '\u{10061}', char::MAX]) {
        for rank in 0..=u8::MAX {
            let named = Square::named(file, rank).is_some();
            let is_name = "abcdefgh".contains(file) && (1..=8).contains(&rank);
            assert_eq!(named, is_name, "{file:?} {rank}");
        }
    }
}

#[test]
fn square_constants_stand_in_order() {
    let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
    assert_eq!(corners.map(Square::index), [0, 7, 56, 63]);
    assert_eq!((Square::C3.file(), Square::C3.rank()), ('c', 3));
}

/// Offsets, distances and flips are those of files and ranks as numbers.
#[test]
fn square_arithmetic_is_that_of_files_and_ranks() {
    let place = |square: Square| (square.index() % 8, square.index() / 8);
    for from in Square::ALL {
        let (file, rank) = place(from);
        assert_eq!(place(from.flip_vertical()), (file, 7 - rank));
        assert_eq!(place(from.flip_horizontal()), (7 - file, rank));
        for to in Square::ALL {
            let [files, ranks] = [place(to).0.abs_diff(file), place(to).1.abs_diff(rank)];
            assert_eq!(usize::from(from.distance(to)), files + ranks);
        }
        for (files, ranks) in (-9..=9).flat_map(|files| (-9..=9).map(move |ranks| (files, ranks))) {
            let moved = |from: usize, by: i8| {
                let to = from.checked_add_signed(isize::from(by))?;
                (to < 8).then_some(to)
            };
            let expected = moved(file, files).zip(moved(rank, ranks));
            let expected = expected.map(|(file, rank)| Square::ALL[8 * rank + file]);
            assert_eq!(from.offset(files, ranks), expected);
        }
    }
    assert_eq!(Square::E4.offset(i8::MAX, 0), None);
    assert_eq!(Square::E4.offset(0, i8::MIN), None);
}

proptest! {
    /// A square is where its name says, its place in the list is its index, and the order is that
    /// of the list.
    #[test]
    fn squares_are_named_and_in_order(one in square(), other in square()) {
        prop_assert!(
            Square::named(one.file(), one.rank()) == Some(one)
                && Square::ALL[one.index()] == one
                && one.cmp(&other) == (one.rank(), one.file()).cmp(&(other.rank(), other.file()))
        );
    }

    /// A piece's letter is a capital exactly if it is Gold's.
    #[test]
    fn uppercase_letters_are_gold(piece in piece()) {
        let gold = piece.letter().is_ascii_uppercase() == (piece.side == Side::Gold);
        let twin = Piece::new(piece.side.other(), piece.kind);
        prop_assert!(
            gold && twin.letter().eq_ignore_ascii_case(&piece.letter()) && twin != piece
        );
    }

    /// Every text that can be read is in canonical form; near misses of names are tried, too.
    #[test]
    fn accepted_text_is_written_back_unchanged(
        step in step(),
        at: usize,
        letter: char,
        text: String,
    ) {
        let mut letters: Vec<char> = step.to_string().chars().collect();
        let at = at % (letters.len() + 1);
        let longer: String = letters[..at].iter().chain([&letter]).chain(&letters[at..]).collect();
        if let Some(old) = letters.get_mut(at) {
            *old = letter;
        }
        let other: String = letters.iter().collect();
        let shorter: String = letters.into_iter().take(at).collect();
        let law = [longer, other, shorter, text].iter().all(|text| {
            is_refused_or_canonical::<Square>(text)
                && is_refused_or_canonical::<Piece>(text)
                && is_refused_or_canonical::<Placed>(text)
                && is_refused_or_canonical::<Step>(text)
                && is_refused_or_canonical::<Action>(text)
                && is_refused_or_canonical::<Edition>(text)
        });
        prop_assert!(law);
    }

    /// A board holds what was put on each square last, and lists it in the order of squares.
    #[test]
    fn board_holds_the_last_content_put_on_each_square(puts in vec((placed(), any::<bool>()), 0..100)) {
        let mut board = Board::EMPTY;
        let mut expected: [Option<Piece>; 64] = [None; 64];
        for (Placed { piece, square }, stays) in puts {
            let content = stays.then_some(piece);
            board.set(square, content);
            expected[square.index()] = content;
        }
        let listed: Vec<Placed> = Square::ALL
            .into_iter()
            .zip(expected)
            .filter_map(|(square, content)| content.map(|piece| Placed { piece, square }))
            .collect();
        let law = Square::ALL.into_iter().zip(expected).all(|(square, content)| board.at(square) == content)
            && board.placed().eq(listed.iter().copied())
            && listed.iter().copied().collect::<Board>() == board
            && comes_back(&board)
            && comes_back(&TurnEnd { board, to_move: Side::Silver });
        prop_assert!(law);
    }

    /// A handicap counts each piece as often as it was named, whatever the order, and is read as it
    /// is written.
    #[test]
    fn a_handicap_counts_its_pieces(pieces in vec(piece(), 0..100)) {
        let add = |handicap: Handicap, piece: &Piece| handicap.and(*piece);
        let handicap = pieces.iter().fold(Handicap::NONE, add);
        let count = |piece| pieces.iter().filter(|named| **named == piece).count();
        prop_assert!(
            Piece::ALL.into_iter().all(|piece| usize::from(handicap.of(piece)) == count(piece))
                && pieces.iter().rev().fold(Handicap::NONE, add) == handicap
                && comes_back(&handicap)
        );
    }
}
