//! The lines of a question with their replies, kept for people who look for the reason of a
//! failure.

use serde::Serialize;

/// The most that are kept; a count has many more, and none of them decides it alone.
const KEPT: usize = 1000;

/// A line of the line kit, and the reply to it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Exchange {
    /// The line.
    pub line: String,
    /// The reply, as the engine wrote it.
    pub reply: String,
}

/// The first exchanges of a question, in order.
#[derive(Debug, Default)]
pub(super) struct Exchanges(Vec<Exchange>);

impl Exchanges {
    /// Keeps an exchange, unless there are many.
    pub(super) fn keep(&mut self, line: &str, reply: &str) {
        if self.0.len() < KEPT {
            self.0.push(Exchange {
                line: line.to_owned(),
                reply: reply.to_owned(),
            });
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn all(&self) -> &[Exchange] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_thousand_are_kept() {
        let mut exchanges = Exchanges::default();
        assert!(exchanges.is_empty());
        for _ in 0..=KEPT {
            exchanges.keep("P", "ok");
        }
        assert!(!exchanges.is_empty());
        assert_eq!(exchanges.0.len(), KEPT);
    }
}
