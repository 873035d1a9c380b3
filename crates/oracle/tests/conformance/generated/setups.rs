//! Setups (chapter 2): the squares on which each side places, every kind as the last and as one too
//! many, every piece that a setup lacks, and every handicap of one piece.

use arimaa::vocab::{Kind, Piece, Side};

use super::case;
use super::sketch::{KINDS, SIDES};

/// An arrangement of Gold's: ranks 2 and 1.
pub(super) const ARRANGED: [&str; 2] = ["HDCMECDH", "RRRRRRRR"];

/// The pieces of a set (BRD-6).
pub(super) const fn in_a_set(kind: Kind) -> usize {
    match kind {
        Kind::Elephant | Kind::Camel => 1,
        Kind::Horse | Kind::Dog | Kind::Cat => 2,
        Kind::Rabbit => 8,
    }
}

/// The board with these ranks 2 and 1, from rank 8 on.
pub(super) fn board_of([second, first]: [String; 2]) -> [String; 8] {
    let mut ranks = [const { String::new() }; 8].map(|_| ".".repeat(8));
    (ranks[6], ranks[7]) = (second, first);
    ranks
}

/// The board with which a side's setup begins.
fn before(side: Side) -> [String; 8] {
    match side {
        Side::Gold => board_of([".".repeat(8), ".".repeat(8)]),
        Side::Silver => board_of(ARRANGED.map(str::to_owned)),
    }
}

/// A setup turn as a JSON state.
pub(super) fn stage(side: Side, ranks: &[String; 8], handicap: &str, placed: &[String]) -> String {
    let board = ranks.each_ref().map(|rank| format!("    {rank:?}"));
    let mut setup = Vec::new();
    if !handicap.is_empty() {
        setup.push(format!("\"handicap\": {handicap:?}"));
    }
    if !placed.is_empty() {
        setup.push(format!("\"placed\": {placed:?}"));
    }
    format!(
        "state = '''\n{{\n  \"side\": \"{side}\",\n  \"board\": [\n{}\n  ],\n  \"setup\": {{{}}}\n}}\n'''\n",
        board.join(",\n"),
        setup.join(", ")
    )
}

/// The cases of chapter 2.
pub(super) fn all() -> Vec<String> {
    let mut cases: Vec<String> = SIDES.map(home).into();
    for side in SIDES {
        for kind in KINDS {
            cases.push(the_last(side, kind));
            cases.push(one_too_many(side, kind));
        }
        cases.extend(KINDS.map(|kind| incomplete(side, &[(kind, 1)])));
        let twice = KINDS.into_iter().filter(|kind| in_a_set(*kind) > 1);
        cases.extend(twice.map(|kind| incomplete(side, &[(kind, 2)])));
        cases.push(incomplete(side, &KINDS.map(|kind| (kind, 1))));
        cases.push(incomplete(side, &KINDS.map(|kind| (kind, in_a_set(kind)))));
        cases.extend(misplaced(side));
        for kind in KINDS {
            cases.push(with_handicap(side, kind));
            cases.push(beyond_the_handicap(side, kind));
        }
    }
    cases
}

/// Whether a side places on each rank: on its own two and on no other (SET-3).
fn home(side: Side) -> String {
    let letter = Piece::new(side, Kind::Elephant).letter();
    let own = match side {
        Side::Gold => [1, 2],
        Side::Silver => [7, 8],
    };
    let on = |is_own: bool| {
        let ranks = (1..=8).filter(|rank| own.contains(rank) == is_own);
        let words: Vec<String> = ranks.map(|rank| format!("\"{letter}d{rank}\"")).collect();
        words.join(", ")
    };
    let [first, second] = own;
    let (listed, unlisted) = (on(true), on(false));
    case(
        &format!("{side}-places-on-two-ranks-and-no-other"),
        "yes = [\"SET-3\"]\nno = [\"SET-3\"]",
        &format!("On ranks {first} and {second}; every other rank is tried."),
        &stage(side, &before(side), "", &[]),
        &format!("expect.listed = [{listed}]\nexpect.unlisted = [{unlisted}]"),
    )
}

/// A side's set on its home squares, the weakest piece first, less these pieces. With what is left
/// out squares stay empty at the end.
fn placements(side: Side, left_out: &[(Kind, usize)]) -> Vec<String> {
    let ranks = match side {
        Side::Gold => [1, 2],
        Side::Silver => [7, 8],
    };
    let squares = ranks
        .into_iter()
        .flat_map(|rank| ('a'..='h').map(move |file| format!("{file}{rank}")));
    let pieces = KINDS.into_iter().rev().flat_map(|kind| {
        let out = left_out.iter().find(|(other, _)| *other == kind);
        let number = in_a_set(kind) - out.map_or(0, |(_, number)| *number);
        std::iter::repeat_n(Piece::new(side, kind), number)
    });
    pieces
        .zip(squares)
        .map(|(piece, square)| format!("{piece}{square}"))
        .collect()
}

/// So many pieces of a kind, in the middle files of the home ranks.
fn some(side: Side, kind: Kind, number: usize) -> Vec<String> {
    let rank = match side {
        Side::Gold => 2,
        Side::Silver => 7,
    };
    let piece = Piece::new(side, kind);
    let files = ('a'..='h').take(number);
    files.map(|file| format!("{piece}{file}{rank}")).collect()
}

/// A placement of a piece on its side's first rank.
fn one_more(piece: Piece) -> String {
    match piece.side {
        Side::Gold => format!("{piece}e1"),
        Side::Silver => format!("{piece}e8"),
    }
}

fn the_last(side: Side, kind: Kind) -> String {
    let most = in_a_set(kind);
    let next = one_more(Piece::new(side, kind));
    case(
        &format!("{side}-may-place-{most}-of-{kind}"),
        "yes = [\"SET-5\"]",
        &format!(
            "Of {most} pieces of this kind {} are placed: one is left.",
            most - 1
        ),
        &stage(side, &before(side), "", &some(side, kind, most - 1)),
        &format!("expect.listed = [{next:?}]"),
    )
}

fn one_too_many(side: Side, kind: Kind) -> String {
    let (most, piece) = (in_a_set(kind), Piece::new(side, kind));
    let next = one_more(piece);
    let turn = [some(side, kind, most), vec![next.clone()]].concat();
    case(
        &format!("{side}-may-not-place-{}-of-{kind}", most + 1),
        "no = [\"SET-5\"]",
        &format!("A set has {most} of them."),
        &stage(side, &before(side), "", &[]),
        &refused(
            &turn,
            "none-left",
            &next,
            &format!(r#"{{"piece": "{piece}"}}"#),
        ),
    )
}

/// A piece of the other side, a square off the home ranks, and a square that is taken.
fn misplaced(side: Side) -> [String; 3] {
    let [own, other] = [side, side.other()].map(|side| Piece::new(side, Kind::Cat));
    let (home, off) = match side {
        Side::Gold => ("d2", "d3"),
        Side::Silver => ("d7", "d6"),
    };
    let case = |id: &str, rule: &str, note: &str, turn: &[String], reason: &str, details: &str| {
        let at = turn.last().unwrap();
        case(
            &format!("{id}-{side}"),
            &format!("yes = [\"ORD-1\"]\nno = [\"{rule}\"]"),
            note,
            &stage(side, &before(side), "", &[]),
            &refused(turn, reason, at, details),
        )
    };
    [
        case(
            "the-enemy-piece-placed-is-named",
            "SET-2",
            "A piece of the other side is placed.",
            &[format!("{other}{home}")],
            "placement-of-enemy",
            &format!(r#"{{"piece": "{other}"}}"#),
        ),
        case(
            "the-square-off-the-home-ranks-is-named",
            "SET-3",
            "The square is off the player's first two ranks.",
            &[format!("{own}{off}")],
            "outside-home",
            &format!(r#"{{"square": "{off}", "side": "{side}"}}"#),
        ),
        case(
            "the-piece-on-the-square-is-named",
            "SET-4",
            "The first cat stands where the second is placed.",
            &[format!("{own}{home}"), format!("{own}{home}")],
            "square-taken",
            &format!(r#"{{"by": "{own}{home}"}}"#),
        ),
    ]
}

fn incomplete(side: Side, missing: &[(Kind, usize)]) -> String {
    let letters: String = missing
        .iter()
        .map(|(kind, number)| {
            let letter = Piece::new(Side::Gold, *kind).to_string();
            letter.repeat(*number)
        })
        .collect();
    let turn = placements(side, missing);
    case(
        &format!("{side}-ends-the-setup-without-{}", letters.to_lowercase()),
        "no = [\"SET-6\"]\nyes = [\"ORD-1\"]",
        "The setup is ended before every piece is placed; all that are missing are named, the strongest first.",
        &stage(side, &before(side), "", &[]),
        &refused(
            &turn,
            "setup-incomplete",
            "end",
            &format!(r#"{{"missing": "{letters}"}}"#),
        ),
    )
}

fn with_handicap(side: Side, kind: Kind) -> String {
    let piece = Piece::new(side, kind);
    let turn = placements(side, &[(kind, 1)]).join(" ");
    case(
        &format!("{side}-sets-up-without-the-{kind}-that-was-left-out"),
        "yes = [\"SET-1\", \"SET-2\", \"SET-4\", \"SET-6\", \"SET-7\", \"VAL-3\"]",
        "Every piece that is not left out by agreement is placed.",
        &stage(side, &before(side), &piece.to_string(), &[]),
        &format!("turn = \"{turn}\"\nexpect.legal = true"),
    )
}

fn beyond_the_handicap(side: Side, kind: Kind) -> String {
    let (most, piece) = (in_a_set(kind), Piece::new(side, kind));
    let next = one_more(piece);
    let turn = [some(side, kind, most - 1), vec![next.clone()]].concat();
    case(
        &format!("{side}-may-not-place-the-{kind}-that-was-left-out"),
        "yes = [\"SET-7\"]\nno = [\"SET-5\"]",
        "What is left out by agreement is not placed.",
        &stage(side, &before(side), &piece.to_string(), &[]),
        &refused(
            &turn,
            "none-left",
            &next,
            &format!(r#"{{"piece": "{piece}"}}"#),
        ),
    )
}

/// The fields of a turn that is refused.
fn refused(turn: &[String], reason: &str, at: &str, details: &str) -> String {
    format!(
        "turn = \"{}\"\nexpect.legal = false\nexpect.refused = \"{reason}\"\nexpect.at = \"{at}\"\n\
         expect.details = '{details}'",
        turn.join(" ")
    )
}
