//! `suite init`: the files of a starter run as they are, and once they are filled in.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::oracle::run;

/// The adapter of a language, with the commands that compile and start it; `FOLDER` is its folder.
const ADAPTERS: [(&str, &[&str], &str); 5] = [
    ("python", &[], "python3 FOLDER/adapter.py"),
    ("javascript", &[], "node FOLDER/adapter.js"),
    (
        "java",
        &["javac", "-d", "FOLDER/out", "FOLDER/Adapter.java"],
        "java -cp FOLDER/out Adapter",
    ),
    (
        "cpp",
        &[
            "g++",
            "-std=c++17",
            "-o",
            "FOLDER/adapter",
            "FOLDER/adapter.cpp",
        ],
        "FOLDER/adapter",
    ),
    (
        "rust",
        &[
            "rustc",
            "--edition",
            "2021",
            "-o",
            "FOLDER/adapter",
            "FOLDER/adapter.rs",
        ],
        "FOLDER/adapter",
    ),
];

fn init(language: &str, folder: &Path) -> String {
    let output = run(&[
        "suite",
        "init",
        language,
        "--into",
        folder.to_str().unwrap(),
    ]);
    assert_eq!(output.code, 0, "{}", output.err);
    output.out
}

/// The report on a few cases, of which none fails or errors.
fn report(command: &str) -> Value {
    let output = run(&[
        "suite",
        "run",
        "--json",
        "--timeout",
        "60",
        "--only",
        "FRZ-2",
        "--only",
        "END-3",
        "--line",
        command,
    ]);
    assert_eq!(output.code, 0, "{}{}", output.out, output.err);
    serde_json::from_str(&output.out).unwrap()
}

/// Compiles a starter as it is written and runs the suite: it fails, since `squares()` is missing.
fn runs_as_it_is_written(language: &str) {
    let (_, build, start) = ADAPTERS
        .iter()
        .find(|(name, ..)| *name == language)
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_str().unwrap();
    let placed = |text: &str| text.replace("FOLDER", place);
    let start = placed(start);
    let output = init(language, folder.path());
    let line = shlex::try_quote(&start).unwrap();
    assert!(
        output.contains(&format!("suite run --line {line} --t")),
        "{output}"
    );
    if let [compiler, arguments @ ..] = build {
        assert!(output.contains(&placed(build[build.len() - 1])), "{output}");
        let arguments = arguments.iter().map(|argument| placed(argument));
        let built = Command::new(compiler).args(arguments).output().unwrap();
        let errors = String::from_utf8_lossy(&built.stderr);
        assert!(built.status.success(), "{errors}");
    }
    let report = run(&["suite", "run", "--timeout", "60", "--line", &start]);
    assert_eq!(
        (report.code, report.out.as_str()),
        (3, ""),
        "{}",
        report.err
    );
    let reason = "is answered by `skip squares() is not filled in`";
    assert!(report.err.contains(reason), "{}", report.err);
}

#[test]
fn starter_in_rust_runs_as_it_is_written() {
    runs_as_it_is_written("rust");
}

#[test]
#[ignore = "needs python3"]
fn starter_in_python_runs_as_it_is_written() {
    runs_as_it_is_written("python");
}

#[test]
#[ignore = "needs node"]
fn starter_in_javascript_runs_as_it_is_written() {
    runs_as_it_is_written("javascript");
}

#[test]
#[ignore = "needs javac and java"]
fn starter_in_java_runs_as_it_is_written() {
    runs_as_it_is_written("java");
}

#[test]
#[ignore = "needs g++"]
fn starter_in_cpp_runs_as_it_is_written() {
    runs_as_it_is_written("cpp");
}

/// The starter's places are all that an adapter needs: filled in with the engine of
/// `suite/examples`, it fails no case of these rules.
#[test]
#[ignore = "needs python3"]
fn starter_in_python_that_is_filled_in_passes() {
    let folder = tempfile::tempdir().unwrap();
    init("python", folder.path());
    let adapter = folder.path().join("adapter.py");
    let text = std::fs::read_to_string(&adapter).unwrap();
    let (before, rest) = text.split_once("class EngineUnderTest:").unwrap();
    let (_, after) = rest.split_once("def answer(").unwrap();
    let engine = crate::root::root().join("suite/examples/python");
    let game = "\
from engine import Game as Engine
class EngineUnderTest(Engine):
    def step(self, piece, square, direction):
        at = 'abcdefgh'.index(square[0]) + 8 * (8 - int(square[1]))
        return Engine.step(self, piece, at, direction)
    def end_turn(self): return self.end()
    def squares(self): return ''.join(self.board)
    def after_a_step(self):
        plain = Engine.__new__(Engine)
        plain.__dict__.update(self.__dict__)
        return Engine.after_a_step(plain)
    def winner(self): return Engine.winner(self) or '-'

def answer(";
    let text = format!(
        "import sys\nsys.path.insert(0, {engine:?})\n{before}{game}{after}",
        engine = engine.to_str().unwrap()
    );
    std::fs::write(&adapter, text).unwrap();
    let report = report(&format!("python3 {}", adapter.display()));
    assert!(
        report["counts"]["passed"].as_u64().unwrap() > 20,
        "{report}"
    );
    assert!(!report.to_string().contains("filled in"), "{report}");
}
