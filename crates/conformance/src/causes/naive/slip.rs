//! The grammar of faults: mistakes that are put together from parts, by machine.
//!
//! A [`super::Fault`] is a mistake that somebody described. A slip is one word of each axis of a
//! table here, so that neighbours of the described ones are there, too. Each is made by one player
//! or the other. The engine looks a slip up where it keeps a thing or looks at one.
//!
//! | slip | axes |
//! |---|---|
//! | state | a thing kept within the turn × the event × what came before it in the turn × kept as it was, forgotten, set anew |
//! | relation | a condition × the square, piece, side or board that it looks at × another in play instead |
//! | way out (END-7) | what is open to the player to move × counted though it is illegal, or not counted though it is legal |
//! | moment | a fault about the end of the game × in a position that is given, or after a turn |
//! | search (END-8) | the shape of the turn that saves × its step |
//!
//! Things kept are the open push, its square and its piece, the open pull, its square and its piece,
//! the number of steps, the board at the start, and what stands on a trap. Events are the four parts
//! of a step, and captures of either side. In play are the squares that a step leaves and enters,
//! and those of its partner in a push or pull.
//!
//! Two-step actions are a relation: whether the square that a piece enters is free is asked of it,
//! or of the partner's, so that both change places. A board in play is its mirror image.

use super::engine::Part;
use super::fault::Fault;

/// A fault of the grammar.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) enum Slip {
    State(Thing, Event, Before, Effect),
    /// The condition, and which of the other things in play it looks at.
    Relation(Look, u8),
    WayOut(WayOut),
    /// The fault in positions that are given (or not) only.
    At(Fault, bool),
    /// Turns of this shape are overlooked that have it as this step.
    Search(Shape, u32),
}

/// What is kept within a turn.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) enum Thing {
    Push,
    PushSquare,
    PushPiece,
    Pull,
    PullSquare,
    PullPiece,
    Steps,
    Start,
    Trapped,
}

/// What a step did.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) enum Event {
    Plain,
    Begun,
    Completed,
    Pulled,
    OwnCaptured,
    EnemyCaptured,
}

/// What came before the event in the same turn.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) enum Before {
    Anything,
    Plain,
    Push,
    Pull,
    OwnCaptured,
    EnemyCaptured,
    /// The push of this step leads into the square of an open pull.
    OpenPull,
}

/// What becomes of the thing.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) enum Effect {
    Kept,
    Forgotten,
    Overwritten,
}

/// A condition, and what it looks at.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) enum Look {
    /// The square that completes a push.
    CompletedSquare,
    /// The piece that was pushed.
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
    /// The player who wins by immobility.
    BlockedSide,
}

/// What is open to a player, or seems to be.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) enum WayOut {
    // Counted though they are illegal.
    /// A friend that blocks, and is weaker and could be pushed if it were an enemy.
    FriendPushed,
    /// The same of a friend that an enemy could push.
    FriendPushedByEnemy,
    RabbitBack,
    PushWithoutRoom,
    PushByEqual,
    PushByWeaker,
    PullWithoutStep,
    OverTheEdge,
    /// A piece that only a frozen friend helps counts as frozen, or one that an enemy helps as free.
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

/// A part of the turn that saves a player from END-8.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) enum Shape {
    Step(Part),
    OwnLost,
    EnemyCaptured,
    RabbitStep,
    Goal,
    /// The turn is that long.
    End,
}
