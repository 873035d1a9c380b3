//! Proves the lemmas about sleep sets in the search for distinct turns: `distinct/sleep.rs`.
//!
//! Each lemma is shown of some squares here. `whole` shows all of them of every square of the files
//! a to d, for Gold, and [`symmetry`] that this is enough. What follows from the lemmas stands in
//! docs/formal.md.

pub(crate) mod action;
mod node;
mod symmetry;

use proofs::proof::{Claim, proved_each, refuted};
use proofs::shard::{shard, share};
use proofs::squares::Squares;

use crate::bits::Word;
use crate::distinct::sleep::Disturbed;
use crate::vocab::{Direction, Square};

use action::Action;
use node::{Node, Taken};

impl Word for Squares {
    fn all_if_any(self) -> Self {
        Squares::all_if_any(self)
    }
}

/// A lemma: its claims about the actions that concern a square.
type Lemma = fn(Square) -> Vec<Claim>;

/// The lemmas: name in docs/formal.md, statement, claims.
const LEMMAS: [(&str, &str, Lemma); 4] = [
    (
        "quiet steps",
        "a step that sleeps after a quiet one is not needed; any board between steps, any quiet steps done before",
        quiet_steps,
    ),
    (
        "captures",
        "a step that sleeps after one that costs a piece is not needed; any board between steps",
        captures,
    ),
    (
        "pulls",
        "a step that sleeps after a pull is not needed; any board between steps",
        pulls,
    ),
    (
        "pushes",
        "a step that sleeps after a push is not needed; any board between steps",
        pushes,
    ),
];

/// Claims about every quiet step from a square.
fn quiet_steps(from: Square) -> Vec<Claim> {
    claims_after(&Action::steps(from), Node::quiet)
}

/// Claims about every step from a square that captures a piece.
fn captures(from: Square) -> Vec<Claim> {
    claims_after(&Action::steps(from), Node::late)
}

/// Claims about every pull whose puller steps from a square.
fn pulls(from: Square) -> Vec<Claim> {
    claims_after(&Action::pulls(from), Node::late)
}

/// Claims about every push whose enemy steps from a square.
fn pushes(from: Square) -> Vec<Claim> {
    claims_after(&Action::pushes(from), Node::late)
}

/// Claims about the sleep set after each of these actions.
fn claims_after(actions: &[Action], taken: fn(&Node, Action) -> Taken) -> Vec<Claim> {
    let node = Node::any();
    let claims = |&action| node.is_not_needed(action, &taken(&node, action));
    actions.iter().flat_map(claims).collect()
}

/// Proves a lemma for these squares.
fn prove_lemma(number: usize, squares: &[Square]) {
    let (name, says, lemma) = LEMMAS[number];
    proved_each(name, says, squares, lemma);
}

/// Shows that claims about an action fail if a wrong sleep set is computed after it.
fn refuted_if_sleeping_wrongly(
    name: &str,
    wrong: &str,
    action: Action,
    taken: impl Fn(Node, Action) -> (Node, Taken),
) {
    refuted(name, wrong, || {
        let (node, taken) = taken(Node::any(), action);
        node.is_not_needed(action, &taken)
    });
}

/// Shows that claims about an action fail if only these squares count as disturbed by it.
fn disturbs(
    name: &str,
    wrong: &str,
    action: Action,
    thought: fn(Disturbed<Squares>) -> Disturbed<Squares>,
) {
    refuted_if_sleeping_wrongly(name, wrong, action, |node, action| {
        let disturbed = thought(node.disturbance(action));
        let taken = node.disturbed(action, &disturbed, &node.after(action));
        (node, taken)
    });
}

/// Steps that sleep after a quiet step: in another order, back, and round a corner.
#[test]
fn after_quiet_steps() {
    let [from, beside_trap] = ["c3", "c4"].map(square);
    prove_lemma(0, &[from, beside_trap]);
    let east = Action::Step(square("d3"), Direction::East);
    let name = "quiet steps";
    refuted_if_sleeping_wrongly(
        name,
        "no piece kept another from freezing",
        east,
        |mut node, action| {
            node.view.view.movers.threatened = Squares::from(0);
            let taken = node.quiet(action);
            (node, taken)
        },
    );
    refuted_if_sleeping_wrongly(
        name,
        "no piece froze as it turns a corner",
        east,
        |mut node, action| {
            node.view.threats = [Squares::from(0); 8];
            let taken = node.quiet(action);
            (node, taken)
        },
    );
    let leaving = Action::Step(beside_trap, Direction::North);
    refuted_if_sleeping_wrongly(
        name,
        "what was captured came back",
        leaving,
        |node, action| {
            let mut taken = node.quiet(action);
            taken.when = node.late(action).when;
            (node, taken)
        },
    );
}

/// Steps that sleep after a step that captures a piece: in another order.
#[test]
fn after_captures() {
    prove_lemma(1, &[square("c2")]);
    let name = "captures";
    let into = Action::Step(square("c2"), Direction::North);
    refuted_if_sleeping_wrongly(
        name,
        "no piece kept another from freezing",
        into,
        |mut node, action| {
            node.view.view.movers.threatened = Squares::from(0);
            let taken = node.late(action);
            (node, taken)
        },
    );
    no_lost_piece(name, into);
}

/// Steps that sleep after a pull: in another order.
#[test]
fn after_pulls() {
    prove_lemma(2, &[square("c2")]);
    let name = "pulls";
    let pull = Action::Pull(square("c2"), Direction::North, Direction::South);
    disturbs(
        name,
        "what stood beside the puller were free",
        pull,
        |disturbed| Disturbed {
            starts: disturbed.from,
            ..disturbed
        },
    );
    no_lost_piece(name, pull);
}

/// Steps that sleep after a push: in another order.
#[test]
fn after_pushes() {
    prove_lemma(3, &[square("b2")]);
    let name = "pushes";
    let push = Action::Push(square("c2"), Direction::North, Direction::South);
    disturbs(
        name,
        "the pusher kept no piece from freezing",
        push,
        |disturbed| Disturbed {
            starts: disturbed.from,
            ..disturbed
        },
    );
    disturbs(
        name,
        "no step led to the square pushed to",
        push,
        |disturbed| Disturbed {
            ends: Squares::from(0),
            ..disturbed
        },
    );
    no_lost_piece(
        name,
        Action::Push(square("b2"), Direction::West, Direction::East),
    );
}

/// Shows that captured pieces count as a disturbance, because a step can support them.
fn no_lost_piece(name: &str, action: Action) {
    let wrong = "a lost piece could not have been supported";
    refuted_if_sleeping_wrongly(name, wrong, action, |node, action| {
        let after = node.after_without_captures(action);
        let taken = node.disturbed(action, &node.disturbance(action), &after);
        (node, taken)
    });
}

/// The squares of the files a to d.
pub(crate) fn half_of_the_board() -> impl Iterator<Item = Square> {
    Square::ALL
        .into_iter()
        .filter(|square| square.file() <= 'd')
}

/// All lemmas, of every square of the files a to d. `ARIMAA_SHARD=2/8` takes the second of eight
/// parts.
#[test]
#[ignore = "takes long: a part of .ci/deep"]
fn whole() {
    let mine = share(shard(), half_of_the_board());
    for number in 0..LEMMAS.len() {
        for &square in &mine {
            prove_lemma(number, &[square]);
        }
    }
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}
