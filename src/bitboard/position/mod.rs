//! A position: a board, the side to move, and the steps taken in the turn.
//!
//! The other files of this folder: `open` has the push or pull that a step leaves open; `words` the
//! position as other files of the engine use it; `sets` its pieces as sets of squares; `stepping`
//! the position after a step, and `successors` those after all steps; `identity` equality, hash and
//! order; `position_key` the public key.

mod identity;
mod open;
mod position_key;
mod sets;
mod stepping;
mod successors;
mod words;

use crate::vocab::{Board, Effect, Illegal, Part, Piece, Placed, Side, Square, Step};

use super::bits::{direction_index, index_beside};
use super::key::{Key, square_of};
use super::keyed::{Keyed, TRAP_BESIDE};
use super::legal_steps::LegalSteps;
use super::planes::{Planes, piece_of};
use super::turn_steps::{TurnSteps, unpack};
use super::view::Legal;

pub(super) use open::Open;
pub use position_key::PositionKey;
pub use successors::Successors;

/// A position to build an engine on: a board, the side to move, the steps taken in this turn, and
/// the push or pull that the last step left open.
///
/// It is 64 bytes, [`Copy`], and holds no history. Therefore it knows nothing of repetition; a
/// [`Game`](super::Game) does.
///
/// Decided positions have steps and turns, too (END-11): check [`outcome`](Position::outcome)
/// before searching on.
///
/// Two positions are equal if the same can follow from both. Compared are the board, the side, the
/// number of steps taken, the board at the start of the turn and, of an open push or pull, the
/// square that was left and the pieces that may step there next. The steps taken are not compared,
/// and a pull that no step can end is ignored, although a refusal and
/// [`open_pull`](Position::open_pull) can name it.
///
/// ```
/// use arimaa::Position;
///
/// let one: Position = "g r7/8/8/3E4/8/8/8/7R Ed5n Ed6e".parse()?;
/// let other: Position = "g r7/8/8/3E4/8/8/8/7R Ed5e Ee5n".parse()?;
/// assert_eq!((one, one.key()), (other, other.key()));
/// assert_ne!(one.open_pull(), other.open_pull());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// As text it is the side, the board at the start of the turn from a8 to h1, and the steps taken:
/// `g [rrr…RRR] Ed2n Ed3n`, or just `g [rrr…RRR]`. An empty square is a space; a dot is read, too.
///
/// # Examples
///
/// The number of step sequences (perft):
///
/// ```
/// use arimaa::bitboard::Position;
///
/// fn perft(position: &Position, depth: usize) -> u64 {
///     match depth {
///         0 => 1,
///         1 => position.steps().len() as u64,
///         _ => position.successors().map(|(_, after)| perft(&after, depth - 1)).sum(),
///     }
/// }
///
/// let start = Position::default();
/// assert_eq!(perft(&start, 3), start.count_steps(3));
/// ```
///
/// The number of sequences of turns (SPEC.md CNT-3). A decided position has no further turns, and
/// repetition is not looked at:
///
/// ```
/// use arimaa::vocab::Edition;
/// use arimaa::{Position, Workspace};
///
/// fn perft(position: &Position, turns: usize) -> u64 {
///     if turns == 1 {
///         return position.count_turns();
///     }
///     let mut sum = 0;
///     position.visit_turns(&mut Workspace::default(), |turn| {
///         let after = turn.position();
///         if after.outcome(Edition::default()).is_none() {
///             sum += perft(&after, turns - 1);
///         }
///     });
///     sum
/// }
///
/// // `goal-in-one` of suite/perft.
/// let board = "g \
///     ......../\
///     .R.r..../\
///     ......e./\
///     ......../\
///     ...E..../\
///     ....r.../\
///     R......./\
///     ........";
/// assert_eq!(perft(&board.parse()?, 2), 124_489);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A step that is refused:
///
/// ```
/// use arimaa::bitboard::Position;
///
/// let mut position = Position::default();
/// let refusal = position.play_step("Ra2s".parse()?).unwrap_err();
/// assert_eq!(refusal.to_string(), "the gold rabbit on a1 is in the way");
/// assert_eq!(position, Position::default());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Position {
    board: Planes,
    key: Key,
    /// The steps taken in this turn.
    taken: TurnSteps,
    /// The codes of the pieces captured, 0 for none: four bits a step, the last step lowest.
    captured: u16,
    open: Open,
    /// The number of steps that the turn has left. It follows from `taken`, and is kept because a
    /// walk over all positions needs it at each.
    left: u8,
    side: Side,
}

/// The arrangement of [`Position::default`], from a1 to h1, then a2 to h8.
const DEFAULT: &str = "RRRCCRRRRHDEMDHR                                rhdmedhrrrrccrrr";

impl Default for Position {
    /// All pieces on their home ranks in a usual arrangement, Gold to move.
    ///
    /// No rule prescribes an arrangement. Silver's is that of Gold turned by half a turn.
    fn default() -> Self {
        let mut board = Planes::default();
        for (square, letter) in Square::ALL.into_iter().zip(DEFAULT.chars()) {
            if let Some(piece) = Piece::from_letter(letter) {
                board.put(piece, square);
            }
        }
        Self::at_start(Side::Gold, board)
    }
}

impl Position {
    /// The position at the start of a turn on a valid board.
    pub(super) fn at_start(side: Side, board: Planes) -> Self {
        let key = Keyed::key_of(&board);
        Self::starting(side, Keyed { board, key })
    }

    /// The position at the start of a side's turn, where the key of the board is known.
    #[inline(always)]
    pub(super) const fn starting(side: Side, at: Keyed) -> Self {
        Self {
            board: at.board,
            key: at.key,
            taken: TurnSteps::NONE,
            captured: 0,
            left: TurnSteps::MOST as u8,
            side,
            open: Open::NOTHING,
        }
    }

    /// The side to move.
    #[doc(alias = "side_to_move")]
    #[doc(alias = "turn")]
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The board as it stands now, as data.
    pub fn board(&self) -> Board {
        self.board.to_board()
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.at(square)
    }

    /// Every piece with its square, from a1 to h8.
    pub fn pieces(&self) -> impl Iterator<Item = Placed> {
        self.board.pieces()
    }

    /// The steps taken in this turn.
    #[inline]
    pub const fn steps_taken(&self) -> TurnSteps {
        self.taken
    }

    /// The number of steps that the turn has left, 0 to 4.
    #[inline]
    pub const fn steps_left(&self) -> usize {
        self.left as usize
    }

    /// The pieces that the steps of this turn captured, with their traps, in playing order.
    ///
    /// ```
    /// use arimaa::Position;
    ///
    /// // The elephant on d3 supports the cat on c3, and leaves it.
    /// let position: Position = "g \
    ///     r......./\
    ///     ......../\
    ///     ......../\
    ///     ......../\
    ///     ......../\
    ///     ..CE..../\
    ///     ......../\
    ///     .......R".parse()?;
    /// let losing = |after: &Position| after.captures().next().is_some();
    /// assert_eq!(position.successors().filter(|(_, after)| losing(after)).count(), 3);
    /// assert_eq!(position.after("Ed3n".parse()?).last_capture(), Some("Cc3".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn captures(&self) -> impl Iterator<Item = Placed> {
        let position = *self;
        let len = self.taken.len();
        (0..len).filter_map(move |step| position.captured_by(step))
    }

    /// The piece that the last step of this turn captured, with its trap; `None` if none.
    #[inline]
    pub fn last_capture(&self) -> Option<Placed> {
        self.captured_by(self.taken.len().wrapping_sub(1))
    }

    /// The piece captured by the step of this turn with this number, which counts from 0.
    fn captured_by(&self, step: usize) -> Option<Placed> {
        let (here, _) = unpack(self.taken.packed().nth(step)?);
        let back = self.taken.len() - 1 - step;
        let code = usize::from(self.captured >> (4 * back) & 15);
        // A captured piece stood on the trap beside the square that was left.
        let trap = usize::from(TRAP_BESIDE[square_of(here)]);
        (code != 0).then(|| Placed {
            piece: piece_of(code),
            square: Square::ALL[trap & 63],
        })
    }

    /// The piece whose push has begun, on the square it left; `None` if no push is open. The next
    /// step must complete the push (SPEC.md PSH-4).
    pub fn open_push(&self) -> Option<Placed> {
        self.open.piece(Open::PUSH)
    }

    /// The piece that made the last step, if a plain one, on the square it left. The next step may
    /// pull a weaker enemy there (PUL-1).
    pub fn open_pull(&self) -> Option<Placed> {
        self.open.piece(Open::PULL)
    }

    /// The key of all that decides which steps are legal: the board, the side, the number of steps
    /// taken and what is open, as [equality](Self) compares it. The board at the start of the turn
    /// is no part of it, so two positions with equal keys in mid-turn may differ in
    /// [`can_end`](Self::can_end) and [`count_turns`](Self::count_turns). A search that goes turn
    /// by turn uses the keys of their starts. A search that goes step by step adds the
    /// [`board_key`](Self::board_key) of the [`turn_start`](Self::turn_start).
    #[doc(alias = "zobrist_hash")]
    #[inline]
    pub fn key(&self) -> PositionKey {
        let turn = (self.steps_left() << 1 | self.side as usize) as u128;
        let open = u128::from(self.open_squares()) * 0x9e37_79b9_7f4a_7c15;
        let state = open ^ (turn * 0x0ae1_6a3b_2f90_404f_c2b2_ae3d_27d4_eb4f);
        PositionKey([
            self.key[0] ^ state as u64,
            self.key[1] ^ (state >> 64) as u64,
        ])
    }

    /// The key of the board alone. Boards that one turn can reach from one another have different
    /// keys exactly if they are different.
    #[inline]
    pub const fn board_key(&self) -> PositionKey {
        PositionKey(self.key)
    }

    /// The legal steps as sets of squares.
    #[inline(always)]
    pub(super) fn legal_steps(&self) -> Legal {
        self.view().legal_steps(self.steps_left(), self.pending())
    }

    /// The legal steps, without an allocation: by direction in the order north, south, east, west,
    /// and in each direction by square from a1 to h8.
    ///
    /// Ending the turn is no step; [`can_end`](Self::can_end) tells whether it is possible.
    #[doc(alias = "generate_moves")]
    #[doc(alias = "legal_moves")]
    #[inline]
    pub fn steps(&self) -> LegalSteps {
        if self.steps_left() == 0 {
            return LegalSteps::NONE;
        }
        LegalSteps::new(self.board, self.legal_steps())
    }

    /// Takes a step if it is legal, and returns its effect.
    ///
    /// # Errors
    ///
    /// Returns the first rule that the step breaks, in the order of SPEC.md ORD-1. The position is
    /// then unchanged.
    #[doc(alias = "try_play")]
    pub fn play_step(&mut self, step: Step) -> Result<Effect, Illegal> {
        let part = self.judge(step)?;
        let after = self.stepped(step.from.index(), direction_index(step.direction));
        *self = after;
        let captured = self.last_capture();
        Ok(Effect::new(part, captured))
    }

    /// The part that a step would play, if it is legal (SPEC.md PLY-1).
    ///
    /// # Errors
    ///
    /// Returns the first rule that the step breaks, in the order of SPEC.md ORD-1.
    #[doc(alias = "is_legal")]
    pub fn check_step(&self, step: Step) -> Result<Part, Illegal> {
        self.judge(step)
    }

    /// Whether the turn can end here, repetition aside: a step was taken, no push is unfinished,
    /// and the board has changed since the start of the turn.
    #[inline]
    pub fn can_end(&self) -> bool {
        self.check_end().is_ok()
    }

    /// Checks whether the turn can end here, repetition aside.
    ///
    /// # Errors
    ///
    /// Returns the first of [`Illegal::NoStepTaken`], [`Illegal::PushUnfinished`] and
    /// [`Illegal::NothingChanged`] that applies (SPEC.md TRN-2, PSH-4, TRN-3).
    #[inline]
    pub fn check_end(&self) -> Result<(), Illegal> {
        if self.taken.is_empty() {
            return Err(Illegal::NoStepTaken);
        }
        if let Some(pushed) = self.open_push() {
            return Err(Illegal::PushUnfinished { pushed });
        }
        if self.key == self.start_key() {
            return Err(Illegal::NothingChanged);
        }
        Ok(())
    }

    /// Ends the turn, if it can end here, repetition aside.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`check_end`](Self::check_end). The position is then unchanged.
    #[doc(alias = "null_move")]
    pub fn end_turn(&mut self) -> Result<(), Illegal> {
        self.check_end()?;
        *self = self.after_end();
        Ok(())
    }

    /// The position at the start of the other side's turn, with the board as it is now.
    ///
    /// This is quick because it does not check that the turn can end. At the start of a turn it
    /// passes, which the rules forbid: the null move of a search.
    #[inline]
    #[must_use]
    pub const fn after_end(&self) -> Self {
        Self::starting(self.side.other(), self.keyed())
    }

    /// The position at the start of the other side's turn, after a turn that is known to be legal:
    /// [`after`](Self::after) each of the steps, then [`after_end`](Self::after_end).
    ///
    /// ```
    /// use arimaa::{Position, Workspace};
    ///
    /// let position: Position = "g r7/8/8/8/2E5/8/8/R7".parse()?;
    /// position.visit_turns(&mut Workspace::default(), |turn| {
    ///     assert_eq!(position.after_turn(turn.steps()), turn.position());
    /// });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// In builds with debug assertions, if a step is not legal.
    #[must_use]
    pub fn after_turn(&self, steps: TurnSteps) -> Self {
        let last = steps.iter().fold(*self, |now, step| now.after(step));
        last.after_end()
    }

    /// The position at the start of this turn.
    #[must_use]
    pub fn turn_start(&self) -> Self {
        let mut start = Self {
            key: self.start_key(),
            ..Self::starting(self.side, self.keyed())
        };
        for (back, step) in self.taken.packed().rev().enumerate() {
            let (here, direction) = unpack(step);
            let index = square_of(here);
            let code = usize::from(self.captured >> (4 * back) & 15);
            if code != 0 {
                // A captured piece stood on the trap beside the square that was left.
                let trap = usize::from(TRAP_BESIDE[index]);
                start.board.put(piece_of(code), Square::ALL[trap & 63]);
            }
            let to = 1 << (index_beside(index, direction) & 63);
            start.board = start.board.moved(to, 1 << index);
        }
        start
    }

    /// This position mirrored from west to east, with the same side to move.
    ///
    /// ```
    /// use arimaa::Position;
    ///
    /// let position: Position = "g r7/8/8/8/2E5/8/8/R7".parse()?;
    /// let flipped = position.flip_horizontal();
    /// assert_eq!(flipped, "g 7r/8/8/8/5E2/8/8/7R".parse()?);
    /// assert_eq!(flipped.count_turns(), position.count_turns());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "mirror")]
    #[must_use]
    pub fn flip_horizontal(&self) -> Self {
        let board = Planes::from(&self.turn_start().board().flip_horizontal());
        let steps = self.taken.iter().map(Step::flip_horizontal);
        steps.fold(Self::at_start(self.side, board), |now, step| {
            now.after(step)
        })
    }
}
