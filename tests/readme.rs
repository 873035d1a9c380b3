//! The README's console examples print what the README says.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a broken example fails the test"
)]

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

/// An example: the words after the prompt, the file on standard input, and what is printed.
#[derive(Debug)]
struct Example {
    words: Vec<String>,
    input: Option<String>,
    output: String,
}

#[test]
fn console_examples_print_what_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let examples = examples(&fs::read_to_string(root.join("README.md")).unwrap());
    assert!(
        examples.len() >= 3,
        "the README has {} examples",
        examples.len()
    );
    for example in examples {
        let input = match &example.input {
            Some(name) => Stdio::from(File::open(root.join(name)).unwrap()),
            None => Stdio::null(),
        };
        let (program, arguments) = example.words.split_first().unwrap();
        assert_eq!(program, "arimaa-oracle");
        let output = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"))
            .args(arguments)
            .current_dir(root)
            .stdin(input)
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            printed.trim_end(),
            example.output.trim_end(),
            "{:?}",
            example.words
        );
    }
}

fn examples(readme: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ ").skip(1) {
            let (command, output) = example.split_once('\n').unwrap();
            let (command, input) = match command.split_once(" < ") {
                Some((command, file)) => (command, Some(file.trim().to_owned())),
                None => (command, None),
            };
            examples.push(Example {
                words: words(command),
                input,
                output: output.to_owned(),
            });
        }
    }
    examples
}

/// Splits a command at blanks, single quotes holding words together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in command.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}
