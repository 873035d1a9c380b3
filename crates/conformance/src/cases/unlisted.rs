//! Makes a second case of a refusal: the refused action is not among the legal actions.

use crate::cases::{Case, Expect};
use arimaa::vocab::{Action, Phase};
use arimaa_oracle::ask::{PositionSource, Question};

/// The case that asks for the legal actions where another case has an action refused. `listed` is
/// an action that is legal there.
///
/// # Errors
///
/// The other case refuses no action of a turn, or its position is not a state in play.
pub(super) fn unlisted(case: &Case, listed: String) -> Result<Case, String> {
    let Question::Judge {
        position: PositionSource::State(state),
        turn,
        past_end,
        ..
    } = &case.question
    else {
        return Err("`listed_instead` needs a turn and a position in play".to_owned());
    };
    let turn = turn.to_string();
    let words: Vec<&str> = turn.split_whitespace().collect();
    let last = words.last().copied();
    let refused = case.expect.at.as_deref().or(last).unwrap_or("end");
    let place = words.iter().rposition(|word| *word == refused);
    let before = &words[..place.unwrap_or(words.len())];
    let mut state = state.clone();
    let Phase::Play { steps, .. } = &mut state.snapshot.phase else {
        return Err("`listed_instead` needs a position in play".to_owned());
    };
    for word in before.iter().filter(|word| !word.ends_with('x')) {
        match word.parse() {
            Ok(Action::Step(step)) => steps.push(step),
            _ => return Err(format!("`{word}` is no step before the refusal")),
        }
    }
    let named = match refused {
        "end" => "Ending the turn".to_owned(),
        step => format!("The step `{step}`"),
    };
    let id = &case.id;
    Ok(Case {
        id: format!("{id}-unlisted"),
        yes: Vec::new(),
        note: format!("{named} is not among the legal actions, for the reason that `{id}` gives."),
        question: Question::LegalActions {
            position: PositionSource::State(state),
            effects: false,
            refusals: false,
            past_end: *past_end,
        },
        expect: Expect {
            listed: Some(vec![listed]),
            unlisted: Some(vec![refused.to_owned()]),
            ..Expect::default()
        },
        ..case.clone()
    })
}
