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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{Legality, Lists};

    /// Which of these lines, each with its reply, decided.
    fn deciding(lines: &[(&str, &str)], mismatch: Mismatch) -> Option<String> {
        let mut exchanges = Exchanges::default();
        for (line, reply) in lines {
            exchanges.keep(line, reply);
        }
        let one = exchanges.deciding(&[mismatch]);
        one.map(|one| one.line.clone())
    }

    fn actions(expected: &str, got: &str) -> Mismatch {
        let list = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        Mismatch::Actions(Lists {
            expected: list(expected),
            got: list(got),
        })
    }

    #[test]
    fn listed_or_missing_action_was_decided_by_its_line_or_by_its_push() {
        let lines = [("P", "ok"), ("P Ed2n", "no"), ("P rd4e+Ed3n", "ok")];
        let of = |mismatch| deciding(&lines, mismatch);
        assert_eq!(of(actions("Ed2n", "")).as_deref(), Some("P Ed2n"));
        assert_eq!(of(actions("", "rd4e")).as_deref(), Some("P rd4e+Ed3n"));
        assert_eq!(of(actions("Ed2e", "")), None);
    }

    #[test]
    fn accepted_whole_turn_decides_before_the_first_that_was_asked() {
        let wrong = || Mismatch::Legality {
            expected: Legality::Refused(None),
            got: Legality::Accepted,
        };
        let position = ("P", "ok");
        let (refused, accepted) = (("P Ed2n end", "no"), ("P Ed2n Ed3n end", "ok"));
        let lines = [position, refused, accepted];
        for (count, decided) in [
            (3, Some(accepted)),
            (2, Some(refused)),
            (1, Some(position)),
            (0, None),
        ] {
            let line = deciding(&lines[..count], wrong());
            assert_eq!(line.as_deref(), decided.map(|(line, _)| line));
        }
    }

    #[test]
    fn no_line_alone_decides_a_count() {
        let wrong = Mismatch::Turns {
            expected: 2,
            got: 3,
        };
        assert_eq!(deciding(&[("P", "ok"), ("P Ed2n end", "ok")], wrong), None);
    }

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
