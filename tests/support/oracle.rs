//! The command line as a program that is run.

use std::process::Command;

/// The exit code, standard output and standard error of `arimaa-oracle` with these arguments.
pub fn oracle(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"))
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    (code, text(output.stdout), text(output.stderr))
}
