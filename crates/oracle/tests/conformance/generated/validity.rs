//! Positions that no game has, one for every kind, side, trap and stage (chapter 11).

use arimaa::vocab::{Kind, Piece, Side};

use super::case;
use super::setups::{ARRANGED, board_of, in_a_set, stage};
use super::sketch::{KINDS, SIDES, Sketch, Spot, mirrored, state, written_alike};

/// The traps, each with a square beside it.
const TRAPS: [[&str; 2]; 4] = [["c3", "c2"], ["f3", "g3"], ["c6", "b6"], ["f6", "f7"]];

/// One piece too many of every kind, an unsupported piece on every trap, a handicap larger than the
/// set of every kind, every way in which a setup begins with another board, and the reason that is
/// named first.
pub(super) fn impossible() -> Vec<String> {
    let pieces = || {
        let sides = SIDES.into_iter();
        sides.flat_map(|side| KINDS.map(|kind| Piece::new(side, kind)))
    };
    let mut cases: Vec<String> = pieces().map(one_too_many).collect();
    for side in SIDES {
        cases.extend(TRAPS.map(|trap| unsupported(side, trap)));
        cases.extend(TRAPS.map(|trap| supported(side, trap)));
    }
    // Two are cases of 11-validity.toml.
    let others = pieces().filter(|piece| !"Mr".contains(piece.letter()));
    cases.extend(others.map(more_than_the_set));
    cases.extend(pieces().map(before_golds_setup));
    cases.extend(KINDS.map(a_piece_of_golds_missing));
    cases.extend(KINDS.map(a_piece_left_out));
    cases.extend(KINDS.map(a_piece_left_out_that_stands_there));
    cases.extend(KINDS.map(a_silver_piece_before_silvers_setup));
    cases.extend((3..=8).map(a_gold_piece_off_home));
    for side in SIDES {
        let pairs = KINDS.windows(2);
        cases.extend(pairs.map(|pair| first_of_two_kinds(side, pair)));
        cases.push(first_of_two_traps(side));
    }
    cases.extend(KINDS.map(first_of_two_sides));
    for side in SIDES {
        cases.extend((0..4).map(|taken| illegal_step(side, taken)));
    }
    cases.extend(SIDES.map(first_bad_turn_end));
    cases.extend(SIDES.map(first_third_occurrence));
    cases
}

/// What is expected of a position that a rule excludes.
fn invalid(rule: &str, details: &str) -> String {
    format!("expect.invalid = \"{rule}\"\nexpect.details = '{details}'")
}

/// The same where a kind has one piece too many.
fn too_many(piece: Piece) -> String {
    let limit = in_a_set(piece.kind);
    let count = limit + 1;
    let details = format!(r#"{{"piece": "{piece}", "count": {count}, "limit": {limit}}}"#);
    invalid("VAL-1", &details)
}

/// Puts one piece too many on a rank. A rabbit of each side stands on the board already.
fn overfill(board: &mut Sketch, piece: Piece, rank: u32) {
    let more = in_a_set(piece.kind) + usize::from(piece.kind != Kind::Rabbit);
    for file in ('a'..='h').take(more) {
        board.put(piece, Spot::named(&format!("{file}{rank}")));
    }
}

fn one_too_many(piece: Piece) -> String {
    let most = in_a_set(piece.kind);
    let mut board = Sketch::new();
    overfill(&mut board, piece, 4);
    case(
        &format!("{}-pieces-of-{}-{}", most + 1, piece.side, piece.kind),
        "no = [\"VAL-1\"]",
        &format!("A set has {most} of them."),
        &diagram(&board),
        &too_many(piece),
    )
}

/// A step of a frozen cat, after so many legal steps of a rabbit, is named by its place.
fn illegal_step(side: Side, taken: usize) -> String {
    let is_exchanged = side == Side::Silver;
    let mut board = Sketch::empty();
    for word in ["Ca4", "da5", "Rh1", "re8"] {
        let (piece, spot) = mirrored(word, is_exchanged);
        board.put(piece, spot);
    }
    let steps = ["Rh1n", "Rh2n", "Rh3n"][..taken].iter().chain(&["Ca4e"]);
    let steps: Vec<String> = steps
        .map(|step| written_alike(step, is_exchanged))
        .collect();
    let illegal = &steps[taken];
    let details = format!(r#"{{"index": {taken}, "action": "{illegal}", "reason": "frozen"}}"#);
    let squares = board.squares();
    case(
        &format!("{side}-took-an-illegal-step-after-{taken}"),
        "no = [\"VAL-5\"]",
        "The cat was frozen. The first action of a turn has the place 0.",
        &format!(
            "state = '''\n{{\n  \"side\": \"{side}\",\n  \"board\": \"{squares}\",\n  \"steps\": {steps:?}\n}}\n'''\n"
        ),
        &invalid("VAL-5", &details),
    )
}

fn unsupported(side: Side, [trap, beside]: [&str; 2]) -> String {
    let horse = Piece::new(side, Kind::Horse);
    let mut board = Sketch::new();
    board.put(horse, Spot::named(trap));
    board.put(Piece::new(side.other(), Kind::Dog), Spot::named(beside));
    case(
        &format!("{side}-alone-on-{trap}"),
        "no = [\"VAL-2\"]",
        "Without a friend beside it the horse would have been captured.",
        &diagram(&board),
        &invalid("VAL-2", &format!(r#"{{"piece": "{horse}{trap}"}}"#)),
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
    let count = most + 1;
    let details = format!(r#"{{"piece": "{piece}", "count": {count}, "limit": {most}}}"#);
    case(
        &format!(
            "a-handicap-of-{count}-pieces-of-{}-{}",
            piece.side, piece.kind
        ),
        "no = [\"VAL-3\"]",
        &format!("A set has {most} of them."),
        &format!("setup = \"{}\"\n", piece.to_string().repeat(count)),
        &invalid("VAL-3", &details),
    )
}

fn before_golds_setup(piece: Piece) -> String {
    let mut board = [const { String::new() }; 8].map(|_| ".".repeat(8));
    let rank = if piece.side == Side::Gold { 7 } else { 0 };
    board[rank].replace_range(3..4, &piece.to_string());
    case(
        &format!("golds-setup-with-a-{}-{}", piece.side, piece.kind),
        "no = [\"VAL-4\"]",
        "A piece stands on the board on which Gold is to set up.",
        &stage(Side::Gold, &board, "", &[]),
        &invalid("VAL-4", r#"{"side": "gold"}"#),
    )
}

/// The start of Silver's setup behind an arrangement of Gold's.
fn behind(arranged: [String; 2], handicap: &str) -> String {
    stage(Side::Silver, &board_of(arranged), handicap, &[])
}

/// Gold's arrangement without one piece of a kind.
fn without(kind: Kind) -> [String; 2] {
    let letter = Piece::new(Side::Gold, kind).letter();
    ARRANGED.map(|rank| rank.replacen(letter, ".", 1))
}

/// What is expected where Silver's setup begins with another board than Gold's has left.
fn not_golds() -> String {
    invalid("VAL-4", r#"{"side": "silver"}"#)
}

fn a_piece_of_golds_missing(kind: Kind) -> String {
    case(
        &format!("silvers-setup-without-a-gold-{kind}"),
        "no = [\"VAL-4\"]",
        "Gold's set stands there but for one piece, and none was left out by agreement.",
        &behind(without(kind), ""),
        &not_golds(),
    )
}

fn a_piece_left_out(kind: Kind) -> String {
    let letter = Piece::new(Side::Gold, kind).to_string();
    case(
        &format!("silvers-setup-where-gold-gives-a-{kind}"),
        "yes = [\"VAL-4\", \"SET-7\"]",
        "The piece that is missing was left out by agreement.",
        &behind(without(kind), &letter),
        "expect.outcome = \"ongoing\"",
    )
}

fn a_piece_left_out_that_stands_there(kind: Kind) -> String {
    let letter = Piece::new(Side::Gold, kind).to_string();
    case(
        &format!("silvers-setup-with-a-gold-{kind}-that-was-left-out"),
        "no = [\"VAL-4\"]",
        "All of Gold's set stands there, and one piece was left out by agreement.",
        &behind(ARRANGED.map(str::to_owned), &letter),
        &not_golds(),
    )
}

fn a_silver_piece_before_silvers_setup(kind: Kind) -> String {
    let mut board = board_of(ARRANGED.map(str::to_owned));
    let letter = Piece::new(Side::Silver, kind).to_string();
    board[0].replace_range(3..4, &letter);
    case(
        &format!("silvers-setup-with-a-silver-{kind}"),
        "no = [\"VAL-4\"]",
        "Besides Gold's set a piece of Silver's stands there before it is placed.",
        &stage(Side::Silver, &board, "", &[]),
        &not_golds(),
    )
}

fn a_gold_piece_off_home(rank: usize) -> String {
    let mut board = board_of(without(Kind::Dog));
    board[8 - rank].replace_range(3..4, "D");
    case(
        &format!("silvers-setup-with-a-gold-dog-on-rank-{rank}"),
        "no = [\"VAL-4\"]",
        "Gold's set is complete, and one piece stands off Gold's first two ranks.",
        &stage(Side::Silver, &board, "", &[]),
        &not_golds(),
    )
}

/// Kinds are looked at from the weakest to the strongest (ORD-4).
fn first_of_two_kinds(side: Side, kinds: &[Kind]) -> String {
    let [stronger, weaker] = kinds else {
        panic!("{kinds:?} is no pair");
    };
    let mut board = Sketch::new();
    overfill(&mut board, Piece::new(side, *stronger), 4);
    overfill(&mut board, Piece::new(side, *weaker), 5);
    case(
        &format!("{side}-has-too-many-of-{stronger}-and-{weaker}"),
        "yes = [\"ORD-4\"]\nno = [\"VAL-1\"]",
        "Of both there is one too many; the weaker kind is named.",
        &diagram(&board),
        &too_many(Piece::new(side, *weaker)),
    )
}

/// Gold's pieces are looked at before Silver's (ORD-4). Silver's are of the weakest other kind,
/// which would come first if kinds did.
fn first_of_two_sides(kind: Kind) -> String {
    let weak = KINDS.into_iter().rev().find(|weak| *weak != kind).unwrap();
    let mut board = Sketch::new();
    overfill(&mut board, Piece::new(Side::Gold, kind), 4);
    overfill(&mut board, Piece::new(Side::Silver, weak), 5);
    case(
        &format!("too-many-of-gold-{kind}-and-of-silver"),
        "yes = [\"ORD-4\"]\nno = [\"VAL-1\"]",
        "Of both sides a kind has one too many; Gold's is named.",
        &diagram(&board),
        &too_many(Piece::new(Side::Gold, kind)),
    )
}

/// Traps are looked at in the order of squares (ORD-4).
fn first_of_two_traps(side: Side) -> String {
    let horse = Piece::new(side, Kind::Horse);
    let mut board = Sketch::new();
    for trap in ["f3", "c6"] {
        board.put(horse, Spot::named(trap));
    }
    case(
        &format!("{side}-alone-on-two-traps"),
        "yes = [\"ORD-4\"]\nno = [\"VAL-2\"]",
        "Both horses are unsupported; that on f3 is named, whose rank is lower.",
        &diagram(&board),
        &invalid("VAL-2", &format!(r#"{{"piece": "{horse}f3"}}"#)),
    )
}

/// Earlier turn ends are looked at from the oldest (ORD-4), and each as any board (VAL-6).
fn first_bad_turn_end(side: Side) -> String {
    let horse = Piece::new(side, Kind::Horse);
    let [sound, mut alone, mut crowded] = std::array::from_fn(|_| Sketch::new());
    alone.put(horse, Spot::named("c6"));
    overfill(&mut crowded, Piece::new(side, Kind::Cat), 4);
    let other = side.other();
    let earlier = [(&sound, other), (&alone, other), (&crowded, side)];
    let piece = format!(r#"{{"piece": "{horse}c6"}}"#);
    let details = format!(r#"{{"index": 1, "reason": "unsupported", "details": {piece}}}"#);
    case(
        &format!("two-turn-ends-with-{side}-pieces-are-invalid"),
        "yes = [\"ORD-4\"]\nno = [\"VAL-6\"]",
        "The second turn end has an unsupported piece and the third three cats; the second is named.",
        &state("2008-07-01", side, &sound, &earlier),
        &invalid("VAL-6", &details),
    )
}

/// The position whose third occurrence comes first is named by its first three (ORD-4, VAL-7).
fn first_third_occurrence(side: Side) -> String {
    let horse = Piece::new(side, Kind::Horse);
    let [mut one, mut two] = std::array::from_fn(|_| Sketch::new());
    one.put(horse, Spot::named("d4"));
    two.put(horse, Spot::named("e5"));
    let (then, other) = (side, side.other());
    let mut earlier = vec![(&one, then), (&two, then), (&one, other)];
    earlier.extend([(&two, then), (&one, then), (&two, then), (&one, then)]);
    case(
        &format!("two-positions-stand-too-often-with-{side}-to-move"),
        "yes = [\"ORD-4\"]\nno = [\"VAL-7\"]",
        "The second board stands for the third time before the first does: once the first stood with the other side to move, which is another position.",
        &state("2008-07-01", side, &one, &earlier),
        &invalid("VAL-7", r#"{"occurrences": [1, 3, 5]}"#),
    )
}

fn diagram(board: &Sketch) -> String {
    format!("diagram = '''\ng\n{board}'''\n")
}
