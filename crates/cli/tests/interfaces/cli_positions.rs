//! `positions`: the positions of games as rows.

use crate::cli::GAME;
use crate::oracle::{Run, run, text_of};

fn rows_of(csv: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    reader
        .records()
        .map(|record| record.unwrap().iter().map(str::to_owned).collect())
        .collect()
}

fn positions(arguments: &[&str]) -> Run {
    run(&[&["positions"], arguments].concat())
}

/// The rows of a game say what other commands say of its positions.
#[test]
fn rows_agree_with_the_other_commands() {
    let Run { code, out, err } = positions(&[GAME]);
    assert_eq!((code, err.as_str()), (0, ""));
    let rows = rows_of(&out);
    // The game of 669192 ends before 32g; its first turn of play is 2g.
    assert_eq!(rows.len(), 60);
    for row in [&rows[0], &rows[25], &rows[59]] {
        let [file, number, game, label, side, board, turns, steps] = &row[..8] else {
            panic!("{row:?}");
        };
        assert_eq!(
            (file.as_str(), number.as_str(), game.as_str()),
            (GAME, "1", "669192")
        );
        assert!(board.starts_with(&side[..1]), "{row:?}");
        let shown = run(&["convert", GAME, "--at", label, "--to", "compact"]);
        assert_eq!(shown.out.trim_end(), board);
        let legal = run(&["legal", "--count", board]);
        assert_eq!(legal.out.trim_end(), steps);
        // A history forbids turns, so a board alone may have more.
        let counted: u64 = run(&["perft", board]).out.trim_end().parse().unwrap();
        assert!(turns.parse::<u64>().unwrap() <= counted, "{row:?}");
        assert_eq!(&row[14..16], ["gold", "i"]);
    }
    assert_eq!(rows[0][6], run(&["perft", &rows[0][5]]).out.trim_end());
    let played: Vec<&str> = rows.iter().map(|row| row[9].as_str()).collect();
    let record = text_of(GAME);
    for (row, played) in rows.iter().zip(&played).take(59) {
        let line = format!("\n{} {played}\n", row[3]);
        assert!(record.contains(&line), "{line}");
    }
    assert_eq!(played[59], "");

    let after_10s = rows.iter().position(|row| row[3] == "10g").unwrap();
    assert_eq!(rows[after_10s - 1][9], "cc5w cc6s Hc7s Hc6x ed7w");
    assert_eq!(rows[after_10s][8], "Hc6");
}
