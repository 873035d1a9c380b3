//! The conformance suite: what engines are asked, and what they must answer.

mod answer;
mod question;
mod ranks;
mod schema;
mod subject;

pub use answer::{Answer, Ended, Fault, Refusal, RuleText, Standing, TurnTo, Winner};
pub use question::{
    Form, Kind, MAX_EARLIER, MAX_LISTED, MAX_PAGE, MAX_STEPS, MAX_TEXT, MAX_TURN, MAX_TURNS,
    Moment, PROTOCOL_VERSION, Position, Question, Unit, Written,
};
pub use ranks::Ranks;
pub use subject::{Breakage, Capabilities, Identity, Reply, Subject};
