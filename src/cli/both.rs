//! Two engines as one, which answer only where they agree.

use std::fmt::Debug;

use crate::differential::Divergence;
use crate::rules::Rules;
use crate::vocab::{Action, Board, Effect, Illegal, Invalid, Outcome, Snapshot, Turn};

/// The exit code when two engines differ.
const DIFFER: i32 = 3;

/// Two engines in the same state.
///
/// There is no answer where they differ, and nothing sensible to do but to say so and end the program: the divergence
/// goes to standard error, the exit code is 3.
#[derive(Clone, Debug)]
pub(super) struct Both<A, B> {
    first: A,
    second: B,
}

impl<A: Rules, B: Rules> Both<A, B> {
    fn agreed<T: PartialEq + Debug>(
        &self,
        question: &str,
        tried: Option<Action>,
        answers: (T, T),
    ) -> T {
        if answers.0 != answers.1 {
            differ(
                question,
                tried,
                &self.first.snapshot(),
                self.first.board(),
                &answers,
            );
        }
        answers.0
    }
}

fn differ<T: Debug>(
    question: &str,
    tried: Option<Action>,
    start: &Snapshot,
    board: Board,
    answers: &(T, T),
) -> ! {
    let divergence = Divergence {
        question: question.to_owned(),
        first: format!("{:?}", answers.0),
        second: format!("{:?}", answers.1),
        start: start.clone(),
        actions: Vec::new(),
        tried,
        board,
    };
    anstream::eprintln!("error: {divergence}");
    std::process::exit(DIFFER)
}

impl<A: Rules, B: Rules> Rules for Both<A, B> {
    fn from_snapshot(snapshot: &Snapshot) -> Result<Self, Invalid> {
        match (A::from_snapshot(snapshot), B::from_snapshot(snapshot)) {
            (Ok(first), Ok(second)) => Ok(Self { first, second }),
            (Err(first), Err(second)) if first == second => Err(first),
            (first, second) => {
                let answers = (first.err(), second.err());
                differ("validity", None, snapshot, snapshot.start, &answers)
            }
        }
    }

    fn snapshot(&self) -> Snapshot {
        self.agreed(
            "the snapshot",
            None,
            (self.first.snapshot(), self.second.snapshot()),
        )
    }

    fn board(&self) -> Board {
        self.agreed("the board", None, (self.first.board(), self.second.board()))
    }

    fn legal_actions(&self) -> Vec<Action> {
        let actions = (self.first.legal_actions(), self.second.legal_actions());
        self.agreed("legal actions", None, actions)
    }

    fn apply(&mut self, action: Action) -> Result<Effect, Illegal> {
        let before = self.clone();
        let rulings = (self.first.apply(action), self.second.apply(action));
        before.agreed("the ruling", Some(action), rulings)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.agreed(
            "the outcome",
            None,
            (self.first.outcome(), self.second.outcome()),
        )
    }

    fn turns(&self) -> Vec<Turn> {
        self.agreed(
            "distinct turns",
            None,
            (self.first.turns(), self.second.turns()),
        )
    }

    fn count_turns(&self) -> u64 {
        let counts = (self.first.count_turns(), self.second.count_turns());
        self.agreed("the number of turns", None, counts)
    }

    fn count_steps(&self, steps: u32) -> u64 {
        let counts = (
            self.first.count_steps(steps),
            self.second.count_steps(steps),
        );
        self.agreed("step sequences", None, counts)
    }
}
