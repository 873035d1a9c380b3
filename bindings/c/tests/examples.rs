//! The examples, compiled with the installed library, static and shared, and run.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic")]
#![cfg(unix)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// The folder where `make install` puts the libraries, which are built beside this test. `cargo
/// test` alone builds none.
fn installed() -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let build = || {
        let this = std::env::current_exe().unwrap();
        let target = this.ancestors().nth(3).unwrap();
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--locked", "--lib"]);
        cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
        assert!(
            cargo
                .arg("--target-dir")
                .arg(target)
                .status()
                .unwrap()
                .success()
        );
        let folder = target.join("debug/installed");
        let mut make = Command::new("make");
        make.arg("install").current_dir(env!("CARGO_MANIFEST_DIR"));
        make.arg(format!("BUILT={}", target.join("debug").display()));
        make.arg(format!("PREFIX={}", folder.display()));
        let output = make.output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        folder
    };
    FOLDER.get_or_init(build).clone()
}

/// The kind of library that a program is linked to.
#[derive(Clone, Copy, Debug)]
enum Library {
    Static,
    Shared,
}

/// Compiles an example and returns the program's path. Warnings are errors.
fn compile(compiler: &str, source: &str, library: Library, flags: &[&str]) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = installed();
    let libraries = folder.join("lib");
    let program = folder.join(format!("{source}-{library:?}{}", flags.concat()));
    let mut command = Command::new(compiler);
    command.args(["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g"]);
    command.args(flags).arg("-o").arg(&program);
    command.arg("-I").arg(folder.join("include"));
    command.arg(root.join("examples").join(source));
    match library {
        Library::Static => command.arg(libraries.join("libarimaa.a")),
        Library::Shared => command
            .arg(format!("-L{}", libraries.display()))
            .arg(format!("-Wl,-rpath,{}", libraries.display()))
            .arg("-larimaa"),
    };
    command.args(["-lpthread", "-lm", "-ldl"]);
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    program
}

/// The standard output of a program for this input. It must succeed and print no errors.
fn output_of(command: &mut Command, input: &str) -> String {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    let Output {
        status,
        stdout,
        stderr,
    } = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&stderr);
    assert!(status.success() && errors.is_empty(), "{status}: {errors}");
    String::from_utf8(stdout).unwrap()
}

/// Three requests: `hello`, a question, and a line that is not JSON.
const LINES: &str = concat!(
    r#"{"id":1,"hello":{}}"#,
    "\n",
    r#"{"id":2,"ask":{"kind":"turn_count","position":{"state":{"side":"gold","setup":{}}}}}"#,
    "\n{\n",
);

fn assert_answers(output: &str) {
    let lines: Vec<&str> = output.lines().collect();
    let [hello, count, error] = lines[..] else {
        panic!("{output}");
    };
    assert!(
        hello.contains(r#""identity":{"name":"arimaa-oracle""#),
        "{hello}"
    );
    assert_eq!(
        count,
        r#"{"id":2,"answer":{"kind":"turn_count","count":64864800}}"#
    );
    assert!(error.contains(r#""kind":"bad_json""#), "{error}");
}

fn assert_refuses(output: &str) {
    let message =
        "the gold cat on c4 is frozen by the silver dog on d4 and has no friend beside it";
    assert!(output.contains(message), "{output}");
}

#[test]
#[ignore = "needs cc"]
fn c_example_prints_the_refusal() {
    let program = compile("cc", "ruling.c", Library::Shared, &["-std=c99"]);
    assert_refuses(&output_of(&mut Command::new(program), ""));
}

#[test]
#[ignore = "needs c++"]
fn cpp_example_answers_lines() {
    let program = compile("c++", "lines.cpp", Library::Shared, &["-std=c++17"]);
    assert_answers(&output_of(&mut Command::new(program), LINES));
}

/// Tests the static library, whose allocations the sanitizer then checks, too.
#[test]
#[ignore = "needs cc and c++"]
fn address_sanitizer_finds_no_error_and_no_leak() {
    let flags = ["-fsanitize=address,undefined"];
    let ruling = compile("cc", "ruling.c", Library::Static, &flags);
    assert_refuses(&output_of(&mut Command::new(ruling), ""));
    let lines = compile("c++", "lines.cpp", Library::Static, &flags);
    assert_answers(&output_of(&mut Command::new(lines), LINES));
}

#[test]
#[ignore = "needs cc and valgrind"]
fn valgrind_finds_no_error_and_no_leak() {
    let program = compile("cc", "ruling.c", Library::Shared, &["-O1"]);
    let flags = ["--quiet", "--error-exitcode=9", "--leak-check=full"];
    let mut valgrind = Command::new("valgrind");
    assert_refuses(&output_of(valgrind.args(flags).arg(program), ""));
}

/// The compiler flags that pkg-config prints for the installed library.
#[cfg(target_os = "linux")]
fn pkg_config(folder: &Path, words: &[&str]) -> Vec<String> {
    let mut command = Command::new("pkg-config");
    command.env("PKG_CONFIG_PATH", folder.join("lib/pkgconfig"));
    let output = command.args(words).arg("arimaa").output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let said = String::from_utf8(output.stdout).unwrap();
    said.split_whitespace().map(str::to_owned).collect()
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs cc and pkg-config"]
fn program_compiled_by_pkg_config_finds_the_shared_library_by_its_versioned_name() {
    let folder = installed();
    let version = pkg_config(&folder, &["--modversion"]);
    assert_eq!(version, [env!("CARGO_PKG_VERSION")]);
    let program = folder.join("by-pkg-config");
    let mut compiler = Command::new("cc");
    compiler.arg("-o").arg(&program);
    compiler.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/ruling.c"));
    compiler.args(pkg_config(&folder, &["--cflags", "--libs"]));
    assert!(compiler.status().unwrap().success());

    // Only the name with its version is there, as on a machine without the header.
    let bare = folder.join("bare");
    std::fs::create_dir_all(&bare).unwrap();
    let name = "libarimaa.so.1";
    std::fs::copy(folder.join("lib").join(name), bare.join(name)).unwrap();
    let mut command = Command::new(program);
    assert_refuses(&output_of(command.env("LD_LIBRARY_PATH", bare), ""));
}
