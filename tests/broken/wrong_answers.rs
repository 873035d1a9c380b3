//! `suite/wrong-answers.toml`: what the engine of each wrong rule answers to each case.
//!
//! `ARIMAA_WRITE_ANSWERS=1 cargo test -p broken-engines wrong_answers` writes the file anew.

use std::path::Path;
use std::{env, fs};

use arimaa::compare::Engine;
use arimaa::vocab::Phase;
use arimaa_oracle::ask::{PositionSource, QuestionKind};
use arimaa_oracle::subjects::Local;
use arimaa_oracle::suite::{
    Case, CaseVerdict, Symptom, Symptoms, WrongAnswers, ask_case, symptoms,
};
use broken_engines::any::{self, Any};
use broken_engines::{BROKEN, MOST_COUNTED, PARTS, SUITE, quick};
use rayon::prelude::*;

/// The cases that broken engines are asked. One that counts no pieces in a setup would find turns
/// without end.
fn asked() -> impl Iterator<Item = &'static Case> {
    quick(MOST_COUNTED).filter(|case| {
        let counts_turns = matches!(
            case.question.kind(),
            QuestionKind::Turns | QuestionKind::TurnCount | QuestionKind::Perft
        );
        let is_setup = match case.question.position() {
            Some(PositionSource::State(state)) => {
                matches!(state.snapshot.phase, Phase::Setup { .. })
            }
            _ => false,
        };
        !(counts_turns && is_setup)
    })
}

/// The symptoms of the chosen engine, by case; those of a crash are `?`.
fn symptoms_of_chosen() -> Symptoms {
    let mut answers = Symptoms::new();
    for case in asked() {
        let mut engine = Local::new("chosen", Engine::of::<Any>());
        let symptoms = match ask_case(case, &mut engine) {
            CaseVerdict::Passed | CaseVerdict::Skipped(_) => continue,
            CaseVerdict::Failed(mismatches) => symptoms(&mismatches),
            CaseVerdict::Errored(_) => vec![Symptom::Crash],
        };
        answers.insert(case.id.clone(), symptoms);
    }
    answers
}

/// The diagnosis of the suite's reports rests on this file.
#[test]
fn wrong_answers_are_those_of_the_broken_engines() {
    let is_wrong_rule = |id: &str| SUITE.wrong_rules.iter().any(|wrong| wrong.id == id);
    let answers = BROKEN.par_iter().filter(|(id, _)| is_wrong_rule(id));
    let answers = answers.map(|&(id, open)| (id.to_owned(), any::with(open, symptoms_of_chosen)));
    let all = SUITE.cases.iter().map(|case| case.id.clone());
    let found = WrongAnswers {
        unasked: all
            .filter(|id| asked().all(|case| case.id != *id))
            .collect(),
        answers: answers.collect(),
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suite/wrong-answers.toml");
    if env::var_os("ARIMAA_WRITE_ANSWERS").is_some() {
        assert_eq!(PARTS, 1, "ARIMAA_BROKEN leaves engines out");
        fs::write(path, found.write()).unwrap();
        return;
    }
    let mut written = WrongAnswers::read(&fs::read_to_string(path).unwrap()).unwrap();
    // The engines of another part are not here to be asked. With all of them nothing is left out.
    if PARTS > 1 {
        written
            .answers
            .retain(|id, _| found.answers.contains_key(id));
    }
    assert!(
        written == found,
        "suite/wrong-answers.toml is out of date: \
         `ARIMAA_WRITE_ANSWERS=1 cargo test -p broken-engines wrong_answers` writes it"
    );
}
