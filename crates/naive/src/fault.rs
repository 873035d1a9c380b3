//! Faults of the naive engine, each with the wrong rule that it follows.

/// Declares the faults with the wrong rule of each.
macro_rules! faults {
    ($($fault:ident = $wrong:literal $($part:literal)?,)*) => {
        /// One condition of one rule that the naive engine drops or weakens.
        ///
        /// Where people write one mistake in several ways, several faults follow one wrong rule.
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        pub enum Fault { $($fault,)* }

        impl Fault {
            /// Every fault, in the order of SPEC.md's chapters.
            pub const ALL: &[Self] = &[$(Self::$fault,)*];

            /// The id of the wrong rule that an engine with this fault follows.
            pub const fn wrong_rule(self) -> &'static str {
                match self { $(Self::$fault => $wrong,)* }
            }

            /// The part of the wrong rule that the fault follows; `None` for the whole rule.
            pub const fn part(self) -> Option<&'static str> {
                match self { $(Self::$fault => faults!(@part $($part)?),)* }
            }

            /// Whether the fault leaves a rule out, which is the simplest mistake.
            pub const fn is_missing_rule(self) -> bool {
                use Fault as F;
                matches!(
                    self,
                    F::NothingFreezes
                        | F::NoPushes
                        | F::NoPulls
                        | F::NothingCaptured
                        | F::BoardMayStay
                        | F::RepetitionForgotten
                        | F::NoRepetition
                        | F::NeverEnds
                        | F::GoalForgotten
                        | F::EliminationForgotten
                        | F::ImmobilizationForgotten
                        | F::StuckForgotten
                )
            }
        }
    };
    (@part) => { None };
    (@part $part:literal) => { Some($part) };
}

faults! {
    // Chapter 1: board and pieces.
    UpsideDown = "the-board-is-upside-down",
    FilesMirrored = "files-are-mirrored-for-silver",
    EdgesWrap = "the-board-wraps-around",
    EastWraps = "the-board-wraps-around" "east",
    WestWraps = "the-board-wraps-westward",
    RanksWrap = "ranks-wrap-around",
    DiagonalsTouch = "diagonals-touch",
    TrapsFromZero = "traps-counted-from-zero",
    TrapBesideItsPlace = "a-trap-bit-beside-its-place",
    NoTrapC3 = "a-trap-is-missing" "c3",
    NoTrapF3 = "f3-is-no-trap",
    NoTrapC6 = "a-trap-is-missing" "c6",
    NoTrapF6 = "a-trap-is-missing" "f6",
    CatsOverDogs = "cats-stronger-than-dogs",
    StrengthReversed = "the-order-of-strength-turned-round",
    CatsUnranked = "a-kind-is-missing-from-the-order-of-strength" "the cat",
    DogsUnranked = "a-kind-is-missing-from-the-order-of-strength" "the dog",
    HorsesUnranked = "a-kind-is-missing-from-the-order-of-strength" "the horse",
    CamelsUnranked = "a-kind-is-missing-from-the-order-of-strength" "the camel",
    ElephantsUnranked = "a-kind-is-missing-from-the-order-of-strength" "the elephant",

    // Chapter 3: steps and freezing.
    FirstBoardJudged = "steps-judged-on-the-first-board",
    LetterIgnored = "the-letter-of-a-step-ignored",
    ColourIgnored = "colour-of-the-named-piece-ignored",
    OccupiedEntered = "occupied-squares-are-entered",
    RabbitsStepBack = "rabbits-step-back",
    RabbitsFaceWrongly = "rabbits-face-backward",
    GoldRabbitsFaceSouth = "gold-rabbits-face-south",
    SilverRabbitsFaceNorth = "silver-rabbits-face-north",
    RabbitsNotSideways = "rabbits-do-not-step-sideways",
    PushedRabbitsNotBack = "pushed-rabbits-do-not-go-back",
    PushedRabbitsAsMover = "pushed-rabbits-held-to-the-movers-direction",
    NoSilverNorth = "silver-pieces-do-not-step-north",
    NothingFreezes = "nothing-freezes",
    FrozenSteps = "freezing-ignored",
    EqualsFreeze = "equals-freeze",
    AnyEnemyFreezes = "any-enemy-freezes",
    FriendsDoNotHelp = "friends-do-not-unfreeze",
    ThreatenedFriendDoesNotHelp = "a-threatened-friend-does-not-help",
    FrozenDoesNotFreeze = "a-frozen-piece-does-not-freeze",
    FreezingOnceATurn = "freezing-judged-once-a-turn",
    RabbitsNotFrozen = "rabbits-are-not-frozen",
    WeakerFriendDoesNotHelp = "a-weaker-friend-does-not-help",

    // Chapter 4: pushes.
    NoPushes = "pushes-are-missing",
    EqualsPush = "equals-push",
    AnyStrengthPushes = "any-piece-pushes",
    ElephantsPushElephants = "an-elephant-pushes-an-elephant",
    FrozenBeginsPush = "a-frozen-piece-begins-a-push",
    ThreatenedDoesNotPush = "a-threatened-piece-with-a-friend-does-not-push",
    FreezingOnVictimsSquare = "freezing-judged-on-the-victims-square",
    PushWithLastStep = "a-push-begins-with-the-last-step",
    PushNeedsThreeSteps = "a-push-needs-three-steps",
    PushStraightOn = "pushes-go-straight-on",
    NoPushAfterAStep = "an-enemy-step-after-an-own-one-is-a-pull-or-nothing",
    OwnPiecesPushed = "own-pieces-are-pushed",
    AnotherMovesInPush = "another-piece-moves-inside-a-push",
    AnyStepCompletes = "any-step-completes-a-push",
    PushNotCompleted = "a-push-need-not-be-completed",
    PushLeftUnfinished = "a-push-is-left-unfinished",
    WeakCompletes = "any-friend-completes-a-push",
    EqualCompletes = "an-equal-piece-completes-a-push",
    FrozenCompletes = "a-frozen-piece-completes-a-push",
    BoundToOnePusher = "a-push-is-bound-to-one-pusher",
    CaptureEndsPush = "a-capture-ends-the-push",
    EnemyCompletes = "an-enemy-piece-completes-a-push",
    StrongEnemyCompletes = "an-enemy-piece-completes-a-push" "a stronger one",
    PusherFollowsVictim = "the-pusher-follows-to-the-victims-target",

    // Chapter 4: pulls.
    NoPulls = "pulls-are-missing",
    EqualsPulled = "equals-are-pulled",
    AnyStrengthPulls = "any-piece-pulls",
    AnyStepIntoLeftSquare = "any-step-into-the-left-square-is-a-pull",
    PullStraightOn = "pulls-go-straight-on",
    PullLeadsAnywhere = "a-pull-leads-anywhere",
    PullStaysOpen = "a-pull-stays-open",
    CapturedPullerDoesNotPull = "a-captured-puller-does-not-pull",
    FrozenPullerDoesNotPull = "a-puller-frozen-by-its-step-does-not-pull",
    PushBeforePull = "a-push-goes-before-a-pull",
    PushAndPull = "push-and-pull-by-one-step",
    PulledPullsOn = "a-pulled-piece-pulls-on",
    PushedOpensPull = "a-pushed-piece-opens-a-pull",
    FrozenBeginsPull = "a-frozen-piece-begins-a-pull",
    OwnPiecesPulled = "own-pieces-are-pulled",

    // Chapter 5: captures.
    NothingCaptured = "nothing-is-captured",
    OwnCaptureRefused = "a-step-into-its-own-capture-is-refused",
    CapturesAtEnd = "captures-at-the-end-of-the-turn",
    EnemiesSupport = "enemies-support",
    SupportDoesNotSave = "support-does-not-save",
    OnlyMoverCaptured = "only-the-mover-is-captured",
    MoverNotCaptured = "the-moved-piece-is-not-captured",
    OnlyOwnCaptured = "only-pieces-of-the-mover-are-captured",
    OnlyEnemiesCaptured = "only-enemy-pieces-are-captured",
    PushBeginsWithoutCapture = "the-first-half-of-a-push-captures-nothing",
    PushLeavesUncaptured = "the-first-half-of-a-push-captures-nothing" "left behind",
    CompletedPushCapturesNothing = "a-completed-push-captures-nothing",
    PulledNotCaptured = "a-pulled-piece-is-not-captured",

    // Chapter 6: turns.
    FiveSteps = "five-steps",
    ThreeSteps = "three-steps",
    PushCostsOneStep = "a-push-costs-one-step",
    PullWithFifthStep = "a-pull-begins-with-the-last-step",
    Passing = "passing",
    EndOnlyAfterFour = "a-turn-has-four-steps",
    EndsByItself = "the-fourth-step-ends-the-turn",
    BoardMayStay = "the-board-may-stay-as-it-was",
    UnchangedLoses = "an-unchanged-board-loses",
    ShapesCompared = "shapes-compared-for-boards",
    FourthStepMayNotRestore = "the-fourth-step-may-not-restore-the-board",
    NoStepMayRestore = "no-step-may-restore-the-board",

    // Chapter 7: repetition.
    RepetitionForgotten = "repetition-forgotten",
    SecondRefused = "refused-at-the-second-time",
    FourthRefused = "refused-at-the-fourth-time",
    SideNotCompared = "the-side-to-move-is-not-compared",
    MidTurnBoardsRepeat = "boards-in-mid-turn-repeat",
    FirstNotRecorded = "the-first-position-is-not-recorded",
    PresentNotRecorded = "the-position-before-the-turn-is-forgotten",

    // Chapter 8: the end of the game.
    NeverEnds = "a-game-never-ends",
    DecidedPlaysOn = "a-decided-game-is-played-on",
    LoserNamed = "the-loser-is-named",
    LastMoverWins = "the-last-mover-wins",
    GoalForgotten = "goal-forgotten",
    MoversGoalUnseen = "the-movers-goal-is-not-seen",
    OpponentsGoalUnseen = "the-opponents-goal-is-not-seen",
    OpponentsGoalFirst = "the-goal-of-the-opponent-first",
    SilversGoalFirst = "silvers-goal-wins-whoever-moved",
    GoldsGoalFirst = "golds-goal-wins-whoever-moved",
    AnyGoalRank = "any-goal-rank",
    GoalRankLow = "the-goal-mask-a-rank-low",
    AnyPieceOnGoal = "any-piece-on-goal",
    GoalA = "a-goal-square-is-not-seen" "the a-file",
    GoalB = "a-goal-square-is-not-seen" "the b-file",
    GoalC = "a-goal-square-is-not-seen" "the c-file",
    GoalD = "a-goal-square-is-not-seen" "the d-file",
    GoalE = "a-goal-square-is-not-seen" "the e-file",
    GoalF = "a-goal-square-is-not-seen" "the f-file",
    GoalG = "a-goal-square-is-not-seen" "the g-file",
    GoalH = "a-goal-square-is-not-seen" "the h-file",
    EliminationForgotten = "elimination-forgotten",
    OpponentsLossUnseen = "elimination-seen-for-the-mover-only",
    MoversLossUnseen = "elimination-seen-for-the-opponent-only",
    MoversRabbitsFirst = "the-rabbits-of-the-mover-first",
    EliminationBeforeGoal = "elimination-before-goal",
    StuckForgotten = "a-player-without-a-turn-plays-on",
    ImmobilizationForgotten = "immobilization-forgotten",
    OnlyRepetitionsForgotten = "only-repetitions-forgotten",
    ImmobilizationBeforeGoal = "immobilization-before-goal",
    ImmobilizationBeforeElimination = "immobilization-before-elimination",
    ImmobileWins = "the-player-without-a-step-wins",
    MoverImmobilized = "the-player-who-has-moved-loses-by-immobility",
    PushIsNoWayOut = "a-push-is-no-way-out",
    FrozenPusherCounts = "a-frozen-pusher-counts-as-a-step",
    MoversPushesCount = "immobilization-counts-the-movers-pushes",
    FrozenStepCounts = "a-frozen-piece-counts-as-a-step",
    BlockedPieceCounts = "a-blocked-piece-counts-as-a-step",

    // Chapter 8: ends in mid-turn, as programs show them.
    GoalAtOnce = "goal-in-mid-turn",
    GoalAtOnceButForEnd = "goal-in-mid-turn" "`end` is taken",
    GoalSaidAtOnce = "goal-in-mid-turn" "the turn goes on",
    GoalStops = "goal-in-mid-turn" "it is not told",
    GoalStopsButForEnd = "goal-in-mid-turn" "it is not told, and `end` is taken",
    GoalKept = "goal-in-mid-turn" "it decides at the end of the turn",
    LossAtOnce = "elimination-in-mid-turn",
    LossAtOnceButForEnd = "elimination-in-mid-turn" "`end` is taken",
    LossSaidAtOnce = "elimination-in-mid-turn" "the turn goes on",
    LossStops = "elimination-in-mid-turn" "it is not told",
    LossStopsButForEnd = "elimination-in-mid-turn" "it is not told, and `end` is taken",
    LossKept = "elimination-in-mid-turn" "it decides at the end of the turn",
    StuckAtOnce = "immobilization-in-mid-turn",
    StuckAtOnceButForEnd = "immobilization-in-mid-turn" "`end` is taken",
    StuckSaidAtOnce = "immobilization-in-mid-turn" "the turn goes on",
    StuckStops = "immobilization-in-mid-turn" "it is not told",
    StuckStopsButForEnd = "immobilization-in-mid-turn" "it is not told, and `end` is taken",
    StuckKept = "immobilization-in-mid-turn" "it decides at the end of the turn",
    DeadEndSaid = "a-dead-end-in-mid-turn-loses",
    AllAtOnce = "the-end-in-mid-turn",
    AllAtOnceButForEnd = "the-end-in-mid-turn" "`end` is taken",
    AllSaidAtOnce = "the-end-in-mid-turn" "the turn goes on",
    AllStop = "the-end-in-mid-turn" "it is not told",
    AllStopButForEnd = "the-end-in-mid-turn" "it is not told, and `end` is taken",
    AllKept = "the-end-in-mid-turn" "it decides at the end of the turn",

    // Mistakes that no wrong rule describes. An engine that makes one is to be told no other.
    CapturedPullerPullsAny = "",
    AnyCompletesAfterCapture = "",
    RabbitsNotLedOntoGoal = "",
    CatsDoNotFreezeRabbits = "",
    RabbitsDoNotSupport = "",
    ThreatenedDoesNotSupport = "",
    LastEightRemembered = "",
    OwnPiecesMayNotStay = "",
    OnlyOneStepSaves = "",
    PullSecondHalfFree = "",
    PullNotWithFourthStep = "",
    EitherStuckLoses = "",
    CamelFreezesNoHorse = "",
    DogDoesNotPushCat = "",
    TrapTakesElephantsNot = "",
    NoPullFromCorner = "",
    HomeRankNotFrozen = "",
    FriendsOnGoalRankDoNotHelp = "",
    OwnRepetitionsOnly = "",
    HistoryEndsWithACapture = "",

    // Setups, of the engine in `game.rs`, as all that follow.
    StepPlaces = "a-step-for-a-placement",
    EitherSidePlaced = "either-side-is-placed",
    SilverSetsUpLower = "silver-sets-up-a-rank-lower",
    GoldSetsUpEverywhere = "gold-sets-up-on-either-side",
    SetupUncounted = "setup-counts-unchecked",
    SetupOfAnyLength = "setup-of-any-length",
    HandicapIgnored = "handicap-ignored",

    // Earlier positions, and the older editions.
    NoRepetition = "repetition-forgotten",
    ThirdTaken = "refused-at-the-fourth-time",
    TurnsCompared = "turns-compared-for-positions",
    FourthLoses = "lost-at-the-fourth-time",
    ThirdRefusedAlways = "the-third-occurrence-refused-in-every-edition",
    RepetitionBeforeGoal = "repetition-before-goal",
    RepeaterWins = "the-repeater-wins",
    SideComparedIn2002 = "the-side-to-move-compared-in-2002",
    NoDrawsIgnored = "the-option-against-draws-ignored",
    NoDrawsAs2002 = "no-draws-compares-as-2002",
    BoardsUnchecked = "boards-not-looked-at",
    OldGamesHeld = "old-games-held-to-the-new-rule",
    PresentUnchecked = "the-present-position-left-out-of-the-history",

    // Order and counting.
    FrozenBeforeBackward = "frozen-before-backward",
    ActionsBySquare = "actions-in-the-order-of-squares",
    PushesNotLeftOpen = "pushes-are-not-left-open-when-counting",
    LastStepBeginsPush = "the-last-step-begins-a-push-when-counting",

    // Shortcuts of counting. By how much they err depends on the program, so a case that names one
    // in `kills` is expected to fail by any other number.
    OrdersDropped = "orders-dropped-that-freezing-tells-apart",
    CornerTurned = "a-corner-turned-where-the-piece-freezes",
    SupportForgotten = "support-for-a-lost-piece-forgotten",
    TagsForBoards = "equal-tags-for-equal-boards",
    FewMoves = "fewer-than-109-moves-of-one-or-two-steps",
}

/// The engine that can have a fault.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Place {
    /// The naive engine.
    Naive,
    /// The naive engine; no wrong rule describes the fault.
    Foreign,
    /// The right engine, with one wrong rule about a subject that the naive engine lacks.
    Game,
    /// No engine: cases name the wrong rule in `kills`.
    Kills,
}

impl Fault {
    /// The engine that can have this fault.
    pub fn place(self) -> Place {
        match self {
            _ if self < Self::CapturedPullerPullsAny => Place::Naive,
            _ if self < Self::StepPlaces => Place::Foreign,
            _ if self < Self::OrdersDropped => Place::Game,
            _ => Place::Kills,
        }
    }

    /// Whether the fault is about the winner at the end of a turn.
    pub(crate) fn is_about_winners(self) -> bool {
        (Self::NeverEnds..=Self::BlockedPieceCounts).contains(&self) && self != Self::DecidedPlaysOn
    }

    /// The faults that this engine can have.
    pub fn of(place: Place) -> impl Iterator<Item = Self> {
        let all = Self::ALL.iter().copied();
        all.filter(move |fault| fault.place() == place)
    }
}

/// The number of 64-bit words with two bits for each fault.
const WORDS: usize = Fault::ALL.len().div_ceil(32);

/// A set of faults, each of one player or of both.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Faults([u64; WORDS]);

impl Faults {
    /// No fault.
    pub const NONE: Self = Self([0; WORDS]);

    /// Adds a fault, for one player (`gold` or not) or for both.
    #[must_use]
    pub fn with(mut self, fault: Fault, gold: Option<bool>) -> Self {
        for player in [false, true] {
            if gold.is_none_or(|gold| gold == player) {
                self.insert(fault, player);
            }
        }
        self
    }

    /// Adds a fault for a player.
    pub(crate) fn insert(&mut self, fault: Fault, gold: bool) {
        let (word, bit) = bit_of(fault, gold);
        self.0[word] |= bit;
    }

    /// Whether the fault is in the set for a player.
    pub fn has(&self, fault: Fault, gold: bool) -> bool {
        let (word, bit) = bit_of(fault, gold);
        self.0[word] & bit != 0
    }

    /// The first fault in the set that the naive engine cannot have.
    pub fn beside_naive(&self) -> Option<Fault> {
        let beside = Fault::ALL.iter().skip(Fault::StepPlaces as usize);
        beside
            .copied()
            .find(|fault| self.has(*fault, true) || self.has(*fault, false))
    }

    /// Whether two sets have a fault in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.common(other) != Self::NONE
    }

    /// The faults that both sets have.
    #[must_use]
    pub fn common(mut self, other: &Self) -> Self {
        for (one, other) in self.0.iter_mut().zip(other.0) {
            *one &= other;
        }
        self
    }

    /// The faults of either set.
    #[must_use]
    pub fn union(mut self, other: &Self) -> Self {
        for (one, other) in self.0.iter_mut().zip(other.0) {
            *one |= other;
        }
        self
    }
}

const fn bit_of(fault: Fault, gold: bool) -> (usize, u64) {
    let at = fault as usize * 2 + gold as usize;
    (at / 64, 1 << (at % 64))
}
