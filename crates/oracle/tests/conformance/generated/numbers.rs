//! Every part of a step, a capture, and a step of a frozen piece, as the first, second, third and
//! fourth step of a turn.

use arimaa::vocab::Side;

use super::sketch::{Generated, SIDES, Sketch, Spot, mirrored, mirrored_step, written_alike};

/// Turns of Gold in which the parts stand at different places. A gold elephant stands on d4, a
/// silver cat on d5.
const TURNS: [(&str, &str, &str); 4] = [
    (
        "a-push-a-step-and-a-pull",
        "cd5n Ed4n Ed5w cd6s",
        "A push is the first and second step; then the elephant steps on and pulls the cat.",
    ),
    (
        "a-push-in-the-middle",
        "Rh1n cd5n Ed4n Ed5w",
        "A push is the second and third step.",
    ),
    (
        "a-pull-and-a-push",
        "Ed4w cd5s cd4e Ec4e",
        "The cat is pulled to d4 and then pushed on from there, with the third and fourth step.",
    ),
    (
        "a-pull-in-the-middle",
        "Rh1n Ed4w cd5s Rh2n",
        "A pull is the second and third step.",
    ),
];

/// Steps of Gold before the step that a case is about.
const BEFORE: [&str; 3] = ["Rh1n", "Rh2n", "Rh3n"];

/// The names of the steps of a turn.
const NUMBERS: [&str; 4] = ["first", "second", "third", "fourth"];

pub(super) fn all() -> Vec<Generated> {
    let mut cases = Vec::new();
    for side in SIDES {
        cases.extend(TURNS.map(|(id, turn, note)| legal(side, id, turn, note)));
        for taken in 0..=BEFORE.len() {
            cases.push(captured(side, taken));
            cases.extend(frozen(side, taken));
        }
    }
    cases
}

/// The board of these pieces, the board after so many steps of another piece, and those steps. All
/// are given as if `side` were Gold.
fn after(side: Side, pieces: &[&str], taken: usize) -> (Sketch, Sketch, Vec<String>) {
    let is_exchanged = side == Side::Silver;
    let mut board = Sketch::empty();
    for word in pieces {
        let (piece, spot) = mirrored(word, is_exchanged);
        board.put(piece, spot);
    }
    let before = board.clone();
    let steps = BEFORE[..taken].iter().map(|step| {
        let (from, direction) = mirrored_step(step, is_exchanged);
        board.step(from, direction)
    });
    let steps = steps.collect();
    (before, board, steps)
}

/// A step onto a trap, after so many steps of another piece.
fn captured(side: Side, taken: usize) -> Generated {
    let is_exchanged = side == Side::Silver;
    let (before, mut board, mut steps) = after(side, &["Dc2", "Rh1", "re8"], taken);
    let (from, direction) = mirrored_step("Dc2n", is_exchanged);
    steps.push(board.step(from, direction));
    let trap = from.to(direction);
    let dog = board.take(trap);
    let number = NUMBERS[taken];
    Generated {
        id: format!("{side}-loses-a-dog-with-the-{number}-step"),
        yes: vec!["CAP-1", "CAP-3"],
        no: Vec::new(),
        kills: Vec::new(),
        note: format!("The {number} step leads onto a trap, where the dog stands alone."),
        header: side.letter().to_string(),
        board: before,
        fields: vec![
            ("turn", format!("\"{}\"", steps.join(" "))),
            ("expect.captures", format!("[\"{dog}{trap}\"]")),
            ("expect.board", format!("\"{}\"", board.pieces())),
        ],
    }
}

/// A plain step of a frozen cat after so many steps of another piece: refused, and not listed.
fn frozen(side: Side, taken: usize) -> [Generated; 2] {
    let (before, board, mut steps) = after(side, &["Ca4", "da5", "Rh1", "re8"], taken);
    let header = [vec![side.letter().to_string()], steps.clone()].concat();
    let frozen = written_alike("Ca4e", side == Side::Silver);
    steps.push(frozen.clone());
    // The rabbit can go on.
    let next = written_alike(&format!("Rh{}n", taken + 1), side == Side::Silver);
    let number = NUMBERS[taken];
    let case = |id, header, board, fields| Generated {
        id,
        yes: Vec::new(),
        no: vec!["FRZ-2"],
        kills: Vec::new(),
        note: format!("The {number} step would be one of the cat, which the dog freezes."),
        header,
        board,
        fields,
    };
    let id = format!("{side}-steps-with-a-frozen-piece-as-the-{number}-step");
    [
        case(
            id.clone(),
            side.letter().to_string(),
            before,
            vec![
                ("turn", format!("\"{}\"", steps.join(" "))),
                ("expect.refused", "\"frozen\"".to_owned()),
                ("expect.at", format!("\"{frozen}\"")),
            ],
        ),
        case(
            format!("{id}-unlisted"),
            header.join(" "),
            board,
            vec![
                ("expect.listed", format!("[\"{next}\"]")),
                ("expect.unlisted", format!("[\"{frozen}\"]")),
            ],
        ),
    ]
}

/// The turn, with the sides exchanged for Silver.
fn legal(side: Side, id: &str, turn: &str, note: &str) -> Generated {
    let is_exchanged = side == Side::Silver;
    let mut board = Sketch::empty();
    for word in ["Ed4", "cd5", "Rh1", "ra8"] {
        let (piece, spot) = mirrored(word, is_exchanged);
        board.put(piece, spot);
    }
    let before = board.clone();
    let steps = turn.split(' ').map(|step| {
        let (from, direction): (Spot, _) = mirrored_step(step, is_exchanged);
        board.step(from, direction)
    });
    let steps: Vec<String> = steps.collect();
    let exchanged = if is_exchanged {
        " (The squares are those of the same turn by Gold.)"
    } else {
        ""
    };
    Generated {
        id: format!("{side}-turn-with-{id}"),
        yes: vec!["TRN-1"],
        no: Vec::new(),
        kills: Vec::new(),
        note: format!("{note}{exchanged}"),
        header: side.letter().to_string(),
        board: before,
        fields: vec![
            ("turn", format!("\"{}\"", steps.join(" "))),
            ("expect.legal", "true".to_owned()),
            ("expect.board", format!("\"{}\"", board.pieces())),
        ],
    }
}
