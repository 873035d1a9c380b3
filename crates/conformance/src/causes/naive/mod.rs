//! Engines with faults, at least one for each wrong rule of the suite: the naive engine, written as
//! people write one, and for subjects that it lacks the right engine with one wrong rule.
//!
//! A wrong rule predicts the answers of an engine that really follows it, asked as the engine under
//! test was asked: in single steps, in actions of two steps or in whole turns.
//!
//! The engine notes which faults would have changed something. So a case is asked again only with
//! the faults that matter to it.
//!
//! | file | what it is |
//! |---|---|
//! | `arimaa-naive` | the small engine, its faults, and the grammar of faults that a machine puts together |
//! | `walk.rs` | random comparison of the engine with and without a slip |
//! | `game.rs` | the right engine with a wrong rule about setups, editions, order or counting |

mod game;
#[cfg(test)]
mod walk;

use std::borrow::Cow;
#[cfg(test)]
use std::collections::BTreeMap;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

pub(crate) use arimaa_naive::fault::{Fault, Faults, Place};
#[cfg(test)]
pub(crate) use arimaa_naive::slip::{Look, Made, Slip, Slips};
#[cfg(test)]
pub(crate) use walk::witnesses;

use super::{Symptom, symptoms};
use crate::cases::position_mut;
use crate::subjects::Reply;
use crate::subjects::line::{self, Adapter, Variant};
use crate::{Asked, Case, Status, judge_case};
use arimaa::compare::Engine;
use arimaa_oracle::ask::{Answer, PositionSource, Question, State, TurnText, find};
use arimaa_oracle::protocol::Capabilities;

use arimaa::vocab::{Edition, Label, Side};

/// The greatest number of turns or sequences of steps that the naive engine counts in a case.
const MOST_COUNTED: u64 = 500;

/// The verdict on an engine behind a line adapter, asked `question` in place of that of the case.
fn verdict(
    adapter: &mut Adapter,
    variant: Variant,
    case: &Case,
    question: &Question,
    capabilities: &Capabilities,
) -> Status {
    match line::reply(adapter, variant, question) {
        Ok(reply) => judge_case(case, reply, capabilities),
        Err(failure) => Status::Errored(failure.to_string()),
    }
}

/// The verdict on the naive engine with these slips, and all slips that matter on the way.
#[cfg(test)]
pub(crate) fn ask_slipping(
    case: &Case,
    slips: Slips,
    variant: Variant,
    capabilities: &Capabilities,
) -> (Status, std::collections::BTreeSet<Made>) {
    let mut adapter = Adapter::slipping(slips, variant.two_step);
    let verdict = verdict(&mut adapter, variant, case, &case.question, capabilities);
    (verdict, adapter.noted())
}

/// The naive engine's answer in single steps, `None` if it has none; and the faults that matter on
/// the way.
pub(super) fn ask_question(question: &Question, faults: Faults) -> (Option<Answer>, Faults) {
    let mut adapter = Adapter::new(faults, false);
    let answer = match line::reply(&mut adapter, Variant::default(), question) {
        Ok(Reply::Answer(answer)) => Some(answer),
        _ => None,
    };
    (answer, adapter.touched())
}

/// The capabilities of the naive engine, without those that the engine under test lacks.
pub(crate) fn naive_capabilities(variant: Variant, of: &Capabilities) -> Capabilities {
    Capabilities {
        outcome: of.outcome,
        history: of.history,
        mid_turn: of.mid_turn,
        ..variant.capabilities()
    }
}

/// The predicted symptoms of an engine with some faults in a case.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Prediction {
    /// The symptoms of the naive engine, which gives no reasons.
    Plain {
        symptoms: Vec<Symptom>,
        /// Whether the faults decide something on the way, and so may change the reason.
        decides: bool,
        /// Whether the question was narrowed; the engine may answer the whole question rightly.
        instead: bool,
    },
    /// The symptoms of an engine that gives reasons.
    Whole(Vec<Symptom>),
    /// A wrong number, which is not computed.
    Count,
}

impl Prediction {
    pub(super) fn symptoms(&self) -> &[Symptom] {
        match self {
            Self::Plain { symptoms, .. } | Self::Whole(symptoms) => symptoms,
            Self::Count => &[],
        }
    }

    /// Whether an engine with the faults fails the case.
    pub(super) fn fails(&self) -> bool {
        *self == Self::Count || !self.symptoms().is_empty()
    }

    /// Whether the faults matter in the case.
    #[cfg(test)]
    pub(super) fn matters(&self) -> bool {
        self.fails() || matches!(self, Self::Plain { decides: true, .. })
    }
}

/// A cache of the answers to one question by engines with faults. Its keys hold only faults that
/// matter: a fault that changes nothing on the way to the answer is left out.
#[derive(Debug)]
pub(super) struct Answers<T>(Mutex<HashMap<Faults, (T, Faults)>>);

impl<T> Default for Answers<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> Answers<T> {
    /// The answer with these faults. `ask` answers with some faults, and returns with its answer
    /// all the faults that would have changed something on the way.
    pub(super) fn with(&self, faults: &Faults, ask: impl Fn(Faults) -> (T, Faults)) -> T {
        let mut counting = Faults::NONE;
        loop {
            let (answer, met) = self.known(counting, &ask);
            let all = counting.union(&met.common(faults));
            if all == counting {
                return answer;
            }
            counting = all;
        }
    }

    /// The cached answer with exactly these faults, computed if it is new.
    fn known(&self, faults: Faults, ask: impl Fn(Faults) -> (T, Faults)) -> (T, Faults) {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known().get(&faults).cloned();
        found.unwrap_or_else(|| {
            let asked = ask(faults);
            known().insert(faults, asked.clone());
            asked
        })
    }
}

/// A case with the cached predictions for it.
#[derive(Debug)]
pub(super) struct Predicted<'a> {
    case: &'a Case,
    /// The question that the naive engine is asked; `None` if the case cannot be put to it.
    question: OnceLock<Option<Cow<'a, Question>>>,
    answers: Answers<Option<Arc<Prediction>>>,
}

/// Predictions for the cases that an engine was asked, by engines with faults. Each is computed on
/// first use, and kept.
#[derive(Debug)]
pub(crate) struct Predictions<'a> {
    /// The way of asking.
    pub(super) asked: Asked,
    /// The capabilities of the engine under test.
    pub(super) of: Capabilities,
    capabilities: Capabilities,
    cases: Vec<Predicted<'a>>,
}

impl<'a> Predictions<'a> {
    /// Predictions for these cases, asked in this way of an engine with these capabilities.
    pub(crate) fn new(cases: &[&'a Case], asked: Asked, of: &Capabilities) -> Self {
        let capabilities = naive_capabilities(asked.variant(), of);
        let answered = cases.iter().copied().filter(|case| counts_few(case));
        let answered = answered.map(|case| Predicted {
            case,
            question: OnceLock::new(),
            answers: Answers::default(),
        });
        Self {
            cases: answered.collect(),
            asked,
            of: of.clone(),
            capabilities,
        }
    }

    /// The cases that have predictions.
    #[cfg(test)]
    pub(crate) fn cases(&self) -> impl Iterator<Item = &'a Case> + '_ {
        self.cases.iter().map(|predicted| predicted.case)
    }

    /// The symptoms of the engine with these faults, by the ids of the cases that it fails.
    #[cfg(test)]
    pub(crate) fn of(&self, faults: &Faults) -> BTreeMap<String, Vec<Symptom>> {
        let cases: Vec<usize> = (0..self.cases.len()).collect();
        let shown = par_map(&cases, |&at| {
            let shown = self.answer(&self.cases[at], faults)?.symptoms().to_vec();
            (!shown.is_empty()).then(|| (self.cases[at].case.id.clone(), shown))
        });
        shown.into_iter().flatten().collect()
    }

    /// All cases with their predictions.
    pub(super) fn all(&self) -> impl Iterator<Item = &Predicted<'a>> {
        self.cases.iter()
    }

    /// Splits the cases into those chosen and the others.
    pub(super) fn partition(&self, is_chosen: impl Fn(&Case) -> bool) -> [Vec<&Predicted<'a>>; 2] {
        let (chosen, others) = self.all().partition(|one| is_chosen(one.case));
        [chosen, others]
    }

    /// The predictions of a fault for these cases, by id; cases that it does not matter to are left
    /// out.
    pub(super) fn by<'p>(
        &'p self,
        fault: Fault,
        only: Option<Side>,
        cases: impl IntoIterator<Item = &'p Predicted<'a>>,
    ) -> impl Iterator<Item = (&'a str, Arc<Prediction>)>
    where
        'a: 'p,
    {
        let faults = Faults::NONE.with(fault, only.map(|side| side == Side::Gold));
        let cases = cases.into_iter();
        cases.filter_map(move |one| Some((&*one.case.id, self.answer(one, &faults)?)))
    }

    /// The prediction for a case with these faults; `None` where they do not matter.
    fn answer(&self, one: &Predicted<'a>, faults: &Faults) -> Option<Arc<Prediction>> {
        if let Some(fault) = faults.beside_naive() {
            let ask = |faults| (by_game(one.case, fault).map(Arc::new), faults);
            return one.answers.known(*faults, ask).0;
        }
        let question = one.question.get_or_init(|| self.question(one.case));
        let question = question.as_ref()?;
        one.answers.with(faults, |faults| {
            let variant = self.asked.variant();
            let mut adapter = Adapter::new(faults, variant.two_step);
            let verdict = verdict(
                &mut adapter,
                variant,
                one.case,
                question,
                &self.capabilities,
            );
            let met = adapter.touched();
            if faults == Faults::NONE {
                // Of a question that it does not answer rightly nothing is predicted.
                let is_right = verdict == Status::Passed;
                return (None, if is_right { met } else { Faults::NONE });
            }
            let prediction = Prediction::Plain {
                symptoms: symptoms_of(&verdict),
                decides: met.meets(&faults),
                instead: matches!(question, Cow::Owned(_)),
            };
            (Some(Arc::new(prediction)), met)
        })
    }

    /// The question of a case for the naive engine. A question about more than it knows is narrowed
    /// to the position alone, in the current edition; `None` where that cannot be done.
    fn question(&self, case: &'a Case) -> Option<Cow<'a, Question>> {
        if case.declined_by(&self.capabilities).is_none() {
            return Some(Cow::Borrowed(&case.question));
        }
        if self.asked != Asked::Questions {
            return None;
        }
        let question = in_play(&case.question)?;
        let is_declined = self.capabilities.declines(&question).is_some();
        (!is_declined).then_some(Cow::Owned(question))
    }
}

/// The question narrowed to the position alone, in the current edition.
fn in_play(question: &Question) -> Option<Question> {
    let mut question = question.clone();
    if let Question::Goal { .. } = question {
        return None;
    }
    if let Question::Judge { turn, .. } = &mut question {
        let text = turn.to_string();
        let mut words = text.split_whitespace().peekable();
        words.next_if(|word| word.parse::<Label>().is_ok());
        *turn = TurnText::Line(words.collect::<Vec<_>>().join(" "));
    }
    let position = position_mut(&mut question)?;
    let mut snapshot = find(&Engine::default(), position).ok()?.state().snapshot();
    snapshot.edition = Edition::default();
    *position = PositionSource::State(State {
        snapshot,
        number: None,
    });
    Some(question)
}

/// The prediction for a fault that the naive engine lacks; `None` where it changes nothing.
fn by_game(case: &Case, fault: Fault) -> Option<Prediction> {
    let kills = || case.kills.iter().any(|id| id == fault.wrong_rule());
    if fault.place() == Place::Kills {
        return kills().then_some(Prediction::Count);
    }
    let symptoms = symptoms_of(&game::ask(case, fault)?);
    (!symptoms.is_empty()).then_some(Prediction::Whole(symptoms))
}

fn symptoms_of(verdict: &Status) -> Vec<Symptom> {
    match verdict {
        Status::Failed(mismatches) => symptoms(mismatches),
        _ => Vec::new(),
    }
}

/// Whether the expected counts of a case are small enough for the naive engine.
pub(super) fn counts_few(case: &Case) -> bool {
    let steps = case.expect.steps.iter().flatten();
    let mut counts = steps.chain(&case.expect.turns);
    counts.all(|count| *count <= MOST_COUNTED)
}

/// Maps the items in parallel, in their order.
pub(super) fn par_map<T: Sync, R: Send>(of: &[T], what: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
    use rayon::prelude::*;

    of.par_iter().map(what).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subjects::line::{LineReply, Lines};

    /// The reply to a line by an engine with a fault of both players, of Gold or of Silver.
    fn reply(line: String, two_step: bool, fault: Option<(Fault, Option<bool>)>) -> String {
        let faults = fault.map(|(fault, gold)| Faults::NONE.with(fault, gold));
        let mut engine = Adapter::new(faults.unwrap_or_default(), two_step);
        match engine.ask(&[line]).as_deref() {
            Ok([LineReply::Legal { winner, .. }]) => winner.to_string(),
            Ok([LineReply::Illegal]) => "no".to_owned(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn push_and_pull_as_one_action_name_the_pieces_that_stand_there() {
        // Gold: an elephant on d2, a camel and a rabbit on g1 and h1. Silver: a cat and a dog on c2
        // and d1, and a rabbit.
        let (eight, many) = (".".repeat(8), ".".repeat(32));
        let squares = format!("{eight}......r.{many}..cE.......d..MR");
        for (action, fault, replied) in [
            ("cc2n+Ed2w", None, "-"),
            ("cc2n+Hd2w", None, "no"),
            ("Ed2n+dd1n", None, "-"),
            ("Ed2n+hd1n", None, "no"),
            // What is pushed is named by an engine with this fault as it likes.
            ("hc2n+Ed2w", Some((Fault::LetterIgnored, None)), "-"),
            ("hc2n+Ed2w", None, "no"),
            ("rh1n+Mg1e", Some((Fault::ColourIgnored, None)), "no"),
        ] {
            let line = format!("gold {squares} - {action}");
            assert_eq!(reply(line, true, fault), replied, "{action} {fault:?}");
        }
    }

    #[test]
    fn faults_name_the_winner_for_one_player_and_after_the_steps_that_their_words_say() {
        let dots = |count| ".".repeat(count);
        // Silver immobilizes Gold, so it is Silver's fault to forget it.
        let immobilized = || format!("gold {}r......cR -", dots(55));
        let board = format!("{}r{}E...R{}", dots(8), dots(42), dots(8));
        // With the fourth step no further one is awaited.
        let four = format!("gold {board} - Ed2n Ed3n Ed4n Ed5n");
        for (line, fault, gold, winner) in [
            (immobilized(), Fault::StuckForgotten, false, "-"),
            (immobilized(), Fault::StuckForgotten, true, "silver"),
            (four, Fault::DeadEndSaid, true, "-"),
        ] {
            assert_eq!(
                reply(line, false, Some((fault, Some(gold)))),
                winner,
                "{fault:?}"
            );
        }
    }

    #[test]
    fn naive_engine_answers_as_much_as_the_engine_that_it_is_compared_with() {
        let is = |one: &Capabilities| [one.outcome, one.history, one.mid_turn];
        for left_out in 0..3 {
            let [outcome, history, mid_turn] = [0, 1, 2].map(|at| at != left_out);
            let less = Capabilities {
                outcome,
                history,
                mid_turn,
                ..Capabilities::default()
            };
            let naive = naive_capabilities(Variant::default(), &less);
            assert_eq!(is(&naive), is(&less));
        }
    }
}
