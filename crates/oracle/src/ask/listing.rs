//! Lists of the legal actions and of the distinct turns at a moment of a game.

use super::budget::Meter;
use super::refused_turn::texts;
use super::{ActionEffect, Answer, Fault, MAX_LISTED, Ranks, RefusedTurn, TurnTo};
use crate::judge::{JudgedGame, Refusal};
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Board, Direction, Phase, Step, Turn};

/// The legal actions. If asked for, their effects are given, too, and the actions that are refused
/// with the reasons.
pub(super) fn actions(game: &JudgedGame, effects: bool, refusals: bool, past_end: bool) -> Answer {
    let state = game.state();
    let actions = game.legal_actions(past_end);
    let effect = |&action: &Action| effect_of(state, action);
    Answer::Actions {
        effects: effects.then(|| actions.iter().filter_map(effect).collect()),
        frozen: refusals.then(|| texts(state.frozen())),
        refusals: refusals.then(|| refused_actions(game, past_end)),
        actions: texts(actions),
    }
}

/// The effect of a legal action.
fn effect_of(state: &dyn Rules, action: Action) -> Option<ActionEffect> {
    let effect = state.boxed_clone().apply(action).ok()?;
    Some(ActionEffect {
        part: effect.part.name().to_owned(),
        captured: effect.captured.map(|piece| piece.to_string()),
    })
}

/// Sorts a short list, stably. The sort of the standard library takes 5 KB of a WebAssembly module
/// for each type that it sorts.
pub(super) fn insertion_sort<T>(items: Vec<T>, is_in_order: impl Fn(&T, &T) -> bool) -> Vec<T> {
    let mut sorted = Vec::with_capacity(items.len());
    for item in items {
        let place = sorted.partition_point(|other| is_in_order(other, &item));
        sorted.insert(place, item);
    }
    sorted
}

/// Those steps of the pieces on the board that are refused, and the end of the turn if it is
/// refused, with the reasons.
fn refused_actions(game: &JudgedGame, past_end: bool) -> Vec<RefusedTurn> {
    let state = game.state();
    let pieces = state.board();
    let steps = pieces.placed().flat_map(|placed| {
        Direction::ALL.map(|direction| {
            Action::Step(Step {
                piece: placed.piece,
                from: placed.square,
                direction,
            })
        })
    });
    let written: Vec<(String, Action)> = steps.map(|step| (step.to_string(), step)).collect();
    let steps = insertion_sort(written, |(one, _), (other, _)| one <= other);
    let refused = |action: Action| {
        let refusal = match (game.end(past_end), action) {
            (Some(outcome), _) => Refusal::Decided(outcome),
            (None, Action::EndTurn) => state.check_end().err()?.into(),
            (None, _) => state.boxed_clone().apply(action).err()?.into(),
        };
        Some(RefusedTurn {
            at: Some(action.to_string()),
            ..RefusedTurn::from(&refusal)
        })
    };
    let actions = steps
        .into_iter()
        .map(|(_, step)| step)
        .chain([Action::EndTurn]);
    actions.filter_map(refused).collect()
}

pub(super) fn turn_count(
    game: &JudgedGame,
    past_end: bool,
    meter: &Meter<'_>,
) -> Result<Answer, Fault> {
    let count = game.count_turns_unless(past_end, &|| meter.is_expired());
    let count = count.ok_or_else(|| meter.timed_out())?;
    Ok(Answer::TurnCount { count })
}

/// The choice of the turns to list.
#[derive(Clone, Copy)]
pub(super) enum Which {
    All,
    /// The turns that make a goal.
    Goals,
    /// The turn that leads to a board.
    To(Board),
}

/// A page of distinct turns.
pub(super) fn turns(
    game: &JudgedGame,
    which: Which,
    past_end: bool,
    (offset, limit): (u64, u32),
    meter: &Meter<'_>,
) -> Result<Answer, Fault> {
    let stop = || meter.is_expired();
    let listed = match which {
        Which::Goals if game.is_over(past_end) => Some(Vec::new()),
        Which::Goals => game.state().goals_unless(&stop),
        Which::All | Which::To(_) => turns_unless(game, past_end, &stop)?,
    };
    let mut all = listed.ok_or_else(|| meter.timed_out())?;
    if let Which::To(board) = which {
        all.retain(|turn| turn.board == board);
    }
    let (total, turns) = (all.len() as u64, page_of(&all, offset, limit));
    if !matches!(which, Which::Goals) {
        return Ok(Answer::Turns { total, turns });
    }
    // Of equally long ones `min_by_key` gives the first.
    let shortest = all.iter().min_by_key(|turn| turn.played.len());
    Ok(Answer::Goal {
        total,
        shortest: shortest.map(Turn::to_string),
        turns,
    })
}

/// A page of a list of turns.
fn page_of(turns: &[Turn], offset: u64, limit: u32) -> Vec<TurnTo> {
    let page = turns
        .iter()
        .skip(usize::try_from(offset).unwrap_or(usize::MAX))
        .take(limit as usize);
    page.map(|turn| TurnTo {
        turn: turn.to_string(),
        board: Ranks(turn.board),
    })
    .collect()
}

/// The distinct turns of a game in the order of ORD-3, or `None` if `stop` became true during the
/// search. A decided game has none, unless `past_end`.
///
/// # Errors
///
/// [`Fault::TooLarge`] for a setup with more than [`MAX_LISTED`].
pub fn turns_unless(
    game: &JudgedGame,
    past_end: bool,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Vec<Turn>>, Fault> {
    if game.is_over(past_end) {
        return Ok(Some(Vec::new()));
    }
    check_listable(game.state())?;
    Ok(game.state().turns_unless(stop))
}

/// Fails for a setup with more completions than [`MAX_LISTED`].
pub(super) fn check_listable(state: &dyn Rules) -> Result<(), Fault> {
    if !matches!(state.snapshot().phase, Phase::Setup { .. }) {
        return Ok(());
    }
    match state.count_turns() {
        count if count > MAX_LISTED => Err(Fault::TooLarge {
            limit: MAX_LISTED,
            message: format!("{count} turns of a position, {MAX_LISTED} at most"),
        }),
        _ => Ok(()),
    }
}
