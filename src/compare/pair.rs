//! Two engines as a single engine: the first answers, and the second is compared with it.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use super::Divergence;
use crate::rules::Rules;
use crate::vocab::{Action, Board, Effect, Illegal, Invalid, Outcome, Placed, Snapshot, Turn};

/// The first divergence of pairs of engines. Copies share it.
pub(super) type Recorder = Arc<OnceLock<Divergence>>;

/// Two engines in the same state.
///
/// The first difference is recorded. From then on only the first engine is asked, because the
/// states may differ and later answers prove nothing.
#[derive(Clone, Debug)]
pub(super) struct Pair<A, B> {
    pub(super) first: A,
    pub(super) second: B,
    recorder: Recorder,
}

impl<A: Rules + Clone, B: Rules + Clone> Pair<A, B> {
    /// Both engines in the state that the snapshot describes.
    ///
    /// If one of them calls it invalid and the other does not, or for another reason, the
    /// difference is recorded. The state is invalid if either says so.
    pub(super) fn start(snapshot: &Snapshot, recorder: &Recorder) -> Result<Self, Invalid> {
        match (A::from_snapshot(snapshot), B::from_snapshot(snapshot)) {
            (Ok(first), Ok(second)) => Ok(Self {
                first,
                second,
                recorder: Recorder::clone(recorder),
            }),
            (Ok(_), Err(second)) => {
                let compared = Divergence::unless_same("validity", snapshot, &None, &Some(&second));
                record(recorder, compared);
                Err(second)
            }
            (Err(first), second) => {
                let second = second.as_ref().err();
                let compared =
                    Divergence::unless_same("validity", snapshot, &Some(&first), &second);
                record(recorder, compared);
                Err(first)
            }
        }
    }

    /// The first answer that differed, in this pair or in a pair that shares its recorder.
    pub(super) fn divergence(&self) -> Option<&Divergence> {
        self.recorder.get()
    }

    /// The first engine's answer, compared with the second's.
    fn ask_both<T: PartialEq + Debug>(
        &self,
        question: &str,
        ask: impl FnOnce(&A) -> T,
        other: impl FnOnce(&B) -> T,
    ) -> T {
        let first = ask(&self.first);
        if self.recorder.get().is_none() {
            self.record_difference(question, None, &first, &other(&self.second));
        }
        first
    }

    /// Records a divergence if two answers in this state differ.
    pub(super) fn record_difference<T: PartialEq + Debug>(
        &self,
        question: &str,
        tried: Option<Action>,
        first: &T,
        second: &T,
    ) {
        compare(&self.recorder, &self.first, question, tried, first, second);
    }
}

/// Records a divergence in the state of the engine `state` if two answers differ.
fn compare<T: PartialEq + Debug>(
    recorder: &Recorder,
    state: &impl Rules,
    question: &str,
    tried: Option<Action>,
    first: &T,
    second: &T,
) {
    if first != second {
        let mut compared = Divergence::unless_same(question, &state.snapshot(), first, second);
        if let Err(divergence) = &mut compared {
            divergence.tried = tried;
            divergence.board = state.board();
        }
        record(recorder, compared);
    }
}

/// The boards after all visited turns and the numbers of steps to them, in the order of the boards.
fn visited_boards(engine: &impl Rules) -> Vec<(Board, usize)> {
    let mut turns = Vec::new();
    let _ = engine.visit_turns(&mut |turn| {
        turns.push((turn.board, turn.played.len()));
        ControlFlow::Continue(())
    });
    turns.sort_unstable();
    turns
}

/// Records a divergence, unless an earlier one is recorded: later ones follow from the first.
fn record(recorder: &Recorder, compared: Result<(), Box<Divergence>>) {
    if let Err(divergence) = compared {
        let _ = recorder.set(*divergence);
    }
}

impl<A, B> Rules for Pair<A, B>
where
    A: Rules + Clone,
    B: Rules + Clone,
{
    /// A pair with a recorder of its own.
    fn from_snapshot(snapshot: &Snapshot) -> Result<Self, Invalid> {
        Self::start(snapshot, &Recorder::default())
    }

    fn boxed_clone(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }

    fn snapshot(&self) -> Snapshot {
        self.ask_both("the snapshot", Rules::snapshot, Rules::snapshot)
    }

    fn board(&self) -> Board {
        self.ask_both("the board", Rules::board, Rules::board)
    }

    fn frozen(&self) -> Vec<Placed> {
        self.ask_both("the frozen pieces", Rules::frozen, Rules::frozen)
    }

    fn legal_actions(&self) -> Vec<Action> {
        self.ask_both("legal actions", Rules::legal_actions, Rules::legal_actions)
    }

    fn apply(&mut self, action: Action) -> Result<Effect, Illegal> {
        if self.recorder.get().is_some() {
            return self.first.apply(action);
        }
        // A copy shares the history of the game, and makes the end of a turn copy it.
        let before = match action {
            Action::EndTurn => {
                let rulings = (self.first.check_end(), self.second.check_end());
                self.record_difference("the ruling", Some(action), &rulings.0, &rulings.1);
                None
            }
            _ => Some(self.first.clone()),
        };
        let first = self.first.apply(action);
        let second = self.second.apply(action);
        let before = before.as_ref().unwrap_or(&self.first);
        compare(
            &self.recorder,
            before,
            "the ruling",
            Some(action),
            &first,
            &second,
        );
        first
    }

    fn check_end(&self) -> Result<(), Illegal> {
        self.ask_both("the end of the turn", Rules::check_end, Rules::check_end)
    }

    fn take_back(&mut self) -> bool {
        let first = self.first.take_back();
        if self.recorder.get().is_none() {
            let second = self.second.take_back();
            self.record_difference("taking a turn back", None, &first, &second);
        }
        first
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ask_both("the outcome", Rules::outcome, Rules::outcome)
    }

    /// Compares the turns that both engines visit, then visits those of the first. The order of a
    /// visit is the engine's own, so boards and numbers of steps are compared, sorted.
    fn visit_turns(&self, visit: &mut dyn FnMut(&Turn) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.recorder.get().is_none() {
            self.ask_both(
                "visited turns",
                |engine| visited_boards(engine),
                |engine| visited_boards(engine),
            );
        }
        self.first.visit_turns(visit)
    }

    fn has_goal(&self) -> bool {
        self.ask_both("whether there is a goal", Rules::has_goal, Rules::has_goal)
    }

    fn goals_unless(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>> {
        let (first, second) = (self.first.goals_unless(stop)?, &self.second);
        if self.recorder.get().is_none() {
            self.record_difference("goals", None, &first, &second.goals_unless(stop)?);
        }
        Some(first)
    }

    fn turns_unless(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>> {
        let (first, second) = (self.first.turns_unless(stop)?, &self.second);
        if self.recorder.get().is_none() {
            self.record_difference("distinct turns", None, &first, &second.turns_unless(stop)?);
        }
        Some(first)
    }

    fn count_turns_unless(&self, stop: &dyn Fn() -> bool) -> Option<u64> {
        let (first, second) = (self.first.count_turns_unless(stop)?, &self.second);
        if self.recorder.get().is_none() {
            let second = second.count_turns_unless(stop)?;
            self.record_difference("the number of turns", None, &first, &second);
        }
        Some(first)
    }

    fn count_steps_unless(&self, steps: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        let first = self.first.count_steps_unless(steps, stop)?;
        if self.recorder.get().is_none() {
            let second = self.second.count_steps_unless(steps, stop)?;
            self.record_difference("step sequences", None, &first, &second);
        }
        Some(first)
    }
}
