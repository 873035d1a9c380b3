//! Every pair of kinds: who freezes, pushes, completes a push of, and pulls whom.
//!
//! A piece stands in the middle and pieces of the other side around it. What is listed follows from
//! the order of the kinds alone (BRD-4): stronger freezes, pushes, completes and pulls weaker, and
//! nothing else does.

use arimaa::vocab::{Direction, Kind, Piece, Side};

use super::sketch::{
    CLOCK, Generated, KINDS, SIDES, Sketch, Spot, is_backward, place, turned, written,
};

/// The middle of a board. From one case to the next it goes round, and so do the directions.
const MIDDLES: [&str; 4] = ["d4", "e4", "e5", "d5"];

/// Which of the other side's pieces freeze, each kind beside each.
pub(super) fn freezing() -> Vec<Generated> {
    let mut cases = Vec::new();
    for side in SIDES {
        for kind in KINDS {
            for others in [&KINDS[..4], &KINDS[4..]] {
                cases.push(frozen(Piece::new(side, kind), others, cases.len()));
            }
        }
    }
    cases
}

/// Which pieces push, complete a push, and pull, each kind beside each.
pub(super) fn moving() -> Vec<Generated> {
    let mut cases = Vec::new();
    for side in SIDES {
        for kind in KINDS {
            for others in [&KINDS[..3], &KINDS[3..]] {
                cases.push(pushed(Piece::new(side, kind), others, cases.len()));
            }
        }
    }
    for side in SIDES {
        for kind in &KINDS[1..] {
            let trios: &[[Kind; 3]] = if *kind == Kind::Camel {
                &[
                    [Kind::Elephant, Kind::Camel, Kind::Horse],
                    [Kind::Elephant, Kind::Dog, Kind::Cat],
                    [Kind::Elephant, Kind::Rabbit, Kind::Dog],
                ]
            } else {
                &[
                    [Kind::Elephant, Kind::Horse, Kind::Dog],
                    [Kind::Camel, Kind::Cat, Kind::Rabbit],
                ]
            };
            for own in trios {
                cases.push(completed(Piece::new(side, *kind), own, cases.len()));
            }
        }
    }
    for side in SIDES {
        for kind in KINDS {
            for others in KINDS.chunks(2) {
                cases.push(pulled(Piece::new(side, kind), others, cases.len()));
            }
        }
    }
    for side in SIDES {
        for first in CLOCK {
            cases.push(followed(side, first));
            cases.push(pulled_from_around(side, first, Kind::Horse));
        }
        // The horse from the south.
        cases.push(pulled_from_around(side, Direction::East, Kind::Cat));
    }
    cases
}

/// Four or fewer pieces around a piece of the other side: those that are weaker are frozen.
fn frozen(middle: Piece, others: &[Kind], number: usize) -> Generated {
    let around = Around::new(number, middle.side.other(), others, |_| true);
    let mut board = Sketch::new();
    board.put(middle, around.middle);
    let [mut listed, mut unlisted] = [Vec::new(), Vec::new()];
    for &(piece, spot, away) in &around.pieces {
        board.put(piece, spot);
        let steps = [0, 1, 3].map(|quarters| turned(away, quarters));
        let steps = steps
            .into_iter()
            .filter(|direction| !is_back(piece, *direction));
        let steps = steps.map(|direction| written(piece, spot, direction));
        if is_stronger(middle, piece) {
            unlisted.extend(steps);
        } else {
            listed.extend(steps);
        }
    }
    let note = format!(
        "A piece beside the {} is frozen if it is weaker, and steps if it is equal or stronger.",
        middle.described()
    );
    let id = format!("beside-a-{}-{}", hyphened(middle), kinds(others));
    let header = middle.side.other().letter().to_string();
    listing(
        id,
        ["FRZ-1", "BRD-4"],
        note,
        header,
        board,
        &listed,
        &unlisted,
    )
}

/// Three pieces around a piece of the player, which a friend keeps from being frozen: those that
/// are weaker can be pushed.
fn pushed(middle: Piece, others: &[Kind], number: usize) -> Generated {
    let around = Around::new(number, middle.side.other(), others, |_| true);
    let mut board = Sketch::new();
    board.put(middle, around.middle);
    board.put(Piece::new(middle.side, Kind::Rabbit), around.beside(3));
    let [mut listed, mut unlisted] = [Vec::new(), Vec::new()];
    for &(piece, spot, away) in &around.pieces {
        board.put(piece, spot);
        let steps = [0, 1, 3].map(|quarters| turned(away, quarters));
        let steps = steps
            .into_iter()
            .filter(|direction| !is_back(piece, *direction));
        let steps = steps.map(|direction| written(piece, spot, direction));
        if is_stronger(middle, piece) {
            listed.extend(steps);
        } else {
            unlisted.extend(steps);
        }
    }
    let note = format!(
        "The {} has a friend beside it and is not frozen. It pushes a piece if that is weaker, and not if it is equal or stronger.",
        middle.described()
    );
    let id = format!("pushing-with-a-{}-{}", hyphened(middle), kinds(others));
    let header = middle.side.letter().to_string();
    listing(
        id,
        ["PSH-1", "BRD-4"],
        note,
        header,
        board,
        &listed,
        &unlisted,
    )
}

/// Three pieces of the player around the square that a pushed piece has left: those that are
/// stronger may follow.
fn completed(victim: Piece, own: &[Kind], number: usize) -> Generated {
    let around = Around::new(number, victim.side.other(), own, |first| {
        !is_back(victim, turned(first, 3))
    });
    let mut board = Sketch::new();
    let away = turned(around.first, 3);
    board.put(victim, around.middle.to(away));
    let pushed = written(victim, around.middle, away);
    let [mut listed, mut unlisted] = [Vec::new(), Vec::new()];
    for &(piece, spot, away) in &around.pieces {
        board.put(piece, spot);
        let step = written(piece, spot, turned(away, 2));
        if is_stronger(piece, victim) {
            listed.push(step);
        } else {
            unlisted.push(step);
        }
    }
    let note = format!(
        "The {} is being pushed. A piece follows it if it is stronger, whoever began the push, and not if it is equal or weaker.",
        victim.described()
    );
    let id = format!("after-the-push-of-a-{}-{}", hyphened(victim), kinds(own));
    let header = format!("{} {pushed}", victim.side.other().letter());
    listing(
        id,
        ["PSH-5", "BRD-4"],
        note,
        header,
        board,
        &listed,
        &unlisted,
    )
}

/// Two pieces beside the square that a piece of the player has left: those that are weaker are
/// pulled there. A friend beside that square kept it from being frozen.
fn pulled(puller: Piece, others: &[Kind], number: usize) -> Generated {
    let around = Around::new(number, puller.side.other(), others, |_| true);
    let mut board = Sketch::new();
    let away = turned(around.first, 3);
    board.put(puller, around.middle.to(away));
    board.put(Piece::new(puller.side, Kind::Rabbit), around.beside(2));
    let stepped = written(puller, around.middle, away);
    // What the puller did once, it may do again.
    let mut listed = vec![written(puller, around.middle.to(away), away)];
    let mut unlisted = Vec::new();
    for &(piece, spot, away) in &around.pieces {
        board.put(piece, spot);
        let step = written(piece, spot, turned(away, 2));
        if is_stronger(puller, piece) {
            listed.push(step);
        } else {
            unlisted.push(step);
        }
    }
    let note = format!(
        "The {} has just left the square between them. It may step on, or pull a piece that is weaker, but none that is equal or stronger.",
        puller.described()
    );
    let id = format!("pulling-with-a-{}-{}", hyphened(puller), kinds(others));
    let header = format!("{} {stepped}", puller.side.letter());
    listing(
        id,
        ["PUL-1", "BRD-4"],
        note,
        header,
        board,
        &listed,
        &unlisted,
    )
}

/// A camel and a cat beside the square that a rabbit was pushed from: either may follow, from any
/// side.
fn followed(side: Side, first: Direction) -> Generated {
    let middle = Spot::named("e4");
    let rabbit = Piece::new(side.other(), Kind::Rabbit);
    let ways = [2, 3].map(|quarters| turned(first, quarters));
    let away = ways
        .into_iter()
        .find(|away| !is_back(rabbit, *away))
        .unwrap();
    let mut board = Sketch::new();
    board.put(rabbit, middle.to(away));
    let mut completions = Vec::new();
    for (kind, from) in [(Kind::Camel, first), (Kind::Cat, turned(first, 1))] {
        let piece = Piece::new(side, kind);
        board.put(piece, middle.to(from));
        completions.push(written(piece, middle.to(from), turned(from, 2)));
    }
    Generated {
        id: format!("{side}-follows-a-push-from-the-{}", first.letter()),
        yes: vec!["PSH-5"],
        no: Vec::new(),
        kills: Vec::new(),
        note: "The camel and the cat are stronger than the rabbit that is being pushed: either may follow.".to_owned(),
        header: format!("{} {}", side.letter(), written(rabbit, middle, away)),
        board,
        fields: vec![("expect.listed", format!("{completions:?}"))],
    }
}

/// An elephant has left a square between three pieces of four kinds: each of them can be pulled
/// there.
fn pulled_from_around(side: Side, first: Direction, absent: Kind) -> Generated {
    let middle = Spot::named("d5");
    let elephant = Piece::new(side, Kind::Elephant);
    let kinds = [Kind::Camel, Kind::Horse, Kind::Dog, Kind::Cat];
    let mut board = Sketch::new();
    let mut listed = Vec::new();
    let mut stepped = String::new();
    let mut pulls = Vec::new();
    for (quarters, kind) in kinds.into_iter().enumerate() {
        let from = turned(first, quarters);
        if kind == absent {
            board.put(elephant, middle.to(from));
            stepped = written(elephant, middle, from);
        } else {
            let piece = Piece::new(side.other(), kind);
            board.put(piece, middle.to(from));
            listed.push(written(piece, middle.to(from), turned(from, 2)));
            pulls.push(format!("{kind}-{}", from.letter()));
        }
    }
    let note = "The elephant has just left the square between them, and pulls any of them there.";
    Generated {
        id: format!("{side}-elephant-pulls-{}", pulls.join("-")),
        yes: vec!["PUL-1"],
        no: Vec::new(),
        kills: Vec::new(),
        note: note.to_owned(),
        header: format!("{} {stepped}", side.letter()),
        board,
        fields: vec![("expect.listed", format!("{listed:?}"))],
    }
}

/// Pieces of a side around a middle.
struct Around {
    middle: Spot,
    /// The direction of the first piece; the others follow clockwise.
    first: Direction,
    /// Each piece with its square and the direction away from the middle.
    pieces: Vec<(Piece, Spot, Direction)>,
}

impl Around {
    /// Pieces of these kinds around a middle. Case by case the middle changes, and the first
    /// direction: as far as it can without a rabbit that would move backward to or from the middle.
    fn new(number: usize, side: Side, kinds: &[Kind], suits: impl Fn(Direction) -> bool) -> Self {
        let middle = Spot::named(MIDDLES[number % MIDDLES.len()]);
        let pieces_from = |first: Direction| -> Vec<(Piece, Spot, Direction)> {
            let pieces = kinds.iter().enumerate().map(|(index, &kind)| {
                let away = turned(first, index);
                (Piece::new(side, kind), middle.to(away), away)
            });
            pieces.collect()
        };
        let firsts = (0..4).map(|quarters| CLOCK[(number / 3 + quarters) % 4]);
        let mut firsts = firsts.filter(|first| {
            let pieces = pieces_from(*first);
            let is_sideways = |(piece, _, away): &(Piece, Spot, Direction)| {
                !is_back(*piece, *away) && !is_back(*piece, turned(*away, 2))
            };
            suits(*first) && pieces.iter().all(is_sideways)
        });
        let first = firsts.next().unwrap();
        Self {
            middle,
            first,
            pieces: pieces_from(first),
        }
    }

    fn beside(&self, quarters: usize) -> Spot {
        self.middle.to(turned(self.first, quarters))
    }
}

/// Whether a piece is a rabbit and goes backward that way.
fn is_back(piece: Piece, direction: Direction) -> bool {
    piece.kind == Kind::Rabbit && is_backward(piece.side, direction)
}

/// Whether a piece is stronger than another (BRD-4).
fn is_stronger(one: Piece, other: Piece) -> bool {
    place(one.kind) < place(other.kind)
}

fn hyphened(piece: Piece) -> String {
    piece.described().replace(' ', "-")
}

fn kinds(kinds: &[Kind]) -> String {
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    names.join("-")
}

/// A case that asks which steps are listed.
fn listing(
    id: String,
    rules: [&'static str; 2],
    note: String,
    header: String,
    board: Sketch,
    listed: &[String],
    unlisted: &[String],
) -> Generated {
    let mut fields = Vec::new();
    if !listed.is_empty() {
        fields.push(("expect.listed", format!("{listed:?}")));
    }
    if !unlisted.is_empty() {
        fields.push(("expect.unlisted", format!("{unlisted:?}")));
    }
    // Freezing is in force where a step is missing, and a push or pull where one is listed.
    let [rule, strength] = rules;
    let (in_force, not) = match rule {
        "FRZ-1" => (unlisted, listed),
        _ => (listed, unlisted),
    };
    let mut yes = vec![strength];
    yes.extend((!in_force.is_empty()).then_some(rule));
    Generated {
        id,
        yes,
        no: (!not.is_empty()).then_some(rule).into_iter().collect(),
        kills: Vec::new(),
        note,
        header,
        board,
        fields,
    }
}
