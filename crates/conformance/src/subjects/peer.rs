//! A subject as a child process, which is killed after a failure and started again for the next
//! question.

use std::time::{Duration, Instant};

use super::child::{self, Bounds, Broken, CannotAsk, CannotRun, Child, Heard};
use super::failures::Failures;
use crate::subjects::{ProtocolFailure, Reply};
use arimaa_oracle::protocol::Identity;

/// A subject as a child process. After ten failures in a row it is not started any more.
#[derive(Debug)]
pub(super) struct Peer {
    command: String,
    bounds: Bounds,
    timeout: Duration,
    child: Option<Child>,
    failures: Failures,
}

impl Peer {
    /// Starts a program with a timeout for each answer.
    pub(super) fn start(
        command: &str,
        bounds: Bounds,
        timeout: Duration,
    ) -> Result<Self, CannotRun> {
        Ok(Self {
            command: command.to_owned(),
            bounds,
            timeout,
            child: Some(Child::start_within(command, bounds, None)?),
            failures: Failures::default(),
        })
    }

    /// The program by its command, until it says who it is.
    pub(super) fn identity(&self) -> Identity {
        Identity {
            name: self.command.clone(),
            version: None,
        }
    }

    /// The program failed when it was started first.
    pub(super) fn cannot_ask(&self, failure: ProtocolFailure) -> CannotAsk {
        CannotAsk::Failed {
            command: self.command.clone(),
            failure,
        }
    }

    /// Starts the program again if its last answer ended it, and tells whether it did.
    pub(super) fn restart(&mut self) -> Result<bool, ProtocolFailure> {
        self.failures.check()?;
        if self.child.is_some() {
            return Ok(false);
        }
        let child = Child::start_within(&self.command, self.bounds, None);
        self.child = Some(child.map_err(|error| ProtocolFailure::Dead(error.to_string()))?);
        Ok(true)
    }

    /// From now on answers are awaited so long.
    pub(super) fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout;
    }

    /// The moment at which an answer is late that is awaited from now on.
    pub(super) fn deadline(&self) -> Instant {
        child::deadline(self.timeout)
    }

    /// Says a line.
    pub(super) fn say(&mut self, line: String) -> Result<(), ProtocolFailure> {
        let timeout = self.timeout;
        let sent = self.running()?.say(line);
        sent.map_err(|broken| failure(&broken, timeout))
    }

    /// Hears a line until the deadline.
    pub(super) fn hear(&mut self, deadline: Instant) -> Result<Heard, ProtocolFailure> {
        let timeout = self.timeout;
        let heard = self.running()?.hear(deadline);
        heard.map_err(|broken| failure(&broken, timeout))
    }

    fn running(&mut self) -> Result<&mut Child, ProtocolFailure> {
        let child = self.child.as_mut();
        child.ok_or_else(|| ProtocolFailure::Dead("it is not running".to_owned()))
    }

    /// Ends the program, which has not failed; the next question starts it again.
    pub(super) fn end(&mut self) {
        self.child = None;
    }

    /// The reply to a question; a failure ends the program.
    pub(super) fn settle(&mut self, reply: Result<Reply, ProtocolFailure>) -> Reply {
        match reply {
            Ok(reply) => {
                self.failures.clear();
                reply
            }
            Err(failure) => {
                self.child = None;
                self.failures.add(&failure);
                Reply::Failed(failure)
            }
        }
    }
}

/// A pipe that broke, as the failure of a question.
fn failure(broken: &Broken, timeout: Duration) -> ProtocolFailure {
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
