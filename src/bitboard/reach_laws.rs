//! The simpler board of a position has as many turns, and is known only at the start of a turn.

use std::error::Error;

use super::planes::Planes;
use super::reach::within_reach;
use crate::bitboard::{Game, Position, TurnSteps, Workspace};
use crate::random::SplitMix64;
use crate::rules::Rules;
use crate::vocab::{Action, Edition, Kind, Piece, Side, Square};

/// The way of each distinct turn, in the order in which the search finds them.
fn turns(side: Side, board: Planes) -> Vec<TurnSteps> {
    let mut turns = Vec::new();
    let position = Position::at_start(side, board);
    position.visit_turns(&mut Workspace::default(), |turn| turns.push(turn.steps()));
    turns
}

/// Some pieces of the player, and more of the other side, of any kinds and numbers, in a part
/// of the board. None is captured at once.
fn random_board(random: &mut SplitMix64, side: Side) -> Planes {
    let mut board = Planes::EMPTY;
    let (files, own) = (2 + random.below(7), 1 + random.below(4));
    for at in 0..own + 3 + random.below(9) {
        let square = Square::ALL[random.below(8) * 8 + random.below(files)];
        if board.at(square).is_none() {
            let side = if at < own { side } else { side.other() };
            board.put(Piece::new(side, Kind::ALL[random.below(6)]), square);
        }
    }
    board.without(board.captured())
}

#[test]
fn simpler_board_is_known_where_nothing_before_matters() -> Result<(), Box<dyn Error>> {
    let is_known = |game: &Game| game.within_reach().is_some();
    assert!(!is_known(&Game::default()));
    let position = "g 8/e7/8/8/8/8/7E/8".parse()?;
    let mut game = Game::from_position(Edition::default(), position);
    assert!(is_known(&game));
    game.apply("Eh2n".parse()?)?;
    assert!(!is_known(&game));
    game.apply(Action::EndTurn)?;
    // The elephants go to and fro, until the first position has stood twice.
    for step in ["ea7s", "Eh3s", "ea6n", "Eh2n"] {
        assert!(is_known(&game));
        game.play([step.parse()?])?;
    }
    assert!(!is_known(&game));
    Ok(())
}

#[test]
fn simpler_board_has_as_many_turns_by_the_same_ways() {
    let mut simpler = 0;
    for stream in 0..2_000 {
        let mut random = SplitMix64::new(7, stream);
        let side = Side::ALL[random.below(2)];
        let board = random_board(&mut random, side);
        let simple = within_reach(&board, side);
        assert_eq!(within_reach(&simple, side), simple);
        if simple != board {
            simpler += 1;
            assert!(turns(side, board) == turns(side, simple), "{board:?}");
        }
    }
    assert!(simpler > 1_000, "{simpler} boards");
}
