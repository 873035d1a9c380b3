//! Cases: each a question, the expected answer, and the reason.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::form;

use arimaa_oracle::ask::{PositionSource, Question, QuestionKind, Ranks};
use arimaa_oracle::protocol::definitions_for;

/// One case of the suite.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "SuiteCase"))]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// A stable unique id in kebab-case, named after a fact or a fault.
    pub id: String,
    /// The number of its chapter of SPEC.md.
    pub chapter: u32,
    /// The sentences (`FRZ-1.2`) or rules that it shows in force: what they allow is allowed, the
    /// end they state fires, the one side of a definition.
    pub yes: Vec<String>,
    /// The sentences or rules that it shows from the other side: what they forbid is refused, the
    /// end narrowly does not fire, the other side of a definition.
    pub no: Vec<String>,
    /// The ids of the wrong rules that it kills: an engine that follows one of them answers
    /// otherwise.
    pub kills: Vec<String>,
    /// The reason why the expectation is right.
    pub note: String,
    /// The question.
    pub question: Question,
    /// The expected answer.
    pub expect: Expect,
    /// The file of the case, and the line in it.
    #[serde(skip)]
    pub place: (String, usize),
}

/// The expected answer: a field that is given is compared, any other is not.
// It is read as files of cases write it.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// Of `judge`: whether the turn is legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<bool>,
    /// Of `judge`: the turn is refused, for the reason with this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Of `judge`: the word that is refused, or `end`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Of a refusal or an impossible position: some facts by their names, for engines that give
    /// `details`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(default, deserialize_with = "form::details")]
    pub details: Option<Map<String, Value>>,
    /// Of `judge`: the captures of the turn in order, each with its trap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captures: Option<Vec<String>>,
    /// Of `judge` and `standing`: the expected board afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(default, deserialize_with = "form::board")]
    pub board: Option<Ranks>,
    /// Of `judge`, `standing` and `outcome`: `ongoing`, or winner and rule, such as `gold END-3` or
    /// `draw END-9`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(default, deserialize_with = "form::outcome")]
    pub outcome: Option<String>,
    /// Of `judge` and `standing`: the label of the turn to be made then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Of `legal_actions`: all of them, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(default, deserialize_with = "form::actions")]
    pub actions: Option<Vec<String>>,
    /// Of `legal_actions`: some that are among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed: Option<Vec<String>>,
    /// Of `legal_actions`: some that are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlisted: Option<Vec<String>>,
    /// Of `turns` and `turn_count`: how many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u64>,
    /// Of `turns`: the first of them, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_turns: Option<Vec<String>>,
    /// Of `goal`: the turns that make a goal, all of them in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goals: Option<Vec<String>>,
    /// Of `perft`: the step sequences to depth 1, 2, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<u64>>,
    /// Of `perft`: the sequences of turns to depth 1, 2, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequences: Option<Vec<u64>>,
    /// Of `outcome`: there is no such position, by this rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invalid: Option<String>,
    /// Of `parse`: the text is read, and written like this; blanks at its end do not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// Of `parse`: the text is not read. In this project's own wording the message has this part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreadable: Option<String>,
}

impl Expect {
    /// The names of the fields that are given.
    pub fn fields(&self) -> Vec<&'static str> {
        macro_rules! fields {
            ($($field:ident)*) => {{
                let Self { $($field),* } = self;
                [$((stringify!($field), $field.is_some()),)*]
            }};
        }
        let fields = fields!(
            legal refused at details captures board outcome label actions listed unlisted turns
            first_turns goals steps sequences invalid written unreadable
        );
        let standing = fields.into_iter().filter(|(_, stands)| *stands);
        standing.map(|(name, _)| name).collect()
    }

    /// The fields that an answer to this kind of question is compared by, errors aside.
    pub(crate) const fn fields_checked_for(kind: QuestionKind) -> &'static [&'static str] {
        match kind {
            QuestionKind::Judge => &[
                "legal", "refused", "at", "details", "captures", "board", "outcome", "label",
            ],
            QuestionKind::LegalActions => &["actions", "listed", "unlisted"],
            QuestionKind::Turns => &["turns", "first_turns"],
            QuestionKind::TurnCount => &["turns"],
            QuestionKind::Goal => &["goals"],
            QuestionKind::Perft => &["steps", "sequences"],
            QuestionKind::Standing => &["board", "outcome", "label"],
            QuestionKind::Outcome => &["outcome"],
            QuestionKind::Parse => &["written", "unreadable"],
            // No case asks others.
            _ => &[],
        }
    }
}

/// The JSON Schema of a case as `suite export` prints it.
pub fn schema() -> Value {
    let mut schema: Value = serde_json::from_str(SCHEMA).unwrap_or_default();
    let definitions = definitions_for(&schema);
    if let Some(own) = schema["$defs"].as_object_mut() {
        own.extend(definitions);
    }
    schema
}

/// The schema of a case without the definitions that it shares with the protocol.
const SCHEMA: &str = include_str!("case.schema.json");

/// The JSON Schema of a case, made from the types.
#[cfg(feature = "schema")]
pub fn schema_of_cases() -> Value {
    schemars::schema_for!(Case).to_value()
}

impl Case {
    /// The sentences and rules that the case cites.
    pub(crate) fn citations(&self) -> impl Iterator<Item = &str> {
        self.yes.iter().chain(&self.no).map(String::as_str)
    }

    /// The rules that the case is about, each once, whichever of their sentences it cites.
    pub fn rules(&self) -> Vec<&str> {
        let mut rules: Vec<&str> = Vec::new();
        for rule in self.citations().filter_map(|id| id.split('.').next()) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        rules
    }

    /// The first sentence of the note.
    pub fn title(&self) -> &str {
        match self.note.split_once(". ") {
            Some((first, _)) => first,
            None => self.note.trim_end_matches('.'),
        }
    }
}

/// The position of a question, for a change; `None` for a question that no case asks.
pub(crate) fn position_mut(question: &mut Question) -> Option<&mut PositionSource> {
    match question {
        Question::LegalActions { position, .. }
        | Question::Judge { position, .. }
        | Question::Outcome { position }
        | Question::Standing { position }
        | Question::Turns { position, .. }
        | Question::TurnCount { position, .. }
        | Question::Goal { position, .. }
        | Question::Perft { position, .. } => Some(position),
        _ => None,
    }
}

/// A wrong rule that engines are known to follow, or could.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct WrongRule {
    /// The name of the wrong rule, in kebab-case.
    pub id: String,
    /// The sentence of SPEC.md, such as `FRZ-1.2`, or the rule that the wrong rule breaks.
    pub rule: String,
    /// The statement of the wrong rule, as a sentence.
    pub says: String,
}
