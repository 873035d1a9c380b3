//! The actions after which the turn can still be completed.
//!
//! A step is legal even if no legal end can follow it (SPEC.md TRN-5). Programs that may not get
//! stuck choose among the actions that begin a legal turn.

use arimaa::Position;
use arimaa::random::SplitMix64;
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Step};

use super::moment::Moment;
use super::numbering;

/// Hands over the legal actions; where `completable`, those that begin a legal turn.
pub fn each_action(moment: &Moment, completable: bool, mut visit: impl FnMut(Action)) {
    if moment.outcome().is_some() {
        return;
    }
    let rules = moment.rules();
    let Some((game, position)) = moment.playing() else {
        for action in rules.legal_actions() {
            if !completable || completes_after(rules, action) {
                visit(action);
            }
        }
        return;
    };
    let start = position.turn_start();
    for step in position.steps() {
        let action = Action::Step(step);
        // Nearly always it can be seen without the position after the step.
        let is_change = !game.repetition_may_refuse() && changes_board(step, &start);
        if !completable || is_change || can_complete_after(moment, action) {
            visit(action);
        }
    }
    if game.check_end().is_ok() {
        visit(Action::EndTurn);
    }
}

/// A random one of these actions, each with the same chance.
pub fn random_action(
    moment: &Moment,
    completable: bool,
    random: &mut SplitMix64,
) -> Option<Action> {
    // Nearly always the first choice will do. Where it does not, all that do must be known.
    if let Some(action) = any_action(moment, random)
        && (!completable || can_complete_after(moment, action))
    {
        return Some(action);
    }
    let mut actions = Vec::new();
    each_action(moment, completable, |action| actions.push(action));
    random.choose(&actions)
}

/// A random legal action of play by the fast engine.
fn any_action(moment: &Moment, random: &mut SplitMix64) -> Option<Action> {
    let (game, position) = moment.playing().filter(|_| moment.outcome().is_none())?;
    let mut steps = position.steps();
    let many = steps.len() + usize::from(game.check_end().is_ok());
    let chosen = (many > 0).then(|| steps.nth(random.below(many)))?;
    Some(chosen.map_or(Action::EndTurn, Action::Step))
}

/// Whether after a legal step of a piece of the player the board is surely another than at the start
/// of the turn: the piece, or its capture, is something new on the square that it enters. No push is
/// open then, so that the turn can end.
fn changes_board(step: Step, start: &Position) -> bool {
    let to = numbering::neighbour(step.from, step.direction);
    step.piece.side == start.side() && to.and_then(|to| start.piece_at(to)) != Some(step.piece)
}

/// Whether an action leaves a way to complete the turn.
fn can_complete_after(moment: &Moment, action: Action) -> bool {
    match (moment.playing(), action) {
        (Some((game, position)), Action::Step(step)) if !game.repetition_may_refuse() => {
            completes(&position.after(step))
        }
        _ => completes_after(moment.rules(), action),
    }
}

/// Whether the turn can be completed, repetition aside.
fn completes(position: &Position) -> bool {
    position.can_end() || position.successors().any(|(_, after)| completes(&after))
}

/// The same after a legal action by any engine, with repetition.
fn completes_after(rules: &dyn Rules, action: Action) -> bool {
    if action == Action::EndTurn {
        return true;
    }
    let mut after = rules.boxed_clone();
    if after.apply(action).is_err() {
        return false;
    }
    if after.check_end().is_ok() {
        return true;
    }
    if let Action::Place(_) = action {
        return after.count_turns() > 0;
    }
    let steps = after.legal_actions();
    steps.into_iter().any(|step| completes_after(&*after, step))
}
