//! Stands for `parquet_file` in a program that was built without it.

use std::convert::Infallible;
use std::fs::File;
use std::io;

use crate::stats::Row;

/// Rows as a Parquet file: here there is none.
pub(crate) struct ParquetFile(Infallible);

impl ParquetFile {
    /// Says how to build a program that writes Parquet.
    ///
    /// # Errors
    ///
    /// Always.
    pub(crate) fn new(_: File) -> io::Result<Self> {
        Err(io::Error::other(
            "this program was built without Parquet; build it with `cargo install --path . --features parquet`",
        ))
    }

    /// Adds a row.
    ///
    /// # Errors
    ///
    /// None: there is no file.
    pub(crate) fn write(&mut self, _: Row) -> io::Result<()> {
        match self.0 {}
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// None: there is no file.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self.0 {}
    }
}
