//! The asking side: another program that answers in the oracle's protocol, and is not trusted.

use std::time::{Duration, Instant};

use super::child::{Bounds, Broken, CannotRun, Child};
use super::hearing::{read_hello, read_reply};
use super::message::{Hello, Id, MAX_LINE, Nothing, Request};
use crate::ask::Question;
use crate::suite::{Breakage, Capabilities, Identity, Reply, Subject};
use crate::text::TextError;

/// How often in a row a program may fail before it is not asked any more.
const MOST_FAILURES: u32 = 10;

/// The most lines of a program that wait to be heard; they may be long.
const LINES: usize = 4;

/// Another program as a [`Subject`]: started, introduced by `hello`, asked one question at a time.
///
/// Whatever breaks the order of question and answer (an end, silence, a line that is no response, a response that was not
/// asked for) costs that question its answer and the program its life: it is killed and started anew for the next
/// question. After ten failures in a row it is not started any more.
#[derive(Debug)]
pub struct Program {
    command: String,
    timeout: Duration,
    child: Option<Child>,
    asked: i64,
    failures: u32,
    last: String,
    identity: Identity,
    capabilities: Capabilities,
}

impl Program {
    /// Starts a program, which has so long for each answer. One that does not introduce itself is no error here: it has
    /// failed once, and is started anew for the first question. The command is split into words as a shell does it, and
    /// run without a shell.
    ///
    /// # Errors
    ///
    /// When there is no such program.
    pub fn start(command: &str, timeout: Duration) -> Result<Self, CannotRun> {
        let mut program = Self {
            command: command.to_owned(),
            timeout,
            child: Some(Child::start_within(command, BOUNDS)?),
            asked: 0,
            failures: 0,
            last: String::new(),
            identity: Identity {
                name: command.to_owned(),
                version: None,
            },
            capabilities: Capabilities::default(),
        };
        if let Err(breakage) = program.greet() {
            program.give_up(&breakage);
        }
        Ok(program)
    }

    /// Asks the program who it is.
    fn greet(&mut self) -> Result<(), Breakage> {
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

    fn put(&mut self, question: &Question) -> Result<Reply, Breakage> {
        if self.failures >= MOST_FAILURES {
            return Err(Breakage::Dead(format!(
                "it failed {MOST_FAILURES} times in a row, at last: {}",
                self.last
            )));
        }
        if self.child.is_none() {
            let child = Child::start_within(&self.command, BOUNDS);
            self.child = Some(child.map_err(|error| Breakage::Dead(error.to_string()))?);
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

    /// Says one request and hears one line, and nothing else; with the line comes the number of the request.
    fn exchange(
        &mut self,
        request: impl FnOnce(Id) -> Request,
    ) -> Result<(Result<String, TextError>, i64), Breakage> {
        let Some(child) = &mut self.child else {
            return Err(Breakage::Dead("it is not running".to_owned()));
        };
        self.asked += 1;
        let asked = self.asked;
        let line = serde_json::to_string(&request(Id::Number(asked)))
            .map_err(|error| Breakage::Dead(format!("the question cannot be written: {error}")))?;
        let deadline = Instant::now() + self.timeout;
        let timeout = self.timeout;
        child
            .say(line)
            .map_err(|broken| breakage(&broken, timeout))?;
        let heard = child.hear(deadline);
        let heard = heard.map_err(|broken| breakage(&broken, timeout))?;
        Ok((heard.line, asked))
    }

    /// Ends a program that cannot be relied on any more.
    fn give_up(&mut self, breakage: &Breakage) {
        self.child = None;
        if self.failures < MOST_FAILURES {
            self.failures += 1;
            self.last = breakage.to_string();
        }
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
                self.failures = 0;
                reply
            }
            Err(breakage) => {
                self.give_up(&breakage);
                Reply::Broken(breakage)
            }
        }
    }
}

const BOUNDS: Bounds = Bounds {
    line: MAX_LINE,
    lines: LINES,
    lossy: false,
};

fn breakage(broken: &Broken, timeout: Duration) -> Breakage {
    match broken {
        Broken::Ended { .. } | Broken::Closed { .. } => Breakage::Crashed(broken.to_string()),
        Broken::Silent => {
            let seconds = timeout.as_secs_f64();
            Breakage::Hung(format!("no answer within {seconds} s"))
        }
        Broken::Deaf => Breakage::Hung(broken.to_string()),
    }
}
