//! The programs of `examples/` do what they say.

#![allow(dead_code, reason = "the programs' own main functions are not called")]

#[path = "../../examples/alphabeta.rs"]
mod alphabeta;
#[path = "../../examples/perft.rs"]
mod perft;
#[path = "../../examples/playout.rs"]
mod playout;

use arimaa::Position;
use arimaa::bitboard::Workspace;
use arimaa::rules::Rules;
use arimaa::vocab::Edition;

#[test]
fn perft_example_counts_as_the_engine_does() {
    let position = Position::default();
    for depth in 0..=3 {
        assert_eq!(
            perft::perft(&position, depth as usize),
            position.count_steps(depth)
        );
    }
}

#[test]
fn playouts_end_with_an_outcome() {
    let mut space = Workspace::default();
    for seed in 1..=3 {
        let mut random = playout::Random(seed);
        let game = playout::play_out(Edition::default(), &mut space, &mut random, |_, _| {});
        assert!(game.unwrap().outcome().is_some());
    }
}

#[test]
fn alphabeta_sets_up_and_takes_a_goal_in_one_turn() {
    let mut player = alphabeta::Player::default();
    let mut ask = |line: &str| {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        player.answer(command, rest).unwrap().join("\n")
    };
    assert!(ask("aei").ends_with("aeiok"));
    let setup = ask("go");
    assert!(setup.starts_with("bestmove Ra1"), "{setup}");
    assert_eq!(ask(&setup.replace("bestmove", "makemove")), "");
    assert!(ask("go").starts_with("bestmove ra7"));
    // The rabbit on h5 is three steps from goal.
    let board = format!(
        "setposition g [r{}R{}E{}]",
        " ".repeat(30),
        " ".repeat(27),
        " ".repeat(4)
    );
    assert_eq!(ask(&board), "");
    assert!(ask("go").contains("Rh7n"));
}
