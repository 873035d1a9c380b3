//! Compares two engines at every moment after some steps, not only along one walk.

use super::Divergence;
use super::lockstep::{Extent, Lockstep, Walked};
use crate::rules::Rules;
use crate::vocab::{Action, Board, Snapshot};

/// The name of the comparison of an engine's list of actions (first answer) with its acceptance of
/// an action (second answer).
pub(super) const LISTED: &str = "listing (first) and accepting (second)";

/// Tries actions on two engines at `start` and at every moment that up to `steps` legal ones of
/// them lead to, and compares every answer on the way.
///
/// `actions` gives the actions to try on a board. After an end of the turn, the start of the next
/// turn is compared and nothing is tried there. All refused actions are tried on one state, which
/// must be unchanged afterwards.
///
/// A start that both engines call invalid for the same reason is agreement.
///
/// # Errors
///
/// Returns the first answer that differs.
pub fn branch<A: Rules + Clone, B: Rules + Clone, I: IntoIterator<Item = Action>>(
    start: &Snapshot,
    steps: u32,
    actions: impl Fn(&Board) -> I,
) -> Result<Walked, Box<Divergence>> {
    match Lockstep::<A, B>::start(start)? {
        Ok(engines) => {
            let mut walked = Walked::default();
            try_all(engines, steps, &actions, &mut walked)?;
            Ok(walked)
        }
        Err(invalid) => Ok(Walked::not_begun(&invalid)),
    }
}

fn try_all<A: Rules + Clone, B: Rules + Clone, I: IntoIterator<Item = Action>>(
    mut engines: Lockstep<'_, A, B>,
    steps: u32,
    actions: &impl Fn(&Board) -> I,
    walked: &mut Walked,
) -> Result<(), Box<Divergence>> {
    let listed = engines.compare(Extent::QUICK, walked)?;
    let before = engines.snapshots();
    for action in actions(&engines.pair.first.board()) {
        let is_listed = listed.contains(&action);
        let mut after = is_listed.then(|| engines.clone());
        let accepted = after.as_mut().unwrap_or(&mut engines).act(action, walked)?;
        engines.compare_answers(LISTED, Some(action), &is_listed, &accepted)?;
        let Some(after) = after else { continue };
        match action {
            Action::EndTurn => {
                after.compare(Extent::QUICK, walked)?;
            }
            _ if steps == 0 => {
                let boards = (after.pair.first.board(), after.pair.second.board());
                after.compare_answers("the board", None, &boards.0, &boards.1)?;
            }
            _ => try_all(after, steps - 1, actions, walked)?,
        }
    }
    let after = engines.snapshots();
    engines.compare_answers("the state after refusals", None, &before, &after)
}
