//! The lines of a question with their replies, kept for people who look for the reason of a
//! failure.

use crate::suite::{Exchange, List, Mismatch, Symptom, symptoms};

/// The most that are kept; a count has many more, and none of them decides it alone.
const KEPT: usize = 1000;

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

    /// The exchange that decided about these mismatches: the whole turn, the position, or an action
    /// that is listed or missing.
    pub(super) fn deciding(&self, mismatches: &[Mismatch]) -> Option<&Exchange> {
        let action = symptoms(mismatches).into_iter().find_map(|one| match one {
            Symptom::Added(List::Actions, action) | Symptom::Missing(List::Actions, action) => {
                Some(action)
            }
            _ => None,
        });
        if let Some(action) = action {
            let asks = |one: &&Exchange| {
                let last = one.line.rsplit(' ').next().unwrap_or_default();
                last == action || last.split('+').next() == Some(&action)
            };
            return self.0.iter().find(asks);
        }
        let is_counted = |one: &Mismatch| {
            use Mismatch::{Counts, FirstTurns, Goals, Turns};
            matches!(one, Turns { .. } | FirstTurns(_) | Goals(_) | Counts { .. })
        };
        if mismatches.iter().any(is_counted) {
            return None;
        }
        // A turn that can be divided into actions in several ways is legal if one of them is.
        let mut wholes = self.0.iter().filter(|one| one.line.ends_with(" end"));
        let legal = wholes.clone().find(|one| one.reply.starts_with("ok"));
        legal.or_else(|| wholes.next()).or_else(|| self.0.first())
    }
}
