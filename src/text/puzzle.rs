//! Puzzles: positions that are written as if their pieces were placed in a setup (SPEC.md NOT-8).

use super::entry::Entry;
use super::located::Located;
use super::tags::Tags;
use crate::vocab::{Action, Board, Handicap, Label, Piece, Placed, Side, Token};

/// The number of placements in a full setup. A puzzle has fewer in each line.
const SETUP: usize = 16;

/// Makes the tag `Start` of a puzzle from its first lines, and returns the number of these lines: 0
/// if the record is no puzzle (SPEC.md NOT-8).
pub(super) fn begin_puzzle<'e>(
    tags: &mut Tags,
    entries: impl IntoIterator<Item = &'e Entry>,
) -> usize {
    if tags.start.is_some() || tags.handicap.is_some() {
        return 0;
    }
    let mut board = Board::EMPTY;
    let mut entries = entries.into_iter().peekable();
    let (mut lines, mut is_puzzle) = (0, false);
    while let Some((label, tokens)) = entries.peek().and_then(|entry| setup_line(entry)) {
        if tokens.len() >= SETUP {
            return 0;
        }
        for token in tokens {
            let Token::Action(Action::Place(Placed { piece, square })) = token.value else {
                return 0;
            };
            if board.at(square).is_some() {
                return 0;
            }
            board.set(square, Some(piece));
            is_puzzle |= piece.side != label.side || !is_home(piece, square.rank());
        }
        lines += 1;
        entries.next();
    }
    let next = entries.next().and_then(Entry::label);
    let side = next.map_or(Side::Gold, |next| next.side);
    is_puzzle |= next.is_some_and(|next| next.number == 2 && next.side == Side::Silver);
    let is_next = next.is_none_or(|next| next.number == 2);
    if lines == 0 || !is_puzzle || !is_next {
        return 0;
    }
    tags.start = Some((side, board));
    lines
}

/// The tags to write above these lines. If the lines would be read as a puzzle, an empty handicap
/// is added, which prevents that and changes nothing else.
pub(super) fn tags_above<'e>(tags: &Tags, entries: impl IntoIterator<Item = &'e Entry>) -> Tags {
    let mut tags = tags.clone();
    if begin_puzzle(&mut tags, entries) > 0 {
        (tags.start, tags.handicap) = (None, Some(Handicap::NONE));
    }
    tags
}

/// The label and the tokens of a setup turn, or `None` for any other line.
fn setup_line(entry: &Entry) -> Option<(Label, &[Located<Token>])> {
    match entry {
        Entry::Turn { label, tokens } if label.value.number == 1 => Some((label.value, tokens)),
        _ => None,
    }
}

/// Whether the piece's side places pieces on this rank in a setup.
const fn is_home(piece: Piece, rank: u8) -> bool {
    match piece.side {
        Side::Gold => rank <= 2,
        Side::Silver => rank >= 7,
    }
}
