//! The guide to the suite: its programs run, and its report is one that the program writes.

#![cfg(unix)]
use std::fs;

use crate::oracle::run;
use crate::transcripts::blocks;

/// The module `my_engine`, which the guide's adapter imports: the engine of the Python example.
const MY_ENGINE: &str = r#"
import sys
sys.path.append("suite/examples/python")
import engine

class Game(engine.Game):
    def __init__(self, side, board, ends):
        super().__init__(side, board, [tuple(end) for end in ends])

    def step(self, word):
        square = "abcdefgh".index(word[1]) + 8 * (8 - int(word[2]))
        return super().step(word[0], square, word[3])

    def end_turn(self):
        return self.end()

    def squares(self):
        return "".join(self.board)
"#;

fn guide() -> String {
    fs::read_to_string(crate::root::root().join("suite/GUIDE.md")).unwrap()
}

/// Asserts that the guide shows lines of this report, in their order.
pub(crate) fn assert_parts_of_report(report: &str) {
    let guide = guide();
    let shown = blocks(&guide, "text").pop().unwrap();
    assert!(shown.lines().count() > 10, "{shown}");
    let mut lines = report.lines();
    for line in shown.lines() {
        assert!(
            lines.any(|other| other == line),
            "not in the report: {line}"
        );
    }
}

#[test]
#[ignore = "needs python3"]
fn programs_of_the_guide_run() {
    let folder = tempfile::tempdir().unwrap();
    let guide = guide();
    let programs = blocks(&guide, "python");
    let [adapter, _, subject] = &programs[..] else {
        panic!("{} blocks of Python", programs.len());
    };
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        format!("python3 '{}'", path.display())
    };
    write("my_engine.py", MY_ENGINE);

    let adapter = write("adapter.py", adapter);
    let asked = run(&["suite", "run", "--only", "PUL-4", "--line", &adapter]);
    assert_eq!(asked.code, 1, "{}{}", asked.out, asked.err);
    let expected = "failures: as `push-and-pull-by-one-step` ";
    assert!(asked.out.contains(expected), "{}", asked.out);

    // It declines every question, so nothing was shown.
    let subject = write("subject.py", subject);
    let asked = run(&["suite", "run", "--subject", &subject]);
    assert_eq!(asked.code, 3, "{}{}", asked.out, asked.err);
    assert!(asked.out.contains("asked 0 of"), "{}", asked.out);
}
