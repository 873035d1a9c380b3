//! Drawings of setups and of turns in progress, which are read as the positions that were drawn.

use crate::oracle::{file, run, run_with};

const GAME: &str = "tests/games/669126.txt";
const GOLD: &str = "DHCMECHD/RRRRRRRR";

/// A diagram with these ranks, from the eighth on, under this header.
fn diagram(header: &str, ranks: &str) -> String {
    let board = run(&["show", &format!("g {ranks}")]).out;
    let (board, _) = board.rsplit_once("gold to move").unwrap();
    format!("{header}\n{board}")
}

fn setup_state(side: &str, home: &[&str], handicap: &str, placed: &str) -> String {
    let mut board = vec!["........"; 8 - home.len()];
    board.extend(home);
    let board = serde_json::to_string(&board).unwrap();
    let setup = format!(r#"{{"handicap": "{handicap}", "placed": {placed}}}"#);
    format!(r#"{{"side": "{side}", "board": {board}, "setup": {setup}}}"#)
}

#[test]
fn drawn_setups_are_read_as_the_same_setups() {
    let full = ["DHCMECHD", "RRRRRRRR"];
    let states = [
        setup_state("gold", &[], "none", "[]"),
        setup_state("gold", &[], "M", r#"["Ra1", "Eb2"]"#),
        setup_state("silver", &full, "none", r#"["ra7", "eh8"]"#),
        setup_state("silver", &full, "rrm", "[]"),
        setup_state("silver", &["DHC.ECHD", "RRRRRRRR"], "Mm", r#"["ra8"]"#),
    ];
    let mut positions = vec![
        vec!["setup"],
        vec!["setup", "--handicap", "MDr"],
        vec![GAME, "--at", "1g"],
        vec![GAME, "--at", "1s"],
    ];
    positions.extend(states.iter().map(|state| vec![state.as_str()]));
    for position in positions {
        let json = |position: &[&str]| {
            let json = run(&[&["convert"], position, &["--to", "json"]].concat());
            assert_eq!(json.code, 0, "{position:?}: {}", json.err);
            json.out
        };
        let expected = json(&position);
        for drawn in [
            run(&[&["show"], &position[..]].concat()),
            run(&[&["convert"], &position[..], &["--to", "diagram"]].concat()),
        ] {
            assert_eq!(drawn.code, 0, "{position:?}: {}", drawn.err);
            let (_directory, path) = file("drawn.txt", drawn.out.as_bytes());
            assert_eq!(json(&[&path]), expected, "{}", drawn.out);
            let again = run_with(&["show", "-"], drawn.out.as_bytes());
            assert!(again.out.contains("to move"), "{}", again.err);
        }
    }
    let shown = run(&["show", "setup", "--handicap", "M"]).out;
    assert!(
        shown.ends_with("\n1g: gold to move; handicap M\n"),
        "{shown}"
    );
}

#[test]
fn labels_of_setups_name_setups() {
    let empty = "8/8/8/8/8/8/8/8";
    let gold = format!("8/8/8/8/8/8/{GOLD}");
    let count = |text: &str| run(&["turns", "--count", text]);
    for (header, ranks) in [("1g", empty), ("1w", empty), ("1s", &gold), ("1b:", &gold)] {
        let text = diagram(header, ranks);
        assert_eq!(count(&text).out, "64864800\n", "{text}");
        assert_eq!(run(&["outcome", &text]).out, "ongoing\n", "{text}");
    }
    let begun = diagram("1s ra7 mh8", &format!("7m/r7/8/8/8/8/{GOLD}"));
    let legal = run(&["legal", "--count", &begun]).out;
    assert_eq!(
        run(&["show", &begun]).out.lines().last(),
        Some("1s: silver to move after ra7 mh8")
    );
    assert_eq!(
        legal, "70\n",
        "14 squares for each of 5 kinds, the camel being placed"
    );
    let begun = diagram("1g Da1 Eb1", "8/8/8/8/8/8/8/DE6");
    assert_eq!(run(&["legal", "--count", &begun]).code, 0);
}

#[test]
fn boards_that_are_no_setups_are_refused_under_labels_of_setups() {
    let gold = format!("8/8/8/8/8/8/{GOLD}");
    let full = format!("rrrrrrrr/dhcemchd/8/8/8/8/{GOLD}");
    let stepped = "8/8/8/8/8/D7/1HCMECHD/RRRRRRRR";
    for (header, ranks, told) in [
        (
            "1s",
            full.as_str(),
            "the board at the start of silver's setup is not a setup of gold's",
        ),
        (
            "1s",
            "8/8/8/8/8/8/8/R7",
            "the board at the start of silver's setup is not a setup of gold's",
        ),
        (
            "1s; handicap M",
            &gold,
            "the board at the start of silver's setup is not a setup of gold's",
        ),
        (
            "1g",
            "8/8/8/3E4/8/8/8/8",
            "the board is not empty at the start of gold's setup",
        ),
        (
            "1g Ra1; handicap K",
            "8/8/8/8/8/8/8/R7",
            "found `K`, expected a handicap",
        ),
        (
            "1s Da2n",
            stepped,
            "no piece moves before both sides are set up",
        ),
        (
            "2g; handicap M",
            &full,
            "expected no handicap but in a setup",
        ),
    ] {
        let text = diagram(header, ranks);
        let refused = run(&["outcome", &text]);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{text}");
        assert!(refused.err.contains(told), "{text}{}", refused.err);
    }
    for text in [
        format!("1s {gold}"),
        format!("1g\n{}", gold.replace('/', "\n").replace('8', "........")),
    ] {
        let refused = run(&["outcome", &text]);
        assert_eq!(refused.code, 2, "{text}");
        assert!(
            refused
                .err
                .contains("expected a turn from `2g` on: a setup is read from a diagram"),
            "{}",
            refused.err
        );
    }
}

#[test]
fn drawing_of_a_turn_in_progress_names_its_steps() {
    let board = "r7/8/8/8/3hE3/8/2C5/R7";
    for (side, steps, last) in [
        ("5g", "Ee4n", "5g: gold to move after Ee4n"),
        ("5g", "hd4n Ee4w", "5g: gold to move after hd4n Ee4w"),
        (
            "5g",
            "Cc2n Cc3x Ee4n",
            "5g: gold to move after Cc2n Cc3x Ee4n",
        ),
        ("g", "Ee4n", "gold to move after Ee4n"),
    ] {
        let position = format!("{side} {board}");
        let words: Vec<&str> = steps.split(' ').collect();
        let shown = run(&[&["show", &position], &words[..]].concat());
        assert_eq!(shown.out.lines().last(), Some(last), "{}", shown.err);
        let (_directory, path) = file("shown.txt", shown.out.as_bytes());
        let json = |position: &[&str]| run(&[&["convert", "--to", "json"], position].concat()).out;
        let expected = json(&[&[position.as_str()], &words[..]].concat());
        assert_eq!(json(&[&path]), expected, "{}", shown.out);
    }
}
