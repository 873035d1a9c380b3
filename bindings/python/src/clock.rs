//! Time controls.

use std::time::Duration;

use arimaa_oracle::clock::{self, BadTimeControl};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// How much time players have: `M/R/P/L/G/T`, as docs/referee.md describes it. Times are seconds.
#[pyclass(frozen, eq, module = "arimaa._native")]
#[derive(Eq, PartialEq)]
pub struct TimeControl(clock::TimeControl);

fn seconds(time: f64, name: &str) -> PyResult<Duration> {
    Duration::try_from_secs_f64(time)
        .map_err(|_| PyValueError::new_err(format!("`{name}` is {time}: no number of seconds")))
}

#[pymethods]
impl TimeControl {
    #[new]
    fn read(text: &str) -> PyResult<Self> {
        let control = text.parse();
        control
            .map(Self)
            .map_err(|error: BadTimeControl| PyValueError::new_err(error.to_string()))
    }

    #[getter]
    const fn turn(&self) -> f64 {
        self.0.turn.as_secs_f64()
    }

    #[getter]
    const fn reserve(&self) -> f64 {
        self.0.reserve.as_secs_f64()
    }

    #[getter]
    const fn percent(&self) -> u32 {
        self.0.percent
    }

    #[getter]
    fn most_reserve(&self) -> Option<f64> {
        self.0.most_reserve.map(|time| time.as_secs_f64())
    }

    #[getter]
    fn game(&self) -> Option<f64> {
        self.0.game.map(|time| time.as_secs_f64())
    }

    #[getter]
    const fn moves(&self) -> Option<u32> {
        self.0.moves
    }

    #[getter]
    fn longest_turn(&self) -> Option<f64> {
        self.0.longest_turn.map(|time| time.as_secs_f64())
    }

    /// The longest that a turn may take with this reserve.
    fn limit(&self, reserve: f64) -> PyResult<f64> {
        let reserve = seconds(reserve, "reserve")?;
        Ok(self.0.limit(reserve).as_secs_f64())
    }

    /// The reserve after a turn of play that took so long; setups do not change it.
    fn reserve_after(&self, reserve: f64, used: f64) -> PyResult<f64> {
        let (reserve, used) = (seconds(reserve, "reserve")?, seconds(used, "used")?);
        Ok(self.0.reserve_after(reserve, used).as_secs_f64())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("TimeControl('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (String,)) {
        (py.get_type::<Self>(), (self.0.to_string(),))
    }
}
