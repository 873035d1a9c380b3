//! The fuzz targets can fail: faulty servers, judges and engines do not pass them.

use std::fs;
use std::panic::catch_unwind;

use arimaa::compare::{Engine, Game, Reference, all_actions};
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Effect, Illegal, Invalid, Phase, Snapshot};
use arimaa_conformance::{Case as SuiteCase, CaseVerdict};
use arimaa_oracle::protocol::Capabilities;
use arimaa_oracle::serve::serve;
use arimaa_oracle::subject::{Local, Reply};

use crate::faulty_engine::{Fault, Faulty, Sound};
use crate::fuzz::case::Case;
use crate::fuzz::engines::{agree, keep_snapshots, list_what_they_accept};
use crate::fuzz::lines::{check_responses, check_subject};
use crate::fuzz_corpus::{cases, directory, files};

/// A server that loses, adds or changes something is noticed, and so is a judge that lets
/// everything pass.
#[test]
fn faulty_servers_fail_the_fuzz_targets() {
    let requests = b"{\"id\":1,\"hello\":{}}\n?\n";
    let mut right = Vec::new();
    let server = Local::new("bitboard", Engine::of::<Game>());
    serve(&server, &requests[..], &mut right).unwrap();
    check_responses(requests, &right);
    let right = String::from_utf8(right).unwrap();
    for (from, to) in [
        ("\n", ""),
        ("\n", "\n\n"),
        ("\"id\":1", "\"id\":2"),
        ("\"id\":1", "\"id\": 1"),
        ("\"line\":2", "\"line\":1"),
        ("bad_json", "failed"),
        ("hello", "helo"),
    ] {
        let altered = right.replacen(from, to, 1);
        assert_ne!(altered, right);
        let checked = catch_unwind(|| check_responses(requests, altered.as_bytes()));
        assert!(checked.is_err(), "{altered}");
    }
    let seeds = files(&directory("seeds").join("subject_answers"));
    let lenient = |_: &SuiteCase, _: Reply, _: &Capabilities| CaseVerdict::Passed;
    let noticed = seeds
        .values()
        .filter(|path| catch_unwind(|| check_subject(&fs::read(path).unwrap(), lenient)).is_err());
    assert!(noticed.count() >= 4);
}

/// An engine with one altered answer is noticed on the committed seeds: the targets can fail.
#[test]
fn faulty_engines_fail_the_fuzz_targets() {
    let noticed = |body: fn(&Case)| {
        let cases = cases();
        let mut read = cases.values().map(|bytes| Case::read(bytes));
        read.any(|case| catch_unwind(|| body(&case)).is_err())
    };
    assert!(noticed(agree::<Reference, Faulty<Reference, ListsTooFew>>));
    assert!(noticed(
        agree::<Reference, Faulty<Reference, CountsTooMany>>
    ));
    assert!(noticed(
        agree::<Reference, Faulty<Reference, RefusesWithAnEffect>>
    ));
    assert!(noticed(
        list_what_they_accept::<Faulty<Reference, ListsTooFew>>
    ));
    assert!(noticed(
        list_what_they_accept::<Faulty<Reference, ListsTwice>>
    ));
    assert!(noticed(
        list_what_they_accept::<Faulty<Reference, ListsTooMany>>
    ));
    assert!(noticed(
        list_what_they_accept::<Faulty<Reference, RefusesWithAnEffect>>
    ));
    assert!(noticed(
        keep_snapshots::<Reference, Faulty<Reference, ForgetsThePast>>
    ));
    assert!(noticed(
        keep_snapshots::<Faulty<Reference, ForgetsThePast>, Reference>
    ));
    assert!(noticed(
        keep_snapshots::<Reference, Faulty<Reference, AcceptsLonePieces>>
    ));
    for body in [
        agree::<Reference, Faulty<Reference, Sound>>,
        list_what_they_accept::<Faulty<Reference, Sound>>,
        keep_snapshots::<Faulty<Reference, Sound>, Game>,
    ] {
        assert!(!noticed(body));
    }
}

#[derive(Clone, Debug)]
struct ListsTooFew;

impl Fault for ListsTooFew {
    fn legal_actions<R: Rules>(engine: &R) -> Vec<Action> {
        let mut actions = engine.legal_actions();
        actions.pop();
        actions
    }
}

#[derive(Clone, Debug)]
struct ListsTooMany;

impl Fault for ListsTooMany {
    fn legal_actions<R: Rules>(engine: &R) -> Vec<Action> {
        let mut actions = engine.legal_actions();
        actions.extend(all_actions().find(|one| !actions.contains(one)));
        actions
    }
}

#[derive(Clone, Debug)]
struct ListsTwice;

impl Fault for ListsTwice {
    fn legal_actions<R: Rules>(engine: &R) -> Vec<Action> {
        let mut actions = engine.legal_actions();
        actions.extend(actions.last().copied());
        actions
    }
}

#[derive(Clone, Debug)]
struct RefusesWithAnEffect;

impl Fault for RefusesWithAnEffect {
    fn apply<R: Rules>(engine: &mut R, action: Action) -> Result<Effect, Illegal> {
        let ruling = engine.apply(action);
        if matches!(ruling, Err(Illegal::Frozen { .. })) {
            let legal = engine.legal_actions().into_iter().next();
            let _ = legal.map(|action| engine.apply(action));
        }
        ruling
    }
}

#[derive(Clone, Debug)]
struct ForgetsThePast;

impl Fault for ForgetsThePast {
    fn snapshot<R: Rules>(engine: &R) -> Snapshot {
        let mut snapshot = engine.snapshot();
        if let Phase::Play { earlier, .. } = &mut snapshot.phase {
            earlier.pop();
        }
        snapshot
    }
}

#[derive(Clone, Debug)]
struct AcceptsLonePieces;

impl Fault for AcceptsLonePieces {
    fn from_snapshot<R: Rules>(snapshot: &Snapshot) -> Result<R, Invalid> {
        match R::from_snapshot(snapshot) {
            Err(Invalid::Unsupported { piece }) => {
                let mut snapshot = snapshot.clone();
                snapshot.start.set(piece.square, None);
                Self::from_snapshot(&snapshot)
            }
            state => state,
        }
    }
}

#[derive(Clone, Debug)]
struct CountsTooMany;

impl Fault for CountsTooMany {
    fn count_turns<R: Rules>(engine: &R) -> u64 {
        engine.count_turns() + 1
    }
}
