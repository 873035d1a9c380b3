//! The pieces of a position as sets of squares: by side and kind, threatened and frozen.

use crate::bitboard::bits::{bit, neighbours};
use crate::bitboard::planes::strength;
use crate::bitboard::square_set::Bitboard;
use crate::bitboard::view::{View, threatened};
use crate::vocab::{Kind, Piece, Side, Square};

use super::Position;

impl Position {
    /// The squares with a piece. The others are `!position.occupied()`.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        Bitboard(self.board.occupied())
    }

    /// The squares with pieces of a side.
    #[inline]
    pub fn by_side(&self, side: Side) -> Bitboard {
        Bitboard(self.board.of(side))
    }

    /// The squares with pieces of a kind, of both sides.
    #[doc(alias = "by_role")]
    #[inline]
    pub fn by_kind(&self, kind: Kind) -> Bitboard {
        let gold = self.board.only_of(Piece::new(Side::Gold, kind));
        Bitboard(gold | self.board.only_of(Piece::new(Side::Silver, kind)))
    }

    /// The squares with pieces of a kind and side.
    #[inline]
    pub fn by_piece(&self, piece: Piece) -> Bitboard {
        Bitboard(self.board.only_of(piece))
    }

    /// The squares with pieces of either side that are stronger than a kind (SPEC.md BRD-4).
    #[inline]
    pub fn stronger_than(&self, kind: Kind) -> Bitboard {
        Bitboard(self.view().stronger_than(strength(kind)))
    }

    /// The squares with pieces of either side that are weaker than a kind (BRD-4).
    #[inline]
    pub fn weaker_than(&self, kind: Kind) -> Bitboard {
        Bitboard(self.view().weaker_than(strength(kind)) & self.board.occupied())
    }

    /// The pieces of a side with a stronger enemy beside them: frozen, unless a friend stands
    /// beside them, too.
    ///
    /// ```
    /// use arimaa::vocab::{Side, Square};
    /// use arimaa::{Bitboard, Position};
    ///
    /// // A silver dog on d2 beside a gold cat on c2 and a gold rabbit on d1, with a friend on e1.
    /// let board = "g \
    ///     .......r/\
    ///     ......../\
    ///     ......../\
    ///     ......../\
    ///     ......../\
    ///     ......../\
    ///     ..Cd..../\
    ///     ...RR...";
    /// let position: Position = board.parse()?;
    /// assert_eq!(position.threatened(Side::Gold), Bitboard::from_iter([Square::C2, Square::D1]));
    /// assert_eq!(position.frozen(Side::Gold), Bitboard::from(Square::C2));
    /// assert_eq!(position.frozen_by(Square::C2), Bitboard::from(Square::D2));
    /// assert_eq!(position.threats_to(Square::D1), Bitboard::from(Square::D2));
    /// assert_eq!(position.threats_from(Square::D2), position.threatened(Side::Gold));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn threatened(&self, side: Side) -> Bitboard {
        Bitboard(threatened(&self.board, side))
    }

    /// The frozen pieces of a side: threatened, and without a friend beside them (FRZ-1).
    #[inline]
    pub fn frozen(&self, side: Side) -> Bitboard {
        let view = View::of(&self.board, side);
        Bitboard(view.movers.own & !view.free)
    }

    /// Whether the piece on a square is frozen (FRZ-1). False for an empty square.
    #[inline]
    pub fn is_frozen(&self, square: Square) -> bool {
        let frozen = |piece: Piece| self.frozen(piece.side).contains(square);
        self.piece_at(square).is_some_and(frozen)
    }

    /// The stronger enemies beside the piece on a square. Empty for an empty square.
    #[inline]
    pub fn threats_to(&self, square: Square) -> Bitboard {
        let beside = self.enemies_beside(square);
        self.piece_at(square).map_or(Bitboard::EMPTY, |piece| {
            beside & self.stronger_than(piece.kind)
        })
    }

    /// The weaker enemies beside the piece on a square. Empty for an empty square.
    #[inline]
    pub fn threats_from(&self, square: Square) -> Bitboard {
        let beside = self.enemies_beside(square);
        self.piece_at(square).map_or(Bitboard::EMPTY, |piece| {
            beside & self.weaker_than(piece.kind)
        })
    }

    /// The stronger enemies that freeze the piece on a square. Empty for an empty square, and for a
    /// piece that is not frozen.
    #[inline]
    pub fn frozen_by(&self, square: Square) -> Bitboard {
        if self.is_frozen(square) {
            self.threats_to(square)
        } else {
            Bitboard::EMPTY
        }
    }

    /// The enemies of the piece on a square that are beside it. Empty for an empty square.
    fn enemies_beside(&self, square: Square) -> Bitboard {
        let beside = neighbours(bit(square));
        let enemy = |piece: Piece| beside & self.board.of(piece.side.other());
        Bitboard(self.piece_at(square).map_or(0, enemy))
    }
}
