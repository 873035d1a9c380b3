//! Answers of engines to questions.
//!
//! As JSON an answer is an object with its `kind`. A question that is wrong gets an answer too: an
//! `error`.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Fault, Form, QuestionKind, Ranks};
use crate::ask::{State, objects};
use crate::judge::JudgedGame;
use arimaa::vocab::{Outcome, Side};

/// The answer to one question.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self", tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Answer {
    /// Answers `legal_actions` with the legal actions.
    Actions {
        /// Every legal action as text, in the order of ORD-2, `end` last.
        actions: Vec<String>,
        /// The effect of each action, in the same order, where the question asks for effects.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effects: Option<Vec<ActionEffect>>,
        /// The frozen pieces of both sides (FRZ-1), each with its square: `Cc4`. Given where the
        /// question asks for refusals.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frozen: Option<Vec<String>>,
        /// Every other step of a piece on the board, and `end`, with the reason for which it is
        /// refused, in the order of ORD-2, where the question asks for them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refusals: Option<Vec<RefusedTurn>>,
    },
    /// Answers `judge`: the turn is legal.
    Accepted {
        /// The turn as it is written, capture tokens included and without a label.
        turn: String,
        /// The captured pieces in order, each with its trap: `rc3`.
        captures: Vec<String>,
        /// The part of the turn that was played before, where the question is asked in mid-turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        begun: Option<String>,
        /// The board, the label and the outcome after the turn.
        standing: Standing,
    },
    /// Answers `judge` or `apply`: the rules forbid the turn or an action.
    Refused {
        /// The reason for the refusal, and its place.
        refusal: RefusedTurn,
        /// The board, the label and the outcome, which are as they were before.
        standing: Standing,
    },
    /// Answers `apply`: the actions are legal.
    Applied {
        /// The state after the actions.
        state: State,
        /// The captured pieces, in order, each with its trap: `rc3`.
        captures: Vec<String>,
        /// The board, the label and the outcome after the actions.
        standing: Standing,
    },
    /// Answers `outcome` with the end of the game.
    Outcome {
        /// The end of the game by the rules; `null` while it goes on.
        outcome: Option<Ended>,
    },
    /// Answers `standing` with the board, the label and the outcome.
    Standing {
        /// The board, the label and the outcome at the moment of the question.
        standing: Standing,
    },
    /// Answers `turns` with a page of the distinct turns.
    Turns {
        /// The number of turns, over all pages.
        total: u64,
        /// The turns of the page that is asked for.
        turns: Vec<TurnTo>,
    },
    /// Answers `turn_count` with the number of distinct turns.
    TurnCount {
        /// The number of distinct turns.
        count: u64,
    },
    /// Answers `goal` with a page of the turns that make a goal.
    Goal {
        /// The number of turns that make a goal, over all pages.
        total: u64,
        /// The first goal turn with the fewest steps, without its board; `null` where there is
        /// none.
        shortest: Option<String>,
        /// The goal turns of the page that is asked for.
        turns: Vec<TurnTo>,
    },
    /// Answers `perft` with the numbers of sequences.
    Perft {
        /// The counts to depth 1, 2, … in order.
        counts: Vec<u64>,
    },
    /// Answers `explain_rule` with the text of a rule.
    Rule {
        /// The rule.
        rule: RuleText,
    },
    /// Answers `parse` or `print` with a text.
    Text {
        /// The text in the only form that is written (chapter 10).
        text: String,
    },
    /// Answers `recognize` with the form of a text.
    Recognized {
        /// The form of the text; `null` where it can be read as no form.
        form: Option<Form>,
        /// The text in the only form that is written; `null` where it can be read as no form.
        text: Option<String>,
        /// The first error in each form that was tried in vain, the likeliest form first.
        misread: Vec<Misreading>,
    },
    /// Answers `replay` with the ruling on each turn of a record.
    Replayed {
        /// The edition by which the turns were judged.
        edition: String,
        /// How many turns and takebacks were judged; the last of them may be refused.
        total: u64,
        /// The turns and takebacks of the page that is asked for.
        turns: Vec<ReplayedTurn>,
        /// The end of the game by the rules; `null` where they do not decide it.
        outcome: Option<Ended>,
        /// Whether the rules agree with everything that the record says.
        agrees: bool,
        /// The points on which the record and the rules differ.
        disagreements: Vec<RecordDisagreement>,
    },
    /// Answers `draw` with a picture.
    Drawn {
        /// The picture: text or SVG.
        text: String,
        /// The marked squares: those that make the position impossible, then those of the question.
        squares: Vec<String>,
        /// The reason why no game can have the position; `null` where one can.
        impossible: Option<Fault>,
    },
    /// The question cannot be answered.
    Error {
        /// The reason.
        error: Fault,
    },
}

/// The effect of a legal action.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct ActionEffect {
    /// The part that the action plays in the turn, such as `plain`, `push-begun` or `pull`.
    pub part: String,
    /// The captured piece with its trap, `rc3`; left out where none is captured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured: Option<String>,
}

/// The error in a text that is read as one form.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct Misreading {
    /// The form as which the text was read.
    pub form: Form,
    /// The line, the first being 1.
    pub line: u64,
    /// The column in characters, the first being 1.
    pub column: u64,
    /// The error at that place.
    pub message: String,
}

/// A turn or a takeback of a record, with the ruling on it.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct ReplayedTurn {
    /// The label of the turn; of a takeback, the label of the turn that was to be made.
    pub label: String,
    /// Whether the line takes a turn back.
    #[serde(default, skip_serializing_if = "is_false")]
    pub takeback: bool,
    /// The turn, with every capture where it is legal. Left out for a takeback.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// The captured pieces in order, each with its trap: `rc3`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captures: Vec<String>,
    /// The refusal of the turn; an empty object for a takeback without a turn to take back. Left
    /// out where the line is legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<RefusedTurn>,
    /// The board after the line, where the question asks for boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Ranks>,
}

/// A point on which a record and the rules differ.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct RecordDisagreement {
    /// The name of the disagreement: `refused`, `takeback`, `result` or `unjudged`.
    pub name: String,
    /// The label of the turn, if the disagreement is about a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// A sentence for people; its wording is free.
    pub message: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// The board, the outcome, the label and the edition at a moment of a game.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct Standing {
    /// The board at that moment, in the middle of a turn too.
    pub board: Ranks,
    /// The end of the game by the rules; `null` while it goes on.
    pub outcome: Option<Ended>,
    /// The label of the turn to be made, or that is being made: `12s`. May be left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The edition that applies. May be left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
}

/// The end of a game: its winner and the rule that decided it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct Ended {
    /// The winner.
    pub winner: Winner,
    /// The id of the rule that decided it, such as `END-3`. May be left out by an engine that gives
    /// no reasons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The name of the end, such as `mover-goal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The letter of the end in records (NOT-12), such as `g`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// A sentence for people; its wording is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl fmt::Display for Ended {
    /// For people: `gold wins: silver has no rabbits left (END-5)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.winner.verdict())?;
        if let Some(message) = &self.message {
            write!(f, ": {message}")?;
        }
        self.rule.iter().try_for_each(|rule| write!(f, " ({rule})"))
    }
}

/// The winner of a game, or a draw.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// Gold.
    Gold,
    /// Silver.
    Silver,
    /// Neither: a draw.
    Draw,
}

impl Winner {
    /// `gold`, `silver` or `draw`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gold => "gold",
            Self::Silver => "silver",
            Self::Draw => "draw",
        }
    }

    /// For people: `gold wins`, `silver wins` or `a draw`.
    pub const fn verdict(self) -> &'static str {
        match self {
            Self::Gold => "gold wins",
            Self::Silver => "silver wins",
            Self::Draw => "a draw",
        }
    }
}

/// The refusal of a turn or an action. An engine that gives no reasons leaves all of it out.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self", default)]
pub struct RefusedTurn {
    /// The name of the reason, such as `frozen`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The id of the rule, such as `FRZ-2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The word that is refused; `end` for the end of the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The index of the refused word, 0 for the first after the label; the number of words for the
    /// end of the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<u64>,
    /// The squares that the refusal is about, the one at fault first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squares: Option<Vec<String>>,
    /// The facts of the refusal, by names that depend on the reason: `{"piece": "Cd4", "by":
    /// ["hd5"]}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Map<String, Value>>,
    /// The board as it stood when the word was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Ranks>,
    /// A sentence for people; its wording is free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// A turn and the board that it leads to.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct TurnTo {
    /// One shortest way to make the turn, capture tokens included.
    pub turn: String,
    /// The board after the turn.
    pub board: Ranks,
}

/// A rule of SPEC.md.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct RuleText {
    /// The id of the rule.
    pub id: String,
    /// The kind of the rule: `permission`, `end of game`, `definition` or `theorem`.
    pub kind: String,
    /// The chapter that it stands in.
    pub chapter: String,
    /// The text of the rule, in Markdown.
    pub text: String,
    /// The version of the specification.
    pub specification: String,
}

objects!(
    ActionEffect,
    Answer,
    Standing,
    Ended,
    RefusedTurn,
    TurnTo,
    RuleText,
    Misreading,
    ReplayedTurn,
    RecordDisagreement
);

impl Answer {
    /// The name of the kind of answer, as in the field `kind` of its JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Actions { .. } => "actions",
            Self::Accepted { .. } => "accepted",
            Self::Refused { .. } => "refused",
            Self::Applied { .. } => "applied",
            Self::Outcome { .. } => "outcome",
            Self::Standing { .. } => "standing",
            Self::Turns { .. } => "turns",
            Self::TurnCount { .. } => "turn_count",
            Self::Goal { .. } => "goal",
            Self::Perft { .. } => "perft",
            Self::Rule { .. } => "rule",
            Self::Text { .. } => "text",
            Self::Recognized { .. } => "recognized",
            Self::Replayed { .. } => "replayed",
            Self::Drawn { .. } => "drawn",
            Self::Error { .. } => "error",
        }
    }

    /// Whether the answer is an error because its time was over.
    pub const fn is_timed_out(&self) -> bool {
        matches!(
            self,
            Self::Error {
                error: Fault::TimedOut { .. }
            }
        )
    }

    /// Whether a question of this kind can have such an answer.
    pub const fn is_to(&self, kind: QuestionKind) -> bool {
        match self {
            Self::Actions { .. } => matches!(kind, QuestionKind::LegalActions),
            Self::Accepted { .. } => matches!(kind, QuestionKind::Judge),
            Self::Refused { .. } => matches!(kind, QuestionKind::Judge | QuestionKind::Apply),
            Self::Applied { .. } => matches!(kind, QuestionKind::Apply),
            Self::Outcome { .. } => matches!(kind, QuestionKind::Outcome),
            Self::Standing { .. } => matches!(kind, QuestionKind::Standing),
            Self::Turns { .. } => matches!(kind, QuestionKind::Turns),
            Self::TurnCount { .. } => matches!(kind, QuestionKind::TurnCount),
            Self::Goal { .. } => matches!(kind, QuestionKind::Goal),
            Self::Perft { .. } => matches!(kind, QuestionKind::Perft),
            Self::Rule { .. } => matches!(kind, QuestionKind::ExplainRule),
            Self::Text { .. } => matches!(kind, QuestionKind::Parse | QuestionKind::Print),
            Self::Recognized { .. } => matches!(kind, QuestionKind::Recognize),
            Self::Replayed { .. } => matches!(kind, QuestionKind::Replay),
            Self::Drawn { .. } => matches!(kind, QuestionKind::Draw),
            Self::Error { .. } => true,
        }
    }
}

impl From<&JudgedGame> for Standing {
    fn from(game: &JudgedGame) -> Self {
        Self {
            board: Ranks(game.state().board()),
            outcome: game.outcome().map(Ended::from),
            label: Some(game.label().to_string()),
            edition: Some(game.edition().to_string()),
        }
    }
}

impl From<Outcome> for Ended {
    fn from(outcome: Outcome) -> Self {
        Self {
            winner: match outcome.winner {
                Some(Side::Gold) => Winner::Gold,
                Some(Side::Silver) => Winner::Silver,
                None => Winner::Draw,
            },
            rule: Some(outcome.end.rule().to_owned()),
            end: Some(outcome.end.name().to_owned()),
            code: Some(outcome.end.code().to_string()),
            message: Some(outcome.reason()),
        }
    }
}

impl From<Result<Answer, Fault>> for Answer {
    fn from(answer: Result<Answer, Fault>) -> Self {
        answer.unwrap_or_else(Self::from)
    }
}
