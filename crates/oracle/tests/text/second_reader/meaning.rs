//! Conditions that the grammar of chapter 10 cannot state: numbers in range, drawings taken back,
//! tags.

use super::grammar::chapter_10;
use super::values::{Diagram, Entry, Header, Label, Record};

/// The tags that NOT-8 knows, in its order.
const KNOWN: [&str; 8] = [
    "Game",
    "Source",
    "Date",
    "Edition",
    "Handicap",
    "Start",
    "Result",
    "Termination",
];
/// EDN-1.
pub(crate) const EDITIONS: [&str; 4] = ["2002", "2005-05-28", "2005-05-28+no-draws", "2008-07-01"];
/// NOT-8, and the letters of NOT-13 and NOT-3 for the same.
const RESULTS: [(&str, &str); 4] = [
    ("gold", "wg"),
    ("silver", "bs"),
    ("draw", "d"),
    ("unknown", "u"),
];
/// NOT-1, strongest first.
pub(crate) const LETTERS: &str = "EMHDCRemhdcr";
/// BRD-3, as places in the 64 letters of a board from a8 to h1.
pub(crate) const TRAPS: [usize; 4] = [18, 21, 42, 45];

/// NOT-3: moves are numbered from 1 to 4,294,967,294.
pub(crate) fn positive(digits: &str) -> Result<u32, &'static str> {
    match digits.parse() {
        Ok(number) if number > 0 && number < u32::MAX => Ok(number),
        _ => Err("the number of a move, from 1"),
    }
}

/// NOT-8: the letters of a handicap in the order in which they are written.
pub(crate) fn in_order(pieces: &str) -> String {
    let all = "RCDHMErcdhme".chars();
    all.flat_map(|letter| pieces.chars().filter(move |&piece| piece == letter))
        .collect()
}

/// NOT-7: `x` marks traps only.
pub(crate) fn marked_on_traps(cells: Vec<char>) -> Result<String, &'static str> {
    let cells = cells.into_iter().enumerate();
    cells
        .map(|(at, cell)| match cell {
            'x' if TRAPS.contains(&at) => Ok('.'),
            'x' => Err("marks on traps only"),
            _ => Ok(cell),
        })
        .collect()
}

/// NOT-7: eight ranks from 8 down to 1.
pub(crate) fn whole_drawing(ranks: Vec<(char, Vec<char>)>) -> Result<String, &'static str> {
    if !ranks.iter().map(|rank| rank.0).eq("87654321".chars()) {
        return Err("the ranks from 8 to 1");
    }
    marked_on_traps(ranks.into_iter().flat_map(|rank| rank.1).collect())
}

/// BRD-1: where the letter of a square stands in the 64 letters of a board.
pub(crate) fn place(file: u8, rank: u8) -> usize {
    usize::from(b'8' - rank) * 8 + usize::from(file - b'a')
}

/// BRD-2: the file and rank of the next square in a direction.
pub(crate) fn beyond((file, rank): (u8, u8), direction: u8) -> Option<(u8, u8)> {
    let (file, rank) = match direction {
        b'n' => (file, rank + 1),
        b's' => (file, rank - 1),
        b'e' => (file + 1, rank),
        _ => (file - 1, rank),
    };
    let exists = (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
    exists.then_some((file, rank))
}

/// NOT-7: the board before the tokens of the header, the last token taken back first.
pub(crate) fn taken_back(header: Header, drawn: &str) -> Result<Diagram, &'static str> {
    let mut board = drawn.as_bytes().to_vec();
    for token in header.tokens.iter().rev() {
        let word = token.as_bytes();
        let (piece, file, rank) = (word[0], word[1], word[2]);
        let from = place(file, rank);
        // The board after the token, and the board before it.
        let (left, stood) = match word.get(3) {
            None => ((from, piece), (from, b'.')),
            Some(b'x') => ((from, b'.'), (from, piece)),
            Some(direction) => {
                let (file, rank) = beyond((file, rank), *direction).ok_or("a step on the board")?;
                if board[from] != b'.' {
                    return Err("an empty square where a step began");
                }
                ((place(file, rank), piece), (from, piece))
            }
        };
        if board[left.0] != left.1 {
            return Err("a board as the tokens left it");
        }
        board[left.0] = b'.';
        board[stood.0] = stood.1;
    }
    Ok(Diagram {
        label: header.label,
        side: header.side,
        start: board.into_iter().map(char::from).collect(),
        tokens: header.tokens,
        handicap: in_order(&header.handicap),
    })
}

/// NOT-8: the value of a tag, without the blanks around it.
pub(crate) fn printed(value: &str) -> Result<String, &'static str> {
    let value = value.trim();
    if value.contains(|letter: char| letter.is_control() && letter != '\t') {
        return Err("letters that print");
    }
    Ok(value.to_owned())
}

/// NOT-8: a known tag has its name in one form, and a value of its kind.
pub(crate) fn known_tag(name: String, value: String) -> Result<(String, String), &'static str> {
    let Some(known) = KNOWN.iter().find(|known| known.eq_ignore_ascii_case(&name)) else {
        return Ok((name, value));
    };
    let value = match *known {
        "Edition" if !EDITIONS.contains(&value.as_str()) => return Err("the name of an edition"),
        "Handicap" => chapter_10::pieces(&value)
            .map(|pieces| in_order(&pieces))
            .map_err(|_| "letters of pieces")?,
        "Start" => {
            let start = chapter_10::start(&value).map_err(|_| "a compact board")?;
            format!("{} [{}]", start.side, start.board)
        }
        "Result" => {
            let value = value.to_ascii_lowercase();
            let read = RESULTS.iter().find(|(word, letters)| {
                *word == value || (value.len() == 1 && letters.contains(&value))
            });
            read.ok_or("gold, silver, draw or unknown")?.0.to_owned()
        }
        // NOT-12, and letters that mean nothing.
        "Termination" if !matches!(value.as_bytes(), [b'a'..=b'z']) => {
            return Err("the letter of a code");
        }
        _ => value,
    };
    Ok(((*known).to_owned(), value))
}

/// NOT-8: a known tag stands once; known tags come first.
pub(crate) fn checked_record(
    tags: Vec<(String, String)>,
    lines: Vec<Entry>,
) -> Result<Record, &'static str> {
    let count = |name: &str| tags.iter().filter(|tag| tag.0 == name).count();
    if KNOWN.iter().any(|name| count(name) > 1) {
        return Err("each known tag once");
    }
    let place = |name: &str| KNOWN.iter().position(|known| *known == name);
    let mut tags = tags;
    tags.sort_by_key(|tag| place(&tag.0).unwrap_or(KNOWN.len()));
    Ok(Record { tags, lines })
}

/// NOT-8: pieces that are placed as no setup places them are where the game begins.
pub(crate) fn begun_from_puzzle(record: Record) -> Record {
    puzzle_in(&record).unwrap_or(record)
}

fn puzzle_in(record: &Record) -> Option<Record> {
    let is_said = |tag: &(String, String)| ["Start", "Handicap"].contains(&tag.0.as_str());
    let is_setup = |line: &&Entry| matches!(line, Entry::Turn(label, _) if label.number == 1);
    let lines = record.lines.iter().take_while(is_setup).count();
    if lines == 0 || record.tags.iter().any(is_said) {
        return None;
    }
    let (setup, game) = record.lines.split_at(lines);
    let mut board = [b'.'; 64];
    let mut is_puzzle = false;
    for line in setup {
        let Entry::Turn(label, tokens) = line else {
            return None;
        };
        for token in tokens {
            let [piece, file, rank] = *token.as_bytes() else {
                return None;
            };
            let square = &mut board[place(file, rank)];
            if tokens.len() > 15 || *square != b'.' {
                return None;
            }
            *square = piece;
            let (side, home) = match piece {
                b'A'..=b'Z' => ('g', b'1'..=b'2'),
                _ => ('s', b'7'..=b'8'),
            };
            is_puzzle |= label.side != side || !home.contains(&rank);
        }
    }
    let next = match game.first() {
        Some(Entry::Turn(label, _) | Entry::Open(label)) => Some(*label),
        Some(Entry::Takeback(label) | Entry::Resigns(label) | Entry::Lost(label)) => *label,
        None => None,
    };
    let side = next.map_or('g', |next| next.side);
    if next.is_some_and(|next| next.number != 2) || !(is_puzzle || side == 's') {
        return None;
    }
    let board = String::from_utf8_lossy(&board);
    let start = ("Start".to_owned(), format!("{side} [{board}]"));
    let tags = record.tags.iter().cloned().chain([start]).collect();
    checked_record(tags, game.to_vec()).ok()
}

/// NOT-13: what a table needs to be an archive.
pub(crate) fn column_names(names: &[String]) -> Result<(), &'static str> {
    let there = |name: &str| names.iter().any(|column| column == name);
    if there("id") && there("movelist") {
        Ok(())
    } else {
        Err("the columns `id` and `movelist`")
    }
}

/// The side that plays after this one.
pub(crate) fn other(side: char) -> char {
    if side == 'g' { 's' } else { 'g' }
}

/// NOT-5: the label after this one.
pub(crate) fn next(label: Label) -> Label {
    Label {
        number: label.number + u32::from(label.side == 's'),
        side: other(label.side),
    }
}
