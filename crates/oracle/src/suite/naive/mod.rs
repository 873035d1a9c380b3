//! The naive engine: a small engine of this project as people write one, with faults to switch on.
//!
//! A wrong rule predicts the answers of an engine that really follows it, asked as the engine under
//! test was asked: in single steps, in actions of two steps or in whole turns. Faults can be
//! switched on together, so that the answers of an engine with several of them are known, too.
//!
//! The engine notes which faults would have changed something. So a case is asked again only with
//! the faults that matter to it.
//!
//! | file | what it is |
//! |---|---|
//! | `fault.rs` | the faults: conditions dropped or weakened |
//! | `engine.rs` | the engine |
//! | `lines.rs` | its adapter for the line kit |

mod engine;
mod fault;
mod lines;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

pub use fault::{Fault, Faults};

use super::turn_causes::Position;
use super::{Asked, Case, CaseVerdict, Symptom, Symptoms, judge_case, symptoms};
use crate::ask::{Answer, Question};
use crate::protocol::Capabilities;
use crate::subjects::Reply;
use crate::subjects::line::{self, Variant};
use lines::Adapter;

/// The most turns or sequences of steps that the naive engine counts in a case.
const MOST_COUNTED: u64 = 500;

/// The naive engine with some faults, asked one case in lines.
///
/// Gives the verdict and the faults that would have changed something on the way.
pub fn ask_naive(
    case: &Case,
    faults: Faults,
    variant: Variant,
    capabilities: &Capabilities,
) -> (CaseVerdict, Faults) {
    let mut adapter = Adapter::new(faults, variant.two_step);
    let verdict = match line::reply(&mut adapter, variant, &case.question) {
        Ok(reply) => judge_case(case, reply, capabilities),
        Err(failure) => CaseVerdict::Errored(failure.to_string()),
    };
    (verdict, adapter.touched())
}

/// The answer of the naive engine to one question in single steps; none where it cannot be asked.
pub(super) fn ask_question(question: &Question, faults: Faults) -> (Option<Answer>, Faults) {
    let mut adapter = Adapter::new(faults, false);
    let answer = match line::reply(&mut adapter, Variant::default(), question) {
        Ok(Reply::Answer(answer)) => Some(answer),
        _ => None,
    };
    (answer, adapter.touched())
}

/// The capabilities of the naive engine, asked as an engine with these capabilities was.
pub fn naive_capabilities(variant: Variant, of: &Capabilities) -> Capabilities {
    Capabilities {
        outcome: of.outcome,
        history: of.history,
        mid_turn: of.mid_turn,
        ..variant.capabilities()
    }
}

/// The answers of the naive engine to one question.
///
/// An answer is kept with the faults that decided it. So it serves for every set of faults in which
/// the same ones would have changed something.
#[derive(Debug)]
pub(super) struct Known<T>(Mutex<Vec<Answered<T>>>);

#[derive(Debug)]
struct Answered<T> {
    /// The faults that would have changed something on the way.
    touched: Faults,
    /// Those of them that were switched on.
    with: Faults,
    answer: Arc<T>,
}

impl<T> Default for Known<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Known<T> {
    /// The answer with these faults; `ask` finds it, and the faults that it touches.
    pub(super) fn with(&self, faults: &Faults, ask: impl FnOnce() -> (T, Faults)) -> Arc<T> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |one: &&Answered<T>| one.touched.common(faults) == one.with;
        if let Some(found) = known().iter().find(is_same) {
            return Arc::clone(&found.answer);
        }
        let (answer, touched) = ask();
        let (with, answer) = (touched.common(faults), Arc::new(answer));
        known().push(Answered {
            touched,
            with,
            answer: Arc::clone(&answer),
        });
        answer
    }
}

/// The answers of the naive engine to the cases that an engine was asked. Each is computed when it
/// is needed first, and kept.
#[derive(Debug)]
pub struct Predictions<'a> {
    /// How it is asked.
    pub(super) asked: Asked,
    /// The capabilities of the engine that it is compared with.
    pub(super) of: Capabilities,
    capabilities: Capabilities,
    cases: Vec<(&'a Case, Known<Vec<Symptom>>)>,
    /// The symptoms in all cases.
    whole: Mutex<HashMap<Faults, Arc<Symptoms>>>,
    /// The positions with few turns, by the ids of cases; only for an engine that makes turns.
    pub(super) positions: BTreeMap<&'a str, Position<'a>>,
}

impl<'a> Predictions<'a> {
    /// The answers to those of the cases that it can be asked, as an engine with these capabilities
    /// is.
    pub fn new(cases: &[&'a Case], asked: Asked, of: &Capabilities) -> Self {
        let capabilities = naive_capabilities(asked.variant(), of);
        let is_asked = |case: &Case| {
            let steps = case.expect.steps.iter().flatten();
            let mut counts = steps.chain(&case.expect.turns);
            counts.all(|count| *count <= MOST_COUNTED) && capabilities.declines_case(case).is_none()
        };
        let makes_turns = matches!(asked, Asked::Turns { .. });
        let all = cases.iter().copied();
        let answered = all.clone().filter(|case| !makes_turns && is_asked(case));
        let mut answered: Vec<&Case> = answered.collect();
        // To count turns takes most of the time.
        answered.sort_by_key(|case| case.expect.turns);
        let played = all
            .filter(|_| makes_turns)
            .filter_map(Position::with_few_turns);
        Self {
            cases: answered
                .into_iter()
                .map(|case| (case, Known::default()))
                .collect(),
            positions: played.collect(),
            asked,
            of: of.clone(),
            capabilities,
            whole: Mutex::default(),
        }
    }

    /// The cases that are asked.
    pub fn cases(&self) -> impl Iterator<Item = &'a Case> + '_ {
        self.cases.iter().map(|(case, _)| *case)
    }

    /// The symptoms of the naive engine with these faults.
    pub fn of(&self, faults: &Faults) -> Arc<Symptoms> {
        let known = || self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(faults) {
            return Arc::clone(found);
        }
        let shown = self
            .each(faults, |_| true)
            .filter(|(_, symptoms)| !symptoms.is_empty());
        let shown = shown.map(|(id, symptoms)| (id.to_owned(), symptoms.to_vec()));
        let found: Arc<Symptoms> = Arc::new(shown.collect());
        known().insert(*faults, Arc::clone(&found));
        found
    }

    /// Its symptoms in some cases, by their ids; each is computed as it is needed.
    pub(super) fn each(
        &self,
        faults: &Faults,
        is_meant: impl Fn(&str) -> bool,
    ) -> impl Iterator<Item = (&'a str, Arc<Vec<Symptom>>)> {
        let meant = self
            .cases
            .iter()
            .filter(move |(case, _)| is_meant(&case.id));
        meant.map(|(case, known)| (case.id.as_str(), self.ask(case, known, faults)))
    }

    fn ask(&self, case: &Case, known: &Known<Vec<Symptom>>, faults: &Faults) -> Arc<Vec<Symptom>> {
        known.with(faults, || {
            let variant = self.asked.variant();
            let (verdict, touched) = ask_naive(case, *faults, variant, &self.capabilities);
            let symptoms = match verdict {
                CaseVerdict::Failed(mismatches) => symptoms(&mismatches),
                _ => Vec::new(),
            };
            (symptoms, touched)
        })
    }
}

/// Does something with each, several at once where there are threads.
#[cfg(not(target_family = "wasm"))]
pub(super) fn each<T: Sync, R: Send>(of: &[T], what: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
    use rayon::prelude::*;

    of.par_iter().map(what).collect()
}

/// Does something with each.
#[cfg(target_family = "wasm")]
pub(super) fn each<T, R>(of: &[T], what: impl Fn(&T) -> R) -> Vec<R> {
    of.iter().map(what).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::subjects::line::{LineReply, Lines};

    /// The winner by an engine with a fault, for one player (Gold or not) or for both, after these
    /// steps of Gold.
    fn winner(
        board: &str,
        steps: &[&str],
        fault: Fault,
        gold: Option<bool>,
    ) -> Result<Option<String>, serde_json::Error> {
        let position = json!({"side": "gold", "board": board, "steps": steps});
        let question = json!({"kind": "outcome", "position": {"state": position}});
        let question: Question = serde_json::from_value(question)?;
        let outcome = match ask_question(&question, Faults::NONE.with(fault, gold)).0 {
            Some(Answer::Outcome { outcome }) => outcome,
            other => return Ok(Some(format!("{other:?}"))),
        };
        Ok(outcome.map(|ended| format!("{:?}", ended.winner)))
    }

    /// A board with these two lowest and two highest ranks.
    fn board(eighth: &str, seventh: &str, second: &str, first: &str) -> String {
        [eighth, seventh, &".".repeat(32), second, first].concat()
    }

    #[test]
    fn faults_at_the_end_of_the_game_name_the_winner_that_their_words_do()
    -> Result<(), serde_json::Error> {
        const EMPTY: &str = "........";
        // Gold can push the rabbit on a2 and has no step of its own, Silver can push nothing.
        let only_a_push = board(EMPTY, EMPTY, "r......r", "Ec....cR");
        // Silver, who moved last, has no step now.
        let last_mover_has_none = board(EMPTY, EMPTY, "......Er", ".......R");
        let only_a_goal = board(".r......", "Rr......", EMPTY, EMPTY);
        let immobilized = board(EMPTY, EMPTY, ".......r", "......cR");
        let free = board(EMPTY, "r.......", "...E....", "R.......");
        for (board, steps, fault, gold, expected) in [
            (
                &only_a_push,
                &[][..],
                Fault::MoversPushesCount,
                None,
                Some("Silver"),
            ),
            (&only_a_push, &[], Fault::BlockedPieceCounts, None, None),
            (
                &last_mover_has_none,
                &[],
                Fault::MoverImmobilized,
                None,
                Some("Gold"),
            ),
            (&last_mover_has_none, &[], Fault::StuckForgotten, None, None),
            (&only_a_goal, &[], Fault::GoalAtOnce, None, None),
            // Silver immobilizes Gold, so it is Silver's fault to forget it.
            (&immobilized, &[], Fault::StuckForgotten, Some(false), None),
            (
                &immobilized,
                &[],
                Fault::StuckForgotten,
                Some(true),
                Some("Silver"),
            ),
            (
                &only_a_goal,
                &["Ra7n"],
                Fault::DeadEndSaid,
                None,
                Some("Silver"),
            ),
            (&free, &["Ed2n"], Fault::DeadEndSaid, None, None),
            (
                &free,
                &["Ed2n", "Ed3n", "Ed4n", "Ed5n"],
                Fault::DeadEndSaid,
                None,
                None,
            ),
        ] {
            let winner = winner(board, steps, fault, gold)?;
            assert_eq!(winner.as_deref(), expected, "{fault:?} {gold:?} {steps:?}");
        }
        Ok(())
    }

    #[test]
    fn push_and_pull_as_one_action_name_the_pieces_that_stand_there() -> Result<(), String> {
        // Gold: an elephant on d2, a camel and a rabbit on g1 and h1. Silver: a cat and a dog on c2
        // and d1, and a rabbit.
        let squares = board("........", "......r.", "..cE....", "...d..MR");
        for (action, fault, is_legal) in [
            ("cc2n+Ed2w", None, true),
            ("cc2n+Hd2w", None, false),
            ("Ed2n+dd1n", None, true),
            ("Ed2n+hd1n", None, false),
            // What is pushed is named by an engine with this fault as it likes.
            ("hc2n+Ed2w", Some(Fault::LetterIgnored), true),
            ("hc2n+Ed2w", None, false),
            ("rh1n+Mg1e", Some(Fault::ColourIgnored), false),
        ] {
            let faults = fault.map_or(Faults::NONE, |fault| Faults::NONE.with(fault, None));
            let line = format!("gold {squares} - {action}");
            let replies = Adapter::new(faults, true).ask(&[line]);
            let replies = replies.map_err(|failure| failure.to_string())?;
            let was_legal = matches!(replies[..], [LineReply::Legal { .. }]);
            assert_eq!(was_legal, is_legal, "{action} {fault:?}");
        }
        Ok(())
    }

    #[test]
    fn sets_of_faults_are_joined_and_met() {
        let (one, other) = (Fault::NoPulls, Fault::StuckForgotten);
        let [first, second] = [one, other].map(|fault| Faults::NONE.with(fault, None));
        assert_eq!(first.and(&second), first.with(other, None));
        assert_eq!(first.and(&second).common(&second), second);
        assert!(!first.meets(&second));
    }

    #[test]
    fn naive_engine_answers_as_much_as_the_engine_that_it_is_compared_with() {
        let all = Capabilities::default();
        let of = |of: &Capabilities| naive_capabilities(Variant::default(), of);
        let is = |one: &Capabilities| (one.outcome, one.history, one.mid_turn);
        for (outcome, history, mid_turn) in [
            (false, true, true),
            (true, false, true),
            (true, true, false),
        ] {
            let less = Capabilities {
                mid_turn,
                history,
                outcome,
                ..all.clone()
            };
            assert_eq!(is(&of(&less)), is(&less));
        }
    }
}
