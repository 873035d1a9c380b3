//! A record, turn by turn: the question `replay`.

use super::answering::page;
use super::budget::Meter;
use super::find::{impossible, within};
use super::{Answer, Ended, Fault, Ranks, RecordDisagreement, RefusedTurn, ReplayedTurn};
use crate::audit::{Disagreement, EditionChoice, replay_record};
use crate::engines::Starter;
use crate::oracle::{JudgedGame, Options};
use crate::text::{Entry, Located, read_record};
use crate::vocab::Edition;

/// A record to be replayed, and how.
pub(super) struct Replay<'a> {
    pub(super) text: &'a str,
    pub(super) edition: Option<&'a str>,
    pub(super) options: Options,
    pub(super) boards: bool,
    pub(super) offset: u64,
    pub(super) limit: Option<u32>,
}

/// Judges every turn of a record up to the first that is refused.
pub(super) fn replay(
    engine: &Starter,
    asked: &Replay<'_>,
    meter: &Meter<'_>,
) -> Result<Answer, Fault> {
    within(asked.text.len(), meter.budget.text, "bytes of text")?;
    let limit = page(asked.limit, meter.budget)?;
    let record = read_record(asked.text)?;
    let named = asked.edition.map(str::parse::<Edition>);
    let named = named.transpose().map_err(|error| Fault::BadQuestion {
        message: error.to_string(),
    })?;
    let edition = record.tags.edition.or(named).unwrap_or_default();
    let mut game =
        JudgedGame::from_record(engine, &record, edition).map_err(|error| impossible(&error.0))?;
    let mut total = 0;
    let mut turns = Vec::new();
    for entry in &record.entries {
        let turn = match entry {
            Entry::Turn { label, tokens } => {
                meter.visit()?;
                let tokens = Located::values(tokens);
                let played = game.play(Some(label.value), &tokens, asked.options);
                let mut turn = ReplayedTurn {
                    label: label.value.to_string(),
                    turn: Some(crate::text::write_turn(None, tokens.iter().copied())),
                    ..ReplayedTurn::default()
                };
                match played {
                    Ok(accepted) => {
                        turn.turn = Some(accepted.text());
                        let captures = accepted.captures();
                        turn.captures = captures.map(|piece| piece.to_string()).collect();
                    }
                    Err(refused) => turn.refusal = Some(RefusedTurn::of(&refused, &tokens)),
                }
                turn
            }
            Entry::Takeback(_) => {
                meter.visit()?;
                let label = game.label().to_string();
                let is_refused = game.take_back().is_err();
                ReplayedTurn {
                    label,
                    takeback: true,
                    turn: None,
                    refusal: is_refused.then(Default::default),
                    ..ReplayedTurn::default()
                }
            }
            Entry::Resigns(_) | Entry::Lost(_) | Entry::Open(_) => continue,
        };
        let is_refused = turn.refusal.is_some();
        let is_on_page = total >= asked.offset && turns.len() < limit as usize;
        total += 1;
        if is_on_page {
            turns.push(ReplayedTurn {
                board: asked.boards.then(|| Ranks(game.state().board())),
                ..turn
            });
        }
        if is_refused {
            break;
        }
    }
    let report = replay_record(
        engine,
        &record,
        String::new(),
        EditionChoice::Fixed(edition),
        asked.options,
    );
    Ok(Answer::Replayed {
        edition: edition.to_string(),
        total,
        turns,
        outcome: report.outcome.map(Ended::from),
        agrees: report.disagreements.is_empty(),
        disagreements: report.disagreements.iter().map(disagreement).collect(),
    })
}

fn disagreement(disagreement: &Disagreement) -> RecordDisagreement {
    let (name, label) = match disagreement {
        Disagreement::Refused { label, .. } => ("refused", Some(label)),
        Disagreement::Accepted { label, .. } => ("accepted", Some(label)),
        Disagreement::OtherReason { label, .. } => ("other-reason", Some(label)),
        Disagreement::Unreadable { label, .. } => ("unreadable", Some(label)),
        Disagreement::Movelist { label } => ("movelist", Some(label)),
        Disagreement::Takeback { label } => ("takeback", Some(label)),
        Disagreement::Result { .. } => ("result", None),
        Disagreement::Unjudged { .. } => ("unjudged", None),
    };
    RecordDisagreement {
        name: name.to_owned(),
        label: label.map(ToString::to_string),
        message: disagreement.to_string(),
    }
}
