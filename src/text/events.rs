//! The log of the game server: what was submitted, and what became of it.

use std::fmt;

use super::TextError;
use super::located::Located;
use super::notation::{read_label, read_token};
use super::tags::{RecordedResult, only_letter};
use crate::vocab::{Label, Token};

/// One line of a game's log.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Event {
    /// Its place in the log, the first line being 0.
    pub index: usize,
    /// Its content.
    pub kind: EventKind,
}

/// The content of a line of the log.
///
/// Which line decides a submission, and what it means where two do, is for the reader of the log to
/// judge.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum EventKind {
    /// `move 12b received from b [..]`: a player submitted a turn.
    Submission {
        /// Which turn.
        label: Label,
        /// The turn as it was submitted.
        tokens_text: String,
        /// The turn as it is read; players can submit anything.
        turn: Result<Vec<Located<Token>>, TextError>,
    },
    /// `gameserver rejected move [..]; REASON`: the server refused a turn.
    Rejected {
        /// The turn as the server repeats it.
        tokens_text: String,
        /// Why.
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
        /// The code, if it is one letter.
        code: Option<char>,
    },
    /// `result=wi side=b`: the same in another form, where the server or a player ended the game.
    ResultLine,
    /// `w player joining`, `present` or `has left`.
    Presence,
    /// `start move received from w`.
    Start,
    /// Anything else, as it stands.
    Other(String),
}

/// Why the game server refused a turn.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Rejection {
    /// `bad step REST`
    BadStep {
        /// The tokens from the refused one on.
        rest: String,
    },
    /// `push not completed`
    PushNotCompleted,
    /// `position not changed`
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
    /// `invalid step`, with what follows it.
    InvalidStep(String),
    /// Any other reason, as it stands.
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
    /// The reason in the words of the server.
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

/// Reads a line of the log: `epoch [date] TEXT`. Nothing is refused; what is unknown is kept.
pub(super) fn read_event(line: Located<&str>) -> EventKind {
    let line = line.trim();
    without_time(line)
        .and_then(read_kind)
        .unwrap_or_else(|| EventKind::Other(line.value.to_owned()))
}

fn without_time(line: Located<&str>) -> Option<Located<&str>> {
    let (time, text) = line.split_once("] ")?;
    let (epoch, _date) = time.split_once(" [")?;
    let is_number = epoch.value.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(text)
}

fn read_kind(text: Located<&str>) -> Option<EventKind> {
    if let Some(rest) = text.strip_prefix("move ") {
        return read_submission(rest);
    }
    if let Some(rest) = text.strip_prefix("gameserver rejected move [") {
        let (tokens, reason) = rest.split_once("]; ")?;
        return Some(EventKind::Rejected {
            tokens_text: tokens.value.to_owned(),
            reason: Rejection::read(reason.value),
        });
    }
    if let Some(rest) = text.strip_prefix("after ") {
        let (label, _clock) = rest.split_once(",")?;
        let label = read_label(label).ok()?.value;
        return Some(EventKind::Accepted { label });
    }
    if let Some(rest) = text.strip_prefix("game finished with result ") {
        let mut letters = rest.words().map(|word| only_letter(word.value));
        return Some(EventKind::Finished {
            winner: letters
                .next()
                .flatten()
                .and_then(RecordedResult::from_letter),
            code: letters.next().flatten(),
        });
    }
    if text.value.starts_with("result=") {
        return Some(EventKind::ResultLine);
    }
    if text.value.starts_with("start move received") {
        return Some(EventKind::Start);
    }
    let (_side, presence) = text.value.split_once(" player ")?;
    matches!(presence, "joining" | "present" | "has left").then_some(EventKind::Presence)
}

fn read_submission(text: Located<&str>) -> Option<EventKind> {
    let (label, rest) = text.split_once(" received from ")?;
    let (_player, tokens) = rest.split_once(" [")?;
    let tokens = tokens.with(tokens.value.strip_suffix(']')?);
    Some(EventKind::Submission {
        label: read_label(label).ok()?.value,
        tokens_text: tokens.value.to_owned(),
        turn: tokens.words().map(read_token).collect(),
    })
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a label that cannot be read fails the test"
    )]

    use super::*;

    fn read(text: &str) -> EventKind {
        let line = format!("1769941026 [Sun Feb  1 10:17:06 2026] {text}");
        read_event(Located::new(&line, 2, 100))
    }

    fn label(text: &str) -> Label {
        text.parse().unwrap()
    }

    #[test]
    fn a_submission_is_read_in_place() {
        let EventKind::Submission {
            label: turn_label,
            tokens_text,
            turn,
        } = read("move 12b received from b [ra6s ra5s]")
        else {
            unreachable!("a submission");
        };
        assert_eq!(turn_label, label("12s"));
        assert_eq!(tokens_text, "ra6s ra5s");
        let places: Vec<_> = turn.unwrap().iter().map(|t| (t.line, t.column)).collect();
        assert_eq!(places, [(2, 164), (2, 169)]);

        let EventKind::Submission {
            tokens_text, turn, ..
        } = read("move 2w received from w [Ra2n oops]")
        else {
            unreachable!("a submission");
        };
        assert_eq!(tokens_text, "Ra2n oops");
        let error = turn.unwrap_err();
        assert_eq!(
            (error.line, error.column, error.found.as_str()),
            (2, 168, "`oops`")
        );
        assert!(matches!(
            read("move 2w received from w []"),
            EventKind::Submission { turn: Ok(tokens), .. } if tokens.is_empty()
        ));
    }

    #[test]
    fn every_reason_of_the_server_is_known() {
        for (text, reason) in [
            ("push not completed", Rejection::PushNotCompleted),
            ("position not changed", Rejection::PositionNotChanged),
            (
                "position repeats for the 3rd time",
                Rejection::PositionRepeats,
            ),
            ("no steps taken", Rejection::NoStepsTaken),
            ("invalid number of steps in setup", Rejection::SetupSteps),
            ("invalid setup of first 2 rows", Rejection::SetupRows),
            ("invalid number of piece type", Rejection::SetupPieces),
            (
                "bad step Ra2n Ra3n",
                Rejection::BadStep {
                    rest: "Ra2n Ra3n".to_owned(),
                },
            ),
            (
                "invalid step Ra2q",
                Rejection::InvalidStep("Ra2q".to_owned()),
            ),
            ("invalid step", Rejection::InvalidStep(String::new())),
            ("it is late", Rejection::Other("it is late".to_owned())),
        ] {
            assert_eq!(reason.to_string(), text);
            assert_eq!(
                read(&format!("gameserver rejected move [Ra2n Ra3n]; {text}")),
                EventKind::Rejected {
                    tokens_text: "Ra2n Ra3n".to_owned(),
                    reason
                }
            );
        }
    }

    #[test]
    fn end_start_and_presence_lines_are_classified() {
        assert_eq!(
            read("after 31b, move used:0 wresv:1 bresv:2 game:3"),
            EventKind::Accepted {
                label: label("31s")
            }
        );
        for (text, winner, code) in [
            ("w g", Some(RecordedResult::Gold), Some('g')),
            ("b r", Some(RecordedResult::Silver), Some('r')),
            ("d n", Some(RecordedResult::Draw), Some('n')),
            ("x", None, None),
            ("", None, None),
        ] {
            let event = read(&format!("game finished with result {text}"));
            match text {
                // The line is trimmed, so the words before the result are another text.
                "" => assert!(matches!(event, EventKind::Other(_))),
                _ => assert_eq!(event, EventKind::Finished { winner, code }),
            }
        }
        assert_eq!(read("result=wi side=b"), EventKind::ResultLine);
        assert_eq!(read("start move received from w"), EventKind::Start);
        for presence in ["w player joining", "b player present", "w player has left"] {
            assert_eq!(read(presence), EventKind::Presence);
        }
    }

    #[test]
    fn unknown_line_is_kept_whole() {
        for text in [
            "",
            "something new",
            "1769941026 move 1w received from w [Ra1]",
            "soon [Sun Feb 1] b player present",
            "1 [x] b player sleeps",
            "1 [x] move 0w received from w [Ra1]",
            "1 [x] move 1w received from w [Ra1",
            "1 [x] after the game",
            "1 [x] gameserver rejected move [Ra1]",
        ] {
            let event = read_event(Located::new(text, 1, 1));
            assert_eq!(event, EventKind::Other(text.to_owned()));
        }
    }
}
