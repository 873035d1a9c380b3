//! Causes and advice about real programs: engines in Python that go wrong in one way, asked in
//! lines and over the Arimaa Engine Interface.

use std::process::Command;

use crate::oracle::{Run, run};

/// Whether Python is there. Without it nothing is tested, unless `ARIMAA_REQUIRE_PYTHON` is set.
fn has_python() -> bool {
    if Command::new("python3").arg("--version").output().is_ok() {
        return true;
    }
    assert!(
        std::env::var_os("ARIMAA_REQUIRE_PYTHON").is_none(),
        "there is no python3"
    );
    eprintln!("NOT TESTED: there is no python3");
    false
}

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
fn aei_engine_that_ignores_the_position_gets_advice() {
    if !has_python() {
        return;
    }
    let right = report("aei", "right", &FEW);
    assert_eq!(right.code, 0, "{}", right.out);
    for (way, advice) in [
        (
            "deaf",
            "no turn fits its position: the engine may ignore `setposition` altogether\n",
        ),
        (
            "sideless",
            "every failed turn moves pieces of the other side: the engine may ignore the side of `setposition`\n",
        ),
    ] {
        let said = report("aei", way, &FEW);
        assert_eq!(said.code, 1, "{way}: {}", said.out);
        // The conclusion stands first and last.
        assert_eq!(count(&said.out, advice), 2, "{way}: {}", said.out);
    }
}

#[test]
fn cause_of_an_aei_engine_is_named() {
    if !has_python() {
        return;
    }
    let said = report("aei", "unfrozen", &FEW);
    assert_eq!(said.code, 1, "{}", said.out);
    let named = said.out.lines().find(|line| line.contains(" as `"));
    let named = named.unwrap_or_default();
    assert!(named.contains("as `nothing-freezes` ("), "{}", said.out);
}

#[test]
fn engine_that_cannot_end_a_turn_early_gets_advice() {
    if !has_python() {
        return;
    }
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
fn engine_that_refuses_lines_without_steps_gets_advice() {
    if !has_python() {
        return;
    }
    let right = report("lines", "right", &QUICK);
    assert_eq!(right.code, 0, "{}", right.out);
    let said = report("lines", "speechless", &QUICK);
    let advice = "every line without steps was answered `no`: ";
    assert_eq!(count(&said.out, advice), 2, "{}", said.out);
}
