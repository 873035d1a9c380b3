//! A moment of a game, which never changes.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use arimaa::compare::{EngineKind, Reference};
use arimaa::rules::Rules as _;
use arimaa::text::{Located, read_record, read_turn, write_compact};
use arimaa::vocab::{
    Action, Edition, Label, Outcome, Phase, Piece, Side, Snapshot, Square, Token, Turn, UnknownWord,
};
use arimaa::{Bitboard, Game, Position};
use arimaa_oracle::ask::{
    self, Answer, AnyText, Budget, Fault, MAX_TURN, PositionSource, Question, RefusedTurn,
    state_value,
};
use arimaa_oracle::judge::{JudgedGame, Options, Reading, Refusal, Refused};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::actions::Actions;
use crate::errors::Text;
use crate::learning::number;
use crate::sampling::sample;
use crate::waiting::detached;
use crate::{errors, words};

/// A moment of a game with its history, as the fast engine holds it.
#[pyclass(frozen, module = "arimaa._native")]
pub struct State {
    game: JudgedGame,
}

/// The end of a game: winner, rule, name, letter and reason.
type Ended = (
    Option<&'static str>,
    &'static str,
    &'static str,
    char,
    String,
);

#[pymethods]
impl State {
    /// Reads the position in a text of any form.
    #[staticmethod]
    #[pyo3(signature = (text, edition=None, game=None, before=None))]
    fn read(
        py: Python<'_>,
        text: Text,
        edition: Option<String>,
        game: Option<Text>,
        before: Option<Text>,
    ) -> PyResult<Self> {
        let source = PositionSource::Any(AnyText {
            text: text.0,
            game: game.map(|game| game.0),
            before: before.map(|before| before.0),
            edition,
        });
        let found = ask::find(&EngineKind::Bitboard.engine(), &source);
        found
            .map(Self::from)
            .map_err(|fault| errors::of_fault(py, &fault))
    }

    /// The moment at the start of a recorded game.
    #[staticmethod]
    #[pyo3(signature = (record, edition=None))]
    fn start_of(py: Python<'_>, record: Text, edition: Option<&str>) -> PyResult<Self> {
        let record = read_record(&record.0).map_err(|error| errors::of_text(py, error))?;
        let named: Option<Edition> = edition
            .map(str::parse)
            .transpose()
            .map_err(|error: UnknownWord| errors::of_text(py, error.into()))?;
        let edition = record.tags.edition.or(named).unwrap_or_default();
        let game = JudgedGame::from_record(&EngineKind::Bitboard.engine(), &record, edition);
        game.map(Self::from)
            .map_err(|error| errors::of_fault(py, &Fault::from(&error.0)))
    }

    /// The moment in a text that `dumps` wrote. Its history may have any length.
    #[staticmethod]
    fn loads(py: Python<'_>, text: Text) -> PyResult<Self> {
        let state = ask::read_state(&text.0).map_err(|error| errors::of_text(py, error))?;
        Self::at(py, &state.snapshot, state.number)
    }

    /// The moment as a JSON state (SPEC.md NOT-11).
    fn dumps(&self) -> String {
        state_value(&self.state()).to_string()
    }

    /// The letters of the 64 squares from a8 to h1, rank by rank, with dots for empty squares.
    fn board(&self) -> String {
        let board = self.game.state().board();
        let letter = |square| board.at(square).map_or('.', Piece::letter);
        Square::reading_order().map(letter).collect()
    }

    fn side(&self) -> &'static str {
        self.game.label().side.name()
    }

    fn label(&self) -> String {
        self.game.label().to_string()
    }

    fn edition(&self) -> &'static str {
        self.game.edition().name()
    }

    /// Whether pieces are being placed: turns of play are numbered from 2 (SPEC.md NOT-5).
    fn in_setup(&self) -> bool {
        self.game.label().number == 1
    }

    /// The compact board; `None` in a setup and within a turn.
    fn compact(&self) -> Option<String> {
        let snapshot = self.game.state().snapshot();
        let Phase::Play { steps, .. } = &snapshot.phase else {
            return None;
        };
        let is_start = steps.is_empty();
        is_start.then(|| write_compact(snapshot.side, &snapshot.start))
    }

    /// The actions done so far in the present turn.
    fn taken<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let actions: Vec<Action> = match self.game.state().snapshot().phase {
            Phase::Setup { placed, .. } => placed.into_iter().map(Action::Place).collect(),
            Phase::Play { steps, .. } => steps.into_iter().map(Action::Step).collect(),
        };
        let actions = actions.into_iter().map(|action| words::action(py, action));
        PyTuple::new(py, actions.collect::<PyResult<Vec<_>>>()?)
    }

    fn outcome(&self) -> Option<Ended> {
        self.game.outcome().map(ended)
    }

    fn legal_actions(&self, past_end: bool) -> Actions {
        Actions::new(self.game.legal_actions(past_end))
    }

    fn count_turns(&self, py: Python<'_>, past_end: bool) -> PyResult<u64> {
        let count = detached(py, |stop| self.game.count_turns_unless(past_end, &stop))?;
        Ok(count.unwrap_or_default())
    }

    /// The distinct turns in the order of SPEC.md ORD-3.
    fn turns(&self, py: Python<'_>, past_end: bool) -> PyResult<Turns> {
        let listed = detached(py, |stop| ask::turns_unless(&self.game, past_end, &stop))?;
        let listed = listed.map_err(|fault| errors::of_fault(py, &fault))?;
        let turns = listed.unwrap_or_default().into_iter();
        Ok(Turns { turns })
    }

    /// A shortest turn that makes a goal, or `None`.
    fn goal(&self, py: Python<'_>, past_end: bool) -> PyResult<Option<String>> {
        let question = Question::Goal {
            position: PositionSource::AtHand,
            past_end,
            offset: 0,
            limit: Some(0),
        };
        let answer = detached(py, |stop| {
            let budget = Budget {
                is_expired: Some(stop),
                ..Budget::default()
            };
            ask::answer_about(&self.game, &question, &budget)
        })?;
        match answer {
            Answer::Goal { shortest, .. } => Ok(shortest),
            Answer::Error { error } => Err(errors::of_fault(py, &error)),
            other => Err(PyRuntimeError::new_err(other.name())),
        }
    }

    /// Whether some turn of the side to move makes a goal.
    fn has_goal(&self, py: Python<'_>, past_end: bool) -> bool {
        let is_open = past_end || self.game.outcome().is_none();
        is_open && py.detach(|| self.game.state().has_goal())
    }

    /// A set of squares by its name, `of` a side, a kind, a piece or a square; bit 0 is a1.
    fn squares(&self, py: Python<'_>, name: &str, of: &str) -> PyResult<u64> {
        let state = self.game.state();
        let position = Position::new(self.game.label().side, &state.board());
        let position = position.map_err(|error| errors::of_fault(py, &Fault::from(&error)))?;
        let found = squares(&position, name, of);
        let found = found.map_err(|error| errors::of_text(py, error.into()))?;
        Ok(found.0)
    }

    /// The moment after an action.
    fn apply(&self, py: Python<'_>, action: Text) -> PyResult<Self> {
        let action: Action = action
            .0
            .parse()
            .map_err(|error: UnknownWord| errors::of_text(py, error.into()))?;
        let mut game = self.game.clone();
        game.apply(action).map_err(|illegal| {
            let refused = RefusedTurn {
                at: Some(action.to_string()),
                token: Some(0),
                ..RefusedTurn::from(&Refusal::Illegal(illegal))
            };
            errors::of_refusal(py, &refused)
        })?;
        Ok(game.into())
    }

    /// The numbers of the legal actions, in the order of the actions.
    fn legal_numbers(&self) -> Vec<u16> {
        let actions = self.game.legal_actions(false).into_iter();
        actions.map(number).collect()
    }

    /// The number of times that the position at the start of this turn has occurred, now included.
    fn occurrences(&self) -> usize {
        let game = Game::from_snapshot(&self.game.state().snapshot());
        let game = game.unwrap_or_default();
        game.position()
            .map_or(1, |position| game.occurrences(&position.turn_start()))
    }

    /// The moment on the board mirrored from west to east.
    fn flip_horizontal(&self, py: Python<'_>) -> PyResult<Self> {
        let number = Some(self.game.label().number);
        Self::at(py, &self.game.state().snapshot().flip_horizontal(), number)
    }

    /// The moment at the start of the present turn.
    fn turn_start(&self, py: Python<'_>) -> PyResult<Self> {
        let mut snapshot = self.game.state().snapshot();
        match &mut snapshot.phase {
            Phase::Setup { placed, .. } => placed.clear(),
            Phase::Play { steps, .. } => steps.clear(),
        }
        Self::at(py, &snapshot, Some(self.game.label().number))
    }

    /// The moment after a written turn, the turn in canonical notation, and its captures.
    fn play<'py>(
        &self,
        py: Python<'py>,
        turn: Text,
        strict: bool,
        past_end: bool,
    ) -> PyResult<(Self, String, Bound<'py, PyTuple>)> {
        let turn = turn.0;
        if turn.len() > MAX_TURN {
            let message = format!("{} bytes of a turn, {MAX_TURN} at most", turn.len());
            let limit = MAX_TURN as u64;
            return Err(errors::of_fault(py, &Fault::TooLarge { limit, message }));
        }
        let turn = read_turn(&turn, 1).map_err(|error| errors::of_text(py, error))?;
        let tokens = Located::values(&turn.tokens);
        let options = Options {
            reading: Reading::strict_if(strict),
            past_end,
        };
        let mut game = self.game.clone();
        let label = turn.label.map(|label| label.value);
        let accepted = game.play(label, &tokens, options);
        let accepted = accepted.map_err(|refused| refusal(py, &refused, &tokens))?;
        let captures = accepted
            .captures()
            .map(|placed| words::placement(py, placed));
        let captures = PyTuple::new(py, captures.collect::<PyResult<Vec<_>>>()?)?;
        Ok((game.into(), accepted.turn_text(), captures))
    }

    /// A random turn, each distinct one with the same chance; `None` where there is no legal turn.
    fn sample_turn(&self, py: Python<'_>, seed: u64) -> Option<String> {
        py.detach(|| sample(&self.game, seed, 0))
            .map(|(turn, _)| turn)
    }

    /// Whether both moments have the same continuations, as the reference engine compares games.
    fn __eq__(&self, other: &Self) -> bool {
        let quick = |state: &Self| {
            let game = &state.game;
            (game.label(), game.edition(), game.state().board())
        };
        let [one, two] = [self, other].map(|state| state.state().snapshot);
        let game = Reference::from_snapshot;
        quick(self) == quick(other) && (one == two || game(&one) == game(&two))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let game = &self.game;
        (game.label(), game.edition(), game.state().board()).hash(&mut hasher);
        hasher.finish()
    }
}

impl State {
    /// The game at this moment.
    pub const fn game(&self) -> &JudgedGame {
        &self.game
    }

    fn at(py: Python<'_>, snapshot: &Snapshot, number: Option<u32>) -> PyResult<Self> {
        let game = JudgedGame::from_snapshot(&EngineKind::Bitboard.engine(), snapshot);
        let mut game = game.map_err(|error| errors::of_fault(py, &Fault::from(&error.0)))?;
        if let Some(number) = number {
            let side = snapshot.side;
            game.begin_with(Label { number, side });
        }
        Ok(game.into())
    }

    fn state(&self) -> ask::State {
        ask::State {
            snapshot: self.game.state().snapshot(),
            number: Some(self.game.label().number),
        }
        .without_unrepeatable()
    }
}

impl From<JudgedGame> for State {
    fn from(game: JudgedGame) -> Self {
        Self { game }
    }
}

fn squares(position: &Position, name: &str, of: &str) -> Result<Bitboard, UnknownWord> {
    let kind = || of.parse().map(|piece: Piece| piece.kind);
    Ok(match name {
        "side" => position.by_side(of.parse()?),
        "kind" => position.by_kind(kind()?),
        "piece" => position.by_piece(of.parse()?),
        "stronger_than" => position.stronger_than(kind()?),
        "weaker_than" => position.weaker_than(kind()?),
        "threatened" => position.threatened(of.parse()?),
        "frozen" => position.frozen(of.parse()?),
        "frozen_by" => position.frozen_by(of.parse()?),
        "threats_to" => position.threats_to(of.parse()?),
        "threats_from" => position.threats_from(of.parse()?),
        _ => position.occupied(),
    })
}

fn refusal(py: Python<'_>, refused: &Refused, tokens: &[Token]) -> PyErr {
    errors::of_refusal(py, &RefusedTurn::new(refused, tokens))
}

fn ended(outcome: Outcome) -> Ended {
    let winner = outcome.winner.map(Side::name);
    let end = outcome.end;
    (winner, end.rule(), end.name(), end.code(), outcome.reason())
}

/// An iterator over the distinct turns of a position.
#[pyclass(module = "arimaa._native")]
pub struct Turns {
    turns: std::vec::IntoIter<Turn>,
}

#[pymethods]
impl Turns {
    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<String> {
        self.turns.next().map(|turn| turn.to_string())
    }

    fn __length_hint__(&self) -> usize {
        self.turns.len()
    }
}
