//! Many games that are stepped together on all cores.

use std::iter::zip;
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use arimaa::random::SplitMix64;
use arimaa::vocab::Side;
use numpy::{
    Element, IntoPyArray, PyArray1, PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray1,
};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;

use super::completion::{each_action, random_action};
use super::moment::Moment;
use super::numbering::{self, ACTIONS};
use super::packed::{NO_POSITION, PACKED};
use super::planes;
use crate::asking::{engine_named, invalid};
use crate::batch::{Cell, Rows, pool};

/// The number of rows that one thread takes at a time.
const SHARE: usize = 32;

/// Games that are stepped together, one a row. A row without a game has a reason.
///
/// No thread waits for the lock: it would hold the interpreter, which the owner of the lock needs.
#[pyclass(frozen, module = "arimaa._native")]
pub struct Games {
    games: RwLock<Vec<Row>>,
}

/// A game, or the reason why the row has none.
type Row = Result<Moment, String>;

/// The numbers of rows without a game, each with the reason.
type Reasons = Vec<(usize, String)>;

/// The side to move in each game, and the number of its turn.
type Labels<'py> = (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<u32>>);

#[pymethods]
impl Games {
    /// How many action numbers there are.
    #[classattr]
    const ACTIONS: usize = ACTIONS;

    /// The number of planes of an observation.
    #[classattr]
    const PLANES: usize = planes::PLANES;

    /// The number of bytes of a packed position.
    #[classattr]
    const PACKED: usize = PACKED;

    /// Games that start at the positions of rows, with their histories.
    #[new]
    fn new(py: Python<'_>, rows: &Rows, edition: Option<&str>, engine: &str) -> PyResult<Self> {
        let engine = engine_named(engine)?;
        let games = par_map(py, 0..rows.len(), |row| {
            Moment::of(rows.cell(row), edition, engine)
        })?;
        Ok(Self::of(games))
    }

    /// Games that start at the packed positions of an array, which is read in place.
    #[staticmethod]
    fn of_states(py: Python<'_>, states: PyReadonlyArray2<'_, u8>, engine: &str) -> PyResult<Self> {
        let engine = engine_named(engine)?;
        let bytes = states.as_slice().map_err(invalid)?;
        let (rows, rest) = bytes.as_chunks::<PACKED>();
        if !rest.is_empty() {
            return Err(PyValueError::new_err("a packed position has 128 bytes"));
        }
        let games = par_map(py, 0..rows.len(), |row| {
            Moment::of(Cell::Packed(&rows[row]), None, engine)
        })?;
        Ok(Self::of(games))
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.read()?.len())
    }

    /// The reasons of the rows that have no game.
    fn reasons(&self) -> PyResult<Reasons> {
        let games = self.read()?;
        let games = games.iter().enumerate();
        let reasons = games.filter_map(|(row, game)| Some((row, game.as_ref().err()?.clone())));
        Ok(reasons.collect())
    }

    /// Writes the games as packed positions, which have no history.
    fn states(&self, py: Python<'_>, out: PyReadwriteArray1<'_, u8>) -> PyResult<()> {
        self.fill(py, out, PACKED, |_, game, row| {
            row.copy_from_slice(&game.map_or(NO_POSITION, Moment::packed));
        })
    }

    /// Does an action in each game. Returns whether each was legal, and the reasons of refusals,
    /// which leave their games unchanged. Then writes the observations, as `look` does.
    fn apply<'py>(
        &self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'_, i64>,
        mut mask: Option<PyReadwriteArray1<'_, bool>>,
        mut planes: Option<PlanesOut<'_>>,
        completable: bool,
        relative: bool,
    ) -> PyResult<(Bound<'py, PyArray1<bool>>, Reasons)> {
        let sight = Sight {
            completable,
            relative,
        };
        let actions = actions.as_slice().map_err(invalid)?;
        let mut games = self.write()?;
        if actions.len() != games.len() {
            let (actions, games) = (actions.len(), games.len());
            let message = format!("{actions} actions for {games} games");
            return Err(PyValueError::new_err(message));
        }
        let views = views(games.len(), &mut mask, &mut planes)?;
        let rows = games.iter_mut().zip(actions).zip(views);
        let applied = par_map(py, rows, |((game, &action), mut view)| {
            let applied = match game {
                Ok(game) => game.apply(action),
                Err(reason) => Err(reason.clone()),
            };
            view.draw(game.as_ref().ok(), sight);
            applied
        })?;
        let legal: Vec<bool> = applied.iter().map(Result::is_ok).collect();
        let reasons = applied.into_iter().enumerate();
        let reasons = reasons.filter_map(|(row, applied)| Some((row, applied.err()?)));
        Ok((legal.into_pyarray(py), reasons.collect()))
    }

    /// Writes the observation of each game: into `mask` a flag for each action, whether it is
    /// legal, and into `planes` one plane after the other. Either array may be left out.
    fn look(
        &self,
        py: Python<'_>,
        mut mask: Option<PyReadwriteArray1<'_, bool>>,
        mut planes: Option<PlanesOut<'_>>,
        completable: bool,
        relative: bool,
    ) -> PyResult<()> {
        let sight = Sight {
            completable,
            relative,
        };
        let games = self.read()?;
        let views = views(games.len(), &mut mask, &mut planes)?;
        par_map(py, games.iter().zip(views), |(game, mut view)| {
            view.draw(game.as_ref().ok(), sight);
        })?;
        Ok(())
    }

    /// Writes a random legal action of each game, each with the same chance; -1 where there is
    /// none. `first_row` is the number of the first game among all the games that share the seed.
    fn sample_actions(
        &self,
        py: Python<'_>,
        seed: u64,
        first_row: u64,
        completable: bool,
        out: PyReadwriteArray1<'_, i64>,
    ) -> PyResult<()> {
        self.fill(py, out, 1, |row, game, chosen| {
            let mut random = SplitMix64::new(seed, first_row + row as u64);
            // The first number of neighbouring rows is alike.
            random.next();
            let action = game.and_then(|game| random_action(game, completable, &mut random));
            chosen[0] = action.map_or(-1, |action| i64::from(numbering::number(action)));
        })
    }

    /// The winner of each game: 0 Gold, 1 Silver, 2 for a draw, -1 while it goes on.
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let winner = |game: &Row| {
            let outcome = game.as_ref().ok().and_then(Moment::outcome);
            outcome.map_or(-1, |outcome| match outcome.winner {
                Some(Side::Gold) => 0,
                Some(Side::Silver) => 1,
                None => 2,
            })
        };
        let winners: Vec<i8> = self.read()?.iter().map(winner).collect();
        Ok(winners.into_pyarray(py))
    }

    /// The id of the rule that decided the game in a row.
    fn ended_by(&self, row: usize) -> PyResult<Option<&'static str>> {
        let games = self.read()?;
        let game = games.get(row).and_then(|game| game.as_ref().ok());
        let outcome = game.and_then(Moment::outcome);
        Ok(outcome.map(|outcome| outcome.end.rule()))
    }

    /// The side to move in each game (0 Gold, 1 Silver, -1 where there is no game), and the number
    /// of the turn.
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Labels<'py>> {
        let label = |game: &Row| match game {
            Ok(game) => match game.label().side {
                Side::Gold => (0, game.label().number),
                Side::Silver => (1, game.label().number),
            },
            Err(_) => (-1, 0),
        };
        let (sides, numbers): (Vec<i8>, Vec<u32>) = self.read()?.iter().map(label).unzip();
        Ok((sides.into_pyarray(py), numbers.into_pyarray(py)))
    }

    /// Replaces marked rows by the same rows of another table, which is repeated as often as
    /// needed.
    fn replace(
        &self,
        py: Python<'_>,
        rows: PyReadonlyArray1<'_, bool>,
        by: PyRef<'_, Self>,
    ) -> PyResult<()> {
        let rows = rows.as_slice().map_err(invalid)?;
        let (by, mut games) = (by.read()?, self.write()?);
        if by.is_empty() || rows.len() != games.len() {
            let message = "a flag for each game is needed, and a game to restart from";
            return Err(PyValueError::new_err(message));
        }
        let others = by.iter().cycle();
        let games = games.iter_mut().zip(rows).zip(others);
        par_map(py, games, |((game, &chosen), other)| {
            if chosen {
                game.clone_from(other);
            }
        })?;
        Ok(())
    }

    /// Moves the games of another table behind these.
    fn append(&self, other: PyRef<'_, Self>) -> PyResult<()> {
        self.write()?.append(&mut *other.write()?);
        Ok(())
    }

    /// Copies of the games of these rows, in this order; a row may be named more than once.
    fn take(&self, py: Python<'_>, rows: PyReadonlyArray1<'_, i64>) -> PyResult<Self> {
        let rows = rows.as_slice().map_err(invalid)?;
        let all = &*self.read()?;
        let games = par_map(py, 0..rows.len(), |row| {
            let row = usize::try_from(rows[row]).ok();
            row.and_then(|row| all.get(row)).cloned()
        })?;
        let games: Option<Vec<_>> = games.into_iter().collect();
        let games = games.ok_or_else(|| PyIndexError::new_err("there is no such game"))?;
        Ok(Self::of(games))
    }

    /// An independent copy of these games.
    fn copy(&self) -> PyResult<Self> {
        Ok(Self::of(self.read()?.clone()))
    }

    /// The games as rows, with their histories.
    fn rows(&self) -> PyResult<Rows> {
        let games = self.read()?;
        Ok(Rows::of_games(games.iter().map(|game| match game {
            Ok(game) => game.judged(),
            Err(reason) => Err(reason.clone()),
        })))
    }
}

/// The options of an observation: whether the mask has only the actions that begin a legal turn,
/// and whether planes and actions are relative to the side to move.
#[derive(Clone, Copy)]
struct Sight {
    completable: bool,
    relative: bool,
}

/// An array that planes are written to.
#[derive(FromPyObject)]
enum PlanesOut<'py> {
    Bytes(PyReadwriteArray1<'py, u8>),
    Floats(PyReadwriteArray1<'py, f32>),
}

/// The slices for the observation of one game; a slice is empty if it is not asked for.
struct View<'a> {
    mask: &'a mut [bool],
    bytes: &'a mut [u8],
    floats: &'a mut [f32],
}

impl View<'_> {
    fn draw(
        &mut self,
        game: Option<&Moment>,
        Sight {
            completable,
            relative,
        }: Sight,
    ) {
        planes::draw(game, relative, self.bytes);
        planes::draw(game, relative, self.floats);
        self.mask.fill(false);
        let Some(game) = game.filter(|_| !self.mask.is_empty()) else {
            return;
        };
        let is_turned = relative && game.label().side == Side::Silver;
        each_action(game, completable, |action| {
            let number = numbering::number(action);
            let seen = if is_turned {
                numbering::mirrored(number)
            } else {
                number
            };
            self.mask[usize::from(seen)] = true;
        });
    }
}

/// The slices for each game out of the arrays that are given.
fn views<'a>(
    games: usize,
    mask: &'a mut Option<PyReadwriteArray1<'_, bool>>,
    planes: &'a mut Option<PlanesOut<'_>>,
) -> PyResult<impl Iterator<Item = View<'a>>> {
    let mask = rows(mask.as_mut(), games, ACTIONS)?;
    let (bytes, floats) = match planes {
        None => (None, None),
        Some(PlanesOut::Bytes(bytes)) => (Some(bytes), None),
        Some(PlanesOut::Floats(floats)) => (None, Some(floats)),
    };
    let bytes = rows(bytes, games, planes::SIZE)?;
    let floats = rows(floats, games, planes::SIZE)?;
    let views = zip(mask, bytes).zip(floats);
    Ok(views.map(|((mask, bytes), floats)| View {
        mask,
        bytes,
        floats,
    }))
}

/// The rows of an array with `width` elements each; empty rows where there is no array.
fn rows<'a, T: Element>(
    array: Option<&'a mut PyReadwriteArray1<'_, T>>,
    count: usize,
    width: usize,
) -> PyResult<Vec<&'a mut [T]>> {
    let Some(array) = array else {
        return Ok((0..count).map(|_| Default::default()).collect());
    };
    let array = array.as_slice_mut().map_err(invalid)?;
    if array.len() != count * width {
        return Err(PyValueError::new_err("a row for each game is needed"));
    }
    Ok(array.chunks_mut(width).collect())
}

fn in_use() -> PyErr {
    PyRuntimeError::new_err("the games are in use: they are stepped by one thread at a time")
}

impl Games {
    const fn of(games: Vec<Row>) -> Self {
        Self {
            games: RwLock::new(games),
        }
    }

    fn read(&self) -> PyResult<RwLockReadGuard<'_, Vec<Row>>> {
        self.games.try_read().map_err(|_| in_use())
    }

    fn write(&self) -> PyResult<RwLockWriteGuard<'_, Vec<Row>>> {
        self.games.try_write().map_err(|_| in_use())
    }

    /// Fills the rows of an array on all cores; each row has `width` elements.
    fn fill<T: Element + Send>(
        &self,
        py: Python<'_>,
        mut out: PyReadwriteArray1<'_, T>,
        width: usize,
        write: impl Fn(usize, Option<&Moment>, &mut [T]) + Sync + Send,
    ) -> PyResult<()> {
        let games = self.read()?;
        let places = rows(Some(&mut out), games.len(), width)?;
        let places = zip(places, &*games).enumerate();
        par_map(py, places, |(row, (place, game))| {
            write(row, game.as_ref().ok(), place);
        })?;
        Ok(())
    }
}

/// Writes a random action that is set in each row of a mask, -1 where none is: by weights that are
/// not negative, or with equal chances without weights or where all are 0.
#[pyfunction]
pub fn choose(
    py: Python<'_>,
    mask: PyReadonlyArray1<'_, bool>,
    weights: Option<PyReadonlyArray1<'_, f32>>,
    seed: u64,
    mut out: PyReadwriteArray1<'_, i64>,
) -> PyResult<()> {
    let mask = mask.as_slice().map_err(invalid)?;
    let weights = weights.as_ref().map(|weights| weights.as_slice());
    let weights = weights.transpose().map_err(invalid)?;
    if weights.is_some_and(|weights| weights.len() != mask.len()) {
        return Err(PyValueError::new_err("a weight for each flag is needed"));
    }
    let places = rows(Some(&mut out), mask.len() / ACTIONS, 1)?;
    let wrong = par_map(py, places.into_iter().enumerate(), |(row, place)| {
        let flags = &mask[row * ACTIONS..][..ACTIONS];
        let weights = weights.map(|weights| &weights[row * ACTIONS..][..ACTIONS]);
        let mut random = SplitMix64::new(seed, row as u64);
        // The first number of neighbouring rows is alike.
        random.next();
        let chosen = draw_weighted(flags, weights, &mut random);
        place[0] = chosen.ok().flatten().unwrap_or(-1);
        chosen.err().map(|()| row)
    })?;
    wrong.into_iter().flatten().next().map_or(Ok(()), |row| {
        let message = format!("row {row}: weights are numbers that are not negative");
        Err(PyValueError::new_err(message))
    })
}

/// The index of a set flag, drawn by its weight; `None` if no flag is set.
fn draw_weighted(
    flags: &[bool],
    weights: Option<&[f32]>,
    random: &mut SplitMix64,
) -> Result<Option<i64>, ()> {
    if let Some(weights) = weights {
        let all = || (0..).zip(zip(flags, weights));
        let set = || all().filter_map(|(number, (flag, &weight))| flag.then_some((number, weight)));
        let total: f64 = set().map(|(_, weight)| f64::from(weight)).sum();
        if !total.is_finite() || set().any(|(_, weight)| weight < 0.0) {
            return Err(());
        }
        let mut left = f64::from(random.next()) / 4_294_967_296.0 * total;
        let found = set().find(|&(_, weight)| {
            left -= f64::from(weight);
            left < 0.0
        });
        // Without a weight all are alike, and roundings may leave a little at the end.
        let found = found.or_else(|| set().filter(|&(_, weight)| weight > 0.0).last());
        if let Some((number, _)) = found {
            return Ok(Some(number));
        }
    }
    let many = set_in(flags);
    Ok((many > 0)
        .then(|| nth_set(flags, random.below(many)))
        .flatten())
}

/// The number of flags that are set.
fn set_in(flags: &[bool]) -> usize {
    // A byte holds the count of 128, and the compiler adds many bytes at once.
    let count = |some: &[bool]| some.iter().map(|&flag| u8::from(flag)).sum::<u8>();
    flags.chunks(128).map(|some| usize::from(count(some))).sum()
}

/// The index of the set flag before which `nth` others are set.
fn nth_set(flags: &[bool], mut nth: usize) -> Option<i64> {
    // What is counted at once needs no branch for any.
    for (first, some) in (0..).step_by(32).zip(flags.chunks(32)) {
        let many = set_in(some);
        if nth < many {
            let mut set = (first..).zip(some).filter(|&(_, &flag)| flag);
            return set.nth(nth).map(|(number, _)| number);
        }
        nth -= many;
    }
    None
}

/// Maps each row on all cores; a few rows on the calling thread.
fn par_map<R: Send, T: Send>(
    py: Python<'_>,
    rows: impl IntoIterator<Item = R>,
    compute: impl Fn(R) -> T + Sync + Send,
) -> PyResult<Vec<T>> {
    let rows: Vec<R> = rows.into_iter().collect();
    let pool = pool()?;
    Ok(py.detach(|| {
        if rows.len() <= SHARE {
            return rows.into_iter().map(compute).collect();
        }
        pool.install(|| {
            let rows = rows.into_par_iter().with_min_len(SHARE);
            rows.map(compute).collect()
        })
    }))
}
