//! Checks of validity (SPEC.md chapter 11): of boards that become positions, and of snapshots that
//! become states of a game, in the order of ORD-4. The actions of the present turn (VAL-5) come
//! last: `game.rs` plays them.

use crate::vocab::{Board, Edition, Handicap, Invalid, Kind, Piece, Side, Snapshot, TurnEnd};

use super::history::{History, first_third_occurrence, forbids_third_occurrence};
use super::planes::Planes;
use super::position::Position;
use super::setup::number_in_a_set;
use super::square_set::Bitboard;

impl Position {
    /// The position at the start of a side's turn.
    ///
    /// # Errors
    ///
    /// [`Invalid::TooMany`] if there are more pieces of a kind than in a set, and
    /// [`Invalid::Unsupported`] if a piece stands on a trap without a friend beside it.
    ///
    /// ```
    /// use arimaa::bitboard::Position;
    /// use arimaa::vocab::{Board, Side};
    ///
    /// let mut board = Board::EMPTY;
    /// board.set("c3".parse()?, Some("E".parse()?));
    /// let invalid = Position::new(Side::Gold, &board).unwrap_err();
    /// assert_eq!(invalid.rule(), "VAL-2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(side: Side, board: &Board) -> Result<Self, Invalid> {
        Ok(Self::at_start(side, check_board(board)?))
    }

    /// The position at the start of a side's turn, from the squares of each piece. Of two pieces on
    /// one square the later in the list stays.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`new`](Self::new).
    ///
    /// ```
    /// use arimaa::Position;
    /// use arimaa::vocab::Piece;
    ///
    /// let start = Position::default();
    /// let pieces = Piece::ALL.map(|piece| (piece, start.by_piece(piece)));
    /// assert_eq!(Position::from_bitboards(start.side(), pieces)?, start);
    /// # Ok::<(), arimaa::vocab::Invalid>(())
    /// ```
    pub fn from_bitboards(
        side: Side,
        pieces: impl IntoIterator<Item = (Piece, Bitboard)>,
    ) -> Result<Self, Invalid> {
        let mut board = Planes::default();
        for (piece, Bitboard(squares)) in pieces {
            board = board.without(squares);
            board.put_on_squares(piece, squares);
        }
        Ok(Self::at_start(side, check_planes(board)?))
    }
}

/// The pieces in the order in which ORD-4 judges their numbers.
fn pieces_in_order() -> impl Iterator<Item = Piece> {
    [Side::Gold, Side::Silver].into_iter().flat_map(|side| {
        [
            Kind::Rabbit,
            Kind::Cat,
            Kind::Dog,
            Kind::Horse,
            Kind::Camel,
            Kind::Elephant,
        ]
        .map(|kind| Piece::new(side, kind))
    })
}

/// The board in words, if it contradicts no rule by itself (VAL-1, VAL-2).
pub(super) fn check_board(board: &Board) -> Result<Planes, Invalid> {
    check_planes(Planes::from(board))
}

/// The board, if it contradicts no rule by itself (VAL-1, VAL-2).
fn check_planes(planes: Planes) -> Result<Planes, Invalid> {
    for piece in pieces_in_order() {
        let count = planes.only_of(piece).count_ones() as usize;
        let limit = usize::from(number_in_a_set(piece));
        if count > limit {
            return Err(Invalid::TooMany {
                piece,
                count,
                limit,
            });
        }
    }
    // The lowest bit is the first square.
    let unsupported = planes.captured();
    match planes.placed_only(unsupported & unsupported.wrapping_neg()) {
        Some(piece) => Err(Invalid::Unsupported { piece }),
        None => Ok(planes),
    }
}

/// Checks that a handicap names no more pieces than the set holds (VAL-3).
pub(super) fn check_handicap(handicap: Handicap) -> Result<(), Invalid> {
    pieces_in_order().try_for_each(|piece| {
        let (count, limit) = (handicap.of(piece), number_in_a_set(piece));
        if count > limit {
            return Err(Invalid::HandicapTooLarge {
                piece,
                count: usize::from(count),
                limit: usize::from(limit),
            });
        }
        Ok(())
    })
}

/// Checks the board from which a setup turn starts (VAL-4).
pub(super) fn check_setup_start(
    snapshot: &Snapshot,
    start: &Planes,
    handicap: Handicap,
) -> Result<(), Invalid> {
    let holds = match snapshot.side {
        Side::Gold => start.occupied() == 0,
        Side::Silver => {
            let home = super::setup::home(Side::Gold);
            start.occupied() & !home == 0
                && pieces_in_order().all(|piece| {
                    let expected = match piece.side {
                        Side::Gold => number_in_a_set(piece) - handicap.of(piece),
                        Side::Silver => 0,
                    };
                    start.only_of(piece).count_ones() == u32::from(expected)
                })
        }
    };
    if holds {
        return Ok(());
    }
    Err(Invalid::NotASetup {
        side: snapshot.side,
        start: Box::new(snapshot.start),
    })
}

/// The history of these turn ends, if all are valid and none stands too often (VAL-6, VAL-7).
pub(super) fn check_history(
    edition: Edition,
    start: &Position,
    earlier: &[TurnEnd],
) -> Result<History, Invalid> {
    let mut starts = Vec::with_capacity(earlier.len());
    for (index, ended) in earlier.iter().enumerate() {
        let board = check_board(&ended.board).map_err(|invalid| Invalid::Earlier {
            index,
            invalid: Box::new(invalid),
        })?;
        starts.push(Position::at_start(ended.to_move, board));
    }
    if forbids_third_occurrence(edition)
        && let Some(occurrences) = first_third_occurrence(starts.iter().chain([start]), edition)
    {
        return Err(Invalid::ThirdRepetition { occurrences });
    }
    let mut history = History::new(edition);
    for start in starts {
        history.push(start);
    }
    Ok(history)
}
