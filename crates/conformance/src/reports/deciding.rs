//! Finds the exchange with a program of the line kit that decided a failure.

use crate::subjects::line::Exchange;
use crate::verdicts::Mismatch;

/// The exchange that decided about these mismatches: the whole turn, the position, or an action
/// that is listed or missing.
pub fn deciding_exchange<'a>(
    exchanges: &'a [Exchange],
    mismatches: &[Mismatch],
) -> Option<&'a Exchange> {
    let action = mismatches.iter().find_map(|one| match one.field {
        "actions" if !one.is_error => one.only_in_answer().into_iter().chain(one.missing()).next(),
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

    #[test]
    fn listed_action_or_whole_turn_was_decided_by_its_line_and_a_count_by_none() {
        let push = "P ok, P Ed2n no, P rd4e+Ed3n ok";
        let turns = "P ok, P Ed2n end no, P Ed2n Ed3n end ok";
        let first = &turns[.."P ok, P Ed2n end no".len()];
        let actions = |expected, got| lists("actions", expected, got);
        for (said, mismatch, decided) in [
            // The line of a listed or missing action, or that of its push.
            (push, actions("Ed2n", ""), Some("P Ed2n")),
            (push, actions("", "rd4e"), Some("P rd4e+Ed3n")),
            (push, actions("Ed2e", ""), None),
            // The whole turn that was accepted, or the first that was asked.
            (turns, accepted(), Some("P Ed2n Ed3n end")),
            (first, accepted(), Some("P Ed2n end")),
            ("P ok", accepted(), Some("P")),
            ("", accepted(), None),
            (first, Mismatch::of_values("turns", "2", "3"), None),
        ] {
            let exchanges = said.split(", ").filter_map(|exchange| {
                let (line, reply) = exchange.rsplit_once(' ')?;
                let [line, reply] = [line, reply].map(str::to_owned);
                Some(Exchange { line, reply })
            });
            let exchanges: Vec<Exchange> = exchanges.collect();
            let one = deciding_exchange(&exchanges, std::slice::from_ref(&mismatch));
            let line = one.map(|one| one.line.as_str());
            assert_eq!(line, decided, "{said}: {mismatch}");
        }
    }
}
