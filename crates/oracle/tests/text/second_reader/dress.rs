//! Random texts of chapter 10: right ones, in every dress that a lenient reader takes, and the same
//! with mistakes in them.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::meaning::{LETTERS, TRAPS, beyond, place};

fn words(list: &'static [&'static str]) -> impl Strategy<Value = String> {
    select(list).prop_map(str::to_owned)
}

pub(crate) fn label() -> impl Strategy<Value = String> {
    (
        prop_oneof![1..4_u32, 1..2000_u32],
        words(&["g", "s", "w", "b"]),
    )
        .prop_map(|(number, side)| format!("{number}{side}"))
}

fn token() -> impl Strategy<Value = String> {
    "[EMHDCRemhdcr][a-h][1-8][nsewx]?"
}

fn blanks() -> impl Strategy<Value = String> {
    prop_oneof![4 => Just(" ".to_owned()), 1 => "[ \t]{1,3}"]
}

fn tokens(least: usize) -> impl Strategy<Value = String> {
    (vec(token(), least..6), blanks()).prop_map(|(tokens, blanks)| tokens.join(&blanks))
}

/// NOT-3.
pub(crate) fn turn() -> impl Strategy<Value = String> {
    (option::of(label()), tokens(0), blanks(), blanks()).prop_map(|(label, tokens, after, end)| {
        match label {
            Some(label) => format!("{label}{after}{tokens}{end}"),
            None => tokens,
        }
    })
}

/// 64 letters from a8 to h1.
fn board() -> impl Strategy<Value = String> {
    let letter = prop_oneof![3 => Just('.'), 2 => select(LETTERS.chars().collect::<Vec<_>>())];
    vec(letter, 64).prop_map(|letters| letters.into_iter().collect())
}

/// NOT-6.
pub(crate) fn compact() -> impl Strategy<Value = String> {
    let dots = any::<bool>();
    (words(&["g", "s", "w", "b"]), board(), dots).prop_map(|(side, board, dots)| {
        let board = if dots { board } else { board.replace('.', " ") };
        format!("{side} [{board}]")
    })
}

/// Random changes of a board: a kind, a square, a letter or direction.
fn events() -> impl Strategy<Value = Vec<(u8, usize, Index)>> {
    vec((0..6_u8, 0..64_usize, any::<Index>()), 0..6)
}

/// The tokens of what happened on the board, which is then as they left it.
fn happen(board: &mut [u8], events: &[(u8, usize, Index)], setup: bool) -> Vec<String> {
    let mut tokens = Vec::new();
    for &(kind, at, which) in events {
        let square = format!("{}{}", char::from(b"abcdefgh"[at % 8]), 8 - at / 8);
        let piece = board[at];
        if setup {
            if piece == b'.' {
                board[at] = *which.get(LETTERS.as_bytes());
                tokens.push(format!("{}{square}", char::from(board[at])));
            }
            continue;
        }
        if piece == b'.' {
            continue;
        }
        let piece_and_square = format!("{}{square}", char::from(piece));
        if kind == 0 {
            board[at] = b'.';
            tokens.push(format!("{piece_and_square}x"));
            continue;
        }
        let direction = *which.get(b"nsew");
        let name = square.as_bytes();
        let Some((file, rank)) = beyond((name[0], name[1]), direction) else {
            continue;
        };
        let to = place(file, rank);
        if board[to] == b'.' {
            board[to] = piece;
            board[at] = b'.';
            tokens.push(format!("{piece_and_square}{}", char::from(direction)));
        }
    }
    tokens
}

fn header(label: Option<&str>, side: &str, sentence: bool, tokens: &[String]) -> String {
    let colour = match side {
        "g" | "w" => "gold",
        _ => "silver",
    };
    let list = tokens.join(" ");
    match (sentence, list.is_empty()) {
        (true, empty) => {
            let before = label.map_or(String::new(), |label| format!("{label}: "));
            let after = if empty {
                String::new()
            } else {
                format!(" after {list}")
            };
            format!("{before}{colour} to move{after}")
        }
        (false, _) => format!("{} {list}", label.unwrap_or(side)),
    }
}

/// NOT-7.
pub(crate) fn diagram() -> impl Strategy<Value = String> {
    let dress = (
        words(&[" ", "."]),
        words(&["x", "X", ".", " "]),
        any::<[bool; 4]>(),
    );
    let number = option::of(prop_oneof![1..3_u32, 1..2000_u32]);
    let handicap = option::weighted(0.3, "[EMHDCRemhdcr]{1,4}");
    let side = words(&["g", "s", "w", "b"]);
    (board(), events(), number, side, dress, handicap).prop_map(
        |(board, events, number, side, (empty, trap, [below, sentence, files, crlf]), handicap)| {
            let setup = number == Some(1);
            let mut after = board.into_bytes();
            let tokens = happen(&mut after, &events, setup);
            let label = number.map(|number| format!("{number}{side}"));
            let mut header = header(label.as_deref(), &side, sentence && !setup, &tokens);
            if let Some(pieces) = handicap.filter(|_| setup) {
                header = format!("{header}; handicap {pieces}");
            }
            let mut lines = vec![" +-----------------+".to_owned()];
            for (rank, cells) in after.chunks(8).enumerate() {
                let cells = cells.iter().enumerate().map(|(file, &cell)| match cell {
                    b'.' if TRAPS.contains(&(rank * 8 + file)) => trap.clone(),
                    b'.' => empty.clone(),
                    _ => char::from(cell).to_string(),
                });
                let cells: Vec<String> = cells.collect();
                lines.push(format!("{}| {} |", 8 - rank, cells.join(" ")));
            }
            lines.push(" +-----------------+".to_owned());
            if files {
                lines.push("   a b c d e f g h".to_owned());
            }
            lines.insert(if below { lines.len() } else { 0 }, header);
            lines.join(if crlf { "\r\n" } else { "\n" }) + "\n"
        },
    )
}

fn tag() -> impl Strategy<Value = String> {
    let value = "[ -\"$-~é♘]{0,10}";
    prop_oneof![
        ("[A-Za-z][A-Za-z0-9_-]{0,6}", value).prop_map(|(name, value)| format!("{name}: {value}")),
        value.prop_map(|value| format!("Source:{value}")),
        "[0-9]{1,5}".prop_map(|id| format!("game: {id}")),
        "20[0-9]{2}-[01][0-9]-[0-3][0-9]".prop_map(|day| format!("Date: {day}")),
        words(&[
            "2002",
            "2005-05-28",
            "2005-05-28+no-draws",
            "2008-07-01",
            "2009"
        ])
        .prop_map(|name| format!("Edition: {name}")),
        "[EMHDCRemhdcr]{0,4}|none".prop_map(|pieces| format!("Handicap: {pieces}")),
        compact().prop_map(|start| format!("Start: {start}")),
        words(&["gold", "silver", "draw", "unknown"]).prop_map(|word| format!("Result: {word}")),
        "[gmepnitrfas]".prop_map(|code| format!("Termination: {code}")),
    ]
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (label(), blanks(), tokens(1)).prop_map(|(label, blanks, tokens)| format!("{label}{blanks}{tokens}")),
        1 => (option::of(label()), Just("takeback")).prop_map(with_label),
    ]
}

fn last_line() -> impl Strategy<Value = String> {
    prop_oneof![
        (option::of(label()), select(&["resigns", "lost"][..])).prop_map(with_label),
        label(),
    ]
}

fn with_label((label, word): (Option<String>, &str)) -> String {
    label.map_or(word.to_owned(), |label| format!("{label} {word}"))
}

/// NOT-8 to NOT-10: up to three games.
pub(crate) fn records() -> impl Strategy<Value = String> {
    let comment = option::weighted(0.1, "[ ]{0,2}#[ -~é]{0,8}");
    let line_end = (
        comment,
        words(&["\n", "\n", "\n", "\r\n", "\n\n", " \n \n"]),
    );
    let game = (
        vec(tag(), 0..5),
        vec(line(), 0..6),
        option::weighted(0.3, last_line()),
    );
    (vec(game, 0..4), vec(line_end, 1..9)).prop_map(|(games, ends)| {
        let lines = games.into_iter().flat_map(|(tags, lines, last)| {
            tags.into_iter()
                .chain(lines)
                .chain(last)
                .collect::<Vec<_>>()
        });
        let lines = lines.zip(ends.iter().cycle());
        lines
            .flat_map(|(line, (comment, end))| {
                [line, comment.clone().unwrap_or_default(), end.clone()]
            })
            .collect()
    })
}

/// One mistake: parts of a text dropped, doubled, exchanged or put elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Mistake {
    lines: bool,
    what: u8,
    at: Index,
    other: Index,
}

pub(crate) fn mistakes() -> impl Strategy<Value = Vec<Mistake>> {
    let mistake = (any::<bool>(), 0..4_u8, any::<Index>(), any::<Index>());
    let mistake = mistake.prop_map(|(lines, what, at, other)| Mistake {
        lines,
        what,
        at,
        other,
    });
    vec(mistake, 0..3)
}

pub(crate) fn with_mistakes(text: &str, mistakes: &[Mistake]) -> String {
    let mut text = text.to_owned();
    for Mistake {
        lines,
        what,
        at,
        other,
    } in mistakes
    {
        let end = if *lines { '\n' } else { ' ' };
        let mut parts: Vec<&str> = text.split_inclusive(end).collect();
        if parts.is_empty() {
            return text;
        }
        let (at, other) = (at.index(parts.len()), other.index(parts.len()));
        match what {
            0 => drop(parts.remove(at)),
            1 => parts.insert(at, parts[at]),
            2 => parts.swap(at, other),
            _ => {
                let part = parts.remove(at);
                parts.insert(other.min(parts.len()), part);
            }
        }
        text = parts.concat();
    }
    text
}
