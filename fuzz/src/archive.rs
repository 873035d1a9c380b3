//! Properties of the reader of archives and of the replay, for any bytes.

use arimaa::Game;
use arimaa::compare::{Engine, Reference};
use arimaa::text::{
    Archive, ArchiveGame, EventKind, ReadError, Record, TextError, read_records, write_record,
};
use arimaa::vocab::Edition;
use arimaa_oracle::judge::Options;
use arimaa_oracle::judge::{EditionChoice, GameReport, replay_archived, replay_record};

use super::texts::{check_error, unlocated};

const CHOICES: [EditionChoice; 3] = [
    EditionChoice::RecordedOr(Edition::July2008),
    EditionChoice::ByDate,
    EditionChoice::RecordedOr(Edition::Year2002),
];

/// Bytes as an archive: every row that is not blank is a game or an error with its place, two
/// engines replay the game alike, and a game as a record can be written.
///
/// # Panics
///
/// If that is not so.
pub fn check_table(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let archive = match Archive::new(bytes) {
        Ok(archive) => archive,
        Err(error) => return check_error(&text, &text_error(error)),
    };
    let mut rows = 0;
    for row in archive {
        rows += 1;
        match row {
            Ok(game) => check_game(&text, &game),
            Err(error) => check_error(&text, &text_error(error)),
        }
    }
    let written = text.split('\n').skip(1);
    assert_eq!(rows, written.filter(|row| !row.trim().is_empty()).count());
}

/// Checks that two engines replay each record of a text alike.
///
/// # Panics
///
/// If they do not.
pub fn check_records(text: &str) {
    let Ok(records) = read_records(text) else {
        return;
    };
    for record in &records {
        for (editions, options) in
            CHOICES
                .into_iter()
                .zip([Options::default(), Options::STRICT, Options::STRICT])
        {
            let id = || "7".to_owned();
            let first = replay_record(&Engine::of::<Reference>(), record, id(), editions, options);
            let second = replay_record(&Engine::of::<Game>(), record, id(), editions, options);
            assert_eq!(first, second, "{}", write_record(record));
            check_report(&first, record.entries.len());
        }
    }
}

/// The text error of a failed read; reading from memory fails in no other way.
fn text_error(error: ReadError) -> TextError {
    match error {
        ReadError::Text(error) => error,
        ReadError::Io(error) => panic!("bytes in memory failed: {error}"),
    }
}

fn check_game(text: &str, game: &ArchiveGame) {
    let events = game.events.as_deref().unwrap_or_default();
    for event in events {
        if let EventKind::Submission {
            turn: Err(unread), ..
        } = &event.kind
        {
            check_error(text, &unread.error);
            assert_eq!(unread.error.line, game.line, "{unread:?}");
        }
    }
    for editions in CHOICES {
        let first = replay_archived(&Engine::of::<Reference>(), game, editions);
        assert_eq!(
            first,
            replay_archived(&Engine::of::<Game>(), game, editions),
            "{game:?}"
        );
        check_report(&first, game.entries.len() + events.len());
    }
    let record = Record::from(game.clone());
    let written = write_record(&record);
    // Columns of an archive that a record cannot hold are lost at the first writing, and nothing
    // later.
    let again = read_records(&written).unwrap_or_else(|error| panic!("{error} in {written:?}"));
    let rewritten: String = again
        .iter()
        .map(|record| write_record(&unlocated(record)))
        .collect();
    assert_eq!(written, rewritten);
}

/// Checks that a report has no more turns and notes than the game has lines for.
fn check_report(report: &GameReport, lines: usize) {
    assert!(report.turns <= lines, "{report:?}");
    // A line of a log may have a note on itself, and one on the turn it answers; the end has one.
    assert!(report.notes.len() <= 2 * lines + 1, "{report:?}");
    assert!(report.disagreements.len() <= lines + 2, "{report:?}");
    for disagreement in &report.disagreements {
        assert!(!disagreement.to_string().is_empty(), "{disagreement:?}");
    }
}
