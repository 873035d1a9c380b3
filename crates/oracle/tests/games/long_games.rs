//! The cost of a long game, counted and not timed: no history is copied, however it is gone
//! through.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use arimaa::Game;
use arimaa::compare::{Engine, Reference};
use arimaa::rules::Rules;
use arimaa::text::read_record;
use arimaa::vocab::{Action, Board, Effect, Illegal, Invalid, Outcome, Placed, Snapshot, Turn};
use arimaa_oracle::ask::{Answer, Budget, Fault, Question, answer, answer_within};
use arimaa_oracle::judge::Options;
use arimaa_oracle::judge::{EditionChoice, replay_record};

use crate::long_record::long_record;

thread_local! {
    /// How often a history was copied on this thread, and how often an action was done.
    static COPIED: Cell<usize> = const { Cell::new(0) };
    static APPLIED: Cell<usize> = const { Cell::new(0) };
}

/// An engine that counts what costs as much as the history is long: snapshots, and turns that end
/// or are taken back while another copy of the game is alive.
#[derive(Clone, Debug)]
struct Watched<R> {
    engine: R,
    copies: Arc<()>,
}

impl<R> Watched<R> {
    fn change_history(&mut self) {
        if Arc::strong_count(&self.copies) > 1 {
            copied();
            self.copies = Arc::default();
        }
    }
}

fn copied() {
    COPIED.set(COPIED.get() + 1);
}

impl<R: Rules + Clone + 'static> Rules for Watched<R> {
    fn from_snapshot(snapshot: &Snapshot) -> Result<Self, Invalid> {
        Ok(Self {
            engine: R::from_snapshot(snapshot)?,
            copies: Arc::default(),
        })
    }

    fn boxed_clone(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }

    fn snapshot(&self) -> Snapshot {
        copied();
        self.engine.snapshot()
    }

    fn board(&self) -> Board {
        self.engine.board()
    }

    fn frozen(&self) -> Vec<Placed> {
        self.engine.frozen()
    }

    fn legal_actions(&self) -> Vec<Action> {
        self.engine.legal_actions()
    }

    fn apply(&mut self, action: Action) -> Result<Effect, Illegal> {
        APPLIED.set(APPLIED.get() + 1);
        if action == Action::EndTurn {
            self.change_history();
        }
        self.engine.apply(action)
    }

    fn check_end(&self) -> Result<(), Illegal> {
        self.engine.check_end()
    }

    fn take_back(&mut self) -> bool {
        self.change_history();
        self.engine.take_back()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.engine.outcome()
    }

    fn turns_unless(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>> {
        self.engine.turns_unless(stop)
    }

    fn visit_turns(&self, visit: &mut dyn FnMut(&Turn) -> ControlFlow<()>) -> ControlFlow<()> {
        self.engine.visit_turns(visit)
    }

    fn goals_unless(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>> {
        self.engine.goals_unless(stop)
    }

    fn has_goal(&self) -> bool {
        self.engine.has_goal()
    }

    fn count_turns_unless(&self, stop: &dyn Fn() -> bool) -> Option<u64> {
        self.engine.count_turns_unless(stop)
    }

    fn count_steps_unless(&self, steps: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
        self.engine.count_steps_unless(steps, stop)
    }
}

const TURNS: usize = 300;

/// How often the history was copied, and how many actions were done, by this engine.
fn cost_of(what: impl FnOnce(&Engine), engine: &Engine) -> (usize, usize) {
    COPIED.set(0);
    APPLIED.set(0);
    what(engine);
    (COPIED.get(), APPLIED.get())
}

/// Both engines, each by itself and together.
fn engines() -> [Engine; 3] {
    [
        Engine::of::<Watched<Reference>>(),
        Engine::of::<Watched<Game>>(),
        Engine::both::<Watched<Reference>, Watched<Game>>(),
    ]
}

#[test]
fn replaying_a_record_copies_no_history() {
    for (takebacks, entries) in [(false, TURNS), (true, 2 * TURNS)] {
        let record = read_record(&long_record(TURNS, takebacks)).unwrap();
        let replay = |engine: &Engine| {
            let editions = EditionChoice::AsRecorded;
            let report =
                replay_record(engine, &record, String::new(), editions, Options::default());
            assert_eq!((report.turns, report.disagreements), (entries, Vec::new()));
        };
        for (engine, actions) in engines().iter().zip([2, 2, 4]) {
            // A step and the end of the turn, and nothing twice.
            assert_eq!(cost_of(replay, engine), (0, actions * entries));
        }
    }
}

#[test]
fn answering_about_a_record_copies_its_history_a_few_times_at_most() {
    let last = format!("{}g", 2 + TURNS / 2);
    let middle = format!("{}s", TURNS / 4);
    let at = |before: Option<&str>, takebacks: bool| {
        let text = long_record(TURNS, takebacks);
        serde_json::json!({"record": {"text": text, "before": before}})
    };
    let record = long_record(TURNS, true);
    let ask = |question: serde_json::Value, copies: usize| {
        let question: Question = serde_json::from_value(question).unwrap();
        let ask = |engine: &Engine| {
            let answer = answer(engine, &question);
            assert!(!matches!(answer, Answer::Error { .. }), "{answer:?}");
        };
        for engine in engines() {
            let (copied, applied) = cost_of(ask, &engine);
            assert!(copied <= copies, "{copied} copies: {question:?}");
            // With takebacks there are two turns for each, and two passes find a turn among them.
            assert!(applied <= 2 * 2 * 2 * 2 * TURNS + 10, "{applied}");
        }
    };
    ask(serde_json::json!({"kind": "replay", "record": record}), 0);
    for (before, takebacks) in [
        (None, true),
        (Some(last.as_str()), false),
        (Some(middle.as_str()), false),
        (Some(middle.as_str()), true),
    ] {
        let position = at(before, takebacks);
        ask(
            serde_json::json!({"kind": "outcome", "position": position}),
            2,
        );
    }
}

#[test]
fn record_of_a_position_is_left_when_the_time_is_over() {
    let question = serde_json::json!({
        "kind": "outcome",
        "position": {"record": {"text": long_record(TURNS, false)}},
    });
    let question: Question = serde_json::from_value(question).unwrap();
    for engine in engines() {
        let asked = AtomicUsize::new(0);
        let budget = Budget {
            is_expired: Some(&|| asked.fetch_add(1, Ordering::Relaxed) >= 10),
            ..Budget::default()
        };
        let ask = |engine: &Engine| {
            let answer = answer_within(engine, &question, &budget);
            let is_timed_out = matches!(
                &answer,
                Answer::Error {
                    error: Fault::TimedOut { .. }
                }
            );
            assert!(is_timed_out, "{answer:?}");
        };
        let (_, applied) = cost_of(ask, &engine);
        assert!((10..=50).contains(&applied), "{applied}");
    }
}
