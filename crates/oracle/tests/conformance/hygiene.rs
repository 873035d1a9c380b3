//! The suite is in order: all files on disk are built in, no case stands twice or passes any
//! answer, and a mistake in a file is refused at its place.

use std::collections::{BTreeMap, HashMap};
use std::fs;

use arimaa::Game;
use arimaa::compare::Engine;
use arimaa_conformance::{Case, FILES, Status, Suite, WRONG_RULES, judge};
use arimaa_oracle::ask::{Answer, QuestionKind, answer};
use arimaa_oracle::protocol::Capabilities;
use arimaa_oracle::subject::Reply;

use crate::root::files_in;
use crate::{none, refusals};

fn suite() -> Suite {
    Suite::embedded().unwrap()
}

#[test]
fn every_file_on_disk_is_built_in() {
    let wrong_rules = crate::root::root().join("suite/wrong-rules.toml");
    let paths = files_in("suite/cases").into_iter().chain([wrong_rules]);
    let on_disk: BTreeMap<String, String> = paths
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    let built_in = FILES
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    assert_eq!(on_disk, built_in.collect());
}

#[test]
fn no_case_stands_twice() {
    let mut seen: HashMap<String, String> = HashMap::new();
    let mut failures = Vec::new();
    for case in suite().cases {
        // Where no turn is judged, what is expected is a part of what is asked.
        let judged = case.question.kind() == QuestionKind::Judge;
        let question = format!(
            "{:?} {:?}",
            case.question,
            (!judged).then_some(&case.expect)
        );
        if let Some(other) = seen.insert(question, case.id.clone()) {
            failures.push(format!("{other} and {} are the same", case.id));
        }
    }
    none(&failures);
}

/// A case tests nothing if any answer passes it, so some answer to another case must fail it.
#[test]
fn every_case_fails_some_answer_to_another_case() {
    let suite = suite();
    let capabilities = Capabilities::default();
    let answers: Vec<(QuestionKind, Answer)> = suite
        .cases
        .iter()
        .map(|case| {
            (
                case.question.kind(),
                answer(&Engine::of::<Game>(), &case.question),
            )
        })
        .collect();
    let passed_by_all = |case: &Case| {
        let kind = case.question.kind();
        let mut same_kind = answers.iter().filter(|(other, _)| *other == kind);
        same_kind.all(|(_, answer)| {
            let reply = Reply::Answer(answer.clone());
            judge(&case.expect, reply, &capabilities) == Status::Passed
        })
    };
    let empty = suite.cases.iter().filter(|case| passed_by_all(case));
    none(&empty.map(|case| case.id.clone()).collect::<Vec<_>>());
}

const GOOD: &str = r#"
[[case]]
id = "one"
yes = ["STP-1"]
note = "The elephant stands there."
state = '{"side": "gold", "board": "r..........................................................E...R"}'
turn = "Ed1n"
expect.legal = true
"#;

const WRONG: (&str, &str) = (
    WRONG_RULES,
    "[[wrong]]\nid = \"w\"\nrule = \"STP-1\"\nsays = \"Nothing need stand there.\"\n",
);

#[test]
fn case_file_with_a_mistake_is_refused_with_its_line() {
    let load = |text: &str| Suite::load(&[("03-x.toml", text), WRONG]);
    let suite = load(GOOD).unwrap();
    assert_eq!(suite.cases[0].place, ("03-x.toml".to_owned(), 2));
    for [from, to, message] in refusals("case") {
        let text = GOOD.replacen(&from, &to, 1);
        match load(&text) {
            Err(error) => {
                let error = error.to_string();
                assert!(
                    error.starts_with("03-x.toml, line ") && error.contains(&message),
                    "{error}\n{message}"
                );
            }
            Ok(suite) => panic!("{to} is read as {:?}", suite.cases),
        }
    }
    let outcome = GOOD.replacen("expect.legal = true", "expect.outcome = \"gold END-3\"", 1);
    assert!(load(&outcome).is_ok());
    let invalid = GOOD.replacen(
        "turn = \"Ed1n\"\nexpect.legal = true",
        "expect.invalid = \"VAL-1\"",
        1,
    );
    assert!(load(&invalid).is_ok());
    let kills = GOOD.replace("note", "kills = [\"w\"]\nnote");
    assert_eq!(load(&kills).unwrap().cases[0].kills, ["w"]);
    let twice = format!("{GOOD}{GOOD}");
    let error = load(&twice).unwrap_err().to_string();
    assert!(
        error.contains("line 10, column 1: one stands twice"),
        "{error}"
    );
    let sized = |size: usize| format!("{GOOD}{}", "#".repeat(size - GOOD.len()));
    assert!(load(&sized(8 << 20)).is_ok());
    let error = load(&sized((8 << 20) + 1)).unwrap_err().to_string();
    assert!(error.contains("more than 8388608 bytes"), "{error}");
    let error = Suite::load(&[("x.toml", GOOD)]).unwrap_err().to_string();
    assert!(error.contains("begins with the number"), "{error}");
}

#[test]
fn wrong_rule_without_a_sentence_is_refused() {
    let wrong = WRONG.1.replace("there.", "there");
    let wrong = Suite::load(&[(WRONG_RULES, &wrong)]).unwrap_err();
    assert!(wrong.to_string().contains("is no sentence"), "{wrong}");
}
