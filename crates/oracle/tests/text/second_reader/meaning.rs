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
/// The names of the editions (EDN-1).
pub(crate) const EDITIONS: [&str; 4] = ["2002", "2005-05-28", "2005-05-28+no-draws", "2008-07-01"];
/// The names of results (NOT-8), each with the letters that are read for it (NOT-13, NOT-3).
const RESULTS: [(&str, &str); 4] = [
    ("gold", "wg"),
    ("silver", "bs"),
    ("draw", "d"),
    ("unknown", "u"),
];
/// The letters of pieces (NOT-1), Gold's first, each side's from the strongest on.
pub(crate) const LETTERS: &str = "EMHDCRemhdcr";
/// The traps (BRD-3), as indices into the 64 letters of a board from a8 to h1.
pub(crate) const TRAPS: [usize; 4] = [18, 21, 42, 45];

/// Reads a move number: from 1 to 4,294,967,294 (NOT-3).
pub(crate) fn positive(digits: &str) -> Result<u32, &'static str> {
    match digits.parse() {
        Ok(number) if number > 0 && number < u32::MAX => Ok(number),
        _ => Err("the number of a move, from 1"),
    }
}

/// The letters of a handicap in the order in which they are written (NOT-8).
pub(crate) fn in_order(pieces: &str) -> String {
    let all = "RCDHMErcdhme".chars();
    all.flat_map(|letter| pieces.chars().filter(move |&piece| piece == letter))
        .collect()
}

/// The letters of a board whose `x` mark traps and nothing else (NOT-7).
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

/// The letters of a board drawn with eight ranks, from 8 down to 1 (NOT-7).
pub(crate) fn whole_drawing(ranks: Vec<(char, Vec<char>)>) -> Result<String, &'static str> {
    if !ranks.iter().map(|rank| rank.0).eq("87654321".chars()) {
        return Err("the ranks from 8 to 1");
    }
    marked_on_traps(ranks.into_iter().flat_map(|rank| rank.1).collect())
}

/// The index of a square in the 64 letters of a board (BRD-1).
pub(crate) fn place(file: u8, rank: u8) -> usize {
    usize::from(b'8' - rank) * 8 + usize::from(file - b'a')
}

/// The file and rank of the next square in a direction, if it is on the board (BRD-2).
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

/// The diagram before the tokens of its header, the last token taken back first (NOT-7).
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

/// The value of a tag without blanks around it; control characters are refused (NOT-8).
pub(crate) fn printed(value: &str) -> Result<String, &'static str> {
    let value = value.trim();
    if value.contains(|letter: char| letter.is_control() && letter != '\t') {
        return Err("letters that print");
    }
    Ok(value.to_owned())
}

/// A tag, if it is known, with its name as SPEC.md writes it and a value of its kind (NOT-8).
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

/// A record whose known tags stand once each, and come first (NOT-8).
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

/// A record that is a puzzle gets a `Start` in place of its first lines, which are no setups
/// (NOT-8).
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

/// Checks that a table has the columns that make it an archive (NOT-13).
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

/// The label after this one in a game (NOT-5).
pub(crate) fn next(label: Label) -> Label {
    Label {
        number: label.number + u32::from(label.side == 's'),
        side: other(label.side),
    }
}
