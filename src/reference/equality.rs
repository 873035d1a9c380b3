//! Equality of moments of a turn: whether they have the same future.

use super::turn::Moment;
use crate::vocab::{Effect, Part, Step};

impl PartialEq for Moment {
    /// Whether the same can follow from both moments. Of an open push or pull only the steps that
    /// close it are compared: any other step, and any step after it, does not depend on what is
    /// open now (PSH-4, PUL-1).
    fn eq(&self, other: &Self) -> bool {
        let at = |now: &Self| (now.board, now.side, now.steps_taken);
        let is_open_alike =
            || self.open == other.open || self.closing_steps() == other.closing_steps();
        at(self) == at(other) && is_open_alike()
    }
}

impl Eq for Moment {}

impl Moment {
    /// The legal steps that complete the open push or end the open pull.
    fn closing_steps(&self) -> Vec<Step> {
        let closes = |effect: Effect| matches!(effect.part, Part::PushCompleted | Part::Pull);
        let steps = self.legal_steps().into_iter();
        steps
            .filter_map(|(step, _, effect)| closes(effect).then_some(step))
            .collect()
    }
}
