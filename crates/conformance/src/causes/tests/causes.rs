//! Tests of differences in notation, and of the symptoms of wrong answers.

use super::SUITE;
use crate::causes::naive::Predictions;
use crate::causes::{Symptom, is_notation, symptoms};
use crate::made::{accepted, lists, refused};
use crate::{Asked, Diagnosis, Mismatch, Status};
use arimaa_oracle::protocol::Capabilities;

fn wrong_label() -> Mismatch {
    Mismatch::of_values("label", "3g", "2s")
}

/// An answer that is wrong in notation only has no wrong rule as its cause.
#[test]
fn difference_of_notation_is_called_so() {
    let case = SUITE.case("nothing-stands-there").unwrap();
    for (wrong, notation) in [
        (lists("captures", "cf3", "cf3x"), true),
        (lists("captures", "cf3", "cf6"), false),
        (lists("captures", "cf3", ""), false),
        (wrong_label(), true),
        (lists("actions", "Ra1e;Ra1n;end", "Ra1n;Ra1e;end"), true),
        (lists("actions", "Ra1e;Ra1n;end", "Ra1n;Ra1e"), false),
        (lists("first_turns", "cc4s cc3x;Ra1n", "Ra1n;cc4s"), true),
        (refused(), false),
    ] {
        let is_so = is_notation(case, std::slice::from_ref(&wrong));
        assert_eq!(is_so, notation, "{wrong}");
    }
    // A case about notation alone, whatever is wrong.
    for (id, notation) in [("three-kinds-of-token", true), ("no-file-i", false)] {
        let case = SUITE.case(id).unwrap();
        assert_eq!(is_notation(case, &[accepted()]), notation, "{id}");
    }
    let mut ordered = case.clone();
    (ordered.yes, ordered.no) = (vec!["ORD-2".to_owned()], vec![]);
    assert!(is_notation(&ordered, &[accepted()]));
    let status = Status::Failed(vec![wrong_label()]);
    let results = [(case, status)];
    let diagnosis = Diagnosis::from_results(
        &results,
        Asked::Questions,
        &Capabilities::default(),
        &SUITE.wrong_rules,
    );
    assert_eq!(
        (diagnosis.notation.len(), diagnosis.unexplained.len()),
        (1, 0)
    );
}

/// An engine without a capability fails no case by what the capability would show.
#[test]
fn symptoms_are_hidden_by_one_capability_each() {
    const ABILITIES: [&str; 5] = ["reasons", "details", "labels", "validity", "outcome"];
    let mut case = SUITE.case("nothing-stands-there").unwrap().clone();
    case.expect.outcome = Some("gold END-5".to_owned());
    for (field, got, hiding) in [
        ("refused", "frozen", "reasons"),
        ("at", "Ed2n", "reasons"),
        ("invalid", "VAL-2", "reasons"),
        ("details", "pusher Ed4", "reasons details"),
        // The winner is right, and the rule is a reason.
        ("outcome", "gold END-3", "reasons outcome"),
        ("outcome", "silver END-3", "outcome"),
        ("label", "3g", "labels"),
        ("invalid", "a valid position", "validity"),
        ("turns", "3", ""),
    ] {
        let got = got.to_owned();
        let symptom = Symptom { field, got };
        for ability in ABILITIES {
            let without = |name| name != ability;
            let capabilities = Capabilities {
                reasons: without("reasons"),
                details: without("details"),
                labels: without("labels"),
                validity: without("validity"),
                outcome: without("outcome"),
                ..Capabilities::default()
            };
            let results = [(&case, vec![symptom.clone()])];
            let predictions = Predictions::new(&[], Asked::Questions, &capabilities);
            let seen = Diagnosis::from_predictions(&predictions, &results, &[]).unexplained;
            let is_hidden = hiding.split(' ').any(|name| name == ability);
            assert_eq!(seen.is_empty(), is_hidden, "{symptom:?} {ability}");
        }
    }
}

/// A list shows each element too many and each missing one; a wrong legality hides everything else.
#[test]
fn symptoms_tell_every_difference() {
    let error = || Mismatch::error("actions", "no");
    let captures = || lists("captures", "", "rc3");
    for (mismatches, expected) in [
        (vec![refused()], "legal refused"),
        (vec![captures(), accepted()], "legal accepted"),
        (vec![lists("board", "Ra1;rh8", "Ra1")], "board -rh8"),
        (vec![captures()], "captures +rc3"),
        (
            vec![lists("actions", "Ra1n;end", "Ra1n;Ra1s"), wrong_label()],
            "actions +Ra1s, actions -end, label 2s",
        ),
        (
            vec![lists("actions", "Ra1n;end", "end;Ra1n")],
            "actions order",
        ),
        (vec![lists("listed", "end", "Ra1n")], "listed end"),
        (
            vec![lists("unlisted", "no end", "Ra1n;end")],
            "unlisted end",
        ),
        (vec![lists("steps", "2;5", "2;6")], "steps 2 6"),
        (
            vec![lists("first_turns", "Ra1n;Ra1n Ra2n", "Ra1n")],
            "first_turns -Ra1n Ra2n",
        ),
        (vec![Mismatch::of_values("written", "a", "b")], "written "),
        (vec![error(), error()], "error "),
    ] {
        let found = symptoms(&mismatches).into_iter();
        let found = found.map(|Symptom { field, got }| format!("{field} {got}"));
        assert_eq!(found.collect::<Vec<_>>().join(", "), expected);
    }
}
