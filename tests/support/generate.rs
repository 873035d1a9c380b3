//! Random states for property tests: full games from setup, and crowded or sparse positions made from nothing.

use arimaa_oracle::reference::Reference;
use arimaa_oracle::rules::Rules;
use arimaa_oracle::vocab::{
    Board, Edition, Handicap, Kind, Phase, Piece, Placed, Side, Snapshot, Square, TurnEnd,
};
use proptest::prelude::*;

pub fn edition() -> impl Strategy<Value = Edition> {
    prop::sample::select(Edition::ALL.to_vec())
}

pub fn side() -> impl Strategy<Value = Side> {
    prop::sample::select(Side::ALL.to_vec())
}

/// Any valid board, from two pieces to both full sets; half of them crowd the middle of the board, where traps are near
/// and pieces freeze, push and pull each other.
pub fn board() -> impl Strategy<Value = Board> {
    let set: Vec<Piece> = Piece::ALL
        .into_iter()
        .flat_map(|piece| vec![piece; number_in_set(piece.kind)])
        .collect();
    let middle: Vec<Square> = Square::ALL
        .into_iter()
        .filter(|square| (2..=7).contains(&square.rank()) && ('b'..='g').contains(&square.file()))
        .collect();
    let squares = prop_oneof![
        Just(Square::ALL.to_vec()).prop_shuffle(),
        Just(middle).prop_shuffle(),
    ];
    let pieces = (2..=32usize, Just(set).prop_shuffle());
    (pieces, squares).prop_map(|((count, pieces), squares)| {
        let placed = pieces.into_iter().zip(squares).take(count);
        let board: Board = placed
            .map(|(piece, square)| Placed { piece, square })
            .collect();
        without_unsupported(board)
    })
}

/// A valid position at the start of a turn, now and then with a history that nearly repeats.
pub fn position() -> impl Strategy<Value = Snapshot> {
    (
        edition(),
        side(),
        board(),
        prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    )
        .prop_map(|(edition, side, board, repeated)| with_history(edition, side, board, &repeated))
}

/// A state that a walk of legal actions leads to, from a position or from the start of a game.
pub fn state() -> impl Strategy<Value = Snapshot> {
    let game = edition().prop_map(|edition| Snapshot::game(edition, Handicap::NONE));
    let start = prop_oneof![4 => position(), 1 => game];
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..40);
    (start, choices).prop_map(|(start, choices)| {
        let mut state = Reference::from_snapshot(&start).expect("the start is valid");
        for choice in choices {
            let actions = state.legal_actions();
            if actions.is_empty() {
                break;
            }
            state
                .apply(*choice.get(&actions))
                .expect("a listed action is legal");
        }
        state.snapshot()
    })
}

/// Lets some of the boards that the next turn can reach have stood before, once or twice.
fn with_history(
    edition: Edition,
    side: Side,
    board: Board,
    repeated: &[prop::sample::Index],
) -> Snapshot {
    let mut snapshot = Snapshot::position(edition, side, board);
    let state = Reference::from_snapshot(&snapshot).expect("the board is valid");
    // The boards of one plain step are enough, and cheap.
    let reachable: Vec<TurnEnd> = state
        .legal_actions()
        .into_iter()
        .filter_map(|action| {
            let mut next = state.clone();
            next.apply(action).ok()?;
            let end = TurnEnd {
                board: next.board(),
                to_move: side.other(),
            };
            next.legal_actions()
                .contains(&arimaa_oracle::vocab::Action::EndTurn)
                .then_some(end)
        })
        .collect();
    if let Phase::Play { earlier, .. } = &mut snapshot.phase {
        for index in repeated {
            if reachable.is_empty() {
                break;
            }
            let end = *index.get(&reachable);
            if earlier.iter().filter(|&&before| before == end).count() < 2 {
                earlier.push(end);
            }
        }
    }
    snapshot
}

/// Takes away what stands on a trap without a friend beside it. Stated for the generator alone: engines are asked
/// whether the result is valid.
fn without_unsupported(mut board: Board) -> Board {
    for (file, rank) in [('c', 3), ('f', 3), ('c', 6), ('f', 6)] {
        let square = Square::named(file, rank).expect("a trap is a square");
        let beside = [
            Square::named(file, rank + 1),
            Square::named(file, rank - 1),
            Square::named((file as u8 + 1) as char, rank),
            Square::named((file as u8 - 1) as char, rank),
        ];
        if let Some(piece) = board.at(square) {
            let is_friend = |beside: Square| board.at(beside).is_some_and(|p| p.side == piece.side);
            if !beside.into_iter().flatten().any(is_friend) {
                board.set(square, None);
            }
        }
    }
    board
}

const fn number_in_set(kind: Kind) -> usize {
    match kind {
        Kind::Elephant | Kind::Camel => 1,
        Kind::Horse | Kind::Dog | Kind::Cat => 2,
        Kind::Rabbit => 8,
    }
}
