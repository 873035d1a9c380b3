//! The files that game records are written to; existing ones are replaced only with `--force`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::aside::{Existing, is_stream, write_whole};
use crate::exit::CliError;

/// The destination of records.
#[derive(Debug)]
pub(super) enum Records {
    Nowhere,
    /// A file for each game.
    Directory {
        path: PathBuf,
        existing: Existing,
    },
    /// One file, which is made with the first record.
    File {
        path: PathBuf,
        existing: Existing,
        open: Option<File>,
    },
}

impl Records {
    /// Checks the destination before any game is played in vain; changes nothing.
    pub(super) fn plan(path: Option<PathBuf>, games: u32, force: bool) -> Result<Self, CliError> {
        let Some(path) = path else {
            return Ok(Self::Nowhere);
        };
        let existing = if force {
            Existing::Replaced
        } else {
            Existing::Kept
        };
        let names_directory = path
            .as_os_str()
            .to_string_lossy()
            .ends_with(['/', std::path::MAIN_SEPARATOR]);
        if names_directory || path.is_dir() {
            let taken = (1..=games).map(|number| path.join(file_name(number)));
            if let Some(taken) = taken.into_iter().find(|path| !force && exists(path)) {
                return Err(refuse_existing_file(&taken));
            }
            return Ok(Self::Directory { path, existing });
        }
        if exists(&path) && !is_stream(&path) && !force {
            return Err(refuse_existing_file(&path));
        }
        Ok(Self::File {
            path,
            existing,
            open: None,
        })
    }

    /// Writes the record of a game; returns the path of its file, if there is one.
    pub(super) fn write(&mut self, number: u32, record: &str) -> Result<Option<PathBuf>, CliError> {
        match self {
            Self::Nowhere => Ok(None),
            Self::Directory { path, existing } => {
                fs::create_dir_all(&path).map_err(|error| CliError::file(path, error))?;
                let path = path.join(file_name(number));
                let written = write_whole(&path, record.as_bytes(), *existing);
                written.map_err(|error| CliError::file(&path, error))?;
                Ok(Some(path))
            }
            Self::File {
                path,
                existing,
                open,
            } => {
                let text = format!("{record}\n");
                let written = if let Some(file) = open {
                    append(file, text.as_bytes())
                } else {
                    let made = write_whole(path, text.as_bytes(), *existing);
                    made.map(|file| *open = Some(file))
                };
                written.map_err(|error| CliError::file(path, error))?;
                Ok(Some(path.clone()))
            }
        }
    }
}

/// Appends to a file, or restores its length where there is no room for all bytes.
fn append(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    let before = file.metadata()?.len();
    file.write_all(bytes).inspect_err(|_| {
        // A device has no length.
        let _ = file.set_len(before);
    })
}

fn file_name(number: u32) -> String {
    format!("game-{number}.txt")
}

/// Whether anything has this name, even a link that leads nowhere.
fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn refuse_existing_file(path: &Path) -> CliError {
    CliError::file(
        path,
        io::Error::other("it exists already; --force replaces it"),
    )
}
