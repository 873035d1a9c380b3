//! Any engine behind one type, so that the suite and the walk are compiled once and not for every
//! copy.

use std::cell::Cell;
use std::ops::ControlFlow;

use arimaa::rules::Rules;
use arimaa::vocab::{Action, Board, Effect, Illegal, Invalid, Outcome, Placed, Snapshot, Turn};

/// How an engine is made from a snapshot.
pub type Open = fn(&Snapshot) -> Result<Any, Invalid>;

/// Opens a snapshot with the engine `R`.
///
/// # Errors
///
/// The reason of `R` for an invalid snapshot.
pub fn open<R: Rules + 'static>(snapshot: &Snapshot) -> Result<Any, Invalid> {
    R::from_snapshot(snapshot).map(|state| Any(Box::new(state)))
}

thread_local! {
    /// The engine that this thread asks: [`Rules::from_snapshot`] has no state from which to know
    /// it.
    static CHOSEN: Cell<Option<Open>> = const { Cell::new(None) };
}

/// Does something while [`Any`] is this engine.
pub fn with<T>(engine: Open, what: impl FnOnce() -> T) -> T {
    CHOSEN.set(Some(engine));
    let answer = what();
    CHOSEN.set(None);
    answer
}

/// A state of the chosen engine.
#[derive(Clone, Debug)]
pub struct Any(Box<dyn Rules>);

impl Rules for Any {
    fn from_snapshot(snapshot: &Snapshot) -> Result<Self, Invalid> {
        let open = CHOSEN.get().expect("an engine has been chosen");
        open(snapshot)
    }
    fn boxed_clone(&self) -> Box<dyn Rules> {
        self.0.clone()
    }
    fn snapshot(&self) -> Snapshot {
        self.0.snapshot()
    }
    fn board(&self) -> Board {
        self.0.board()
    }
    fn frozen(&self) -> Vec<Placed> {
        self.0.frozen()
    }
    fn legal_actions(&self) -> Vec<Action> {
        self.0.legal_actions()
    }
    fn apply(&mut self, action: Action) -> Result<Effect, Illegal> {
        self.0.apply(action)
    }
    fn check_end(&self) -> Result<(), Illegal> {
        self.0.check_end()
    }
    fn take_back(&mut self) -> bool {
        self.0.take_back()
    }
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
    fn turns(&self) -> Vec<Turn> {
        self.0.turns()
    }
    fn visit_turns(&self, visit: &mut dyn FnMut(&Turn) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.visit_turns(visit)
    }
    fn goals(&self) -> Vec<Turn> {
        self.0.goals()
    }
    fn has_goal(&self) -> bool {
        self.0.has_goal()
    }
    fn count_turns(&self) -> u64 {
        self.0.count_turns()
    }
    fn count_steps(&self, steps: u32) -> u64 {
        self.0.count_steps(steps)
    }
}
