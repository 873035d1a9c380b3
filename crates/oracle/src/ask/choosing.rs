//! Choosing one of several games.

use arimaa::text::error::shown;
use arimaa::text::{ReadError, Record, Tags};

/// The most ids that a message lists.
const LISTED: usize = 12;
/// The most characters of an id that a message shows.
const SHOWN: usize = 200;

/// The reason why [`choose_game`] chose no game.
#[derive(Debug)]
pub enum NotChosen {
    /// The games cannot be read.
    Unreadable(ReadError),
    /// There is no game, or none with this id.
    NoGame {
        /// The ids of the games that could be read, or their numbers.
        ids: Vec<String>,
        /// The error of the first row that could not be read, if there is such a row.
        unread: Option<ReadError>,
    },
    /// No id was given, and there are several games.
    SeveralGames {
        /// The first ids: at most thirteen, one more than a message lists.
        ids: Vec<String>,
    },
    /// More than one game has this id.
    SameId {
        /// The number of games with this id.
        count: usize,
    },
}

impl NotChosen {
    /// The reason in one line. `holder` names the source of the games, such as a file, and `option`
    /// the option or field with which a game is chosen.
    #[must_use]
    pub fn message(&self, holder: &str, option: &str, id: Option<&str>) -> String {
        let id = id.map_or_else(String::new, |id| format!(" {}", shown(id, SHOWN)));
        match self {
            Self::Unreadable(error) => error.to_string(),
            Self::NoGame { ids, unread } => {
                let held = match &ids[..] {
                    [] => String::new(),
                    ids => format!("; it holds {}", join_ids(ids)),
                };
                let unread = unread.as_ref().map_or_else(String::new, |error| {
                    format!("; a row cannot be read: {error}")
                });
                format!("{holder} holds no game{id}{held}{unread}")
            }
            Self::SeveralGames { ids } => {
                let ids = join_ids(ids);
                format!("{holder} holds several games: choose one with {option}, of {ids}")
            }
            Self::SameId { count } => {
                let tags = "the tag `Game`, in archives the column `id`";
                format!("{holder} holds {count} games{id}: give each an id of its own ({tags})")
            }
        }
    }
}

fn join_ids(ids: &[String]) -> String {
    let mut words: Vec<String> = ids.iter().take(LISTED).map(|id| shown(id, SHOWN)).collect();
    if ids.len() > LISTED {
        words.push("…".to_owned());
    }
    words.join(", ")
}

/// Whether a record is a game: it has a line of the game, a tag that the rules know, or a player's
/// name. A link in a pasted text reads as a tag and is no game.
pub(super) fn is_game(record: &Record) -> bool {
    if !record.entries.is_empty() {
        return true;
    }
    let known = Tags {
        other: Vec::new(),
        ..record.tags.clone()
    };
    let is = |name: &str, player: &str| name.eq_ignore_ascii_case(player);
    let is_player = |name: &str| is(name, "Gold") || is(name, "Silver");
    known != Tags::default() || record.tags.other.iter().any(|(name, _)| is_player(name))
}

/// Chooses the game with this id, or with this number (from 1, over all records) if it has no id;
/// without `id`, the only game. Tags alone are a game only if one of them is a player or known to
/// the rules. A row that cannot be read hides no game that is chosen by its id.
///
/// # Errors
///
/// [`NotChosen`]. Without an id, a row that cannot be read is an error even after a game.
pub fn choose_game(
    games: impl IntoIterator<Item = Result<Record, ReadError>>,
    id: Option<&str>,
) -> Result<Record, NotChosen> {
    let (mut chosen, mut numbered, mut count) = (None, None, 0);
    let mut unread = None;
    let mut ids = Vec::new();
    for (game, number) in games.into_iter().zip(1_usize..) {
        let game = match game {
            Ok(game) if is_game(&game) => game,
            Ok(_) => continue,
            Err(error @ ReadError::Text(_)) if id.is_some() => {
                unread.get_or_insert(error);
                continue;
            }
            Err(error) => return Err(NotChosen::Unreadable(error)),
        };
        let own_id = game.tags.game.clone();
        let is_named = id.is_none() || own_id.as_deref() == id;
        let known_id = own_id.unwrap_or_else(|| number.to_string());
        if is_named {
            count += 1;
            chosen.get_or_insert(game);
        } else if id == Some(known_id.as_str()) {
            numbered = Some(game);
        }
        ids.push(known_id);
        if id.is_none() && count > LISTED {
            break;
        }
    }
    match chosen.or(numbered) {
        None => Err(NotChosen::NoGame { ids, unread }),
        Some(_) if count > 1 && id.is_none() => Err(NotChosen::SeveralGames { ids }),
        Some(_) if count > 1 => Err(NotChosen::SameId { count }),
        Some(game) => Ok(game),
    }
}
