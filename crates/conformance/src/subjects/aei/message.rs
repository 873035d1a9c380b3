//! Messages of the Arimaa Engine Interface.
//!
//! A message is a line: a word that names its type, in small letters where it is written, in any
//! where it is read, and what the type asks for. Turns are kept as text: whether they can be read
//! and what they do is the receiver's to judge.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::shown;
use arimaa::text::{TextError, read_compact, write_compact};
use arimaa::vocab::{Board, Side};

/// A message from a controller to an engine.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Command {
    /// `aei`: opens the session.
    Aei,
    /// `isready`: asks for `readyok` when everything before is done.
    IsReady,
    /// `newgame`: an empty board, Gold to place.
    NewGame,
    /// `setposition g [64 characters]`: a position without history.
    SetPosition(Side, Board),
    /// `setoption name ID value X`.
    SetOption {
        /// The name of the option.
        name: String,
        /// The value of the option, if there is one.
        value: Option<String>,
    },
    /// `makemove TURN`: the side to move makes this turn, which has no label.
    MakeMove(String),
    /// `go`: asks for a turn.
    Go,
    /// `go ponder`: allows thinking about the position without an answer.
    Ponder,
    /// `stop`: asks for the turn at once.
    Stop,
    /// `quit`: ends the session.
    Quit,
}

/// A message from an engine to a controller: the word of its type, and its text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct EngineMessage {
    pub(super) word: &'static str,
    pub(super) text: String,
}

/// The types of messages from engines.
const WORDS: [&str; 7] = [
    // `protocol-version 1`: the first answer to `aei`. Engines that do not say it speak version 0.
    "protocol-version",
    // `id KIND VALUE`: the `name`, the `author` or the `version` of the engine.
    "id",
    // The opening is over.
    "aeiok",
    // Everything before `isready` is done.
    "readyok",
    // `bestmove TURN`, or `bestmove resign`.
    "bestmove",
    // `info TEXT`: something about the search.
    "info",
    // `log TEXT`: anything; it may begin with `Error:`, `Warning:` or `Debug:`.
    "log",
];

impl EngineMessage {
    pub(super) fn new(word: &'static str, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { word, text }
    }
}

/// The error of a line that is no message of the protocol.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub(super) enum MessageError {
    /// No message in this direction begins with this word.
    #[error("unknown message `{0}`")]
    Unknown(String),
    /// The message has a missing or a superfluous part.
    #[error("bad message `{message}`: expected `{form}`")]
    Malformed {
        /// The line, shortened.
        message: String,
        /// The expected form.
        form: &'static str,
    },
    /// The position cannot be read.
    #[error("bad position: {0}")]
    Position(#[from] TextError),
}

/// The first word in lower case, and the rest, trimmed.
pub(super) fn split_first_word(line: &str) -> (String, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word.to_ascii_lowercase(), rest.trim())
}

impl FromStr for Command {
    type Err = MessageError;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let (word, rest) = split_first_word(line);
        let malformed = |form| MessageError::Malformed {
            message: shown(line.trim()),
            form,
        };
        let alone = |command, form| match rest {
            "" => Ok(command),
            _ => Err(malformed(form)),
        };
        match word.as_str() {
            "aei" => alone(Self::Aei, "aei"),
            "isready" => alone(Self::IsReady, "isready"),
            "newgame" => alone(Self::NewGame, "newgame"),
            "setposition" => {
                let (side, board) = read_compact(rest)?;
                Ok(Self::SetPosition(side, board))
            }
            "setoption" => read_option(rest)
                .ok_or_else(|| malformed("setoption name ID, or setoption name ID value X")),
            "makemove" => Ok(Self::MakeMove(rest.to_owned())),
            "go" => match rest.to_ascii_lowercase().as_str() {
                "" => Ok(Self::Go),
                "ponder" => Ok(Self::Ponder),
                _ => Err(malformed("go, or go ponder")),
            },
            "stop" => alone(Self::Stop, "stop"),
            "quit" => alone(Self::Quit, "quit"),
            _ => Err(MessageError::Unknown(shown(line.trim()))),
        }
    }
}

/// `name ID`, or `name ID value X`, where X goes to the end of the line.
fn read_option(text: &str) -> Option<Command> {
    let (word, rest) = split_first_word(text);
    let (name, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let (second, value) = split_first_word(rest);
    let value = match second.as_str() {
        "" => None,
        "value" => Some(value.to_owned()),
        _ => return None,
    };
    (word == "name" && !name.is_empty()).then(|| Command::SetOption {
        name: name.to_owned(),
        value,
    })
}

impl fmt::Display for Command {
    /// The line without its end; characters that would break it become blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match self {
            Self::Aei => "aei".to_owned(),
            Self::IsReady => "isready".to_owned(),
            Self::NewGame => "newgame".to_owned(),
            Self::SetPosition(side, board) => {
                format!("setposition {}", write_compact(*side, board))
            }
            Self::SetOption { name, value: None } => format!("setoption name {name}"),
            Self::SetOption {
                name,
                value: Some(value),
            } => format!("setoption name {name} value {value}"),
            Self::MakeMove(turn) => format!("makemove {turn}"),
            Self::Go => "go".to_owned(),
            Self::Ponder => "go ponder".to_owned(),
            Self::Stop => "stop".to_owned(),
            Self::Quit => "quit".to_owned(),
        };
        write_line(f, &line)
    }
}

impl FromStr for EngineMessage {
    type Err = MessageError;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let (word, text) = split_first_word(line);
        let word = WORDS.into_iter().find(|known| *known == word);
        let word = word.ok_or_else(|| MessageError::Unknown(shown(line.trim())))?;
        Ok(Self::new(word, text))
    }
}

impl fmt::Display for EngineMessage {
    /// The line without its end; characters that would break it become blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_line(f, &format!("{} {}", self.word, self.text))
    }
}

/// Writes a message on one line: line breaks in a value become blanks.
fn write_line(f: &mut fmt::Formatter<'_>, line: &str) -> fmt::Result {
    f.write_str(line.replace(char::is_control, " ").trim_end())
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a message that cannot be read fails the test"
    )]

    use super::*;

    #[test]
    fn commands_are_read_and_written() {
        let board = format!("setposition s [{}]", " ".repeat(64));
        for line in [
            "aei",
            "isready",
            "newgame",
            &board,
            "setoption name opponent value bot one",
            "setoption name a value b  c",
            "setoption name value value value",
            "setoption name flag",
            "makemove Ed2n Ed3n",
            "makemove",
            "go",
            "go ponder",
            "stop",
            "quit",
        ] {
            let command: Command = line.parse().unwrap();
            assert_eq!(command.to_string(), line);
            let untidy = format!("\t {line} \r");
            assert_eq!(untidy.parse(), Ok(command), "{untidy:?}");
        }
        assert_eq!("GO  PONDER".parse(), Ok(Command::Ponder));
        let empty = Command::SetOption {
            name: "a".to_owned(),
            value: Some(String::new()),
        };
        assert_eq!("setoption name a value".parse(), Ok(empty));
    }

    /// Columns: a message, and the error.
    const MALFORMED: &str = "\
hello\u{1b} | unknown message `hello\\u{1b}`
goo | unknown message `goo`
go now | bad message `go now`: expected `go, or go ponder`
quit 1 | bad message `quit 1`: expected `quit`
setposition g | bad position: line 1, column 2: found the end of the line, expected `[` and 64 squares
setoption | bad message `setoption`: expected `setoption name ID
setoption name | bad message `setoption name`: expected `setoption name ID
setoption hash 5 | bad message `setoption hash 5`: expected `setoption name ID
setoption name hash 5 | bad message `setoption name hash 5`: expected `setoption name ID
 | unknown message ``
";

    #[test]
    fn malformed_message_is_refused() {
        for row in MALFORMED.lines() {
            let (line, message) = row.split_once(" | ").unwrap();
            let error = line.parse::<Command>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}: {message}");
        }
        let long = shown(&"x".repeat(1000));
        assert_eq!(long.chars().count(), super::super::SHOWN + 1);
    }

    #[test]
    fn replies_are_read_and_written() {
        for line in [
            "protocol-version 1",
            "id name A b",
            "aeiok",
            "readyok",
            "bestmove Ed2n",
            "bestmove",
            "info score 12",
            "log Error: no",
        ] {
            let reply: EngineMessage = line.parse().unwrap();
            assert_eq!(reply.to_string(), line);
        }
        let unknown = Err(MessageError::Unknown("go".to_owned()));
        assert_eq!("go".parse::<EngineMessage>(), unknown);
        let two_lines = EngineMessage::new("log", "one\nbestmove Ed2n");
        assert_eq!(two_lines.to_string(), "log one bestmove Ed2n");
    }
}
