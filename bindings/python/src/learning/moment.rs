//! A game that is stepped action by action.

use arimaa::compare::EngineKind;
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Label, Outcome, Phase, Side, Snapshot};
use arimaa::{Game, Position};
use arimaa_oracle::ask::{Fault, State};
use arimaa_oracle::judge::{JudgedGame, Refusal};

use super::numbering;
use super::packed::{self, PACKED};
use crate::batch::Cell;
use crate::errors::fault_message;

/// A moment of a game with its history, in one of the engines.
#[derive(Clone)]
pub struct Moment {
    engine: Engine,
    label: Label,
    outcome: Option<Outcome>,
}

/// A game in the engine that was asked for.
#[derive(Clone)]
enum Engine {
    /// The bitboard engine, by value: its positions are copied without an allocation.
    Bitboard(Game),
    /// Any other engine, for comparison.
    Other(Box<dyn Rules>),
}

impl Moment {
    /// The moment of a row.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn of(cell: Cell<'_>, edition: Option<&str>, engine: EngineKind) -> Result<Self, String> {
        let Cell::Packed(row) = cell else {
            let game = cell.game(edition)?;
            return Self::start(&game.state().snapshot(), game.label().number, engine);
        };
        if engine == EngineKind::Bitboard
            && let Some((edition, number, position)) = packed::position_of(row)
        {
            let game = Engine::Bitboard(Game::from_position(edition, position));
            return Ok(Self::new(game, number, position.side()));
        }
        let State { snapshot, number } = packed::state_of(row)?;
        let first = match snapshot.phase {
            Phase::Setup { .. } => 1,
            Phase::Play { .. } => 2,
        };
        Self::start(&snapshot, number.unwrap_or(first), engine)
    }

    fn new(engine: Engine, number: u32, side: Side) -> Self {
        let mut moment = Self {
            engine,
            label: Label { number, side },
            outcome: None,
        };
        moment.outcome = moment.rules().outcome();
        moment
    }

    /// The moment of a snapshot, in the turn with this number.
    ///
    /// # Errors
    ///
    /// Why no game has such a state.
    fn start(snapshot: &Snapshot, number: u32, engine: EngineKind) -> Result<Self, String> {
        let started = match engine {
            EngineKind::Bitboard => Game::from_snapshot(snapshot).map(Engine::Bitboard),
            other => other.start(snapshot).map(Engine::Other),
        };
        let engine = started.map_err(|invalid| fault_message(&Fault::from(&invalid)))?;
        Ok(Self::new(engine, number, snapshot.side))
    }

    /// The game behind the interface that all engines share.
    pub fn rules(&self) -> &dyn Rules {
        match &self.engine {
            Engine::Bitboard(game) => game,
            Engine::Other(rules) => &**rules,
        }
    }

    /// The game and its position if it is in play and in the bitboard engine.
    pub const fn playing(&self) -> Option<(&Game, &Position)> {
        match &self.engine {
            Engine::Bitboard(game) => match game.position() {
                Some(position) => Some((game, position)),
                None => None,
            },
            Engine::Other(_) => None,
        }
    }

    /// The label of the turn that is to be made or has begun.
    pub const fn label(&self) -> Label {
        self.label
    }

    /// The outcome of a decided game.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Packs the moment into 128 bytes, without the history.
    pub fn packed(&self) -> [u8; PACKED] {
        match self.playing() {
            Some((game, position)) => {
                packed::packed_position(game.edition(), self.label.number, position)
            }
            None => packed::packed(&self.rules().snapshot(), self.label.number),
        }
    }

    /// Does the action with this number. In a decided game no action is legal.
    ///
    /// # Errors
    ///
    /// Why the action is refused; the game is then left as it was.
    pub fn apply(&mut self, number: i64) -> Result<(), String> {
        let refused = |refusal: Refusal| format!("{refusal} ({})", refusal.rule());
        if let Some(outcome) = self.outcome {
            return Err(refused(Refusal::Decided(outcome)));
        }
        let board = match &self.engine {
            Engine::Bitboard(_) => None,
            Engine::Other(rules) => Some(rules.board()),
        };
        let action = numbering::action(number, self.label.side, |square| match &board {
            Some(board) => board.at(square),
            None => self
                .playing()
                .and_then(|(_, position)| position.piece_at(square)),
        });
        let action = action.ok_or_else(|| format!("{number} is no action"))?;
        self.act(action).map_err(|illegal| refused(illegal.into()))
    }

    /// Does an action.
    ///
    /// # Errors
    ///
    /// The first rule broken; the game is then left as it was.
    pub fn act(&mut self, action: Action) -> Result<(), arimaa::vocab::Illegal> {
        match &mut self.engine {
            Engine::Bitboard(game) => game.apply(action)?,
            Engine::Other(rules) => rules.apply(action)?,
        };
        if action == Action::EndTurn {
            self.label = self.label.next();
            self.outcome = self.rules().outcome();
        }
        Ok(())
    }

    /// The game with its history, in the form that the rest of the package uses.
    ///
    /// # Errors
    ///
    /// Never: the state of a game is one that a game has.
    pub fn judged(&self) -> Result<JudgedGame, String> {
        let engine = EngineKind::Bitboard.engine();
        let game = JudgedGame::from_snapshot(&engine, &self.rules().snapshot());
        let mut game = game.map_err(|error| error.to_string())?;
        game.begin_with(self.label);
        Ok(game)
    }

    /// The present position of play; `None` in a setup.
    pub fn position(&self) -> Option<Position> {
        if let Some((_, position)) = self.playing() {
            return Some(*position);
        }
        let snapshot = self.rules().snapshot();
        let Phase::Play { steps, .. } = &snapshot.phase else {
            return None;
        };
        let mut position = Position::new(snapshot.side, &snapshot.start).ok()?;
        for &step in steps {
            position.play_step(step).ok()?;
        }
        Some(position)
    }
}
