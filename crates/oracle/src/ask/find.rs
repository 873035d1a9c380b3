//! Finding the moment of a game that a question is about.

use super::budget::{Budget, Meter, check_size};
use super::choosing::{NotChosen, choose_game};
use super::described::{Described, in_state};
use super::{AnyText, Fault, MAX_TURN, PositionSource, RecordMoment, TurnText};
use crate::judge::{JudgedGame, Unreached};
use arimaa::compare::Engine;
use arimaa::text::kind::TextKind;
use arimaa::text::{Archive, Located, Record, TextError, read_records, read_turn};
use arimaa::vocab::{Edition, Label, Token, UnknownWord};

/// The game at the moment that a question is about, without bounds on texts and time.
///
/// # Errors
///
/// The fault with which the question is answered, if there is no such moment.
pub fn find(engine: &Engine, position: &PositionSource) -> Result<JudgedGame, Fault> {
    let budget = Budget {
        text: usize::MAX,
        ..Budget::default()
    };
    find_labelled(engine, position, &Meter::new(&budget)).map(|(game, _)| game)
}

/// The game at the moment that a question is about, within a budget, and whether the number of the
/// turn is given, not assumed.
pub(super) fn find_labelled(
    engine: &Engine,
    position: &PositionSource,
    meter: &Meter<'_>,
) -> Result<(JudgedGame, bool), Fault> {
    let length = match position {
        PositionSource::State(_) | PositionSource::AtHand => 0,
        PositionSource::Record(moment) => moment.text.len(),
        PositionSource::Any(any) => any.text.len(),
    };
    check_size(length, meter.budget.text, "bytes of text")?;
    let found = match position {
        PositionSource::State(state) => in_state(engine, state),
        PositionSource::Record(moment) => find_record(engine, moment, meter),
        PositionSource::Any(any) => return find_text(engine, any, meter),
        PositionSource::AtHand => Err(Fault::BadQuestion {
            message: "there is no game at hand".to_owned(),
        }),
    };
    Ok((found?, position.is_labelled()))
}

fn find_record(
    engine: &Engine,
    moment: &RecordMoment,
    meter: &Meter<'_>,
) -> Result<JudgedGame, Fault> {
    let record = moment.text.read()?;
    let before = label_before(moment.before.as_deref())?;
    let named = named_edition(moment.edition.as_deref())?;
    game_at(engine, &record, before, named, meter)
}

/// The edition that a question names.
pub(super) fn named_edition(name: Option<&str>) -> Result<Option<Edition>, Fault> {
    let edition = name.map(str::parse).transpose();
    edition.map_err(|error: UnknownWord| Fault::BadQuestion {
        message: error.to_string(),
    })
}

/// The label of the turn before which a question is asked.
fn label_before(label: Option<&str>) -> Result<Option<Label>, TextError> {
    Ok(label.map(str::parse).transpose()?)
}

/// The game of a record before a turn, or after its last line.
fn game_at(
    engine: &Engine,
    record: &Record,
    before: Option<Label>,
    named: Option<Edition>,
    meter: &Meter<'_>,
) -> Result<JudgedGame, Fault> {
    let edition = record.tags.edition.or(named).unwrap_or_default();
    let stop = || meter.is_expired();
    let game = JudgedGame::at_moment_unless(engine, record, edition, before, &stop);
    game.map_err(|unreached| match unreached {
        Unreached::CannotStart(invalid) => Fault::from(&invalid),
        Unreached::Interrupted => meter.timed_out(),
        _ => Fault::UnplayableRecord {
            message: unreached.to_string(),
        },
    })
}

/// The game in a text of any kind, and whether the text is a record or an archive.
fn find_text(
    engine: &Engine,
    any: &AnyText,
    meter: &Meter<'_>,
) -> Result<(JudgedGame, bool), Fault> {
    let kind = TextKind::of(&any.text);
    let is_game = matches!(kind, TextKind::Records | TextKind::Archive);
    if !is_game && (any.game.is_some() || any.before.is_some()) {
        return Err(Fault::BadQuestion {
            message: "`game` and `before` need a record or an archive".to_owned(),
        });
    }
    if let Some(described) = described_position(any, kind)? {
        return Ok((described.begin(engine)?, false));
    }
    let id = any.game.as_deref();
    let chosen = match kind {
        TextKind::Archive => {
            let games = Archive::new(any.text.as_bytes())?;
            choose_game(games.map(|game| game.map(Record::from)), id)
        }
        TextKind::Records
        | TextKind::Compact
        | TextKind::Plain
        | TextKind::Diagram
        | TextKind::State => choose_game(records_in(&any.text)?.into_iter().map(Ok), id),
    };
    let record = chosen.map_err(|reason| match reason {
        NotChosen::Unreadable(error) => Fault::from(error),
        reason => Fault::BadQuestion {
            message: reason.message("the text", "`game`", id),
        },
    })?;
    let before = label_before(any.before.as_deref())?;
    let named = named_edition(any.edition.as_deref())?;
    Ok((game_at(engine, &record, before, named, meter)?, true))
}

/// The records in a text. The error on a single word also says how a board is written.
fn records_in(text: &str) -> Result<Vec<Record>, TextError> {
    read_records(text).map_err(|mut error| {
        if !text.trim().contains(char::is_whitespace) {
            error.expected.push_str("; a board is `g [64 squares]`");
        }
        error
    })
}

/// The position in a text of this kind, as it is described there; `None` where it holds games.
pub(super) fn described_position(
    any: &AnyText,
    kind: TextKind,
) -> Result<Option<Described>, Fault> {
    let edition = named_edition(any.edition.as_deref())?.unwrap_or_default();
    Ok(Described::read(kind, &any.text, edition)?)
}

/// The label and the tokens of a turn.
pub(super) fn label_and_tokens(turn: &TurnText) -> Result<(Option<Label>, Vec<Token>), Fault> {
    let line = turn.to_string();
    check_size(line.len(), MAX_TURN, "bytes of a turn")?;
    let turn = read_turn(&line, 1)?;
    let label = turn.label.map(|label| label.value);
    Ok((label, Located::values(&turn.tokens)))
}
