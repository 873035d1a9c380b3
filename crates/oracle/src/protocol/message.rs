//! The messages of the oracle's protocol: one JSON object a line, in both directions.
//!
//! The asking program writes a [`Request`], the answering one a [`Response`] for each.
//! `docs/protocol.md` is the contract for people, `schema.json` the one for programs.

use std::fmt;
use std::time::Duration;

use serde::de::{Deserializer, Error as _, Visitor};
use serde::{Deserialize, Serialize};

use super::{Capabilities, Identity};
use crate::ask::{Answer, PROTOCOL_VERSION, Question};
use crate::ask::{objects, read_from_objects};
use arimaa::text::error::shown;

/// The longest line that is read, by server or client, in bytes without its line break.
///
/// Enough for every question and every answer that keeps its own bounds, such as a text of 1 MiB
/// with all its line breaks escaped.
pub const MAX_LINE: usize = 4 << 20;

/// The longest text that is an id, in characters.
pub const MAX_ID: usize = 64;

/// The largest number that is an id, which every reader of JSON holds exactly; its negative is the
/// smallest.
pub const MAX_NUMBER: i64 = (1 << 53) - 1;

/// Identifies a request; opaque.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(untagged)]
pub enum Id {
    /// A whole number from -[`MAX_NUMBER`] to [`MAX_NUMBER`].
    Number(i64),
    /// A text of at most [`MAX_ID`] characters.
    Text(String),
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "{text:?}"),
        }
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyId;

        impl Visitor<'_> for AnyId {
            type Value = Id;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(
                    f,
                    "an id: a whole number up to {MAX_NUMBER} or a text of at most {MAX_ID} characters"
                )
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Id, E> {
                if (-MAX_NUMBER..=MAX_NUMBER).contains(&number) {
                    Ok(Id::Number(number))
                } else {
                    Err(E::invalid_value(
                        serde::de::Unexpected::Signed(number),
                        &self,
                    ))
                }
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Id, E> {
                match i64::try_from(number) {
                    Ok(number) => self.visit_i64(number),
                    Err(_) => Err(E::invalid_value(
                        serde::de::Unexpected::Unsigned(number),
                        &self,
                    )),
                }
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Id, E> {
                match text.chars().count() {
                    ..=MAX_ID => Ok(Id::Text(text.to_owned())),
                    length => Err(E::invalid_length(length, &self)),
                }
            }
        }

        deserializer.deserialize_any(AnyId)
    }
}

/// A line that a client sends.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, deny_unknown_fields)]
pub enum Request {
    /// Asks for the identity and the capabilities of the server. Answered by `hello`.
    Hello {
        /// The id of the request.
        id: Id,
        /// An empty object.
        hello: Nothing,
    },
    /// A question. Answered by `answer`, or `declined`.
    Ask {
        /// The id of the request.
        id: Id,
        /// The question.
        ask: Box<Question>,
        /// Whether the answer has its details: the data of a refusal and the board at its place,
        /// the end, code and message of an outcome, the name of an impossible position.
        #[serde(default, skip_serializing_if = "is_false")]
        details: bool,
        /// The longest time that the answer may take, in milliseconds; the server may allow less.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timeout_ms: Option<u64>,
    },
    /// Gives up the answer to an earlier request. Answered by `cancelled`.
    Cancel {
        /// The id of this request.
        id: Id,
        /// The id of the request that is given up.
        cancel: Id,
    },
}

impl Request {
    /// The longest time that the answer may take, if the request sets one.
    pub fn timeout(&self) -> Option<Duration> {
        match self {
            Self::Ask { timeout_ms, .. } => timeout_ms.map(Duration::from_millis),
            Self::Hello { .. } | Self::Cancel { .. } => None,
        }
    }
}

/// An object without fields.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct Nothing {}

impl<'de> Deserialize<'de> for Request {
    /// Reads the fields one by one, so that an error names the wrong one.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(remote = "Self", deny_unknown_fields)]
        struct Fields {
            id: Id,
            hello: Option<Nothing>,
            ask: Option<Box<Question>>,
            details: Option<bool>,
            timeout_ms: Option<u64>,
            cancel: Option<Id>,
        }

        read_from_objects!(Fields: "an object");
        let fields: Fields = <_ as Deserialize>::deserialize(deserializer)?;
        let Fields {
            id,
            hello,
            ask,
            details,
            timeout_ms,
            cancel,
        } = fields;
        let details = details.unwrap_or_default();
        let is_bare = !details && timeout_ms.is_none();
        match (hello, ask, cancel) {
            (Some(hello), None, None) if is_bare => Ok(Self::Hello { id, hello }),
            (None, None, Some(cancel)) if is_bare => Ok(Self::Cancel { id, cancel }),
            (None, Some(ask), None) => Ok(Self::Ask {
                id,
                ask,
                details,
                timeout_ms,
            }),
            (Some(_), None, None) | (None, None, Some(_)) => Err(D::Error::custom(
                "`details` and `timeout_ms` stand beside `ask` only",
            )),
            _ => Err(D::Error::custom(
                "expected one of `hello`, `ask` and `cancel`",
            )),
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// A line that a server sends.
///
/// Fields that are not known are disregarded when it is read: a later version may add some.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Response {
    /// Answers `hello` with the identity and the capabilities.
    Hello {
        /// The id of the request.
        id: Id,
        /// The identity and the capabilities.
        hello: Box<Hello>,
    },
    /// Answers `ask`. A question that can be read and is wrong has an answer, too: an error.
    Answer {
        /// The id of the request.
        id: Id,
        /// The answer.
        answer: Box<Answer>,
    },
    /// Answers `ask`: the server does not answer such questions.
    Declined {
        /// The id of the request.
        id: Id,
        /// The reason for declining.
        declined: String,
    },
    /// Answers `cancel`. The cancelled request is still answered, by `timed_out` or its answer.
    Cancelled {
        /// The id of the request.
        id: Id,
        /// The id of the cancelled request.
        cancelled: Id,
    },
    /// Answers a line that is no request, or a request whose answering failed.
    Error {
        /// The id of the request, or `null` where none could be read.
        id: Option<Id>,
        /// The problem.
        error: Problem,
    },
}

impl<'de> Deserialize<'de> for Response {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(remote = "Self")]
        struct Fields {
            // With this attribute the field may be null, and must not be missing.
            #[serde(deserialize_with = "Option::deserialize")]
            id: Option<Id>,
            hello: Option<Box<Hello>>,
            answer: Option<Box<Answer>>,
            declined: Option<String>,
            cancelled: Option<Id>,
            error: Option<Problem>,
        }

        read_from_objects!(Fields: "an object");
        let fields: Fields = <_ as Deserialize>::deserialize(deserializer)?;
        let Fields {
            id,
            hello,
            answer,
            declined,
            cancelled,
            error,
        } = fields;
        match (id, hello, answer, declined, cancelled, error) {
            (Some(id), Some(hello), None, None, None, None) => Ok(Self::Hello { id, hello }),
            (Some(id), None, Some(answer), None, None, None) => Ok(Self::Answer { id, answer }),
            (Some(id), None, None, Some(declined), None, None) => {
                Ok(Self::Declined { id, declined })
            }
            (Some(id), None, None, None, Some(cancelled), None) => {
                Ok(Self::Cancelled { id, cancelled })
            }
            (id, None, None, None, None, Some(error)) => Ok(Self::Error { id, error }),
            (None, ..) => Err(D::Error::custom("only an `error` may have no id")),
            _ => Err(D::Error::custom(
                "expected one of `hello`, `answer`, `declined`, `cancelled` and `error`",
            )),
        }
    }
}

impl Response {
    /// The id of the request, if one could be read.
    pub const fn id(&self) -> Option<&Id> {
        match self {
            Self::Hello { id, .. }
            | Self::Answer { id, .. }
            | Self::Declined { id, .. }
            | Self::Cancelled { id, .. } => Some(id),
            Self::Error { id, .. } => id.as_ref(),
        }
    }
}

/// The identity and the capabilities of a server.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct Hello {
    /// The version of the protocol. Two programs understand each other if the first numbers are the
    /// same.
    pub protocol: String,
    /// The version of the specification whose rules apply. May be left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub specification: Option<String>,
    /// The version of the conformance suite that comes with the program. May be left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite: Option<String>,
    /// The name and version of the server.
    pub identity: Identity,
    /// The capabilities of the server; fields that are left out are as in this project, except that
    /// `details` and `wording` are false.
    #[serde(default)]
    pub capabilities: Capabilities,
}

objects!(Nothing, Hello, Problem);

impl Hello {
    /// Whether the server's version of the protocol and this one have the same first number.
    pub fn is_understood(&self) -> bool {
        let first = |version: &str| version.split('.').next().map(str::to_owned);
        first(&self.protocol) == first(PROTOCOL_VERSION)
    }
}

/// The reason why a line has no answer.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct Problem {
    /// The kind of problem, for programs.
    pub kind: ProblemKind,
    /// The line of the stream with the error, the first being 1; a request over HTTP or in C may
    /// have several.
    pub line: u64,
    /// How many bytes of the line had been read when the error was noticed. May be left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// A sentence for people; its wording is free.
    pub message: String,
}

/// The kinds of problems with a request.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProblemKind {
    /// The line is no JSON, or nested too deeply.
    BadJson,
    /// The line is JSON, and no request of this protocol.
    BadRequest,
    /// The line is longer than 4 MiB.
    TooLong,
    /// The line is not UTF-8.
    NotUtf8,
    /// The program failed while it answered. It goes on with the next request.
    Failed,
}

/// The message of a JSON error without its place, which has fields of its own. A long quotation in
/// it is shortened.
pub fn without_place(message: &str) -> String {
    let (message, _) = message.rsplit_once(" at line ").unwrap_or((message, ""));
    match message.rsplit_once(", expected ") {
        Some((found, expected)) => format!("{}, expected {expected}", shown(found, SHOWN)),
        None => shown(message, SHOWN),
    }
}

/// The most characters of quoted input in a message.
const SHOWN: usize = 200;
