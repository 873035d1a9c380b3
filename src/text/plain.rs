//! Plain boards: eight ranks without borders, one a line, or on one line with `/` between them.

use super::TextError;
use super::compact::read_cell;
use super::fences::lines_of_board;
use super::grid;
use super::header::{HeadedBoard, Movers, read_mover, split_steps};
use super::lines::without_mark;
use super::located::Located;
use crate::vocab::{Board, Step};

/// Whether a text that begins with `start` can only be meant as a plain board.
pub fn looks_plain(start: &str) -> bool {
    are_plain(lines_of_board(start))
}

/// Whether the lines of a board can only be meant as a plain board.
pub(super) fn are_plain<'a>(lines: impl Iterator<Item = Located<&'a str>>) -> bool {
    let mut lines = lines.filter(|line| read_mover(line.value).is_none());
    let Some(first) = lines.next() else {
        return false;
    };
    let Ok(Parts { ranks, movers, .. }) = Parts::of(first) else {
        return true;
    };
    let ranks: Vec<&str> = ranks.value.split('/').collect();
    let is_rank = |rank: &&&str| rank.chars().all(is_cell);
    let has_piece = |rank: &&str| rank.chars().any(|letter| "EMHDCRemhdcr.".contains(letter));
    match ranks.as_slice() {
        // One rank of eight lines: it has a piece or a dot, or the number of its empty squares.
        [rank] => {
            let cells = rank.chars().filter(|letter| *letter != ' ').count();
            is_rank(&rank) && (*rank == "8" || cells >= 2 && has_piece(rank))
        }
        // At least half of the board; beside a side, or where most of it can be read, it may have
        // an error.
        [_, _, _, _, ..] => {
            let right = ranks.iter().filter(is_rank).count();
            let is_headed = movers.iter().any(Option::is_some);
            is_headed || 2 * right > ranks.len() && ranks.iter().any(has_piece)
        }
        _ => false,
    }
}

pub(super) fn is_cell(letter: char) -> bool {
    "EMHDCRemhdcrxX. 12345678".contains(letter)
}

/// Reads a plain board. The side to move, as a letter, a word or a label, is before or after it; a
/// digit is that number of empty squares.
///
/// # Errors
///
/// Returns the first rank without exactly eight squares, or the first character that is no square.
pub fn read_plain(text: &str) -> Result<HeadedBoard, TextError> {
    let text = without_mark(text);
    let mut movers = Movers::default();
    let (mut ranks, mut steps) = (Vec::new(), Vec::new());
    for line in lines_of_board(text) {
        if read_mover(line.value).is_some() {
            movers.read(line, "")?;
        } else if line.value.contains('/') {
            let parts = Parts::of(line)?;
            for mover in parts.movers.into_iter().flatten() {
                movers.read(mover, "")?;
            }
            steps.extend(parts.steps);
            ranks.extend(parts.ranks.split("/"));
        } else {
            ranks.push(line);
        }
    }
    let mut board = Board::EMPTY;
    for (&rank, number) in ranks.iter().zip(grid::ranks()) {
        read_rank(rank, number, &mut board)?;
    }
    let last = ranks.last().copied().unwrap_or(Located::new("", 1, 1));
    if ranks.len() != 8 {
        let found = format!("{} ranks", ranks.len());
        let expected = "8 ranks, from rank 8 down to rank 1";
        return Err(TextError::new(last.line, last.column, found, expected));
    }
    movers.with(board, steps)
}

/// The largest number of bytes that are tried as a side or label on the line of the ranks.
const LONGEST_MOVER: usize = 64;

/// The parts of a line of ranks: the sides or labels before and after them, and steps at its end.
struct Parts<'a> {
    ranks: Located<&'a str>,
    movers: [Option<Located<&'a str>>; 2],
    steps: Vec<Step>,
}

impl<'a> Parts<'a> {
    fn of(line: Located<&'a str>) -> Result<Self, TextError> {
        // Steps come after the word that ends the last rank.
        let last = line.value.rfind('/').unwrap_or(line.value.len());
        let last = line.value[last..]
            .find(' ')
            .map_or(line.value.len(), |at| last + at);
        let (ranks, behind) = line.split_at(last);
        let (between, steps) = split_steps(behind)?;
        let mut ranks = line
            .split_at(ranks.value.len() + between.value.len())
            .0
            .trim();
        let mut movers = [None; 2];
        // The longest text that names a side ends before the first rank, or begins after the last.
        if let Some(slash) = ranks.value.find('/') {
            let ends = ranks.value.match_indices([' ', '\t', '[']);
            let most = slash.min(LONGEST_MOVER);
            let ends = ends.map(|(end, _)| end).take_while(|&end| end < most);
            let named = |&end: &usize| read_mover(&ranks.value[..end]).is_some();
            if let Some(end) = ends.filter(named).last() {
                let (mover, rest) = ranks.split_at(end);
                (movers[0], ranks) = (Some(mover), rest.trim());
            }
        }
        if let Some(slash) = ranks.value.rfind('/') {
            let ends = ranks.value.match_indices([' ', '\t', ']']);
            let least = slash.max(ranks.value.len().saturating_sub(LONGEST_MOVER));
            let mut starts = ends.map(|(end, _)| end + 1).filter(|&start| start > least);
            if let Some(start) = starts.find(|&start| read_mover(&ranks.value[start..]).is_some()) {
                let (rest, mover) = ranks.split_at(start);
                (movers[1], ranks) = (Some(mover), rest.trim());
            }
        }
        ranks = ranks.strip_prefix("[").unwrap_or(ranks);
        let length = ranks.value.trim_end_matches(']').len();
        let ranks = if ranks.value.contains('/') {
            ranks.split_at(length).0
        } else {
            line
        };
        Ok(Self {
            ranks,
            movers,
            steps,
        })
    }
}

/// Reads one rank, whose squares may have single blanks between them.
fn read_rank(rank: Located<&str>, number: u8, board: &mut Board) -> Result<(), TextError> {
    let mut rest = rank;
    let apart = rank.trim();
    let is_apart = apart.value.chars().count() == 15
        && apart
            .value
            .chars()
            .skip(1)
            .step_by(2)
            .all(|letter| letter == ' ');
    if is_apart {
        rest = apart;
    }
    let squares: Vec<_> = grid::squares_of(number).collect();
    let mut count = 0;
    while !rest.value.is_empty() {
        let (cell, tail) = rest.split_first();
        let empty = cell
            .value
            .parse::<usize>()
            .ok()
            .filter(|empty| (1..=8).contains(empty));
        if empty.is_none() {
            // Cells after the eighth are only counted.
            let square = squares.get(count).or(squares.last());
            let piece = square
                .map(|&square| read_cell(cell, square))
                .transpose()?
                .flatten();
            if let (Some(piece), Some(&square)) = (piece, squares.get(count)) {
                board.set(square, Some(piece));
            }
        }
        count += empty.unwrap_or(1);
        rest = if is_apart { tail.split_first().1 } else { tail };
    }
    if count == 8 {
        return Ok(());
    }
    let end = rest.column;
    let found = format!("{count} squares on rank {number}");
    Err(TextError::new(rank.line, end, found, "8 squares"))
}
