//! Every refused turn is asked so that only its rule can refuse it.
//!
//! With that rule switched off, the parameterised engine accepts the turn, or refuses it later.
//! Where it is refused all the same, and wherever the refusal comes in mid-turn, another case asks
//! at that moment whether the action is listed.

use arimaa::compare::{Engine, Reference};
use arimaa::vocab::{Action, Illegal, Phase, Snapshot};
use arimaa_conformance::{Case, Expect};
use arimaa_oracle::ask::{Answer, PositionSource, Question, QuestionKind, TurnText, answer};

use broken_engines::faults::without;
use broken_engines::{SUITE, parameterised};

/// The ruling on a refused turn with its rule switched off.
enum Without {
    Accepted,
    RefusedLater,
    RefusedAllTheSame(String),
}

#[test]
fn refused_turn_is_refused_by_its_rule_alone() {
    let mut wrong = Vec::new();
    for case in &SUITE.cases {
        let Some(reason) = engine_reason(case) else {
            continue;
        };
        if is_about_order(case) {
            continue;
        }
        if let Without::RefusedAllTheSame(other) = switched_off(case, reason) {
            wrong.push(format!("{}: without {reason} it is {other}", case.id));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} cases:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn refusal_that_another_rule_or_step_could_hide_has_a_listing_beside_it() {
    let listings: Vec<(&Snapshot, &Case)> = SUITE
        .cases
        .iter()
        .filter(|case| case.question.kind() == QuestionKind::LegalActions)
        .filter_map(|case| Some((snapshot(&case.question)?, case)))
        .collect();
    let mut wrong = Vec::new();
    for case in &SUITE.cases {
        let Some(reason) = engine_reason(case) else {
            continue;
        };
        let Some((moment, action)) = refused_moment(case) else {
            continue;
        };
        let in_mid_turn = matches!(&moment.phase, Phase::Play { steps, .. } if !steps.is_empty());
        let is_hidden = !matches!(switched_off(case, reason), Without::Accepted);
        if is_about_order(case) || !(in_mid_turn || is_hidden) {
            continue;
        }
        let asks = |(at, listing): &&(&Snapshot, &Case)| {
            let Expect {
                actions, unlisted, ..
            } = &listing.expect;
            let is_unlisted = unlisted.iter().flatten().any(|word| *word == action);
            let is_left_out = actions
                .as_ref()
                .is_some_and(|actions| !actions.contains(&action));
            **at == moment && (is_unlisted || is_left_out)
        };
        let Some((_, listing)) = listings.iter().find(asks) else {
            let why = format!("no case asks whether {action} is listed");
            wrong.push(format!("{}: {why}", case.id));
            continue;
        };
        let has_piece = !["empty-square", "wrong-piece"].contains(&reason);
        if has_piece && !is_listed_without(listing, &action, reason) {
            let why = format!("{action} is unlisted without {reason} too");
            wrong.push(format!("{}: {why}", listing.id));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} cases:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// The reason for which an engine refuses the turn of a case. Labels and captures are not an
/// engine's.
fn engine_reason(case: &Case) -> Option<&'static str> {
    let refused = case.expect.refused.as_deref()?;
    let own = ["decided"];
    Illegal::NAMES
        .into_iter()
        .chain(own)
        .find(|name| *name == refused)
}

/// Whether the turn breaks several rules on purpose, to show which is named.
fn is_about_order(case: &Case) -> bool {
    case.rules().contains(&"ORD-1")
}

/// The answer to a refused turn while its rule is switched off.
fn switched_off(case: &Case, reason: &'static str) -> Without {
    let engine = Engine::of::<parameterised::Reference>();
    let before = place(&answer(&engine, &case.question), case);
    match without(reason, || answer(&engine, &case.question)) {
        Answer::Accepted { .. } => Without::Accepted,
        found => {
            let after = place(&found, case);
            if after > before {
                Without::RefusedLater
            } else {
                let found = serde_json::to_string(&found).unwrap_or_default();
                Without::RefusedAllTheSame(found)
            }
        }
    }
}

/// Whether an action is among the legal ones while a rule is switched off.
fn is_listed_without(case: &Case, action: &str, reason: &'static str) -> bool {
    let engine = Engine::of::<parameterised::Reference>();
    match without(reason, || answer(&engine, &case.question)) {
        Answer::Actions { actions, .. } => actions.iter().any(|listed| listed == action),
        _ => false,
    }
}

/// The number of the word at which a turn is refused.
fn place(answer: &Answer, case: &Case) -> Option<usize> {
    let Answer::Refused { refusal, .. } = answer else {
        return None;
    };
    let words = words(case);
    let at = refusal.at.as_deref()?;
    // A word can stand twice; the place is then that of the last, which no case needs.
    Some(
        words
            .iter()
            .rposition(|word| word == at)
            .unwrap_or(words.len()),
    )
}

fn words(case: &Case) -> Vec<String> {
    match &case.question {
        Question::Judge {
            turn: TurnText::Line(line),
            ..
        } => line.split_whitespace().map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// The moment at which the turn of a case in play is refused, and the action that is refused.
fn refused_moment(case: &Case) -> Option<(Snapshot, String)> {
    let mut moment = snapshot(&case.question)?.clone();
    let Answer::Refused { refusal, .. } = answer(&Engine::of::<Reference>(), &case.question) else {
        return None;
    };
    let Phase::Play { steps, .. } = &mut moment.phase else {
        return None;
    };
    let at = refusal.at?;
    let words = words(case);
    let end = words
        .iter()
        .rposition(|word| *word == at)
        .unwrap_or(words.len());
    for word in &words[..end] {
        if let Ok(Action::Step(step)) = word.parse::<Action>() {
            steps.push(step);
        }
    }
    Some((moment, at))
}

/// The state of a question, where it has one.
fn snapshot(question: &Question) -> Option<&Snapshot> {
    match question.position()? {
        PositionSource::State(state) => Some(&state.snapshot),
        _ => None,
    }
}
