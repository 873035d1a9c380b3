//! Wrong answers in comparable form, and differences that are of notation alone.

use arimaa_oracle::suite::{
    Capabilities, Diagnosis, Mismatch, Status, Suite, WrongAnswers, is_notation, symptoms,
};

/// An answer that is right but for how it is written has no wrong rule as its cause.
#[test]
fn difference_of_notation_is_called_so() {
    let suite = Suite::embedded().unwrap();
    let answers = WrongAnswers::default();
    let case = suite.case("nothing-stands-there").unwrap();
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
    let status = Status::Failed(vec![mismatch("label", "3g", "2s")]);
    let results = [(case, status)];
    let diagnosis = Diagnosis::of(
        &results,
        &Capabilities::default(),
        &suite.wrong_rules,
        &answers,
    );
    assert_eq!(
        (diagnosis.notation.len(), diagnosis.unexplained.len()),
        (1, 0)
    );
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
}
