//! Engines with one fault each, which show that a comparison or a judge can fail.

use std::fmt::Debug;
use std::ops::ControlFlow;

use arimaa::rules::Rules;
use arimaa::vocab::{Action, Board, Effect, Illegal, Invalid, Outcome, Placed, Snapshot, Turn};

/// A fault: it overrides the answers that it changes, and passes on all others.
pub trait Fault: Clone + Debug + Default + Send + Sync + 'static {
    /// Called before a turn ends or is taken back.
    fn before_history_changes(&mut self) {}

    fn from_snapshot<R: Rules>(snapshot: &Snapshot) -> Result<R, Invalid> {
        R::from_snapshot(snapshot)
    }

    fn snapshot<R: Rules>(engine: &R) -> Snapshot {
        engine.snapshot()
    }

    fn frozen<R: Rules>(engine: &R) -> Vec<Placed> {
        engine.frozen()
    }

    fn legal_actions<R: Rules>(engine: &R) -> Vec<Action> {
        engine.legal_actions()
    }

    fn apply<R: Rules>(engine: &mut R, action: Action) -> Result<Effect, Illegal> {
        engine.apply(action)
    }

    fn check_end<R: Rules + Clone>(engine: &R) -> Result<(), Illegal> {
        Self::apply(&mut engine.clone(), Action::EndTurn).map(|_| ())
    }

    fn outcome<R: Rules>(engine: &R) -> Option<Outcome> {
        engine.outcome()
    }

    fn turns<R: Rules>(engine: &R) -> Vec<Turn> {
        engine.turns()
    }

    fn count_turns<R: Rules>(engine: &R) -> u64 {
        engine.count_turns()
    }

    fn count_steps<R: Rules>(engine: &R, steps: u32) -> u64 {
        engine.count_steps(steps)
    }
}

/// An engine with a fault.
#[derive(Clone, Debug)]
pub struct Faulty<R, F>(R, F);

impl<R: Rules + Clone + 'static, F: Fault> Rules for Faulty<R, F> {
    fn from_snapshot(snapshot: &Snapshot) -> Result<Self, Invalid> {
        F::from_snapshot(snapshot).map(|engine| Self(engine, F::default()))
    }

    fn boxed_clone(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }

    fn snapshot(&self) -> Snapshot {
        F::snapshot(&self.0)
    }

    fn board(&self) -> Board {
        self.0.board()
    }

    fn frozen(&self) -> Vec<Placed> {
        F::frozen(&self.0)
    }

    fn legal_actions(&self) -> Vec<Action> {
        F::legal_actions(&self.0)
    }

    fn apply(&mut self, action: Action) -> Result<Effect, Illegal> {
        if action == Action::EndTurn {
            self.1.before_history_changes();
        }
        F::apply(&mut self.0, action)
    }

    fn check_end(&self) -> Result<(), Illegal> {
        F::check_end(&self.0)
    }

    fn take_back(&mut self) -> bool {
        self.1.before_history_changes();
        self.0.take_back()
    }

    fn outcome(&self) -> Option<Outcome> {
        F::outcome(&self.0)
    }

    fn turns_unless(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>> {
        (!stop()).then(|| F::turns(&self.0))
    }

    fn visit_turns(&self, visit: &mut dyn FnMut(&Turn) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.visit_turns(visit)
    }

    fn goals_unless(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>> {
        self.0.goals_unless(stop)
    }

    fn has_goal(&self) -> bool {
        self.0.has_goal()
    }

    fn count_turns_unless(&self, stop: &dyn Fn() -> bool) -> Option<u64> {
        (!stop()).then(|| F::count_turns(&self.0))
    }

    fn count_steps_unless(&self, steps: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        (!stop()).then(|| F::count_steps(&self.0, steps))
    }
}
