//! Questions to an engine, each with its whole state.
//!
//! As JSON a question is an object with its `kind`, such as `{"kind": "outcome", "position":
//! {"state": {…}}}`. Unknown fields are refused. A question carries everything that its answer
//! depends on, so no state is kept between questions.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use arimaa::text::kind::TextKind;

use crate::ask::{QuestionKind, Ranks, RecordText, State, objects};

/// The version of questions and answers: the first number changes when programs of the old and the
/// new version could misunderstand each other.
pub const PROTOCOL_VERSION: &str = "1.0.0";

/// The version of the suite that belongs to this crate: the first number changes when what a case
/// expects was wrong or reports change their form, the second when cases come or go. It stands here
/// because `hello` names it, in builds without the suite too.
pub const SUITE_VERSION: &str = "1.1.0";

/// The longest text in a question, in bytes: a record, a diagram, whatever is to be parsed.
pub const MAX_TEXT: usize = 1 << 20;

/// The longest turn in a question, in bytes.
pub const MAX_TURN: usize = 4096;

/// The longest answer, in bytes of its JSON.
pub const MAX_ANSWER: usize = (4 << 20) - 1024;

/// The most earlier turn ends that a state in a question may hold.
pub const MAX_EARLIER: usize = 10_000;

/// The most turns that one answer lists, and the default where the question sets no limit.
pub const MAX_PAGE: u32 = 10_000;

/// The most turns of a position that are listed at all, page by page. Only setups have more.
pub const MAX_LISTED: u64 = 1_000_000;

/// The largest depth of a count of steps: a turn has no more.
pub const MAX_STEPS: u32 = 4;

/// The largest depth of a count of turns.
pub const MAX_TURNS: u32 = 3;

/// A question to an engine.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    remote = "Self",
    tag = "kind",
    rename_all = "snake_case",
    deny_unknown_fields
)]
#[non_exhaustive]
pub enum Question {
    /// Every legal action, in the order of ORD-2. Answered by `actions`.
    LegalActions {
        /// The position.
        position: PositionSource,
        /// Give the effect of each action, too.
        #[serde(default, skip_serializing_if = "is_false")]
        #[serde(deserialize_with = "null_as_default")]
        effects: bool,
        /// Give the frozen pieces of both sides, too, and the reason for which every other step of
        /// a piece on the board and the end of the turn are refused.
        #[serde(default, skip_serializing_if = "is_false")]
        #[serde(deserialize_with = "null_as_default")]
        refusals: bool,
        /// Show movement although the game is decided (END-11).
        #[serde(default, skip_serializing_if = "is_false")]
        #[serde(deserialize_with = "null_as_default")]
        past_end: bool,
    },
    /// Judges a turn as it is written, with its consequences. Answered by `accepted` or `refused`.
    Judge {
        /// The position.
        position: PositionSource,
        /// The whole turn, or what is left of it where the position stands in mid-turn.
        turn: TurnText,
        /// Insist on capture tokens (NOT-4).
        #[serde(default, skip_serializing_if = "is_false")]
        #[serde(deserialize_with = "null_as_default")]
        strict: bool,
        /// Judge movement although the game is decided (END-11).
        #[serde(default, skip_serializing_if = "is_false")]
        #[serde(deserialize_with = "null_as_default")]
        past_end: bool,
    },
    /// The state after some actions of a turn, which goes on unless the last of them is `end`.
    /// Movement is judged on decided positions too. Answered by `applied` or `refused`.
    Apply {
        /// The position.
        position: PositionSource,
        /// Steps, placements and `end`, one a string; at most 64.
        #[cfg_attr(feature = "schema", schemars(length(max = 64), inner(length(max = 8))))]
        actions: Vec<String>,
    },
    /// The end of the game by the last turn, if that decided it. Answered by `outcome`.
    Outcome {
        /// The position.
        position: PositionSource,
    },
    /// The board, the label and the outcome at the moment. Answered by `standing`.
    Standing {
        /// The position.
        position: PositionSource,
    },
    /// The distinct turns (TRN-6) in the order of ORD-3, or a page of them. Answered by `turns`.
    Turns {
        /// The position.
        position: PositionSource,
        /// Only the turn that leads to this board, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Ranks>,
        /// Show movement although the game is decided (END-11).
        #[serde(default, skip_serializing_if = "is_false")]
        #[serde(deserialize_with = "null_as_default")]
        past_end: bool,
        /// The number of turns to leave out before the page.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[serde(deserialize_with = "null_as_default")]
        offset: u64,
        /// The most turns to list; by default, and at most, 10,000.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(range(max = MAX_PAGE)))]
        limit: Option<u32>,
    },
    /// The number of distinct turns (TRN-6). Answered by `turn_count`.
    TurnCount {
        /// The position.
        position: PositionSource,
        /// Count movement although the game is decided (END-11).
        #[serde(default, skip_serializing_if = "is_false")]
        #[serde(deserialize_with = "null_as_default")]
        past_end: bool,
    },
    /// The turns with which the player to move makes a goal, or a page of them: they end with an
    /// own rabbit on its goal rank (END-3). Their order is that of ORD-3. Answered by `goal`.
    Goal {
        /// The position.
        position: PositionSource,
        /// Show movement although the game is decided (END-11).
        #[serde(default, skip_serializing_if = "is_false")]
        #[serde(deserialize_with = "null_as_default")]
        past_end: bool,
        /// The number of turns to leave out before the page.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[serde(deserialize_with = "null_as_default")]
        offset: u64,
        /// The most turns to list; by default, and at most, 10,000.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(range(max = MAX_PAGE)))]
        limit: Option<u32>,
    },
    /// The numbers of sequences to depth 1, 2, … (chapter 13). Answered by `perft`.
    Perft {
        /// The position.
        position: PositionSource,
        /// The unit that is counted.
        count: Unit,
        /// The deepest count: 1 to 4 for steps, 1 to 3 for turns.
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MAX_STEPS)))]
        depth: u32,
    },
    /// The text of a rule. Answered by `rule`.
    ExplainRule {
        /// The id of the rule, such as `FRZ-1`.
        #[cfg_attr(feature = "schema", schemars(length(max = 16)))]
        rule: String,
    },
    /// Reads a text, and writes it in the only form that is written. Answered by `text`.
    Parse {
        /// The form that the text should have.
        form: Form,
        /// The text; at most 1 MiB.
        #[cfg_attr(feature = "schema", schemars(length(max = MAX_TEXT)))]
        text: String,
    },
    /// The form of a text, and its errors as other forms. Answered by `recognized`.
    Recognize {
        /// The text; at most 1 MiB.
        #[cfg_attr(feature = "schema", schemars(length(max = MAX_TEXT)))]
        text: String,
    },
    /// Every turn of a record with its ruling, the outcome, and the points on which the record
    /// disagrees with the rules. Answered by `replayed`.
    Replay {
        /// The record (NOT-8); at most 1 MiB.
        #[cfg_attr(feature = "schema", schemars(length(max = MAX_TEXT)))]
        record: String,
        /// The edition, where the record names none; by default the current one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(length(max = 32)))]
        edition: Option<String>,
        /// Insist on capture tokens (NOT-4).
        #[serde(default, skip_serializing_if = "is_false")]
        #[serde(deserialize_with = "null_as_default")]
        strict: bool,
        /// Judge movement although the game is decided (END-11).
        #[serde(default, skip_serializing_if = "is_false")]
        #[serde(deserialize_with = "null_as_default")]
        past_end: bool,
        /// Give the board after each turn.
        #[serde(default, skip_serializing_if = "is_false")]
        #[serde(deserialize_with = "null_as_default")]
        boards: bool,
        /// The number of turns and takebacks to leave out before the page.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[serde(deserialize_with = "null_as_default")]
        offset: u64,
        /// The most turns and takebacks to give; by default, and at most, 10,000.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(range(max = MAX_PAGE)))]
        limit: Option<u32>,
    },
    /// A picture of a position; of an impossible one, with the squares at fault marked. Answered by
    /// `drawn`.
    Draw {
        /// The position.
        position: PositionSource,
        /// The kind of picture.
        drawing: Drawing,
        /// Squares to mark, the first more strongly.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[serde(deserialize_with = "null_as_default")]
        #[cfg_attr(feature = "schema", schemars(length(max = 64), inner(length(max = 2))))]
        marks: Vec<String>,
    },
    /// A position as text. Answered by `text`.
    Print {
        /// The position.
        position: PositionSource,
        /// The form of the text: `compact`, `diagram` or `state`.
        form: Form,
    },
}

/// The position of a question.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PositionSource {
    /// Any moment of a game, complete in itself.
    State(State),
    /// A moment in a game, given by its record.
    Record(RecordMoment),
    /// A text in any form that gives a position: a compact board, a diagram, a JSON state, records
    /// or an archive.
    Any(AnyText),
    /// The game that [`answer_about`](crate::ask::answer_about) gets. It cannot be written as JSON.
    #[serde(skip)]
    AtHand,
}

impl PositionSource {
    /// Whether the number of the turn is given, not assumed.
    pub fn is_labelled(&self) -> bool {
        match self {
            Self::State(state) => state.is_numbered(),
            Self::Record(_) | Self::AtHand => true,
            Self::Any(any) => {
                matches!(
                    TextKind::of(&any.text),
                    TextKind::Records | TextKind::Archive
                )
            }
        }
    }
}

/// A position in a text; its form is recognized by its beginning.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct AnyText {
    /// The text; at most 1 MiB.
    #[cfg_attr(feature = "schema", schemars(length(max = MAX_TEXT)))]
    pub text: String,
    /// In records and archives: the game with this id, or with this number where it has no id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(length(max = 64)))]
    pub game: Option<String>,
    /// In records and archives: the label of the turn before which the question is asked; without
    /// it, after the last line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(length(max = 16)))]
    pub before: Option<String>,
    /// The edition, where the text names none; by default the current one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(length(max = 32)))]
    pub edition: Option<String>,
}

/// A moment in a recorded game.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct RecordMoment {
    /// The record (NOT-8), its turns all legal; at most 1 MiB.
    #[cfg_attr(feature = "schema", schemars(with = "String", length(max = MAX_TEXT)))]
    pub text: RecordText,
    /// The label of the turn before which the question is asked; without it, after the last line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(length(max = 16)))]
    pub before: Option<String>,
    /// The edition, where the record names none; by default the current one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(length(max = 32)))]
    pub edition: Option<String>,
}

objects!(Question, RecordMoment, AnyText);

/// The kind of picture in which a board is drawn.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Drawing {
    /// A drawing in characters.
    Text,
    /// A picture in SVG.
    Svg,
}

/// A turn as it is written: a line, or its words one by one.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "`turn` must be text or a list of steps")]
pub enum TurnText {
    /// A turn line, with or without a label; at most 4,096 bytes: `2g Ed2n Ed3n cf3x`.
    Line(#[cfg_attr(feature = "schema", schemars(length(max = MAX_TURN)))] String),
    /// Label, steps, placements and captures, one a string; together at most 4,096 bytes.
    Words(#[cfg_attr(feature = "schema", schemars(length(max = MAX_TURN)))] Vec<String>),
}

/// Writes the turn as one line.
impl fmt::Display for TurnText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => f.write_str(line),
            Self::Words(words) => f.write_str(&words.join(" ")),
        }
    }
}

/// The unit of a count to a depth.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Sequences of steps in one turn (CNT-1).
    Steps,
    /// Sequences of distinct turns (CNT-3).
    Turns,
}

/// A form of text (chapter 10).
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Form {
    /// A turn line (NOT-3).
    Turn,
    /// A compact board (NOT-6).
    Compact,
    /// A diagram (NOT-7).
    Diagram,
    /// Game records (NOT-8).
    Record,
    /// A JSON state (NOT-11).
    State,
    /// A table of the game server (NOT-13), which is read and never written.
    Archive,
}

impl Form {
    /// Every form.
    pub const ALL: [Self; 6] = [
        Self::Turn,
        Self::Compact,
        Self::Diagram,
        Self::Record,
        Self::State,
        Self::Archive,
    ];
}

impl Question {
    /// The kind of question.
    pub const fn kind(&self) -> QuestionKind {
        match self {
            Self::LegalActions { .. } => QuestionKind::LegalActions,
            Self::Judge { .. } => QuestionKind::Judge,
            Self::Apply { .. } => QuestionKind::Apply,
            Self::Outcome { .. } => QuestionKind::Outcome,
            Self::Standing { .. } => QuestionKind::Standing,
            Self::Turns { .. } => QuestionKind::Turns,
            Self::TurnCount { .. } => QuestionKind::TurnCount,
            Self::Goal { .. } => QuestionKind::Goal,
            Self::Perft { .. } => QuestionKind::Perft,
            Self::ExplainRule { .. } => QuestionKind::ExplainRule,
            Self::Parse { .. } => QuestionKind::Parse,
            Self::Print { .. } => QuestionKind::Print,
            Self::Replay { .. } => QuestionKind::Replay,
            Self::Recognize { .. } => QuestionKind::Recognize,
            Self::Draw { .. } => QuestionKind::Draw,
        }
    }

    /// The position, if the question is about one.
    pub const fn position(&self) -> Option<&PositionSource> {
        match self {
            Self::LegalActions { position, .. }
            | Self::Judge { position, .. }
            | Self::Apply { position, .. }
            | Self::Outcome { position }
            | Self::Standing { position }
            | Self::Turns { position, .. }
            | Self::TurnCount { position, .. }
            | Self::Goal { position, .. }
            | Self::Perft { position, .. }
            | Self::Print { position, .. }
            | Self::Draw { position, .. } => Some(position),
            Self::ExplainRule { .. }
            | Self::Parse { .. }
            | Self::Recognize { .. }
            | Self::Replay { .. } => None,
        }
    }
}

/// Reads `null` as the default, like a field that is left out: generated clients write it.
fn null_as_default<'de, D: Deserializer<'de>, T>(field: D) -> Result<T, D::Error>
where
    T: Deserialize<'de> + Default,
{
    Option::deserialize(field).map(Option::unwrap_or_default)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde wants it so; where pointers have 32 bits clippy does not object"
)]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}
