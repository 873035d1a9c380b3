//! Makes a question and an expectation of a case as its file writes it.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

use super::exchange::{self, exchanged};
use crate::cases::{Case, Expect};
use arimaa::text::{Diagram, draw, read_compact, read_diagram};
use arimaa::vocab::{Action, Board, Edition, Handicap, Phase, Snapshot, Token};
use arimaa_oracle::ask::{
    PositionSource, Question, QuestionKind, Ranks, RecordMoment, TurnText, Unit,
};
use arimaa_oracle::ask::{State, read_state_with_default};

/// A case, field by field; suite/README.md says what each means.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    id: String,
    #[serde(default)]
    yes: Vec<String>,
    #[serde(default)]
    no: Vec<String>,
    #[serde(default)]
    kills: Vec<String>,
    note: String,
    edition: Option<String>,
    diagram: Option<String>,
    pieces: Option<String>,
    state: Option<String>,
    record: Option<String>,
    at: Option<String>,
    setup: Option<String>,
    /// For `parse`: the form of a text, and the text.
    read: Option<BTreeMap<String, String>>,
    turn: Option<String>,
    #[serde(default)]
    strict: bool,
    #[serde(default)]
    past_end: bool,
    #[serde(default)]
    exchange: bool,
    twin: Option<bool>,
    listed_instead: Option<String>,
    expect: Expect,
}

impl Raw {
    /// The action of the field `listed_instead`, which is legal where the turn is refused.
    ///
    /// # Errors
    ///
    /// The sides are to be exchanged, and it is no action.
    pub(super) fn listed_instead(&self) -> Result<Option<String>, String> {
        match &self.listed_instead {
            Some(listed) if self.exchange => exchange::exchange_words(listed).map(Some),
            listed => Ok(listed.clone()),
        }
    }

    /// Whether a second case with the sides exchanged may be made.
    pub(super) fn has_twin(&self) -> bool {
        self.twin != Some(false)
    }
}

/// The case that the fields describe.
///
/// # Errors
///
/// The first field that it lacks or has too much, with its id.
pub(super) fn case(raw: Raw, chapter: u32, place: (String, usize)) -> Result<Case, String> {
    let id = raw.id.clone();
    case_of_raw(raw, chapter, place).map_err(|message| format!("{id}: {message}"))
}

fn case_of_raw(raw: Raw, chapter: u32, place: (String, usize)) -> Result<Case, String> {
    let question = question(&raw, &raw.expect)?;
    let expect = raw.expect;
    let kind = question.kind();
    let fields = expect.fields();
    if fields.is_empty() {
        return Err("nothing is expected".to_owned());
    }
    let impossible = ["invalid", "details"];
    let is_impossible = fields.contains(&"invalid");
    if is_impossible && fields.iter().any(|field| !impossible.contains(field)) {
        return Err("expects something of an impossible position".to_owned());
    }
    let checked = match kind {
        QuestionKind::Outcome if is_impossible => &impossible,
        kind => Expect::fields_checked_for(kind),
    };
    if let Some(other) = fields.iter().find(|field| !checked.contains(field)) {
        return Err(format!(
            "asks two questions: `expect.{other}` does not belong to `{kind}`"
        ));
    }
    if raw.yes.is_empty() && raw.no.is_empty() {
        return Err("no rule is cited".to_owned());
    }
    let case = Case {
        id: raw.id,
        chapter,
        yes: raw.yes,
        no: raw.no,
        kills: raw.kills,
        note: raw.note,
        question,
        expect,
        place,
    };
    if raw.exchange {
        return exchanged(&case);
    }
    Ok(case)
}

/// The question of a case, from the text to be read or judged, else from the expectation.
fn question(raw: &Raw, expect: &Expect) -> Result<Question, String> {
    if let Some(text) = &raw.read {
        let situation = [&raw.diagram, &raw.pieces, &raw.state, &raw.record, &raw.at];
        if situation
            .into_iter()
            .chain([&raw.setup, &raw.turn, &raw.edition])
            .any(Option::is_some)
        {
            return Err("a text is read, and a situation is described besides".to_owned());
        }
        return parse(text);
    }
    let position = position_of_case(raw)?;
    let past_end = raw.past_end;
    if let Some(turn) = &raw.turn {
        let (turn, strict) = (TurnText::Line(turn.clone()), raw.strict);
        return Ok(Question::Judge {
            position,
            turn,
            strict,
            past_end,
        });
    }
    let has = |name: &str| expect.fields().contains(&name);
    let steps = expect.steps.as_ref().map(|counts| (counts, Unit::Steps));
    let sequences = expect.sequences.as_ref();
    let counted = steps.or(sequences.map(|counts| (counts, Unit::Turns)));
    let question = if has("actions") || has("listed") || has("unlisted") {
        Question::LegalActions {
            position,
            effects: false,
            refusals: false,
            past_end,
        }
    } else if let Some(first) = &expect.first_turns {
        let limit = u32::try_from(first.len()).map_err(|_| "too many turns are expected")?;
        Question::Turns {
            position,
            to: None,
            past_end,
            offset: 0,
            limit: Some(limit),
        }
    } else if has("turns") {
        Question::TurnCount { position, past_end }
    } else if has("goals") {
        Question::Goal {
            position,
            past_end,
            offset: 0,
            limit: None,
        }
    } else if let Some((counts, count)) = counted {
        let depth = u32::try_from(counts.len()).map_err(|_| "too many depths are expected")?;
        Question::Perft {
            position,
            count,
            depth,
        }
    } else if has("board") || has("label") {
        Question::Standing { position }
    } else {
        Question::Outcome { position }
    };
    let takes_past_end = matches!(
        question.kind(),
        QuestionKind::LegalActions
            | QuestionKind::Turns
            | QuestionKind::TurnCount
            | QuestionKind::Goal
    );
    if raw.strict || (past_end && !takes_past_end) {
        return Err("`strict` or `past_end` has no turn to be about".to_owned());
    }
    Ok(question)
}

fn parse(texts: &BTreeMap<String, String>) -> Result<Question, String> {
    let texts: Vec<(&String, &String)> = texts.iter().collect();
    let [(form, text)] = texts[..] else {
        return Err("`read` has one text, by its form".to_owned());
    };
    let question = json!({"kind": "parse", "form": form, "text": text});
    serde_json::from_value(question).map_err(|error| format!("read: {error}"))
}

/// The position of a case, which is given in exactly one of several fields.
fn position_of_case(raw: &Raw) -> Result<PositionSource, String> {
    let edition = raw.edition.as_deref().map(str::parse::<Edition>);
    let edition = edition.transpose().map_err(|error| error.to_string())?;
    let default = edition.unwrap_or_default();
    if raw.at.is_some() && raw.record.is_none() {
        return Err("`at` needs a record".to_owned());
    }
    let pieces = raw.pieces.as_deref().map(diagram_of).transpose()?;
    let diagram = raw.diagram.as_ref().xor(pieces.as_ref());
    if diagram.is_none() && pieces.is_some() {
        return Err("a diagram and a list of pieces".to_owned());
    }
    match (diagram, &raw.state, &raw.record, &raw.setup) {
        (Some(diagram), None, None, None) => {
            let diagram = read_diagram(diagram).map_err(|error| format!("diagram: {error}"))?;
            Ok(PositionSource::State(moment_of_diagram(&diagram, default)?))
        }
        (None, Some(state), None, None) => {
            let state = read_state_with_default(state, default);
            let state = state.map_err(|error| format!("state: {error}"))?;
            Ok(PositionSource::State(state))
        }
        (None, None, Some(record), None) => Ok(PositionSource::Record(RecordMoment {
            text: record.clone().into(),
            before: raw.at.clone(),
            edition: raw.edition.clone(),
        })),
        (None, None, None, Some(handicap)) => {
            let handicap: Handicap = handicap.parse().map_err(|error| format!("{error}"))?;
            Ok(PositionSource::State(State {
                snapshot: Snapshot::game(default, handicap),
                number: None,
            }))
        }
        _ => Err("expected one of diagram, pieces, state, record, setup and read".to_owned()),
    }
}

/// The diagram of a header and a list of pieces, such as `g Rh1n: Rh2 cd4`.
fn diagram_of(pieces: &str) -> Result<String, String> {
    let (header, list) = pieces
        .split_once(':')
        .ok_or("pieces: expected a header, a colon and pieces")?;
    Ok(format!("{header}\n{}", draw(&board_of(list)?, &[])))
}

/// The moment that a diagram draws. The captures in it serve to take the steps back; replaying the
/// steps makes them again.
fn moment_of_diagram(diagram: &Diagram, edition: Edition) -> Result<State, String> {
    let mut snapshot = diagram.snapshot(edition);
    for token in &diagram.tokens {
        match (token.value, &mut snapshot.phase) {
            (Token::Action(Action::Step(step)), Phase::Play { steps, .. }) => steps.push(step),
            (Token::Action(Action::Place(one)), Phase::Setup { placed, .. }) => placed.push(one),
            (Token::Capture(_), Phase::Play { .. }) => {}
            (other, Phase::Play { .. }) => return Err(format!("diagram: `{other}` is no step")),
            (other, Phase::Setup { .. }) => {
                return Err(format!("diagram: `{other}` is no placement"));
            }
        }
    }
    Ok(State {
        snapshot,
        number: diagram.label.map(|label| label.number),
    })
}

/// Deserializes a text and parses it as the field of an expectation.
fn read_from_text<'de, D: Deserializer<'de>, T>(
    value: D,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<Option<T>, D::Error> {
    let text = String::deserialize(value)?;
    read(&text).map(Some).map_err(D::Error::custom)
}

/// Parses the details of a refusal or of an impossible position: a JSON object.
pub(super) fn details<'de, D: Deserializer<'de>>(
    value: D,
) -> Result<Option<Map<String, Value>>, D::Error> {
    read_from_text(value, |text| {
        serde_json::from_str(text).map_err(|error| format!("details: {error}"))
    })
}

pub(super) fn board<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Ranks>, D::Error> {
    read_from_text(value, |text| board_of(text).map(Ranks))
}

/// Parses actions with blanks between them.
pub(super) fn actions<'de, D: Deserializer<'de>>(
    value: D,
) -> Result<Option<Vec<String>>, D::Error> {
    read_from_text(value, |text| {
        Ok(text.split_whitespace().map(str::to_owned).collect())
    })
}

pub(super) fn outcome<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    read_from_text(
        value,
        |text| match text.split(' ').collect::<Vec<_>>()[..] {
            ["ongoing"] => Ok(text.to_owned()),
            ["gold" | "silver" | "draw", rule] if rule.starts_with("END-") => Ok(text.to_owned()),
            _ => Err(format!(
                "`{text}` is not an outcome (`ongoing`, or winner and rule: `gold END-3`)"
            )),
        },
    )
}

/// Parses a board from pieces such as `Ra1 dd4`, or from a compact board.
fn board_of(text: &str) -> Result<Board, String> {
    if let Ok((_, board)) = read_compact(text) {
        return Ok(board);
    }
    let pieces = text.split_whitespace().map(str::parse);
    pieces
        .collect::<Result<Board, _>>()
        .map_err(|error| format!("board: {error}"))
}
