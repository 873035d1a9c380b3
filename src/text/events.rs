//! Reads the log of the game server: submitted turns, and the answers to them.

use std::{fmt, slice};

use super::TextError;
use super::entry::Entry;
use super::located::{Located, split_text_once};
use super::notation::read_tokens;
use super::tags::{RecordedResult, only_letter};
use crate::vocab::{Label, Token};

/// One line of a game's log.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Event {
    /// The index of the line in the log, from 0.
    pub index: usize,
    /// The content of the line.
    pub kind: EventKind,
}

/// The content of a line of the log.
///
/// The user of the log must judge which line decides a submission, and what two such lines mean.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum EventKind {
    /// `move 12b received from b [..]`: a player submitted a turn.
    Submission {
        /// The label of the submitted turn.
        label: Label,
        /// The submitted turn, or its text and the error if it is no turn: players can submit
        /// anything.
        turn: Result<Vec<Located<Token>>, Box<UnreadTurn>>,
    },
    /// `gameserver rejected move [..]; REASON`: the server refused a turn.
    Rejected {
        /// The turn as the server repeats it.
        tokens_text: String,
        /// The server's reason for the refusal.
        reason: Rejection,
    },
    /// `after 12b, move used:..`: the clock was set after a turn.
    Accepted {
        /// Which turn.
        label: Label,
    },
    /// `game finished with result w g`: the winner and the code of termination.
    Finished {
        /// The result, if it is a known letter.
        winner: Option<RecordedResult>,
        /// The code of the termination, if it is one letter.
        code: Option<char>,
    },
    /// `result=wi side=b`: result and termination in another form, written when the server or a
    /// player ended the game.
    ResultLine,
    /// `w player joining`, `w player present` or `w player has left`.
    Presence,
    /// `start move received from w`.
    Start,
    /// The text of any other line.
    Other(String),
}

/// A submitted turn that cannot be read.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct UnreadTurn {
    /// The turn as it was submitted.
    pub text: String,
    /// The reason why the text is no turn.
    pub error: TextError,
}

/// The game server's reason for refusing a turn.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Rejection {
    /// `bad step REST`: a token is refused.
    BadStep {
        /// The tokens from the refused token on.
        rest: String,
    },
    /// `push not completed`: the turn ends with an unfinished push.
    PushNotCompleted,
    /// `position not changed`: the turn ends with the board it began with.
    PositionNotChanged,
    /// `position repeats for the 3rd time`
    PositionRepeats,
    /// `no steps taken`
    NoStepsTaken,
    /// `invalid number of steps in setup`
    SetupSteps,
    /// `invalid setup of first 2 rows`
    SetupRows,
    /// `invalid number of piece type`
    SetupPieces,
    /// `invalid step`, with the text that follows it.
    InvalidStep(String),
    /// The text of any other reason.
    Other(String),
}

impl Rejection {
    fn read(reason: &str) -> Self {
        let after = |words: &str| {
            reason
                .strip_prefix(words)
                .map(|rest| rest.trim().to_owned())
        };
        match reason {
            "push not completed" => Self::PushNotCompleted,
            "position not changed" => Self::PositionNotChanged,
            "position repeats for the 3rd time" => Self::PositionRepeats,
            "no steps taken" => Self::NoStepsTaken,
            "invalid number of steps in setup" => Self::SetupSteps,
            "invalid setup of first 2 rows" => Self::SetupRows,
            "invalid number of piece type" => Self::SetupPieces,
            _ => after("bad step")
                .map(|rest| Self::BadStep { rest })
                .or_else(|| after("invalid step").map(Self::InvalidStep))
                .unwrap_or_else(|| Self::Other(reason.to_owned())),
        }
    }
}

impl fmt::Display for Rejection {
    /// Writes the reason in the words of the server.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self {
            Self::BadStep { rest } => return write_with(f, "bad step", rest),
            Self::InvalidStep(rest) => return write_with(f, "invalid step", rest),
            Self::PushNotCompleted => "push not completed",
            Self::PositionNotChanged => "position not changed",
            Self::PositionRepeats => "position repeats for the 3rd time",
            Self::NoStepsTaken => "no steps taken",
            Self::SetupSteps => "invalid number of steps in setup",
            Self::SetupRows => "invalid setup of first 2 rows",
            Self::SetupPieces => "invalid number of piece type",
            Self::Other(reason) => reason,
        };
        f.write_str(reason)
    }
}

fn write_with(f: &mut fmt::Formatter<'_>, reason: &str, rest: &str) -> fmt::Result {
    f.write_str([reason, rest].join(" ").trim_end())
}

/// The turns of a list of moves, in order. Most are in the log, too, and are not read again.
pub(super) struct Listed<'a> {
    movelist: Located<&'a str>,
    entries: slice::Iter<'a, Entry>,
    next: Option<ListedTurn<'a>>,
}

/// A turn of the list of moves: its text, and the tokens read from it.
struct ListedTurn<'a> {
    text: &'a str,
    tokens: &'a [Located<Token>],
}

impl<'a> Listed<'a> {
    /// Begins with the first turn of the list. A list that is not ASCII has no turns here, because
    /// in it columns are not bytes.
    pub(super) fn new(movelist: Located<&'a str>, entries: &'a [Entry]) -> Self {
        let entries = if movelist.value.is_ascii() {
            entries
        } else {
            &[]
        };
        let mut listed = Self {
            movelist,
            entries: entries.iter(),
            next: None,
        };
        listed.read_next_line();
        listed
    }

    fn read_next_line(&mut self) {
        let movelist = self.movelist;
        self.next = self.entries.find_map(|entry| {
            let Entry::Turn { tokens, .. } = entry else {
                return None;
            };
            let start = tokens.first()?.column.checked_sub(movelist.column)?;
            let text = movelist.value.get(start..)?;
            let text = split_text_once(text, r"\").map_or(text, |(turn, _)| turn);
            Some(ListedTurn { text, tokens })
        });
    }

    /// The tokens of a turn if it is the next turn of the list, which then advances; else `None`.
    fn read(&mut self, turn: Located<&str>) -> Option<Vec<Located<Token>>> {
        let listed = self.next.take_if(|listed| listed.text == turn.value)?;
        let from = listed.tokens.first().map_or(0, |first| first.column);
        let moved = listed.tokens.iter().map(|token| {
            let column = token.column - from + turn.column;
            Located::new(token.value, turn.line, column)
        });
        self.read_next_line();
        Some(moved.collect())
    }
}

/// Reads a line of the log: `epoch [date] TEXT`. None is refused; unknown lines are kept.
pub(super) fn read_event(line: Located<&str>, listed: &mut Listed<'_>) -> EventKind {
    without_time(line.value)
        .and_then(|text| read_kind(text, line, listed))
        .unwrap_or_else(|| EventKind::Other(line.value.to_owned()))
}

fn without_time(line: &str) -> Option<&str> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (_date, text) = split_text_once(line[digits..].strip_prefix(" [")?, "] ")?;
    Some(text)
}

/// Reads the text of a line after its time, or returns `None` for an unknown line.
fn read_kind(text: &str, line: Located<&str>, listed: &mut Listed<'_>) -> Option<EventKind> {
    if let Some(rest) = text.strip_prefix("move ") {
        return read_submission(rest, line, listed);
    }
    if let Some(rest) = text.strip_prefix("gameserver rejected move [") {
        let (tokens, reason) = split_text_once(rest, "]; ")?;
        return Some(EventKind::Rejected {
            tokens_text: tokens.to_owned(),
            reason: Rejection::read(reason),
        });
    }
    if let Some(rest) = text.strip_prefix("after ") {
        let (label, _clock) = split_text_once(rest, ",")?;
        let label = label.parse().ok()?;
        return Some(EventKind::Accepted { label });
    }
    if let Some(rest) = text.strip_prefix("game finished with result ") {
        let mut letters = rest.split_whitespace().map(only_letter);
        return Some(EventKind::Finished {
            winner: letters
                .next()
                .flatten()
                .and_then(RecordedResult::from_letter),
            code: letters.next().flatten(),
        });
    }
    if text.starts_with("result=") {
        return Some(EventKind::ResultLine);
    }
    if text.starts_with("start move received") {
        return Some(EventKind::Start);
    }
    let (_side, presence) = split_text_once(text, " player ")?;
    matches!(presence, "joining" | "present" | "has left").then_some(EventKind::Presence)
}

fn read_submission(text: &str, line: Located<&str>, listed: &mut Listed<'_>) -> Option<EventKind> {
    let (label, rest) = split_text_once(text, " received from ")?;
    let (_player, tokens) = split_text_once(rest, " [")?;
    let text = tokens.strip_suffix(']')?;
    let (_, at_tokens) = line.split_at(line.value.len() - tokens.len());
    let tokens = at_tokens.with(text);
    Some(EventKind::Submission {
        label: label.parse().ok()?,
        turn: match listed.read(tokens) {
            Some(turn) => Ok(turn),
            None => read_tokens(text.len(), tokens.words()).map_err(|error| {
                Box::new(UnreadTurn {
                    text: text.to_owned(),
                    error,
                })
            }),
        },
    })
}
