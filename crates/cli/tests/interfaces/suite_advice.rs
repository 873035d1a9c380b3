//! Causes and advice about real programs: engines in Python that go wrong in one way, asked in
//! lines and over the Arimaa Engine Interface.

use crate::oracle::{Run, run};

/// The report on the engine that goes wrong in this way.
fn report(interface: &str, way: &str, more: &[&str]) -> Run {
    let kind = if interface == "lines" {
        "--line"
    } else {
        "--aei"
    };
    let engine = format!("python3 tests/subjects/wrong.py {interface} {way}");
    run(&[&["suite", "run", "--timeout", "60", kind, &engine], more].concat())
}

/// How often a text stands in another.
fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

/// Positions with few turns.
const FEW: [&str; 4] = ["--only", "turns", "--repeat", "10"];
/// Cases that take an engine in Python a few seconds.
const QUICK: [&str; 6] = ["--skip", "turns", "--skip", "turn_count", "--skip", "perft"];

#[test]
#[ignore = "needs python3"]
fn aei_engine_that_ignores_the_position_gets_advice() {
    let right = report("aei", "right", &FEW);
    assert_eq!(right.code, 0, "{}", right.out);
    for (way, advice) in [
        (
            "deaf",
            "no turn fits its position: the engine may ignore `setposition` altogether\n",
        ),
        (
            "sideless",
            "most failed turns move pieces of the other side only: the engine may ignore the side of `setposition`\n",
        ),
    ] {
        let said = report("aei", way, &FEW);
        assert_eq!(said.code, 1, "{way}: {}", said.out);
        // The conclusion stands first and last.
        assert_eq!(count(&said.out, advice), 2, "{way}: {}", said.out);
    }
}

#[test]
#[ignore = "needs python3"]
fn cause_of_an_aei_engine_is_named() {
    let said = report("aei", "unfrozen", &FEW);
    assert_eq!(said.code, 1, "{}", said.out);
    let named = said.out.lines().find(|line| line.contains(" as `"));
    let named = named.unwrap_or_default();
    assert!(named.contains("as `nothing-freezes` ("), "{}", said.out);
}

#[test]
#[ignore = "needs python3"]
fn engine_that_cannot_end_a_turn_early_gets_advice() {
    let said = report("lines", "late", &QUICK);
    let advice = "`end` was refused in every line before the fourth step: the engine cannot end a turn early\n";
    assert_eq!(count(&said.out, advice), 2, "{}", said.out);
    assert!(
        said.out.contains("as `a-turn-has-four-steps`"),
        "{}",
        said.out
    );
}

#[test]
#[ignore = "needs python3"]
fn engine_that_refuses_lines_without_steps_is_told_what_they_ask() {
    let right = report("lines", "right", &QUICK);
    assert_eq!(right.code, 0, "{}", right.out);
    let said = report("lines", "speechless", &QUICK);
    assert_eq!(said.code, 3);
    let advice = "a line without steps asks how the position stands";
    assert!(said.err.contains(advice), "{}", said.err);
}
