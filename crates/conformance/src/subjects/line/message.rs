//! The lines of the line kit, in both directions.

use std::fmt;

use serde::Serialize;

use arimaa::vocab::{Board, Direction, Side, Snapshot, Square, Step, TurnEnd};

/// The last word of the first reply, if the program accepts actions after `end`.
pub(super) const TURNS: &str = "turns";

/// A line of the line kit with the reply to it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Exchange {
    /// The line to the engine.
    pub line: String,
    /// The reply as the engine wrote it.
    pub reply: String,
}

/// The reply to a line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum LineReply {
    /// `ok BOARD WINNER`: everything in the line is legal. The word `turns` may follow.
    Legal {
        /// The board after the line.
        board: Board,
        /// The winner after the line.
        winner: LineWinner,
    },
    /// `no`: something in the line is illegal. Text after the word is for people.
    Illegal,
    /// `skip REASON`: the engine cannot be asked this.
    Skip(String),
}

/// The winner that a reply names.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum LineWinner {
    /// `gold` or `silver`: the game is decided.
    Side(Side),
    /// `-`: the game goes on.
    Nobody,
    /// `?`: the engine does not track winners.
    Unknown,
}

impl fmt::Display for LineWinner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Side(side) => side.name(),
            Self::Nobody => "-",
            Self::Unknown => "?",
        })
    }
}

impl From<Option<Side>> for LineWinner {
    fn from(winner: Option<Side>) -> Self {
        winner.map_or(Self::Nobody, Self::Side)
    }
}

/// Reads the reply to a line.
///
/// ```
/// use arimaa_conformance::subjects::line::{LineReply, LineWinner, read_line_reply};
///
/// let board = format!("r{}R", ".".repeat(62));
/// let reply = read_line_reply(&format!("ok {board} gold"))?;
/// assert!(matches!(reply, LineReply::Legal { winner: LineWinner::Side(_), .. }));
/// assert_eq!(LineWinner::Nobody.to_string(), "-");
/// assert_eq!(read_line_reply("no"), Ok(LineReply::Illegal));
/// assert!(read_line_reply("yes").is_err());
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
///
/// Why the line is no reply.
pub fn read_line_reply(line: &str) -> Result<LineReply, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "no" => Ok(LineReply::Illegal),
        "skip" => Ok(LineReply::Skip(rest.trim().to_owned())),
        "ok" => {
            let words: Vec<&str> = rest.split_whitespace().collect();
            let ([squares, winner] | [squares, winner, TURNS]) = words[..] else {
                return Err(
                    "expected `ok`, 64 squares and a winner (gold, silver, - or ?)".to_owned(),
                );
            };
            let winner = match winner {
                "gold" => LineWinner::Side(Side::Gold),
                "silver" => LineWinner::Side(Side::Silver),
                "-" => LineWinner::Nobody,
                "?" => LineWinner::Unknown,
                _ => return Err("expected gold, silver, - or ? for the winner".to_owned()),
            };
            let board = read_squares(squares)?;
            Ok(LineReply::Legal { board, winner })
        }
        _ => Err("expected `ok`, `no` or `skip`".to_owned()),
    }
}

/// Reads the squares of a board, a8 first and h1 last.
pub(super) fn read_squares(text: &str) -> Result<Board, String> {
    let count = text.chars().count();
    if count != 64 {
        return Err(format!("found {count} squares, expected 64"));
    }
    let board = format!("[{}]", text.replace('.', " ")).parse::<Board>();
    board.map_err(|error| error.to_string())
}

/// The squares of a board, a8 first and h1 last, a dot for an empty one.
pub(super) fn squares(board: &Board) -> String {
    let text = board.to_string().replace(' ', ".");
    text.trim_matches(['[', ']']).to_owned()
}

/// The first three words of a line: the side to move, the squares, and the earlier positions.
pub(super) fn line_start(start: &Snapshot, earlier: &[TurnEnd]) -> String {
    let side = start.side.name();
    let board = squares(&start.start);
    if earlier.is_empty() {
        return format!("{side} {board} -");
    }
    let earlier = earlier.iter();
    let earlier: Vec<String> = earlier
        .map(|end| format!("{}:{}", end.to_move.name(), squares(&end.board)))
        .collect();
    format!("{side} {board} {}", earlier.join(","))
}

/// The ways to divide steps into actions: one by one, or with two steps joined wherever they may be
/// one action.
///
/// Two steps may be one action where pieces of both sides move and the second enters the square
/// that the first left.
pub(super) fn wordings_of(steps: &[Step], two_step: bool) -> Vec<String> {
    let mut wordings = vec![Vec::new()];
    for (at, step) in steps.iter().enumerate() {
        let mut next: Vec<Vec<String>> = Vec::new();
        for wording in &wordings {
            let mut alone = wording.clone();
            alone.push(step.to_string());
            next.push(alone);
            // The step before stands alone so far, and can be joined.
            let before = at.checked_sub(1).map(|before| steps[before]);
            let last = wording.last().filter(|last| !last.contains('+'));
            if let (true, Some(before), Some(last)) = (two_step, before, last)
                && may_be_joined(before, *step)
            {
                let mut joined = wording.clone();
                let action = format!("{last}+{step}");
                joined.pop();
                joined.push(action);
                next.push(joined);
            }
        }
        wordings = next;
    }
    wordings.into_iter().map(|words| words.join(" ")).collect()
}

/// Whether two steps can be a push or a pull, judged by their squares and sides alone.
pub(super) fn may_be_joined(first: Step, second: Step) -> bool {
    first.piece.side != second.piece.side && to_square(second) == Some(first.from)
}

/// The square to which a step moves, if it is on the board.
pub(super) fn to_square(step: Step) -> Option<Square> {
    let (files, ranks) = match step.direction {
        Direction::North => (0, 1),
        Direction::South => (0, -1),
        Direction::East => (1, 0),
        Direction::West => (-1, 0),
    };
    step.from.offset(files, ranks)
}
