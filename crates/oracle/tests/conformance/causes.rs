//! The likely causes in reports: over the engines of all wrong rules, alone and in pairs, the true
//! causes are named, and no false one alone.
//!
//! The answers are those of `suite/wrong-answers.toml`. An engine with two faults answers as either
//! does; where both differ in one list, the differences are joined.

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

use arimaa_oracle::ask::Winner;
use arimaa_oracle::protocol::Capabilities;

use arimaa_oracle::suite::{
    Asked, Case, Diagnosis, Ending, Fault, Legality, Lists, Mismatch, Status, Suite, Symptom,
    WrongAnswers, is_notation, symptoms,
};

pub(crate) static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::embedded().unwrap());
static ANSWERS: LazyLock<WrongAnswers> = LazyLock::new(|| {
    let file = crate::root::root().join("suite/wrong-answers.toml");
    WrongAnswers::read(&fs::read_to_string(file).unwrap()).unwrap()
});

/// The least share of true causes that are named, in percent.
const NAMED: usize = 95;

/// An engine that answers everything, and one that plays and gives no reasons.
fn both_capabilities() -> [Capabilities; 2] {
    [Capabilities::default(), Capabilities::of_play()]
}

/// The cases that such an engine is asked, without those that the broken engines were not.
fn asked(capabilities: &Capabilities) -> Vec<&'static Case> {
    let cases = SUITE.cases.iter();
    cases
        .filter(|case| !ANSWERS.unasked.contains(&case.id))
        .filter(|case| capabilities.declines_case(case).is_none())
        .collect()
}

/// The results of an engine that follows these wrong rules.
fn results(cases: &[&'static Case], faults: &[&str]) -> Vec<(&'static Case, Vec<Symptom>)> {
    let is_element = |one: &Symptom| {
        use Symptom::{Added, Missing, Order};
        matches!(one, Added(..) | Missing(..) | Order(_))
    };
    let of = |case: &'static Case| {
        let answers = faults
            .iter()
            .filter_map(|fault| ANSWERS.answers.get(*fault)?.get(&case.id));
        let answers: Vec<&Vec<Symptom>> = answers.collect();
        let elements = answers.iter().all(|all| all.iter().all(is_element));
        let shown = if elements { answers.len() } else { 1 };
        let shown = answers.into_iter().take(shown).flatten();
        let shown = shown.filter(|one| **one != Symptom::Crash);
        let shown: BTreeSet<&Symptom> = shown.collect();
        (case, shown.into_iter().cloned().collect())
    };
    cases.iter().map(|case| of(case)).collect()
}

/// The named causes, each with those that explain the same.
fn named(
    results: &[(&'static Case, Vec<Symptom>)],
    capabilities: &Capabilities,
) -> Vec<Vec<String>> {
    let diagnosis = Diagnosis::from_symptoms(results, capabilities, &SUITE.wrong_rules, &ANSWERS);
    let causes = diagnosis.causes.iter().map(|cause| {
        let all = [cause.wrong].into_iter().chain(cause.alike.iter().copied());
        all.map(|wrong| wrong.id.clone()).collect()
    });
    causes.collect()
}

/// The causes named for each wrong rule alone that such an engine can show at all.
type Alone = Vec<(&'static str, Vec<Vec<String>>)>;

/// For each of [`both_capabilities`], computed once for all tests.
static ALONE: LazyLock<Vec<(Capabilities, Alone)>> = LazyLock::new(|| {
    let alone = |capabilities: Capabilities| {
        let cases = asked(&capabilities);
        let ids = SUITE.wrong_rules.iter().map(|wrong| wrong.id.as_str());
        let named = ids.map(|id| (id, named(&results(&cases, &[id]), &capabilities)));
        let shown: Alone = named.filter(|(_, named)| !named.is_empty()).collect();
        (capabilities, shown)
    };
    both_capabilities().map(alone).into()
});

#[test]
fn answers_are_there_for_every_wrong_rule() {
    let missing = SUITE.wrong_rules.iter().map(|wrong| &wrong.id);
    let missing: Vec<_> = missing
        .filter(|id| {
            ANSWERS
                .answers
                .get(*id)
                .is_none_or(std::collections::BTreeMap::is_empty)
        })
        .filter(|id| Fault::ALL.iter().all(|fault| fault.wrong_rule() != *id))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    for (wrong, answers) in &ANSWERS.answers {
        let unknown: Vec<_> = answers
            .keys()
            .filter(|id| SUITE.case(id).is_none())
            .collect();
        assert!(unknown.is_empty(), "{wrong}: {unknown:?}");
    }
    let file = crate::root::root().join("suite/wrong-answers.toml");
    assert_eq!(ANSWERS.write(), fs::read_to_string(file).unwrap());
}

#[test]
fn single_fault_is_named_and_nothing_else() {
    for (_, faults) in &*ALONE {
        let mut wrong = Vec::new();
        for (fault, named) in faults {
            let is_true = |cause: &Vec<String>| cause.iter().any(|id| id == fault);
            if named.len() != 1 || !named.iter().all(is_true) {
                wrong.push(format!("{fault}: {named:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(
            faults.len() * 100 >= ANSWERS.answers.len() * 60,
            "{}",
            faults.len()
        );
    }
}

#[test]
fn two_faults_are_named_in_every_hundredth_pair() {
    // Few pairs may be above or below the average by chance.
    assert_two_faults_are_named(100, NAMED - 5);
}

#[test]
#[ignore = "all pairs take minutes; `.ci/deep causes` runs it"]
fn two_faults_are_named_in_every_pair() {
    assert_two_faults_are_named(1, NAMED);
}

/// Of every so-many-th pair of faults at least so many of a hundred causes are named.
fn assert_two_faults_are_named(apart: usize, least: usize) {
    for (capabilities, faults) in &*ALONE {
        let cases = asked(capabilities);
        let pairs = (0..faults.len()).flat_map(|at| (at + 1..faults.len()).map(move |to| (at, to)));
        let (mut causes, mut found, mut misled) = (0, 0, Vec::new());
        for (one, other) in pairs.step_by(apart) {
            let pair = [faults[one].0, faults[other].0];
            let named = named(&results(&cases, &pair), capabilities).concat();
            let is_named = |id: &&&str| named.iter().any(|name| name == **id);
            let hits = pair.iter().filter(is_named).count();
            causes += 2;
            found += hits;
            if hits == 0 && !named.is_empty() {
                misled.push(format!("{pair:?}: {named:?}"));
            }
        }
        println!("{found} of {causes} true causes are named");
        assert!(causes > 0 && misled.is_empty(), "{}", misled.join("\n"));
        assert!(found * 100 >= causes * least, "{found} of {causes}");
    }
}

/// Two lists whose elements are separated by semicolons.
pub(crate) fn lists(expected: &str, got: &str) -> Lists {
    let list = |text: &str| {
        let elements = text.split(';').filter(|element| !element.is_empty());
        elements.map(str::to_owned).collect()
    };
    Lists {
        expected: list(expected),
        got: list(got),
    }
}

pub(crate) fn accepted() -> Mismatch {
    Mismatch::Legality {
        expected: Legality::Refused(None),
        got: Legality::Accepted,
    }
}

pub(crate) fn refused() -> Mismatch {
    Mismatch::Legality {
        expected: Legality::Accepted,
        got: Legality::Refused(Some("frozen".to_owned())),
    }
}

fn wrong_label() -> Mismatch {
    Mismatch::Label {
        expected: "3g".to_owned(),
        got: Some("2s".to_owned()),
    }
}

/// An answer that is right but for how it is written has no wrong rule as its cause.
#[test]
fn difference_of_notation_is_called_so() {
    let case = SUITE.case("nothing-stands-there").unwrap();
    for (wrong, notation) in [
        (Mismatch::Captures(lists("cf3", "cf3x")), true),
        (Mismatch::Captures(lists("cf3", "cf6")), false),
        (Mismatch::Captures(lists("cf3", "")), false),
        (wrong_label(), true),
        (
            Mismatch::Actions(lists("Ra1e;Ra1n;end", "Ra1n;Ra1e;end")),
            true,
        ),
        (
            Mismatch::Actions(lists("Ra1e;Ra1n;end", "Ra1n;Ra1e")),
            false,
        ),
        (
            Mismatch::FirstTurns(lists("cc4s cc3x;Ra1n", "Ra1n;cc4s")),
            true,
        ),
        (refused(), false),
    ] {
        assert_eq!(
            is_notation(case, std::slice::from_ref(&wrong)),
            notation,
            "{wrong}"
        );
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
        &ANSWERS,
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
    let is_seen = |symptom: &str, capabilities: &Capabilities| {
        let results = [(&case, vec![symptom.parse().unwrap()])];
        let answers = WrongAnswers::default();
        let diagnosis = Diagnosis::from_symptoms(&results, capabilities, &[], &answers);
        diagnosis.unexplained.len() == 1
    };
    for (symptom, hiding) in [
        ("reason=frozen", Some(0)),
        ("at=Ed2n", Some(0)),
        ("invalid=VAL-2", Some(0)),
        // The winner is right, and the rule is a reason.
        ("outcome=gold/END-3", Some(0)),
        ("outcome=gold/END-5", Some(0)),
        ("outcome=silver/END-3", None),
        ("label=3g", Some(1)),
        ("possible", Some(2)),
        ("turns=3", None),
    ] {
        let all = Capabilities::default();
        assert!(is_seen(symptom, &all), "{symptom}");
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
                is_seen(symptom, capabilities),
                hiding != Some(at),
                "{symptom} {at}"
            );
        }
        let no_winner = Capabilities {
            outcome: false,
            ..all
        };
        assert_eq!(
            is_seen(symptom, &no_winner),
            !symptom.starts_with("outcome="),
            "{symptom}"
        );
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
    let rule = text("VAL-1");
    let possible = Mismatch::Possible { rule };
    for (mismatch, words) in [
        (refused(), &["refused"][..]),
        (accepted(), &["accepted"]),
        (
            Mismatch::Reason {
                expected: text("frozen"),
                got: Some(text("no-pusher")),
            },
            &["reason=no-pusher"],
        ),
        (
            Mismatch::Outcome {
                expected: ending(None, None),
                got: ending(Some(Winner::Gold), Some("END-3")),
            },
            &["outcome=gold/END-3"],
        ),
        (Mismatch::Board(lists("Ra1;rh8", "Ra1")), &["board-rh8"]),
        (Mismatch::Captures(lists("", "rc3")), &["capture+rc3"]),
        (
            Mismatch::Actions(lists("Ra1n;end", "Ra1n;Ra1s")),
            &["action+Ra1s", "action-end"],
        ),
        (
            Mismatch::Actions(lists("Ra1n;end", "end;Ra1n")),
            &["action~order"],
        ),
        (
            Mismatch::Unlisted {
                action: text("end"),
                got: actions("Ra1n"),
            },
            &["action-end"],
        ),
        (
            Mismatch::Listed {
                action: text("end"),
                got: actions("Ra1n end"),
            },
            &["action+end"],
        ),
        (
            Mismatch::Turns {
                expected: 2,
                got: 3,
            },
            &["turns=3"],
        ),
        (
            Mismatch::Counts {
                field: "steps",
                expected: vec![2, 5],
                got: vec![2, 6],
            },
            &["counts=2,6"],
        ),
        (
            Mismatch::FirstTurns(lists("Ra1n;Ra1n Ra2n", "Ra1n")),
            &["turn-Ra1n_Ra2n"],
        ),
        (
            Mismatch::Invalid {
                expected: text("VAL-1"),
                got: text("VAL-2"),
            },
            &["invalid=VAL-2"],
        ),
        (possible, &["possible"]),
        (
            Mismatch::Written {
                expected: text("a"),
                got: text("b"),
            },
            &["text"],
        ),
        (
            Mismatch::Error {
                field: "board",
                message: text("no"),
            },
            &["error"],
        ),
        (wrong_label(), &["label=2s"]),
    ] {
        let found = symptoms(std::slice::from_ref(&mismatch));
        let told: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(told, words, "{mismatch}");
        for (symptom, word) in found.iter().zip(words) {
            assert_eq!(word.parse().as_ref(), Ok(symptom), "{word}");
        }
    }
}

#[test]
fn words_that_name_no_symptom_are_refused() {
    for word in ["", "accept", "turns=x", "piece+Ra1", "capture", "=", "+a"] {
        assert!(word.parse::<Symptom>().is_err(), "{word}");
    }
}

#[test]
fn wrong_legality_hides_other_symptoms() {
    let both = [Mismatch::Captures(lists("", "cf3")), accepted()];
    assert_eq!(symptoms(&both), [Symptom::Accepted]);
}
