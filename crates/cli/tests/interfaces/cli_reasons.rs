//! Every reason that the command line gives, for people and for programs: one case of the suite for
//! each refusal and each invalidity, and the rules themselves.

use std::collections::BTreeMap;
use std::fmt::Write;

use arimaa_conformance::{Case, Suite};
use arimaa_oracle::ask::write_state;
use arimaa_oracle::ask::{PositionSource, Question, QuestionKind, TurnText};
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
        PositionSource::AtHand => "",
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
    let mut sentences = String::new();
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
        writeln!(sentences, "{reason} {rule} {squares} {details}").unwrap();
    }
    insta::assert_snapshot!(sentences);
}

#[test]
fn every_invalidity_names_its_rule() {
    let suite = Suite::embedded().unwrap();
    let mut sentences = String::new();
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
        writeln!(sentences, "{name} {rule} {reason}").unwrap();
        seen.push(name);
    }
    insta::assert_snapshot!(sentences);
}

#[test]
fn every_rule_is_listed() {
    let Run { code, out, .. } = run(&["rule"]);
    assert_eq!(code, 0);
    for rule in arimaa::spec::rules() {
        let line = format!("  {:<7} {}", rule.id, rule.summary());
        assert!(out.lines().any(|other| other == line), "{line}");
        assert!(out.contains(&format!("\n{}\n", rule.chapter)));
    }
}
