//! NOT-13: a second reader of the server's table and of the lines of its log.

use arimaa::text::{self, Archive, ArchiveGame, EventKind, Located, write_turn};

use super::compare::{self, Difference};
use super::grammar::chapter_10;
use super::logs::{account_of_library, account_of_second};
use super::values::{Entry, Event, Record, Table};

impl Table {
    fn cell<'a>(&self, row: &'a [String], name: &str) -> Option<&'a str> {
        let place = self.names.iter().position(|column| column == name)?;
        let text = row.get(place)?.trim();
        let is_null = ["NULL", "null", "\\N"].contains(&text);
        Some(if is_null { "" } else { text })
    }
}

/// The lines that are joined by `\n` in a cell.
fn joined(cell: &str) -> impl Iterator<Item = &str> {
    cell.split("\\n").map(|line| {
        let line = line.trim_end();
        line.strip_suffix("\\r").unwrap_or(line)
    })
}

/// A row as a record of tags and lines, and its log.
fn read_row(table: &Table, row: &[String]) -> Result<(Record, Vec<Event>), String> {
    if row.len() != table.names.len() {
        return Err("as many cells as columns".to_owned());
    }
    let cell = |name: &str| table.cell(row, name).filter(|text| !text.is_empty());
    if cell("startts").is_some_and(|start| start.parse::<i64>().is_err()) {
        return Err("seconds since 1970".to_owned());
    }
    if let Some(code) = cell("termination")
        && !matches!(code.as_bytes(), [b'a'..=b'z'])
    {
        return Err("the letter of a code".to_owned());
    }
    let mut lines = Vec::new();
    for text in joined(cell("movelist").unwrap_or_default()) {
        let line = chapter_10::move_line(text).map_err(|error| error.to_string())?;
        // NOT-10: nothing follows a line that ends the game but a label, which means nothing.
        match (lines.last(), line) {
            (_, None) | (Some(Entry::Resigns(_) | Entry::Lost(_)), Some(Entry::Open(_))) => {}
            (Some(Entry::Resigns(_) | Entry::Lost(_) | Entry::Open(_)), Some(_)) => {
                return Err("a line after the last".to_owned());
            }
            (_, line) => lines.extend(line),
        }
    }
    let log = joined(cell("events").unwrap_or_default());
    let log: Vec<Event> = log.map(|line| chapter_10::event(line).unwrap()).collect();
    let result = match cell("result") {
        None => None,
        Some("w") => Some("gold"),
        Some("b") => Some("silver"),
        Some("d") => Some("draw"),
        Some("u") => Some("unknown"),
        Some(other) => return Err(other.to_owned()),
    };
    let tags = [
        ("Game", table.cell(row, "id")),
        ("Result", result),
        ("Termination", cell("termination")),
    ];
    let tags = tags
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())));
    Ok((
        Record {
            tags: tags.collect(),
            lines,
        },
        log,
    ))
}

/// A reason without blanks, for comparison: the library does not keep them.
fn packed(reason: &str) -> String {
    reason.split_whitespace().collect()
}

fn event_of_library(kind: &EventKind) -> Event {
    match kind {
        EventKind::Submission { label, turn } => {
            let read = |tokens: &Vec<_>| write_turn(None, Located::values(tokens));
            let turn = turn.as_ref().map_or_else(|turn| turn.text.clone(), read);
            Event::Submission(compare::label(*label), turn)
        }
        EventKind::Rejected { reason, .. } => Event::Rejected(packed(&reason.to_string())),
        EventKind::Accepted { .. } => Event::After,
        EventKind::Finished { .. } => Event::Finished,
        _ => Event::Other,
    }
}

/// Compares both readers on a table, row by row, and both judges on its logs. Returns the numbers
/// of rows that were read and of logs that were judged.
pub(crate) fn archive_alike(text: &str) -> Result<(usize, usize), Difference> {
    let (library, second) = (Archive::new(text.as_bytes()), chapter_10::archive(text));
    let (library, second) = match (library, second) {
        (Err(_), Err(_)) => return Ok((0, 0)),
        (Ok(library), Ok(second)) => (library, second),
        (library, second) => {
            return Err(format!(
                "{text}\nlibrary {:?}\nsecond {second:?}",
                library.err()
            ));
        }
    };
    let library: Vec<text::Row> = library.collect();
    if library.len() != second.rows.len() {
        let (one, other) = (library.len(), second.rows.len());
        return Err(format!("{text}\nlibrary {one} rows, second {other} rows"));
    }
    let (mut read, mut accounted) = (0, 0);
    for (library, row) in library.iter().zip(&second.rows) {
        match (library, read_row(&second, row)) {
            (Err(_), Err(_)) => {}
            (Ok(game), Ok((record, log))) => {
                read += 1;
                accounted += usize::from(row_alike(game, &record, &log)?);
            }
            (library, second) => {
                return Err(format!("{row:?}\nlibrary {library:?}\nsecond {second:?}"));
            }
        }
    }
    Ok((read, accounted))
}

/// Compares both readings of a row; returns whether its log was judged by both judges.
fn row_alike(game: &ArchiveGame, record: &Record, log: &[Event]) -> Result<bool, Difference> {
    let of_library = Record {
        tags: [
            ("Game", Some(game.id.clone())),
            ("Result", game.result.map(|result| result.to_string())),
            ("Termination", game.termination.map(String::from)),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)))
        .collect(),
        lines: game.entries.iter().map(compare::entry).collect(),
    };
    same("a row", &of_library, record)?;
    let of_library = game.events.iter().flatten();
    let of_library = of_library.map(|event| event_of_library(&event.kind));
    let known = |events: Vec<Event>| -> Vec<Event> {
        let events = events.into_iter().filter(|event| *event != Event::Other);
        events
            .map(|event| match event {
                Event::Rejected(reason) => Event::Rejected(packed(&reason)),
                event => event,
            })
            .collect()
    };
    same("a log", &known(of_library.collect()), &known(log.to_vec()))?;
    let second = account_of_second(&record.lines, log).filter(|_| game.events.is_some());
    match second {
        Some(second) => {
            same("an account", &account_of_library(game), &second)?;
            Ok(true)
        }
        None => Ok(false),
    }
}

fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    library: &T,
    second: &T,
) -> Result<(), Difference> {
    if library == second {
        return Ok(());
    }
    Err(format!("{what}\nlibrary {library:#?}\nsecond {second:#?}"))
}
