//! The faults of the parameterised engine.
//!
//! `hooks.toml` puts calls of this file into a copy of the reference engine. A call names a
//! decision, with everything that it depends on, and the right answer. The fault that is set on
//! this thread turns one decision round; without a fault the copy is sound.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use arimaa::vocab::{
    Direction, Edition, End, Kind, Outcome, Part, Piece, Placed, Side, Square, Step,
};

/// The purpose of a comparison of strength.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Relation {
    Freeze,
    Push,
    Complete,
    Pull,
}

/// The role of a piece beside another.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Role {
    Freezer,
    Friend,
    Pusher,
}

/// A decision of the engine, with all that it depends on. `side` is the player to move, unless a
/// field says otherwise.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Decision {
    /// A piece of `owner` on a trap without support is captured. `arrived`: the step took it there.
    Capture {
        trap: Square,
        owner: Side,
        part: Part,
        arrived: bool,
    },
    /// Whether a piece of this kind is captured.
    CaptureOf { piece: Piece, arrived: bool },
    /// A piece beside the trap supports the piece of `owner` on it: it does if it is friendly.
    Support {
        trap: Square,
        owner: Side,
        from: Direction,
        friendly: bool,
    },
    /// The piece is stronger than a piece of the other side.
    Stronger {
        relation: Relation,
        piece: Piece,
        other: Kind,
    },
    /// The piece of `owner` that stands `from` there counts in its role.
    Beside {
        role: Role,
        owner: Side,
        from: Direction,
    },
    /// A step that is otherwise legal is accepted.
    Step {
        part: Part,
        piece: Piece,
        direction: Direction,
    },
    /// A step that plays this part, and is otherwise legal, is accepted after so many steps.
    Taken { part: Part, side: Side, taken: u32 },
    /// A step that plays this part opens a pull: a plain one does.
    OpensPull { part: Part, side: Side },
    /// A puller that its own step captured may still pull.
    CapturedPullerPulls { side: Side },
    /// A push whose pushed piece was captured must be completed.
    CapturedPushPends { side: Side },
    /// A rabbit of `owner` on its goal rank is seen.
    Goal { owner: Side, file: char },
    /// The check is made at the end of a turn in this edition.
    Check {
        edition: Edition,
        mover: Side,
        end: End,
    },
    /// Of two checks that hold, the first decides.
    Order {
        edition: Edition,
        mover: Side,
        first: End,
        second: End,
    },
    /// Repetition compares the side to move.
    SideCompared { edition: Edition },
    /// A turn that makes the third occurrence is refused.
    ThirdRefused { edition: Edition, side: Side },
    /// A history with a third occurrence is invalid.
    HistoryHeld { edition: Edition },
    /// While END-7 looks for a legal step: the step is refused for this reason.
    NoWayOut { reason: &'static str, side: Side },
    /// While END-7 looks for a legal step: a step that plays this part is one.
    WayOut { part: Part, side: Side },
}

thread_local! {
    /// The decision that is turned round.
    static FAULT: Cell<Option<Decision>> = const { Cell::new(None) };
    /// The reason for which nothing is refused.
    static OFF: Cell<Option<&'static str>> = const { Cell::new(None) };
    /// Every decision made, while they are recorded.
    static MADE: RefCell<Option<HashSet<Decision>>> = const { RefCell::new(None) };
    /// Whether END-7 is looking for a legal step.
    static LOOKING: Cell<bool> = const { Cell::new(false) };
}

/// Does something with one decision turned round.
pub fn with_fault<T>(fault: Decision, what: impl FnOnce() -> T) -> T {
    FAULT.set(Some(fault));
    let answer = what();
    FAULT.set(None);
    LOOKING.set(false);
    answer
}

/// Does something with a reason for refusals switched off.
pub fn without<T>(reason: &'static str, what: impl FnOnce() -> T) -> T {
    OFF.set(Some(reason));
    let answer = what();
    OFF.set(None);
    LOOKING.set(false);
    answer
}

/// Does something, and gives the decisions that it took.
pub fn recorded<T>(what: impl FnOnce() -> T) -> (T, HashSet<Decision>) {
    MADE.set(Some(HashSet::new()));
    let answer = what();
    (answer, MADE.take().unwrap_or_default())
}

/// The answer to a decision whose right answer is known.
pub fn decide(decision: Decision, right: bool) -> bool {
    MADE.with_borrow_mut(|made| {
        if let Some(made) = made {
            made.insert(decision);
        }
    });
    right ^ (FAULT.get() == Some(decision))
}

/// Whether a refusal for this reason stands.
pub fn refuses(reason: &'static str, side: Side) -> bool {
    if OFF.get() == Some(reason) {
        return false;
    }
    !LOOKING.get() || decide(Decision::NoWayOut { reason, side }, true)
}

/// Looks for a legal step on behalf of END-7.
pub fn looking<T>(what: impl FnOnce() -> T) -> T {
    LOOKING.set(true);
    let answer = what();
    LOOKING.set(false);
    answer
}

/// Whether a step that is otherwise legal is accepted.
pub fn accepts(part: Part, step: Step, side: Side, taken: u32) -> bool {
    let Step {
        piece, direction, ..
    } = step;
    let step = Decision::Step {
        part,
        piece,
        direction,
    };
    let number = Decision::Taken { part, side, taken };
    decide(step, true)
        && decide(number, true)
        && (!LOOKING.get() || decide(Decision::WayOut { part, side }, true))
}

/// Whether a piece is stronger than one of the other side, for this purpose.
pub fn stronger(relation: Relation, piece: Piece, other: Piece, right: bool) -> bool {
    let decision = Decision::Stronger {
        relation,
        piece,
        other: other.kind,
    };
    decide(decision, right)
}

/// Whether a piece beside a square counts in its role.
pub fn counts(role: Role, of: Square, beside: Placed) -> bool {
    let decision = Decision::Beside {
        role,
        owner: beside.piece.side,
        from: direction(of, beside.square),
    };
    decide(decision, true)
}

/// Whether what stands beside a trap supports the piece on it.
pub fn supports(on_trap: Placed, beside: Placed) -> bool {
    let (owner, friendly) = (on_trap.piece.side, on_trap.piece.side == beside.piece.side);
    let decision = Decision::Support {
        trap: on_trap.square,
        owner,
        from: direction(on_trap.square, beside.square),
        friendly,
    };
    decide(decision, friendly)
}

/// Whether a piece without support is captured by a step to `to`.
pub fn captures(captured: Placed, part: Part, to: Square) -> bool {
    let arrived = captured.square == to;
    let piece = captured.piece;
    let capture = Decision::Capture {
        trap: captured.square,
        owner: piece.side,
        part,
        arrived,
    };
    decide(capture, true) && decide(Decision::CaptureOf { piece, arrived }, true)
}

/// The outcome by the checks of an edition, given what each check says and whether there is a legal
/// step.
pub fn outcome(
    edition: Edition,
    mover: Side,
    checks: &[Option<Outcome>],
    has_step: bool,
) -> Option<Outcome> {
    let mut holding: Vec<Outcome> = checks.iter().copied().flatten().collect();
    // END-8 needs a legal step.
    holding.retain(|held| has_step || held.end != End::OnlyRepetitions);
    let is_made = |end: End| {
        let right = checks_of(edition).contains(&end);
        decide(
            Decision::Check {
                edition,
                mover,
                end,
            },
            right,
        )
    };
    let mut order: Vec<End> = checks_of(edition).to_vec();
    // A check that the edition lacks stands where another edition has it; a draw before END-5.
    for end in [
        End::NoRabbits,
        End::OpponentEliminated,
        End::MoverEliminated,
        End::OnlyRepetitions,
        End::ThirdOccurrence,
    ] {
        if !order.contains(&end) {
            let at = match end {
                End::OnlyRepetitions | End::ThirdOccurrence => order.len(),
                End::MoverEliminated => 3,
                _ => 2,
            };
            order.insert(at, end);
        }
    }
    holding.sort_by_key(|held| order.iter().position(|end| *end == held.end));
    holding.retain(|held| is_made(held.end));
    let (&first, later) = holding.split_first()?;
    let overtakes = |second: &&Outcome| {
        let order = Decision::Order {
            edition,
            mover,
            first: first.end,
            second: second.end,
        };
        !decide(order, true)
    };
    Some(later.iter().find(overtakes).copied().unwrap_or(first))
}

/// The checks of an edition in their order (END-2).
pub const fn checks_of(edition: Edition) -> &'static [End] {
    match edition {
        Edition::Year2002 | Edition::May2005 { no_draws: false } => &[
            End::MoverGoal,
            End::OpponentGoal,
            End::Immobilized,
            End::NoRabbits,
            End::ThirdOccurrence,
        ],
        Edition::May2005 { no_draws: true } => &[
            End::MoverGoal,
            End::OpponentGoal,
            End::OpponentEliminated,
            End::MoverEliminated,
            End::Immobilized,
            End::ThirdOccurrence,
        ],
        Edition::July2008 => &[
            End::MoverGoal,
            End::OpponentGoal,
            End::OpponentEliminated,
            End::MoverEliminated,
            End::Immobilized,
            End::OnlyRepetitions,
        ],
    }
}

/// The square on the other side of the board to which a step off the board would lead, if those
/// are not refused.
pub fn wrapped(step: Step, side: Side) -> Option<Square> {
    if refuses("off-board", side) {
        return None;
    }
    let (file, rank) = (step.from.file(), step.from.rank());
    match step.direction {
        Direction::North | Direction::South => Square::named(file, 9 - rank),
        Direction::East => Square::named('a', rank),
        Direction::West => Square::named('h', rank),
    }
}

/// The direction in which an adjacent square lies.
fn direction(of: Square, beside: Square) -> Direction {
    if beside.rank() > of.rank() {
        Direction::North
    } else if beside.rank() < of.rank() {
        Direction::South
    } else if beside.file() > of.file() {
        Direction::East
    } else {
        Direction::West
    }
}
