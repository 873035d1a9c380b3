//! What rulings look like for programs.
//!
//! Field names are stable; fields may be added. Refusals, outcomes and rules are named as SPEC.md and the library
//! name them.

use serde_json::{Map, Value, json};

use crate::audit::{Disagreement, GameReport, Tally};
use crate::oracle::{Refusal, Refused};
use crate::text::{Label, RecordedResult, Token, write_compact};
use crate::vocab::{Board, Illegal, Outcome, Placed, Played, Side, Turn};

pub(super) fn outcome(outcome: Option<&Outcome>) -> Value {
    match outcome {
        None => Value::Null,
        Some(outcome) => json!({
            "winner": outcome.winner_name(),
            "rule": outcome.end.rule(),
            "end": outcome.end.name(),
            "code": outcome.end.code().to_string(),
            "reason": outcome.reason(),
        }),
    }
}

pub(super) fn board(side: Side, board: &Board) -> Value {
    Value::String(write_compact(side, board))
}

pub(super) fn turn(turn: &Turn, to_move: Side) -> Value {
    json!({
        "turn": turn.to_string(),
        "captures": captures(turn.played.iter()),
        "board": board(to_move, &turn.board),
    })
}

pub(super) fn captures<'a>(played: impl Iterator<Item = &'a Played>) -> Value {
    placed(played.filter_map(|played| played.effect.captured))
}

fn placed(pieces: impl IntoIterator<Item = Placed>) -> Value {
    pieces
        .into_iter()
        .map(|placed| Value::String(placed.to_string()))
        .collect()
}

/// The ruling on a turn that is refused.
pub(super) fn refused(refused: &Refused, tokens: &[Token], label: Label) -> Value {
    let state = &refused.state;
    let mut ruling = refusal(&refused.refusal);
    ruling.insert("legal".into(), json!(false));
    ruling.insert("edition".into(), json!(state.snapshot().edition.name()));
    ruling.insert("token".into(), json!(refused.token));
    let at = refused.refusal.is_about_a_token();
    let at = tokens.get(refused.token).filter(|_| at);
    ruling.insert("at".into(), json!(at.map(Token::to_string)));
    ruling.insert("board".into(), board(label.side, &state.board()));
    Value::Object(ruling)
}

/// Why a turn is refused: the rule, the stable name of the reason, a sentence, and what it is about.
pub(super) fn refusal(refusal: &Refusal) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("rule".into(), json!(refusal.rule()));
    fields.insert("name".into(), json!(refusal.name()));
    fields.insert("reason".into(), json!(refusal.to_string()));
    let squares = refusal.squares();
    let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
    fields.insert("squares".into(), json!(squares));
    let details = match refusal {
        Refusal::Illegal(illegal) => illegal_details(illegal),
        Refusal::Decided(decided) => json!({ "outcome": outcome(Some(decided)) }),
        Refusal::WrongLabel { found, expected } => {
            json!({ "found": found.to_string(), "expected": expected.to_string() })
        }
        Refusal::CaptureMissing { captured } => json!({ "captured": captured.to_string() }),
        Refusal::CaptureMismatch { named, captured } => {
            json!({ "named": named.to_string(), "captured": captured.map(|c| c.to_string()) })
        }
    };
    fields.insert("details".into(), details);
    fields
}

fn illegal_details(illegal: &Illegal) -> Value {
    let one = |placed: &Placed| placed.to_string();
    match illegal {
        Illegal::PlacementInPlay
        | Illegal::StepInSetup
        | Illegal::NoStepsLeft
        | Illegal::NoStepTaken
        | Illegal::NothingChanged => json!({}),
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
    }
}

pub(super) fn report(file: &str, report: &GameReport) -> Value {
    let disagreements: Vec<Value> = report.disagreements.iter().map(disagreement).collect();
    json!({
        "file": file,
        "game": report.id,
        "edition": report.edition.name(),
        "turns": report.turns,
        "refused": report.refused,
        "unanswered": report.unanswered,
        "unknown_events": report.unknown_events,
        "recorded": {
            "result": report.recorded.result.map(RecordedResult::name),
            "termination": report.recorded.termination.map(String::from),
        },
        "outcome": outcome(report.outcome.as_ref()),
        "agrees": report.agrees,
        "notes": report.notes,
        "disagreements": disagreements,
    })
}

fn disagreement(disagreement: &Disagreement) -> Value {
    let (kind, label, refusal_of) = match disagreement {
        Disagreement::Refused { label, refusal, .. } => ("refused", Some(label), Some(refusal)),
        Disagreement::Accepted { label, .. } => ("accepted", Some(label), None),
        Disagreement::OtherReason { label, refusal, .. } => {
            ("other-reason", Some(label), Some(refusal))
        }
        Disagreement::Unreadable { label, .. } => ("unreadable", Some(label), None),
        Disagreement::Movelist { label } => ("movelist", Some(label), None),
        Disagreement::Takeback { label } => ("takeback", Some(label), None),
        Disagreement::Result { .. } => ("result", None, None),
        Disagreement::Unjudged { .. } => ("unjudged", None, None),
    };
    json!({
        "kind": kind,
        "turn": label.map(Label::to_string),
        "refusal": refusal_of.map(|found| Value::Object(refusal(found))),
        "text": disagreement.to_string(),
    })
}

pub(super) fn tally(tally: &Tally, unreadable: usize) -> Value {
    let results: Map<String, Value> = tally
        .results
        .iter()
        .map(|(code, (ended, agreed))| {
            (
                code.to_string(),
                json!({ "games": ended, "agreed": agreed }),
            )
        })
        .collect();
    json!({ "summary": {
        "games": tally.games,
        "turns": tally.turns,
        "refused": tally.refused,
        "unanswered": tally.unanswered,
        "unknown_events": tally.unknown_events,
        "results": results,
        "without_result": tally.open,
        "notes": tally.notes,
        "not_judged": tally.unjudged,
        "disagreements": tally.disagreements,
        "unreadable": unreadable,
    }})
}
