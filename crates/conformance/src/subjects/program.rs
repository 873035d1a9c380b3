//! A program that answers in the oracle's protocol, as a subject of the suite, and is not trusted.

use std::time::Duration;

use super::aei::shown;
use super::child::{Bounds, CannotAsk, Child};
use super::peer::Peer;
use super::replies::{read_hello, read_reply};
use crate::subjects::{ProtocolFailure, Reply, Subject};
use arimaa::text::TextError;
use arimaa::vocab::Edition;
use arimaa_oracle::ask::Question;
use arimaa_oracle::protocol::{Capabilities, Hello, Id, Identity, MAX_LINE, Nothing, Request};

/// The greatest number of unread lines of a program; they may be long.
const LINES: usize = 4;

/// A program as a [`Subject`]: started, asked `hello`, then asked one question at a time.
///
/// A program that ends, misses the timeout or writes anything else than the one response fails the
/// question that it was asked. It is killed and restarted for the next one. After ten failures in a
/// row it is not started any more.
#[derive(Debug)]
pub struct Program {
    peer: Peer<Child>,
    asked: i64,
    identity: Identity,
    capabilities: Capabilities,
}

impl Program {
    /// Starts a program with a timeout for each answer, and asks for its capabilities.
    ///
    /// The command is split into words as a shell does it, and run without a shell.
    ///
    /// # Errors
    ///
    /// When there is no such program, or it does not introduce itself.
    pub fn start(command: &str, timeout: Duration) -> Result<Self, CannotAsk> {
        let start = |command: &str, _| Child::start_within(command, BOUNDS, None);
        let peer = Peer::start(command, timeout, start)?;
        let mut program = Self {
            identity: peer.identity(),
            peer,
            asked: 0,
            capabilities: Capabilities::default(),
        };
        match program.greet() {
            Ok(()) => Ok(program),
            Err(failure) => Err(program.peer.cannot_ask(failure)),
        }
    }

    /// Sets another timeout for each answer from now on.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.peer.timeout = timeout;
        self
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
        let editions = &capabilities.editions;
        let is_known = |name: &String| Edition::ALL.iter().any(|one| one.to_string() == *name);
        if let Some(first) = editions.first()
            && !editions.iter().any(is_known)
        {
            let known = Edition::ALL
                .map(|edition| format!("`{edition}`"))
                .join(", ");
            return Err(ProtocolFailure::Garbage(format!(
                "its capabilities name no edition that is known here: `{}`; there are {known}",
                shown(first)
            )));
        }
        self.identity = identity;
        self.capabilities = capabilities;
        Ok(())
    }

    fn ask_running(&mut self, question: &Question) -> Result<Reply, ProtocolFailure> {
        if self.peer.restart()? {
            self.greet()?;
        }
        let details = self.capabilities.details;
        let request = |id| Request::Ask {
            id,
            ask: Box::new(question.clone()),
            details,
            timeout_ms: None,
        };
        let (line, asked) = self.exchange(request)?;
        read_reply(line, asked)
    }

    /// Sends one request and waits for one line; returns the line and the number of the request.
    fn exchange(
        &mut self,
        request: impl FnOnce(Id) -> Request,
    ) -> Result<(Result<String, TextError>, i64), ProtocolFailure> {
        self.asked += 1;
        let asked = self.asked;
        let line = serde_json::to_string(&request(Id::Number(asked))).map_err(|error| {
            ProtocolFailure::Dead(format!("the question cannot be written: {error}"))
        })?;
        let deadline = self.peer.deadline();
        self.peer.say(line)?;
        Ok((self.peer.hear(deadline)?.line, asked))
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
        let reply = self.ask_running(question);
        self.peer.update_failures(&reply);
        reply.unwrap_or_else(Reply::Failed)
    }
}

const BOUNDS: Bounds = Bounds {
    line: MAX_LINE,
    lines: LINES,
    lossy: false,
};
