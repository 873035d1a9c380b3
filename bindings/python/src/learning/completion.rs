//! The actions after which the turn can still be completed.
//!
//! A step is legal even if no legal end can follow it (SPEC.md TRN-5). Programs that may not get
//! stuck choose among the actions that begin a legal turn.

use arimaa::random::SplitMix64;
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Side, Step};
use arimaa::{Bitboard, Game, Position};

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
    let may_refuse = game.repetition_may_refuse();
    let taken = position.steps_taken().into_iter();
    let left: Bitboard = taken.map(|step| step.from).collect();
    for step in position.steps() {
        let action = Action::Step(step);
        // Nearly always it can be seen without the position after the step.
        let is_change = !may_refuse && changes_board(step, position.side(), left);
        if !completable || is_change || can_complete_after(moment, action) {
            visit(action);
        }
    }
    if may_end(game, position) {
        visit(Action::EndTurn);
    }
}

/// Whether the turn may end now. Nearly always the position knows it, without the history.
fn may_end(game: &Game, position: &Position) -> bool {
    position.can_end() && !(game.repetition_may_refuse() && game.check_end().is_err())
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
    let many = steps.len() + usize::from(may_end(game, position));
    let chosen = (many > 0).then(|| steps.nth(random.below(many)))?;
    Some(chosen.map_or(Action::EndTurn, Action::Step))
}

/// Whether a legal step of the player's own piece enters another square than those that steps of
/// this turn have left. Then no push is open, and the board is another than at the start of the
/// turn: the square was empty, or what stood there was captured meanwhile. So the turn can end.
fn changes_board(step: Step, player: Side, left: Bitboard) -> bool {
    let to = numbering::neighbour(step.from, step.direction);
    step.piece.side == player && to.is_some_and(|to| !left.contains(to))
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
