//! Reads and writes diagrams: a board drawn under the label of its turn.

use super::TextError;
use super::compact::read_cell;
use super::draw::draw;
use super::fences::lines_of_board;
use super::grid;
use super::header::{HEADER, Header, Mover, is_setup, read_header, write_header};
use super::lines::without_mark;
use super::located::Located;
use super::notation::read_token;
use super::take_back::taken_back;
use crate::vocab::{Action, Board, Edition, Handicap, Label, Phase, Placed, Side, Snapshot, Token};

/// A diagram as it was read: a position, and the steps already taken in its turn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Diagram {
    /// The label, or `None` if the header has only the side.
    pub label: Option<Label>,
    /// The side to move.
    pub side: Side,
    /// The board at the start of the turn. (The drawn board is the one after `tokens`.)
    pub start: Board,
    /// The steps, placements and captures of the turn in progress.
    pub tokens: Vec<Located<Token>>,
    /// The pieces that are missing in a setup, as the header names them.
    pub handicap: Handicap,
}

impl Diagram {
    /// The state before the tokens: a setup if the label is `1g` or `1s`, else a position that
    /// stands for the first time. It may be impossible in a game.
    pub fn snapshot(&self, edition: Edition) -> Snapshot {
        let mut snapshot = Snapshot::position(edition, self.side, self.start);
        if self.label.is_some_and(is_setup) {
            snapshot.phase = Phase::Setup {
                handicap: self.handicap,
                placed: Vec::new(),
            };
        }
        snapshot
    }
}

/// Reads a diagram: a header, then the board between its borders.
///
/// The header is a label or just the side, and the tokens of the turn so far. The board is drawn
/// *after* the tokens, so they are taken back, for which the header must name their captures. Under
/// `1g` and `1s` a setup is drawn, and the tokens are placements. The header may also be below the
/// board, and may be a sentence, `12g: gold to move after Ed2n`. Empty squares are blanks or dots,
/// or `x` on c3, f3, c6 and f6. The line with the letters of the files may be missing, or be
/// followed by a line with numbers. Tokens below a board whose header is above it are played from
/// the drawn board. Blank lines, blanks around lines, quotation marks (`>`) and fences do not
/// matter.
///
/// ```
/// use arimaa::text::read_diagram;
///
/// let diagram = read_diagram("
///     12g Ed4n
///      +-----------------+
///     8|                 |
///     7|                 |
///     6|     x     x     |
///     5|       E         |
///     4|                 |
///     3|     x     x     |
///     2|                 |
///     1|                 |
///      +-----------------+
///        a b c d e f g h
/// ")?;
/// assert_eq!(diagram.start.at("d4".parse()?), Some("E".parse()?));
/// assert_eq!(diagram.start.at("d5".parse()?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the first place that is not drawn as it should be, or the last token that cannot have
/// led to the drawn board.
pub fn read_diagram(text: &str) -> Result<Diagram, TextError> {
    let text = without_mark(text);
    let lines = lines_of_board(text).map(Located::trim);
    let mut lines = lines.filter(|line| !line.value.is_empty());
    // After the last line any number of empty lines follow.
    let end = end_of(text);
    let mut next = || lines.next().unwrap_or(end);

    // Drawings have their header above the board, or, as `show` prints them, below.
    let first = next();
    let above = if first.value.starts_with('+') {
        read_border(first)?;
        None
    } else {
        let header = read_header(first)?;
        read_border(next())?;
        Some(header)
    };
    let mut after = Board::EMPTY;
    for rank in grid::ranks() {
        read_rank(next(), rank, &mut after)?;
    }
    read_border(next())?;
    let mut rest = next();
    for files in ["a b c d e f g h", "1 2 3 4 5 6 7 8"] {
        if rest.value.split_whitespace().eq(files.split(' ')) {
            rest = next();
        }
    }
    let is_below = above.is_none();
    let Header {
        mover: Mover { label, side },
        mut tokens,
        handicap,
    } = match above {
        Some(header) => header,
        None if rest.value.is_empty() => return Err(first.unexpected(HEADER)),
        None => {
            let below = read_header(rest)?;
            rest = next();
            below
        }
    };
    let start = taken_back(after, &tokens)?;
    let made: Result<Vec<_>, _> = rest.words().map(read_token).collect();
    match made {
        Ok(made) if !is_below => {
            tokens.extend(made);
            rest = next();
        }
        _ => {}
    }
    if !rest.value.is_empty() {
        return Err(rest.unexpected("the end of the diagram"));
    }
    Ok(Diagram {
        label,
        side,
        start,
        tokens,
        handicap,
    })
}

fn end_of(text: &str) -> Located<&str> {
    let last = text.lines().last().unwrap_or_default();
    let line = text.lines().count().max(1);
    Located::new("", line, last.chars().count() + 1)
}

fn read_border(line: Located<&str>) -> Result<(), TextError> {
    let dashes = line
        .value
        .strip_prefix('+')
        .and_then(|line| line.strip_suffix('+'));
    match dashes {
        Some(dashes) if dashes.chars().all(|dash| dash == '-') => Ok(()),
        _ => Err(line.unexpected("the border `+-----------------+`")),
    }
}

fn read_rank(line: Located<&str>, rank: u8, board: &mut Board) -> Result<(), TextError> {
    let number = rank.to_string();
    let rest = expect(line, &number, || {
        format!("rank {rank}, as in `{rank}| r . x |`")
    })?;
    let border = || "the border `|`".to_owned();
    let mut rest = expect(rest.trim_start(), "|", border)?;
    for square in grid::squares_of(rank) {
        rest = expect(rest, " ", || format!("a blank before {square}"))?;
        let (cell, tail) = rest.split_first();
        board.set(square, read_cell(cell, square)?);
        rest = tail;
    }
    let rest = expect(rest.trim_start(), "|", border)?;
    if rest.value.is_empty() {
        Ok(())
    } else {
        Err(rest.unexpected("the end of the line"))
    }
}

fn expect<'a>(
    text: Located<&'a str>,
    wanted: &str,
    expected: impl Fn() -> String,
) -> Result<Located<&'a str>, TextError> {
    let there = || text.split_first().0;
    text.strip_prefix(wanted)
        .ok_or_else(|| there().unexpected(expected()))
}

/// Writes a diagram. `tokens` are the tokens of the turn in progress, and `board_after` is the
/// board after them.
///
/// Without a label the header begins with the side.
///
/// ```
/// use arimaa::{text::{read_diagram, write_diagram}, vocab::{Board, Placed, Side}};
///
/// let board: Board = ["Ed4".parse()?].into_iter().collect();
/// let text = write_diagram(Some("12g".parse()?), Side::Gold, &board, ["Ed3n".parse()?]);
/// assert!(text.starts_with("12g Ed3n\n +-----------------+\n8|                 |\n"));
/// assert_eq!(read_diagram(&text)?.start.at("d3".parse()?), Some("E".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_diagram(
    label: Option<Label>,
    side: Side,
    board_after: &Board,
    tokens: impl IntoIterator<Item = Token>,
) -> String {
    let header = write_header(Mover { label, side }, tokens, Handicap::NONE);
    format!("{header}\n{}", draw(board_after, &[]))
}

/// Writes the diagram of a setup, with the handicap after the placements.
///
/// ```
/// use arimaa::{text::{read_diagram, write_setup_diagram}, vocab::{Board, Side}};
///
/// let (placed, handicap) = ("Ra1".parse()?, "M".parse()?);
/// let board: Board = [placed].into_iter().collect();
/// let text = write_setup_diagram(Side::Gold, handicap, &board, [placed]);
/// assert!(text.starts_with("1g Ra1; handicap M\n +---"));
/// assert_eq!(read_diagram(&text)?.start, Board::EMPTY);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_setup_diagram(
    side: Side,
    handicap: Handicap,
    board_after: &Board,
    placed: impl IntoIterator<Item = Placed>,
) -> String {
    let label = Some(Label { number: 1, side });
    let tokens = placed
        .into_iter()
        .map(|placed| Token::Action(Action::Place(placed)));
    let header = write_header(Mover { label, side }, tokens, handicap);
    format!("{header}\n{}", draw(board_after, &[]))
}
