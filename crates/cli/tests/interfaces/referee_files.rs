//! The files that the referee writes: whole or absent, never over another file unasked.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::oracle::{Run, run};
use crate::referee::ours;

/// A short game of our own engine against itself, with its record at a path.
fn play(out: &Path, more: &[&str]) -> Run {
    let ours = ours();
    let mut arguments = vec!["referee", "--gold", &ours, "--silver", &ours];
    arguments.extend(["--tc", "1/1/100/0/3t", "--out", out.to_str().unwrap()]);
    arguments.extend(more);
    run(&arguments)
}

/// The names in a directory.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn existing_file_is_replaced_only_by_force() {
    let directory = tempfile::tempdir().unwrap();
    for (name, target) in [("game.txt", "game.txt"), ("game-1.txt", ".")] {
        let (path, out) = (directory.path().join(name), directory.path().join(target));
        fs::write(&path, "precious").unwrap();
        let refused = play(&out, &[]);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""));
        let said = "it exists already; --force replaces it\n";
        assert!(refused.err.ends_with(said), "{}", refused.err);
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
        let forced = play(&out, &["--force"]);
        assert_eq!((forced.code, forced.err.as_str()), (0, ""));
        assert!(
            fs::read_to_string(&path)
                .unwrap()
                .contains("Termination: s")
        );
    }
    assert_eq!(names(directory.path()), ["game-1.txt", "game.txt"]);
}

#[test]
fn engine_that_does_not_start_changes_no_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.txt");
    fs::write(&path, "precious").unwrap();
    let absent = ["--gold", "no-such-engine", "--out", path.to_str().unwrap()];
    let ours = ours();
    let run = run(&[&["referee", "--silver", &ours, "--force"], &absent[..]].concat());
    assert_eq!(run.code, 2, "{}", run.out);
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
    assert_eq!(names(directory.path()), ["game.txt"]);
}

#[test]
fn link_is_replaced_and_not_followed() {
    let directory = tempfile::tempdir().unwrap();
    let (link, target) = (
        directory.path().join("game-1.txt"),
        directory.path().join("other"),
    );
    fs::write(&target, "precious").unwrap();
    for led_to in [target.as_path(), Path::new("nowhere")] {
        let _ = fs::remove_file(&link);
        symlink(led_to, &link).unwrap();
        assert_eq!(play(directory.path(), &[]).code, 2);
        assert_eq!(play(directory.path(), &["--force"]).code, 0);
        assert!(fs::symlink_metadata(&link).unwrap().is_file());
        assert_eq!(fs::read_to_string(&target).unwrap(), "precious");
    }
}

#[test]
fn result_is_printed_when_the_record_cannot_be_written() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("no such directory/game.txt");
    let Run { code, out, err } = play(&out, &["--games", "2"]);
    assert_eq!(code, 2);
    assert!(
        out.contains("wins") && err.contains("no such directory/game.txt: "),
        "{out}{err}"
    );
    // Both engines have the same name.
    assert!(
        out.contains(" (first)") && out.contains(" (second)"),
        "{out}"
    );
    let full = play(Path::new("/dev/full"), &["--json"]);
    assert_eq!(
        (full.code, full.out.lines().count()),
        (2, 2),
        "{}",
        full.err
    );
    assert!(
        full.err.contains("/dev/full: No space left"),
        "{}",
        full.err
    );
}

#[test]
fn records_of_several_games_stand_one_after_the_other_in_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().join("games.txt");
    assert_eq!(play(&out, &["--games", "3"]).code, 0);
    let replay = run(&["replay", out.to_str().unwrap()]);
    assert!(
        replay.out.starts_with("games                      3\n"),
        "{}",
        replay.out
    );
    assert_eq!(names(directory.path()), ["games.txt"]);
}
