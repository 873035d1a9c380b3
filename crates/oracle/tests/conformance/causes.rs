//! The likely causes in reports: over the engines of all wrong rules, alone and in pairs, the true
//! causes are named, and no false one alone.
//!
//! The answers are those of `suite/wrong-answers.toml`. An engine with two faults answers as either
//! does; where both differ in one list, the differences are joined.

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

use arimaa_oracle::protocol::Capabilities;

use arimaa_oracle::suite::{
    Case, Diagnosis, Mismatch, Status, Suite, WrongAnswers, is_notation, symptoms,
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
fn results(cases: &[&'static Case], faults: &[&str]) -> Vec<(&'static Case, Vec<String>)> {
    let is_element = |word: &&str| !word.contains('=') && word.contains(['+', '-', '~']);
    let of = |case: &'static Case| {
        let answers = faults.iter().filter_map(|fault| {
            let answer = ANSWERS.answers.get(*fault)?.get(&case.id)?;
            Some(
                answer
                    .split(' ')
                    .filter(|word| *word != "?")
                    .collect::<Vec<_>>(),
            )
        });
        let answers: Vec<Vec<&str>> = answers.collect();
        let elements = answers.iter().all(|words| words.iter().all(is_element));
        let words: BTreeSet<&str> = match &answers[..] {
            [first, ..] if !elements => first.iter().copied().collect(),
            all => all.concat().into_iter().collect(),
        };
        (case, words.into_iter().map(str::to_owned).collect())
    };
    cases.iter().map(|case| of(case)).collect()
}

/// The named causes, each with those that explain the same.
fn named(
    results: &[(&'static Case, Vec<String>)],
    capabilities: &Capabilities,
) -> Vec<Vec<String>> {
    let diagnosis = Diagnosis::of_symptoms(results, capabilities, &SUITE.wrong_rules, &ANSWERS);
    let causes = diagnosis.causes.iter().map(|cause| {
        let all = [cause.wrong].into_iter().chain(cause.alike.iter().copied());
        all.map(|wrong| wrong.id.clone()).collect()
    });
    causes.collect()
}

/// What is named for each wrong rule alone that such an engine can show at all.
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
            faults.len() * 100 >= SUITE.wrong_rules.len() * 60,
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

/// An answer that is right but for how it is written has no wrong rule as its cause.
#[test]
fn difference_of_notation_is_called_so() {
    let case = SUITE.case("nothing-stands-there").unwrap();
    let mismatch = |what, expected: &str, got: &str| Mismatch {
        what,
        expected: expected.to_owned(),
        got: got.to_owned(),
    };
    for (wrong, notation) in [
        (mismatch("captures", "cf3", "cf3x"), true),
        (mismatch("captures", "cf3", "cf6"), false),
        (mismatch("captures", "cf3", ""), false),
        (mismatch("label", "3g", "2s"), true),
        (mismatch("actions", "Ra1e Ra1n end", "Ra1n Ra1e end"), true),
        (mismatch("actions", "Ra1e Ra1n end", "Ra1n Ra1e"), false),
        (
            mismatch("first_turns", "cc4s cc3x; Ra1n", "Ra1n; cc4s"),
            true,
        ),
        (mismatch("legal", "accepted", "refused (no reason)"), false),
    ] {
        assert_eq!(
            is_notation(case, std::slice::from_ref(&wrong)),
            notation,
            "{wrong}"
        );
    }
    // A case about notation alone, whatever is wrong.
    let accepted = || mismatch("legal", "refused", "accepted");
    for (id, notation) in [("three-kinds-of-token", true), ("no-file-i", false)] {
        let case = SUITE.case(id).unwrap();
        assert_eq!(is_notation(case, &[accepted()]), notation, "{id}");
    }
    let mut ordered = case.clone();
    (ordered.yes, ordered.no) = (vec!["ORD-2".to_owned()], vec![]);
    assert!(is_notation(&ordered, &[accepted()]));
    let status = Status::Failed(vec![mismatch("label", "3g", "2s")]);
    let results = [(case, status)];
    let diagnosis = Diagnosis::of(
        &results,
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
        let results = [(&case, vec![symptom.to_owned()])];
        let answers = WrongAnswers::default();
        let diagnosis = Diagnosis::of_symptoms(&results, capabilities, &[], &answers);
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
    for (what, expected, got, words) in [
        ("legal", "accepted", "refused (frozen)", &["refused"][..]),
        ("legal", "refused (frozen)", "accepted", &["accepted"]),
        ("refused", "frozen", "no-pusher", &["reason=no-pusher"]),
        ("outcome", "ongoing", "gold END-3", &["outcome=gold/END-3"]),
        ("board", "Ra1 rh8", "Ra1", &["board-rh8"]),
        ("captures", "", "rc3", &["capture+rc3"]),
        (
            "actions",
            "Ra1n end",
            "Ra1n Ra1s",
            &["action+Ra1s", "action-end"],
        ),
        ("actions", "Ra1n end", "end Ra1n", &["action~order"]),
        ("listed", "end", "Ra1n", &["action-end"]),
        ("unlisted", "no end", "Ra1n end", &["action+end"]),
        ("turns", "2", "3", &["turns=3"]),
        ("steps", "2 5", "2 6", &["steps=2,6"]),
        (
            "first_turns",
            "Ra1n; Ra1n Ra2n",
            "Ra1n",
            &["turn-Ra1n_Ra2n"],
        ),
        ("invalid", "VAL-1", "VAL-2", &["invalid=VAL-2"]),
        ("invalid", "VAL-1", "a position that can be", &["possible"]),
        ("written", "a", "b", &["text"]),
        ("board", "Ra1", "error: no", &["error"]),
    ] {
        let (expected, got) = (expected.to_owned(), got.to_owned());
        let mismatch = Mismatch {
            what,
            expected,
            got,
        };
        assert_eq!(
            symptoms(std::slice::from_ref(&mismatch)),
            words,
            "{mismatch}"
        );
    }
    // A wrong legality hides the rest.
    let mismatch = |what, got: &str| Mismatch {
        what,
        expected: String::new(),
        got: got.to_owned(),
    };
    let both = [mismatch("captures", "cf3"), mismatch("legal", "accepted")];
    assert_eq!(symptoms(&both), ["accepted"]);
}
