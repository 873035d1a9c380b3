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

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

pub use fault::{Fault, Faults};

use super::{Case, CaseVerdict, Symptoms, judge_case, symptoms};
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

/// The turns that the naive engine with some faults finds in the position of a case; none where it
/// cannot be asked.
pub fn naive_turns(case: &Case, faults: Faults) -> Option<Vec<String>> {
    let question = Question::Turns {
        position: case.question.position()?.clone(),
        past_end: false,
        offset: 0,
        limit: None,
    };
    match ask_question(&question, faults).0 {
        Some(Answer::Turns { turns, .. }) => {
            Some(turns.into_iter().map(|turn| turn.turn).collect())
        }
        _ => None,
    }
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

/// The answers of the naive engine to the cases that an engine was asked. Each is computed when it
/// is needed first, and kept.
#[derive(Debug)]
pub struct Predictions<'a> {
    variant: Variant,
    capabilities: Capabilities,
    /// The cases, with the faults that matter to them.
    cases: Vec<(&'a Case, Faults)>,
    known: Mutex<HashMap<Faults, Arc<Symptoms>>>,
}

impl<'a> Predictions<'a> {
    /// The answers to those of the cases that it can be asked, as an engine with these capabilities
    /// is.
    pub fn new(cases: &[&'a Case], variant: Variant, of: &Capabilities) -> Self {
        let capabilities = naive_capabilities(variant, of);
        let is_asked = |case: &Case| {
            let steps = case.expect.steps.iter().flatten();
            let mut counts = steps.chain(&case.expect.turns);
            counts.all(|count| *count <= MOST_COUNTED) && capabilities.declines_case(case).is_none()
        };
        let cases: Vec<&Case> = cases
            .iter()
            .copied()
            .filter(|case| is_asked(case))
            .collect();
        let touched = each(&cases, |case| {
            ask_naive(case, Faults::NONE, variant, &capabilities).1
        });
        Self {
            variant,
            capabilities,
            cases: cases.into_iter().zip(touched).collect(),
            known: Mutex::default(),
        }
    }

    /// The symptoms of the naive engine with these faults.
    pub(super) fn of(&self, faults: &Faults) -> Arc<Symptoms> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(faults) {
            return Arc::clone(found);
        }
        let cases = self.cases.iter();
        let cases = cases.filter(|(_, touched)| touched.meets(faults));
        let wrong = cases.filter_map(|(case, _)| {
            match ask_naive(case, *faults, self.variant, &self.capabilities).0 {
                CaseVerdict::Failed(mismatches) => Some((case.id.clone(), symptoms(&mismatches))),
                _ => None,
            }
        });
        let found: Arc<Symptoms> = Arc::new(wrong.collect());
        known().insert(*faults, Arc::clone(&found));
        found
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
