//! `arimaa-engine`: a turn is made of whole paths of one piece, and of whole pushes and pulls.
//!
//! Of the ways to one board the engine lists one. A turn is therefore accepted where it lists just
//! these steps, refused where no way of it leads to the same board, and declined where only another
//! way does. A history cannot be given to the engine: it is played, where one turn leads from each
//! of its boards to the next.

use std::collections::HashSet;
use std::ops::ControlFlow;

use arimaa::vocab::{Board, Kind as PieceKind, Label, Placed, Side, Square, Step};
use arimaa_engine::{Action as Move, GameState, PieceBoard};
use arimaa_oracle::ask::{Answer, Question, QuestionKind};
use arimaa_oracle::subject::Reply;

use crate::{
    Peer, Place, WrittenStep, accepted, bit, board_from, place, read, refused, side_of, standing,
    steps_of, unplayable,
};

/// The crate as a subject.
pub fn path_engine() -> Peer {
    Peer::new(
        "arimaa-engine",
        "0.1.0",
        &[
            QuestionKind::Judge,
            QuestionKind::Outcome,
            QuestionKind::Standing,
            QuestionKind::TurnCount,
        ],
        answer,
    )
}

fn answer(question: &Question) -> Result<Reply, Reply> {
    let Some(position) = question.position() else {
        return Err(declined("answers about positions only"));
    };
    let place = place(position)?;
    let start = start_of(&place)?;
    let now = within_turn(&start, &place.steps);
    Ok(Reply::Answer(match question {
        Question::Judge {
            turn,
            strict,
            past_end,
            ..
        } => {
            let steps = steps_of(turn, place.label())?;
            let over = start.is_terminal().is_some() && !past_end;
            return match steps {
                Some(steps) if !over => judge(&place, &start, &steps, *strict),
                _ => Ok(refused(standing_of(&now?))),
            };
        }
        Question::Outcome { .. } => Answer::Outcome {
            outcome: standing_of(&now?).outcome,
        },
        Question::Standing { .. } => Answer::Standing {
            standing: standing_of(&now?),
        },
        Question::TurnCount { past_end, .. } => {
            if !place.steps.is_empty() {
                return Err(declined("counts the turns of a whole turn only"));
            }
            let over = start.is_terminal().is_some() && !past_end;
            let mut ends = HashSet::new();
            if !over {
                // Nothing stops the walk before its end.
                let _ = each_turn(&start, &mut Vec::new(), &mut |_, end| {
                    ends.insert(sets(end.get_piece_board()));
                    ControlFlow::Continue(())
                });
            }
            Answer::TurnCount {
                count: ends.len() as u64,
            }
        }
        _ => return Err(declined("does not go step by step")),
    }))
}

fn declined(why: &str) -> Reply {
    Reply::Declined(why.to_owned())
}

/// The state at the start of the turn, with its history played.
fn start_of(place: &Place) -> Result<GameState, Reply> {
    let mut boards = place.earlier.iter().map(|end| (end.to_move, end.board));
    let Some((side, board)) = boards.next() else {
        return read(place.side, place.number, &place.start);
    };
    let first = place.number_before(place.earlier.len());
    let mut state = read(side, first, &board)?;
    for (side, board) in boards.chain([(place.side, place.start)]) {
        let mut found = None;
        let _ = each_turn(&state, &mut Vec::new(), &mut |_, end| {
            if side_of(end.is_p1_turn_to_move()) == side && board_of(end.get_piece_board()) == board
            {
                found = Some(end.clone());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        state = found.ok_or_else(|| declined("cannot be given a history that it cannot play"))?;
    }
    Ok(state)
}

/// The state in mid-turn, if the engine can stand there.
fn within_turn(start: &GameState, steps: &[Step]) -> Result<GameState, Reply> {
    if steps.is_empty() {
        return Ok(start.clone());
    }
    for action in start.valid_actions() {
        let taken = steps_in(&action);
        if taken.is_empty() || !begins_with(steps, &taken) {
            continue;
        }
        let next = start.take_action(&action);
        if next.is_p1_turn_to_move() == start.is_p1_turn_to_move()
            && let Ok(found) = within_turn(&next, &steps[taken.len()..])
        {
            return Ok(found);
        }
    }
    Err(declined("does not stop at such a moment of a turn"))
}

fn judge(
    place: &Place,
    start: &GameState,
    rest: &[WrittenStep],
    strict: bool,
) -> Result<Reply, Reply> {
    // Half a push has no standing in this engine, and need not have one where the turn is accepted.
    let before = within_turn(start, &place.steps).map(|state| standing_of(&state));
    let mut board = start.get_piece_board().clone();
    for &step in &place.steps {
        move_piece(&mut board, step).map_err(|NoRoom| unplayable(step))?;
    }
    let mut captures = Vec::new();
    for written in rest {
        let Ok(caught) = move_piece(&mut board, written.step) else {
            return Ok(refused(before?));
        };
        if !written.agrees(caught, strict) {
            return Ok(refused(before?));
        }
        captures.push(caught);
    }
    let rest_of_it = rest.iter().map(|written| written.step);
    let steps: Vec<Step> = place.steps.iter().copied().chain(rest_of_it).collect();
    let wanted = sets(&board);
    let (mut exact, mut otherwise) = (None, false);
    // Where the walk stops says `exact`.
    let _ = each_turn(start, &mut Vec::new(), &mut |taken, end| {
        if sets(end.get_piece_board()) == wanted {
            otherwise = true;
            if taken.len() == steps.len() && begins_with(&steps, taken) {
                exact = Some(end.clone());
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    match exact {
        Some(end) => Ok(accepted(rest, &captures, standing_of(&end))),
        None if otherwise => Err(declined("makes this turn in another way")),
        None => Ok(refused(before?)),
    }
}

/// There is no such piece, or no room for it.
struct NoRoom;

/// Moves a piece, legal or not, and says what that captures.
fn move_piece(board: &mut PieceBoard, step: Step) -> Result<Option<Placed>, NoRoom> {
    let from = arimaa_engine::Square::from_index(u8::try_from(bit(step.from)).map_err(|_| NoRoom)?);
    let direction: arimaa_engine::Direction =
        step.direction.letter().try_into().map_err(|_| NoRoom)?;
    let here = board_of(board);
    if here.at(step.from) != Some(step.piece) || !from.can_shift_in_direction(direction) {
        return Err(NoRoom);
    }
    let to: Square = from
        .shift_in_direction(direction)
        .to_string()
        .parse()
        .map_err(|_| NoRoom)?;
    if here.at(to).is_some() {
        return Err(NoRoom);
    }
    board.move_piece_update_board(from, direction);
    let whole = board_of(board);
    board.remove_trapped_pieces();
    let left = board_of(board);
    Ok(whole.placed().find(|piece| left.at(piece.square).is_none()))
}

type Steps = Vec<(arimaa_engine::Square, arimaa_engine::Direction)>;

/// Every way in which the engine can make the turn, with the state after it.
fn each_turn(
    state: &GameState,
    taken: &mut Steps,
    visit: &mut impl FnMut(&Steps, &GameState) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for action in state.valid_actions() {
        let length = taken.len();
        taken.extend(steps_in(&action));
        let next = state.take_action(&action);
        if next.is_p1_turn_to_move() == state.is_p1_turn_to_move() {
            each_turn(&next, taken, visit)?;
        } else {
            visit(taken, &next)?;
        }
        taken.truncate(length);
    }
    ControlFlow::Continue(())
}

fn steps_in(action: &Move) -> Steps {
    match action {
        Move::Move(..) | Move::PushPull(..) => action.get_steps().into_iter().collect(),
        Move::Pass | Move::Place(_) => Vec::new(),
    }
}

fn begins_with(steps: &[Step], taken: &Steps) -> bool {
    taken.len() <= steps.len()
        && steps.iter().zip(taken).all(|(step, (from, direction))| {
            from.to_string() == step.from.to_string()
                && direction.to_string() == step.direction.to_string()
        })
}

fn standing_of(state: &GameState) -> arimaa_oracle::ask::Standing {
    let winner = state.is_terminal().map(|value| {
        if value.0[0] > value.0[1] {
            Side::Gold
        } else {
            Side::Silver
        }
    });
    let label = Label {
        number: u32::try_from(state.get_move_number()).unwrap_or(u32::MAX),
        side: side_of(state.is_p1_turn_to_move()),
    };
    standing(board_of(state.get_piece_board()), winner, label)
}

/// The sets that make a board.
fn sets(board: &PieceBoard) -> [u64; 7] {
    [
        board.p1_pieces,
        board.rabbits,
        board.cats,
        board.dogs,
        board.horses,
        board.camels,
        board.elephants,
    ]
}

fn board_of(board: &PieceBoard) -> Board {
    board_from(|piece| {
        let kind = match piece.kind {
            PieceKind::Rabbit => arimaa_engine::Piece::Rabbit,
            PieceKind::Cat => arimaa_engine::Piece::Cat,
            PieceKind::Dog => arimaa_engine::Piece::Dog,
            PieceKind::Horse => arimaa_engine::Piece::Horse,
            PieceKind::Camel => arimaa_engine::Piece::Camel,
            PieceKind::Elephant => arimaa_engine::Piece::Elephant,
        };
        board.get_bits_for_piece(kind, piece.side == Side::Gold)
    })
}
