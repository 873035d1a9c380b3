//! The enemies that can matter to the turns of the player to move.
//!
//! A turn has at most four steps. So no piece of the player goes farther than four squares, and an
//! enemy that is farther from all of them hardly ever matters. Of a nearer one it is often enough
//! to know that it stands in the way:
//!
//! | what matters of an enemy | where |
//! |---|---|
//! | that it can be pushed or pulled | beside a stronger piece after two steps at most: it needs the other two |
//! | that it can freeze a piece | beside a weaker piece after three steps at most |
//! | that it stands there | beside any piece after three steps at most |
//!
//! So a position has as many turns as a simpler one. There an enemy that only stands in the way is
//! replaced by the weakest kind that could neither be moved nor freeze a piece on its square. An
//! enemy to which no line of the table applies is left out. One kind of these stays: an enemy that
//! supports another on a trap, if a line applies to that other. Of all positions with the same
//! simpler one only one need be counted.
//!
//! # Why there are as many
//! A step is legal or not by the enemy that it moves, the enemies that freeze, and the squares that
//! are occupied. The table keeps each of these within the distance at which a step can ask for it.
//! So the same steps are legal on both boards, as long as the same pieces are captured.
//!
//! They are, with one exception below. An enemy is captured when its support is moved away or when
//! it is moved onto a trap. The distance of a trap is that from the nearest piece of the player:
//!
//! - three squares or less: the squares beside the trap are at most four away. All enemies there
//!   are kept.
//! - four: an enemy that stands on the trap keeps its supports. An empty trap is the exception.
//! - five or more: the squares beside it are at least four away. No enemy there can be moved, and
//!   none is moved onto the trap.
//!
//! Two ways lead to equal boards here exactly if they do there. An enemy that only stands in the
//! way stays on its square or is captured there. After such a capture no other enemy comes to that
//! square: none is beside it, or it would have been a support, and of the two enemies' steps that a
//! turn can have, one moved the support away. So the square holds that enemy or no enemy at all,
//! and its kind distinguishes no two boards.
//!
//! The exception: after two plain steps a piece pushes an enemy onto an empty trap four squares
//! away. A support five squares away is left out on the simpler board. So the enemy may be captured
//! there and not here. Then the pusher takes the square that the enemy left, and the turn has no
//! step more. That square is three squares from the nearest piece of the player. So every way that
//! ends with the player's pieces like this spends three steps on the pusher, and one on moving that
//! enemy off the square. The square is beside one trap only. So on both boards the ways that push
//! the enemy onto this trap lead to one board, and no other way leads there.

use super::bits::neighbours;
use super::masks::TRAPS;
use super::planes::{Planes, piece_of};
use crate::vocab::{Piece, Side};

/// The simpler board on which this side has as many turns at the start of one. It need not be
/// possible in a game: it can have too many rabbits, or none.
pub(super) fn within_reach(board: &Planes, side: Side) -> Planes {
    let (own, enemy) = (board.of(side), board.of(side.other()));
    let [cats_up, dogs_up, horses_up, camels_up, elephants] = board.at_least();
    // The pieces stronger than nothing, than a rabbit, up to an elephant.
    let stronger = [!0, cats_up, dogs_up, horses_up, camels_up, elephants, 0];
    // Where an enemy of this strength could be moved or freeze a piece.
    let can_act = |strength: usize| {
        within(3, own & stronger[strength]) | within(4, own & !stronger[strength - 1])
    };
    let near = enemy & within(4, own);
    let supporting = enemy & neighbours(near & TRAPS);
    let piece = |strength| Piece::new(side.other(), piece_of(strength).kind);
    let mut acting = 0;
    for strength in 1..=6 {
        acting |= board.only_of(piece(strength)) & can_act(strength);
    }
    let mut simple = board.without(!(own | acting));
    // From the weakest kind on.
    let mut standing = (near | supporting) & !acting;
    for strength in 1..=6 {
        let here = standing & !can_act(strength);
        simple.put_all(piece(strength), here);
        standing &= !here;
    }
    simple
}

/// The squares at most so many steps from a square of the set.
fn within(steps: usize, set: u64) -> u64 {
    (0..steps).fold(set, |within, _| within | neighbours(within))
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a board that cannot be read fails the test"
    )]

    use super::*;
    use crate::bitboard::position::Position;
    use crate::bitboard::turn_steps::TurnSteps;
    use crate::bitboard::{Game, Workspace};
    use crate::random::SplitMix64;
    use crate::rules::Rules;
    use crate::vocab::{Action, Edition, Kind, Square};

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
        let files = 2 + random.below(7);
        let few = random.below(4);
        for (side, pieces) in [(side, 1 + few), (side.other(), 3 + random.below(9))] {
            for _ in 0..pieces {
                let square = Square::ALL[random.below(8) * 8 + random.below(files)];
                if board.at(square).is_none() {
                    let kind = Kind::ALL[random.below(6)];
                    board.put(Piece::new(side, kind), square);
                }
            }
        }
        board.without(board.captured())
    }

    /// Whether the engine knows a simpler board for the state of a game.
    fn is_known(game: &Game) -> bool {
        game.within_reach().is_some()
    }

    #[test]
    fn simpler_board_is_known_where_nothing_before_matters() {
        assert!(!is_known(&Game::default()));
        let position = "g 8/e7/8/8/8/8/7E/8".parse().unwrap();
        let mut game = Game::from_position(Edition::default(), position);
        assert!(is_known(&game));
        game.apply("Eh2n".parse().unwrap()).unwrap();
        assert!(!is_known(&game));
        game.apply(Action::EndTurn).unwrap();
        // The elephants go to and fro, until the first position has stood twice.
        for step in ["ea7s", "Eh3s", "ea6n", "Eh2n"] {
            assert!(is_known(&game));
            game.play([step.parse().unwrap()]).unwrap();
        }
        assert!(!is_known(&game));
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
                let board_text = Position::at_start(side, board);
                assert!(turns(side, board) == turns(side, simple), "{board_text}");
            }
        }
        assert!(simpler > 1_000, "{simpler} boards");
    }
}
