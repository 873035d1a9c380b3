//! Values of answers, and the table columns made of them.

use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, RecordBatch, StringArray, UInt64Array};
use pyo3::PyResult;

use super::rows::of_arrow;
use super::table::Table;

/// A value in one cell of a table.
#[derive(Default)]
pub enum Value {
    /// No value.
    #[default]
    Null,
    /// A number that is not negative.
    Count(u64),
    /// True or false.
    Flag(bool),
    /// A text.
    Text(String),
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        text.map_or(Self::Null, Self::Text)
    }
}

/// The type of the values in a column.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Numbers that are not negative.
    Count,
    /// True or false.
    Flag,
    /// Texts.
    Text,
}

/// A row of a table: its values, where missing last ones are null, and the reason if it has none.
pub type Row = (Vec<Value>, Option<String>);

/// Makes a table of rows: these columns, and a last column `error`.
///
/// # Errors
///
/// If the rows are too large for a table.
pub fn table(columns: &[(&str, Kind)], answers: Vec<Row>) -> PyResult<Table> {
    let mut rows = Vec::with_capacity(answers.len());
    let mut errors = Vec::with_capacity(answers.len());
    for (values, error) in answers {
        rows.push(values.into_iter());
        errors.push(error);
    }
    let mut made: Vec<(&str, ArrayRef)> = Vec::new();
    for &(name, kind) in columns {
        let values = rows.iter_mut().map(|row| row.next().unwrap_or_default());
        let array: ArrayRef = match kind {
            Kind::Count => Arc::new(values.map(Value::into_count).collect::<UInt64Array>()),
            Kind::Flag => Arc::new(values.map(Value::into_flag).collect::<BooleanArray>()),
            Kind::Text => Arc::new(values.map(Value::into_text).collect::<StringArray>()),
        };
        made.push((name, array));
    }
    made.push(("error", Arc::new(StringArray::from(errors))));
    // All columns may hold nulls, in every batch: so they have one schema.
    let batch = RecordBatch::try_from_iter_with_nullable(
        made.into_iter().map(|(name, array)| (name, array, true)),
    );
    batch.map(Table::of).map_err(of_arrow)
}

impl Value {
    fn into_count(self) -> Option<u64> {
        match self {
            Self::Count(count) => Some(count),
            _ => None,
        }
    }

    fn into_flag(self) -> Option<bool> {
        match self {
            Self::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    fn into_text(self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}
