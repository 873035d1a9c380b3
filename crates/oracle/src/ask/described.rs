//! One position, described by a state or by a text: a compact board, a board without borders, a
//! diagram, a JSON state.

use super::budget::check_size;
use super::{Fault, MAX_EARLIER, State, read_state_with_default};
use crate::judge::{JudgedGame, Reading};
use arimaa::compare::Engine;
use arimaa::text::compact::read_headed_compact;
use arimaa::text::header::HeadedBoard;
use arimaa::text::kind::TextKind;
use arimaa::text::plain::read_plain;
use arimaa::text::{Diagram, Located, TextError, read_diagram};
use arimaa::vocab::{Edition, Label, Phase, Snapshot, Token};

/// A position as a text describes it.
#[derive(Clone, Debug)]
pub struct Described {
    /// The state, before `tokens` are played.
    pub state: State,
    /// The turn in progress, from the header of a diagram.
    pub tokens: Vec<Token>,
}

impl Described {
    /// Reads a text of this kind; `None` for the kinds that hold games. The edition applies where
    /// the text names none.
    ///
    /// # Errors
    ///
    /// If the text cannot be read.
    pub fn read(kind: TextKind, text: &str, edition: Edition) -> Result<Option<Self>, TextError> {
        let board = |read: HeadedBoard| {
            let mut snapshot = Snapshot::position(edition, read.side, read.board);
            if let Phase::Play { steps, .. } = &mut snapshot.phase {
                *steps = read.steps;
            }
            let number = read.label.map(|label| label.number);
            Self {
                state: State { snapshot, number },
                tokens: Vec::new(),
            }
        };
        Ok(Some(match kind {
            TextKind::Compact => board(read_headed_compact(text)?),
            TextKind::Plain => board(read_plain(text)?),
            TextKind::Diagram => Self::diagram(&read_diagram(text)?, edition),
            TextKind::State => Self {
                state: read_state_with_default(text, edition)?,
                tokens: Vec::new(),
            },
            TextKind::Records | TextKind::Archive => return Ok(None),
        }))
    }

    pub(super) fn diagram(diagram: &Diagram, edition: Edition) -> Self {
        Self {
            state: State {
                snapshot: diagram.snapshot(edition),
                number: diagram.label.map(|label| label.number),
            },
            tokens: Located::values(&diagram.tokens),
        }
    }

    /// The game at the described moment: the actions of the turn in progress are played.
    ///
    /// # Errors
    ///
    /// If the position cannot exist, or the rules refuse a step of the turn.
    pub fn begin(&self, engine: &Engine) -> Result<JudgedGame, Fault> {
        let mut game = in_state(engine, &self.state)?;
        let played = game.advance(&self.tokens, Reading::Lenient);
        played.map_err(|refused| {
            let (place, refusal) = (refused.place(&self.tokens), &refused.refusal);
            let rule = refusal.rule();
            Fault::UnplayableRecord {
                message: format!("the header is refused{place}: {refusal} ({rule})"),
            }
        })?;
        Ok(game)
    }
}

/// Fails if a state has more earlier turn ends than questions may have.
pub(super) fn within_history(state: &State) -> Result<(), Fault> {
    match &state.snapshot.phase {
        Phase::Play { earlier, .. } => check_size(earlier.len(), MAX_EARLIER, "earlier turn ends"),
        Phase::Setup { .. } => Ok(()),
    }
}

/// The game at the moment that a state describes.
pub(super) fn in_state(engine: &Engine, state: &State) -> Result<JudgedGame, Fault> {
    within_history(state)?;
    let snapshot = &state.snapshot;
    let mut game =
        JudgedGame::from_snapshot(engine, snapshot).map_err(|error| Fault::from(&error.0))?;
    if let Some(number) = state.number {
        let side = snapshot.side;
        game.begin_with(Label { number, side });
    }
    Ok(game)
}
