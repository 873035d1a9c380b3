//! The folder of the repository, and the files in it.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the repository, for tests of any package.
pub fn root() -> &'static Path {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let is_root = |folder: &&Path| folder.join("SPEC.md").exists();
    folders.find(is_root).expect("a package of the repository")
}

/// The files of a folder of the repository, sorted by name.
pub fn files_in(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(root().join(folder)).unwrap();
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The files below a folder at any depth; for a file, the file itself.
pub fn files_below(path: PathBuf) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path];
    }
    let entries = fs::read_dir(path).unwrap();
    let files = entries.flat_map(|entry| files_below(entry.unwrap().path()));
    files.collect()
}

/// The files of a folder of the repository, with their texts.
pub fn texts_in(folder: &str) -> Vec<(PathBuf, String)> {
    let paths = files_in(folder).into_iter();
    let texts = paths.map(|path| (fs::read_to_string(&path).unwrap(), path));
    texts.map(|(text, path)| (path, text)).collect()
}
