//! A game of the server's archive as a record.

use super::archive::ArchiveGame;
use super::civil_date::CivilDate;
use super::entry::Entry;
use super::events::EventKind;
use super::located::Located;
use super::record::Record;
use super::tags::Tags;

impl From<ArchiveGame> for Record {
    /// The game without its log and its players: id, day, result and ratings as tags (`GoldRating`,
    /// `SilverRating`), and the list of moves.
    ///
    /// A game that a refused turn ended (code `i`) has that turn as its last: it stands only in the
    /// log, and without it the record would not show why the game is over.
    fn from(game: ArchiveGame) -> Self {
        let refused = (game.termination == Some('i'))
            .then(|| refused_turn(&game))
            .flatten();
        let mut entries = game.entries;
        if let Some(refused) = refused {
            // Only the last line can say that no turn was made, and one was.
            entries.retain(|entry| !entry.ends_the_game());
            entries.push(refused);
        }
        let ratings = ["GoldRating", "SilverRating"].into_iter().zip(game.ratings);
        let ratings = ratings.filter_map(|(name, rating)| Some((name.to_owned(), rating?)));
        let tags = Tags {
            game: Some(game.id),
            source: Some("arimaa.com".to_owned()),
            date: game.start.and_then(day_of),
            result: game.result,
            termination: game.termination,
            other: ratings.collect(),
            ..Tags::default()
        };
        Self { tags, entries }
    }
}

/// The last submission, if the server refused it.
fn refused_turn(game: &ArchiveGame) -> Option<Entry> {
    let mut refused = None;
    let mut submitted = None;
    for event in game.events.iter().flatten() {
        match &event.kind {
            EventKind::Submission { label, turn, .. } => {
                submitted = turn.as_ref().ok().map(|tokens| (*label, tokens.clone()));
                refused = None;
            }
            EventKind::Rejected { .. } => refused = submitted.take(),
            _ => {}
        }
    }
    refused.map(|(label, tokens)| Entry::Turn {
        label: Located::made(label),
        tokens,
    })
}

/// The day of a time in seconds since 1970, in universal time: `2026-02-05`.
fn day_of(seconds: i64) -> Option<String> {
    CivilDate::from_unix_seconds(seconds).map(|day| day.to_string())
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a row that cannot be read fails the test"
    )]

    use super::super::{Archive, write_record};

    fn record(movelist: &str, events: &str, code: char) -> String {
        let table = format!(
            "id\tstartts\tresult\ttermination\tmovelist\tevents\n\
             7\t1770284916\tw\t{code}\t{movelist}\t{events}\n"
        );
        let game = Archive::new(table.as_bytes())
            .unwrap()
            .next()
            .unwrap()
            .unwrap();
        write_record(&game.into())
    }

    const LOG: &str = r"1 [x] move 2w received from w [Ea1n]\n1 [x] after 2w, move used:1\n1 [x] move 2b received from b [ra8n]\n1 [x] gameserver rejected move [ra8n]; bad step ra8n\n1 [x] after 2b, move used:1";

    #[test]
    fn a_refused_last_turn_is_kept_where_it_ended_the_game() {
        let written = record(r"2w Ea1n\n2b", LOG, 'i');
        assert!(written.contains("Date: 2026-02-05\n"), "{written}");
        assert!(written.ends_with("2g Ea1n\n2s ra8n\n"), "{written}");
    }

    #[test]
    fn the_id_the_place_the_day_and_the_result_become_tags() {
        let written = record(r"2w Ea1n\n2b", LOG, 't');
        let tags = "Game: 7\nSource: arimaa.com\nDate: 2026-02-05\nResult: gold\nTermination: t\n";
        assert!(written.starts_with(tags), "{written}");
    }

    #[test]
    fn known_ratings_become_tags() {
        let table = "id\tmovelist\tevents\twrating\tbrating\n7\t2w Ea1n\t\t1850\t\n";
        let game = Archive::new(table.as_bytes())
            .unwrap()
            .next()
            .unwrap()
            .unwrap();
        let written = write_record(&game.into());
        assert!(written.contains("\nGoldRating: 1850\n"), "{written}");
        assert!(!written.contains("SilverRating"), "{written}");
    }

    #[test]
    fn no_line_that_ends_the_game_stands_before_the_refused_turn() {
        let written = record(r"2w Ea1n\n2b lost", LOG, 'i');
        assert!(written.ends_with("2g Ea1n\n2s ra8n\n"), "{written}");
    }

    #[test]
    fn a_refused_turn_that_ended_nothing_is_not_part_of_the_game() {
        let written = record(r"2w Ea1n\n2b", LOG, 't');
        assert!(written.ends_with("2g Ea1n\n2s\n"), "{written}");
    }
}
