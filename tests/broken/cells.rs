//! The cells of the matrix: every fault along each axis, and why some cannot be.

use arimaa::vocab::{Direction, Edition, End, Kind, Part, Piece, Side, Square};

use broken_engines::faults::{Decision, Relation, Role, checks_of};

/// A small fault.
pub struct Cell {
    /// The axis that it lies on.
    pub axis: &'static str,
    /// The decision that it turns round.
    pub decision: Decision,
    /// Why no case can notice it without reasons, if none can.
    pub impossible: Option<&'static str>,
}

impl Cell {
    /// The cell as one word a parameter.
    pub fn name(&self) -> String {
        format!("{}: {:?}", self.axis, self.decision)
    }
}

/// Why the order of two checks matters to no result; a case notices it by the rule that is named.
pub const SAME_WINNER: &str = "both checks give the game to the same player";

const SIDES: [Side; 2] = [Side::Gold, Side::Silver];

const TRAPS: [(char, u8); 4] = [('c', 3), ('f', 3), ('c', 6), ('f', 6)];

/// The kinds, from the strongest to the weakest.
const KINDS: [Kind; 6] = [
    Kind::Elephant,
    Kind::Camel,
    Kind::Horse,
    Kind::Dog,
    Kind::Cat,
    Kind::Rabbit,
];

/// The parts that a step can play.
const PARTS: [Part; 4] = [
    Part::Plain,
    Part::PushBegun,
    Part::PushCompleted,
    Part::Pull,
];

/// Every cell, axis by axis.
pub fn all() -> Vec<Cell> {
    let axes = [
        captures(),
        support(),
        strength(),
        directions(),
        parts(),
        goals(),
        checks(),
        orders(),
        repetition(),
        immobilization(),
    ];
    axes.into_iter().flatten().collect()
}

fn traps() -> impl Iterator<Item = Square> {
    TRAPS
        .into_iter()
        .filter_map(|(file, rank)| Square::named(file, rank))
}

fn cell(axis: &'static str, decision: Decision, impossible: Option<&'static str>) -> Cell {
    Cell {
        axis,
        decision,
        impossible,
    }
}

/// Each trap × side of the captured piece × part that captures × destination or left behind; and
/// each kind × side × destination or left behind.
fn captures() -> Vec<Cell> {
    let mut cells = Vec::new();
    for arrived in [true, false] {
        for owner in SIDES {
            for trap in traps() {
                for part in PARTS {
                    let decision = Decision::Capture {
                        trap,
                        owner,
                        part,
                        arrived,
                    };
                    cells.push(cell("capture", decision, None));
                }
            }
            for kind in KINDS {
                let piece = Piece::new(owner, kind);
                let decision = Decision::CaptureOf { piece, arrived };
                cells.push(cell("capture by kind", decision, None));
            }
        }
    }
    cells
}

/// Each trap × side × direction of what stands beside the trap, friend or enemy.
fn support() -> Vec<Cell> {
    let mut cells = Vec::new();
    for trap in traps() {
        for owner in SIDES {
            for from in Direction::ALL {
                for friendly in [true, false] {
                    let decision = Decision::Support {
                        trap,
                        owner,
                        from,
                        friendly,
                    };
                    cells.push(cell("support", decision, None));
                }
            }
        }
    }
    cells
}

/// Each pair of kinds × push, pull, freeze, complete × side.
fn strength() -> Vec<Cell> {
    let mut cells = Vec::new();
    for relation in [
        Relation::Freeze,
        Relation::Push,
        Relation::Complete,
        Relation::Pull,
    ] {
        for side in SIDES {
            for kind in KINDS {
                for other in KINDS {
                    let is_never_asked = relation == Relation::Complete && other == Kind::Elephant;
                    let why = "an elephant is never pushed, so no such push is pending";
                    let decision = Decision::Stronger {
                        relation,
                        piece: Piece::new(side, kind),
                        other,
                    };
                    cells.push(cell("strength", decision, is_never_asked.then_some(why)));
                }
            }
        }
    }
    cells
}

/// Each role beside a piece × side × direction; and each part × piece × direction of a step.
fn directions() -> Vec<Cell> {
    let mut cells = Vec::new();
    for owner in SIDES {
        for from in Direction::ALL {
            for role in [Role::Freezer, Role::Friend, Role::Pusher] {
                let decision = Decision::Beside { role, owner, from };
                cells.push(cell("direction beside", decision, None));
            }
            for part in PARTS {
                for kind in KINDS {
                    let decision = Decision::Step {
                        part,
                        piece: Piece::new(owner, kind),
                        direction: from,
                    };
                    let never = never_made(part, owner, kind, from);
                    cells.push(cell("direction of a step", decision, never));
                }
            }
        }
    }
    cells
}

/// Why no legal step is such a one.
fn never_made(part: Part, owner: Side, kind: Kind, direction: Direction) -> Option<&'static str> {
    let backward = match owner {
        Side::Gold => Direction::South,
        Side::Silver => Direction::North,
    };
    match (part, kind) {
        (Part::PushBegun | Part::Pull, Kind::Elephant) => {
            Some("an elephant is never pushed or pulled")
        }
        (Part::PushCompleted, Kind::Rabbit) => Some("a rabbit pushes nothing"),
        (Part::Plain, Kind::Rabbit) if direction == backward => {
            Some("a rabbit does not step backward")
        }
        _ => None,
    }
}

/// Each part × side: whether it opens a pull, what a capture by it leaves open, and each number of
/// steps taken before it.
fn parts() -> Vec<Cell> {
    let mut cells = Vec::new();
    for side in SIDES {
        for part in PARTS {
            let numbers = match part {
                Part::Plain => 0..4,
                // The other half comes after it.
                Part::PushBegun => 0..3,
                // The other half has come before it.
                _ => 1..4,
            };
            for taken in numbers {
                let decision = Decision::Taken { part, side, taken };
                cells.push(cell("number of the step", decision, None));
            }
        }
        for part in [Part::Plain, Part::PushCompleted, Part::Pull] {
            let decision = Decision::OpensPull { part, side };
            cells.push(cell("part", decision, None));
        }
        cells.push(cell("part", Decision::CapturedPullerPulls { side }, None));
        cells.push(cell("part", Decision::CapturedPushPends { side }, None));
    }
    cells
}

/// Each square of the goal ranks.
fn goals() -> Vec<Cell> {
    let mut cells = Vec::new();
    for owner in SIDES {
        for file in 'a'..='h' {
            cells.push(cell("goal", Decision::Goal { owner, file }, None));
        }
    }
    cells
}

/// Each edition × mover × check at the end of a turn, made or not.
fn checks() -> Vec<Cell> {
    let mut cells = Vec::new();
    for edition in Edition::ALL {
        for mover in SIDES {
            for end in End::ALL {
                let impossible = match (edition, end) {
                    (Edition::July2008, End::ThirdOccurrence) => {
                        Some("a third occurrence is refused, and a history that has one is invalid")
                    }
                    (Edition::Year2002 | Edition::May2005 { .. }, End::OnlyRepetitions) => {
                        Some("no turn is refused for repetition, so a step leads to a turn (THM-7)")
                    }
                    _ => None,
                };
                let decision = Decision::Check {
                    edition,
                    mover,
                    end,
                };
                cells.push(cell("check of an edition", decision, impossible));
            }
        }
    }
    cells
}

/// Each pair of checks that can hold together × edition × mover.
fn orders() -> Vec<Cell> {
    let mut cells = Vec::new();
    for edition in Edition::ALL {
        for mover in SIDES {
            let checks = checks_of(edition);
            for (index, &first) in checks.iter().enumerate() {
                for &second in &checks[index + 1..] {
                    let impossible = exclude_each_other(first, second).or_else(|| {
                        let alike = winner_is_mover(first) == winner_is_mover(second);
                        alike.then_some(SAME_WINNER)
                    });
                    let decision = Decision::Order {
                        edition,
                        mover,
                        first,
                        second,
                    };
                    cells.push(cell("order of checks", decision, impossible));
                }
            }
        }
    }
    cells
}

/// Why two checks never hold at the end of the same turn.
fn exclude_each_other(first: End, second: End) -> Option<&'static str> {
    match (first, second) {
        (End::MoverGoal, End::MoverEliminated | End::NoRabbits)
        | (End::OpponentGoal, End::OpponentEliminated | End::NoRabbits) => {
            Some("a side with a rabbit on goal has a rabbit")
        }
        (End::Immobilized, End::OnlyRepetitions) => Some("END-8 needs a legal step"),
        _ => None,
    }
}

/// Whether the mover wins by a check; `None` for a draw.
fn winner_is_mover(end: End) -> Option<bool> {
    match end {
        End::MoverGoal | End::OpponentEliminated | End::Immobilized | End::OnlyRepetitions => {
            Some(true)
        }
        End::OpponentGoal | End::MoverEliminated | End::ThirdOccurrence => Some(false),
        End::NoRabbits => None,
    }
}

/// Each edition: what repetition compares, and what a third occurrence does.
fn repetition() -> Vec<Cell> {
    let mut cells = Vec::new();
    for edition in Edition::ALL {
        for decision in [
            Decision::SideCompared { edition },
            Decision::HistoryHeld { edition },
        ] {
            cells.push(cell("repetition", decision, None));
        }
        for side in SIDES {
            let decision = Decision::ThirdRefused { edition, side };
            cells.push(cell("repetition", decision, None));
        }
    }
    cells
}

/// END-7 × side: each reason that leaves no step, and each part that does.
fn immobilization() -> Vec<Cell> {
    let mut cells = Vec::new();
    for side in SIDES {
        for reason in [
            "frozen",
            "occupied",
            "off-board",
            "rabbit-backward",
            "no-pusher",
            "pusher-frozen",
        ] {
            let decision = Decision::NoWayOut { reason, side };
            cells.push(cell("immobilization", decision, None));
        }
        for part in [Part::Plain, Part::PushBegun] {
            let decision = Decision::WayOut { part, side };
            cells.push(cell("immobilization", decision, None));
        }
    }
    cells
}
