//! The controller's side of AEI: runs an engine as a child process.

use std::time::{Duration, Instant};

use thiserror::Error;

use super::message::split_first_word;
use super::{Command, EngineMessage, shown};
use crate::subjects::child::{Bounds, Complain, deadline};
use crate::subjects::{Broken, CannotRun, Child};
use arimaa::vocab::{Board, Side};
use arimaa_oracle::protocol::Identity;

/// The greatest number of lines that an engine may write before the awaited answer.
const MOST_LINES: u32 = 100_000;

/// The time that a program has to end after `quit` before it is killed.
const FAREWELL: Duration = Duration::from_secs(1);

/// A running engine.
#[derive(Debug)]
pub struct Client {
    child: Child,
    patience: Duration,
    identity: Identity,
    /// Whether the engine speaks version 0 of the protocol, in which the sides are `w` and `b`.
    is_version_0: bool,
    notes: Notes,
    broken: Option<Broken>,
}

/// Unexpected output of an engine: counted, with the first example of each kind.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Notes {
    /// Lines that are no message of the protocol.
    unknown: Noted,
    /// Messages at the wrong time, such as a second `bestmove`.
    untimely: Noted,
    /// Errors that the engine logged.
    pub(super) errors: Noted,
}

/// A count of events, and the first of them.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Noted {
    /// The number of events.
    pub count: u64,
    /// The line of the first event, shortened.
    pub first: String,
}

impl Noted {
    fn count_kind(&mut self, what: &str) {
        if self.count == 0 {
            self.first = shown(what);
        }
        self.count += 1;
    }
}

impl Notes {
    /// A line of text for each kind of unexpected output that occurred.
    pub fn lines(&self) -> Vec<String> {
        [
            (&self.unknown, "no message of the protocol"),
            (&self.untimely, "not asked for"),
            (&self.errors, "an error in its own words"),
        ]
        .into_iter()
        .filter(|(noted, _)| noted.count > 0)
        .map(|(noted, what)| format!("{what} ({}×): {}", noted.count, noted.first))
        .collect()
    }
}

/// The reason why an engine cannot go on.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Failure {
    /// The program ended, closed a stream or does not read.
    #[error(transparent)]
    Broken(Broken),
    /// The engine did not answer in time.
    #[error("no `{awaited}` in time")]
    Late {
        /// The expected line: `aeiok`, `readyok` or `bestmove`.
        awaited: &'static str,
    },
    /// The engine wrote too many lines without the awaited answer.
    #[error("no `{awaited}`, but more than {MOST_LINES} other lines")]
    Flood {
        /// The expected line.
        awaited: &'static str,
    },
    /// The engine speaks an unknown version of the protocol.
    #[error("it speaks version `{0}` of the protocol; 0 and 1 are known")]
    Version(String),
}

impl Client {
    /// Starts the program without sending it anything. `patience` is the timeout of every answer
    /// but a turn. `complain` gets each line of its standard error.
    ///
    /// # Errors
    ///
    /// When there is no such program.
    pub fn start(
        command: &str,
        patience: Duration,
        complain: Option<Complain>,
    ) -> Result<Self, CannotRun> {
        Ok(Self {
            child: Child::start_within(command, Bounds::default(), complain)?,
            patience,
            identity: Identity::default(),
            is_version_0: false,
            notes: Notes::default(),
            broken: None,
        })
    }

    /// Opens the session with `aei`, and waits for the engine's identity.
    ///
    /// # Errors
    ///
    /// When it does not answer as an engine.
    pub fn open(&mut self) -> Result<(), Failure> {
        self.say(&Command::Aei);
        let deadline = self.answer_deadline();
        let mut version: Option<String> = None;
        let mut identity = Identity::default();
        self.await_message("aeiok", deadline, |message| {
            let (kind, value) = split_first_word(&message.text);
            match (message.word, kind.as_str()) {
                ("protocol-version", _) => version = Some(message.text.clone()),
                ("id", "name") => identity.name = shown(value),
                ("id", "version") => identity.version = Some(shown(value)),
                ("id", _) => {}
                _ => return false,
            }
            true
        })?;
        self.is_version_0 = match version.as_deref() {
            None | Some("0") => true,
            Some("1") => false,
            Some(other) => return Err(Failure::Version(shown(other))),
        };
        self.identity = identity;
        Ok(())
    }

    /// The identity of the engine, known after [`open`](Self::open); the name is empty where it
    /// tells none.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The unexpected output so far.
    pub fn notes(&self) -> &Notes {
        &self.notes
    }

    /// Resets the notes of unexpected output.
    pub fn forget_notes(&mut self) {
        self.notes = Notes::default();
    }

    /// Sets an option.
    pub fn set_option(&mut self, name: &str, value: &impl ToString) {
        self.say(&Command::SetOption {
            name: name.to_owned(),
            value: Some(value.to_string()),
        });
    }

    /// Sets an option to a time of a side, in whole seconds: `reserve` becomes `greserve` or
    /// `sreserve`.
    pub fn set_time_of(&mut self, side: Side, name: &str, time: Duration) {
        let letter = self.side_letter(side);
        self.set_option(&format!("{letter}{name}"), &time.as_secs());
    }

    /// Begins a new game.
    pub fn new_game(&mut self) {
        self.say(&Command::NewGame);
    }

    /// Sets a position at the start of a turn.
    pub fn set_position(&mut self, side: Side, board: Board) {
        let line = Command::SetPosition(side, board).to_string();
        let line = match self.side_letter(side) {
            'w' | 'b' => line.replacen(
                &format!(" {} ", side.letter()),
                &format!(" {} ", self.side_letter(side)),
                1,
            ),
            _ => line,
        };
        self.say_line(line);
    }

    /// Makes a turn.
    pub fn make_move(&mut self, turn: &str) {
        self.say(&Command::MakeMove(turn.to_owned()));
    }

    /// Waits until the engine has executed all commands. Output in between is noted.
    ///
    /// # Errors
    ///
    /// When it does not answer.
    pub fn ready(&mut self) -> Result<(), Failure> {
        self.say(&Command::IsReady);
        let deadline = self.answer_deadline();
        self.await_message("readyok", deadline, |_| false)?;
        Ok(())
    }

    /// Asks for a turn, which must arrive before the deadline. Returns the turn as it was written,
    /// and the time of its arrival.
    ///
    /// # Errors
    ///
    /// When there is no answer in time.
    pub fn go(&mut self, deadline: Instant) -> Result<(String, Instant), Failure> {
        self.say(&Command::Go);
        self.await_message("bestmove", deadline, |_| false)
    }

    /// Ends the session; a program that does not end by itself is killed.
    pub fn quit(mut self) {
        self.say(&Command::Quit);
        if self.broken.is_none() {
            self.child.finish(FAREWELL);
        }
    }

    fn side_letter(&self, side: Side) -> char {
        match (side, self.is_version_0) {
            (side, false) => side.letter(),
            (Side::Gold, true) => 'w',
            (Side::Silver, true) => 'b',
        }
    }

    fn answer_deadline(&self) -> Instant {
        deadline(self.patience)
    }

    fn say(&mut self, command: &Command) {
        self.say_line(command.to_string());
    }

    /// Sends a line. A failed write is reported by the next question.
    fn say_line(&mut self, line: String) {
        if self.broken.is_none() {
            self.broken = self.child.say(line).err();
        }
    }

    /// Reads lines until the awaited message arrives; returns its text and the time of its arrival.
    /// `take` may take other messages; the rest are noted.
    fn await_message(
        &mut self,
        awaited: &'static str,
        deadline: Instant,
        mut take: impl FnMut(&EngineMessage) -> bool,
    ) -> Result<(String, Instant), Failure> {
        if let Some(broken) = &self.broken {
            return Err(Failure::Broken(broken.clone()));
        }
        for _ in 0..=MOST_LINES {
            let heard = self.child.hear(deadline).map_err(|broken| match broken {
                Broken::Timeout => Failure::Late { awaited },
                broken => Failure::Broken(broken),
            })?;
            match heard.line {
                Err(error) => self.notes.unknown.count_kind(&error.to_string()),
                Ok(line) if line.trim().is_empty() => {}
                Ok(line) => match line.parse::<EngineMessage>() {
                    Err(_) => self.notes.unknown.count_kind(line.trim()),
                    Ok(message) if message.word == awaited => {
                        return Ok((message.text, heard.at));
                    }
                    Ok(message) if take(&message) => {}
                    Ok(message) => self.note(&message),
                },
            }
        }
        Err(Failure::Flood { awaited })
    }

    /// Notes a message that came at the wrong time. `log` and `info` have none: they are always
    /// allowed.
    fn note(&mut self, message: &EngineMessage) {
        match message.word {
            "log" if message.text.starts_with("Error:") => {
                self.notes.errors.count_kind(&message.text);
            }
            "log" | "info" => {}
            _ => self.notes.untimely.count_kind(&message.to_string()),
        }
    }
}
