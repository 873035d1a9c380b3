//! How an engine answers a case: everything that the case expects is checked.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test binary uses a part of it"
)]

use std::fmt::Debug;

use arimaa_oracle::oracle::Game;
use arimaa_oracle::rules::Rules;
use arimaa_oracle::text::{
    Archive, Token, read_compact, read_diagram, read_records, read_state, read_turn, write_compact,
    write_diagram, write_record, write_state, write_turn,
};
use arimaa_oracle::vocab::{Action, Outcome};

use super::{Case, Expect, Text};

type Check = Result<(), String>;

/// What is not as the case expects; nothing if all is.
pub fn failures<R: Rules>(case: &Case) -> Vec<String> {
    let checks = match std::panic::catch_unwind(|| answer::<R>(case)) {
        Ok(checks) => checks,
        Err(_) => vec![Err("the case cannot be set up".to_owned())],
    };
    if checks.is_empty() {
        return vec!["nothing is expected".to_owned()];
    }
    checks.into_iter().filter_map(Result::err).collect()
}

fn answer<R: Rules>(case: &Case) -> Vec<Check> {
    let expect = &case.expect;
    if let Some(text) = &case.read {
        return vec![read(text, expect)];
    }
    match case.game::<R>() {
        Err(rule) => vec![same("invalid", expect.invalid.as_ref(), Some(&rule))],
        Ok(_) if expect.invalid.is_some() => vec![Err("the state is valid".to_owned())],
        Ok(mut game) => {
            let ruling = case.turn.as_ref().map(|_| ruling(case, &mut game));
            let mut checks = ruling.unwrap_or_default();
            checks.extend(standing(&game, expect));
            checks
        }
    }
}

/// The ruling on the turn of the case. Whether it is refused is always checked.
fn ruling<R: Rules>(case: &Case, game: &mut Game<R>) -> Vec<Check> {
    let expect = &case.expect;
    let (_, tokens) = case.tokens();
    let before = game.state().snapshot();
    let mut checks = Vec::new();
    match case.judge(game) {
        Ok(accepted) => {
            checks.push(same("refused", expect.refused.as_ref(), None));
            checks.extend(stands("legal", expect.legal.as_ref(), || true));
            checks.extend(stands("captures", expect.captures.as_ref(), || {
                accepted.captures().map(|piece| piece.to_string()).collect()
            }));
        }
        Err(refused) => {
            let name = refused.refusal.name().to_owned();
            let what = format!("refused ({})", refused.refusal);
            checks.push(same(&what, expect.refused.as_ref(), Some(&name)));
            checks.extend(stands("legal", expect.legal.as_ref(), || false));
            checks.extend(stands("at", expect.at.as_ref(), || {
                let token = tokens.get(refused.token);
                token.map_or("end".to_owned(), Token::to_string)
            }));
            if game.state().snapshot() != before {
                checks.push(Err("the refusal changed the game".to_owned()));
            }
        }
    }
    checks
}

/// How the game stands now: every expectation about it that the case has.
fn standing<R: Rules>(game: &Game<R>, expect: &Expect) -> Vec<Check> {
    let state = game.state();
    let actions: Vec<String> = state
        .legal_actions()
        .iter()
        .map(Action::to_string)
        .collect();
    let board = expect.board.as_deref().map(super::board);
    let first = expect.first_turns.as_ref().map_or(0, Vec::len);
    let depths = expect.steps.as_ref().map_or(0, Vec::len);
    let mut checks: Vec<Check> = [
        stands("board", board.as_ref(), || state.board()),
        stands("outcome", expect.outcome.as_ref(), || {
            outcome(state.outcome())
        }),
        stands("label", expect.label.as_ref(), || game.label().to_string()),
        stands("actions", expect.actions.as_ref(), || actions.join(" ")),
        stands("turns", expect.turns.as_ref(), || state.count_turns()),
        stands("first turns", expect.first_turns.as_ref(), || {
            let turns = state.turns();
            turns.iter().take(first).map(ToString::to_string).collect()
        }),
        stands("steps", expect.steps.as_ref(), || {
            (1..)
                .take(depths)
                .map(|depth| state.count_steps(depth))
                .collect()
        }),
    ]
    .into_iter()
    .flatten()
    .collect();
    for (named, expected) in [(&expect.listed, true), (&expect.unlisted, false)] {
        for action in named.iter().flatten() {
            let what = format!("{action} among {}", actions.join(" "));
            checks.push(same(
                &what,
                Some(&expected),
                Some(&actions.contains(action)),
            ));
        }
    }
    checks
}

/// A text is read and written again as expected, or refused with a message that says what is expected.
fn read(text: &Text, expect: &Expect) -> Check {
    match (&expect.unreadable, rewritten(text)) {
        (None, Ok(written)) => {
            let expected = expect.written.as_deref().map(str::trim_end);
            same("written", expected.as_ref(), Some(&written.trim_end()))
        }
        (Some(part), Err(error)) if error.contains(part) => Ok(()),
        (Some(part), Err(error)) => Err(format!("the message `{error}` does not say `{part}`")),
        (None, Err(error)) => Err(format!("is not read: {error}")),
        (Some(_), Ok(written)) => Err(format!("is read, as {written}")),
    }
}

/// A text, read and written again.
fn rewritten(text: &Text) -> Result<String, String> {
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
            let archive = Archive::new(text.as_bytes()).map_err(|error| error.to_string())?;
            return archive
                .map(|game| game.map(|game| write_record(&game.into())))
                .collect::<Result<String, _>>()
                .map_err(|error| error.to_string());
        }
    };
    written.map_err(|error| error.to_string())
}

fn outcome(outcome: Option<Outcome>) -> String {
    match outcome {
        None => "ongoing".to_owned(),
        Some(outcome) => format!("{} {}", outcome.winner_name(), outcome.end.rule()),
    }
}

/// Checks an expectation, if the case has it.
fn stands<T: PartialEq + Debug>(
    what: &str,
    expected: Option<&T>,
    found: impl FnOnce() -> T,
) -> Option<Check> {
    expected.map(|expected| same(what, Some(expected), Some(&found())))
}

fn same<T: PartialEq + Debug>(what: &str, expected: Option<&T>, found: Option<&T>) -> Check {
    if expected == found {
        Ok(())
    } else {
        Err(format!("{what}: expected {expected:?}, found {found:?}"))
    }
}
