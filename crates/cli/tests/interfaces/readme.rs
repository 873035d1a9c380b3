//! The files and commands that the README and its pages refer to.

use std::fs;
use std::path::PathBuf;

use crate::oracle::run;
use crate::transcripts::{blocks, pages};

/// The picture of a ruling in the README: the drawing of FRZ-1, and the step that it refuses.
#[test]
fn ruling_svg_is_what_judge_draws() {
    let root = crate::root::root();
    let board = "s [\
        ........r.......Dd.H.......e......r..r....rE......hr.h....CR.R..]";
    let drawn = run(&["judge", "--svg", board, "ra7e"]).out;
    let picture = root.join("docs/ruling.svg");
    if std::env::var_os("ARIMAA_WRITE").is_some() {
        fs::write(&picture, &drawn).unwrap();
    }
    assert_eq!(fs::read_to_string(picture).unwrap(), drawn);
}

/// All pages whose commands are checked: those with examples, and others.
fn all_pages() -> Vec<PathBuf> {
    let root = crate::root::root();
    let others = [
        "SPEC.md",
        "CHANGELOG.md",
        "suite/README.md",
        "suite/perft/README.md",
        "tests/README.md",
        "suite/GUIDE.md",
        "fuzz/README.md",
        "bindings/c/README.md",
        "bindings/npm/README.md",
        "bindings/page/README.md",
        "bindings/python/README.md",
    ];
    let others = others.map(|page| root.join(page));
    pages().into_iter().chain(others).collect()
}

/// With `--help` at its end, a command has its options read and does nothing.
#[test]
fn commands_for_the_shell_have_the_options_that_are_shown() {
    let mut commands = 0;
    for page in all_pages() {
        let text = fs::read_to_string(&page).unwrap().replace("\\\n", " ");
        let blocks = blocks(&text, "sh").into_iter();
        for command in blocks.flat_map(|block| block.split(['\n', '|'])) {
            let Some(arguments) = command.trim().strip_prefix("arimaa-oracle ") else {
                continue;
            };
            // A program without the server does not know its options.
            if !cfg!(feature = "http") && command.contains("--http") {
                continue;
            }
            let words = shlex::split(arguments).unwrap();
            let words = words.iter().map(String::as_str);
            let words = words.take_while(|word| !word.starts_with(['>', '<', '&', ';']));
            let read = run(&words.chain(["--help"]).collect::<Vec<_>>());
            assert_eq!(read.code, 0, "{}: {command}\n{}", page.display(), read.err);
            commands += 1;
        }
    }
    assert!(commands > 30, "only {commands} commands");
}

#[test]
fn relative_links_lead_to_files() {
    let mut links = 0;
    for page in all_pages() {
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
