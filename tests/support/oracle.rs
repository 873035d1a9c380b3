//! Runs the command line as a program.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

use tempfile::TempDir;

/// The output and exit code of a command.
pub struct Run {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// The command `arimaa-oracle` with these arguments, not yet started.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"));
    command.args(arguments).current_dir(crate::root::root());
    command
}

/// The text of a file of the repository, by its path there.
pub fn text_of(path: &str) -> String {
    fs::read_to_string(crate::root::root().join(path)).unwrap()
}

/// Runs `arimaa-oracle` with these arguments.
pub fn run(arguments: &[&str]) -> Run {
    run_with(arguments, b"")
}

/// Runs `arimaa-oracle` with `input` on its standard input.
pub fn run_with(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A command that answers without reading closes the pipe: not this side's affair.
    let writer = thread::spawn(move || stdin.write_all(&input).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Writes a file into a directory that is deleted with the returned value; also returns its path.
pub fn file(name: &str, content: &[u8]) -> (TempDir, String) {
    let directory = tempfile::tempdir().unwrap();
    let path: PathBuf = directory.path().join(name);
    fs::write(&path, content).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (directory, path)
}
