//! A program that is killed after a failure, and restarted for the next question.

use std::time::{Duration, Instant};

use super::child::{self, Broken, CannotAsk, CannotRun, Child, Heard};
use crate::subjects::ProtocolFailure;
use arimaa_oracle::protocol::Identity;

/// The number of failures in a row after which a program is not started any more.
const MOST_FAILURES: u32 = 10;

/// A program as a child process, or as the client of one.
#[derive(Debug)]
pub(super) struct Peer<T> {
    pub(super) command: String,
    pub(super) timeout: Duration,
    start: fn(&str, Duration) -> Result<T, CannotRun>,
    running: Option<T>,
    /// The number of failures since the last answer, and the last of them.
    failures: u32,
    last: String,
}

impl<T> Peer<T> {
    /// Starts a program with a timeout for each answer.
    pub(super) fn start(
        command: &str,
        timeout: Duration,
        start: fn(&str, Duration) -> Result<T, CannotRun>,
    ) -> Result<Self, CannotRun> {
        Ok(Self {
            command: command.to_owned(),
            timeout,
            start,
            running: Some(start(command, timeout)?),
            failures: 0,
            last: String::new(),
        })
    }

    /// The identity of the program until it names itself: its command.
    pub(super) fn identity(&self) -> Identity {
        Identity {
            name: self.command.clone(),
            version: None,
        }
    }

    /// The error for a program that failed at its first start.
    pub(super) fn cannot_ask(&self, failure: ProtocolFailure) -> CannotAsk {
        CannotAsk::Failed {
            command: self.command.clone(),
            failure,
        }
    }

    /// Restarts the program if it was ended; returns whether it did.
    pub(super) fn restart(&mut self) -> Result<bool, ProtocolFailure> {
        if self.failures == MOST_FAILURES {
            let last = &self.last;
            return Err(ProtocolFailure::Dead(format!(
                "it failed {MOST_FAILURES} times in a row, at last: {last}"
            )));
        }
        if self.running.is_some() {
            return Ok(false);
        }
        let running = (self.start)(&self.command, self.timeout);
        self.running = Some(running.map_err(|error| ProtocolFailure::Dead(error.to_string()))?);
        Ok(true)
    }

    pub(super) fn running(&mut self) -> Result<&mut T, ProtocolFailure> {
        let running = self.running.as_mut();
        running.ok_or_else(|| ProtocolFailure::Dead("it is not running".to_owned()))
    }

    /// Ends the program without a failure; the next question restarts it.
    pub(super) fn end(&mut self) {
        self.running = None;
    }

    /// Counts the failures in a row by the reply to a question; a failure ends the program.
    pub(super) fn update_failures<R>(&mut self, reply: &Result<R, ProtocolFailure>) {
        match reply {
            Ok(_) => self.failures = 0,
            Err(failure) => {
                self.running = None;
                if self.failures < MOST_FAILURES {
                    self.failures += 1;
                    self.last = failure.to_string();
                }
            }
        }
    }
}

impl Peer<Child> {
    /// The deadline of an answer that is awaited from now on.
    pub(super) fn deadline(&self) -> Instant {
        child::deadline(self.timeout)
    }

    /// Sends a line.
    pub(super) fn say(&mut self, line: String) -> Result<(), ProtocolFailure> {
        let timeout = self.timeout;
        let sent = self.running()?.say(line);
        sent.map_err(|broken| failure(&broken, timeout))
    }

    /// Waits for a line until the deadline.
    pub(super) fn hear(&mut self, deadline: Instant) -> Result<Heard, ProtocolFailure> {
        let timeout = self.timeout;
        let heard = self.running()?.hear(deadline);
        heard.map_err(|broken| failure(&broken, timeout))
    }
}

/// The failure of a question whose child process broke.
pub(super) fn failure(broken: &Broken, timeout: Duration) -> ProtocolFailure {
    match broken {
        Broken::Ended { .. } | Broken::Closed { .. } => {
            ProtocolFailure::Crashed(broken.to_string())
        }
        Broken::Timeout => {
            let seconds = timeout.as_secs_f64();
            ProtocolFailure::Hung(format!("no answer within {seconds} s"))
        }
        Broken::StdinFull => ProtocolFailure::Hung(broken.to_string()),
    }
}
