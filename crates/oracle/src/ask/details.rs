//! The facts of a refusal or of an impossible position, by names: pieces, squares and labels as
//! text.

use serde_json::{Map, Value, json};

use super::{Answer, Ended, Fault, Standing};
use crate::judge::{Refusal, Refused};
use arimaa::vocab::{Illegal, Invalid, Label, Phase, Placed, TurnEnd};

/// The facts of a refusal, as fields that depend on its name.
pub(super) fn of_refusal(refusal: &Refusal) -> Map<String, Value> {
    let details = match refusal {
        Refusal::Illegal(illegal) => of_illegal(illegal),
        // The standing has the outcome.
        Refusal::Decided(_) => json!({}),
        Refusal::WrongLabel { found, expected } => {
            json!({ "found": found.to_string(), "expected": expected.to_string() })
        }
        Refusal::CaptureMissing { captured } => json!({ "captured": captured.to_string() }),
        Refusal::CaptureMismatch { named, captured } => {
            json!({ "named": named.to_string(), "captured": captured.map(|c| c.to_string()) })
        }
    };
    fields(details)
}

/// The facts of an impossible position, as fields that depend on the reason.
pub(super) fn of_invalid(invalid: &Invalid) -> Map<String, Value> {
    fields(match invalid {
        Invalid::TooMany {
            piece,
            count,
            limit,
        }
        | Invalid::HandicapTooLarge {
            piece,
            count,
            limit,
        } => json!({ "piece": piece.to_string(), "count": count, "limit": limit }),
        Invalid::Unsupported { piece } => json!({ "piece": piece.to_string() }),
        Invalid::NotASetup { side, .. } => json!({ "side": side.to_string() }),
        Invalid::IllegalAction {
            index,
            action,
            illegal,
        } => json!({ "index": index, "action": action.to_string(), "reason": illegal.name() }),
        Invalid::Earlier { index, invalid } => {
            json!({ "index": index, "reason": invalid.name(), "details": of_invalid(invalid) })
        }
        Invalid::ThirdRepetition { occurrences } => json!({ "occurrences": occurrences }),
        // A reason that is added gets its facts here.
        _ => json!({}),
    })
}

fn fields(object: Value) -> Map<String, Value> {
    match object {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// The facts of a refused turn with this label. Of a third repetition they also name the turns
/// after which the position stood, if no turn end before is missing.
pub(super) fn of_refused(refused: &Refused, label: Option<Label>) -> Map<String, Value> {
    let mut details = of_refusal(&refused.refusal);
    let snapshot = refused.state.snapshot();
    if let (
        Refusal::Illegal(Illegal::ThirdRepetition { earlier }),
        Phase::Play { earlier: ends, .. },
    ) = (&refused.refusal, &snapshot.phase)
        && let Some(labels) = label.and_then(|label| labels_of(ends, label))
    {
        let after = earlier.iter().filter_map(|&index| labels.get(index));
        let after: Vec<String> = after.map(ToString::to_string).collect();
        details.insert("after".to_owned(), json!(after));
    }
    details
}

/// The labels of the turns with these ends, of which the last is two turns before `label`; `None`
/// if turn ends are missing.
fn labels_of(ends: &[TurnEnd], label: Label) -> Option<Vec<Label>> {
    let mut labels = Vec::with_capacity(ends.len());
    let mut next = label.previous()?;
    for end in ends.iter().rev() {
        if end.to_move != next.side {
            return None;
        }
        next = next.previous()?;
        labels.push(next);
    }
    labels.reverse();
    Some(labels)
}

fn placed(pieces: impl IntoIterator<Item = Placed>) -> Value {
    pieces
        .into_iter()
        .map(|placed| Value::String(placed.to_string()))
        .collect()
}

/// The details of a refused action.
fn of_illegal(illegal: &Illegal) -> Value {
    let one = |placed: &Placed| placed.to_string();
    match illegal {
        Illegal::PlacementOfEnemy { piece } | Illegal::NoneLeft { piece } => {
            json!({ "piece": piece.to_string() })
        }
        Illegal::OutsideHome { square, side } => {
            json!({ "square": square.to_string(), "side": side.to_string() })
        }
        Illegal::SquareTaken { by } | Illegal::Occupied { by } => json!({ "by": one(by) }),
        Illegal::SetupIncomplete { missing } => {
            let missing: String = missing.iter().map(|kind| kind.letter()).collect();
            json!({ "missing": missing })
        }
        Illegal::EmptySquare { square } => json!({ "square": square.to_string() }),
        Illegal::WrongPiece { named, found } => {
            json!({ "named": named.to_string(), "found": one(found) })
        }
        Illegal::OffBoard { from, direction } => {
            json!({ "from": from.to_string(), "direction": direction.to_string() })
        }
        Illegal::PushUnfinished { pushed } => json!({ "pushed": one(pushed) }),
        Illegal::PusherTooWeak { pusher, pushed } => {
            json!({ "pusher": one(pusher), "pushed": one(pushed) })
        }
        Illegal::RabbitBackward { rabbit } => json!({ "rabbit": one(rabbit) }),
        Illegal::Frozen { piece, by } => {
            json!({ "piece": one(piece), "by": placed(by.iter().copied()) })
        }
        Illegal::NoPusher {
            piece,
            beside,
            open_pull,
        } => json!({
            "piece": one(piece),
            "beside": placed(beside.iter().copied()),
            "open_pull": open_pull.as_ref().map(one),
        }),
        Illegal::PusherFrozen { piece, pushers } => {
            json!({ "piece": one(piece), "pushers": placed(pushers.iter().copied()) })
        }
        Illegal::NoStepForPush { piece } => json!({ "piece": one(piece) }),
        Illegal::ThirdRepetition { earlier } => json!({ "earlier": earlier }),
        // No step left, none taken, nothing changed, a placement or a step at the wrong time: the
        // name says all.
        _ => json!({}),
    }
}

impl Answer {
    /// Removes the details from an answer: the data of a refusal and the board at its place, the
    /// end, code and message of an outcome, name and data of an impossible position. Requests that
    /// do not ask for details get the rest.
    #[must_use]
    pub fn without_details(mut self) -> Self {
        match &mut self {
            Self::Accepted {
                begun, standing, ..
            } => {
                *begun = None;
                strip_standing(standing);
            }
            Self::Applied { standing, .. } | Self::Standing { standing } => {
                strip_standing(standing);
            }
            Self::Actions {
                refusals: Some(refusals),
                ..
            } => refusals
                .iter_mut()
                .for_each(|refusal| refusal.details = None),
            Self::Refused { refusal, standing } => {
                refusal.details = None;
                refusal.board = None;
                strip_standing(standing);
            }
            Self::Outcome { outcome } => outcome.iter_mut().for_each(strip_outcome),
            Self::Error {
                error: Fault::ImpossiblePosition { name, details, .. },
            } => (*name, *details) = (None, None),
            _ => {}
        }
        self
    }
}

fn strip_standing(standing: &mut Standing) {
    standing.outcome.iter_mut().for_each(strip_outcome);
}

fn strip_outcome(outcome: &mut Ended) {
    outcome.end = None;
    outcome.code = None;
    outcome.message = None;
}
