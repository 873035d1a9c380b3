//! The cost of a long game, counted and not timed: no way of going through a game copies its
//! history.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use arimaa::Game;
use arimaa::compare::{Engine, Reference};
use arimaa::rules::Rules;
use arimaa::text::read_record;
use arimaa::vocab::{Action, Effect, Illegal, Snapshot};
use arimaa_oracle::ask::{self, Answer, Budget, Question, answer, answer_within};
use arimaa_oracle::judge::Options;
use arimaa_oracle::judge::{EditionChoice, replay_record};

use crate::faulty_engine::{Fault, Faulty};
use crate::long_record::long_record;

thread_local! {
    /// How often a history was copied on this thread; `APPLIED` counts actions.
    static COPIED: Cell<usize> = const { Cell::new(0) };
    static APPLIED: Cell<usize> = const { Cell::new(0) };
}

/// Counts operations whose cost grows with the history: snapshots, and ends and takebacks of turns
/// while another copy of the game is alive.
#[derive(Clone, Debug, Default)]
struct Watch(Arc<()>);

fn copied() {
    COPIED.set(COPIED.get() + 1);
}

impl Fault for Watch {
    fn before_history_changes(&mut self) {
        if Arc::strong_count(&self.0) > 1 {
            copied();
            self.0 = Arc::default();
        }
    }

    fn snapshot<R: Rules>(engine: &R) -> Snapshot {
        copied();
        engine.snapshot()
    }

    fn apply<R: Rules>(engine: &mut R, action: Action) -> Result<Effect, Illegal> {
        APPLIED.set(APPLIED.get() + 1);
        engine.apply(action)
    }

    fn check_end<R: Rules + Clone>(engine: &R) -> Result<(), Illegal> {
        engine.check_end()
    }
}

const TURNS: usize = 300;

/// How often `what` copied the history of this engine, and how many actions it made.
fn cost_of(what: impl FnOnce(&Engine), engine: &Engine) -> (usize, usize) {
    COPIED.set(0);
    APPLIED.set(0);
    what(engine);
    (COPIED.get(), APPLIED.get())
}

/// The two engines, each by itself, and both compared.
fn engines() -> [Engine; 3] {
    [
        Engine::of::<Faulty<Reference, Watch>>(),
        Engine::of::<Faulty<Game, Watch>>(),
        Engine::both::<Faulty<Reference, Watch>, Faulty<Game, Watch>>(),
    ]
}

#[test]
fn replaying_a_record_copies_no_history() {
    for (takebacks, entries) in [(false, TURNS), (true, 2 * TURNS)] {
        let record = read_record(&long_record(TURNS, takebacks)).unwrap();
        let replay = |engine: &Engine| {
            let editions = EditionChoice::default();
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
                    error: ask::Fault::TimedOut { .. }
                }
            );
            assert!(is_timed_out, "{answer:?}");
        };
        let (_, applied) = cost_of(ask, &engine);
        assert!((10..=50).contains(&applied), "{applied}");
    }
}
