//! The reference engine: SPEC.md in code.
//!
//! Written to be read beside the specification, chapter by chapter, and to be believed because of
//! that. Clarity comes before speed everywhere: a board is an array of 64 squares, every function is
//! a sentence of the text, and there are no tables, no bit tricks and no caches. Changes that make it faster and
//! harder to read are refused.
//!
//! | SPEC.md | file |
//! |---|---|
//! | 1 Board and pieces | `board.rs` |
//! | 2 Setup | `setup.rs`, `arrangements.rs` |
//! | 3 Steps and freezing | `steps.rs`, `freezing.rs` |
//! | 4 Push and pull | `displacement.rs` |
//! | 5 Traps and captures | `traps.rs` |
//! | 6 Turns | `moment.rs`, `turn.rs`, `play.rs`, `search.rs` |
//! | 7 Repetition | `repetition.rs` |
//! | 8 End of the game, 9 Editions | `ending.rs` |
//! | 11 Validity of positions | `validity.rs` |
//! | 12 Order of refusal reasons | the order of the questions in each function that refuses |
//! | 13 What perft counts | `search.rs`, `arrangements.rs` |

mod arrangements;
mod board;
mod displacement;
mod ending;
mod freezing;
mod moment;
mod play;
mod repetition;
mod search;
mod setup;
mod steps;
mod traps;
mod turn;
mod validity;

use crate::rules::Rules;
use crate::vocab::{
    Action, Board, Edition, Effect, Illegal, Invalid, Outcome, Phase, Snapshot, Turn, TurnEnd,
};
use play::Play;
use repetition::History;
use setup::Setup;

/// A game as the reference engine sees it.
///
/// ```
/// use arimaa_oracle::{reference::Reference, rules::Rules};
/// use arimaa_oracle::vocab::{Board, Edition, Side, Snapshot};
///
/// // Gold: cat c2, rabbit a1. Silver: dog d2 beside the cat, rabbit h8.
/// let pieces = ["Cc2", "Ra1", "dd2", "rh8"];
/// let board = pieces.iter().map(|piece| piece.parse()).collect::<Result<Board, _>>()?;
/// let mut game = Reference::from_snapshot(&Snapshot::position(Edition::default(), Side::Gold, board))?;
///
/// let refused = game.apply("Cc2n".parse()?).unwrap_err();
/// assert_eq!(refused.rule(), "FRZ-2");
/// assert_eq!(refused.to_string(), "the gold cat on c2 is frozen by the silver dog on d2 and has no friend beside it");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reference {
    edition: Edition,
    stage: Stage,
}

/// Where the game stands.
#[derive(Clone, Debug, Eq, PartialEq)]
enum Stage {
    /// A player is placing pieces.
    Setup(Setup),
    /// A player is moving pieces.
    Play(Play),
}

impl Rules for Reference {
    fn from_snapshot(snapshot: &Snapshot) -> Result<Self, Invalid> {
        validity::check(snapshot)?;
        let edition = snapshot.edition;
        let start = TurnEnd {
            board: snapshot.start,
            to_move: snapshot.side,
        };
        let (stage, taken): (Stage, Vec<Action>) = match &snapshot.phase {
            Phase::Setup { handicap, placed } => (
                Stage::Setup(Setup::new(start, *handicap)),
                placed.iter().copied().map(Action::Place).collect(),
            ),
            Phase::Play { steps, earlier } => (
                Stage::Play(Play::new(History {
                    edition,
                    earlier: earlier.clone(),
                    start,
                })),
                steps.iter().copied().map(Action::Step).collect(),
            ),
        };
        let mut game = Self { edition, stage };
        for (index, action) in taken.into_iter().enumerate() {
            game.apply(action)
                .map_err(|illegal| Invalid::IllegalAction {
                    index,
                    action,
                    illegal: Box::new(illegal),
                })?;
        }
        Ok(game)
    }

    fn boxed_clone(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }

    fn snapshot(&self) -> Snapshot {
        let (start, phase) = match &self.stage {
            Stage::Setup(setup) => (setup.start, setup.phase()),
            Stage::Play(play) => (play.history.start, play.phase()),
        };
        Snapshot {
            edition: self.edition,
            side: start.to_move,
            start: start.board,
            phase,
        }
    }

    fn board(&self) -> Board {
        match &self.stage {
            Stage::Setup(setup) => setup.board,
            Stage::Play(play) => play.board(),
        }
    }

    fn legal_actions(&self) -> Vec<Action> {
        match &self.stage {
            Stage::Setup(setup) => setup.legal_actions(),
            Stage::Play(play) => play.legal_actions(),
        }
    }

    fn apply(&mut self, action: Action) -> Result<Effect, Illegal> {
        match &mut self.stage {
            Stage::Setup(setup) => {
                let effect = setup.apply(action)?;
                if action == Action::EndTurn {
                    self.stage = setup.next_stage(self.edition);
                }
                Ok(effect)
            }
            Stage::Play(play) => play.apply(action),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match &self.stage {
            Stage::Setup(_) => None,
            Stage::Play(play) => play.outcome(),
        }
    }

    fn turns(&self) -> Vec<Turn> {
        match &self.stage {
            Stage::Setup(setup) => setup.completions(),
            Stage::Play(play) => play.turns(),
        }
    }

    fn count_turns(&self) -> u64 {
        match &self.stage {
            Stage::Setup(setup) => setup.count_completions(),
            Stage::Play(play) => play.count_turns(),
        }
    }

    fn count_steps(&self, steps: u32) -> u64 {
        match &self.stage {
            Stage::Setup(setup) => setup.count_placements(steps),
            Stage::Play(play) => play.count_steps(steps),
        }
    }
}
