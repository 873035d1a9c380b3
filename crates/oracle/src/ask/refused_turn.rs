//! Refusals of turns in the form that answers have.

use super::{Ranks, RefusedTurn, details};
use crate::judge::{Refusal, Refused};
use arimaa::vocab::{Action, Label, Token};

impl RefusedTurn {
    /// The refusal of a turn with these tokens, and the board at that moment.
    pub fn new(refused: &Refused, tokens: &[Token]) -> Self {
        Self::with_label(refused, tokens, None)
    }

    /// The refusal of a turn. With its label, a repetition names earlier occurrences by labels.
    pub fn with_label(refused: &Refused, tokens: &[Token], label: Option<Label>) -> Self {
        let why = &refused.refusal;
        let at = tokens.get(refused.token).map(ToString::to_string);
        let about_a_token = why.is_about_a_token();
        Self {
            at: about_a_token.then(|| at.unwrap_or_else(|| Action::EndTurn.to_string())),
            token: about_a_token.then_some(refused.token as u64),
            board: Some(Ranks(refused.state.board())),
            details: Some(details::of_refused(refused, label)),
            message: Some(refused.sentence()),
            ..Self::from(why)
        }
    }
}

impl From<&Refusal> for RefusedTurn {
    fn from(why: &Refusal) -> Self {
        Self {
            name: Some(why.name().to_owned()),
            rule: Some(why.rule().to_owned()),
            squares: Some(texts(why.squares())),
            details: Some(details::of_refusal(why)),
            message: Some(why.to_string()),
            ..Self::default()
        }
    }
}

/// The texts of some values, in their order.
pub(super) fn texts<T: ToString>(things: impl IntoIterator<Item = T>) -> Vec<String> {
    things.into_iter().map(|thing| thing.to_string()).collect()
}
