//! The asking side: another program that answers in the oracle's protocol, and is not trusted.

use std::time::Duration;

use super::child::{Bounds, Broken, CannotAsk, Child, deadline};
use super::failures::Failures;
use super::message::{Hello, Id, MAX_LINE, Nothing, Request};
use super::replies::{read_hello, read_reply};
use crate::ask::Question;
use crate::suite::{Capabilities, Identity, ProtocolFailure, Reply, Subject};
use crate::text::TextError;

/// The most lines of a program that wait to be heard; they may be long.
const LINES: usize = 4;

/// Another program as a [`Subject`]: started, introduced by `hello`, asked one question at a time.
///
/// A program that ends, misses the timeout or writes anything else than the one response fails the
/// question that it was asked. It is killed and restarted for the next one. After ten failures in a
/// row it is not started any more.
#[derive(Debug)]
pub struct Program {
    command: String,
    timeout: Duration,
    child: Option<Child>,
    asked: i64,
    failures: Failures,
    identity: Identity,
    capabilities: Capabilities,
}

impl Program {
    /// Starts a program, which has so long for each answer, and lets it introduce itself.
    ///
    /// The command is split into words as a shell does it, and run without a shell.
    ///
    /// # Errors
    ///
    /// When there is no such program, or it does not introduce itself.
    pub fn start(command: &str, timeout: Duration) -> Result<Self, CannotAsk> {
        let mut program = Self {
            command: command.to_owned(),
            timeout,
            child: Some(Child::start_within(command, BOUNDS)?),
            asked: 0,
            failures: Failures::default(),
            identity: Identity {
                name: command.to_owned(),
                version: None,
            },
            capabilities: Capabilities::default(),
        };
        match program.greet() {
            Ok(()) => Ok(program),
            Err(failure) => Err(CannotAsk::Failed {
                command: command.to_owned(),
                failure,
            }),
        }
    }

    /// Asks the program for its name and capabilities.
    fn greet(&mut self) -> Result<(), ProtocolFailure> {
        let request = |id| Request::Hello {
            id,
            hello: Nothing {},
        };
        let (line, asked) = self.exchange(request)?;
        let Hello {
            identity,
            capabilities,
            ..
        } = read_hello(line, asked)?;
        self.identity = identity;
        self.capabilities = capabilities;
        Ok(())
    }

    fn put(&mut self, question: &Question) -> Result<Reply, ProtocolFailure> {
        self.failures.check()?;
        if self.child.is_none() {
            let child = Child::start_within(&self.command, BOUNDS);
            self.child = Some(child.map_err(|error| ProtocolFailure::Dead(error.to_string()))?);
            self.greet()?;
        }
        let request = |id| Request::Ask {
            id,
            ask: Box::new(question.clone()),
            details: false,
            timeout_ms: None,
        };
        let (line, asked) = self.exchange(request)?;
        read_reply(line, asked)
    }

    /// Says one request and hears one line, and nothing else; with the line comes the number of the
    /// request.
    fn exchange(
        &mut self,
        request: impl FnOnce(Id) -> Request,
    ) -> Result<(Result<String, TextError>, i64), ProtocolFailure> {
        let Some(child) = &mut self.child else {
            return Err(ProtocolFailure::Dead("it is not running".to_owned()));
        };
        self.asked += 1;
        let asked = self.asked;
        let line = serde_json::to_string(&request(Id::Number(asked))).map_err(|error| {
            ProtocolFailure::Dead(format!("the question cannot be written: {error}"))
        })?;
        let timeout = self.timeout;
        let deadline = deadline(timeout);
        child
            .say(line)
            .map_err(|broken| failure(&broken, timeout))?;
        let heard = child.hear(deadline);
        let heard = heard.map_err(|broken| failure(&broken, timeout))?;
        Ok((heard.line, asked))
    }
}

impl Subject for Program {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn ask(&mut self, question: &Question) -> Reply {
        match self.put(question) {
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

const BOUNDS: Bounds = Bounds {
    line: MAX_LINE,
    lines: LINES,
    lossy: false,
};

/// A pipe that broke, as the failure of a question.
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
