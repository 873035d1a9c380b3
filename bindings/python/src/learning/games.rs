//! Many games, stepped together on all cores.

use arimaa::compare::EngineKind;
use arimaa::random::SplitMix64;
use arimaa::vocab::{Side, UnknownWord};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;

use super::completion::{can_complete_after, each_action};
use super::moment::Moment;
use super::numbering::{self, ACTIONS};
use super::packed::{NO_POSITION, PACKED};
use super::planes;
use crate::batch::{Cell, Rows, pool};

/// Rows that one thread takes at a time.
const SHARE: usize = 32;

/// Games that are stepped together. A row without a game has a reason.
#[pyclass(module = "arimaa._native")]
pub struct Games {
    games: Vec<Result<Moment, String>>,
}

/// Reasons by the numbers of their rows.
type Reasons = Vec<(usize, String)>;

#[pymethods]
impl Games {
    /// How many numbers of actions there are.
    #[classattr]
    const ACTIONS: usize = ACTIONS;

    /// How many planes an observation has.
    #[classattr]
    const PLANES: usize = planes::PLANES;

    /// How many bytes a packed position has.
    #[classattr]
    const PACKED: usize = PACKED;

    /// Games that go on from rows of positions, with the history that those have.
    #[new]
    fn new(py: Python<'_>, rows: &Rows, edition: Option<&str>, engine: &str) -> PyResult<Self> {
        let engine = engine_named(engine)?;
        let games = each(py, rows.len(), |row| {
            Moment::of(rows.cell(row), edition, engine)
        })?;
        Ok(Self { games })
    }

    /// The same from an array of packed positions, which is read in place.
    #[staticmethod]
    fn of_states(py: Python<'_>, states: PyReadonlyArray2<'_, u8>, engine: &str) -> PyResult<Self> {
        let engine = engine_named(engine)?;
        let bytes = states.as_slice();
        let bytes = bytes.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let (rows, rest) = bytes.as_chunks::<PACKED>();
        if !rest.is_empty() {
            return Err(PyValueError::new_err("a packed position has 128 bytes"));
        }
        let games = each(py, rows.len(), |row| {
            Moment::of(Cell::Packed(&rows[row]), None, engine)
        })?;
        Ok(Self { games })
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// Why rows have no game.
    fn reasons(&self) -> Reasons {
        let games = self.games.iter().enumerate();
        let reasons = games.filter_map(|(row, game)| Some((row, game.as_ref().err()?.clone())));
        reasons.collect()
    }

    /// The games as packed positions, without the turns before.
    fn states<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        self.bytes(py, &NO_POSITION, |game, row| {
            row.copy_from_slice(&game.packed());
        })
    }

    /// Does an action in each game. Returns where it was legal, and why it was refused elsewhere;
    /// those games are as before.
    fn apply<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'_, i64>,
    ) -> PyResult<(Bound<'py, PyArray1<bool>>, Reasons)> {
        let actions = actions.as_slice();
        let actions = actions.map_err(|error| PyValueError::new_err(error.to_string()))?;
        if actions.len() != self.games.len() {
            let (actions, games) = (actions.len(), self.games.len());
            let message = format!("{actions} actions for {games} games");
            return Err(PyValueError::new_err(message));
        }
        let pool = pool()?;
        let games = &mut self.games;
        let applied: Vec<Result<(), String>> = py.detach(|| {
            let step = |(game, &action): (&mut Result<Moment, String>, &i64)| match game {
                Ok(game) => game.apply(action),
                Err(reason) => Err(reason.clone()),
            };
            if games.len() <= SHARE {
                return games.iter_mut().zip(actions).map(step).collect();
            }
            pool.install(|| {
                let pairs = games.par_iter_mut().zip(actions);
                pairs.with_min_len(SHARE).map(step).collect()
            })
        });
        let legal: Vec<bool> = applied.iter().map(Result::is_ok).collect();
        let reasons = applied.into_iter().enumerate();
        let reasons = reasons.filter_map(|(row, applied)| Some((row, applied.err()?)));
        Ok((legal.into_pyarray(py), reasons.collect()))
    }

    /// 1 for each legal action of each game; where `completable`, of those that begin a legal turn.
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        completable: bool,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        self.bytes(py, &[0; ACTIONS], |game, row| {
            each_action(game, completable, |action| {
                row[usize::from(numbering::number(action))] = 1;
            });
        })
    }

    /// A random legal action of each game, each with the same chance; -1 where there is none.
    fn sample_actions<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        completable: bool,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut chosen = vec![-1; self.games.len()];
        fill(py, &mut chosen, 1, |row, chosen| {
            let Ok(game) = &self.games[row] else { return };
            let mut random = SplitMix64::new(seed, row as u64);
            // The first number of neighbouring rows is alike.
            random.next();
            let mut actions = Vec::new();
            each_action(game, false, |action| actions.push(action));
            while !actions.is_empty() {
                let action = actions.swap_remove(random.below(actions.len()));
                if !completable || can_complete_after(game, action) {
                    chosen[0] = i64::from(numbering::number(action));
                    return;
                }
            }
        })?;
        Ok(chosen.into_pyarray(py))
    }

    /// The planes of each game, one after the other.
    fn observe<'py>(&self, py: Python<'py>, relative: bool) -> PyResult<Bound<'py, PyArray1<u8>>> {
        self.bytes(py, &[0; planes::SIZE], |game, row| {
            planes::draw(game, relative, row);
        })
    }

    /// The winner of each game: 0 Gold, 1 Silver, 2 for a draw, -1 while it goes on.
    fn winners<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let winner = |game: &Result<Moment, String>| {
            let outcome = game.as_ref().ok().and_then(Moment::outcome);
            outcome.map_or(-1, |outcome| match outcome.winner {
                Some(Side::Gold) => 0,
                Some(Side::Silver) => 1,
                None => 2,
            })
        };
        let winners: Vec<i8> = self.games.iter().map(winner).collect();
        winners.into_pyarray(py)
    }

    /// The id of the rule that decided the game in a row.
    fn ended_by(&self, row: usize) -> Option<&'static str> {
        let game = self.games.get(row)?.as_ref().ok()?;
        Some(game.outcome()?.end.rule())
    }

    /// The side to move in each game, 0 for Gold, -1 where there is no game; and the number of the
    /// turn.
    fn turns<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<u32>>) {
        let label = |game: &Result<Moment, String>| match game {
            Ok(game) => match game.label().side {
                Side::Gold => (0, game.label().number),
                Side::Silver => (1, game.label().number),
            },
            Err(_) => (-1, 0),
        };
        let (sides, numbers): (Vec<i8>, Vec<u32>) = self.games.iter().map(label).unzip();
        (sides.into_pyarray(py), numbers.into_pyarray(py))
    }

    /// Replaces games by those of another table, which is gone through again and again.
    fn replace(&mut self, rows: PyReadonlyArray1<'_, bool>, by: PyRef<'_, Self>) -> PyResult<()> {
        let rows = rows.as_slice();
        let rows = rows.map_err(|error| PyValueError::new_err(error.to_string()))?;
        if by.games.is_empty() || rows.len() != self.games.len() {
            return Err(PyValueError::new_err("a flag for each game is needed"));
        }
        let others = by.games.iter().cycle();
        for ((game, &chosen), other) in self.games.iter_mut().zip(rows).zip(others) {
            if chosen {
                game.clone_from(other);
            }
        }
        Ok(())
    }

    /// Takes the games of another table behind these.
    fn append(&mut self, mut other: PyRefMut<'_, Self>) {
        self.games.append(&mut other.games);
    }

    /// The games of some rows, in this order; a row may come again.
    fn take(&self, py: Python<'_>, rows: PyReadonlyArray1<'_, i64>) -> PyResult<Self> {
        let rows = rows.as_slice();
        let rows = rows.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let games = each(py, rows.len(), |row| {
            let row = usize::try_from(rows[row]).ok();
            row.and_then(|row| self.games.get(row)).cloned()
        })?;
        let games: Option<Vec<_>> = games.into_iter().collect();
        let games = games.ok_or_else(|| PyIndexError::new_err("there is no such game"))?;
        Ok(Self { games })
    }

    /// A copy of these games, which is stepped by itself.
    fn copy(&self) -> Self {
        let games = self.games.clone();
        Self { games }
    }

    /// The games as rows, with their history.
    fn rows(&self) -> Rows {
        let games = self.games.iter();
        Rows::of_games(games.map(|game| match game {
            Ok(game) => game.judged(),
            Err(reason) => Err(reason.clone()),
        }))
    }
}

impl Games {
    /// A row of bytes for each game; `nothing` where there is none.
    fn bytes<'py>(
        &self,
        py: Python<'py>,
        nothing: &[u8],
        write: impl Fn(&Moment, &mut [u8]) + Sync,
    ) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let width = nothing.len();
        let mut bytes = vec![0; width * self.games.len()];
        fill(py, &mut bytes, width, |row, bytes| match &self.games[row] {
            Ok(game) => write(game, bytes),
            Err(_) => bytes.copy_from_slice(nothing),
        })?;
        Ok(bytes.into_pyarray(py))
    }
}

/// Computes something for each row on all cores.
fn each<T: Send>(
    py: Python<'_>,
    rows: usize,
    compute: impl Fn(usize) -> T + Sync + Send,
) -> PyResult<Vec<T>> {
    let pool = pool()?;
    Ok(py.detach(|| {
        if rows <= SHARE {
            return (0..rows).map(compute).collect();
        }
        pool.install(|| {
            let rows = (0..rows).into_par_iter().with_min_len(SHARE);
            rows.map(compute).collect()
        })
    }))
}

/// Writes the rows of an array on all cores.
fn fill<T: Send>(
    py: Python<'_>,
    array: &mut [T],
    width: usize,
    write: impl Fn(usize, &mut [T]) + Sync + Send,
) -> PyResult<()> {
    let pool = pool()?;
    py.detach(|| {
        if array.len() <= SHARE * width {
            let rows = array.chunks_mut(width).enumerate();
            return rows.for_each(|(row, place)| write(row, place));
        }
        pool.install(|| {
            let rows = array.par_chunks_mut(width).enumerate();
            let rows = rows.with_min_len(SHARE);
            rows.for_each(|(row, place)| write(row, place));
        });
    });
    Ok(())
}

fn engine_named(name: &str) -> PyResult<EngineKind> {
    name.parse()
        .map_err(|error: UnknownWord| PyValueError::new_err(error.to_string()))
}
