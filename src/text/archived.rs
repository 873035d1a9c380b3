//! Converts a game of the server's archive to a record.

use super::archive::{ArchiveGame, has_refused_turn};
use super::civil_date::CivilDate;
use super::entry::Entry;
use super::events::EventKind;
use super::located::Located;
use super::record::Record;
use super::tags::Tags;

impl From<ArchiveGame> for Record {
    /// The game without its log: id, day, result, players and ratings as tags (`Gold`, `Silver`,
    /// `GoldRating`, `SilverRating`), and the list of moves.
    ///
    /// A game that a refused turn ended (code `i`) has that turn as its last. It is only in the
    /// log, and without it the record would not show why the game is over.
    fn from(game: ArchiveGame) -> Self {
        let refused = has_refused_turn(game.termination)
            .then(|| refused_turn(&game))
            .flatten();
        let mut entries = game.entries;
        if let Some(refused) = refused {
            // An entry that ends the game must be the last one, which here is the refused turn.
            entries.retain(|entry| !entry.ends_the_game());
            entries.push(refused);
        }
        let names = ["Gold", "Silver", "GoldRating", "SilverRating"].into_iter();
        let about = names.zip(game.players.into_iter().chain(game.ratings));
        let about = about.filter_map(|(name, value)| Some((name.to_owned(), value?)));
        let tags = Tags {
            game: Some(game.id),
            source: Some("arimaa.com".to_owned()),
            date: game.start.and_then(day_of),
            result: game.result,
            termination: game.termination,
            other: about.collect(),
            ..Tags::default()
        };
        Self { tags, entries }
    }
}

/// The last turn that was submitted, if the server refused it and it can be read; else `None`.
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

/// The day of a time in seconds since 1970, in universal time, such as `2026-02-05`.
fn day_of(seconds: i64) -> Option<String> {
    CivilDate::from_unix_seconds(seconds).map(|day| day.to_string())
}
