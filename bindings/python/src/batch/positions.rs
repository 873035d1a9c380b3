//! The positions of records as rows, several for each record.

use arimaa::compare::EngineKind;
use arimaa::text::read_record;
use arimaa::vocab::UnknownWord;
use arimaa_oracle::judge::EditionChoice;
use arimaa_oracle::judge::{Options, Reading};
use arimaa_oracle::rows::{Cell, GamePlace, Kind as CellKind, Row as PositionRow, rows};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::columns::{Kind, Row, Value, table};
use super::parallel::for_rows;
use super::rows::Rows;
use super::table::Table;

/// The choice of the positions of a record, and the form of their rows.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct PositionOptions {
    file: String,
    /// The number of the first record within its file, counted from 1.
    first: usize,
    edition: Option<String>,
    strict: bool,
    counted: bool,
}

/// One row for each position of the records. A record that cannot be read has one row, with a
/// reason in `error`; one that the rules refuse goes up to there, with the reason in its last row.
#[pyfunction]
#[pyo3(signature = (records, options, progress=None))]
pub fn position_rows(
    py: Python<'_>,
    records: &Rows,
    options: PositionOptions,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Table> {
    let editions = match options.edition.as_deref() {
        None => EditionChoice::default(),
        Some("by-date") => EditionChoice::ByDate,
        Some(name) => name
            .parse()
            .map(EditionChoice::RecordedOr)
            .map_err(|error: UnknownWord| PyValueError::new_err(error.to_string()))?,
    };
    let games = for_rows(py, records.len(), progress, |row| {
        let record = records.cell(row).text("record")?;
        Ok(rows_of_record(
            record,
            options.first + row,
            editions,
            &options,
        ))
    })?;
    py.detach(|| {
        let games = games.into_iter().enumerate();
        let rows = games.flat_map(|(row, game)| {
            game.unwrap_or_else(|reason| vec![refused(options.first + row, &options, reason)])
        });
        let columns = PositionRow::COLUMNS.map(|(name, kind)| match kind {
            CellKind::Text => (name, Kind::Text),
            CellKind::Count => (name, Kind::Count),
        });
        table(&columns, rows.collect())
    })
}

/// The rows of one record.
fn rows_of_record(
    text: &str,
    number: usize,
    editions: EditionChoice,
    options: &PositionOptions,
) -> Vec<Row> {
    let record = match read_record(text) {
        Ok(record) => record,
        Err(error) => return vec![refused(number, options, error.to_string())],
    };
    let id = record.tags.game.clone();
    let place = GamePlace {
        file: &options.file,
        number,
        game: &id.unwrap_or_else(|| format!("game {number}")),
    };
    let judged = Options {
        reading: Reading::strict_if(options.strict),
        past_end: false,
    };
    let engine = EngineKind::Bitboard.engine();
    let game = rows(&engine, &record, editions, judged, options.counted);
    let values = |row| {
        let cells = PositionRow::new(place, &record.tags, row).into_cells();
        let values = cells.map(|cell| match cell {
            Cell::Text(text) => text.into(),
            Cell::Count(count) => count.map_or(Value::Null, Value::Count),
        });
        (values.into(), None)
    };
    let mut rows: Vec<Row> = game.rows.into_iter().map(values).collect();
    if let Some(stopped) = game.stopped {
        match rows.last_mut() {
            Some((_, error)) => *error = Some(stopped.to_string()),
            None => rows.push(refused(number, options, stopped.to_string())),
        }
    }
    rows
}

/// A row with the file and the number of a record and a reason, without a position.
fn refused(number: usize, options: &PositionOptions, reason: String) -> Row {
    let values = vec![
        Value::Text(options.file.clone()),
        Value::Count(number as u64),
    ];
    (values, Some(reason))
}
