//! Every goal square, and every reason that leaves a player without a step.

use arimaa::vocab::{Direction, Kind, Piece, Side};

use super::sketch::{Generated, SIDES, Sketch, Spot, mirrored, mirrored_step};

/// A rabbit steps onto each square of its goal rank.
pub(super) fn goals() -> Vec<Generated> {
    let mut cases = Vec::new();
    for side in SIDES {
        for file in 'a'..='h' {
            cases.push(goal(side, file));
        }
        cases.extend([frozen_goal(side), frozen_goal_of_the_other(side)]);
    }
    cases
}

/// A piece that is frozen on its goal rank has reached it (END-3): freezing is about steps.
fn frozen_goal(side: Side) -> Generated {
    frozen_on_goal(
        side,
        "goal-of-a-frozen-rabbit",
        "END-3",
        "The rabbit steps to its goal rank beside a cat that freezes it there.",
        &["Rd7", "ce8", "rh7"],
        &["Rd7n"],
        side,
    )
}

/// The same of a rabbit that its enemy pushes there (END-4).
fn frozen_goal_of_the_other(side: Side) -> Generated {
    frozen_on_goal(
        side,
        "frozen-rabbit-pushed-to-its-goal",
        "END-4",
        "The rabbit is pushed to its goal rank by a dog, which freezes it there.",
        &["rd2", "Dd3", "Rh4"],
        &["rd2s", "Dd3s"],
        side.other(),
    )
}

/// `mover` makes a turn. Pieces and steps are given as if that were Gold.
fn frozen_on_goal(
    mover: Side,
    id: &str,
    rule: &'static str,
    note: &str,
    pieces: &[&str],
    steps: &[&str],
    winner: Side,
) -> Generated {
    let exchange = mover == Side::Silver;
    let mut board = Sketch::empty();
    for word in pieces {
        let (piece, spot) = mirrored(word, exchange);
        board.put(piece, spot);
    }
    let mut after = board.clone();
    let turn: Vec<String> = steps
        .iter()
        .map(|step| {
            let (from, direction) = mirrored_step(step, exchange);
            after.step(from, direction)
        })
        .collect();
    Generated {
        id: format!("{id}-{mover}"),
        yes: vec![rule, "FRZ-2"],
        no: Vec::new(),
        kills: Vec::new(),
        note: note.to_owned(),
        header: mover.letter().to_string(),
        board,
        fields: vec![
            ("turn", format!("\"{}\"", turn.join(" "))),
            ("expect.outcome", format!("\"{winner} {rule}\"")),
        ],
    }
}

/// Positions in which one reason alone leaves a player without a step.
pub(super) fn immobilizations() -> Vec<Generated> {
    let mut cases = Vec::new();
    for side in SIDES {
        cases.extend([
            immobilized(
                side,
                "a-rabbit-that-only-the-way-back-is-open-to",
                "All that is open to the rabbit in the middle is the way back, which it does not go. The other rabbit is frozen.",
                &["rd5", "Rd4", "Rc5", "Re5", "ra7", "Da6"],
                &["immobilization-forgotten"],
            ),
            immobilized(
                side,
                "a-piece-in-a-corner",
                "The cat in the corner has cats beside it, which do not freeze it and which it cannot push, and beyond it the board ends. The rabbit is frozen.",
                &["ch1", "Cg1", "Ch2", "ra7", "Da6"],
                &["immobilization-forgotten"],
            ),
            immobilized(
                side,
                "a-piece-that-could-push-if-it-were-free",
                "The dog stands beside a cat that it could push, but is frozen. The rabbit is frozen, too.",
                &["dd5", "He5", "Cd4", "ra7", "Da6"],
                &["a-frozen-pusher-counts-as-a-step", "immobilization-counts-the-movers-pushes"],
            ),
        ]);
    }
    cases
}

fn goal(side: Side, file: char) -> Generated {
    let (before, forward) = match side {
        Side::Gold => (format!("{file}7"), Direction::North),
        Side::Silver => (format!("{file}2"), Direction::South),
    };
    let rabbit = Piece::new(side, Kind::Rabbit);
    let before = Spot::named(&before);
    let mut board = Sketch::empty();
    // The other side's rabbit stands at home, two files away or more.
    let home = if file < 'e' { 'h' } else { 'a' };
    let other = match side {
        Side::Gold => Spot::named(&format!("{home}7")),
        Side::Silver => Spot::named(&format!("{home}2")),
    };
    board.put(Piece::new(side.other(), Kind::Rabbit), other);
    board.put(rabbit, before);
    let drawn = board.clone();
    let turn = board.step(before, forward);
    let square = before.to(forward);
    let name = side.name();
    Generated {
        id: format!("{name}-reaches-goal-on-{square}"),
        yes: vec!["END-3", "BRD-5"],
        no: Vec::new(),
        kills: Vec::new(),
        note: format!("A {name} rabbit steps onto {square}, a square of its goal rank."),
        header: side.letter().to_string(),
        board: drawn,
        fields: vec![
            ("turn", format!("\"{turn}\"")),
            ("expect.outcome", format!("\"{name} END-3\"")),
        ],
    }
}

/// The player `side` is to move. The pieces are given as if that were Silver.
fn immobilized(
    side: Side,
    id: &str,
    note: &str,
    pieces: &[&str],
    kills: &[&'static str],
) -> Generated {
    let mut board = Sketch::empty();
    for word in pieces.iter().chain(&["Rb1"]) {
        let (piece, spot) = mirrored(word, side == Side::Gold);
        board.put(piece, spot);
    }
    let (player, winner) = (side.name(), side.other().name());
    Generated {
        id: format!("{player}-cannot-move-{id}"),
        yes: vec!["END-7"],
        no: Vec::new(),
        kills: kills.to_vec(),
        note: note.to_owned(),
        header: side.letter().to_string(),
        board,
        fields: vec![("expect.outcome", format!("\"{winner} END-7\""))],
    }
}
