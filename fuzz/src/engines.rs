//! Properties of both engines, for any case.

use std::collections::HashSet;

use arimaa::Game;
use arimaa::compare::{Extent, Reference, action_space, walk_to};
use arimaa::rules::Rules;
use arimaa::spec;
use arimaa::vocab::{Action, Illegal, Phase, Snapshot};
use arimaa_oracle::ask::{State, read_state, regression_case, state_value, write_state};
use serde_json::Value;

use super::case::Case;

/// Checks that two engines give the same answers at every moment of the walk and, where few pieces
/// stand at its end, list and count the same turns there.
///
/// Turns take long, and every part of a walk is a case too: to compare them at the end is enough.
///
/// # Panics
///
/// If they differ; the message ends with a case that can be kept.
pub fn agree(case: &Case) {
    let choices = case.choices.iter().copied();
    let compared =
        walk_to::<Reference, Game>(&case.start, choices, Extent::QUICK, Some(Extent::SPARSE));
    if let Err(divergence) = compared {
        panic!("{divergence}\n{}", regression_case(&divergence));
    }
}

/// Checks that in the state after the walk the listed actions are accepted and all others refused
/// with a reason, and that a refusal changes nothing.
///
/// # Panics
///
/// At the first action of which that is not so.
pub fn list_what_they_accept<R: Rules + Clone + 'static>(case: &Case) {
    let Some((state, done)) = case.walked::<R>() else {
        return;
    };
    let here = || case.to_json(&done);
    let actions = state.legal_actions();
    let listed: HashSet<Action> = actions.iter().copied().collect();
    assert_eq!(actions.len(), listed.len(), "listed twice in {}", here());

    let before = state.snapshot();
    let mut reasons: HashSet<&str> = HashSet::new();
    let mut tried = state.clone();
    for action in action_space() {
        match tried.apply(action) {
            Ok(_) => {
                assert!(
                    listed.contains(&action),
                    "`{action}` is accepted and not listed in {}",
                    here()
                );
                tried = state.clone();
            }
            Err(illegal) => {
                assert!(
                    !listed.contains(&action),
                    "`{action}` is listed and refused ({illegal}) in {}",
                    here()
                );
                if reasons.insert(illegal.name()) {
                    check_reason(&illegal);
                    assert_eq!(
                        tried.snapshot(),
                        before,
                        "`{action}` was refused in {}",
                        here()
                    );
                }
            }
        }
    }
    // All refusals since the last accepted action have changed nothing.
    assert_eq!(
        tried.snapshot(),
        before,
        "refusals changed the state in {}",
        here()
    );
    assert_eq!(
        tried.legal_actions(),
        actions,
        "refusals changed the actions in {}",
        here()
    );
}

fn check_reason(illegal: &Illegal) {
    assert!(Illegal::NAMES.contains(&illegal.name()), "{illegal:?}");
    assert!(spec::rule(illegal.rule()).is_some(), "{illegal:?}");
    assert!(!illegal.to_string().is_empty(), "{illegal:?}");
}

/// Checks that a snapshot survives as JSON, and that two engines accept it or name the same
/// invalidity; if they accept it, they give it back, as they do the state after the walk.
///
/// # Panics
///
/// If something is lost, or the engines differ.
pub fn keep_snapshots(case: &Case) {
    // A choice has sixteen bits, and the number of a turn can have twice as many.
    let number = case.choices.first().map(|raw| raw.wrapping_mul(0x1_0001));
    let number = number.map(|number| match case.start.phase {
        Phase::Setup { .. } => 1,
        Phase::Play { .. } => number.clamp(2, u32::MAX - 1),
    });
    check_json(&case.start, number);
    match (
        Reference::from_snapshot(&case.start),
        Game::from_snapshot(&case.start),
    ) {
        (Ok(first), Ok(second)) => {
            assert_eq!(first.snapshot(), case.start);
            assert_eq!(second.snapshot(), case.start);
        }
        (Err(first), Err(second)) => {
            assert_eq!(first, second, "{}", case.to_json(&[]));
            assert!(spec::rule(first.rule()).is_some(), "{first:?}");
            assert!(!first.to_string().is_empty(), "{first:?}");
        }
        (first, second) => panic!(
            "one engine calls it valid: {:?}, {:?}\n{}",
            first.err(),
            second.err(),
            case.to_json(&[])
        ),
    }
    if let Some((state, done)) = case.walked::<Reference>() {
        let reached = state.snapshot();
        check_json(&reached, None);
        let again = (
            Reference::from_snapshot(&reached).map(|state| state.snapshot()),
            Game::from_snapshot(&reached).map(|state| state.snapshot()),
        );
        assert_eq!(
            again,
            (Ok(reached.clone()), Ok(reached)),
            "{}",
            case.to_json(&done)
        );
    }
}

/// A state written as JSON is read as the same, laid out for people or as a value.
fn check_json(snapshot: &Snapshot, number: Option<u32>) {
    let state = State {
        snapshot: snapshot.clone(),
        number,
    };
    let text = write_state(&state);
    let value = state_value(&state);
    assert_eq!(read_state(&text).as_ref(), Ok(&state), "{text}");
    assert_eq!(
        serde_json::from_str::<Value>(&text).ok(),
        Some(value.clone())
    );
    assert_eq!(serde_json::from_value(value).ok(), Some(state));
}
