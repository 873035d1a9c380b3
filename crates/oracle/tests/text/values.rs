//! Random values of every kind that can be written, possible in a game or not, and texts that are
//! almost right.

use std::ops::Range;

use arimaa::text::{Entry, Located, Record, RecordedResult, Tags};
use arimaa::vocab::{
    Action, Board, Direction, Edition, Handicap, Label, Phase, Piece, Placed, Side, Snapshot,
    Square, Step, Token, TurnEnd,
};
use arimaa_oracle::ask::State;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

pub(crate) fn side() -> impl Strategy<Value = Side> {
    select(&Side::ALL[..])
}

pub(crate) fn piece() -> impl Strategy<Value = Piece> {
    select(&Piece::ALL[..])
}

pub(crate) fn square() -> impl Strategy<Value = Square> {
    select(&Square::ALL[..])
}

pub(crate) fn direction() -> impl Strategy<Value = Direction> {
    select(&Direction::ALL[..])
}

pub(crate) fn edition() -> impl Strategy<Value = Edition> {
    select(&Edition::ALL[..])
}

pub(crate) fn placed() -> impl Strategy<Value = Placed> {
    (piece(), square()).prop_map(|(piece, square)| Placed { piece, square })
}

pub(crate) fn step() -> impl Strategy<Value = Step> {
    (piece(), square(), direction()).prop_map(|(piece, from, direction)| Step {
        piece,
        from,
        direction,
    })
}

/// Boards from empty to full.
pub(crate) fn board() -> impl Strategy<Value = Board> {
    vec(placed(), 0..90).prop_map(|pieces| pieces.into_iter().collect())
}

pub(crate) fn label() -> impl Strategy<Value = Label> {
    let number = prop_oneof![1..100_u32, 1..=u32::MAX];
    (number, side()).prop_map(|(number, side)| Label { number, side })
}

pub(crate) fn token() -> impl Strategy<Value = Token> {
    prop_oneof![
        step().prop_map(|step| Token::Action(Action::Step(step))),
        placed().prop_map(|placed| Token::Action(Action::Place(placed))),
        placed().prop_map(Token::Capture),
    ]
}

pub(crate) fn handicap() -> impl Strategy<Value = Handicap> {
    vec(piece(), 0..6).prop_map(|pieces| pieces.into_iter().fold(Handicap::NONE, Handicap::and))
}

pub(crate) fn tags() -> impl Strategy<Value = Tags> {
    // A value is whatever fits on a line without a comment.
    let value = || "[ -\"$-~éß♘]{0,12}".prop_map(|value| value.trim().to_owned());
    let name = "[A-Za-z][A-Za-z0-9_-]{0,6}".prop_map(|name| format!("X{name}"));
    let result = select(&RecordedResult::ALL[..]);
    (
        (
            option::of(value()),
            option::of(value()),
            option::of(value()),
        ),
        option::of(edition()),
        option::of(handicap()),
        option::of((side(), board())),
        option::of(result),
        option::of(proptest::char::range('a', 'z')),
        vec((name, value()), 0..4),
    )
        .prop_map(
            |((game, source, date), edition, handicap, start, result, termination, other)| Tags {
                game,
                source,
                date,
                edition,
                handicap,
                start,
                result,
                termination,
                other,
            },
        )
}

/// The lines of a game; nothing follows a line that ends the game.
pub(crate) fn entries(count: Range<usize>) -> impl Strategy<Value = Vec<Entry>> {
    let turn = (label(), vec(token(), 1..6)).prop_map(|(label, tokens)| Entry::Turn {
        label: Located::made(label),
        tokens: tokens.into_iter().map(Located::made).collect(),
    });
    let entry = prop_oneof![
        6 => turn,
        1 => option::of(label()).prop_map(|label| Entry::Takeback(Located::made(label))),
    ];
    let last = option::of(prop_oneof![
        option::of(label()).prop_map(|label| Entry::Resigns(Located::made(label))),
        option::of(label()).prop_map(|label| Entry::Lost(Located::made(label))),
        label().prop_map(|label| Entry::Open(Located::made(label))),
    ]);
    (vec(entry, count), last).prop_map(|(mut entries, last)| {
        entries.extend(last);
        entries
    })
}

pub(crate) fn record() -> impl Strategy<Value = Record> {
    (tags(), entries(0..12)).prop_map(|(tags, entries)| Record { tags, entries })
}

pub(crate) fn state() -> impl Strategy<Value = State> {
    let turn_end = (board(), side()).prop_map(|(board, to_move)| TurnEnd { board, to_move });
    let phase = prop_oneof![
        (handicap(), vec(placed(), 0..16))
            .prop_map(|(handicap, placed)| Phase::Setup { handicap, placed }),
        (vec(step(), 0..5), vec(turn_end, 0..5))
            .prop_map(|(steps, earlier)| Phase::Play { steps, earlier }),
    ];
    let number = option::of(2..u32::MAX);
    (edition(), side(), board(), phase, number).prop_map(|(edition, side, start, phase, number)| {
        let number = match phase {
            Phase::Setup { .. } => number.map(|_| 1),
            Phase::Play { .. } => number,
        };
        let snapshot = Snapshot::new(edition, side, start, phase);
        State { snapshot, number }
    })
}

/// An event on a board: a piece stepped, was placed or was captured.
#[derive(Clone, Debug)]
pub(crate) struct Happened {
    what: u8,
    which: Index,
    direction: Direction,
    piece: Piece,
}

pub(crate) fn happened() -> impl Strategy<Value = Happened> {
    (0..4_u8, any::<Index>(), direction(), piece()).prop_map(|(what, which, direction, piece)| {
        Happened {
            what,
            which,
            direction,
            piece,
        }
    })
}

pub(crate) fn beside(square: Square, direction: Direction) -> Option<Square> {
    let index = square.index();
    let next = match direction {
        Direction::North => index + 8,
        Direction::South => index.checked_sub(8)?,
        Direction::East if index % 8 < 7 => index + 1,
        Direction::West if !index.is_multiple_of(8) => index - 1,
        Direction::East | Direction::West => return None,
    };
    Square::ALL.get(next).copied()
}

/// Makes an event happen on the board, if it can, and returns its token.
pub(crate) fn happen(board: &mut Board, happened: &Happened) -> Option<Token> {
    let pieces: Vec<Placed> = board.placed().collect();
    if happened.what == 0 {
        let square = *happened.which.get(&Square::ALL);
        let piece = happened.piece;
        if board.at(square).is_some() {
            return None;
        }
        board.set(square, Some(piece));
        return Some(Token::Action(Action::Place(Placed { piece, square })));
    }
    let chosen = (!pieces.is_empty()).then(|| *happened.which.get(&pieces))?;
    if happened.what == 1 {
        board.set(chosen.square, None);
        return Some(Token::Capture(chosen));
    }
    let to = beside(chosen.square, happened.direction).filter(|&to| board.at(to).is_none())?;
    board.set(chosen.square, None);
    board.set(to, Some(chosen.piece));
    Some(Token::Action(Action::Step(Step {
        piece: chosen.piece,
        from: chosen.square,
        direction: happened.direction,
    })))
}

/// One change to a text: characters cut out and others put in.
#[derive(Clone, Debug)]
pub(crate) struct Slip {
    at: Index,
    cut: usize,
    insert: String,
}

pub(crate) fn slips() -> impl Strategy<Value = Vec<Slip>> {
    let insert = prop_oneof![
        Just(String::new()),
        "[ -~]{1,3}",
        select(vec![
            "\n", "\r\n", "\t", "\0", "x", "12g", "w", "|", "[", "]", "{", "\"", ":", "#", "é",
            "\u{feff}", "+", "9", "end",
        ])
        .prop_map(str::to_owned),
    ];
    let slip =
        (any::<Index>(), 0..3_usize, insert).prop_map(|(at, cut, insert)| Slip { at, cut, insert });
    vec(slip, 0..4)
}

pub(crate) fn with_slips(text: &str, slips: &[Slip]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for Slip { at, cut, insert } in slips {
        let at = at.index(letters.len() + 1);
        let end = letters.len().min(at + cut);
        letters.splice(at..end, insert.chars());
    }
    letters.into_iter().collect()
}
