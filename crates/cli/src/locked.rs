//! Files that only one process at a time may write, because a later run continues them.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

/// Opens a file and locks it until it is closed, also by a crash.
///
/// # Errors
///
/// If it cannot be opened, or another process has it locked.
pub(super) fn open_locked(options: &OpenOptions, path: &Path) -> io::Result<File> {
    let file = options.open(path)?;
    file.try_lock().map_err(|failed| match failed {
        TryLockError::WouldBlock => io::Error::other("another process is writing it"),
        TryLockError::Error(error) => error,
    })?;
    Ok(file)
}
