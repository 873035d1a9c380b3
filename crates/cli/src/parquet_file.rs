//! Rows as a Parquet file.

use std::fs::File;
use std::io;
use std::mem;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use arimaa_oracle::rows::{Cell, Kind, Row};

/// The rows of a row group. They are held together and take some hundred bytes each.
const GROUP: usize = 1 << 16;

/// Definition level of a null; `PRESENT` is that of a value.
const ABSENT: i16 = 0;
const PRESENT: i16 = 1;

/// Writes rows to a file, which others can read once it is finished.
pub(crate) struct ParquetFile {
    writer: SerializedFileWriter<File>,
    rows: Vec<Row>,
}

impl ParquetFile {
    /// Begins a file, still without rows.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(crate) fn new(to: File) -> io::Result<Self> {
        let column = |(name, kind): (&str, Kind)| match kind {
            Kind::Text => format!("optional binary {name} (string);"),
            Kind::Count => format!("optional int64 {name} (integer(64,false));"),
        };
        let columns: String = Row::COLUMNS.into_iter().map(column).collect();
        let schema = parse_message_type(&format!("message rows {{ {columns} }}"));
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
        let (schema, properties) = (Arc::new(schema.map_err(to_io_error)?), properties.build());
        let writer = SerializedFileWriter::new(to, schema, Arc::new(properties));
        let (writer, rows) = (writer.map_err(to_io_error)?, Vec::new());
        Ok(Self { writer, rows })
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(crate) fn write(&mut self, row: Row) -> io::Result<()> {
        self.rows.push(row);
        if self.rows.len() == GROUP {
            self.write_group().map_err(to_io_error)?;
        }
        Ok(())
    }

    /// Writes the rows that are still held, and completes the file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if !self.rows.is_empty() {
            self.write_group().map_err(to_io_error)?;
        }
        self.writer.close().map_err(to_io_error)?;
        Ok(())
    }

    /// Writes the rows that are held as a row group.
    fn write_group(&mut self) -> Result<(), ParquetError> {
        let rows = mem::take(&mut self.rows).into_iter();
        let mut rows: Vec<_> = rows.map(|row| row.into_cells().into_iter()).collect();
        let mut group = self.writer.next_row_group()?;
        for (_, kind) in Row::COLUMNS {
            let Some(mut column) = group.next_column()? else {
                break;
            };
            let (mut texts, mut counts, mut levels) = (Vec::new(), Vec::new(), Vec::new());
            for cell in rows.iter_mut().filter_map(Iterator::next) {
                let level = match cell {
                    Cell::Text(None) | Cell::Count(None) => ABSENT,
                    Cell::Text(Some(text)) => {
                        texts.push(ByteArray::from(text.into_bytes()));
                        PRESENT
                    }
                    Cell::Count(Some(count)) => {
                        // Parquet keeps an unsigned number as the signed one with the same bits.
                        counts.push(count.cast_signed());
                        PRESENT
                    }
                };
                levels.push(level);
            }
            match kind {
                Kind::Text => {
                    column
                        .typed::<ByteArrayType>()
                        .write_batch(&texts, Some(&levels), None)?
                }
                Kind::Count => {
                    column
                        .typed::<Int64Type>()
                        .write_batch(&counts, Some(&levels), None)?
                }
            };
            column.close()?;
        }
        group.close()?;
        Ok(())
    }
}

/// An error of the Parquet writer as an I/O error.
fn to_io_error(error: ParquetError) -> io::Error {
    io::Error::other(error)
}
