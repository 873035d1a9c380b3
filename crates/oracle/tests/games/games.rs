//! Real games: the rules reproduce their results, and the server's own decisions on every turn.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use arimaa::bitboard;
use arimaa::compare::{Engine, Reference};
use arimaa::text::{Archive, Entry, Located, Record, RecordedResult, read_record, write_compact};
use arimaa::vocab::{Board, Edition, Phase, Side, Snapshot};
use arimaa_oracle::ask::State;
use arimaa_oracle::judge::{EditionChoice, GameReport, Tally, replay_archived, replay_record};
use arimaa_oracle::judge::{JudgedGame, Options, Reading};

use crate::root::texts_in;

/// The committed games by their ids.
fn games() -> BTreeMap<String, Record> {
    let read = |(path, text): (PathBuf, String)| {
        let record = read_record(&text).unwrap();
        let id = record.tags.game.clone().unwrap();
        assert_eq!(path.file_stem().unwrap().to_str(), Some(id.as_str()));
        (id, record)
    };
    let games: BTreeMap<_, _> = texts_in("tests/games").into_iter().map(read).collect();
    assert!(!games.is_empty());
    games
}

/// The report on a record, which must be equal for both engines.
fn replay(record: &Record, editions: EditionChoice) -> GameReport {
    let options = Options {
        reading: Reading::Strict,
        past_end: false,
    };
    let report = replay_record(
        &Engine::of::<Reference>(),
        record,
        "game".to_owned(),
        editions,
        options,
    );
    let other = replay_record(
        &Engine::of::<bitboard::Game>(),
        record,
        "game".to_owned(),
        editions,
        options,
    );
    assert_eq!(report, other);
    report
}

/// Every committed game agrees with the rules of its day in strict reading, and together they show
/// every way in which a game ends.
#[test]
fn committed_games_end_as_recorded() {
    let mut tally = Tally::default();
    for (id, record) in games() {
        let report = replay(&record, EditionChoice::ByDate);
        assert_eq!(report.disagreements, [], "game {id}");
        assert_eq!(report.edition, Edition::July2008);
        tally.add(&report);
    }
    for code in ['g', 'e', 'm', 'i', 't', 'r'] {
        let (games, _, agreed) = tally.results[&code];
        assert!(
            games > 0 && games == agreed,
            "ended by {code}: {agreed} of {games}"
        );
    }
    assert_eq!(tally.refused, BTreeMap::from([("third-repetition", 1)]));
}

/// A record with another result disagrees, so the agreement of the committed games means something.
#[test]
fn wrong_result_is_reported() {
    for (id, mut record) in games() {
        let by_rule = matches!(record.tags.termination, Some('g' | 'e' | 'm'));
        if by_rule {
            record.tags.termination = Some('t');
            assert_eq!(
                replay(&record, EditionChoice::default())
                    .disagreements
                    .len(),
                1,
                "{id}"
            );
            record.tags.termination = Some('p');
        } else {
            record.tags.termination = Some('g');
        }
        assert_eq!(
            replay(&record, EditionChoice::default())
                .disagreements
                .len(),
            1,
            "{id}"
        );
    }
}

/// The winner by score (NOT-12) has more pieces after the last turn, or else after the latest turn
/// where the numbers differed, or else is Silver.
#[test]
fn wrong_winner_by_score_is_reported() {
    let pieces = "Rh1 Rg1 Dc2 Cf2 ra8 rb8 cf7 dc7".split(' ');
    let board: Board = pieces.map(|piece| piece.parse().unwrap()).collect();
    let (gold, silver) = (RecordedResult::Gold, RecordedResult::Silver);
    for (first, turns, winner) in [
        (Side::Gold, "", silver),
        (Side::Gold, "2g Dc2n Dc3x\n", silver),
        (Side::Gold, "2g Dc2n Dc3x\n2s cf7s cf6x\n3g Rh1n\n", silver),
        (Side::Silver, "2s cf7s cf6x\n", gold),
        (Side::Silver, "2s cf7s cf6x\n3g Dc2n Dc3x\n3s ra8s\n", gold),
        (Side::Silver, "2s cf7s cf6x\n3g takeback\n", silver),
        // Silver had more after 2g, Gold after 2s: the latest counts.
        (
            Side::Gold,
            "2g Dc2n Dc3x\n2s cf7s cf6x dc7s dc6x\n3g Cf2n Cf3x\n",
            gold,
        ),
    ] {
        let start = write_compact(first, &board);
        let mut record = read_record(&format!("Start: {start}\n{turns}")).unwrap();
        record.tags.termination = Some('s');
        for edition in Edition::ALL {
            for result in RecordedResult::ALL {
                record.tags.result = Some(result);
                let report = replay(&record, EditionChoice::RecordedOr(edition));
                let text = format!("{edition} {turns}{:?}", report.disagreements);
                // Before 1 July 2008 points were counted that nobody knows.
                let is_known = edition == Edition::July2008;
                let agrees = [winner, RecordedResult::Unknown].contains(&result);
                assert_eq!(report.agrees, is_known.then_some(agrees), "{text}");
                assert_eq!(
                    report.disagreements.is_empty(),
                    agrees || !is_known,
                    "{text}"
                );
            }
        }
    }
}

/// Every decision and every result in the server's archive that `ARIMAA_ARCHIVE` names is
/// reproduced.
#[test]
#[ignore = "needs a server archive, in ARIMAA_ARCHIVE"]
fn games_of_the_archive_agree_with_the_rules() {
    let path = std::env::var_os("ARIMAA_ARCHIVE").expect("ARIMAA_ARCHIVE is not set");
    let archive = Archive::new(BufReader::new(File::open(path).unwrap())).unwrap();
    let mut tally = Tally::default();
    for game in archive {
        let game = game.unwrap();
        let report = replay_archived(&Engine::of::<Reference>(), &game, EditionChoice::ByDate);
        assert_eq!(
            report,
            replay_archived(
                &Engine::of::<bitboard::Game>(),
                &game,
                EditionChoice::ByDate
            )
        );
        assert_eq!(report.disagreements, [], "game {}", game.id);
        tally.add(&report);
    }
    assert!(tally.games > 0 && tally.turns > 0, "the archive is empty");
    println!("{tally:?}");
}

/// A written state leaves out the turn ends before the last capture, and its turns are the same. A
/// game in progress keeps all, and takes turns back beyond each capture.
#[test]
fn states_without_what_cannot_stand_again_have_the_same_turns() {
    let engine = Engine::of::<bitboard::Game>();
    let (mut left_out, mut refusals) = (0, 0);
    for record in games().values() {
        let edition = record.tags.edition.unwrap_or_default();
        let mut game = JudgedGame::from_record(&engine, record, edition).unwrap();
        let mut played = Vec::new();
        for entry in &record.entries {
            let Entry::Turn { tokens, .. } = entry else {
                continue;
            };
            let full = game.state().snapshot();
            let number = Some(game.label().number);
            let state = State {
                snapshot: full.clone(),
                number,
            }
            .without_unrepeatable();
            if let (Phase::Play { earlier, .. }, Phase::Play { earlier: kept, .. }) =
                (&full.phase, &state.snapshot.phase)
            {
                assert!(earlier.ends_with(kept));
                let pieces = |board: &Board| board.placed().count();
                assert!(
                    kept.iter()
                        .all(|end| pieces(&end.board) == pieces(&full.start))
                );
                left_out += earlier.len() - kept.len();
                let short = engine.start(&state.snapshot).unwrap();
                assert_eq!(short.outcome(), game.state().outcome());
                // A history forbids turns and allows none.
                let with_all = game.state().count_turns();
                assert_eq!(short.count_turns(), with_all);
                let alone = Snapshot::position(edition, full.side, full.start);
                refusals += engine.start(&alone).unwrap().count_turns() - with_all;
            }
            played.push(full);
            let options = Options::default();
            if game.play(None, &Located::values(tokens), options).is_err() {
                played.pop();
                break;
            }
        }
        while let Some(before) = played.pop() {
            assert!(matches!(before.phase, Phase::Setup { .. }) || game.take_back().is_ok());
            assert!(
                matches!(before.phase, Phase::Setup { .. }) || game.state().snapshot() == before
            );
        }
    }
    // Repetition refuses turns in these games.
    assert!(left_out > 1000 && refusals > 0, "{left_out}, {refusals}");
}
