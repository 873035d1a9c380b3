//! Files that are written aside, so that under their name they are whole or not there.

use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

/// A temporary file in the folder of `path` that everybody may read whom the user's mask allows.
///
/// # Errors
///
/// If nothing can be written there.
pub(super) fn new_beside(path: &Path) -> io::Result<NamedTempFile> {
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
    builder.prefix(".aside-").tempfile_in(folder)
}
