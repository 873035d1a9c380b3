//! Tries every action at every moment of real games: 768 placements, 3,072 steps and the end of the
//! turn.

use std::fs::File;
use std::io::BufReader;

use arimaa::bitboard;
use arimaa::compare::{Reference, Walked, action_space, branch};
use arimaa::rules::Rules;
use arimaa::text::{Archive, Entry, Record, read_record};
use arimaa::vocab::{Action, Edition, Handicap, Illegal, Part, Snapshot, Token};
use rayon::prelude::*;
use support::root::texts_in;

use crate::ask::{self, Answer, agreed, print};

/// The moments of a record, up to its end or to a refused turn: before, within and after each turn,
/// turns taken back included.
fn moments(record: &Record, edition: Edition) -> Vec<Snapshot> {
    let mut games =
        vec![Reference::from_snapshot(&Snapshot::game(edition, Handicap::default())).unwrap()];
    let mut moments = vec![games[0].snapshot()];
    for entry in &record.entries {
        match entry {
            Entry::Turn { tokens, .. } => {
                let mut game = games.last().unwrap().clone();
                let actions = tokens.iter().filter_map(|token| match token.value {
                    Token::Action(action) => Some(action),
                    Token::Capture(_) => None,
                });
                for action in actions.chain([Action::EndTurn]) {
                    if game.apply(action).is_err() {
                        return moments;
                    }
                    moments.push(game.snapshot());
                }
                games.push(game);
            }
            Entry::Takeback(_) => drop(games.pop()),
            Entry::Resigns(_) | Entry::Lost(_) | Entry::Open(_) => {}
        }
    }
    moments
}

/// Tries every action at every moment of these records.
pub(crate) fn everything<A: Rules + Clone, B: Rules + Clone>(
    records: &[Record],
    edition: Edition,
) -> Answer {
    ask::together(records.par_iter().map(|record| {
        let moments = moments(record, edition);
        let answers = moments.par_iter();
        ask::together(answers.map(|moment| branch::<A, B, _>(moment, 0, |_| action_space())))
    }))
}

pub(crate) fn committed() -> Vec<Record> {
    let games = texts_in("tests/games").into_iter();
    games.map(|(_, text)| read_record(&text).unwrap()).collect()
}

/// Tests the committed games in all editions; a development build, every fourth game in the current
/// one.
#[test]
fn engines_agree_at_every_moment_of_the_committed_games() {
    let (first, apart, editions) = if cfg!(debug_assertions) {
        (1, 4, &Edition::ALL[3..])
    } else {
        (0, 1, &Edition::ALL[..])
    };
    let records: Vec<Record> = committed().into_iter().skip(first).step_by(apart).collect();
    for &edition in editions {
        let walked = agreed(everything::<Reference, bitboard::Game>(&records, edition));
        print(
            &format!("{} committed games, edition {edition}", records.len()),
            &walked,
        );
        all_was_tried(&walked);
        let met = |name| walked.met.contains_key(name);
        // Real games give occasion for every reason; only the current edition refuses repetition.
        for reason in Illegal::NAMES {
            let expected = reason != "third-repetition" || edition == Edition::default();
            assert_eq!(met(reason), expected, "{reason}: {walked:?}");
        }
    }
}

/// Asserts that each of the 3,841 actions was accepted or refused once at each moment.
fn all_was_tried(walked: &Walked) {
    let rulings = |name: &&str| {
        Illegal::NAMES.contains(name) || Part::ALL.iter().any(|part| part.name() == *name)
    };
    let tried: u64 = walked
        .met
        .iter()
        .filter(|(name, _)| rulings(name))
        .map(|(_, n)| n)
        .sum();
    println!("{tried} actions tried");
    assert!(tried > 0 && tried.is_multiple_of(3841), "{tried}");
}

/// Tests the archive that `ARIMAA_ARCHIVE` names, in the current edition.
#[test]
#[ignore = "needs a server archive, in ARIMAA_ARCHIVE, and a release build"]
fn engines_agree_at_every_moment_of_the_archive() {
    let path = std::env::var_os("ARIMAA_ARCHIVE").expect("ARIMAA_ARCHIVE is not set");
    let archive = Archive::new(BufReader::new(File::open(path).unwrap())).unwrap();
    let records: Vec<Record> = archive.map(|game| game.unwrap().into()).collect();
    let walked = agreed(everything::<Reference, bitboard::Game>(
        &records,
        Edition::default(),
    ));
    print(&format!("{} games of the archive", records.len()), &walked);
    all_was_tried(&walked);
}
