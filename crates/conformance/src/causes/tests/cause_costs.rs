//! The costs by which a wrong rule is a likely cause: a few failures, and wrong rules that explain
//! some.

use std::collections::BTreeMap;

use super::{Candidate, Diagnosis, Fit, Observed, Search, Source};
use crate::Case;
use crate::causes::naive::{Fault, Prediction};
use crate::causes::tests::SUITE;
use crate::causes::{List, Symptom};
use arimaa_oracle::protocol::Capabilities;

/// The diagnosis of an engine that shows these symptoms in the first cases of the suite, one text
/// for each, if the first wrong rules make an engine answer like this. Beside one that says `alone`
/// for its first case no other shows.
fn diagnosis(
    observed: &[&str],
    wrong: &[&[&str]],
    capabilities: &Capabilities,
) -> Diagnosis<'static> {
    let results = SUITE
        .cases
        .iter()
        .zip(observed)
        .map(|(case, symptoms)| (case, read(symptoms)));
    let results: Vec<(&Case, Vec<Symptom>)> = results.collect();
    let observed = Observed::new(&results, capabilities);
    let simple = Fault::ALL
        .iter()
        .filter(|one| one.part().is_none() && !one.is_missing_rule());
    let fits = simple.zip(wrong).map(|(fault, answers)| {
        let shown = answers.iter().map(|shown| Prediction::Whole(read(shown)));
        let shown: Vec<Prediction> = shown.collect();
        let ids = SUITE.cases.iter().map(|case| case.id.as_str());
        (*fault, observed.weigh(ids.zip(&shown)))
    });
    let fits: BTreeMap<Fault, Fit> = fits.collect();
    let alone = fits.keys().zip(wrong);
    let alone = alone.filter(|(_, answers)| answers[0].contains("alone"));
    let alone: Vec<Fault> = alone.map(|(fault, _)| *fault).collect();
    let measure = |set: &[Candidate<'_>]| {
        let hides = set.iter().find(|one| alone.contains(&one.fault));
        let shown = hides.map_or(set, std::slice::from_ref);
        let fits = shown.iter().map(|one| &fits[&one.fault]);
        fits.fold(observed.nothing(), |all, fit| all.and(fit))
    };
    let mut search = Search::new(&observed, Source::Measured(&measure), &[], &[]);
    search.faults = fits.keys().copied().zip(&SUITE.wrong_rules).collect();
    search.diagnosis()
}

/// Symptoms that are separated by blanks.
fn read(words: &str) -> Vec<Symptom> {
    let read = |word| match word {
        "accepted" => Symptom::Accepted,
        "refused" => Symptom::Refused,
        "reason" => Symptom::Reason("frozen".to_owned()),
        "error" => Symptom::Error,
        "turns" => Symptom::Turns(3),
        "counts" => Symptom::Counts(vec![2]),
        trap => Symptom::Added(List::Captures, trap.to_owned()),
    };
    let words = words.split_whitespace().filter(|word| *word != "alone");
    words.map(read).collect()
}

/// The places of the causes among the wrong rules, each with the number of cases that it explains.
fn causes(
    observed: &[&str],
    wrong: &[&[&str]],
    capabilities: &Capabilities,
) -> Vec<(usize, usize)> {
    let diagnosis = diagnosis(observed, wrong, capabilities);
    let causes = diagnosis.causes.iter();
    causes
        .map(|cause| (place(&cause.wrong.id), cause.explains.len()))
        .collect()
}

/// The place of a wrong rule in the suite.
fn place(wrong: &str) -> usize {
    let mut rules = SUITE.wrong_rules.iter();
    rules.position(|rule| rule.id == wrong).unwrap()
}

#[test]
fn causes_are_no_more_than_needed() {
    let all = Capabilities::default();
    let two = ["accepted", "cf3 turns"];
    // The second wrong rule would explain half a case more, which is what it costs.
    let half: [&[&str]; 2] = [&["accepted", "turns"], &["", "cf3 turns"]];
    assert_eq!(causes(&two, &half, &all), [(0, 2)]);
    let three = ["accepted", "cf3 turns", "refused"];
    assert_eq!(causes(&three, &half, &all), [(0, 2)]);

    let whole: [&[&str]; 2] = [&["accepted"], &["", "cf3 turns"]];
    assert_eq!(causes(&two, &whole, &all), [(0, 1), (1, 1)]);

    // The first explains most, and the other two everything.
    let six = ["accepted"; 6];
    let most: [&[&str]; 3] = [
        &["", "accepted", "accepted", "accepted", "accepted", ""],
        &["accepted", "accepted", "accepted"],
        &["", "", "", "accepted", "accepted", "accepted"],
    ];
    assert_eq!(causes(&six, &most, &all), [(1, 3), (2, 3)]);

    let five = ["accepted"; 5];
    let one_each: [&[&str]; 5] = [
        &["accepted"],
        &["", "accepted"],
        &["", "", "accepted"],
        &["", "", "", "accepted"],
        &["", "", "", "", "accepted"],
    ];
    let each: Vec<_> = (0..5).map(|at| (at, 1)).collect();
    assert_eq!(causes(&five, &one_each, &all), each);
}

#[test]
fn cause_beside_which_nothing_else_shows_gives_way_to_others_that_explain_more() {
    let all = Capabilities::default();
    let four = ["accepted"; 4];
    let most: [&[&str]; 3] = [
        &["alone accepted", "accepted", "accepted"],
        &["accepted", "accepted"],
        &["", "", "accepted", "accepted"],
    ];
    assert_eq!(causes(&four, &most, &all), [(1, 2), (2, 2)]);
}

/// A wrong rule that explains one case and is contradicted by another costs what it saves.
#[test]
fn passed_case_contradicts_what_the_engine_could_show() {
    let all = Capabilities::default();
    let any_position = Capabilities {
        validity: false,
        ..Capabilities::default()
    };
    let no_reasons = Capabilities {
        reasons: false,
        ..Capabilities::default()
    };
    for (symptom, capabilities, contradicts) in [
        ("refused", &all, true),
        ("error", &all, true),
        ("error", &any_position, false),
        ("reason", &all, true),
        ("reason", &no_reasons, false),
    ] {
        let found = causes(&["accepted", ""], &[&["accepted", symptom]], capabilities);
        assert_eq!(found.is_empty(), contradicts, "{symptom} {capabilities:?}");
    }
}

#[test]
fn alike_are_those_with_the_same_cases_for_and_against() {
    let observed = ["accepted", "refused", ""];
    let wrong: [&[&str]; 4] = [
        &["accepted"],
        &["accepted"],
        &["accepted", "", "refused"],
        &["", "refused"],
    ];
    let diagnosis = diagnosis(&observed, &wrong, &Capabilities::default());
    let causes = diagnosis.causes.iter().map(|cause| {
        let alike = cause.alike.iter().map(|rule| place(&rule.id));
        (place(&cause.wrong.id), alike.collect::<Vec<_>>())
    });
    let causes: Vec<_> = causes.collect();
    assert_eq!(causes, [(0, vec![1]), (3, vec![])]);
}

#[test]
fn alike_are_also_those_with_as_many_cases_against() {
    let observed = ["accepted", "accepted", "accepted", "", ""];
    let against: [&[&str]; 3] = [
        &["accepted", "accepted", "accepted", "refused"],
        &["accepted", "accepted", "accepted", "", "refused"],
        &["accepted", "accepted", "accepted", "refused", "refused"],
    ];
    let diagnosis = diagnosis(&observed, &against, &Capabilities::default());
    let [cause] = &diagnosis.causes[..] else {
        panic!("{:?}", diagnosis.causes);
    };
    let alike: Vec<usize> = cause.alike.iter().map(|rule| place(&rule.id)).collect();
    assert_eq!((place(&cause.wrong.id), cause.against), (0, 1));
    assert_eq!(alike, [1]);
}

#[test]
fn cause_with_more_than_two_rules_for_each_case_is_not_named() {
    let all = Capabilities::default();
    let named = |rules: usize, cases: usize| {
        let shown = vec!["accepted"; cases];
        !causes(&shown, &vec![&shown[..]; rules], &all).is_empty()
    };
    assert!(named(1, 1) && named(2, 1) && !named(3, 1));
    assert!(named(4, 2) && !named(5, 2));
}

#[test]
fn no_more_than_sixteen_causes_are_named() {
    let observed = ["accepted"; 18];
    let one_each = (0..18).map(|at| {
        let mut shown = vec![""; at];
        shown.push("accepted");
        shown
    });
    let one_each: Vec<Vec<&str>> = one_each.collect();
    let wrong: Vec<&[&str]> = one_each.iter().map(|shown| &shown[..]).collect();
    let found = causes(&observed, &wrong, &Capabilities::default());
    assert_eq!(found, (0..16).map(|at| (at, 1)).collect::<Vec<_>>());
}

#[test]
fn case_is_explained_if_each_of_its_symptoms_is() {
    let observed = ["accepted", "cf3 counts turns", "refused"];
    let wrong: [&[&str]; 2] = [&["accepted"], &["", "cf3 turns"]];
    let diagnosis = diagnosis(&observed, &wrong, &Capabilities::default());
    assert_eq!(diagnosis.causes.len(), 2);
    let ids =
        |cases: &[&Case]| -> Vec<String> { cases.iter().map(|case| case.id.clone()).collect() };
    let cases: Vec<&Case> = SUITE.cases.iter().take(observed.len()).collect();
    assert_eq!(ids(&diagnosis.explained), ids(&cases[..1]));
    assert_eq!(ids(&diagnosis.unexplained), ids(&cases[1..]));
}
