//! Laws of sets of squares and of movement: each function of words against a loop over squares.
//!
//! The loops take names of squares and pieces from the vocabulary, and nothing from the words that
//! they judge.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use quickcheck::quickcheck;

use super::bits::{
    Bits, bit, direction_index, neighbours, neighbours_of_square, only, opposite, shift,
    shifted_square, squares, when,
};
use super::masks::{
    beside_stronger, beside_stronger_in, beside_weaker_in, capturing, leading_to, not_frozen,
    one_beside, plain_steps,
};
use super::planes::Planes;
use super::square_set::Bitboard;
use super::view::View;
use crate::vocab::{Board, Direction, Piece, Side, Square};

const DIRECTIONS: [Direction; 4] = Direction::ALL;

/// The square beside another, by name.
fn beside(square: Square, direction: Direction) -> Option<Square> {
    let (file, rank) = (square.file() as u8, square.rank());
    match direction {
        Direction::North => Square::named(file.into(), rank + 1),
        Direction::South => Square::named(file.into(), rank - 1),
        Direction::East => Square::named((file + 1).into(), rank),
        Direction::West => Square::named((file - 1).into(), rank),
    }
}

/// How many squares beside this one are such.
pub(super) fn count_beside(square: Square, is_such: impl Fn(Square) -> bool) -> usize {
    let beside = DIRECTIONS.iter().filter_map(|&way| beside(square, way));
    beside.filter(|&square| is_such(square)).count()
}

fn holds(set: u64, square: Square) -> bool {
    set / 2_u64.pow(square.index() as u32) % 2 == 1
}

/// Whether a set is that of the squares for which something is true.
pub(super) fn is_set_of(set: u64, is_in: impl Fn(Square) -> bool) -> bool {
    Square::ALL
        .into_iter()
        .all(|square| holds(set, square) == is_in(square))
}

/// Sets of squares: none, few, half of them, many, all.
pub(super) fn set() -> impl Strategy<Value = u64> {
    let few = (any::<u64>(), any::<u64>()).prop_map(|(one, other)| one & other);
    let many = (any::<u64>(), any::<u64>()).prop_map(|(one, other)| one | other);
    prop_oneof![2 => any::<u64>(), 2 => few, 2 => many, 1 => Just(0), 1 => Just(u64::MAX)]
}

/// Any contents of the squares, from few pieces to a full board, possible in a game or not.
#[derive(Clone, Debug)]
pub(super) struct Filled(Board);

impl Arbitrary for Filled {
    type Parameters = ();
    type Strategy = BoxedStrategy<Self>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        let contents = (1..=8_u8).prop_flat_map(|one_in| {
            let drawn = (0..one_in, select(&Piece::ALL[..]));
            vec(
                drawn.prop_map(|(chance, piece)| (chance == 0).then_some(piece)),
                64,
            )
        });
        let on_board = |contents: Vec<Option<Piece>>| {
            let mut board = Board::EMPTY;
            for (square, content) in Square::ALL.into_iter().zip(contents) {
                board.set(square, content);
            }
            Self(board)
        };
        contents.prop_map(on_board).boxed()
    }
}

impl Filled {
    pub(super) fn planes(&self) -> Planes {
        Planes::from(&self.0)
    }

    pub(super) fn side_at(&self, square: Square) -> Option<Side> {
        self.0.at(square).map(|piece| piece.side)
    }

    /// Whether a piece on `strong` is stronger than the one on `weak`: by the letters from weak to
    /// strong.
    pub(super) fn is_stronger(&self, strong: Square, weak: Square) -> bool {
        let strength = |square| {
            let piece = self.0.at(square)?;
            "RCDHME".find(piece.kind.letter())
        };
        strength(strong) > strength(weak)
    }

    fn is_alone(&self, square: Square) -> bool {
        let side = self.side_at(square);
        count_beside(square, |other| self.side_at(other) == side) == 0
    }

    /// The board without what stands alone on a trap, as boards are between steps.
    pub(super) fn without_captured(&self) -> Self {
        let mut board = self.0;
        for trap in Square::ALL.into_iter().filter(|&square| is_trap(square)) {
            if self.is_alone(trap) {
                board.set(trap, None);
            }
        }
        Self(board)
    }

    /// The board after a piece has gone from one square to another, nothing being captured.
    fn moved(&self, from: Square, to: Square) -> Self {
        let mut board = self.0;
        board.set(to, board.at(from));
        board.set(from, None);
        Self(board)
    }
}

fn is_trap(square: Square) -> bool {
    ["c3", "f3", "c6", "f6"].contains(&square.to_string().as_str())
}

fn in_every_direction(law: impl Fn(Direction, usize) -> bool) -> bool {
    DIRECTIONS
        .iter()
        .all(|&direction| law(direction, direction_index(direction)))
}

#[test]
fn tables_equal_shifted_words() {
    for index in 0..64 {
        for slot in 0..4 {
            assert_eq!(shifted_square(index, slot), shift(1 << index, slot));
        }
        assert_eq!(neighbours_of_square(index), neighbours(1 << index));
    }
}

quickcheck! {
    /// A set of one square holds that square and no other, and gives it back.
    fn one_square_is_one_bit(square: Square) -> bool {
        is_set_of(bit(square), |other| other == square) && only(bit(square)) == square
    }

    /// A shifted set holds a square if the square it came from was held; nothing comes round the
    /// edge.
    fn shifts_lead_to_the_square_beside(set: Bitboard) -> bool {
        let set = set.0;
        in_every_direction(|direction, slot| {
            let from = |to: Square| {
                Square::ALL
                    .into_iter()
                    .any(|from| holds(set, from) && beside(from, direction) == Some(to))
            };
            is_set_of(shift(set, slot), from)
        })
    }

    /// A step back leads to where a step came from, and what fell off the board does not come back.
    fn the_opposite_leads_back(set: Bitboard) -> bool {
        let set = set.0;
        in_every_direction(|direction, slot| {
            let back = shift(shift(set, slot), opposite(slot));
            is_set_of(back, |square| {
                holds(set, square) && beside(square, direction).is_some()
            })
        })
    }

    fn neighbours_are_the_squares_beside(set: Bitboard) -> bool {
        let set = set.0;
        is_set_of(neighbours(set), |square| {
            count_beside(square, |other| holds(set, other)) > 0
        })
    }

    fn one_beside_is_exactly_one(set: Bitboard) -> bool {
        let set = set.0;
        is_set_of(one_beside(set), |square| {
            count_beside(square, |other| holds(set, other)) == 1
        })
    }

    /// Walking a set meets each of its squares once, in the order of squares.
    fn a_set_is_walked_in_order(set: Bitboard) -> bool {
        let set = set.0;
        let held = Square::ALL.into_iter().filter(|&square| holds(set, square));
        let indices: Vec<usize> = held.clone().map(Square::index).collect();
        squares(set).eq(held) && Bits(set).eq(indices)
    }

    fn a_condition_keeps_all_or_nothing(set: Bitboard, condition: bool) -> bool {
        let set = set.0;
        set & when(condition) == if condition { set } else { 0 }
    }

    fn pieces_with_a_friend_or_without_a_threat_are_not_frozen(own: Bitboard, threatened: Bitboard) -> bool {
        let [own, threatened] = [own, threatened].map(|set| set.0);
        is_set_of(not_frozen(own, threatened), |square| {
            let befriended = count_beside(square, |other| holds(own, other)) > 0;
            holds(own, square) && (befriended || !holds(threatened, square))
        })
    }

    /// Steps and first halves of pushes start where the square that way is on the board and empty.
    fn steps_lead_to_empty_squares(pieces: Bitboard, empty: Bitboard, no_north: Bitboard, no_south: Bitboard) -> bool {
        let [pieces, empty, no_north, no_south] = [pieces, empty, no_north, no_south].map(|set| set.0);
        let steps = plain_steps(pieces, empty, [no_north, no_south]);
        let pushes = leading_to(pieces, empty);
        in_every_direction(|direction, slot| {
            let free = |square| {
                holds(pieces, square)
                    && beside(square, direction).is_some_and(|to| holds(empty, to))
            };
            let barred = |square| match direction {
                Direction::North => holds(no_north, square),
                Direction::South => holds(no_south, square),
                Direction::East | Direction::West => false,
            };
            is_set_of(pushes[slot], free)
                && is_set_of(steps[slot], |square| free(square) && !barred(square))
        })
    }
}

proptest! {
    /// The words hold what the board holds, and give it back.
    #[test]
    fn planes_are_the_board(board: Filled) {
        let planes = board.planes();
        let sides = Side::ALL.into_iter().all(|side| {
            is_set_of(planes.of(side), |square| board.side_at(square) == Some(side))
        });
        let pieces = Piece::ALL.into_iter().all(|piece| {
            is_set_of(planes.only_of(piece), |square| board.0.at(square) == Some(piece))
        });
        let rabbits = is_set_of(planes.rabbits(), |square| {
            board.0.at(square).is_some_and(|piece| piece.kind.letter() == 'R')
        });
        let one_by_one = Square::ALL
            .into_iter()
            .all(|square| planes.at(square) == board.0.at(square));
        prop_assert!(
            sides && pieces && rabbits && one_by_one && planes.to_board() == board.0
        );
    }

    /// In tables by piece the silver pieces stand eight behind the gold ones, and no piece at zero.
    #[test]
    fn every_piece_has_its_own_code(board: Filled) {
        let planes = board.planes();
        let law = Square::ALL.into_iter().all(|square| {
            let code = board.0.at(square).map_or(Some(0), |piece| {
                let of_side = usize::from(piece.side == Side::Silver) * 8;
                Some(".RCDHME".find(piece.kind.letter())? + of_side)
            });
            code == Some(planes.piece_code(square.index()))
        });
        prop_assert!(law);
    }

    #[test]
    fn moving_moves_one_piece(board: Filled, from: usize, to: usize) {
        let (from, to) = (Square::ALL[from % 64], Square::ALL[to % 64]);
        if board.0.at(from).is_none() || board.0.at(to).is_some() {
            return Ok(());
        }
        let moved = board.planes().moved(bit(from), bit(to));
        prop_assert!(moved.to_board() == board.moved(from, to).0);
    }

    /// Pieces with a stronger or a weaker piece beside them, anywhere and in one direction.
    #[test]
    fn strength_is_compared_with_the_pieces_beside(board: Filled, weak in set(), strong in set()) {
        let planes = board.planes();
        let (weak, strong) = (weak & planes.occupied(), strong & planes.occupied());
        let at_least = planes.at_least();
        let beats = |square: Square, other: Square| {
            holds(weak, square) && holds(strong, other) && board.is_stronger(other, square)
        };
        let law = is_set_of(beside_stronger(weak, strong, at_least), |square| {
            count_beside(square, |other| beats(square, other)) > 0
        }) && in_every_direction(|direction, slot| {
            is_set_of(beside_stronger_in(weak, strong, at_least, slot), |square| {
                beside(square, direction).is_some_and(|other| beats(square, other))
            }) && is_set_of(strong & beside_weaker_in(weak, at_least, slot), |square| {
                beside(square, direction).is_some_and(|other| beats(other, square))
            })
        });
        prop_assert!(law);
    }

    #[test]
    fn can_step_is_a_step_in_any_direction(board: Filled) {
        let planes = board.planes();
        let law = Side::ALL.into_iter().all(|side| {
            let view = View::of(&planes, side);
            let (plain, pushes) = (view.plain_steps(), view.pushes_begun());
            is_set_of(view.can_step(), |square| {
                let mut steps = plain.iter().chain(&pushes);
                steps.any(|&starts| holds(starts, square))
            })
        });
        prop_assert!(law);
    }

    #[test]
    fn pieces_alone_on_a_trap_are_captured(board: Filled) {
        let planes = board.planes();
        let law = is_set_of(planes.captured(), |square| {
            board.0.at(square).is_some() && is_trap(square) && board.is_alone(square)
        });
        prop_assert!(law);
    }

    /// Only a piece of the side of the piece that stepped can have lost its support.
    #[test]
    fn a_step_captures_a_piece_of_the_side_that_stepped(board: Filled) {
        let board = board.without_captured();
        let mut tried = 0;
        for from in board.0.placed().map(|piece| piece.square) {
            let squares = DIRECTIONS.into_iter().filter_map(|direction| beside(from, direction));
            for to in squares.filter(|&to| board.0.at(to).is_none()) {
                tried += 1;
                let moved = board.moved(from, to).planes();
                prop_assert!(moved.captured_by_step(bit(to)) == moved.captured());
            }
        }
        // Only a board without pieces, or without an empty square, has no step.
        prop_assert_eq!(tried == 0, [0, 64].contains(&board.0.placed().count()));
    }

    /// A plain step captures if a piece stands alone on a trap after it.
    #[test]
    fn capturing_steps_are_those_that_capture(board: Filled) {
        let board = board.without_captured();
        let planes = board.planes();
        let own = planes.of(Side::Gold);
        let steps = plain_steps(own, planes.empty(), [0, 0]);
        let found = capturing(own, steps);
        let law = in_every_direction(|direction, slot| {
            is_set_of(found[slot], |from| {
                let to = beside(from, direction).filter(|_| holds(steps[slot], from));
                to.is_some_and(|to| {
                    let after = board.moved(from, to);
                    let mut traps = Square::ALL.into_iter().filter(|&square| is_trap(square));
                    traps.any(|trap| after.0.at(trap).is_some() && after.is_alone(trap))
                })
            })
        });
        prop_assert!(law);
    }
}

/// The simpler board of a position has as many turns, and is known only at the start of a turn.
#[cfg(test)]
mod reach {
    use std::error::Error;

    use super::super::planes::Planes;
    use super::super::reach::within_reach;
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
}
