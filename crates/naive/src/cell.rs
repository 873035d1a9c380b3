//! Cells: single values for which an engine decides a condition wrongly, such as an entry of a
//! table, a term of an expression or an arm of a match.
//!
//! | cell | axes |
//! |---|---|
//! | capture | part of the step × trap, or kind, × the piece that moved or another, and steps before |
//! | support | trap × direction × a friend or an enemy |
//! | strength | frozen, pushed, completed or pulled × kind × kind |
//! | beside | freezer, friend or pusher × direction |
//! | step | part × kind × direction, and part × steps before |
//! | frozen | the part by which the piece came to its square in this turn |
//! | region | home rank, goal rank, corner, side, trap, beside a trap, or the middle × what a piece does there |
//! | edge | the role of a piece on the other side of the board × direction |
//! | order | two ends of the game that hold together |
//!
//! Each is one of either player, whose piece it is about.

use std::cmp::Ordering;

use crate::board::{Part, WAYS, strength};

/// The traps: c6, f6, c3 and f3.
pub(crate) const TRAPS: [usize; 4] = [18, 21, 42, 45];

words! {
    /// A condition that compares strengths.
    pub enum Relation {
        Freeze,
        Push,
        Complete,
        Pull,
    }

    /// The role of a piece beside another.
    pub enum Role {
        Freezer,
        Friend,
        Pusher,
    }

    /// A part of the board, as the owner of a piece sees it.
    pub enum Region {
        Home,
        Goal,
        Corner,
        Side,
        Trap,
        BesideTrap,
        Middle,
    }

    /// Something that a piece does or suffers on its square.
    pub enum Deed {
        Step,
        Freeze,
        Frozen,
        Help,
        Push,
        Pushed,
        Complete,
        Pull,
        Pulled,
        Support,
    }
}

/// A decision that a fault turns round. Kinds are numbers from 0 for a rabbit to 5 for an elephant;
/// ends of the game are numbered in the order in which the engine looks for them.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Cell {
    /// Whether a step of this part captures an unsupported piece on this trap: the moved one or
    /// another.
    Capture {
        part: Part,
        trap: usize,
        is_mover: bool,
    },
    CaptureOf {
        kind: u32,
        is_mover: bool,
    },
    /// Whether an unsupported piece is captured after so many steps.
    CaptureAfter {
        steps: u32,
    },
    /// Whether a friend (or an enemy) in this direction supports a piece on this trap.
    Support {
        trap: usize,
        way: u8,
        is_friend: bool,
    },
    /// Whether `kind` is stronger than `than` in this condition.
    Stronger {
        relation: Relation,
        kind: u32,
        than: u32,
    },
    /// Whether a piece in this direction counts in this role.
    Beside {
        role: Role,
        way: u8,
    },
    /// Whether a step that is otherwise legal is accepted.
    Step {
        part: Part,
        kind: u32,
        way: u8,
    },
    /// Whether an otherwise legal step of this part is accepted after so many steps.
    StepAfter {
        part: Part,
        steps: u32,
    },
    /// Whether a piece does the deed on a square to which such a step has brought it.
    After {
        deed: Deed,
        part: Part,
    },
    /// Whether a piece of this kind does or suffers the deed.
    Of {
        deed: Deed,
        kind: u32,
    },
    /// Whether a piece does or suffers the deed after so many steps.
    DoneAfter {
        deed: Deed,
        steps: u32,
    },
    /// Whether a piece does or suffers the deed after a capture in the same turn.
    AfterCapture {
        deed: Deed,
    },
    /// Whether a piece does or suffers the deed in this region.
    In {
        region: Region,
        deed: Deed,
    },
    /// Whether a piece beyond the edge, on the other side of the board, is not adjacent.
    Edge {
        role: Role,
        way: u8,
    },
    /// Whether the first of two ends decides, if both hold.
    Order {
        first: usize,
        second: usize,
    },
}

impl Region {
    /// Whether the region has a square, for pieces of Gold (or of Silver).
    pub(crate) fn has(self, square: usize, gold: bool) -> bool {
        let (row, file) = (square / 8, square % 8);
        let (home, goal) = if gold { (7, 0) } else { (0, 7) };
        let is_side = file == 0 || file == 7;
        match self {
            Self::Home => row == home,
            Self::Goal => row == goal,
            Self::Corner => is_side && (row == 0 || row == 7),
            Self::Side => is_side,
            Self::Trap => TRAPS.contains(&square),
            Self::BesideTrap => TRAPS.iter().any(|trap| {
                let (trap_row, trap_file) = (trap / 8, trap % 8);
                row.abs_diff(trap_row) + file.abs_diff(trap_file) == 1
            }),
            Self::Middle => (3..5).contains(&row) && (3..5).contains(&file),
        }
    }
}

impl Deed {
    /// The parts of an earlier step of the turn by which the piece can have come to its square.
    pub(crate) const fn parts_before(self) -> &'static [Part] {
        match self {
            Self::Step | Self::Frozen | Self::Help | Self::Push | Self::Complete => {
                &[Part::Plain, Part::Complete, Part::Pull]
            }
            Self::Freeze | Self::Pushed | Self::Pulled => &[Part::Begin, Part::Pull],
            Self::Support => &Part::ALL,
            // Nothing else opens a pull.
            Self::Pull => &[],
        }
    }
}

const KINDS: std::ops::Range<u32> = 0..6;

impl Cell {
    /// All cells.
    pub(crate) fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for is_mover in [true, false] {
            for trap in TRAPS {
                all.extend(Part::ALL.map(|part| Self::Capture {
                    part,
                    trap,
                    is_mover,
                }));
            }
            all.extend(KINDS.map(|kind| Self::CaptureOf { kind, is_mover }));
        }
        all.extend((0..4).map(|steps| Self::CaptureAfter { steps }));
        for way in WAYS {
            for trap in TRAPS {
                all.extend([true, false].map(|is_friend| Self::Support {
                    trap,
                    way,
                    is_friend,
                }));
            }
            for role in Role::ALL {
                all.extend([Self::Beside { role, way }, Self::Edge { role, way }]);
            }
        }
        for part in Part::ALL {
            for kind in KINDS {
                all.extend(WAYS.map(|way| Self::Step { part, kind, way }));
            }
            let before = match part {
                Part::Plain => 0..4,
                // The other half comes after it, or has come before.
                Part::Begin => 0..3,
                Part::Complete | Part::Pull => 1..4,
            };
            all.extend(before.map(|steps| Self::StepAfter { part, steps }));
        }
        for relation in Relation::ALL {
            for kind in KINDS {
                all.extend(KINDS.map(|than| Self::Stronger {
                    relation,
                    kind,
                    than,
                }));
            }
        }
        for deed in Deed::ALL {
            let parts = deed.parts_before().iter();
            all.extend(parts.map(|&part| Self::After { deed, part }));
            all.extend(KINDS.map(|kind| Self::Of { deed, kind }));
            let before = match deed {
                Deed::Push | Deed::Pushed => 0..3,
                Deed::Complete | Deed::Pull | Deed::Pulled => 1..4,
                _ => 0..4,
            };
            all.extend(before.map(|steps| Self::DoneAfter { deed, steps }));
            all.push(Self::AfterCapture { deed });
        }
        for region in Region::ALL {
            all.extend(Deed::ALL.map(|deed| Self::In { region, deed }));
        }
        for second in 1..5 {
            all.extend((0..second).map(|first| Self::Order { first, second }));
        }
        all
    }

    pub(crate) fn by_strength(relation: Relation, one: u8, other: u8) -> Self {
        Self::Stronger {
            relation,
            kind: strength(one),
            than: strength(other),
        }
    }
}

/// The direction from a square to an adjacent one.
pub(crate) fn way_to(from: usize, beside: usize) -> u8 {
    let (row, other_row) = (from / 8, beside / 8);
    match (other_row.cmp(&row), beside.cmp(&from)) {
        (Ordering::Less, _) => b'n',
        (Ordering::Greater, _) => b's',
        (_, Ordering::Greater) => b'e',
        _ => b'w',
    }
}
