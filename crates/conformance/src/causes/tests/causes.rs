//! What a report calls a difference of notation, and the symptoms of wrong answers.

use super::SUITE;
use crate::causes::naive::Predictions;
use crate::causes::{List, Symptom, is_notation, symptoms};
use crate::made::{accepted, lists, refused};
use crate::{Asked, Diagnosis, Difference, Ending, Mismatch, Status};
use arimaa_oracle::ask::Winner;
use arimaa_oracle::protocol::Capabilities;

fn wrong_label() -> Difference {
    Difference::Label {
        expected: "3g".to_owned(),
        got: Some("2s".to_owned()),
    }
}

/// An answer that is right but for how it is written has no wrong rule as its cause.
#[test]
fn difference_of_notation_is_called_so() {
    let case = SUITE.case("nothing-stands-there").unwrap();
    for (wrong, notation) in [
        (Difference::Captures(lists("cf3", "cf3x")), true),
        (Difference::Captures(lists("cf3", "cf6")), false),
        (Difference::Captures(lists("cf3", "")), false),
        (wrong_label(), true),
        (
            Difference::Actions(lists("Ra1e;Ra1n;end", "Ra1n;Ra1e;end")),
            true,
        ),
        (
            Difference::Actions(lists("Ra1e;Ra1n;end", "Ra1n;Ra1e")),
            false,
        ),
        (
            Difference::FirstTurns(lists("cc4s cc3x;Ra1n", "Ra1n;cc4s")),
            true,
        ),
        (refused(), false),
    ] {
        let wrong = Mismatch(wrong);
        assert_eq!(
            is_notation(case, std::slice::from_ref(&wrong)),
            notation,
            "{wrong}"
        );
    }
    // A case about notation alone, whatever is wrong.
    for (id, notation) in [("three-kinds-of-token", true), ("no-file-i", false)] {
        let case = SUITE.case(id).unwrap();
        assert_eq!(is_notation(case, &[Mismatch(accepted())]), notation, "{id}");
    }
    let mut ordered = case.clone();
    (ordered.yes, ordered.no) = (vec!["ORD-2".to_owned()], vec![]);
    assert!(is_notation(&ordered, &[Mismatch(accepted())]));
    let status = Status::Failed(vec![Mismatch(wrong_label())]);
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

/// Without a capability an engine fails no case by what it cannot tell.
#[test]
fn symptoms_are_hidden_by_one_capability_each() {
    let mut case = SUITE.case("nothing-stands-there").unwrap().clone();
    case.expect.outcome = Some("gold END-5".to_owned());
    let is_seen = |symptom: &Symptom, capabilities: &Capabilities| {
        let results = [(&case, vec![symptom.clone()])];
        let predictions = Predictions::new(&[], Asked::Questions, capabilities);
        let diagnosis = Diagnosis::by(&predictions, &results, &[]);
        diagnosis.unexplained.len() == 1
    };
    let text = |text: &str| text.to_owned();
    let outcome = |winner, rule: &str| {
        Symptom::Outcome(Ending {
            winner: Some(winner),
            rule: Some(text(rule)),
        })
    };
    for (symptom, hiding) in [
        (Symptom::Reason(text("frozen")), Some(0)),
        (Symptom::At(text("Ed2n")), Some(0)),
        (Symptom::Invalid(text("VAL-2")), Some(0)),
        // The winner is right, and the rule is a reason.
        (outcome(Winner::Gold, "END-3"), Some(0)),
        (outcome(Winner::Gold, "END-5"), Some(0)),
        (outcome(Winner::Silver, "END-3"), None),
        (Symptom::Label(text("3g")), Some(1)),
        (Symptom::Possible, Some(2)),
        (Symptom::Turns(3), None),
    ] {
        let all = Capabilities::default();
        assert!(is_seen(&symptom, &all), "{symptom:?}");
        let without = [
            Capabilities {
                reasons: false,
                ..all.clone()
            },
            Capabilities {
                labels: false,
                ..all.clone()
            },
            Capabilities {
                validity: false,
                ..all.clone()
            },
        ];
        for (at, capabilities) in without.iter().enumerate() {
            assert_eq!(
                is_seen(&symptom, capabilities),
                hiding != Some(at),
                "{symptom:?} {at}"
            );
        }
        let no_winner = Capabilities {
            outcome: false,
            ..all
        };
        assert_eq!(
            is_seen(&symptom, &no_winner),
            !matches!(symptom, Symptom::Outcome(_)),
            "{symptom:?}"
        );
    }
}

#[test]
fn lists_show_each_element_too_many_and_each_that_is_missing() {
    let text = |text: &str| text.to_owned();
    for (mismatch, expected) in [
        (
            Difference::Board(lists("Ra1;rh8", "Ra1")),
            vec![Symptom::Missing(List::Board, text("rh8"))],
        ),
        (
            Difference::Captures(lists("", "rc3")),
            vec![Symptom::Added(List::Captures, text("rc3"))],
        ),
        (
            Difference::Actions(lists("Ra1n;end", "Ra1n;Ra1s")),
            vec![
                Symptom::Added(List::Actions, text("Ra1s")),
                Symptom::Missing(List::Actions, text("end")),
            ],
        ),
        (
            Difference::Actions(lists("Ra1n;end", "end;Ra1n")),
            vec![Symptom::Order(List::Actions)],
        ),
    ] {
        assert_eq!(symptoms(&[Mismatch(mismatch)]), expected);
    }
}

#[test]
fn symptoms_tell_every_difference() {
    let text = |text: &str| text.to_owned();
    let actions = |got: &str| got.split(' ').map(str::to_owned).collect();
    let ending = |winner, rule: Option<&str>| Ending {
        winner,
        rule: rule.map(str::to_owned),
    };
    let added = |list, element: &str| vec![Symptom::Added(list, text(element))];
    let missing = |list, element: &str| vec![Symptom::Missing(list, text(element))];
    let rule = text("VAL-1");
    let possible = Difference::Possible { rule };
    for (mismatch, expected) in [
        (refused(), vec![Symptom::Refused]),
        (accepted(), vec![Symptom::Accepted]),
        (
            Difference::Reason {
                expected: text("frozen"),
                got: Some(text("no-pusher")),
            },
            vec![Symptom::Reason(text("no-pusher"))],
        ),
        (
            Difference::Outcome {
                expected: ending(None, None),
                got: ending(Some(Winner::Gold), Some("END-3")),
            },
            vec![Symptom::Outcome(ending(Some(Winner::Gold), Some("END-3")))],
        ),
        (
            Difference::Unlisted {
                action: text("end"),
                got: actions("Ra1n"),
            },
            missing(List::Actions, "end"),
        ),
        (
            Difference::Listed {
                action: text("end"),
                got: actions("Ra1n end"),
            },
            added(List::Actions, "end"),
        ),
        (
            Difference::Turns {
                expected: 2,
                got: 3,
            },
            vec![Symptom::Turns(3)],
        ),
        (
            Difference::Counts {
                field: "steps",
                expected: vec![2, 5],
                got: vec![2, 6],
            },
            vec![Symptom::Counts(vec![2, 6])],
        ),
        (
            Difference::FirstTurns(lists("Ra1n;Ra1n Ra2n", "Ra1n")),
            missing(List::Turns, "Ra1n Ra2n"),
        ),
        (
            Difference::Invalid {
                expected: text("VAL-1"),
                got: text("VAL-2"),
            },
            vec![Symptom::Invalid(text("VAL-2"))],
        ),
        (possible, vec![Symptom::Possible]),
        (
            Difference::Written {
                expected: text("a"),
                got: text("b"),
            },
            vec![Symptom::Text],
        ),
        (
            Difference::Error {
                field: "board",
                message: text("no"),
            },
            vec![Symptom::Error],
        ),
        (wrong_label(), vec![Symptom::Label(text("2s"))]),
    ] {
        let mismatch = Mismatch(mismatch);
        assert_eq!(
            symptoms(std::slice::from_ref(&mismatch)),
            expected,
            "{mismatch}"
        );
    }
}

#[test]
fn wrong_legality_hides_other_symptoms() {
    let both = [Difference::Captures(lists("", "cf3")), accepted()];
    assert_eq!(symptoms(&both.map(Mismatch)), [Symptom::Accepted]);
}
