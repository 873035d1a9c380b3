//! The sides exchanged: Gold's pieces are Silver's, and the board is turned so that rank 1 is
//! rank 8. What the rules say of one side they say of the other (BRD-5, STP-5), so a case in play
//! has the same answer then, with the other winner.

use crate::cases::{Case, Expect, position_mut};
use arimaa::vocab::{Action, Board, Direction, Phase, Piece, Placed, Snapshot, Step, TurnEnd};
use arimaa_oracle::ask::{PositionSource, Question, Ranks, TurnText};

/// The case with the sides exchanged.
///
/// # Errors
///
/// The part without an image: a position that is not in play, a label, facts of a refusal, or an
/// order of several turns.
pub(super) fn exchanged(case: &Case) -> Result<Case, String> {
    let mut case = case.clone();
    if let Question::Judge { turn, .. } = &mut case.question {
        *turn = TurnText::Line(words(&turn.to_string())?);
    }
    match position_mut(&mut case.question) {
        Some(PositionSource::State(state)) if state.number.is_none() => {
            state.snapshot = snapshot(&state.snapshot)?;
        }
        _ => return Err("only a position in play without a label has an image".to_owned()),
    }
    case.expect = expectation(case.expect)?;
    Ok(case)
}

fn expectation(expect: Expect) -> Result<Expect, String> {
    let written = [&expect.label, &expect.written, &expect.unreadable];
    if expect.details.is_some() || written.into_iter().any(Option::is_some) {
        return Err("labels, texts and facts of refusals have no image".to_owned());
    }
    let mut actions = list(expect.actions)?;
    if let Some(actions) = &mut actions {
        // The order of the list (ORD-2): by text, the end of the turn last.
        actions.sort_by_key(|action| (action == "end", action.clone()));
    }
    Ok(Expect {
        at: expect.at.as_deref().map(words).transpose()?,
        captures: list(expect.captures)?,
        board: expect.board.map(|Ranks(one)| Ranks(board(&one))),
        outcome: expect.outcome.as_deref().map(outcome),
        actions,
        listed: list(expect.listed)?,
        unlisted: list(expect.unlisted)?,
        first_turns: at_most_one(expect.first_turns)?,
        goals: at_most_one(expect.goals)?,
        ..expect
    })
}

fn list(words_of: Option<Vec<String>>) -> Result<Option<Vec<String>>, String> {
    let list = words_of.map(|list| list.iter().map(|text| words(text)).collect());
    list.transpose()
}

/// A list of turns that has no order because it has one turn or none.
fn at_most_one(turns: Option<Vec<String>>) -> Result<Option<Vec<String>>, String> {
    match turns {
        Some(turns) if turns.len() > 1 => Err("the order of turns has no image".to_owned()),
        turns => list(turns),
    }
}

/// The winner's name as the other's.
fn outcome(text: &str) -> String {
    let (winner, rule) = text.split_once(' ').unwrap_or((text, ""));
    match winner {
        "gold" => format!("silver {rule}"),
        "silver" => format!("gold {rule}"),
        _ => text.to_owned(),
    }
}

/// Steps, placements, captures and `end`, exchanged one by one.
pub(super) fn words(line: &str) -> Result<String, String> {
    let words = line.split_whitespace().map(word);
    Ok(words.collect::<Result<Vec<_>, _>>()?.join(" "))
}

fn word(text: &str) -> Result<String, String> {
    if let Some(capture) = text.strip_suffix('x') {
        let captured: Placed = capture.parse().map_err(|error| format!("{error}"))?;
        return Ok(format!("{}x", placed(captured)));
    }
    if let Ok(standing) = text.parse::<Placed>() {
        return Ok(placed(standing).to_string());
    }
    let action: Action = text.parse().map_err(|error| format!("{error}"))?;
    Ok(match action {
        Action::Step(one) => step(one).to_string(),
        other => other.to_string(),
    })
}

fn snapshot(of: &Snapshot) -> Result<Snapshot, String> {
    let Phase::Play { steps, earlier } = &of.phase else {
        return Err("a setup has no image, because Gold sets up first".to_owned());
    };
    let earlier = earlier.iter().map(|end| TurnEnd {
        board: board(&end.board),
        to_move: end.to_move.other(),
    });
    let phase = Phase::Play {
        steps: steps.iter().copied().map(step).collect(),
        earlier: earlier.collect(),
    };
    let (side, start) = (of.side.other(), board(&of.start));
    Ok(Snapshot::new(of.edition, side, start, phase))
}

fn board(of: &Board) -> Board {
    of.placed().map(placed).collect()
}

fn placed(of: Placed) -> Placed {
    Placed {
        piece: piece(of.piece),
        square: of.square.flip_vertical(),
    }
}

fn step(of: Step) -> Step {
    Step {
        piece: piece(of.piece),
        from: of.from.flip_vertical(),
        direction: match of.direction {
            Direction::North => Direction::South,
            Direction::South => Direction::North,
            sideways => sideways,
        },
    }
}

fn piece(of: Piece) -> Piece {
    Piece::new(of.side.other(), of.kind)
}
