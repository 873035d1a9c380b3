//! Broken engines are noticed: each breaks one rule, and cases of the suite and random walks show
//! it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what goes unnoticed fails the test"
)]

mod moving;

use std::collections::BTreeSet;

use arimaa::compare::{Engine, Extent, follow, random_start, walk};
use arimaa::random::SplitMix64;
use arimaa::reference::Reference;
use arimaa::vocab::Action;
use arimaa_conformance::{Case, CaseVerdict, ask_case};
use arimaa_oracle::ask::{read_state, regression_case};
use arimaa_oracle::subject::Local;
use broken_engines::any::{self, Any, Open};
use broken_engines::table::{Mutation, Table};
use broken_engines::{BROKEN, PARTS, SOUND, SUITE, quick};
use rayon::prelude::*;

/// The seed of the walks, how many there are at most, and how many actions each tries.
const SEED: u64 = 1;
const WALKS: u64 = 3_000;
const ACTIONS: usize = 100;
/// The largest count that a case may ask of each broken engine.
const COUNTED: u64 = 2_500;
/// The further questions of a walk: turns and steps are listed and counted only where at most three
/// pieces stand.
const EXTENT: Extent = Extent {
    turns_up_to: 3,
    steps: 2,
};
/// How many broken engines give themselves away by their turns alone, at least.
const MOVERS_NOTICED: usize = 11;
/// How many walks a sound copy is taken on.
const SOUND_WALKS: u64 = 300;

/// The results of the tests of an engine.
struct Examination {
    /// The cases about the broken sentence that it fails.
    failed: Vec<&'static str>,
    /// The cases that name the fault as what they kill, and that it passes all the same.
    not_killed: Vec<&'static str>,
    /// The number of moments compared with the reference engine up to the first difference.
    noticed_after: Option<u64>,
}

#[test]
fn every_broken_engine_is_noticed() {
    let all = mutations();
    let table: Vec<&Mutation> = all
        .iter()
        .filter(|one| BROKEN.iter().any(|(id, _)| *id == one.id))
        .collect();
    assert_eq!(table.len(), BROKEN.len());
    assert!(table.len() >= all.len() / PARTS);
    let mut wrong = Vec::new();
    let examine = |(mutation, &(_, open)): (&&Mutation, &(&str, Open))| {
        any::with(open, || Examination {
            failed: failed(about(&mutation.rule)),
            not_killed: passed(naming(&mutation.id)),
            noticed_after: match mutation.hidden_from_walks {
                None => noticed_after(WALKS),
                Some(_) => None,
            },
        })
    };
    let found: Vec<_> = table.par_iter().zip(BROKEN).map(examine).collect();
    for (mutation, found) in table.iter().zip(found) {
        println!("{}", row(mutation, &found));
        let fault = match &mutation.hidden_from_suite {
            None if found.failed.is_empty() => "no case that cites the sentence fails".to_owned(),
            Some(_) if !found.failed.is_empty() => "a case can show it after all".to_owned(),
            _ if !found.not_killed.is_empty() => {
                format!("cases that name it pass: {}", found.not_killed.join(" "))
            }
            _ if found.noticed_after.is_none() && mutation.hidden_from_walks.is_none() => {
                "no walk notices".to_owned()
            }
            _ => continue,
        };
        wrong.push(format!("{} ({}): {fault}", mutation.id, mutation.rule));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The engines are asked for nothing but turns, over the Arimaa Engine Interface.
#[test]
fn broken_engines_are_noticed_by_their_moves_alone() {
    let tasks = moving::tasks(&SUITE);
    let examine = |&(id, open): &(&str, Open)| any::with(open, || moving::examine(id, &tasks));
    let found: Vec<_> = BROKEN.par_iter().map(examine).collect();
    let mut wrong = Vec::new();
    for (&(id, _), found) in BROKEN.iter().zip(&found) {
        println!("{id:46} {found}");
        if !found.missed.is_empty() {
            wrong.push(format!("{id} passes {}", found.missed.join(" ")));
        }
    }
    let caught = found.iter().filter(|found| !found.caught.is_empty());
    println!("{} of {} are noticed", caught.clone().count(), BROKEN.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(caught.count() >= MOVERS_NOTICED || PARTS > 1);
    for &(engine, open) in SOUND {
        let found = any::with(open, || moving::examine(engine, &tasks));
        assert!(found.caught.is_empty(), "{engine}: {found}");
    }
}

/// Without a fault put in, a copy made in the same way fails nothing and differs nowhere.
#[test]
fn sound_copies_are_not_noticed() {
    let rules: BTreeSet<String> = mutations().into_iter().map(|one| one.rule).collect();
    for &(engine, open) in SOUND {
        any::with(open, || {
            for rule in &rules {
                let failed = failed(about(rule));
                assert!(failed.is_empty(), "{engine}: {failed:?}");
            }
            assert_eq!(noticed_after(SOUND_WALKS), None, "{engine}");
        });
    }
}

/// All mutations, also those whose engines are in another part.
fn mutations() -> Vec<Mutation> {
    let table = Table::read(include_str!("mutations.toml")).unwrap();
    table.mutation
}

/// The cases that cite a sentence, from either side.
fn about(sentence: &str) -> impl Iterator<Item = &'static Case> {
    let cites = move |case: &&Case| case.yes.iter().chain(&case.no).any(|id| id == sentence);
    quick(COUNTED).filter(cites)
}

/// The cases that name a wrong rule as what they kill.
fn naming(wrong_rule: &str) -> impl Iterator<Item = &'static Case> {
    quick(COUNTED).filter(move |case| case.kills.iter().any(|killed| killed == wrong_rule))
}

/// Those of the cases that the chosen engine fails, by their ids. A panic is a failure.
fn failed<'a>(cases: impl Iterator<Item = &'a Case>) -> Vec<&'a str> {
    ids(cases.filter(|case| !passes(case)))
}

/// Those of the cases that the chosen engine passes, by their ids.
fn passed<'a>(cases: impl Iterator<Item = &'a Case>) -> Vec<&'a str> {
    ids(cases.filter(|case| passes(case)))
}

/// Whether the chosen engine passes a case. It is asked on this thread, the one that has chosen it.
fn passes(case: &Case) -> bool {
    ask_case(case, &mut Local::new("chosen", Engine::of::<Any>())) == CaseVerdict::Passed
}

fn ids<'a>(cases: impl Iterator<Item = &'a Case>) -> Vec<&'a str> {
    cases.map(|case| case.id.as_str()).collect()
}

/// Walks the chosen engine beside the reference engine. The number of moments compared up to the
/// first difference.
fn noticed_after(walks: u64) -> Option<u64> {
    let mut moments = 0;
    for number in 0..walks {
        let mut random = SplitMix64::new(SEED, number);
        let start = random_start(&mut random);
        let choices: Vec<u32> = (0..ACTIONS).map(|_| random.next()).collect();
        match walk::<Reference, Any>(&start, choices, EXTENT) {
            Ok(walked) => moments += walked.moments,
            Err(divergence) => {
                assert!(
                    differs_again(&regression_case(&divergence)),
                    "the case that is printed shows no difference: {divergence}"
                );
                return Some(moments + divergence.actions.len() as u64 + 1);
            }
        }
    }
    None
}

/// Whether the case that a comparison prints finds the difference again.
fn differs_again(case: &str) -> bool {
    let case: serde_json::Value = serde_json::from_str(case).unwrap();
    let state = read_state(&case["state"].to_string()).unwrap();
    let actions = case["actions"].as_array().unwrap().iter();
    let actions: Vec<Action> = actions
        .map(|action| action.as_str().unwrap().parse().unwrap())
        .collect();
    follow::<Reference, Any>(&state.snapshot, &actions, EXTENT).is_err()
}

/// A line for people: the mutation, and who noticed it when.
fn row(mutation: &Mutation, found: &Examination) -> String {
    let Mutation { id, rule, .. } = mutation;
    let walk = match found.noticed_after {
        Some(moments) => moments.to_string(),
        None => "never".to_owned(),
    };
    let cases = found.failed.len();
    let first = found.failed[..cases.min(2)].join(" ");
    format!("{id:46} {rule:8} walk {walk:>7}  cases {cases:2}  {first}")
}
