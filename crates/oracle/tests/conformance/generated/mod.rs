//! Cases that are generated: they lie in files of their own in `suite/cases`, and are in step.
//!
//! Their expectations follow from the sentences of SPEC.md by which each position is made, never
//! from an engine. Every case file that this module writes begins with [`HEADER`].
//! `ARIMAA_WRITE_CASES=1` writes them anew.

mod captures;
mod endings;
mod exchanged;
mod goal_turns;
mod histories;
mod numbers;
mod reasons;
mod sequences;
mod setups;
mod sketch;
mod strength;
mod validity;

use std::fs;

use sketch::Generated;

/// The second line of each file.
const HEADER: &str =
    "# Written by crates/oracle/tests/conformance/generated: change the cases there.";

/// The files whose cases in play are there with the sides exchanged, too, and their chapters.
const EXCHANGED: [(&str, u32); 8] = [
    ("01-board-and-pieces.toml", 1),
    ("03-steps-and-freezing.toml", 3),
    ("04-push-and-pull.toml", 4),
    ("05-traps-and-captures.toml", 5),
    ("06-turns.toml", 6),
    ("07-repetition.toml", 7),
    ("08-end-of-the-game.toml", 8),
    ("11-validity.toml", 11),
];

#[test]
fn generated_cases_are_in_step() {
    let folder = crate::root::root().join("suite/cases");
    let mut stale = Vec::new();
    let exchanged = EXCHANGED.map(|(file, chapter)| {
        let name = format!("{}-sides-exchanged.toml", &file[..2]);
        let title = format!("chapter {chapter}: the cases in play with the sides exchanged");
        (name, title, exchanged::chapter(&folder, file))
    });
    let generated = [
        (
            "02-every-setup.toml",
            "chapter 2: every rank, every kind and every piece that a setup lacks, for both sides",
            setups::all(),
        ),
        (
            "03-every-pair-freezing.toml",
            "chapter 3: every pair of kinds, frozen or not",
            written(&strength::freezing()),
        ),
        (
            "04-every-pair-moving.toml",
            "chapter 4: every pair of kinds, pushed and pulled or not",
            written(&strength::moving()),
        ),
        (
            "05-every-capture.toml",
            "chapter 5: every way to be captured on every trap",
            written(&captures::all()),
        ),
        (
            "06-every-part-as-every-step.toml",
            "chapter 6: every part of a step at every place of a turn",
            written(&numbers::all()),
        ),
        (
            "07-every-length.toml",
            "chapter 7: repetition after long games",
            histories::long(),
        ),
        (
            "08-every-depth.toml",
            "chapter 8: a turn of every length is the last that repetition leaves",
            histories::depths(),
        ),
        (
            "08-every-goal-square.toml",
            "chapter 8: every square of both goal ranks",
            written(&endings::goals()),
        ),
        (
            "08-every-goal-in-a-turn.toml",
            "chapter 8: the turns that make a goal, and what leaves none",
            goal_turns::all(),
        ),
        (
            "08-every-immobilization.toml",
            "chapter 8: every reason that leaves a player without a step",
            written(&endings::immobilizations()),
        ),
        (
            "11-every-kind-and-trap.toml",
            "chapter 11: every kind, side, trap and stage of a position that no game has",
            validity::impossible(),
        ),
        (
            "12-every-fact.toml",
            "chapter 12: every fact that a refusal names",
            reasons::all(),
        ),
        (
            "13-every-sequence.toml",
            "chapter 13: sequences of turns, and what ends them",
            sequences::all(),
        ),
    ];
    let generated =
        generated.map(|(name, title, cases)| (name.to_owned(), title.to_owned(), cases));
    for (name, title, cases) in generated.into_iter().chain(exchanged) {
        let text = file(&title, &cases);
        let path = folder.join(&name);
        if std::env::var_os("ARIMAA_WRITE_CASES").is_some() {
            fs::write(&path, &text).unwrap();
        }
        if fs::read_to_string(&path).unwrap_or_default() != text {
            stale.push(name);
        }
    }
    assert!(stale.is_empty(), "ARIMAA_WRITE_CASES=1 writes {stale:?}");
}

/// A case: the rules that it cites, its situation, and what is asked and expected.
fn case(id: &str, cited: &str, note: &str, place: &str, expected: &str) -> String {
    format!("[[case]]\nid = \"{id}\"\n{cited}\nnote = {note:?}\n{place}{expected}\n")
}

/// A file of cases.
fn file(title: &str, cases: &[String]) -> String {
    format!("# SPEC.md, {title}.\n{HEADER}\n\n{}", cases.join("\n"))
}

fn written(cases: &[Generated]) -> Vec<String> {
    cases.iter().map(ToString::to_string).collect()
}
