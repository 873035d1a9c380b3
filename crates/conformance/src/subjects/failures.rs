//! When a program that fails again and again is not started any more.

use crate::subjects::ProtocolFailure;

/// How often in a row a program may fail before it is not asked any more.
const MOST: u32 = 10;

/// The failures of a program since its last answer.
#[derive(Debug, Default)]
pub(super) struct Failures {
    in_a_row: u32,
    last: String,
}

impl Failures {
    /// Counts a failure.
    pub(super) fn add(&mut self, failure: &ProtocolFailure) {
        if self.in_a_row < MOST {
            self.in_a_row += 1;
            self.last = failure.to_string();
        }
    }

    /// Forgets the failures: there was an answer.
    pub(super) fn clear(&mut self) {
        self.in_a_row = 0;
    }

    /// Refuses a program that has failed too often.
    pub(super) fn check(&self) -> Result<(), ProtocolFailure> {
        if self.in_a_row < MOST {
            return Ok(());
        }
        let last = &self.last;
        Err(ProtocolFailure::Dead(format!(
            "it failed {MOST} times in a row, at last: {last}"
        )))
    }
}
