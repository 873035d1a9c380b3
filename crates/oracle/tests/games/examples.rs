//! The programs of `examples/` do what they say.

#![allow(dead_code, reason = "the programs' own main functions are not called")]

#[path = "../../examples/replay.rs"]
mod replay;

#[test]
fn replay_plays_a_record_to_its_last_turn() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../tests/games/669122.txt"
    );
    let games = replay::replay(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].label().to_string(), "37s");
}
