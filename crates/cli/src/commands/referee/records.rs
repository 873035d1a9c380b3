//! The files that records go to: written aside and put in place whole, never over another file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::aside::new_beside;
use crate::exit::CliError;

/// The destination of records.
#[derive(Debug)]
pub(super) enum Records {
    Nowhere,
    /// A file for each game.
    Directory {
        path: PathBuf,
        force: bool,
    },
    /// One file, which is made with the first record.
    File {
        path: PathBuf,
        force: bool,
        open: Option<File>,
    },
}

impl Records {
    /// Looks at the destination before the games, which could be long and in vain, and changes
    /// nothing.
    pub(super) fn plan(path: Option<PathBuf>, games: u32, force: bool) -> Result<Self, CliError> {
        let Some(path) = path else {
            return Ok(Self::Nowhere);
        };
        let names_directory = path
            .as_os_str()
            .to_string_lossy()
            .ends_with(['/', std::path::MAIN_SEPARATOR]);
        if names_directory || path.is_dir() {
            let taken = (1..=games).map(|number| path.join(file_name(number)));
            if let Some(taken) = taken.into_iter().find(|path| !force && exists(path)) {
                return Err(in_the_way(&taken));
            }
            return Ok(Self::Directory { path, force });
        }
        let is_device = fs::metadata(&path).is_ok_and(|file| !file.is_file());
        if exists(&path) && !is_device && !force {
            return Err(in_the_way(&path));
        }
        Ok(Self::File {
            path,
            force,
            open: None,
        })
    }

    /// Writes the record of a game, and says where it is.
    pub(super) fn write(&mut self, number: u32, record: &str) -> Result<Option<PathBuf>, CliError> {
        match self {
            Self::Nowhere => Ok(None),
            Self::Directory { path, force } => {
                fs::create_dir_all(&path).map_err(|error| CliError::file(path, error))?;
                let path = path.join(file_name(number));
                create_file(&path, record, *force).map_err(|error| CliError::file(&path, error))?;
                Ok(Some(path))
            }
            Self::File { path, force, open } => {
                let text = format!("{record}\n");
                let written = match open {
                    Some(file) => file.write_all(text.as_bytes()),
                    None => create_file(path, &text, *force).map(|file| *open = Some(file)),
                };
                written.map_err(|error| CliError::file(path, error))?;
                Ok(Some(path.clone()))
            }
        }
    }
}

fn file_name(number: u32) -> String {
    format!("game-{number}.txt")
}

/// Whether something has this name, a link that leads nowhere included.
fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn in_the_way(path: &Path) -> CliError {
    CliError::file(
        path,
        io::Error::other("it exists already; --force replaces it"),
    )
}

/// Makes a file with this text, and keeps it open for more. A link is replaced, not followed; a
/// device is written to.
fn create_file(path: &Path, text: &str, force: bool) -> io::Result<File> {
    if fs::metadata(path).is_ok_and(|file| !file.is_file()) {
        let mut device = OpenOptions::new().append(true).open(path)?;
        device.write_all(text.as_bytes())?;
        return Ok(device);
    }
    let mut aside = new_beside(path)?;
    aside.write_all(text.as_bytes())?;
    aside.as_file().sync_all()?;
    let placed = if force {
        aside.persist(path)
    } else {
        aside.persist_noclobber(path)
    };
    placed.map_err(|failed| failed.error)
}
