//! The grammar of faults: mistakes that are put together from parts, by machine.
//!
//! A [`Fault`] is a mistake that somebody described. A slip is one word of each axis of a
//! table here, so that neighbours of the described ones are there, too. Each is made by one player
//! or the other. The engine looks a slip up where it keeps a thing or looks at one.
//!
//! | slip | axes |
//! |---|---|
//! | state | a thing kept within the turn × the event × what came before it in the turn × kept as it was, forgotten, set anew |
//! | over | a thing kept within the turn × kept through its end |
//! | relation | a condition × the square, piece, side or board that it looks at × another in play instead |
//! | cell | a condition × one value of each thing that it depends on ([`Cell`]) |
//! | way out (END-7) | what is open to the player to move × counted though it is illegal, or not counted though it is legal |
//! | moment | a fault about the end of the game × in a position that is given, or after a turn |
//! | search (END-8) | the shape of the turn that saves × its step |
//!
//! Things kept are the open push, its square and its piece, the open pull, its square and its
//! piece, the number of steps, and the board at the start. Events are the four parts of a step, and
//! for each a capture of the piece that moved and of another. In play are the squares that a step
//! leaves and enters, and those of its partner in a push or pull.
//!
//! Two-step actions are a relation: whether the square that a piece enters is free is asked of it,
//! or of the partner's, so that both change places. A board in play is its mirror image.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::board::{Board, Left, Part, Push};
use crate::cell::Cell;
use crate::fault::Fault;

/// A slip, and whether Gold makes it or Silver.
pub type Made = (Slip, bool);

/// A fault of the grammar.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Slip {
    State(Thing, Event, Before, Effect),
    /// The condition, and which of the other things in play it looks at.
    Relation(Look, u8),
    WayOut(WayOut),
    /// The fault in positions that are given (or not) only.
    At(Fault, bool),
    /// Turns of this shape are overlooked that have it as this step.
    Search(Shape, u32),
    /// One decision is turned round.
    Cell(Cell),
    /// The thing is kept through the end of the turn.
    Over(Thing),
}

/// The part that a step played.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Event {
    Plain,
    Begun,
    Completed,
    Pulled,
    /// The piece that moved is captured.
    Captured(Part),
    /// Another piece is, whose support has gone.
    Lost(Part),
}

words! {
    /// A thing that an engine keeps within a turn.
    pub enum Thing {
        Push,
        PushSquare,
        PushPiece,
        Pull,
        PullSquare,
        PullPiece,
        Steps,
        Start,
    }

    /// The events before it in the same turn.
    pub enum Before {
        Anything,
        Plain,
        Push,
        Pull,
        OwnCaptured,
        EnemyCaptured,
        /// The push of this step leads into the square of an open pull.
        OpenPull,
    }

    /// The fate of the thing.
    pub enum Effect {
        Kept,
        Forgotten,
        Overwritten,
        /// The piece that was pushed opens a pull.
        Led,
    }
}

/// A condition, and what it looks at.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Look {
    /// The square that completes a push.
    CompletedSquare,
    /// The pushed piece, than which the completing piece must be stronger.
    CompletedPiece,
    /// The square on which the piece that completes a push must not be frozen.
    CompleterFreezing,
    /// The side of the piece that enters the square of a pending push.
    CompleterSide,
    /// Whether a push is begun anew while one is pending.
    SecondPush,
    /// The square into which an enemy piece is pulled.
    PulledSquare,
    /// The piece that pulls.
    Puller,
    /// The square beside which a pusher stands.
    PushedFrom,
    /// The piece that the pusher is compared with.
    PushedPiece,
    /// The square on which a pusher must not be frozen.
    PusherFreezing,
    PusherSide,
    /// The square on which a piece must not be frozen to step.
    StepFreezing,
    /// The board on which freezing is looked at.
    FreezingBoard,
    /// The side whose piece helps a threatened one.
    HelperSide,
    /// The side whose piece threatens.
    ThreatSide,
    /// The side whose piece supports one on a trap.
    SupporterSide,
    /// The square beside which support is looked for.
    SupportSquare,
    /// The board on which support is looked for.
    SupportBoard,
    /// The square that is to be free in a push or pull of one action.
    PairTarget,
    /// The board that a turn must not leave as it was.
    SameBoard,
    /// The board that stood before.
    RepeatedBoard,
    /// The board on which rabbits are counted.
    RabbitBoard,
    /// The positions that are remembered.
    History,
    /// The player who wins by immobility.
    BlockedSide,
}

words! {
    /// A way out for a player, or one that seems to be.
    pub enum WayOut {
        // Counted though they are illegal.
        /// A friend that blocks, and is weaker and could be pushed if it were an enemy.
        FriendPushed,
        /// A friend stands there that an enemy could push.
        FriendPushedByEnemy,
        RabbitBack,
        PushWithoutRoom,
        PushByEqual,
        PushByWeaker,
        PullWithoutStep,
        OverTheEdge,
        /// A piece that only a frozen friend helps counts as frozen, or one that an enemy helps as
        /// free.
        FreedByEnemy,
        // Not counted though they are legal.
        Push,
        PushOfRabbit,
        PushOfPiece,
        PushOntoTrap,
        PushByFreed,
        StepOntoTrap,
        StepSideways,
        StepForward,
        StepBackward,
        StepOfRabbit,
        StepOfPiece,
        StepOfFreed,
        StepBesideEnemy,
    }
}

/// A part of the turn that saves a player from END-8.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Shape {
    Step(Part),
    OwnLost,
    EnemyCaptured,
    RabbitStep,
    Goal,
    /// The turn is that long.
    End,
}

/// The slip that an engine makes, if any, and those that would have changed something.
#[derive(Debug, Default)]
pub struct Slips {
    made: Option<Made>,
    noted: Option<RefCell<BTreeSet<Made>>>,
    is_given: std::cell::Cell<bool>,
}

impl Slips {
    /// Of an engine that makes one slip.
    pub fn making(made: Made) -> Self {
        let made = Some(made);
        Self {
            made,
            ..Self::default()
        }
    }

    /// Of a right engine that notes which slips would change something.
    pub fn noting() -> Self {
        Self {
            noted: Some(RefCell::default()),
            ..Self::default()
        }
    }

    pub fn noted(self) -> BTreeSet<Made> {
        self.noted.map(RefCell::into_inner).unwrap_or_default()
    }

    pub(crate) const fn are_off(&self) -> bool {
        self.made.is_none() && self.noted.is_none()
    }

    /// Whether the slip is of interest: it is made, or all are noted.
    pub(crate) fn concerns(&self, slip: Slip, gold: bool) -> bool {
        self.noted.is_some() || self.made == Some((slip, gold))
    }

    /// Whether a slip is made, where it changes something.
    pub(crate) fn makes(&self, slip: Slip, gold: bool) -> bool {
        if let Some(noted) = &self.noted {
            noted.borrow_mut().insert((slip, gold));
        }
        self.made == Some((slip, gold))
    }

    /// Says whether the position whose end is looked for was given.
    pub(crate) fn look_at(&self, is_given: bool) {
        self.is_given.set(is_given);
    }

    /// Whether the engine makes a fault in positions such as this one: given, or after a turn.
    pub(crate) fn has(&self, fault: Fault, gold: bool) -> bool {
        if self.are_off() {
            return false;
        }
        self.makes(Slip::At(fault, self.is_given.get()), gold)
    }

    /// A decision about a piece of Gold (or not), which an engine may turn round.
    pub(crate) fn decide(&self, cell: Cell, gold: bool, right: bool) -> bool {
        right ^ (!self.are_off() && self.makes(Slip::Cell(cell), gold))
    }

    /// The value of a condition by the thing that it looks at, or by another in play.
    pub(crate) fn by<T: Copy, R: PartialEq>(
        &self,
        look: Look,
        gold: bool,
        right: T,
        others: &[T],
        says: impl Fn(T) -> R,
    ) -> R {
        let is = says(right);
        if self.are_off() {
            return is;
        }
        for (other, at) in others.iter().zip(0..) {
            let slip = Slip::Relation(look, at);
            if self.concerns(slip, gold) {
                let wrong = says(*other);
                if wrong != is && self.makes(slip, gold) {
                    return wrong;
                }
            }
        }
        is
    }
}

/// All that an engine keeps within a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kept {
    pub(crate) push: Option<Push>,
    /// The square left by a plain step, which opens a pull.
    pub(crate) left: Option<Left>,
    pub(crate) steps: u32,
    /// The board at the start.
    pub(crate) start: Board,
}

impl Kept {
    pub(crate) const fn at(start: Board) -> Self {
        Self {
            push: None,
            left: None,
            steps: 0,
            start,
        }
    }
}

/// The events of a turn so far.
#[derive(Clone, Copy, Debug)]
pub struct Past {
    /// The last push and the last pull that were open.
    pub(crate) push: Option<Push>,
    pub(crate) left: Option<Left>,
    pub(crate) last: Option<Part>,
    /// The step was one of a rabbit of the mover.
    pub(crate) is_rabbit: bool,
    /// Whether there has been a step of each part.
    pub(crate) parts: [bool; 4],
    /// Whether pieces were captured: enemy ones, own ones.
    pub(crate) captured: [bool; 2],
    /// Whether the last step captured such pieces.
    pub(crate) captures: [bool; 2],
    /// The board before the captures of the last step, if there were any.
    pub(crate) uncaptured: Option<Board>,
    /// By square: the part by which what stands there has come, or has pulled.
    pub(crate) came_by: [Option<Part>; 64],
    /// The last push leads into the square of an open pull.
    pub(crate) is_into_left: bool,
}

impl Past {
    pub(crate) const NOTHING: Self = Self {
        push: None,
        left: None,
        last: None,
        is_rabbit: false,
        parts: [false; 4],
        captured: [false; 2],
        captures: [false; 2],
        uncaptured: None,
        came_by: [None; 64],
        is_into_left: false,
    };
}

impl Event {
    pub const PARTS: [Self; 4] = [Self::Plain, Self::Begun, Self::Completed, Self::Pulled];

    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let captures = Part::ALL.into_iter();
        let captures = captures.flat_map(|part| [Self::Captured(part), Self::Lost(part)]);
        Self::PARTS.into_iter().chain(captures)
    }

    /// Whether the grammar crosses it with what came before.
    pub(crate) fn is_crossed_with(self, before: Before) -> bool {
        match before {
            Before::Anything => true,
            Before::OpenPull => matches!(self, Self::Begun | Self::Completed),
            _ => Self::PARTS.contains(&self),
        }
    }

    /// The part of the step.
    pub const fn part(self) -> Part {
        match self {
            Self::Plain => Part::Plain,
            Self::Begun => Part::Begin,
            Self::Completed => Part::Complete,
            Self::Pulled => Part::Pull,
            Self::Captured(part) | Self::Lost(part) => part,
        }
    }

    pub(crate) const fn of(part: Part) -> Self {
        match part {
            Part::Plain => Self::Plain,
            Part::Begin => Self::Begun,
            Part::Complete => Self::Completed,
            Part::Pull => Self::Pulled,
        }
    }
}

impl Shape {
    /// Every shape, and the steps that can have it.
    pub(crate) fn all() -> impl Iterator<Item = (Self, u32)> {
        let shapes = [
            Self::Step(Part::Plain),
            Self::Step(Part::Begin),
            Self::Step(Part::Complete),
            Self::Step(Part::Pull),
            Self::OwnLost,
            Self::EnemyCaptured,
            Self::RabbitStep,
            Self::Goal,
            Self::End,
        ];
        let all = shapes
            .into_iter()
            .flat_map(|shape| (1..=4).map(move |step| (shape, step)));
        all.filter(|(shape, step)| match shape {
            Self::Step(Part::Begin) => *step < 4,
            Self::Step(Part::Complete | Part::Pull) => *step > 1,
            _ => true,
        })
    }
}

impl Slip {
    /// Every slip of the grammar.
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for event in Event::all() {
            for before in Before::ALL
                .into_iter()
                .filter(|one| event.is_crossed_with(*one))
            {
                for effect in &Effect::ALL[..3] {
                    all.extend(Thing::ALL.map(|thing| Self::State(thing, event, before, *effect)));
                }
                all.push(Self::State(Thing::Pull, event, before, Effect::Led));
            }
        }
        for (look, others) in Look::ALL {
            all.extend((0..*others).map(|other| Self::Relation(*look, other)));
        }
        all.extend(WayOut::ALL.map(Self::WayOut));
        let at_end = Fault::ALL
            .iter()
            .copied()
            .filter(|fault| fault.is_about_winners());
        all.extend(at_end.flat_map(|fault| [false, true].map(|given| Self::At(fault, given))));
        all.extend(Shape::all().map(|(shape, step)| Self::Search(shape, step)));
        all.extend(Cell::all().into_iter().map(Self::Cell));
        all.extend([Thing::Pull, Thing::Steps].map(Self::Over));
        all
    }
}

impl Look {
    /// Every condition, with the number of other things in play.
    pub(crate) const ALL: &[(Self, u8)] = &[
        (Self::CompletedSquare, 2),
        (Self::CompletedPiece, 3),
        (Self::CompleterFreezing, 2),
        (Self::CompleterSide, 2),
        (Self::SecondPush, 2),
        (Self::PulledSquare, 1),
        (Self::Puller, 2),
        (Self::PushedFrom, 1),
        (Self::PushedPiece, 2),
        (Self::PusherFreezing, 1),
        (Self::PusherSide, 2),
        (Self::StepFreezing, 1),
        (Self::FreezingBoard, 1),
        (Self::HelperSide, 2),
        (Self::ThreatSide, 2),
        (Self::SupporterSide, 2),
        (Self::SupportSquare, 2),
        (Self::SupportBoard, 1),
        (Self::PairTarget, 1),
        (Self::SameBoard, 1),
        (Self::RabbitBoard, 1),
        (Self::RepeatedBoard, 6),
        (Self::History, 3),
        (Self::BlockedSide, 4),
    ];
}
