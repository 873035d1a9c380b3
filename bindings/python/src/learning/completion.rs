//! The actions after which the turn can still be completed.
//!
//! A step is legal even if no legal end can follow it (SPEC.md TRN-5). Programs that may not get
//! stuck choose among the actions that begin a legal turn.

use arimaa::Position;
use arimaa::rules::Rules;
use arimaa::vocab::Action;

use super::moment::Moment;

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
    for step in position.steps() {
        let action = Action::Step(step);
        let visited = !completable
            || if game.repetition_may_refuse() {
                completes_after(game, action)
            } else {
                completes(&position.after(step))
            };
        if visited {
            visit(action);
        }
    }
    if game.check_end().is_ok() {
        visit(Action::EndTurn);
    }
}

/// Whether an action leaves a way to complete the turn.
pub fn can_complete_after(moment: &Moment, action: Action) -> bool {
    match (moment.playing(), action) {
        (Some((game, position)), Action::Step(step)) if !game.repetition_may_refuse() => {
            completes(&position.after(step))
        }
        _ => completes_after(moment.rules(), action),
    }
}

/// Whether the turn can be completed, repetition aside.
fn completes(position: &Position) -> bool {
    position.can_end()
        || position
            .steps()
            .any(|step| completes(&position.after(step)))
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
