//! A game: its setup, the position, and the earlier turns.

use std::ops::ControlFlow;

use crate::rules::Rules;
use crate::vocab::{
    Action, Board, Edition, Effect, Handicap, Illegal, Invalid, Outcome, Part, Phase, Placed,
    Played, Side, Snapshot, Step, Turn, TurnEnd,
};

use super::distinct::{self, Workspace, with_workspace};
use super::distinct_turn::{self, DistinctTurn};
use super::ending;
use super::history::{History, forbids_third_occurrence};
use super::ordered;
use super::planes::Planes;
use super::position::Position;
use super::reach::simpler_board;
use super::setup::Setup;
use super::turn_steps::TurnSteps;
use super::validity::{check_board, check_handicap, check_history, check_setup_start};

/// A game by the fast engine: the setup, the present [`Position`], its history, and the outcome.
///
/// A game adds to a position what depends on the turns before: repetition and the end of the game.
/// A clone shares the history with the original, so it is cheap however long the history is. The
/// movement methods answer in decided games too, and only [`outcome`](Rules::outcome) knows the end
/// (SPEC.md END-11).
///
/// Most methods are those of [`Rules`], which has to be in scope. To play at random, choose from
/// [`turns`](Rules::turns) or with [`visit_turns`](Game::visit_turns):
/// [`legal_actions`](Rules::legal_actions) may be empty in mid-turn (TRN-5).
///
/// | to | `Game` | [`Position`] |
/// |---|---|---|
/// | begin with the setup | `default` | |
/// | begin with pieces in place | [`from_position`](Game::from_position) | `default`, [`new`](Position::new), a text |
/// | list single steps | [`legal_actions`](Rules::legal_actions) | [`steps`](Position::steps), [`successors`](Position::successors) |
/// | take one | [`apply`](Rules::apply) | [`play_step`](Position::play_step) |
/// | end the turn | [`apply`](Rules::apply) with [`Action::EndTurn`] | [`end_turn`](Position::end_turn) |
/// | play a whole turn | [`play`](Game::play), from a list with [`Turn::steps`] | [`after_turn`](Position::after_turn), unchecked |
/// | list, visit, count turns | [`turns`](Rules::turns), [`visit_turns`](Game::visit_turns), [`count_turns`](Rules::count_turns) | [`visit_turns`](Position::visit_turns), [`count_turns`](Position::count_turns) |
/// | know a goal in this turn | [`has_goal`](Rules::has_goal), [`goals`](Rules::goals) | [`has_goal`](Position::has_goal), [`shortest_goal`](Position::shortest_goal), without repetition |
/// | go back | [`take_back`](Rules::take_back) | keep a copy |
/// | know the end | [`outcome`](Rules::outcome) | [`outcome`](Position::outcome), without repetition |
///
/// ```
/// use arimaa::bitboard::{Game, Position};
/// use arimaa::vocab::{Edition, Side};
///
/// let mut game = Game::from_position(Edition::default(), Position::default());
/// game.play(["Ed2n".parse()?, "Ed3n".parse()?])?;
/// assert_eq!((game.turns_played(), game.side()), (1, Side::Silver));
/// assert_eq!(game.outcome(), None);
///
/// let refusal = game.play(["hb7s".parse()?, "hb6n".parse()?]).unwrap_err();
/// assert_eq!(refusal.rule(), "TRN-3");
///
/// assert!(game.take_back());
/// assert_eq!(game.position(), Some(&Position::default()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    edition: Edition,
    stage: Stage,
}

/// The phase of the game.
#[derive(Clone, Debug)]
enum Stage {
    /// The setup: pieces are placed.
    Setup(Setup),
    /// Play: pieces move.
    Play(Play),
}

/// A turn of play under way.
#[derive(Clone, Debug)]
struct Play {
    /// The position at the start of the turn. It could be derived from `position`, and is kept
    /// because every end of a turn needs it.
    start: Position,
    position: Position,
    history: History,
    /// The outcome by the end of the turn before, or `None` if the game goes on.
    outcome: Option<Outcome>,
}

impl Default for Game {
    /// The start of a game by the newest rules without a handicap: an empty board, Gold to place. A
    /// game with the pieces in place is made by [`from_position`](Game::from_position).
    fn default() -> Self {
        let setup = Setup::new(Side::Gold, Planes::default(), Handicap::NONE);
        Self::in_setup(Edition::default(), setup)
    }
}

impl Game {
    /// A game that starts from this position, with no earlier turns known.
    pub fn from_position(edition: Edition, position: Position) -> Self {
        Self::in_play(edition, position, History::new(edition))
    }

    const fn in_setup(edition: Edition, setup: Setup) -> Self {
        let stage = Stage::Setup(setup);
        Self { edition, stage }
    }

    fn in_play(edition: Edition, position: Position, history: History) -> Self {
        let stage = Stage::Play(Play::new(position, history, edition));
        Self { edition, stage }
    }

    /// The edition of the rules by which the game is played.
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// The side to move, or to place its pieces.
    pub const fn side(&self) -> Side {
        match &self.stage {
            Stage::Setup(setup) => setup.side,
            Stage::Play(play) => play.position.side(),
        }
    }

    /// The present position, or `None` during the setup.
    pub const fn position(&self) -> Option<&Position> {
        match &self.stage {
            Stage::Setup(_) => None,
            Stage::Play(play) => Some(&play.position),
        }
    }

    /// Whether repetition may refuse the end of a turn (SPEC.md REP-2): whether a position has
    /// stood twice, in an edition that forbids a third time. Where it is false,
    /// [`Position::can_end`] decides alone.
    pub const fn repetition_may_refuse(&self) -> bool {
        match &self.stage {
            Stage::Setup(_) => false,
            Stage::Play(play) => play.history.has_repeated(),
        }
    }

    /// The number of turns of play that are known before the present one.
    pub fn turns_played(&self) -> usize {
        match &self.stage {
            Stage::Setup(_) => 0,
            Stage::Play(play) => play.history.len(),
        }
    }

    /// The number of times a position has stood, up to the start of this turn (SPEC.md REP-1). A
    /// turn may not end if [`after_end`](Position::after_end) has stood twice (REP-2).
    ///
    /// ```
    /// use arimaa::vocab::Edition;
    /// use arimaa::{Game, Position};
    ///
    /// let start = Position::default();
    /// let mut game = Game::from_position(Edition::default(), start);
    /// for turn in ["Hb2n", "hb7s", "Hb3s", "hb6n"] {
    ///     game.play([turn.parse()?])?;
    /// }
    /// assert_eq!(game.occurrences(&start), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "repetition")]
    pub fn occurrences(&self, position: &Position) -> usize {
        match &self.stage {
            Stage::Setup(_) => 0,
            Stage::Play(play) => play.history.occurrences(&play.start, position),
        }
    }

    /// The outcome by the end of the last turn, or `None` while the game goes on.
    #[doc(alias = "is_game_over")]
    pub const fn outcome(&self) -> Option<Outcome> {
        match &self.stage {
            Stage::Setup(_) => None,
            Stage::Play(play) => play.outcome,
        }
    }

    /// Takes back the last turn of play, and the steps taken since. It goes back by whole turns: to
    /// undo a single step, keep the [`position`](Game::position) before it. Returns whether there
    /// was a turn to take back.
    #[doc(alias = "undo")]
    #[doc(alias = "unmake")]
    pub fn take_back(&mut self) -> bool {
        let Stage::Play(play) = &mut self.stage else {
            return false;
        };
        let Some(start) = play.history.pop() else {
            return false;
        };
        (play.start, play.position) = (start, start);
        play.outcome = ending::of_game(&start, &play.history, self.edition);
        true
    }

    /// Plays the steps, or all further steps, of a turn and ends the turn.
    ///
    /// # Errors
    ///
    /// Returns the first rule that a step or the end of the turn breaks. The game is unchanged.
    pub fn play(&mut self, steps: impl IntoIterator<Item = Step>) -> Result<(), Illegal> {
        let Stage::Play(play) = &mut self.stage else {
            return Err(Illegal::StepInSetup);
        };
        let mut position = play.position;
        for step in steps {
            position.play_step(step)?;
        }
        play.check_end(&position, self.edition)?;
        play.end_turn(position, self.edition);
        Ok(())
    }

    /// Visits each distinct turn that can be completed legally from here, in no particular order
    /// and without an allocation for any. Turns that repetition forbids are left out (SPEC.md
    /// REP-2). During a setup nothing is visited; [`turns`](Rules::turns) lists setups, too.
    pub fn visit_turns(&self, space: &mut Workspace, visit: impl FnMut(&DistinctTurn<'_>)) {
        if let Stage::Play(Play {
            position, history, ..
        }) = &self.stage
        {
            distinct_turn::each(space, position, &history.refused_ends(position), visit);
        }
    }

    /// Visits each distinct turn that ends with a rabbit of the player on its goal rank, as
    /// [`visit_turns`](Game::visit_turns) visits all: those that repetition forbids are left out.
    pub fn visit_goals(&self, space: &mut Workspace, mut visit: impl FnMut(&DistinctTurn<'_>)) {
        if self.position().is_some_and(Position::has_goal) {
            self.visit_turns(space, |turn| {
                if turn.is_goal() {
                    visit(turn);
                }
            });
        }
    }

    /// Visits turns like [`visit_goals`](Game::visit_goals) until `visit` breaks off, and returns
    /// the value with which it broke off.
    pub fn try_visit_goals<B>(
        &self,
        space: &mut Workspace,
        mut visit: impl FnMut(&DistinctTurn<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !self.position().is_some_and(Position::has_goal) {
            return ControlFlow::Continue(());
        }
        self.try_visit_turns(space, |turn| {
            if turn.is_goal() {
                visit(turn)
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// Visits turns like [`visit_turns`](Game::visit_turns) until `visit` breaks off, and returns
    /// the value with which it broke off.
    pub fn try_visit_turns<B>(
        &self,
        space: &mut Workspace,
        visit: impl FnMut(&DistinctTurn<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match &self.stage {
            Stage::Play(play) => {
                let refused = play.history.refused_ends(&play.position);
                distinct_turn::try_each(space, &play.position, &refused, visit)
            }
            Stage::Setup(_) => ControlFlow::Continue(()),
        }
    }
}

impl Play {
    fn new(position: Position, history: History, edition: Edition) -> Self {
        let start = position.turn_start();
        Self {
            outcome: ending::of_game(&start, &history, edition),
            start,
            position,
            history,
        }
    }

    /// Checks whether the turn may end at a position of this turn (TRN-2, PSH-4, TRN-3, REP-2).
    fn check_end(&self, position: &Position, edition: Edition) -> Result<(), Illegal> {
        position.check_end()?;
        if forbids_third_occurrence(edition)
            && let Some(earlier) = self.history.first_two_ends(&position.after_end())
        {
            return Err(Illegal::ThirdRepetition { earlier });
        }
        Ok(())
    }

    /// Ends the turn at this position, which must be one at which it may end.
    fn end_turn(&mut self, position: Position, edition: Edition) {
        self.history.push(self.start);
        self.start = position.after_end();
        self.position = self.start;
        self.outcome = ending::of_game(&self.start, &self.history, edition);
    }
}

impl Rules for Game {
    fn from_snapshot(snapshot: &Snapshot) -> Result<Self, Invalid> {
        let start = check_board(&snapshot.start)?;
        let (mut game, actions): (Self, Vec<Action>) = match &snapshot.phase {
            Phase::Setup { handicap, placed } => {
                check_handicap(*handicap)?;
                check_setup_start(snapshot, &start, *handicap)?;
                let setup = Setup::new(snapshot.side, start, *handicap);
                let placed = placed.iter().map(|&placed| Action::Place(placed));
                (Self::in_setup(snapshot.edition, setup), placed.collect())
            }
            Phase::Play { steps, earlier } => {
                let start = Position::at_start(snapshot.side, start);
                let history = check_history(snapshot.edition, &start, earlier)?;
                let steps = steps.iter().map(|&step| Action::Step(step));
                (
                    Self::in_play(snapshot.edition, start, history),
                    steps.collect(),
                )
            }
        };
        // The actions of the turn (VAL-5).
        for (index, action) in actions.into_iter().enumerate() {
            game.apply(action)
                .map_err(|illegal| Invalid::IllegalAction {
                    index,
                    action,
                    illegal: Box::new(illegal),
                })?;
        }
        Ok(game)
    }

    fn boxed_clone(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }

    fn snapshot(&self) -> Snapshot {
        let (side, start, phase) = match &self.stage {
            Stage::Setup(setup) => {
                let phase = Phase::Setup {
                    handicap: setup.handicap,
                    placed: setup.placed.clone(),
                };
                (setup.side, setup.start.to_board(), phase)
            }
            Stage::Play(play) => {
                let turn_end = |start: &Position| TurnEnd {
                    board: start.board(),
                    to_move: start.side(),
                };
                let latest_first = play.history.latest_first();
                let mut earlier: Vec<_> = latest_first.map(|past| turn_end(&past.start)).collect();
                earlier.reverse();
                let steps = play.position.steps_taken().iter().collect();
                let start = play.start.board();
                (play.position.side(), start, Phase::Play { steps, earlier })
            }
        };
        Snapshot::new(self.edition, side, start, phase)
    }

    fn board(&self) -> Board {
        match &self.stage {
            Stage::Setup(setup) => setup.board.to_board(),
            Stage::Play(play) => play.position.board(),
        }
    }

    fn frozen(&self) -> Vec<Placed> {
        let position = match &self.stage {
            Stage::Setup(setup) => Position::at_start(setup.side, setup.board),
            Stage::Play(play) => play.position,
        };
        let pieces = position.pieces();
        pieces
            .filter(|piece| position.is_frozen(piece.square))
            .collect()
    }

    fn legal_actions(&self) -> Vec<Action> {
        let (mut actions, may_end): (Vec<_>, _) = match &self.stage {
            Stage::Setup(setup) => {
                let placements = setup.placements().into_iter().map(Action::Place);
                (placements.collect(), setup.check_complete().is_ok())
            }
            Stage::Play(play) => {
                let steps = play.position.steps_in_text_order().map(Action::Step);
                let may_end = play.check_end(&play.position, self.edition).is_ok();
                (steps.collect(), may_end)
            }
        };
        actions.extend(may_end.then_some(Action::EndTurn));
        actions
    }

    fn apply(&mut self, action: Action) -> Result<Effect, Illegal> {
        match (&mut self.stage, action) {
            (Stage::Setup(setup), Action::Place(placed)) => {
                setup.place(placed)?;
                Ok(effect_without_capture(Part::Placement))
            }
            (Stage::Setup(_), Action::Step(_)) => Err(Illegal::StepInSetup),
            (Stage::Setup(setup), Action::EndTurn) => {
                setup.check_complete()?;
                // The board after Gold's setup is no part of the history (REP-3).
                *self = match setup.side {
                    Side::Gold => {
                        let silver = Setup::new(Side::Silver, setup.board, setup.handicap);
                        Self::in_setup(self.edition, silver)
                    }
                    Side::Silver => {
                        let start = Position::at_start(Side::Gold, setup.board);
                        Self::from_position(self.edition, start)
                    }
                };
                Ok(effect_without_capture(Part::TurnEnded))
            }
            (Stage::Play(_), Action::Place(_)) => Err(Illegal::PlacementInPlay),
            (Stage::Play(play), Action::Step(step)) => play.position.play_step(step),
            (Stage::Play(play), Action::EndTurn) => {
                play.check_end(&play.position, self.edition)?;
                play.end_turn(play.position, self.edition);
                Ok(effect_without_capture(Part::TurnEnded))
            }
        }
    }

    fn check_end(&self) -> Result<(), Illegal> {
        match &self.stage {
            Stage::Setup(setup) => setup.check_complete(),
            Stage::Play(play) => play.check_end(&play.position, self.edition),
        }
    }

    fn take_back(&mut self) -> bool {
        Self::take_back(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Self::outcome(self)
    }

    fn turns_unless(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>> {
        match &self.stage {
            Stage::Setup(setup) => setup.turns(stop),
            Stage::Play(play) => {
                let refused = play.history.refused_ends(&play.position);
                ordered::list_turns(&play.position, &refused, stop)
            }
        }
    }

    fn visit_turns(&self, visit: &mut dyn FnMut(&Turn) -> ControlFlow<()>) -> ControlFlow<()> {
        match &self.stage {
            Stage::Setup(_) => self.turns().iter().try_for_each(visit),
            Stage::Play(play) => {
                let mut shown = Turn::new(Vec::with_capacity(TurnSteps::MOST), Board::EMPTY);
                self.try_visit_turns(&mut Workspace::default(), |turn| {
                    let mut now = play.position;
                    shown.played.clear();
                    shown.played.extend(turn.steps().into_iter().map(|step| {
                        let part = now.part_of_step(step);
                        now = now.after(step);
                        let captured = now.last_capture();
                        Played::new(Action::Step(step), Effect::new(part, captured))
                    }));
                    shown.board = now.board();
                    visit(&shown)
                })
            }
        }
    }

    fn has_goal(&self) -> bool {
        let Stage::Play(play) = &self.stage else {
            return false;
        };
        play.position.has_goal() && {
            // The refused boards include the start of the turn, which is no goal for
            // `Position::has_goal`.
            let refused = play.history.refused_ends(&play.position);
            refused.len() == 1 || {
                let found = |turn: &DistinctTurn<'_>| {
                    if turn.is_goal() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                };
                self.try_visit_turns(&mut Workspace::default(), found)
                    .is_break()
            }
        }
    }

    fn goals_unless(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>> {
        if !self.position().is_some_and(Position::has_goal) {
            return Some(Vec::new());
        }
        let mut turns = self.turns_unless(stop)?;
        let side = self.side();
        turns.retain(|turn| Planes::from(&turn.board).at_goal(side) != 0);
        Some(turns)
    }

    fn count_turns_unless(&self, stop: &dyn Fn() -> bool) -> Option<u64> {
        (!stop()).then(|| match &self.stage {
            Stage::Setup(setup) => setup.count_turns(),
            Stage::Play(play) => {
                let refused = play.history.refused_ends(&play.position);
                let root = play.position.root();
                with_workspace(|space| distinct::count(space, &root, &refused))
            }
        })
    }

    /// A simpler board with as many turns; `None` in mid-turn and if repetition may matter.
    fn simpler_board(&self) -> Option<Board> {
        let Stage::Play(play) = &self.stage else {
            return None;
        };
        let position = &play.position;
        let is_known = position.steps_left() == TurnSteps::MOST && !play.history.has_repeated();
        is_known.then(|| simpler_board(position.planes(), position.side()).to_board())
    }

    fn count_steps_unless(&self, steps: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        (!stop()).then(|| match &self.stage {
            Stage::Setup(setup) => setup.count_steps(steps),
            Stage::Play(play) => play.position.count_steps(steps),
        })
    }
}

/// The effect of an action that captured nothing.
const fn effect_without_capture(part: Part) -> Effect {
    Effect::new(part, None)
}
