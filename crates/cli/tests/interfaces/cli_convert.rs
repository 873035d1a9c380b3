//! `convert` and `show`: a position survives every form that can hold it.

use std::fs;

use crate::cli::{GAME, SETUP};
use crate::oracle::{file, run};

/// A position survives every way of writing it that can hold it.
#[test]
fn conversions_round_trip() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let compact = run(&["convert", GAME, "--at", "20s", "--to", "compact"]).out;
    for format in ["json", "diagram"] {
        let path = at(format);
        fs::write(
            &path,
            run(&["convert", GAME, "--at", "20s", "--to", format]).out,
        )
        .unwrap();
        assert_eq!(
            run(&["convert", &path, "--to", "compact"]).out,
            compact,
            "{format}"
        );
        fs::write(&path, run(&["convert", &path, "--to", format]).out).unwrap();
        assert_eq!(
            run(&["convert", &path, "--to", "compact"]).out,
            compact,
            "{format} twice"
        );
    }
    let path = at("record");
    fs::write(
        &path,
        run(&["convert", compact.trim_end(), "--to", "record"]).out,
    )
    .unwrap();
    assert_eq!(run(&["convert", &path, "--to", "compact"]).out, compact);
    // A JSON state keeps the history, and so the ruling.
    let state = run(&["convert", GAME, "--at", "31s", "--to", "json"]).out;
    assert_eq!(run(&["judge", &state, "cb3n rc3w rb3s cb4s"]).code, 1);
    let forgetful = run(&["convert", GAME, "--at", "31s", "--to", "compact"]);
    assert!(
        forgetful.err.contains("earlier turn ends are left out"),
        "{}",
        forgetful.err
    );
    assert_eq!(
        run(&["judge", forgetful.out.trim_end(), "cb3n rc3w rb3s cb4s"]).code,
        0
    );
}

/// A turn in progress is kept by the formats that can hold it and refused by those that cannot.
#[test]
fn conversion_keeps_the_steps_of_a_turn_in_progress() {
    let board = format!("r{}E{}R", ".".repeat(39), ".".repeat(22));
    let state = format!(r#"{{"side": "gold", "steps": ["Ea3n", "Ea4n"], "board": "{board}"}}"#);
    for format in ["compact", "record"] {
        let run = run(&["convert", &state, "--to", format]);
        assert_eq!(run.code, 2, "{format}: {}", run.out);
        assert!(run.err.contains("a turn in progress"), "{}", run.err);
    }
    let diagram = run(&["convert", &state, "--to", "diagram"]).out;
    let (_directory, path) = file("diagram.txt", diagram.as_bytes());
    assert_eq!(run(&["judge", &path, "Ea5s Ea4s"]).code, 1, "{diagram}");
    assert_eq!(run(&["judge", &path, "Ea5s"]).code, 0, "{diagram}");
}

#[test]
fn drawing_of_show_is_read_as_a_position() {
    for (arguments, file_name) in [
        (&["show", GAME, "--at", "12s"][..], "numbered"),
        (&["show", SETUP], "alone"),
    ] {
        let drawn = run(arguments).out;
        let (_directory, path) = file(file_name, drawn.as_bytes());
        let again = run(&["show", &path]);
        assert_eq!((again.code, again.out), (0, drawn), "{}", again.err);
    }
}

/// The vector picture is well-formed enough to be drawn, and shows every piece.
#[test]
fn svg_shows_the_board() {
    let svg = run(&["show", "--svg", SETUP]).out;
    assert!(
        svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"),
        "{svg}"
    );
    assert_eq!(
        svg.matches(">R</text>").count() + svg.matches(">r</text>").count(),
        16,
        "{svg}"
    );
}
