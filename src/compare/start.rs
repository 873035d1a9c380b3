//! Random states to begin walks from, biased to where rules meet: traps, edges, last rabbits, goal
//! ranks, near repetitions.

use crate::random::SplitMix64;
use crate::vocab::{
    Board, Edition, Handicap, Kind, Phase, Piece, Placed, Side, Snapshot, Square, Step, TurnEnd,
};

/// A random state to begin a walk from, most often valid.
pub fn random_start(random: &mut SplitMix64) -> Snapshot {
    let edition = random.choose(&Edition::ALL).unwrap_or_default();
    if random.one_in(8) {
        return Snapshot::game(edition, random_handicap(random));
    }
    if random.one_in(16) {
        return random_cornered_position(random, edition);
    }
    let side = random.choose(&Side::ALL).unwrap_or(Side::Gold);
    let mut snapshot = Snapshot::position(edition, side, random_board(random));
    if let Phase::Play { steps, earlier } = &mut snapshot.phase {
        if random.one_in(2) {
            *earlier = near_repetitions(random, side, &snapshot.start);
        }
        if random.one_in(8) {
            *steps = random_steps(random, &snapshot.start);
        }
    }
    snapshot
}

/// A position with one silver piece that can move, to one square or only by pushes. The board after
/// that move may have stood once or twice; a further piece may undo all that. The game ends by
/// repetition alone, or narrowly goes on, which is rare on random boards.
fn random_cornered_position(random: &mut SplitMix64, edition: Edition) -> Snapshot {
    let board = |pieces: [&str; 4]| -> Board {
        pieces
            .iter()
            .filter_map(|piece| piece.parse().ok())
            .collect()
    };
    let (now, next) = if random.one_in(4) {
        (["ca2", "Ra3", "Rb2", "Ra1"], ["ca3", "Ra4", "Rb2", "Ra1"])
    } else {
        (["ra3", "Rb3", "Rb2", "Ra1"], ["ra2", "Rb3", "Rb2", "Ra1"])
    };
    let (mut now, mut next) = (board(now), board(next));
    if random.one_in(3)
        && let (Some(piece), Some(square)) =
            (random.choose(&Piece::ALL), random.choose(&Square::ALL))
        && now.at(square).is_none()
        && next.at(square).is_none()
    {
        now.set(square, Some(piece));
        next.set(square, Some(piece));
    }
    let mut snapshot = Snapshot::position(edition, Side::Silver, now);
    if let Phase::Play { earlier, .. } = &mut snapshot.phase {
        let to_move = if random.one_in(4) {
            Side::Silver
        } else {
            Side::Gold
        };
        let end = TurnEnd {
            board: next,
            to_move,
        };
        earlier.extend(std::iter::repeat_n(end, 1 + random.below(2)));
    }
    snapshot
}

/// A handicap: most often none, else so large that a setup soon ends, or an impossible one.
fn random_handicap(random: &mut SplitMix64) -> Handicap {
    let mut handicap = Handicap::NONE;
    if random.one_in(2) {
        return handicap;
    }
    for piece in Piece::ALL {
        let most = number_in_a_set(piece.kind);
        let missing = if random.one_in(3) {
            random.below(most + 1)
        } else {
            most
        };
        for _ in 0..missing + usize::from(random.one_in(200)) {
            handicap = handicap.and(piece);
        }
    }
    handicap
}

/// A random board of few or of many pieces, spread out or crowded together.
fn random_board(random: &mut SplitMix64) -> Board {
    let most = random.choose(&[3, 5, 8, 12, 20, 32]).unwrap_or(8);
    let region = random.below(4);
    let near = random.choose(&Square::ALL);
    let mut board = Board::EMPTY;
    for _ in 0..most {
        let Some(piece) = random.choose(&Piece::ALL) else {
            continue;
        };
        let Some(square) = random.choose(&Square::ALL) else {
            continue;
        };
        let is_near = near.is_some_and(|near| {
            near.rank().abs_diff(square.rank()) <= 2
                && (near.file() as u8).abs_diff(square.file() as u8) <= 2
        });
        // Everywhere, around one square, or at the edges.
        let wanted = match region {
            0 | 1 => true,
            2 => is_near,
            _ => matches!(square.rank(), 1 | 2 | 7 | 8) || matches!(square.file(), 'a' | 'h'),
        };
        let alike = board.placed().filter(|other| other.piece == piece);
        let has_room = alike.count() < number_in_a_set(piece.kind) || random.one_in(300);
        if wanted && has_room {
            board.set(square, Some(piece));
        }
    }
    if random.one_in(3) {
        one_rabbit_each(random, &mut board);
    }
    if !random.one_in(30) {
        clear_traps(&mut board);
    }
    board
}

/// Removes rabbits until each side has one, or none.
fn one_rabbit_each(random: &mut SplitMix64, board: &mut Board) {
    for side in Side::ALL {
        let rabbit = Piece::new(side, Kind::Rabbit);
        let keep = usize::from(!random.one_in(4));
        let squares: Vec<Square> = board
            .placed()
            .filter(|placed| placed.piece == rabbit)
            .map(|placed| placed.square)
            .collect();
        for square in squares.into_iter().skip(keep) {
            board.set(square, None);
        }
    }
}

/// Removes pieces on traps without a friend beside them, so that most boards are valid. A piece
/// that then loses its support makes the state invalid, which both engines must say.
fn clear_traps(board: &mut Board) {
    let alone: Vec<Square> = board
        .placed()
        .filter(|placed| {
            matches!(
                (placed.square.file(), placed.square.rank()),
                ('c' | 'f', 3 | 6)
            )
        })
        .filter(|placed| !board.placed().any(|other| is_beside(*placed, other)))
        .map(|placed| placed.square)
        .collect();
    for square in alone {
        board.set(square, None);
    }
}

fn is_beside(one: Placed, other: Placed) -> bool {
    let files = (one.square.file() as u8).abs_diff(other.square.file() as u8);
    let ranks = one.square.rank().abs_diff(other.square.rank());
    one.piece.side == other.piece.side && files + ranks == 1
}

/// Turn ends that the coming turns may repeat: the board itself, and boards that differ from it by
/// one moved piece. Each is there once, twice or (invalid in the current edition) three times.
fn near_repetitions(random: &mut SplitMix64, side: Side, board: &Board) -> Vec<TurnEnd> {
    let pieces: Vec<Placed> = board.placed().collect();
    let mut ends = Vec::new();
    for _ in 0..random.below(8) {
        let mut moved = *board;
        if let (Some(from), Some(to)) = (random.choose(&pieces), random.choose(&Square::ALL)) {
            let to = if random.one_in(2) {
                random_neighbour(random, from.square)
            } else {
                Some(to)
            };
            if let Some(to) = to.filter(|&to| moved.at(to).is_none()) {
                moved.set(from.square, None);
                moved.set(to, Some(from.piece));
            }
        }
        if !random.one_in(60) {
            clear_traps(&mut moved);
        }
        let to_move = if random.one_in(4) { side } else { side.other() };
        for _ in 0..=random.below(2) + usize::from(random.one_in(40)) {
            ends.push(TurnEnd {
                board: moved,
                to_move,
            });
        }
    }
    ends
}

/// A random square beside another, or `None` over the edge. It asks no engine for neighbours.
fn random_neighbour(random: &mut SplitMix64, square: Square) -> Option<Square> {
    let (file, rank) = (square.file() as u8, square.rank());
    let (file, rank) = match random.below(4) {
        0 => (file + 1, rank),
        1 => (file - 1, rank),
        2 => (file, rank + 1),
        _ => (file, rank - 1),
    };
    Square::named(char::from(file), rank)
}

/// Steps given as already taken: sometimes legal, often not, which both engines must say.
fn random_steps(random: &mut SplitMix64, board: &Board) -> Vec<Step> {
    let pieces: Vec<Placed> = board.placed().collect();
    let step = |random: &mut SplitMix64| {
        let from = random.choose(&pieces)?;
        let direction = random.choose(&crate::vocab::Direction::ALL)?;
        Some(Step {
            piece: from.piece,
            from: from.square,
            direction,
        })
    };
    (0..=random.below(3)).filter_map(|_| step(random)).collect()
}

fn number_in_a_set(kind: Kind) -> usize {
    match kind {
        Kind::Rabbit => 8,
        Kind::Elephant | Kind::Camel => 1,
        Kind::Horse | Kind::Dog | Kind::Cat => 2,
    }
}
