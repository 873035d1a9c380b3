//! The console examples of the README and of `docs/` print what is shown.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
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
    let root = crate::root::root();
    let mut run = 0;
    for page in pages(root) {
        for example in examples(&fs::read_to_string(&page).unwrap()) {
            let printed = output_of(root, &example);
            let is_shown = matches(&lines(&printed), &lines(&example.output));
            assert!(
                is_shown,
                "{}: {:?} prints\n{printed}",
                page.display(),
                example.words
            );
            run += 1;
        }
    }
    assert!(run >= 5, "only {run} examples");
}

/// README.md and every page of `docs/`.
fn pages(root: &Path) -> Vec<PathBuf> {
    let docs = fs::read_dir(root.join("docs")).unwrap();
    let mut pages: Vec<PathBuf> = docs.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.push(root.join("README.md"));
    pages.sort();
    pages
}

/// The output of an example's command.
fn output_of(root: &Path, example: &Example) -> String {
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
    String::from_utf8(output.stdout).unwrap()
}

fn lines(text: &str) -> Vec<&str> {
    text.trim_end().lines().collect()
}

/// Whether these lines were printed; a line `…` stands for any lines.
fn matches(printed: &[&str], shown: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&"…", rest)) => {
            (0..=printed.len()).any(|skipped| matches(&printed[skipped..], rest))
        }
        Some((line, rest)) => printed.first() == Some(line) && matches(&printed[1..], rest),
    }
}

#[test]
fn example_with_another_output_fails() {
    let printed = ["one", "two", "three"];
    for shown in [
        &["one", "two", "three"][..],
        &["one", "…"],
        &["…", "three"],
        &["one", "…", "three"],
    ] {
        assert!(matches(&printed, shown), "{shown:?}");
    }
    for shown in [
        &["one", "two"][..],
        &["…", "two"],
        &["two", "…"],
        &["one", "…", "two"],
        &[],
    ] {
        assert!(!matches(&printed, shown), "{shown:?}");
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

/// The picture of a ruling in the README: the drawing of FRZ-1, and the step that it refuses.
#[test]
fn ruling_svg_is_what_judge_draws() {
    let root = crate::root::root();
    let board = "s [\
        ........r.......Dd.H.......e......r..r....rE......hr.h....CR.R..]";
    let picture = Example {
        words: ["arimaa-oracle", "judge", "--svg", board, "ra7e"]
            .map(str::to_owned)
            .to_vec(),
        input: None,
        output: String::new(),
    };
    let path = root.join("docs/ruling.svg");
    let drawn = output_of(root, &picture);
    assert_eq!(fs::read_to_string(path).unwrap(), drawn);
}

#[test]
fn relative_links_lead_to_files() {
    let root = crate::root::root();
    let mut pages = pages(root);
    for page in [
        "SPEC.md",
        "CHANGELOG.md",
        "suite/README.md",
        "suite/perft/README.md",
        "tests/README.md",
        "suite/GUIDE.md",
        "fuzz/README.md",
    ] {
        pages.push(root.join(page));
    }
    let mut links = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            links += 1;
            let file = page.parent().unwrap().join(target);
            assert!(file.exists(), "{}: no {target}", page.display());
        }
    }
    assert!(links > 20, "only {links} links");
}
