//! Console sessions in Markdown: the examples of the README and of `docs/`, and the pages of
//! `tests/transcripts`, on which every command stands with all that it prints.
//!
//! A block marked `console` is a session. After `$ ` stands a command for the shell, after `> ` a
//! further line of it; then the lines that it prints. In a line `…` stands for any text, and alone
//! in a line for any lines. In a transcript the lines of standard error follow, each after `! `,
//! and a last line `? N` is the exit status where it is not 0. The commands of a page share a
//! folder, in which `tests` and `suite` are those of the repository. `ARIMAA_WRITE=1` writes the
//! lines that differ.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::root::files_in;

/// The environment variable that, if set, writes the transcripts instead of comparing them.
const WRITE: &str = "ARIMAA_WRITE";

/// Shell variables for all commands: boards and files that many of them name.
const VARIABLES: [(&str, &str); 4] = [
    ("GAME", "tests/games/669192.txt"),
    (
        "SETUP",
        "g [rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR]",
    ),
    (
        "RABBITS",
        "g [.......r................................................R.......]",
    ),
    (
        "DECIDED",
        "g [R.......r.......................................................]",
    ),
];

/// Defines a test for each transcript.
macro_rules! transcripts {
    ($($(#[$ignored:meta])? $name:ident),*) => {
        const TRANSCRIPTS: &[&str] = &[$(stringify!($name)),*];
        $(
            #[test]
            $(#[$ignored])?
            fn $name() {
                let folder = tempfile::tempdir().unwrap();
                for shared in ["tests", "suite"] {
                    symlink(crate::root::root().join(shared), folder.path().join(shared)).unwrap();
                }
                let page = transcripts().join(stringify!($name)).with_extension("md");
                check(&page, &|command| {
                    let output = run(folder.path(), command);
                    let mut printed = text(output.stdout);
                    for line in text(output.stderr).lines() {
                        printed = printed + format!("! {line}").trim_end() + "\n";
                    }
                    match output.status.code().unwrap() {
                        0 => printed,
                        status => format!("{printed}? {status}\n"),
                    }
                });
            }
        )*
    };
}

transcripts! {
    aei, answers, bad_engines,
    #[ignore = "takes seconds; `.ci/run` runs it"]
    bad_subjects,
    #[ignore = "takes seconds; `.ci/run` runs it"]
    bench,
    convert, json, judge, perft, positions, referee, rows, rulings, serve, streams,
    #[ignore = "takes seconds; `.ci/run` runs it"]
    suite
}

fn transcripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")
}

#[test]
fn every_transcript_has_a_test() {
    let files = files_in("crates/cli/tests/transcripts");
    let names = files.iter().map(|path| path.file_stem().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), TRANSCRIPTS);
}

/// README.md and every page of `docs/`.
pub(crate) fn pages() -> Vec<PathBuf> {
    let mut pages = files_in("docs");
    pages.retain(|page| page.extension().is_some_and(|is| is == "md"));
    pages.push(crate::root::root().join("README.md"));
    pages
}

#[test]
fn console_examples_print_what_is_shown() {
    let shown = |page: PathBuf| {
        check(&page, &|command| {
            text(run(crate::root::root(), command).stdout)
        })
    };
    let examples: usize = pages().into_iter().map(shown).sum();
    assert!(examples >= 5, "only {examples} examples");
}

/// The program's README is shipped without the repository, so its examples may not need it.
#[test]
fn examples_of_the_program_need_nothing_but_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let examples = check(&readme, &|command| text(run(folder.path(), command).stdout));
    assert!(examples >= 5, "only {examples} examples");
}

/// The program stands only in the archive's folder, as before its installation.
#[test]
fn commands_of_the_installation_need_no_program_on_the_path() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_arimaa-oracle");
    std::fs::copy(program, folder.path().join("arimaa-oracle")).unwrap();
    let readme = include_str!("../../README.md");
    let script = format!("set -e\n{}", blocks(readme, "sh")[0]);
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(folder.path());
    let shell = shell
        .env("HOME", folder.path())
        .env("PATH", "/usr/bin:/bin");
    assert!(shell.status().unwrap().success());
}

/// The blocks of a page in one language.
pub(crate) fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let beginning = format!("```{language}\n");
    let blocks = page.split(&beginning).skip(1);
    blocks
        .map(|block| block.split("```").next().unwrap())
        .collect()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// Runs a command for the shell.
pub(crate) fn run(folder: &Path, command: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_arimaa-oracle"));
    let path = std::env::var("PATH").unwrap();
    Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env(
            "PATH",
            format!("{}:{path}", program.parent().unwrap().display()),
        )
        .envs(VARIABLES)
        .env("HOME", folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Runs the commands of a page and compares what they print; returns how many there are.
fn check(path: &Path, run: &dyn Fn(&str) -> String) -> usize {
    let page = fs::read_to_string(path).unwrap();
    let (mut written, mut differences, mut commands) = (String::new(), String::new(), 0);
    let mut is_session = false;
    let mut lines = page.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        written += line;
        is_session = line == "```console\n" || is_session && line != "```\n";
        let Some(command) = line.strip_prefix("$ ").filter(|_| is_session) else {
            continue;
        };
        let mut command = command.to_owned();
        let goes_on = |line: &&str| line.starts_with("> ") || *line == ">\n";
        while let Some(more) = lines.next_if(goes_on) {
            written += more;
            command += more.strip_prefix("> ").unwrap_or("\n");
        }
        let is_shown = |line: &&str| !line.starts_with("$ ") && *line != "```\n";
        let shown: String = std::iter::from_fn(|| lines.next_if(is_shown)).collect();
        let printed = run(&command);
        commands += 1;
        if matches(&printed, &shown) {
            written += &shown;
        } else {
            written += &printed;
            differences = format!("{differences}$ {command}{printed}");
        }
    }
    if std::env::var_os(WRITE).is_some() {
        fs::write(path, written).unwrap();
    } else {
        let name = path.display();
        assert!(
            differences.is_empty(),
            "other output in {name}:\n{differences}"
        );
    }
    commands
}

/// Whether a text was printed as it is shown.
fn matches(printed: &str, shown: &str) -> bool {
    let lines = |text: &'_ str| {
        text.trim_end()
            .lines()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    lines_match(&lines(printed), &lines(shown))
}

pub(crate) fn lines_match(printed: &[String], shown: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((any, rest)) if any == "…" => {
            (0..=printed.len()).any(|skipped| lines_match(&printed[skipped..], rest))
        }
        Some((line, rest)) => printed
            .split_first()
            .is_some_and(|(first, others)| line_matches(first, line) && lines_match(others, rest)),
    }
}

fn line_matches(printed: &str, shown: &str) -> bool {
    match shown.split_once('…') {
        None => printed == shown,
        Some((before, after)) => printed.strip_prefix(before).is_some_and(|rest| {
            let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            ends.into_iter().any(|at| line_matches(&rest[at..], after))
        }),
    }
}

#[test]
fn example_with_another_output_fails() {
    for (shown, is_shown) in [
        ("one 1\ntwo\nthree\n", true),
        ("one 1\n…\n", true),
        ("…\nthree", true),
        ("one 1\n…\nthree", true),
        ("on… 1\n…", true),
        ("…1\ntwo\nth…ee…", true),
        ("one 1\ntwo\n", false),
        ("…\ntwo\n", false),
        ("two\n…\n", false),
        ("one 1\n…\ntwo", false),
        ("one …2\n…", false),
        ("", false),
    ] {
        assert_eq!(matches("one 1\ntwo\nthree\n", shown), is_shown, "{shown}");
    }
}
