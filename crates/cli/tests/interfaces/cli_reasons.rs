//! Every reason that the command line gives, for people and for programs: one case of the suite for
//! each refusal and each invalidity, and the rules themselves.

use std::collections::BTreeMap;
use std::fmt::Write;

use arimaa_oracle::ask::write_state;
use arimaa_oracle::ask::{PositionSource, Question, QuestionKind, TurnText};
use arimaa_oracle::suite::{Case, Suite};
use serde_json::Value;

use crate::oracle::{Run, file, run};

/// The answer of `judge --json` about the turn of a case, and its exit code.
fn judged(case: &Case) -> (Value, i32) {
    let Question::Judge {
        position,
        turn: TurnText::Line(turn),
        strict,
        past_end,
    } = &case.question
    else {
        panic!("{} is not about a turn", case.id);
    };
    let mut arguments = vec!["judge", "--json"];
    arguments.extend(strict.then_some("--strict"));
    arguments.extend(past_end.then_some("--past-end"));
    let (state, record);
    let text = match position {
        PositionSource::State(asked) => {
            state = write_state(asked);
            &state
        }
        PositionSource::Record(moment) => {
            let before = moment.before.as_deref().map(|before| ["--at", before]);
            let edition = moment
                .edition
                .as_deref()
                .map(|edition| ["--edition", edition]);
            arguments.extend(before.into_iter().chain(edition).flatten());
            record = moment.text.to_string();
            &record
        }
        PositionSource::Any(any) => &any.text,
    };
    let (_directory, path) = file("asked.txt", text.as_bytes());
    arguments.extend([path.as_str(), turn]);
    let Run { code, out, err } = run(&arguments);
    let answer = serde_json::from_str(&out);
    let answer = answer.unwrap_or_else(|wrong| panic!("{}: {wrong}: {err}", case.id));
    (answer, code)
}

#[test]
fn every_refusal_has_its_details_in_json() {
    let suite = Suite::embedded().unwrap();
    let mut first: BTreeMap<&str, &Case> = BTreeMap::new();
    for case in &suite.cases {
        let is_turn = case.question.kind() == QuestionKind::Judge;
        if let Some(reason) = case.expect.refused.as_deref().filter(|_| is_turn) {
            first.entry(reason).or_insert(case);
        }
    }
    let mut told = String::new();
    for (reason, case) in first {
        let (answer, code) = judged(case);
        assert_eq!(code, 1, "{}", case.id);
        assert_eq!(answer["kind"], "refused", "{}", case.id);
        let answer = &answer["refusal"];
        assert_eq!(answer["name"], reason, "{}", case.id);
        if let Some(at) = &case.expect.at {
            let got = answer["at"].as_str().unwrap_or("end");
            assert_eq!(got, at, "{}", case.id);
        }
        let (rule, squares, details) = (&answer["rule"], &answer["squares"], &answer["details"]);
        writeln!(told, "{reason} {rule} {squares} {details}").unwrap();
    }
    insta::assert_snapshot!(told);
}

#[test]
fn every_invalidity_names_its_rule() {
    let suite = Suite::embedded().unwrap();
    let mut told = String::new();
    let mut seen = Vec::new();
    for case in &suite.cases {
        let (Some(rule), Some(PositionSource::State(state))) =
            (&case.expect.invalid, case.question.position())
        else {
            continue;
        };
        let state = write_state(state);
        let Run { code, out, .. } = run(&["validate", "--json", &state]);
        let json: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((code, &json["kind"]), (1, &"error".into()));
        let json = &json["error"];
        assert_eq!(json["kind"], "impossible_position");
        assert_eq!(json["rule"], rule.as_str());
        let name = json["name"].as_str().unwrap().to_owned();
        if seen.contains(&name) {
            continue;
        }
        let Run { code, out, .. } = run(&["validate", &state]);
        let reason = json["message"].as_str().unwrap();
        assert_eq!(code, 1);
        assert!(
            out.starts_with(&format!("invalid: {reason} ({rule})\n\n{rule} ")),
            "{out}"
        );
        writeln!(told, "{name} {rule} {reason}").unwrap();
        seen.push(name);
    }
    insta::assert_snapshot!(told);
}

#[test]
fn every_rule_is_listed_and_an_unknown_id_suggests_its_family() {
    let Run { code, out, .. } = run(&["rule"]);
    assert_eq!(code, 0);
    for rule in arimaa::spec::rules() {
        let line = format!("  {:<7} {}", rule.id, rule.summary());
        assert!(out.lines().any(|other| other == line), "{line}");
        assert!(out.contains(&format!("\n{}\n", rule.chapter)));
    }
    let Run { code, err, .. } = run(&["rule", "frz-99"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("`frz-99` is not a rule; there are FRZ-1, FRZ-2"),
        "{err}"
    );
    let Run { code, err, .. } = run(&["rule", "XYZ-1"]);
    assert_eq!(code, 2);
    assert!(
        err.contains("`XYZ-1` is not a rule; `arimaa-oracle rule` lists all"),
        "{err}"
    );
}

#[test]
fn rule_is_shown_with_a_case_for_it_and_a_case_against_it() {
    for (id, kind, yes, no) in [
        (
            "FRZ-2",
            "permission",
            "allows something",
            "refuses something",
        ),
        ("FRZ-1", "definition", "applies", "does not apply"),
        (
            "END-3",
            "end of game",
            "decides the game",
            "does not decide the game",
        ),
    ] {
        let Run { code, out, .. } = run(&["rule", id]);
        assert_eq!(code, 0);
        assert!(
            out.starts_with(&format!("{id} ({kind}), chapter ")),
            "{out}"
        );
        let text = arimaa::spec::rule(id).unwrap().text;
        let cases = out.split_once(text).unwrap().1;
        let (yes, no) = (
            format!("case in which {id} {yes}:"),
            format!("case in which {id} {no}:"),
        );
        let (first, second) = cases.split_once(&no).unwrap();
        for case in [first.split_once(&yes).unwrap().1, second] {
            assert!(
                case.contains("+-----------------+") && case.contains("\nquestion: "),
                "{out}"
            );
        }
    }
}

#[test]
fn theorem_is_shown_and_rules_are_found_by_words() {
    let theorem = run(&["rule", "thm-1"]).out;
    assert!(
        theorem.starts_with("THM-1 (theorem), chapter 16 Theorems\n\n"),
        "{theorem}"
    );
    let found = run(&["rule", "--search", "Rabbit", "backward"]).out;
    assert!(
        found.contains("  STP-5   ") && !found.contains("CAP-1"),
        "{found}"
    );
    let one_argument = run(&["rule", "--search", "rabbit backward"]).out;
    assert_eq!(found, one_argument);
    let json = run(&["rule", "--json", "--search", "theorem"]).out;
    assert!(
        json.lines()
            .all(|line| line.starts_with(r#"{"kind":"rule","#)),
        "{json}"
    );
    let none = run(&["rule", "--search", "castling"]);
    assert_eq!((none.code, none.out.as_str()), (2, ""));
    assert!(
        none.err
            .contains("no rule has all of these words: castling"),
        "{}",
        none.err
    );
}
