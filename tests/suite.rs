//! Every case of `tests/suite` is answered by the engine as the case expects.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing case fails the test")]

mod support;

use arimaa_oracle::oracle::Game;
use arimaa_oracle::reference::Reference;
use arimaa_oracle::rules::Rules;
use arimaa_oracle::text::{
    Archive, Token, read_compact, read_diagram, read_records, read_state, read_turn, write_compact,
    write_diagram, write_record, write_state, write_turn,
};
use arimaa_oracle::vocab::{Action, Outcome};
use support::{Case, Expect, Text};

/// Every case, by the reference engine. All failures are reported at once.
#[test]
fn every_case_is_answered_as_expected() {
    let mut asked = 0;
    let mut failures = Vec::new();
    for case in support::cases() {
        let checks = match std::panic::catch_unwind(|| answer(&case)) {
            Ok(checks) => checks,
            Err(_) => vec![Err("the case cannot be set up".to_owned())],
        };
        if checks.is_empty() {
            failures.push(format!("{}: nothing is expected", case.id));
        }
        asked += 1;
        for failure in checks.into_iter().filter_map(Result::err) {
            failures.push(format!("{}: {failure}", case.id));
        }
    }
    assert!(asked > 0, "there are no cases");
    assert!(failures.is_empty(), "{} of {asked} cases:\n{}", failures.len(), failures.join("\n"));
}

type Check = Result<(), String>;

fn answer(case: &Case) -> Vec<Check> {
    if let Some(text) = &case.read {
        return read(text, &case.expect);
    }
    match case.game::<Reference>() {
        Err(rule) => vec![compare("invalid", &case.expect.invalid, Some(rule))],
        Ok(_) if case.expect.invalid.is_some() => vec![Err("the state is valid".to_owned())],
        Ok(mut game) if case.turn.is_some() => {
            let mut checks = ruling(case, &mut game);
            checks.extend(standing(&game, &case.expect));
            checks
        }
        Ok(game) => standing(&game, &case.expect),
    }
}

/// The ruling on the turn of the case.
fn ruling<R: Rules>(case: &Case, game: &mut Game<R>) -> Vec<Check> {
    let expect = &case.expect;
    let (_, tokens) = case.tokens();
    let before = game.state().snapshot();
    let mut checks = Vec::new();
    match case.judge(game) {
        Ok(accepted) => {
            checks.push(compare("legal", &expect.legal, Some(true)));
            checks.push(compare("refused", &expect.refused, None));
            let captures = accepted.captures().map(|piece| piece.to_string()).collect();
            if expect.captures.is_some() {
                checks.push(compare("captures", &expect.captures, Some(captures)));
            }
        }
        Err(refused) => {
            checks.push(compare("legal", &expect.legal, Some(false)));
            let name = refused.refusal.name().to_owned();
            let what = format!("refused ({})", refused.refusal);
            checks.push(compare(&what, &expect.refused, Some(name)));
            let at = tokens.get(refused.token).map_or("end".to_owned(), Token::to_string);
            if expect.at.is_some() {
                checks.push(compare("at", &expect.at, Some(at)));
            }
            if game.state().snapshot() != before {
                checks.push(Err("the refusal changed the game".to_owned()));
            }
        }
    }
    checks
}

/// How the game stands now.
fn standing<R: Rules>(game: &Game<R>, expect: &Expect) -> Vec<Check> {
    let state = game.state();
    let actions = || state.legal_actions().iter().map(Action::to_string).collect::<Vec<_>>();
    let mut checks = Vec::new();
    if let Some(board) = &expect.board {
        checks.push(compare("board", &Some(support::board(board)), Some(state.board())));
    }
    if expect.outcome.is_some() {
        checks.push(compare("outcome", &expect.outcome, Some(outcome(state.outcome()))));
    }
    if expect.label.is_some() {
        checks.push(compare("label", &expect.label, Some(game.label().to_string())));
    }
    if expect.actions.is_some() {
        checks.push(compare("actions", &expect.actions, Some(actions().join(" "))));
    }
    for action in expect.listed.iter().flatten() {
        checks.push(contains(&actions(), action, true));
    }
    for action in expect.unlisted.iter().flatten() {
        checks.push(contains(&actions(), action, false));
    }
    if expect.turns.is_some() {
        checks.push(compare("turns", &expect.turns, Some(state.count_turns())));
    }
    if let Some(first) = &expect.first_turns {
        let turns = state.turns();
        let turns = turns.iter().take(first.len()).map(ToString::to_string).collect();
        checks.push(compare("first turns", &expect.first_turns, Some(turns)));
    }
    if let Some(steps) = &expect.steps {
        let counted = (1..).zip(steps).map(|(depth, _)| state.count_steps(depth)).collect();
        checks.push(compare("steps", &expect.steps, Some(counted)));
    }
    checks
}

fn read(text: &Text, expect: &Expect) -> Vec<Check> {
    let written = match text {
        Text::Turn(text) => read_turn(text, 1).map(|line| {
            let tokens = line.tokens.iter().map(|token| token.value);
            write_turn(line.label.map(|label| label.value), tokens)
        }),
        Text::Compact(text) => read_compact(text).map(|(side, board)| write_compact(side, &board)),
        Text::Diagram(text) => read_diagram(text)
            .map(|diagram| write_diagram(diagram.label, diagram.side, &diagram.start, [])),
        Text::Record(text) => read_records(text).map(|records| {
            let records: Vec<String> = records.iter().map(write_record).collect();
            records.join("\n")
        }),
        Text::State(text) => read_state(text).map(|state| write_state(&state)),
        Text::Archive(text) => {
            let games = Archive::new(text.as_bytes())
                .and_then(|archive| archive.collect::<Result<Vec<_>, _>>());
            return vec![match (&expect.unreadable, games) {
                (None, Ok(games)) => {
                    let games = games.into_iter().map(|game| write_record(&game.into()));
                    compare("written", &trimmed(expect.written.as_ref()), Some(games.collect::<String>().trim().to_owned()))
                }
                (Some(part), Err(error)) => mentions(part, &error.to_string()),
                (None, Err(error)) => Err(format!("is not read: {error}")),
                (Some(_), Ok(_)) => Err("is read".to_owned()),
            }];
        }
    };
    vec![match (&expect.unreadable, written) {
        (None, Ok(written)) => {
            let written = Some(written.trim_end().to_owned());
            compare("written", &trimmed(expect.written.as_ref()), written)
        }
        (Some(part), Err(error)) => mentions(part, &error.to_string()),
        (None, Err(error)) => Err(format!("is not read: {error}")),
        (Some(_), Ok(written)) => Err(format!("is read, as {written}")),
    }]
}

fn trimmed(text: Option<&String>) -> Option<String> {
    text.map(|text| text.trim_end().to_owned())
}

fn mentions(part: &str, error: &str) -> Check {
    if error.contains(part) {
        Ok(())
    } else {
        Err(format!("the message `{error}` does not say `{part}`"))
    }
}

fn contains(actions: &[String], action: &String, expected: bool) -> Check {
    if actions.contains(action) == expected {
        Ok(())
    } else {
        let listed = if expected { "missing" } else { "listed" };
        Err(format!("{action} is {listed} in {}", actions.join(" ")))
    }
}

fn outcome(outcome: Option<Outcome>) -> String {
    match outcome {
        None => "ongoing".to_owned(),
        Some(outcome) => format!("{} {}", outcome.winner_name(), outcome.end.rule()),
    }
}

/// What is expected and what was found; an expectation that is absent where something was found fails only for
/// `legal` and `refused`, which are always told.
fn compare<T: PartialEq + std::fmt::Debug>(
    what: &str,
    expected: &Option<T>,
    found: Option<T>,
) -> Check {
    let told_otherwise = expected.is_none() && what == "legal";
    if *expected == found || told_otherwise {
        Ok(())
    } else {
        Err(format!("{what}: expected {expected:?}, found {found:?}"))
    }
}
