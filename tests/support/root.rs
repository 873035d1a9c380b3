//! The folder of the repository.

use std::path::Path;

/// The folder of the repository, from whichever package of it.
pub fn root() -> &'static Path {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let is_root = |folder: &&Path| folder.join("SPEC.md").exists();
    folders.find(is_root).expect("a package of the repository")
}
