//! NOT-11: JSON states, declared as types for serde's derive. Letters are read by the grammar.

use serde::Deserialize;

use super::grammar::chapter_10;
use super::meaning::{EDITIONS, in_order, marked_on_traps};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonState {
    edition: Option<String>,
    side: String,
    turn: Option<u32>,
    board: Option<Squares>,
    steps: Option<Vec<String>>,
    earlier: Option<Vec<JsonEnd>>,
    setup: Option<JsonSetup>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Squares {
    Ranks(Vec<String>),
    Whole(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonEnd {
    board: Squares,
    to_move: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonSetup {
    handicap: Option<String>,
    placed: Option<Vec<String>>,
}

/// A JSON state; boards have 64 letters from a8 to h1.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct State {
    pub(crate) edition: String,
    pub(crate) side: char,
    pub(crate) turn: Option<u32>,
    pub(crate) board: String,
    pub(crate) moment: Moment,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Moment {
    Play {
        steps: Vec<String>,
        earlier: Vec<(String, char)>,
    },
    Setup {
        handicap: String,
        placed: Vec<String>,
    },
}

pub(crate) fn read(text: &str) -> Result<State, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let written: JsonState = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let edition = written.edition.unwrap_or_else(|| "2008-07-01".to_owned());
    if !EDITIONS.contains(&edition.as_str()) {
        return Err(edition);
    }
    match (written.turn, written.setup.is_some()) {
        (None, _) | (Some(1), true) | (Some(2..=4_294_967_294), false) => {}
        (Some(turn), _) => return Err(format!("turn {turn}")),
    }
    let side = colour(&written.side)?;
    let board = written.board.map(squares).transpose()?;
    let moment = match written.setup {
        Some(_) if written.steps.is_some() || written.earlier.is_some() => {
            return Err("a setup with steps or earlier turn ends".to_owned());
        }
        Some(setup) => Moment::Setup {
            handicap: pieces(&setup.handicap.unwrap_or_default())?,
            placed: all(setup.placed, |word| chapter_10::one_placement(word).is_ok())?,
        },
        None => Moment::Play {
            steps: all(written.steps, |word| chapter_10::one_step(word).is_ok())?,
            earlier: written
                .earlier
                .unwrap_or_default()
                .into_iter()
                .map(|end| Ok((squares(end.board)?, colour(&end.to_move)?)))
                .collect::<Result<_, String>>()?,
        },
    };
    // Only Gold's setup is known to begin with nothing.
    let empty = matches!(moment, Moment::Setup { .. }) && side == 'g';
    let board = match board {
        Some(board) => board,
        None if empty => ".".repeat(64),
        None => return Err("a board".to_owned()),
    };
    Ok(State {
        edition,
        side,
        turn: written.turn,
        board,
        moment,
    })
}

fn colour(word: &str) -> Result<char, String> {
    chapter_10::one_side(word).map_err(|error| error.to_string())
}

fn squares(written: Squares) -> Result<String, String> {
    let read = |text: &str| chapter_10::cells(text).map_err(|error| error.to_string());
    let ranks = match written {
        Squares::Whole(squares) => vec![read(&squares)?],
        Squares::Ranks(ranks) if ranks.len() == 8 => ranks
            .iter()
            .map(|rank| read(rank))
            .collect::<Result<Vec<_>, _>>()?,
        Squares::Ranks(ranks) => return Err(format!("{} ranks", ranks.len())),
    };
    let length = 64 / ranks.len();
    if ranks.iter().any(|rank| rank.len() != length) {
        return Err(format!("not {length} squares"));
    }
    marked_on_traps(ranks.concat()).map_err(str::to_owned)
}

fn pieces(written: &str) -> Result<String, String> {
    let pieces = chapter_10::pieces(written).map_err(|error| error.to_string())?;
    Ok(in_order(&pieces))
}

fn all(words: Option<Vec<String>>, right: impl Fn(&str) -> bool) -> Result<Vec<String>, String> {
    let words = words.unwrap_or_default();
    match words.iter().find(|word| !right(word)) {
        Some(wrong) => Err(wrong.clone()),
        None => Ok(words),
    }
}
