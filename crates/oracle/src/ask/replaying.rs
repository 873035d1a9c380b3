//! A record, turn by turn: the question `replay`.

use super::budget::{Meter, check_size, page_size};
use super::find::named_edition;
use super::{Answer, Ended, Fault, Ranks, RecordDisagreement, RefusedTurn, ReplayedTurn};
use crate::judge::{
    Accepted, Disagreement, GameReport, GameVerdict, JudgedEntry, Recorded, watch_entries,
};
use crate::judge::{JudgedGame, Options};
use arimaa::compare::Engine;
use arimaa::text::{read_record, write_turn};

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
    engine: &Engine,
    asked: &Replay<'_>,
    meter: &Meter<'_>,
) -> Result<Answer, Fault> {
    check_size(asked.text.len(), meter.budget.text, "bytes of text")?;
    let limit = page_size(asked.limit, meter.budget)?;
    let record = read_record(asked.text)?;
    let named = named_edition(asked.edition)?;
    let edition = record.tags.edition.or(named).unwrap_or_default();
    let game =
        JudgedGame::from_record(engine, &record, edition).map_err(|error| Fault::from(&error.0))?;
    let mut total = 0;
    let mut turns = Vec::new();
    let watch = |game: &JudgedGame, judged: &JudgedEntry<'_>| {
        meter.visit()?;
        if total >= asked.offset && turns.len() < limit as usize {
            let board = asked.boards.then(|| Ranks(game.state().board()));
            turns.push(ReplayedTurn {
                board,
                ..replayed_turn(judged)
            });
        }
        total += 1;
        Ok::<(), Fault>(())
    };
    let report = GameReport::new(String::new(), edition, Recorded::from(&record.tags));
    let (options, unseen) = (asked.options, GameVerdict::None);
    let report = watch_entries(game, &record.entries, options, report, unseen, watch)?;
    Ok(Answer::Replayed {
        edition: edition.to_string(),
        total,
        turns,
        outcome: report.outcome.map(Ended::from),
        agrees: report.disagreements.is_empty(),
        disagreements: report.disagreements.iter().map(disagreement).collect(),
    })
}

/// A turn or takeback of a record with its ruling, in the form that answers have.
fn replayed_turn(judged: &JudgedEntry<'_>) -> ReplayedTurn {
    match judged {
        JudgedEntry::Turn {
            label,
            tokens,
            ruling,
        } => {
            let captures = ruling.iter().flat_map(Accepted::captures);
            ReplayedTurn {
                label: label.to_string(),
                turn: Some(match ruling {
                    Ok(accepted) => accepted.turn_text(),
                    Err(_) => write_turn(None, tokens.iter().copied()),
                }),
                captures: captures.map(|piece| piece.to_string()).collect(),
                refusal: ruling
                    .as_ref()
                    .err()
                    .map(|refused| RefusedTurn::with_label(refused, tokens, Some(*label))),
                ..ReplayedTurn::default()
            }
        }
        JudgedEntry::Takeback { label, is_possible } => ReplayedTurn {
            label: label.to_string(),
            takeback: true,
            refusal: (!*is_possible).then(Default::default),
            ..ReplayedTurn::default()
        },
    }
}

fn disagreement(disagreement: &Disagreement) -> RecordDisagreement {
    RecordDisagreement {
        name: disagreement.name().to_owned(),
        label: disagreement.label().map(|label| label.to_string()),
        message: disagreement.to_string(),
    }
}
