//! The one of several games that `--game` chooses.

use crate::exit::CliError;
use crate::foreign::foreign;
use crate::input::Input;
use crate::suggest::nearest;
use arimaa::text::{Archive, ReadError, Record};

/// The most ids that a message lists.
const LISTED: usize = 12;

/// The game with this id in an archive, as a record.
pub(super) fn find_archived(input: Input, id: Option<&str>) -> Result<Record, CliError> {
    let name = input.name.clone();
    let fail = |error| CliError::read(&name, error);
    let archive = Archive::new(input.into_reader()).map_err(fail)?;
    let mut ids = Vec::new();
    let mut only = None;
    for game in archive {
        let game = match game {
            Ok(game) => game,
            // A row that cannot be read does not hide the others.
            Err(ReadError::Text(_)) if id.is_some() => continue,
            Err(error) => return Err(CliError::read(&name, error)),
        };
        if id == Some(game.id.as_str()) {
            return Ok(game.into());
        }
        ids.push(game.id.clone());
        only = only.filter(|_| id.is_some()).or(Some(game));
        if id.is_none() && ids.len() > LISTED {
            break;
        }
    }
    match (id, only) {
        (None, Some(game)) if ids.len() == 1 => Ok(game.into()),
        (Some(id), _) => Err(unknown_game_error(&name, id, &ids)),
        (None, _) => Err(several_games_error(&name, &ids)),
    }
}

/// The record with this id, or with this number where it has no id.
pub(super) fn find_record<'a>(
    name: &str,
    records: &'a [Record],
    id: Option<&str>,
) -> Result<&'a Record, CliError> {
    let ids: Vec<String> = records
        .iter()
        .zip(1..)
        .map(|(record, number): (_, usize)| {
            let id = record.tags.game.clone();
            id.unwrap_or_else(|| number.to_string())
        })
        .collect();
    let Some(id) = id else {
        return match records {
            [record] => Ok(record),
            _ => Err(several_games_error(name, &ids)),
        };
    };
    let named = |record: &&Record| record.tags.game.as_deref() == Some(id);
    let named: Vec<&Record> = records.iter().filter(named).collect();
    match named[..] {
        [record] => Ok(record),
        [] => {
            let numbered = ids.iter().position(|number| number == id);
            let numbered = numbered.and_then(|place| records.get(place));
            numbered.ok_or_else(|| unknown_game_error(name, id, &ids))
        }
        _ => Err(same_id_error(name, id, named.len())),
    }
}

fn same_id_error(name: &str, id: &str, count: usize) -> CliError {
    let (name, id) = (foreign(name), foreign(id));
    CliError::Question(format!(
        "{name} holds {count} games {id}: give each an id of its own (`Game:`)"
    ))
}

fn several_games_error(name: &str, ids: &[String]) -> CliError {
    let name = foreign(name);
    CliError::Question(match ids {
        [] => format!("{name} holds no game"),
        _ => format!(
            "{name} holds several games: choose one with --game, of {}",
            joined_ids(ids)
        ),
    })
}

fn unknown_game_error(name: &str, id: &str, ids: &[String]) -> CliError {
    let meant = nearest(id, ids.iter().map(String::as_str));
    let hint = match (meant, ids) {
        (_, []) => String::new(),
        (Some(meant), _) => format!("; perhaps {}", foreign(meant)),
        (None, _) => format!("; it holds {}", joined_ids(ids)),
    };
    CliError::Question(format!(
        "{} holds no game {}{hint}",
        foreign(name),
        foreign(id)
    ))
}

fn joined_ids(ids: &[String]) -> String {
    let mut words: Vec<String> = ids.iter().take(LISTED).map(|id| foreign(id)).collect();
    if ids.len() > LISTED {
        words.push("…".to_owned());
    }
    words.join(", ")
}
