//! Actions after which the turn can still be completed.
//!
//! A step is legal even if no legal end can follow it (SPEC.md TRN-5). Programs that may not get
//! stuck choose among the actions that begin a legal turn.

use arimaa::random::SplitMix64;
use arimaa::rules::Rules;
use arimaa::vocab::Action;
use arimaa::vocab::Direction::{East, North, South, West};
use arimaa::{Bitboard, Game, Position};

use super::moment::Moment;

/// Visits the legal actions; where `completable`, only those that begin a legal turn.
///
/// A step that enters a square which no step of this turn has left always begins one, repetition
/// aside. The square was empty at the start of the turn, or the piece on it was captured. So the
/// board has changed, and the turn can end, at once or after one step more: if a push has begun,
/// the pusher completes it. It was free and stays free, for the pushed piece does not come to stand
/// beside it.
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
    let left: Bitboard = position.steps_taken().iter().map(|it| it.from).collect();
    // The starts of steps north, south, east and west to a square of these.
    let to_left = [South, North, West, East].map(|back| left.shift(back));
    for step in position.steps() {
        // Nearly always it can be seen without the position after the step.
        let changes = !may_refuse && !to_left[step.direction as usize].contains(step.from);
        if !completable || changes || can_complete_after(moment, Action::Step(step)) {
            visit(Action::Step(step));
        }
    }
    if may_end(game, position) {
        visit(Action::EndTurn);
    }
}

/// Whether the turn may end now. The history is asked only where repetition may refuse the end.
fn may_end(game: &Game, position: &Position) -> bool {
    position.can_end() && !(game.repetition_may_refuse() && game.check_end().is_err())
}

/// A random action among those that [`each_action`] visits, each with the same chance.
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

/// Whether the turn can be completed after a legal action by any engine, with repetition.
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
