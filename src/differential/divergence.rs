//! Where two engines part.

use std::fmt;

use crate::text::{State, draw, state_value};
use crate::vocab::{Action, Snapshot};

/// Two engines answered one question differently.
///
/// Shown with both answers, the drawn position, and a regression case: a line of JSON that
/// `tests/regressions` keeps and replays.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// What was asked, such as `legal actions`.
    pub question: String,
    /// What the first engine answered.
    pub first: String,
    /// What the second engine answered.
    pub second: String,
    /// Where the walk began.
    pub start: Snapshot,
    /// What was done since, refused actions left out.
    pub actions: Vec<Action>,
    /// The action that the question is about, if it is about one.
    pub tried: Option<Action>,
    /// The board where it was asked, as the first engine sees it.
    pub board: crate::vocab::Board,
}

impl Divergence {
    /// The case as one line of JSON: the state at the start, the actions since, and the one that was tried.
    pub fn case(&self) -> String {
        let state = State {
            snapshot: self.start.clone(),
            number: None,
        };
        let actions: Vec<String> = self
            .actions
            .iter()
            .chain(&self.tried)
            .map(Action::to_string)
            .collect();
        serde_json::json!({ "state": state_value(&state), "actions": actions }).to_string()
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the engines differ in {}", self.question)?;
        match self.tried {
            Some(action) => writeln!(f, " of `{action}`")?,
            None => writeln!(f)?,
        }
        writeln!(f, "  first:  {}", self.first)?;
        writeln!(f, "  second: {}", self.second)?;
        writeln!(f, "{}", draw(&self.board, &[]).trim_end())?;
        let (edition, side) = (self.start.edition, self.start.side);
        let actions: Vec<String> = self.actions.iter().map(Action::to_string).collect();
        writeln!(
            f,
            "edition {edition}, {side} began, since then: {}",
            actions.join(" ")
        )?;
        write!(f, "regression case:\n{}", self.case())
    }
}

impl std::error::Error for Divergence {}
