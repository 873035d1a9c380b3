"""The contents of the 64 squares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ._words import SQUARES, Piece, Square

# The place of each square among the letters.
_PLACES: dict[str, int] = {square: place ^ 56 for place, square in enumerate(SQUARES)}


class Board(Mapping[str, Piece]):
    """An immutable mapping from occupied squares to pieces.

    >>> from arimaa import Position
    >>> board = Position("g r7/8/8/3E4/8/8/8/7R").board
    >>> board["d5"], board.get("a1"), "h1" in board, len(board)
    (Piece('E'), None, True, 3)
    >>> dict(board)
    {Square('h1'): Piece('R'), Square('d5'): Piece('E'), Square('a8'): Piece('r')}
    >>> board.ranks[0]
    'r.......'
    """

    __slots__ = ("_letters",)
    _letters: str

    def __init__(self, letters: str) -> None:
        """Makes a board of 64 letters, a8 to h8 first, with dots for empty squares."""
        letters = letters.replace(" ", ".")
        if len(letters) != 64 or letters.strip(".EMHDCRemhdcr"):
            raise ValueError("a board has 64 squares: letters of pieces, and dots")
        object.__setattr__(self, "_letters", letters)

    @property
    def letters(self) -> str:
        """The 64 squares, a8 to h8 first, down to h1, with dots for empty ones."""
        return self._letters

    @property
    def ranks(self) -> tuple[str, ...]:
        """The eight ranks as texts of eight letters, rank 8 first."""
        return tuple(self._letters[start : start + 8] for start in range(0, 64, 8))

    def __getitem__(self, square: str) -> Piece:
        letter = self._letters[_PLACES[square]]
        if letter == ".":
            raise KeyError(square)
        return Piece(letter)

    def __iter__(self) -> Iterator[Square]:
        return (square for square in SQUARES if square in self)

    def __len__(self) -> int:
        return 64 - self._letters.count(".")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Board):
            return self._letters == other._letters
        return super().__eq__(other)

    def __hash__(self) -> int:
        return hash((Board, self._letters))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a board never changes")

    def __reduce__(self) -> tuple[type[Board], tuple[str]]:
        return Board, (self._letters,)

    def __str__(self) -> str:
        return "\n".join(self.ranks)

    def __repr__(self) -> str:
        return f"Board({self._letters!r})"
