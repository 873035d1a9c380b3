//! Output files. They are written aside, synced and renamed, so that a file is whole or as it was.
//!
//! Only files that another run resumes are written in place: those of `positions` and
//! `perft --keep`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// The fate of a file that has the name already.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Existing {
    /// It stays, and writing fails.
    Kept,
    /// It is replaced; the new file has its permissions. A link is replaced, not followed.
    Replaced,
}

/// A file that has another name until it is whole.
pub(super) struct Aside {
    file: NamedTempFile,
    path: PathBuf,
}

impl Aside {
    /// A temporary file in the folder of `path`, with the permissions that the user's mask allows.
    ///
    /// # Errors
    ///
    /// If nothing can be written there.
    pub(super) fn new(path: &Path) -> io::Result<Self> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        {
            use std::fs::Permissions;
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(Permissions::from_mode(0o666));
        }
        // Its error does not name a temporary file.
        fs::metadata(folder)?;
        Ok(Self {
            file: builder.prefix(".aside-").tempfile_in(folder)?,
            path: path.to_owned(),
        })
    }

    /// The file for writing, opened once more.
    pub(super) fn reopen(&self) -> io::Result<File> {
        self.file.reopen()
    }

    /// Gives the file its name, once everything is on the disk.
    pub(super) fn place(self, existing: Existing) -> io::Result<File> {
        let Self { file, path } = self;
        if let Ok(there) = path.symlink_metadata()
            && there.is_file()
        {
            file.as_file().set_permissions(there.permissions())?;
        }
        file.as_file().sync_all()?;
        let placed = match existing {
            Existing::Kept => file.persist_noclobber(path),
            Existing::Replaced => file.persist(path),
        };
        placed.map_err(|failed| failed.error)
    }
}

/// Writes a whole file, and keeps it open for more. A device is written to.
pub(super) fn write_whole(path: &Path, bytes: &[u8], existing: Existing) -> io::Result<File> {
    if is_device(path) {
        let mut device = File::options().append(true).open(path)?;
        device.write_all(bytes)?;
        return Ok(device);
    }
    let mut aside = Aside::new(path)?;
    aside.file.write_all(bytes)?;
    aside.place(existing)
}

/// Fails where a file cannot be written or replaced, and leaves everything as it is.
pub(super) fn check_writable(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // A pipe ends for its reader with the first that opens and closes it.
    if is_device(path) {
        return Ok(());
    }
    if path.exists() {
        File::options().append(true).open(path)?;
    }
    Aside::new(path).map(drop)
}

/// Whether a path names a device, a pipe, or a file that is open, such as `/dev/stdout`.
fn is_device(path: &Path) -> bool {
    path.starts_with("/dev") || fs::metadata(path).is_ok_and(|there| !there.is_file())
}
