//! The line of the line kit that decided a failure.

use crate::subjects::line::Exchange;
use crate::verdicts::Mismatch;

/// The exchange that decided about these mismatches: the whole turn, the position, or an action
/// that is listed or missing.
pub fn deciding_exchange<'a>(
    exchanges: &'a [Exchange],
    mismatches: &[Mismatch],
) -> Option<&'a Exchange> {
    let action = mismatches.iter().find_map(|one| match one.field {
        "actions" if !one.is_error => one.added().into_iter().chain(one.missing()).next(),
        _ => one.action(),
    });
    if let Some(action) = action {
        let asks = |one: &&Exchange| {
            let last = one.line.rsplit(' ').next().unwrap_or_default();
            last == action || last.split('+').next() == Some(action)
        };
        return exchanges.iter().find(asks);
    }
    let counted = ["turns", "first_turns", "goals", "steps", "sequences"];
    let is_counted = |one: &Mismatch| counted.contains(&one.field) && !one.is_error;
    if mismatches.iter().any(is_counted) {
        return None;
    }
    // A turn that can be divided into actions in several ways is legal if one of them is.
    let mut wholes = exchanges.iter().filter(|one| one.line.ends_with(" end"));
    let legal = wholes.clone().find(|one| one.reply.starts_with("ok"));
    legal
        .or_else(|| wholes.next())
        .or_else(|| exchanges.first())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made::{accepted, lists};

    /// Which of these lines, each with its reply, decided.
    fn deciding(lines: &[(&str, &str)], mismatch: Mismatch) -> Option<String> {
        let exchanges = lines.iter().map(|(line, reply)| Exchange {
            line: (*line).to_owned(),
            reply: (*reply).to_owned(),
        });
        let exchanges: Vec<Exchange> = exchanges.collect();
        let one = deciding_exchange(&exchanges, &[mismatch]);
        one.map(|one| one.line.clone())
    }

    fn actions(expected: &str, got: &str) -> Mismatch {
        lists("actions", expected, got)
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
        let wrong = accepted;
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
        let wrong = Mismatch::one("turns", "2", "3");
        assert_eq!(deciding(&[("P", "ok"), ("P Ed2n end", "ok")], wrong), None);
    }
}
