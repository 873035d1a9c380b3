//! The setup: the placing of pieces before play (SPEC.md chapter 2).

use crate::vocab::{
    Action, Effect, Handicap, Illegal, Kind, Part, Piece, Placed, Played, Side, Square, Turn,
};

use super::bits::{FILE_A, bit, squares};
use super::planes::{Planes, strength};

/// The two ranks on which a side places its pieces (SET-3).
pub(super) const fn home(side: Side) -> u64 {
    match side {
        Side::Gold => 0xffff,
        Side::Silver => 0xffff << 48,
    }
}

/// The number of pieces of this kind in a set (BRD-6).
pub(super) const fn number_in_a_set(piece: Piece) -> u8 {
    match strength(piece.kind) {
        1 => 8,
        2..=4 => 2,
        _ => 1,
    }
}

/// The kinds from the strongest to the weakest, as a refusal lists them.
const STRONGEST_FIRST: [Kind; 6] = [
    Kind::Elephant,
    Kind::Camel,
    Kind::Horse,
    Kind::Dog,
    Kind::Cat,
    Kind::Rabbit,
];

/// The kinds in the alphabetical order of their letters.
const BY_LETTER: [Kind; 6] = [
    Kind::Cat,
    Kind::Dog,
    Kind::Elephant,
    Kind::Horse,
    Kind::Camel,
    Kind::Rabbit,
];

/// A setup turn under way.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) side: Side,
    /// The board at the start of the turn.
    pub(super) start: Planes,
    pub(super) handicap: Handicap,
    pub(super) placed: Vec<Placed>,
    /// The board at the start of the turn, and the pieces of `placed`.
    pub(super) board: Planes,
}

impl Setup {
    pub(super) fn new(side: Side, start: Planes, handicap: Handicap) -> Self {
        Self {
            side,
            start,
            handicap,
            placed: Vec::with_capacity(16),
            board: start,
        }
    }

    /// Places a piece if it is an own one still to be placed, on a free home square (SET-2 to
    /// SET-5).
    pub(super) fn place(&mut self, placed: Placed) -> Result<(), Illegal> {
        let Placed { piece, square } = placed;
        if piece.side != self.side {
            return Err(Illegal::PlacementOfEnemy { piece });
        }
        if bit(square) & home(self.side) == 0 {
            return Err(Illegal::OutsideHome {
                square,
                side: self.side,
            });
        }
        if let Some(by) = self.board.placed_at(square) {
            return Err(Illegal::SquareTaken { by });
        }
        if self.still_missing(piece) == 0 {
            return Err(Illegal::NoneLeft { piece });
        }
        self.board.put(piece, square);
        self.placed.push(placed);
        Ok(())
    }

    /// Checks that every piece is placed (SET-6).
    pub(super) fn check_complete(&self) -> Result<(), Illegal> {
        let missing: Vec<Kind> = STRONGEST_FIRST
            .into_iter()
            .flat_map(|kind| {
                std::iter::repeat_n(kind, self.still_missing(Piece::new(self.side, kind)))
            })
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(Illegal::SetupIncomplete { missing })
    }

    /// The number of pieces of this kind that are still to be placed (SET-5).
    fn still_missing(&self, piece: Piece) -> usize {
        let on_board = self.board.only_of(piece).count_ones() as usize;
        usize::from(number_in_a_set(piece) - self.handicap.of(piece)).saturating_sub(on_board)
    }

    /// The free home squares, in the order of their names: by file, then by rank.
    fn free_squares(&self) -> Vec<Square> {
        let free = home(self.side) & self.board.empty();
        let files = (0..8).map(|file| free & (FILE_A << file));
        files.flat_map(squares).collect()
    }

    /// The legal placements, in the order of their text.
    pub(super) fn placements(&self) -> Vec<Placed> {
        let free = self.free_squares();
        BY_LETTER
            .into_iter()
            .map(|kind| Piece::new(self.side, kind))
            .filter(|&piece| self.still_missing(piece) > 0)
            .flat_map(|piece| free.iter().map(move |&square| Placed { piece, square }))
            .collect()
    }

    /// The number of arrangements that complete the setup: ways to fill the free squares.
    pub(super) fn count_turns(&self) -> u64 {
        let mut free = self.free_squares().len() as u64;
        let mut ways = 1;
        for kind in BY_LETTER {
            let missing = self.still_missing(Piece::new(self.side, kind)) as u64;
            ways *= binomial(free, missing);
            free = free.saturating_sub(missing);
        }
        ways
    }

    /// The number of sequences of exactly `steps` placements (CNT-1): an order of kinds, and a
    /// square for each. Saturates beyond 64 bits, which takes more than thirteen placements.
    pub(super) fn count_steps(&self, steps: u32) -> u64 {
        let length = usize::try_from(steps).unwrap_or(usize::MAX);
        let free = self.free_squares().len();
        if length > free {
            return 0;
        }
        // orders[n]: sequences of n kinds, built by merging one kind after another into the others.
        let mut orders = [0_u128; 17];
        orders[0] = 1;
        for kind in BY_LETTER {
            let missing = self.still_missing(Piece::new(self.side, kind));
            let before = orders;
            for (n, sum) in orders.iter_mut().enumerate() {
                *sum = (0..=missing.min(n))
                    .map(|of_kind| {
                        before[n - of_kind] * u128::from(binomial(n as u64, of_kind as u64))
                    })
                    .sum();
            }
        }
        let squares: u128 = (0..length).map(|placed| (free - placed) as u128).product();
        let sequences = orders.get(length).copied().unwrap_or(0) * squares;
        u64::try_from(sequences).unwrap_or(u64::MAX)
    }

    /// Every arrangement that completes the setup, in the order of its placements' text (ORD-3), or
    /// `None` if `stop` returned true during the search.
    pub(super) fn turns(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>> {
        let pieces: Vec<Piece> = BY_LETTER
            .into_iter()
            .map(|kind| Piece::new(self.side, kind))
            .flat_map(|piece| std::iter::repeat_n(piece, self.still_missing(piece)))
            .collect();
        let mut search = Arrangements {
            pieces: &pieces,
            free: &self.free_squares(),
            way: Vec::with_capacity(pieces.len()),
            found: Vec::new(),
        };
        search.place_from(self.board, 0, 0, stop)?;
        Some(search.found)
    }
}

/// The search for all arrangements of some pieces.
struct Arrangements<'a> {
    /// The pieces to be placed, equal pieces together.
    pieces: &'a [Piece],
    free: &'a [Square],
    way: Vec<Played>,
    found: Vec<Turn>,
}

impl Arrangements<'_> {
    /// Places the pieces from the index `next` on, on free squares from the index `least` on.
    ///
    /// Equal pieces take their squares in rising order, so that each arrangement is found once.
    fn place_from(
        &mut self,
        board: Planes,
        next: usize,
        least: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<()> {
        if stop() {
            return None;
        }
        let Some(&piece) = self.pieces.get(next) else {
            let (played, board) = (self.way.clone(), board.to_board());
            self.found.push(Turn::new(played, board));
            return Some(());
        };
        let alike_follows = self.pieces.get(next + 1) == Some(&piece);
        for (number, &square) in self.free.iter().enumerate().skip(least) {
            if bit(square) & board.occupied() != 0 {
                continue;
            }
            let mut filled = board;
            filled.put(piece, square);
            self.way.push(Played::new(
                Action::Place(Placed { piece, square }),
                Effect::new(Part::Placement, None),
            ));
            let least = if alike_follows { number + 1 } else { 0 };
            self.place_from(filled, next + 1, least, stop)?;
            self.way.pop();
        }
        Some(())
    }
}

/// The binomial coefficient: the number of ways to choose `taken` of `from`, at most 16 here.
fn binomial(from: u64, taken: u64) -> u64 {
    (0..taken).fold(1, |ways, nth| ways * from.saturating_sub(nth) / (nth + 1))
}
