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
        *turn = TurnText::Line(exchange_words(&turn.to_string())?);
    }
    match position_mut(&mut case.question) {
        Some(PositionSource::State(state)) if state.number.is_none() => {
            state.snapshot = exchange_snapshot(&state.snapshot)?;
        }
        _ => return Err("only a position in play without a label has an image".to_owned()),
    }
    case.expect = exchange_expectation(case.expect)?;
    Ok(case)
}

fn exchange_expectation(expect: Expect) -> Result<Expect, String> {
    let written = [&expect.label, &expect.written, &expect.unreadable];
    if expect.details.is_some() || written.into_iter().any(Option::is_some) {
        return Err("labels, texts and facts of refusals have no image".to_owned());
    }
    let mut actions = exchange_list(expect.actions)?;
    if let Some(actions) = &mut actions {
        // The order of the list (ORD-2): by text, the end of the turn last.
        actions.sort_by_key(|action| (action == "end", action.clone()));
    }
    Ok(Expect {
        at: expect.at.as_deref().map(exchange_words).transpose()?,
        captures: exchange_list(expect.captures)?,
        board: expect.board.map(|Ranks(one)| Ranks(exchange_board(&one))),
        outcome: expect.outcome.as_deref().map(exchange_outcome),
        actions,
        listed: exchange_list(expect.listed)?,
        unlisted: exchange_list(expect.unlisted)?,
        first_turns: at_most_one(expect.first_turns)?,
        goals: at_most_one(expect.goals)?,
        ..expect
    })
}

fn exchange_list(words_of: Option<Vec<String>>) -> Result<Option<Vec<String>>, String> {
    let list = words_of.map(|list| list.iter().map(|text| exchange_words(text)).collect());
    list.transpose()
}

/// A list of turns that has no order because it has one turn or none.
fn at_most_one(turns: Option<Vec<String>>) -> Result<Option<Vec<String>>, String> {
    match turns {
        Some(turns) if turns.len() > 1 => Err("the order of turns has no image".to_owned()),
        turns => exchange_list(turns),
    }
}

/// Replaces the winner's name by the other side's.
fn exchange_outcome(text: &str) -> String {
    let (winner, rule) = text.split_once(' ').unwrap_or((text, ""));
    match winner {
        "gold" => format!("silver {rule}"),
        "silver" => format!("gold {rule}"),
        _ => text.to_owned(),
    }
}

/// Exchanges the sides in steps, placements, captures and `end`, word by word.
pub(super) fn exchange_words(line: &str) -> Result<String, String> {
    let words = line.split_whitespace().map(exchange_word);
    Ok(words.collect::<Result<Vec<_>, _>>()?.join(" "))
}

fn exchange_word(text: &str) -> Result<String, String> {
    if let Some(capture) = text.strip_suffix('x') {
        let captured: Placed = capture.parse().map_err(|error| format!("{error}"))?;
        return Ok(format!("{}x", exchange_placed(captured)));
    }
    if let Ok(standing) = text.parse::<Placed>() {
        return Ok(exchange_placed(standing).to_string());
    }
    let action: Action = text.parse().map_err(|error| format!("{error}"))?;
    Ok(match action {
        Action::Step(one) => exchange_step(one).to_string(),
        other => other.to_string(),
    })
}

fn exchange_snapshot(of: &Snapshot) -> Result<Snapshot, String> {
    let Phase::Play { steps, earlier } = &of.phase else {
        return Err("a setup has no image, because Gold sets up first".to_owned());
    };
    let earlier = earlier.iter().map(|end| TurnEnd {
        board: exchange_board(&end.board),
        to_move: end.to_move.other(),
    });
    let phase = Phase::Play {
        steps: steps.iter().copied().map(exchange_step).collect(),
        earlier: earlier.collect(),
    };
    let (side, start) = (of.side.other(), exchange_board(&of.start));
    Ok(Snapshot::new(of.edition, side, start, phase))
}

fn exchange_board(of: &Board) -> Board {
    of.placed().map(exchange_placed).collect()
}

fn exchange_placed(of: Placed) -> Placed {
    Placed {
        piece: exchange_piece(of.piece),
        square: of.square.flip_vertical(),
    }
}

fn exchange_step(of: Step) -> Step {
    Step {
        piece: exchange_piece(of.piece),
        from: of.from.flip_vertical(),
        direction: match of.direction {
            Direction::North => Direction::South,
            Direction::South => Direction::North,
            sideways => sideways,
        },
    }
}

fn exchange_piece(of: Piece) -> Piece {
    Piece::new(of.side.other(), of.kind)
}
