//! Finding the moment of a game that a question is about.

use super::{
    Answer, Fault, MAX_EARLIER, MAX_TEXT, MAX_TURN, PositionSource, Ranks, RecordMoment, State,
    Written,
};
use super::{Ended, Standing, Winner};
use crate::engines::Starter;
use crate::oracle::{JudgedGame, Unreached};
use crate::text::{Label, Located, TextError, Token, read_record, read_turn};
use crate::vocab::{Edition, Invalid, Outcome, Phase, Side};

/// The game at this moment.
pub(crate) fn find(engine: &Starter, position: &PositionSource) -> Result<JudgedGame, Fault> {
    match position {
        PositionSource::State(state) => in_state(engine, state),
        PositionSource::Record(moment) => in_record(engine, moment),
    }
}

fn in_state(engine: &Starter, state: &State) -> Result<JudgedGame, Fault> {
    let snapshot = &state.snapshot;
    if let Phase::Play { earlier, .. } = &snapshot.phase {
        within(earlier.len(), MAX_EARLIER, "earlier turn ends")?;
    }
    let mut game =
        JudgedGame::from_snapshot(engine, snapshot).map_err(|error| impossible(&error.0))?;
    if let Some(number) = state.number {
        let side = snapshot.side;
        game.begin_with(Label { number, side });
    }
    Ok(game)
}

fn in_record(engine: &Starter, moment: &RecordMoment) -> Result<JudgedGame, Fault> {
    within(moment.text.len(), MAX_TEXT, "bytes of text")?;
    let record = read_record(&moment.text)?;
    let before: Option<Label> = moment
        .before
        .as_deref()
        .map(str::parse)
        .transpose()
        .map_err(TextError::from)?;
    let named = moment.edition.as_deref().map(str::parse::<Edition>);
    let named = named.transpose().map_err(|error| Fault::BadQuestion {
        message: error.to_string(),
    })?;
    let edition = record.tags.edition.or(named).unwrap_or_default();
    JudgedGame::at_moment(engine, &record, edition, before).map_err(|unreached| match unreached {
        Unreached::CannotStart(invalid) => impossible(&invalid),
        _ => Fault::UnplayableRecord {
            message: unreached.to_string(),
        },
    })
}

/// The label and the tokens of a turn.
pub(super) fn words_of(turn: &Written) -> Result<(Option<Label>, Vec<Token>), Fault> {
    let line = match turn {
        Written::Line(line) => {
            within(line.len(), MAX_TURN, "bytes of a turn")?;
            line.clone()
        }
        Written::Words(words) => {
            let length: usize = words.iter().map(|word| word.len() + 1).sum();
            within(length, MAX_TURN, "bytes of a turn")?;
            words.join(" ")
        }
    };
    let turn = read_turn(&line, 1)?;
    let label = turn.label.map(|label| label.value);
    Ok((label, Located::values(&turn.tokens)))
}

/// Refuses what is larger than its bound.
pub(super) fn within(size: usize, limit: usize, of: &str) -> Result<(), Fault> {
    if size <= limit {
        return Ok(());
    }
    Err(Fault::TooLarge {
        limit: limit as u64,
        message: format!("{size} {of}, {limit} at most"),
    })
}

/// How things stand in a game.
pub(super) fn standing(game: &JudgedGame) -> Standing {
    let state = game.state();
    Standing {
        board: Ranks(state.board()),
        outcome: state.outcome().map(Ended::from),
        label: Some(game.label().to_string()),
        edition: Some(state.snapshot().edition.to_string()),
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

fn impossible(invalid: &Invalid) -> Fault {
    Fault::ImpossiblePosition {
        rule: invalid.rule().to_owned(),
        name: Some(invalid.name().to_owned()),
        message: invalid.to_string(),
    }
}

impl From<TextError> for Fault {
    fn from(error: TextError) -> Self {
        Self::BadText {
            line: error.line as u64,
            column: error.column as u64,
            message: error.to_string(),
        }
    }
}

impl From<Result<Answer, Fault>> for Answer {
    fn from(answer: Result<Answer, Fault>) -> Self {
        answer.unwrap_or_else(Self::from)
    }
}
