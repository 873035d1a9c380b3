//! An engine's name, and the questions that it answers.

use std::collections::BTreeSet;

use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};

use crate::ask::{PositionSource, Question, QuestionKind, State, TurnText, objects};
use arimaa::vocab::{Edition, Phase};

/// Name and version of an engine.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct Identity {
    /// The name of the engine.
    pub name: String,
    /// The version of the engine, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// The questions that an engine answers, and how precisely. Everything else is not asked, and
/// counts as skipped.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self", default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says one thing that can be done or not"
)]
pub struct Capabilities {
    /// The kinds of questions that are answered. Unknown names are disregarded.
    #[serde(deserialize_with = "known_kinds")]
    pub questions: BTreeSet<QuestionKind>,
    /// The names of the editions that are known.
    pub editions: BTreeSet<String>,
    /// The engine accepts positions in a setup, while pieces are being placed.
    pub setups: bool,
    /// The engine accepts positions in the middle of a turn.
    pub mid_turn: bool,
    /// The engine accepts states with earlier turn ends.
    pub history: bool,
    /// The engine accepts positions that are given as records.
    pub records: bool,
    /// The engine judges movement on decided positions, too (`past_end`).
    pub past_end: bool,
    /// The engine insists on capture tokens (NOT-4) where it is asked to (`strict`).
    pub strict: bool,
    /// Refusals, outcomes and impossible positions name their reasons. Without this only legality
    /// and winner are compared.
    pub reasons: bool,
    /// Refusals give their facts (`details`), by the names of this project; without this they are
    /// not compared.
    pub details: bool,
    /// Messages are worded as in this project; without this they are not compared.
    pub wording: bool,
    /// The engine refuses positions that no game can have.
    pub validity: bool,
    /// The engine knows the winner, and gives no legal action in a decided game.
    pub outcome: bool,
    /// Turns are labelled, such as `12s`, in questions and answers.
    pub labels: bool,
}

objects!(Identity, Capabilities);

/// A set made without the sort of `collect`, which is 10 KB of a WebAssembly module.
fn set_without_sort<T: Ord>(all: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(all);
    set
}

/// Reads a list of names of kinds. Unknown names are left out; it is an error if all are unknown.
fn known_kinds<'de, D: Deserializer<'de>>(names: D) -> Result<BTreeSet<QuestionKind>, D::Error> {
    let names = Vec::<String>::deserialize(names)?;
    let is_named = |kind: &QuestionKind| names.iter().any(|name| name == kind.name());
    let kinds = set_without_sort(QuestionKind::ALL.into_iter().filter(is_named));
    match names.first() {
        Some(name) if kinds.is_empty() => Err(D::Error::custom(format_args!(
            "no kind of question is known by its name: `{name}`"
        ))),
        _ => Ok(kinds),
    }
}

/// Whether a question is about a turn with a label.
fn has_label(question: &Question) -> bool {
    let first = match question {
        Question::Judge {
            turn: TurnText::Line(line),
            ..
        } => line.split_whitespace().next(),
        Question::Judge {
            turn: TurnText::Words(words),
            ..
        } => words.first().map(String::as_str),
        _ => None,
    };
    first.is_some_and(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))
}

impl Default for Capabilities {
    /// All capabilities, except that refusals need no details and messages may be worded freely.
    fn default() -> Self {
        let editions = arimaa::vocab::Edition::ALL;
        Self {
            questions: set_without_sort(QuestionKind::ALL),
            editions: set_without_sort(editions.iter().map(ToString::to_string)),
            setups: true,
            mid_turn: true,
            history: true,
            records: true,
            past_end: true,
            strict: true,
            reasons: true,
            details: false,
            wording: false,
            validity: true,
            outcome: true,
            labels: true,
        }
    }
}

impl Capabilities {
    /// The capabilities of a player: moving, ending and repetition, without setups or reasons.
    pub fn of_play() -> Self {
        Self {
            setups: false,
            past_end: false,
            strict: false,
            reasons: false,
            validity: false,
            labels: false,
            ..Self::default()
        }
    }

    /// The missing capability that this question needs; `None` if it can be asked. Names in
    /// backticks are capabilities.
    pub fn declines(&self, question: &Question) -> Option<String> {
        let kind = question.kind();
        if !self.questions.contains(&kind) {
            return Some(format!("needs an answer to `{kind}`"));
        }
        let (past_end, strict) = match question {
            Question::Judge {
                past_end,
                strict,
                position: _,
                turn: _,
            }
            | Question::Replay {
                past_end,
                strict,
                record: _,
                edition: _,
                boards: _,
                offset: _,
                limit: _,
            } => (*past_end, *strict),
            Question::LegalActions {
                past_end,
                position: _,
                effects: _,
                refusals: _,
            }
            | Question::Turns {
                past_end,
                position: _,
                to: _,
                offset: _,
                limit: _,
            }
            | Question::Goal {
                past_end,
                position: _,
                offset: _,
                limit: _,
            }
            | Question::TurnCount {
                past_end,
                position: _,
            } => (*past_end, false),
            Question::Apply {
                position: _,
                actions: _,
            }
            | Question::Outcome { position: _ }
            | Question::Standing { position: _ }
            | Question::Perft {
                position: _,
                count: _,
                depth: _,
            }
            | Question::ExplainRule { rule: _ }
            | Question::Parse { form: _, text: _ }
            | Question::Recognize { text: _ }
            | Question::Draw {
                position: _,
                drawing: _,
                marks: _,
            }
            | Question::Print {
                position: _,
                form: _,
            } => (false, false),
        };
        if past_end && !self.past_end {
            return Some("needs movement past the end of the game (`past_end`)".to_owned());
        }
        if strict && !self.strict {
            return Some("needs every capture token to be checked (`strict`)".to_owned());
        }
        if kind == QuestionKind::Outcome && !self.outcome {
            return Some("needs the winner (`outcome`)".to_owned());
        }
        let declined = self.declines_position(question.position()?);
        declined.or_else(|| {
            let is_told = has_label(question) && !self.labels;
            is_told.then(|| "needs labels of turns, such as `12s` (`labels`)".to_owned())
        })
    }

    fn declines_position(&self, position: &PositionSource) -> Option<String> {
        match position {
            PositionSource::State(state) => self.declines_state(state),
            PositionSource::Record(_) | PositionSource::Any(_) if !self.records => {
                Some("needs a position told as a record (`records`)".to_owned())
            }
            PositionSource::Record(moment) => self.declines_edition(moment.edition.as_deref()),
            PositionSource::Any(text) => self.declines_edition(text.edition.as_deref()),
            PositionSource::AtHand => None,
        }
    }

    fn declines_state(&self, state: &State) -> Option<String> {
        let snapshot = &state.snapshot;
        let what = match &snapshot.phase {
            Phase::Setup { .. } if !self.setups => "a position in the setup (`setups`)",
            Phase::Play { steps, .. } if !self.mid_turn && !steps.is_empty() => {
                "a position in mid-turn (`mid_turn`)"
            }
            Phase::Play { earlier, .. } if !self.history && !earlier.is_empty() => {
                "earlier positions (`history`)"
            }
            Phase::Setup { .. } | Phase::Play { .. } => {
                return self.declines_edition(Some(snapshot.edition.name()));
            }
        };
        Some(format!("needs {what}"))
    }

    /// The reason to decline an edition that is not known here; other words are left to the answer.
    fn declines_edition(&self, edition: Option<&str>) -> Option<String> {
        let edition = edition?.parse::<Edition>().ok()?.name();
        (!self.editions.contains(edition)).then(|| format!("needs the edition {edition}"))
    }
}
