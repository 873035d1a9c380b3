//! Positions that no game has, one for every kind, side and trap (chapter 11), and the squares on
//! which each side places (chapter 2).

use arimaa::vocab::{Kind, Piece, Side};

use super::sketch::{KINDS, SIDES, Sketch, Spot};

/// The traps, each with a square beside it.
const TRAPS: [[&str; 2]; 4] = [["c3", "c2"], ["f3", "g3"], ["c6", "b6"], ["f6", "f7"]];

/// The pieces of a set (BRD-3).
const fn in_a_set(kind: Kind) -> usize {
    match kind {
        Kind::Elephant | Kind::Camel => 1,
        Kind::Horse | Kind::Dog | Kind::Cat => 2,
        Kind::Rabbit => 8,
    }
}

/// Whether a side places on each rank: on its own two and on no other (SET-3).
pub(super) fn homes() -> Vec<String> {
    SIDES.map(home).into()
}

fn home(side: Side) -> String {
    let letter = Piece::new(side, Kind::Elephant).letter();
    let (own, place) = match side {
        Side::Gold => ([1, 2], "setup = \"none\"\n".to_owned()),
        Side::Silver => ([7, 8], silvers_setup(&complete())),
    };
    let on = |is_own: bool| {
        let ranks = (1..=8).filter(|rank| own.contains(rank) == is_own);
        let words: Vec<String> = ranks.map(|rank| format!("\"{letter}d{rank}\"")).collect();
        words.join(", ")
    };
    let (listed, unlisted) = (on(true), on(false));
    format!(
        "[[case]]\nid = \"{side}-places-on-two-ranks-and-no-other\"\nyes = [\"SET-3\"]\n\
         no = [\"SET-3\"]\nnote = \"On ranks {} and {}; every other rank is tried.\"\n{place}\
         expect.listed = [{listed}]\nexpect.unlisted = [{unlisted}]\n",
        own[0], own[1]
    )
}

/// One piece too many of every kind, an unsupported piece on every trap, a handicap larger than the
/// set of every kind, and a setup of Gold that lacks a piece of every kind.
pub(super) fn impossible() -> Vec<String> {
    let mut cases = Vec::new();
    for side in SIDES {
        cases.extend(KINDS.map(|kind| one_too_many(Piece::new(side, kind))));
    }
    for side in SIDES {
        cases.extend(TRAPS.map(|trap| unsupported(side, trap)));
        cases.extend(TRAPS.map(|trap| supported(side, trap)));
    }
    for side in SIDES {
        let pieces = KINDS.map(|kind| Piece::new(side, kind)).into_iter();
        // Two are cases of 11-validity.toml.
        let pieces = pieces.filter(|piece| !"Mr".contains(piece.letter()));
        cases.extend(pieces.map(more_than_the_set));
    }
    cases.extend(KINDS.map(a_piece_of_golds_missing));
    cases
}

/// A case about the validity of a position.
fn case(id: &str, cited: &str, note: &str, place: &str, expected: &str) -> String {
    format!("[[case]]\nid = \"{id}\"\n{cited}\nnote = \"{note}\"\n{place}{expected}\n")
}

fn one_too_many(piece: Piece) -> String {
    let most = in_a_set(piece.kind);
    let mut board = Sketch::new();
    // A rabbit of each side stands on the board already.
    let more = most + usize::from(piece.kind != Kind::Rabbit);
    for file in ('a'..='h').take(more) {
        board.put(piece, Spot::named(&format!("{file}4")));
    }
    let name = format!("{}-{}", piece.side, piece.kind);
    let (id, note) = (
        format!("{}-pieces-of-{name}", most + 1),
        format!("A set has {most} of them."),
    );
    case(
        &id,
        "no = [\"VAL-1\"]",
        &note,
        &diagram(&board),
        "expect.invalid = \"VAL-1\"",
    )
}

fn unsupported(side: Side, [trap, beside]: [&str; 2]) -> String {
    let mut board = Sketch::new();
    board.put(Piece::new(side, Kind::Horse), Spot::named(trap));
    board.put(Piece::new(side.other(), Kind::Dog), Spot::named(beside));
    case(
        &format!("{side}-alone-on-{trap}"),
        "no = [\"VAL-2\"]",
        "Without a friend beside it the horse would have been captured.",
        &diagram(&board),
        "expect.invalid = \"VAL-2\"",
    )
}

fn supported(side: Side, [trap, beside]: [&str; 2]) -> String {
    let mut board = Sketch::new();
    board.put(Piece::new(side, Kind::Horse), Spot::named(trap));
    board.put(Piece::new(side, Kind::Dog), Spot::named(beside));
    case(
        &format!("{side}-supported-on-{trap}"),
        "yes = [\"VAL-2\"]",
        "The dog supports the horse.",
        &diagram(&board),
        "expect.outcome = \"ongoing\"",
    )
}

fn more_than_the_set(piece: Piece) -> String {
    let most = in_a_set(piece.kind);
    case(
        &format!(
            "a-handicap-of-{}-pieces-of-{}-{}",
            most + 1,
            piece.side,
            piece.kind
        ),
        "no = [\"VAL-3\"]",
        &format!("A set has {most} of them."),
        &format!("setup = \"{}\"\n", piece.to_string().repeat(most + 1)),
        "expect.invalid = \"VAL-3\"",
    )
}

fn a_piece_of_golds_missing(kind: Kind) -> String {
    let letter = Piece::new(Side::Gold, kind).letter();
    let ranks = complete().map(|rank| rank.replacen(letter, ".", 1));
    case(
        &format!("silvers-setup-without-a-gold-{kind}"),
        "no = [\"VAL-4\"]",
        "Gold's set stands there but for one piece, and none was left out by agreement.",
        &silvers_setup(&ranks),
        "expect.invalid = \"VAL-4\"",
    )
}

/// A setup of Gold: ranks 2 and 1.
fn complete() -> [String; 2] {
    ["HDCMECDH".to_owned(), "RRRRRRRR".to_owned()]
}

/// Silver's setup behind these ranks 2 and 1.
fn silvers_setup([second, first]: &[String; 2]) -> String {
    let empty = "    \"........\",\n".repeat(6);
    format!(
        "state = '''\n{{\n  \"side\": \"silver\",\n  \"board\": [\n{empty}    \"{second}\",\n    \
         \"{first}\"\n  ],\n  \"setup\": {{}}\n}}\n'''\n"
    )
}

fn diagram(board: &Sketch) -> String {
    format!("diagram = '''\ng\n{board}'''\n")
}
