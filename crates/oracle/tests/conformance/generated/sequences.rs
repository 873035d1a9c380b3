//! Sequences of turns (CNT-3): a rabbit of each side, far from the other, so that the numbers of
//! their turns are multiplied.

use arimaa::vocab::Side;

use super::case;
use super::sketch::{EDITIONS, SIDES, Sketch, drawn, mirrored, state};

/// Before its goal the rabbit of the mover has 8 turns, 4 of them to a goal. At its edge the other
/// one has 14: it reaches 14 squares, one of them a trap and one its goal.
const BEFORE_GOAL: [&str; 2] = ["Ra7", "rh5"];

pub(super) fn all() -> Vec<String> {
    let mut cases = Vec::new();
    for side in SIDES {
        cases.extend([captured(side), goal(side), decided(side)]);
        cases.extend(EDITIONS.map(|edition| repeated(side, edition)));
    }
    cases
}

/// The pieces, which are given as if `side` were Gold.
fn board(side: Side, pieces: &[&str]) -> Sketch {
    let mut board = Sketch::empty();
    for word in pieces {
        let (piece, spot) = mirrored(word, side == Side::Silver);
        board.put(piece, spot);
    }
    board
}

fn captured(side: Side) -> String {
    case(
        &format!("{side}-loses-its-last-rabbit-in-a-sequence"),
        "yes = [\"CNT-3\", \"CAP-1\", \"END-6\"]",
        "From its corner each rabbit reaches 14 squares. One is a trap, where the only rabbit is lost and with it the game, so that 13 turns go on: 13 x 14 = 182.",
        &drawn(side, &[], &board(side, &["Ra1", "rh8"])),
        "expect.sequences = [14, 182]",
    )
}

fn goal(side: Side) -> String {
    case(
        &format!("{side}-makes-a-goal-in-a-sequence"),
        "yes = [\"CNT-3\", \"END-3\"]",
        "Four of the eight turns are goals, which nothing follows: 4 x 14 = 56. Of the 14 one is a goal and one loses the last rabbit. After the other 12 the rabbit on b7, c7, d7 or e7 has 10, 12, 14 or 14 turns: 12 x 50 = 600.",
        &drawn(side, &[], &board(side, &BEFORE_GOAL)),
        "expect.sequences = [8, 56, 600]",
    )
}

fn decided(side: Side) -> String {
    case(
        &format!("{side}-has-no-sequence-in-a-decided-game"),
        "yes = [\"END-11\"]\nno = [\"CNT-3\"]",
        "The enemy's rabbit stands on its goal: the game is over, and there is no turn.",
        &drawn(side, &[], &board(side, &["Ra7", "ra1"])),
        "expect.sequences = [0, 0, 0]",
    )
}

/// The mover's first step and then one of the other side lead to a position that stood twice.
fn repeated(side: Side, edition: &str) -> String {
    let after = board(side, &["Rb7", "rh4"]);
    let place = state(
        edition,
        side,
        &board(side, &BEFORE_GOAL),
        &[(&after, side); 2],
    );
    let id = format!("{side}-repeats-in-a-sequence-{}", edition.replace('+', "-"));
    // Without elimination one more of the 14 turns goes on: 13 x 50 - 10.
    let third = if ["2002", "2005-05-28"].contains(&edition) {
        640
    } else {
        590
    };
    let (cited, note, second) = if edition == EDITIONS[3] {
        (
            "yes = [\"REP-2\"]\nno = [\"CNT-3\"]",
            "One of the 56 sequences of two turns ends in a third occurrence and is refused, so that 10 of the 600 of three turns are gone, too.",
            55,
        )
    } else {
        (
            "yes = [\"CNT-3\", \"REP-4\"]",
            "One of the 56 sequences of two turns ends in a third occurrence, which decides the game: it counts, and its 10 continuations do not.",
            56,
        )
    };
    case(
        &id,
        cited,
        note,
        &place,
        &format!("expect.sequences = [8, {second}, {third}]"),
    )
}
