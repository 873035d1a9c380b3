//! When two moments of a turn have the same future.

use super::turn::Moment;
use crate::vocab::{Effect, Part, Step};

impl PartialEq for Moment {
    /// Whether the same can follow. Of an open push or pull only the steps count that close it: any
    /// other step, and any after it, is legal or not whatever is open now (PSH-4, PUL-1).
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
