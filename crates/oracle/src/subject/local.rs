//! An engine in Rust that is asked as engines of other authors are.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::{ProtocolFailure, Reply, Subject};
use crate::ask::{Budget, Question, answer_within};
use crate::protocol::{Capabilities, Identity};
use arimaa::compare::Engine;

/// An engine in Rust as a [`Subject`]: one of this crate, or a type of yours that implements
/// [`Rules`](arimaa::Rules), by [`Engine::of`].
///
/// ```
/// use arimaa_oracle::ask::{Answer, Question};
/// use arimaa::compare::EngineKind;
/// use arimaa_oracle::subject::{Local, Reply, Subject};
///
/// let question: Question = serde_json::from_str(r#"{
///     "kind": "turn_count",
///     "position": {"state": {"side": "gold", "setup": {}}}
/// }"#)?;
/// let mut engine = Local::new("reference", EngineKind::Reference.engine());
/// let reply = engine.ask(&question);
/// assert_eq!(reply, Reply::Answer(Answer::TurnCount { count: 64_864_800 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Local {
    identity: Identity,
    capabilities: Capabilities,
    timeout: Option<Duration>,
    engine: Engine,
}

impl Local {
    /// The engine, under this name and with the version of this crate.
    pub fn new(name: &str, engine: Engine) -> Self {
        Self {
            identity: Identity {
                name: name.to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            },
            capabilities: Capabilities {
                details: true,
                wording: true,
                ..Capabilities::default()
            },
            timeout: None,
            engine,
        }
    }

    /// Replaces the version.
    #[must_use]
    pub fn with_version(mut self, version: &str) -> Self {
        self.identity.version = Some(version.to_owned());
        self
    }

    /// Replaces the capabilities: the suite leaves out cases that need others.
    ///
    /// ```
    /// use arimaa::compare::EngineKind;
    /// use arimaa_oracle::ask::QuestionKind;
    /// use arimaa_oracle::protocol::Capabilities;
    /// use arimaa_oracle::subject::{Local, Subject};
    ///
    /// let moving = Capabilities {
    ///     questions: [QuestionKind::Judge, QuestionKind::Goal].into(),
    ///     ..Capabilities::default()
    /// };
    /// let local = Local::new("mine", EngineKind::Bitboard.engine()).with_capabilities(moving);
    /// assert_eq!(local.capabilities().questions.len(), 2);
    /// ```
    #[must_use]
    pub fn with_capabilities(mut self, capabilities: Capabilities) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// Sets a timeout for each answer. An answer that takes longer is a failure
    /// ([`ProtocolFailure::Hung`]), and its thread is left to itself.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Option<Duration>) -> Self {
        self.timeout = timeout;
        self
    }
}

impl Subject for Local {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn ask(&mut self, question: &Question) -> Reply {
        let Some(timeout) = self.timeout else {
            return answer_or_panic(&self.engine, question, &Budget::default());
        };
        let (sender, receiver) = mpsc::channel();
        let (engine, question) = (self.engine.clone(), question.clone());
        // After the timeout the answer is dropped, and the search for it soon stops.
        let thread = thread::Builder::new().spawn(move || {
            let start = Instant::now();
            let is_over = || start.elapsed() > 2 * timeout;
            let budget = Budget {
                is_expired: Some(&is_over),
                ..Budget::default()
            };
            let _ = sender.send(answer_or_panic(&engine, &question, &budget));
        });
        match thread {
            Err(error) => {
                Reply::Failed(ProtocolFailure::Dead(format!("no thread for it: {error}")))
            }
            Ok(_) => match receiver.recv_timeout(timeout) {
                // On a busy machine the search can stop before this thread wakes.
                Ok(reply) if !matches!(&reply, Reply::Answer(answer) if answer.is_timed_out()) => {
                    reply
                }
                _ => {
                    let seconds = timeout.as_secs_f64();
                    let how = format!("no answer within {seconds} s");
                    Reply::Failed(ProtocolFailure::Hung(how))
                }
            },
        }
    }

    fn ask_unless(&mut self, question: &Question, is_over: &(dyn Fn() -> bool + Sync)) -> Reply {
        let budget = Budget {
            is_expired: Some(is_over),
            ..Budget::default()
        };
        answer_or_panic(&self.engine, question, &budget)
    }
}

/// The answer to a question, or a failure if the engine panicked.
fn answer_or_panic(engine: &Engine, question: &Question, budget: &Budget<'_>) -> Reply {
    match catch_unwind(AssertUnwindSafe(|| answer_within(engine, question, budget))) {
        Ok(answer) => Reply::Answer(answer),
        Err(panic) => Reply::Failed(ProtocolFailure::Crashed(panic_text(&*panic))),
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic").to_owned()
}
