//! Output files, written under a temporary name, synced and renamed: each is complete or unchanged.
//!
//! Only files that another run resumes are written in place: those of `positions` and
//! `perft --keep`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{self, Path, PathBuf};

use tempfile::NamedTempFile;

/// Treatment of a file that already has the target name.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Existing {
    /// The existing file stays, and writing fails.
    Kept,
    /// The file is replaced; the new one has its permissions. A link is replaced, not followed.
    Replaced,
}

/// The path of a file without links and relative parts; the file need not be there.
pub(super) fn place_of(file: impl AsRef<Path>) -> PathBuf {
    let file = file.as_ref();
    let file = path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let in_folder = || {
        let folder = fs::canonicalize(file.parent()?).ok()?;
        Some(folder.join(file.file_name()?))
    };
    fs::canonicalize(&file)
        .ok()
        .or_else(in_folder)
        .unwrap_or(file)
}

/// A file with a temporary name until it is complete.
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
        // Unlike that of `tempfile_in`, the error of this names no temporary file.
        fs::metadata(folder)?;
        Ok(Self {
            file: builder.prefix(".aside-").tempfile_in(folder)?,
            path: path.to_owned(),
        })
    }

    /// Opens the temporary file a second time, for writing.
    pub(super) fn reopen(&self) -> io::Result<File> {
        self.file.reopen()
    }

    /// Syncs the file to the disk, then renames it to its path.
    pub(super) fn put_in_place(self, existing: Existing) -> io::Result<File> {
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

/// Writes a file under a temporary name, renames it, and returns it open. A stream is appended to.
pub(super) fn write_whole(path: &Path, bytes: &[u8], existing: Existing) -> io::Result<File> {
    if is_stream(path) {
        let open =
            standard_stream(path).map_or_else(|| File::options().append(true).open(path), Ok);
        let mut stream = open?;
        stream.write_all(bytes)?;
        return Ok(stream);
    }
    let mut aside = Aside::new(path)?;
    aside.file.write_all(bytes)?;
    aside.put_in_place(existing)
}

/// Fails where a file cannot be written or replaced, and leaves everything as it is.
pub(super) fn check_writable(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // A pipe ends for its reader with the first that opens and closes it.
    if is_stream(path) {
        return Ok(());
    }
    if path.exists() {
        File::options().append(true).open(path)?;
    }
    Aside::new(path).map(drop)
}

/// Whether a path leads to a device, to a pipe, or to a standard stream of this program, which may
/// be a file. These are written to, not replaced.
pub(super) fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file()) || standard_stream(path).is_some()
}

/// The standard output or standard error that a path such as `/dev/stdout` leads to, if any. Opened
/// by its path, a redirected file would be overwritten from its beginning.
#[cfg(unix)]
fn standard_stream(path: &Path) -> Option<File> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;

    let place = |file: fs::Metadata| (file.dev(), file.ino());
    let named = place(fs::metadata(path).ok()?);
    let (out, err) = (io::stdout(), io::stderr());
    let streams = [out.as_fd(), err.as_fd()].map(|stream| stream.try_clone_to_owned());
    let mut streams = streams.into_iter().flatten().map(File::from);
    streams.find(|stream| stream.metadata().is_ok_and(|open| place(open) == named))
}

#[cfg(not(unix))]
const fn standard_stream(_: &Path) -> Option<File> {
    None
}
