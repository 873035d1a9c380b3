//! The state of a game: its stage, and the actions that lead from stage to stage.

use std::ops::ControlFlow;

use super::play::Play;
use super::repetition::History;
use super::setup::Setup;
use super::{arrangements, counting, distinct, ending, freezing, search, validity};
use crate::rules::Rules;
use crate::vocab::{
    Action, Board, Edition, Effect, Illegal, Invalid, Outcome, Phase, Placed, Side, Snapshot, Turn,
    TurnEnd,
};

/// A game by the reference engine, which reads like SPEC.md.
///
/// Two games are equal if the same can follow: they agree in the edition, the turn ends, the board,
/// the number of steps taken, and the steps that complete an open push or end an open pull.
///
/// ```
/// use arimaa::{reference::Reference, rules::Rules};
/// use arimaa::vocab::{Board, Edition, Side, Snapshot};
///
/// // Gold: cat c2, rabbit a1. Silver: dog d2 beside the cat, rabbit h8.
/// let pieces = ["Cc2", "Ra1", "dd2", "rh8"];
/// let board = pieces.iter().map(|piece| piece.parse()).collect::<Result<Board, _>>()?;
/// let start = Snapshot::position(Edition::default(), Side::Gold, board);
/// let mut game = Reference::from_snapshot(&start)?;
///
/// let refused = game.apply("Cc2n".parse()?).unwrap_err();
/// assert_eq!(refused.rule(), "FRZ-2");
/// let reason = "the gold cat on c2 is frozen by the silver dog on d2 and has no friend beside it";
/// assert_eq!(refused.to_string(), reason);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reference {
    edition: Edition,
    stage: Stage,
}

/// The stage of a game: setup or play.
#[derive(Clone, Debug, Eq, PartialEq)]
enum Stage {
    /// A player is placing pieces.
    Setup(Setup),
    /// A player is moving pieces.
    Play(Play),
}

impl Setup {
    /// The stage after this setup: Gold sets up first, then Silver, then Gold makes the first
    /// move from the position after both, which stands for the first time (SET-1, REP-3).
    fn next_stage(&self, edition: Edition) -> Stage {
        let end = TurnEnd {
            board: self.board,
            to_move: self.start.to_move.other(),
        };
        match self.start.to_move {
            Side::Gold => Stage::Setup(Self::new(end, self.handicap)),
            Side::Silver => Stage::Play(Play::new(History::new(edition, end))),
        }
    }
}

impl Reference {
    /// The distinct ways to complete this turn, found by trying every sequence of steps.
    ///
    /// It follows SPEC.md TRN-6 and ORD-3 word by word. [`turns`](Rules::turns) gives the same list
    /// many times faster; tests compare the two. A crowded position has millions of sequences.
    #[doc(hidden)]
    pub fn turns_by_definition(&self) -> Vec<Turn> {
        match &self.stage {
            Stage::Setup(setup) => arrangements::completions(setup, &|| false).unwrap_or_default(),
            Stage::Play(play) => distinct::distinct_turns(&play.now, &play.history),
        }
    }
}

impl Rules for Reference {
    /// Checks the snapshot, and then plays the actions of its present turn (SET-8, VAL-5).
    fn from_snapshot(snapshot: &Snapshot) -> Result<Self, Invalid> {
        validity::check(snapshot)?;
        let edition = snapshot.edition;
        let start = TurnEnd {
            board: snapshot.start,
            to_move: snapshot.side,
        };
        let (stage, taken): (Stage, Vec<Action>) = match &snapshot.phase {
            Phase::Setup { handicap, placed } => (
                Stage::Setup(Setup::new(start, *handicap)),
                placed.iter().copied().map(Action::Place).collect(),
            ),
            Phase::Play { steps, earlier } => (
                Stage::Play(Play::new(History::of(edition, earlier, start))),
                steps.iter().copied().map(Action::Step).collect(),
            ),
        };
        let mut game = Self { edition, stage };
        for (index, action) in taken.into_iter().enumerate() {
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
        let (start, phase) = match &self.stage {
            Stage::Setup(setup) => (setup.start, setup.phase()),
            Stage::Play(play) => (play.history.start, play.phase()),
        };
        Snapshot::new(self.edition, start.to_move, start.board, phase)
    }

    fn board(&self) -> Board {
        match &self.stage {
            Stage::Setup(setup) => setup.board,
            Stage::Play(play) => play.now.board,
        }
    }

    fn frozen(&self) -> Vec<Placed> {
        let board = self.board();
        let pieces = board.placed();
        pieces
            .filter(|&piece| freezing::is_frozen(&board, piece))
            .collect()
    }

    fn legal_actions(&self) -> Vec<Action> {
        match &self.stage {
            Stage::Setup(setup) => setup.legal_actions(),
            Stage::Play(play) => play.legal_actions(),
        }
    }

    /// Plays one action, whether the game is decided or not (END-11).
    fn apply(&mut self, action: Action) -> Result<Effect, Illegal> {
        match &mut self.stage {
            Stage::Setup(setup) => {
                let effect = setup.apply(action)?;
                if action == Action::EndTurn {
                    self.stage = setup.next_stage(self.edition);
                }
                Ok(effect)
            }
            Stage::Play(play) => play.apply(action),
        }
    }

    fn check_end(&self) -> Result<(), Illegal> {
        match &self.stage {
            Stage::Setup(setup) => setup.judge_end(),
            Stage::Play(play) => play.now.judge_end(&play.history).map(|_| ()),
        }
    }

    fn take_back(&mut self) -> bool {
        match &mut self.stage {
            Stage::Setup(_) => false,
            Stage::Play(play) => play.take_back(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match &self.stage {
            Stage::Setup(_) => None,
            Stage::Play(play) => ending::outcome(&play.history),
        }
    }

    fn visit_turns(&self, visit: &mut dyn FnMut(&Turn) -> ControlFlow<()>) -> ControlFlow<()> {
        self.turns().iter().try_for_each(visit)
    }

    fn has_goal(&self) -> bool {
        !self.goals().is_empty()
    }

    fn goals_unless(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>> {
        match &self.stage {
            Stage::Setup(_) => Some(Vec::new()),
            Stage::Play(play) => search::goals(&play.now, &play.history, stop),
        }
    }

    fn turns_unless(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>> {
        match &self.stage {
            Stage::Setup(setup) => arrangements::completions(setup, stop),
            Stage::Play(play) => search::distinct_turns(&play.now, &play.history, stop),
        }
    }

    fn count_turns_unless(&self, stop: &dyn Fn() -> bool) -> Option<u64> {
        match &self.stage {
            Stage::Setup(setup) => Some(counting::count_completions(setup)),
            Stage::Play(play) => search::count_distinct_turns(&play.now, &play.history, stop),
        }
    }

    fn count_steps_unless(&self, steps: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        match &self.stage {
            Stage::Setup(setup) => counting::count_placements(setup, steps, stop),
            Stage::Play(play) => counting::count_steps(&play.now, steps, stop),
        }
    }
}
