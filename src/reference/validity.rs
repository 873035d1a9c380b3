//! Validity of positions (SPEC.md chapter 11, rules VAL-1 to VAL-7), in the order of ORD-4.
//!
//! The actions of the present turn (VAL-5) are judged last, by playing them: see `game.rs`.

use super::board::{KINDS, number_in_set, number_on};
use super::repetition::{History, is_third_occurrence_refused};
use super::setup::{home_ranks, number_after_handicap};
use super::traps;
use crate::vocab::{Board, Handicap, Invalid, Phase, Piece, Side, Snapshot, TurnEnd};

/// Checks a snapshot without the actions of its present turn, in the order of ORD-4.
pub(super) fn check(snapshot: &Snapshot) -> Result<(), Invalid> {
    check_board(&snapshot.start)?;
    match &snapshot.phase {
        Phase::Setup { handicap, .. } => {
            check_handicap(handicap)?;
            check_setup_start(&snapshot.start, snapshot.side, handicap)
        }
        Phase::Play { earlier, .. } => {
            check_earlier(earlier)?;
            let start = TurnEnd {
                board: snapshot.start,
                to_move: snapshot.side,
            };
            check_repetition(&History::of(snapshot.edition, earlier, start))
        }
    }
}

/// The pieces in the order R C D H M E, Gold's before Silver's (ORD-4).
fn pieces_in_order() -> impl Iterator<Item = Piece> {
    [Side::Gold, Side::Silver].into_iter().flat_map(|side| {
        KINDS
            .into_iter()
            .rev()
            .map(move |kind| Piece::new(side, kind))
    })
}

/// Checks a board: no side may have more pieces of a kind than its set holds, and no piece may
/// stand on a trap without a friend beside it (VAL-1, VAL-2).
fn check_board(board: &Board) -> Result<(), Invalid> {
    for piece in pieces_in_order() {
        let (count, limit) = (number_on(board, piece), number_in_set(piece.kind));
        if count > limit {
            return Err(Invalid::TooMany {
                piece,
                count,
                limit,
            });
        }
    }
    match traps::unsupported(board) {
        Some(piece) => Err(Invalid::Unsupported { piece }),
        None => Ok(()),
    }
}

/// Checks a handicap, which may name no more pieces of a kind than the set holds (VAL-3).
fn check_handicap(handicap: &Handicap) -> Result<(), Invalid> {
    for piece in pieces_in_order() {
        let (count, limit) = (usize::from(handicap.of(piece)), number_in_set(piece.kind));
        if count > limit {
            return Err(Invalid::HandicapTooLarge {
                piece,
                count,
                limit,
            });
        }
    }
    Ok(())
}

/// Checks the start of a setup: Gold's must begin with an empty board, Silver's with Gold's
/// complete setup and nothing else (VAL-4).
fn check_setup_start(start: &Board, side: Side, handicap: &Handicap) -> Result<(), Invalid> {
    let expected = match side {
        Side::Gold => *start == Board::EMPTY,
        Side::Silver => {
            let complete = pieces_in_order().all(|piece| {
                let number = match piece.side {
                    Side::Gold => number_after_handicap(piece, handicap),
                    Side::Silver => 0,
                };
                number_on(start, piece) == number
            });
            let at_home = start
                .placed()
                .all(|placed| home_ranks(Side::Gold).contains(&placed.square.rank()));
            complete && at_home
        }
    };
    if expected {
        Ok(())
    } else {
        Err(Invalid::NotASetup {
            side,
            start: Box::new(*start),
        })
    }
}

/// Checks the earlier turn ends, each of which must be a valid position (VAL-6).
fn check_earlier(earlier: &[TurnEnd]) -> Result<(), Invalid> {
    for (index, end) in earlier.iter().enumerate() {
        check_board(&end.board).map_err(|invalid| Invalid::Earlier {
            index,
            invalid: Box::new(invalid),
        })?;
    }
    Ok(())
}

/// Checks the history: no position may stand three times where the third is refused (VAL-7).
fn check_repetition(history: &History) -> Result<(), Invalid> {
    if !is_third_occurrence_refused(history.edition) {
        return Ok(());
    }
    match history.first_third_occurrence() {
        Some(occurrences) => Err(Invalid::ThirdRepetition { occurrences }),
        None => Ok(()),
    }
}
