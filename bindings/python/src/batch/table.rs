//! Answers as a table: columns of equal length, in one or more batches.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::to_ffi;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::UInt64Type;
use arrow_array::{
    Array, ArrayRef, BooleanArray, RecordBatch, RecordBatchIterator, StringArray, StructArray,
    UInt64Array,
};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Schema, SchemaRef};
use arrow_select::concat::concat_batches;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyList, PyType};

use super::rows::of_arrow;

/// Columns of equal length, in batches of the same schema.
#[pyclass(frozen, module = "arimaa._native")]
pub struct Table {
    batches: Vec<RecordBatch>,
}

impl Table {
    /// A table of one batch.
    pub fn of(batch: RecordBatch) -> Self {
        let batches = vec![batch];
        Self { batches }
    }

    fn schema(&self) -> SchemaRef {
        let empty = || SchemaRef::new(Schema::empty());
        self.batches.first().map_or_else(empty, RecordBatch::schema)
    }

    fn column_index(&self, column: &str) -> PyResult<usize> {
        let place = self.schema().index_of(column);
        place.map_err(|_| PyKeyError::new_err(column.to_owned()))
    }
}

/// A column of a pickled batch: its name, the kind of its values, and the values.
type Pickled<'py> = (String, &'static str, Vec<Bound<'py, PyAny>>);

#[pymethods]
impl Table {
    /// A table of batches of columns, each with its name, the kind of its values, and the values.
    #[new]
    fn new(batches: Vec<Vec<(String, String, Bound<'_, PyList>)>>) -> PyResult<Self> {
        let batch = |columns: Vec<(String, String, Bound<'_, PyList>)>| {
            let columns = columns.into_iter().map(|(name, kind, values)| {
                let array: ArrayRef = match kind.as_str() {
                    "count" => Arc::new(UInt64Array::from(values.extract::<Vec<Option<u64>>>()?)),
                    "flag" => Arc::new(BooleanArray::from(values.extract::<Vec<Option<bool>>>()?)),
                    _ => Arc::new(StringArray::from(values.extract::<Vec<Option<String>>>()?)),
                };
                Ok((name, array, true))
            });
            let columns = columns.collect::<PyResult<Vec<_>>>()?;
            RecordBatch::try_from_iter_with_nullable(columns).map_err(of_arrow)
        };
        let batches = batches.into_iter().map(batch).collect::<PyResult<_>>()?;
        Ok(Self { batches })
    }

    #[allow(
        clippy::type_complexity,
        reason = "what pickle asks for: a class and its arguments"
    )]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyType>, (Vec<Vec<Pickled<'py>>>,))> {
        let pickled = |batch: &RecordBatch| {
            let columns = batch.schema_ref().fields().iter().zip(batch.columns());
            let columns = columns.map(|(field, column)| {
                let kind = match column.data_type() {
                    DataType::UInt64 => "count",
                    DataType::Boolean => "flag",
                    _ => "text",
                };
                Ok((field.name().clone(), kind, objects(py, column)?))
            });
            columns.collect::<PyResult<Vec<_>>>()
        };
        let batches = self.batches.iter().map(pickled);
        Ok((py.get_type::<Self>(), (batches.collect::<PyResult<_>>()?,)))
    }

    /// The rows of several tables of the same columns, one after the other.
    #[staticmethod]
    fn joined(tables: Vec<PyRef<'_, Self>>) -> PyResult<Self> {
        let batches: Vec<RecordBatch> = tables
            .iter()
            .flat_map(|table| table.batches.iter().cloned())
            .collect();
        let schema = batches.first().map(RecordBatch::schema);
        if batches.iter().any(|batch| Some(batch.schema()) != schema) {
            return Err(PyValueError::new_err("the tables have different columns"));
        }
        Ok(Self { batches })
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The names of the columns.
    fn column_names(&self) -> Vec<String> {
        let schema = self.schema();
        let names = schema.fields().iter().map(|field| field.name().clone());
        names.collect()
    }

    /// The values of a column as Python objects, with `None` for nulls.
    fn values<'py>(&self, py: Python<'py>, column: &str) -> PyResult<Bound<'py, PyList>> {
        let place = self.column_index(column)?;
        let list = PyList::empty(py);
        for batch in &self.batches {
            for value in objects(py, batch.column(place))? {
                list.append(value)?;
            }
        }
        Ok(list)
    }

    /// The values of a column of numbers or flags as bytes, with zeros for nulls, and whether each
    /// row has one. A number has eight bytes in the order of this machine, a flag has one.
    fn buffers<'py>(
        &self,
        py: Python<'py>,
        column: &str,
    ) -> PyResult<(&'static str, Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let place = self.column_index(column)?;
        let mut kind = "bool";
        let (mut values, mut valid) = (Vec::new(), Vec::new());
        for batch in &self.batches {
            let array = batch.column(place);
            match array.data_type() {
                DataType::UInt64 => {
                    kind = "uint64";
                    for value in array.as_primitive::<UInt64Type>() {
                        values.extend(value.unwrap_or_default().to_ne_bytes());
                    }
                }
                DataType::Boolean => {
                    values.extend(
                        array
                            .as_boolean()
                            .iter()
                            .map(|flag| u8::from(flag == Some(true))),
                    );
                }
                _ => {
                    return Err(PyTypeError::new_err(format!(
                        "{column} is a column of texts"
                    )));
                }
            }
            valid.extend((0..array.len()).map(|row| u8::from(array.is_valid(row))));
        }
        Ok((kind, PyBytes::new(py, &values), PyBytes::new(py, &valid)))
    }

    /// The table as a stream of the Arrow `PyCapsule` interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer that asks for another schema casts by itself: the interface allows that.
        drop(requested_schema);
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, self.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        // The stream releases itself when it is dropped with the capsule.
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The rows as one array of the Arrow `PyCapsule` interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        drop(requested_schema);
        let rows = concat_batches(&self.schema(), &self.batches).map_err(of_arrow)?;
        let data = StructArray::from(rows).into_data();
        let (array, schema) = to_ffi(&data).map_err(of_arrow)?;
        let schema = PyCapsule::new_with_value(py, schema, c"arrow_schema")?;
        Ok((
            schema,
            PyCapsule::new_with_value(py, array, c"arrow_array")?,
        ))
    }

    /// The schema of the table in the Arrow `PyCapsule` interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema().as_ref()).map_err(of_arrow)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}

/// The values of a column as Python objects, with `None` for nulls.
fn objects<'py>(py: Python<'py>, column: &ArrayRef) -> PyResult<Vec<Bound<'py, PyAny>>> {
    match column.data_type() {
        DataType::UInt64 => python_values(py, column.as_primitive::<UInt64Type>()),
        DataType::Boolean => python_values(py, column.as_boolean()),
        _ => python_values(py, column.as_string::<i32>()),
    }
}

fn python_values<'py, T: IntoPyObjectExt<'py>>(
    py: Python<'py>,
    values: impl IntoIterator<Item = Option<T>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let values = values.into_iter();
    values.map(|value| value.into_bound_py_any(py)).collect()
}
