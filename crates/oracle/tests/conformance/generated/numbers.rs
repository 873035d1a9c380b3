//! Every part of a step as the first, second, third and fourth step of a turn.

use arimaa::vocab::Side;

use super::sketch::{Generated, SIDES, Sketch, Spot, mirrored, mirrored_step};

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

pub(super) fn all() -> Vec<Generated> {
    let sides = SIDES.into_iter();
    let cases = sides.flat_map(|side| TURNS.map(|(id, turn, note)| legal(side, id, turn, note)));
    cases.collect()
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
