//! The right engine with one wrong rule about what the naive engine has no organ for: setups,
//! editions, earlier positions, the order of answers, and counting.
//!
//! Play is that of the bitboard engine, so an answer has reasons and details, too.

use std::cell::Cell;
use std::ops::ControlFlow;

use crate::subjects::Local;
use crate::{Case, CaseVerdict, ask_case};
use arimaa::compare::Engine;
use arimaa::rules::Rules;
use arimaa::vocab::{
    Action, Board, Edition, Effect, End, Handicap, Illegal, Invalid, Kind, Outcome, Part, Phase,
    Piece, Placed, Side, Snapshot, Step, Turn, TurnEnd,
};
use arimaa_naive::fault::Fault;
use arimaa_naive::fault::Fault as F;
use arimaa_oracle::ask::{Question, QuestionKind};

thread_local! {
    /// The fault of the engine that this thread asks: [`Rules::from_snapshot`] has no other way to
    /// know it.
    static FAULT: Cell<Option<Fault>> = const { Cell::new(None) };
}

/// The verdict on the engine with a fault; none where its question has nothing to do with it.
pub(super) fn ask(case: &Case, fault: Fault) -> Option<CaseVerdict> {
    if !concerns(fault, &case.question) {
        return None;
    }
    FAULT.set(Some(fault));
    let verdict = ask_case(case, &mut Local::new("wrong", Engine::of::<WrongGame>()));
    FAULT.set(None);
    Some(verdict)
}

/// Whether the answer can depend on the fault. Turns of a setup without limits are without end.
fn concerns(fault: Fault, question: &Question) -> bool {
    use QuestionKind::{Goal, Judge, LegalActions, Perft, TurnCount, Turns};

    let kind = question.kind();
    match fault {
        F::PushesNotLeftOpen | F::LastStepBeginsPush => kind == Perft,
        F::ActionsBySquare => kind == LegalActions,
        F::FrozenBeforeBackward => kind == Judge,
        _ if fault.is_about_setups() => !matches!(kind, Goal | Perft | TurnCount | Turns),
        _ => true,
    }
}

/// A state of the engine.
#[derive(Clone, Debug)]
struct WrongGame {
    fault: Option<Fault>,
    edition: Edition,
    state: State,
}

#[derive(Clone, Debug)]
enum State {
    Setup(Box<Setup>),
    Play(Box<dyn Rules>),
}

/// A setup turn.
#[derive(Clone, Debug)]
struct Setup {
    fault: Option<Fault>,
    side: Side,
    start: Board,
    board: Board,
    handicap: Handicap,
    placed: Vec<Placed>,
}

impl Setup {
    fn new(fault: Option<Fault>, side: Side, start: Board, handicap: Handicap) -> Self {
        Self {
            fault,
            side,
            start,
            board: start,
            handicap,
            placed: Vec::new(),
        }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn apply(&mut self, action: Action) -> Result<(), Illegal> {
        let placed = match action {
            Action::Place(placed) => placed,
            Action::Step(Step { piece, from, .. }) if self.has(F::StepPlaces) => Placed {
                piece,
                square: from,
            },
            _ => return Err(Illegal::StepInSetup),
        };
        self.judge(placed)?;
        self.board.set(placed.square, Some(placed.piece));
        self.placed.push(placed);
        Ok(())
    }

    fn judge(&self, placed: Placed) -> Result<(), Illegal> {
        let (Placed { piece, square }, side) = (placed, self.side);
        if piece.side != side && !self.has(F::EitherSidePlaced) {
            return Err(Illegal::PlacementOfEnemy { piece });
        }
        if !self.home().contains(&square.rank()) {
            return Err(Illegal::OutsideHome { square, side });
        }
        if let Some(piece) = self.board.at(square) {
            let by = Placed { piece, square };
            return Err(Illegal::SquareTaken { by });
        }
        if self.left(piece.kind) == 0 && !self.has(F::SetupUncounted) {
            return Err(Illegal::NoneLeft { piece });
        }
        Ok(())
    }

    fn home(&self) -> &'static [u8] {
        match self.side {
            Side::Gold if self.has(F::GoldSetsUpEverywhere) => &[1, 2, 7, 8],
            Side::Gold => &[1, 2],
            Side::Silver if self.has(F::SilverSetsUpLower) => &[6, 7],
            Side::Silver => &[7, 8],
        }
    }

    /// How many pieces of a kind are still to be placed.
    fn left(&self, kind: Kind) -> usize {
        let piece = Piece::new(self.side, kind);
        let set: usize = match kind {
            Kind::Rabbit => 8,
            Kind::Elephant | Kind::Camel => 1,
            Kind::Horse | Kind::Dog | Kind::Cat => 2,
        };
        let missing = usize::from(self.handicap.of(piece));
        let there = self.board.placed().filter(|placed| placed.piece == piece);
        set.saturating_sub(missing).saturating_sub(there.count())
    }

    fn check_end(&self) -> Result<(), Illegal> {
        let kinds = Kind::ALL.into_iter().rev();
        let missing: Vec<Kind> = kinds.flat_map(|kind| vec![kind; self.left(kind)]).collect();
        if missing.is_empty() || self.has(F::SetupOfAnyLength) && !self.placed.is_empty() {
            Ok(())
        } else {
            Err(Illegal::SetupIncomplete { missing })
        }
    }

    fn legal_actions(&self) -> Vec<Action> {
        if self.check_end().is_ok() {
            return vec![Action::EndTurn];
        }
        let pieces = Kind::ALL.map(|kind| Piece::new(self.side, kind));
        let squares = arimaa::vocab::Square::ALL;
        let all = pieces
            .into_iter()
            .flat_map(|piece| squares.map(|square| Placed { piece, square }));
        let mut legal: Vec<Placed> = all.filter(|placed| self.judge(*placed).is_ok()).collect();
        legal.sort_by_key(Placed::to_string);
        legal.into_iter().map(Action::Place).collect()
    }
}

/// The bitboard engine.
fn right(snapshot: &Snapshot) -> Result<Box<dyn Rules>, Invalid> {
    Engine::default().start(snapshot)
}

/// The edition whose rules the engine follows in place of another.
fn edition(fault: Option<Fault>, of: Edition) -> Edition {
    match (fault, of) {
        (Some(F::SideComparedIn2002), Edition::Year2002)
        | (Some(F::NoDrawsIgnored), Edition::May2005 { .. }) => {
            Edition::May2005 { no_draws: false }
        }
        _ => of,
    }
}

/// A position in play, with the checks that the engine makes.
fn open_position(fault: Option<Fault>, mut snapshot: Snapshot) -> Result<Box<dyn Rules>, Invalid> {
    if fault == Some(F::OldGamesHeld) {
        let mut new = snapshot.clone();
        new.edition = Edition::July2008;
        if let Err(invalid @ Invalid::ThirdRepetition { .. }) = right(&new) {
            return Err(invalid);
        }
    }
    loop {
        let invalid = match right(&snapshot) {
            Ok(state) => return Ok(state),
            Err(invalid) => invalid,
        };
        let Phase::Play { earlier, .. } = &mut snapshot.phase else {
            return Err(invalid);
        };
        // What the engine does not look at is taken away, as if it had been right.
        match (fault, &invalid) {
            (Some(F::BoardsUnchecked), Invalid::Unsupported { piece }) => {
                snapshot.start.set(piece.square, None);
            }
            (Some(F::BoardsUnchecked), Invalid::Earlier { index, invalid: at })
                if matches!(**at, Invalid::Unsupported { .. }) =>
            {
                earlier.remove(*index);
            }
            (
                Some(F::PresentUnchecked),
                Invalid::ThirdRepetition {
                    occurrences: [first, .., last],
                },
            ) if *last == earlier.len() => {
                earlier.remove(*first);
            }
            _ => return Err(invalid),
        }
    }
}

/// How often the present position has stood, by boards alone or with the side to move.
fn times(snapshot: &Snapshot, with_side: bool) -> usize {
    let Phase::Play { earlier, .. } = &snapshot.phase else {
        return 1;
    };
    let is_same = |end: &&TurnEnd| {
        end.board == snapshot.start && (!with_side || end.to_move == snapshot.side)
    };
    1 + earlier.iter().filter(is_same).count()
}

impl WrongGame {
    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn play(&self) -> Option<&dyn Rules> {
        match &self.state {
            State::Play(game) => Some(game.as_ref()),
            State::Setup(_) => None,
        }
    }

    /// The state by which the engine judges the turn, where it is not the right one.
    fn judged(&self) -> Option<Box<dyn Rules>> {
        let is_otherwise = match self.fault? {
            F::ThirdRefusedAlways => self.edition != Edition::July2008,
            F::NoRepetition | F::ThirdTaken | F::TurnsCompared => self.edition == Edition::July2008,
            _ => false,
        };
        if !is_otherwise {
            return None;
        }
        let mut snapshot = self.play()?.snapshot();
        let Phase::Play { earlier, .. } = &mut snapshot.phase else {
            return None;
        };
        match self.fault? {
            F::ThirdRefusedAlways => snapshot.edition = Edition::July2008,
            F::TurnsCompared => {
                let mut before = None;
                earlier.retain(|end| before.replace(end.board) == Some(snapshot.start));
            }
            _ => earlier.clear(),
        }
        right(&snapshot).ok()
    }

    /// What the state says by which the engine judges the turn; in a setup nothing.
    fn of_play<T: Default>(&self, what: impl Fn(&dyn Rules) -> T) -> T {
        match (self.judged(), self.play()) {
            (Some(judged), _) => what(judged.as_ref()),
            (None, Some(game)) => what(game),
            (None, None) => T::default(),
        }
    }

    fn count(&self, game: &dyn Rules, steps: u32) -> u64 {
        let pends = matches!(game.check_end(), Err(Illegal::PushUnfinished { .. }));
        if steps == 0 {
            return u64::from(!(pends && self.has(F::PushesNotLeftOpen)));
        }
        let is_step = |action: &Action| matches!(action, Action::Step(_));
        let mut legal = game.legal_actions();
        legal.retain(is_step);
        let snapshot = game.snapshot();
        let taken = match &snapshot.phase {
            Phase::Play { steps, .. } => steps.len(),
            Phase::Setup { .. } => 0,
        };
        let mut pushes = 0;
        if self.has(F::LastStepBeginsPush) && steps == 1 && taken == 3 && !pends {
            let afresh = Snapshot::position(snapshot.edition, snapshot.side, game.board());
            let actions = right(&afresh).map(|game| game.legal_actions());
            let begins = |action: &Action| {
                matches!(action, Action::Step(step) if step.piece.side != snapshot.side)
                    && !legal.contains(action)
            };
            pushes = actions.into_iter().flatten().filter(begins).count() as u64;
        }
        let after = legal.into_iter().map(|action| {
            let mut game = game.boxed_clone();
            game.apply(action)
                .map_or(0, |_| self.count(game.as_ref(), steps - 1))
        });
        after.sum::<u64>() + pushes
    }
}

impl Rules for WrongGame {
    fn from_snapshot(snapshot: &Snapshot) -> Result<Self, Invalid> {
        let fault = FAULT.get();
        let is_setup_fault = fault.is_some_and(Fault::is_about_setups);
        let mut followed = snapshot.clone();
        followed.edition = edition(fault, snapshot.edition);
        let state = match &mut followed.phase {
            Phase::Setup { handicap, placed } if is_setup_fault => {
                if fault == Some(F::HandicapIgnored) {
                    *handicap = Handicap::NONE;
                }
                let (handicap, placed) = (*handicap, std::mem::take(placed));
                right(&followed)?;
                let mut setup = Setup::new(fault, followed.side, followed.start, handicap);
                for (index, placed) in placed.into_iter().enumerate() {
                    let action = Action::Place(placed);
                    setup
                        .apply(action)
                        .map_err(|illegal| Invalid::IllegalAction {
                            index,
                            action,
                            illegal: Box::new(illegal),
                        })?;
                }
                State::Setup(Box::new(setup))
            }
            _ => State::Play(open_position(fault, followed)?),
        };
        Ok(Self {
            fault,
            edition: snapshot.edition,
            state,
        })
    }

    fn boxed_clone(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }

    fn snapshot(&self) -> Snapshot {
        match &self.state {
            State::Setup(setup) => {
                let phase = Phase::Setup {
                    handicap: setup.handicap,
                    placed: setup.placed.clone(),
                };
                Snapshot::new(self.edition, setup.side, setup.start, phase)
            }
            State::Play(game) => {
                let mut snapshot = game.snapshot();
                snapshot.edition = self.edition;
                snapshot
            }
        }
    }

    fn board(&self) -> Board {
        match &self.state {
            State::Setup(setup) => setup.board,
            State::Play(game) => game.board(),
        }
    }

    fn frozen(&self) -> Vec<Placed> {
        self.of_play(Rules::frozen)
    }

    fn legal_actions(&self) -> Vec<Action> {
        if let State::Setup(setup) = &self.state {
            return setup.legal_actions();
        }
        let mut actions = self.of_play(Rules::legal_actions);
        if self.has(F::ActionsBySquare) {
            actions.sort_by_key(|action| match action {
                Action::Step(step) => Some((step.from.rank(), step.from.file())),
                _ => None,
            });
        }
        actions
    }

    fn apply(&mut self, action: Action) -> Result<Effect, Illegal> {
        let judged = (action == Action::EndTurn).then(|| self.judged()).flatten();
        match &mut self.state {
            State::Play(game) => {
                let Some(mut judged) = judged else {
                    let checks_frozen = self.fault == Some(F::FrozenBeforeBackward);
                    let frozen = if checks_frozen {
                        game.frozen()
                    } else {
                        Vec::new()
                    };
                    return game.apply(action).map_err(|illegal| match illegal {
                        Illegal::RabbitBackward { rabbit } if frozen.contains(&rabbit) => {
                            Illegal::Frozen {
                                piece: rabbit,
                                by: Vec::new(),
                            }
                        }
                        illegal => illegal,
                    });
                };
                let effect = judged.apply(action)?;
                if game.apply(action).is_err() {
                    *game = judged;
                }
                Ok(effect)
            }
            State::Setup(setup) if action != Action::EndTurn => {
                setup.apply(action)?;
                Ok(Effect::new(Part::Placement, None))
            }
            State::Setup(setup) => {
                setup.check_end()?;
                let (board, handicap) = (setup.board, setup.handicap);
                self.state = match setup.side {
                    Side::Gold => State::Setup(Box::new(Setup::new(
                        self.fault,
                        Side::Silver,
                        board,
                        handicap,
                    ))),
                    Side::Silver => {
                        let position = Snapshot::position(self.edition, Side::Gold, board);
                        let nothing = Illegal::SetupIncomplete {
                            missing: Vec::new(),
                        };
                        State::Play(right(&position).map_err(|_| nothing)?)
                    }
                };
                Ok(Effect::new(Part::TurnEnded, None))
            }
        }
    }

    fn check_end(&self) -> Result<(), Illegal> {
        match (&self.state, self.judged()) {
            (State::Setup(setup), _) => setup.check_end(),
            (_, Some(judged)) => judged.check_end(),
            (State::Play(game), None) => game.check_end(),
        }
    }

    fn take_back(&mut self) -> bool {
        match &mut self.state {
            State::Setup(_) => false,
            State::Play(game) => game.take_back(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let game = self.play()?;
        let (right, fault) = (game.outcome(), self.fault?);
        let is_by = |end: End| right.is_some_and(|outcome| outcome.end == end);
        let times = |with_side| times(&game.snapshot(), with_side);
        let third = |winner| {
            Some(Outcome {
                winner: Some(winner),
                end: End::ThirdOccurrence,
            })
        };
        let to_move = || game.snapshot().side;
        match fault {
            F::FourthLoses if is_by(End::ThirdOccurrence) => {
                let with_side = self.edition != Edition::Year2002;
                right.filter(|_| times(with_side) >= 4)
            }
            F::RepeaterWins if is_by(End::ThirdOccurrence) => third(to_move().other()),
            F::RepetitionBeforeGoal
                if self.edition != Edition::July2008
                    && (is_by(End::MoverGoal) || is_by(End::OpponentGoal))
                    && times(self.edition != Edition::Year2002) >= 3 =>
            {
                third(to_move())
            }
            F::NoDrawsAs2002
                if self.edition == (Edition::May2005 { no_draws: true })
                    && right.is_none()
                    && times(false) >= 3 =>
            {
                third(to_move())
            }
            F::NoRepetition | F::ThirdTaken | F::TurnsCompared => self.of_play(Rules::outcome),
            _ => right,
        }
    }

    fn turns_unless(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>> {
        self.of_play(|game| game.turns_unless(stop))
    }

    fn visit_turns(&self, visit: &mut dyn FnMut(&Turn) -> ControlFlow<()>) -> ControlFlow<()> {
        match (self.judged(), self.play()) {
            (Some(judged), _) => judged.visit_turns(visit),
            (None, Some(game)) => game.visit_turns(visit),
            (None, None) => ControlFlow::Continue(()),
        }
    }

    fn goals_unless(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>> {
        self.of_play(|game| game.goals_unless(stop))
    }

    fn has_goal(&self) -> bool {
        self.of_play(Rules::has_goal)
    }

    fn count_turns_unless(&self, stop: &dyn Fn() -> bool) -> Option<u64> {
        self.of_play(|game| game.count_turns_unless(stop))
    }

    fn count_steps_unless(&self, steps: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        match (self.fault, self.play()) {
            (Some(F::PushesNotLeftOpen | F::LastStepBeginsPush), Some(game)) => {
                Some(self.count(game, steps))
            }
            _ => self.of_play(|game| game.count_steps_unless(steps, stop)),
        }
    }
}
