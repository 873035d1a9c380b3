"""The words of the game: each is a string as notation writes it, with its parts as properties.

>>> step = Step("Ed2n")
>>> step == "Ed2n", step.piece, step.square, step.direction
(True, Piece('E'), Square('d2'), <Direction.NORTH: 'n'>)
>>> Square("j9")
Traceback (most recent call last):
    ...
arimaa._errors.TextError: line 1, column 1: found `j9`, expected a square (a1 to h8)
"""

from __future__ import annotations

import enum
from typing import ClassVar, TypeVar, cast

from ._native import read_word

_W = TypeVar("_W", bound="_Word")


class _Name(str, enum.Enum):
    """A word of a fixed list; it equals its name as text."""

    def __str__(self) -> str:
        return str(self.value)


class _Ordered:
    """A word whose order within its class is not alphabetical."""

    __slots__ = ()

    def _order(self) -> int:
        raise NotImplementedError

    def _order_of(self, other: str) -> int | None:
        """The rank in this order of a word of the class, or of its text."""
        from ._errors import OracleError  # which needs `Square`

        try:
            return type(self)(other)._order()  # type: ignore[call-arg]
        except (OracleError, TypeError, ValueError):
            return None

    def __lt__(self, other: str, /) -> bool:
        place = self._order_of(other)
        return NotImplemented if place is None else self._order() < place

    def __le__(self, other: str, /) -> bool:
        place = self._order_of(other)
        return NotImplemented if place is None else self._order() <= place

    def __gt__(self, other: str, /) -> bool:
        place = self._order_of(other)
        return NotImplemented if place is None else self._order() > place

    def __ge__(self, other: str, /) -> bool:
        place = self._order_of(other)
        return NotImplemented if place is None else self._order() >= place


class Side(_Name):
    """A player.

    >>> Side.GOLD == "gold", str(Side.GOLD), Side("silver").other
    (True, 'gold', <Side.GOLD: 'gold'>)
    """

    GOLD = "gold"
    SILVER = "silver"

    @property
    def other(self) -> Side:
        """The other player."""
        return Side.SILVER if self is Side.GOLD else Side.GOLD


class Kind(_Ordered, _Name):
    """The kind of a piece, by its capital letter; the stronger kind is the greater (BRD-4).

    >>> Kind.ELEPHANT > Kind.CAMEL, min(Kind)
    (True, <Kind.RABBIT: 'R'>)
    """

    RABBIT = "R"
    CAT = "C"
    DOG = "D"
    HORSE = "H"
    CAMEL = "M"
    ELEPHANT = "E"

    def _order(self) -> int:
        return "RCDHME".index(self.value)


class Direction(_Name):
    """A direction as Gold sees the board."""

    NORTH = "n"
    SOUTH = "s"
    EAST = "e"
    WEST = "w"


class Edition(_Name):
    """An edition of the rules, by its first day (SPEC.md chapter 9).

    >>> Edition("2005-05-28")
    <Edition.MAY_2005: '2005-05-28'>
    """

    YEAR_2002 = "2002"
    MAY_2005 = "2005-05-28"
    MAY_2005_NO_DRAWS = "2005-05-28+no-draws"
    JULY_2008 = "2008-07-01"


class _Word(str):
    """A string that is a word of notation."""

    __slots__ = ()
    _kind: ClassVar[str]

    def __new__(cls: type[_W], text: str) -> _W:
        return str.__new__(cls, read_word(cls._kind, text))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str.__repr__(self)})"


class Square(_Word):
    """One of the 64 squares.

    >>> Square("d4").file, Square("d4").rank, Square("d4").index
    ('d', 4, 27)
    """

    __slots__ = ()
    _kind = "Square"

    @property
    def file(self) -> str:
        """`a` (west) to `h` (east)."""
        return self[0]

    @property
    def rank(self) -> int:
        """1 (Gold's side) to 8 (Silver's side)."""
        return int(self[1])

    @property
    def index(self) -> int:  # type: ignore[override]
        """The place in `SQUARES`: a1 is 0, b1 is 1, h8 is 63."""
        return "abcdefgh".find(self[0]) + 8 * (self.rank - 1)

    def offset(self, files: int, ranks: int) -> Square | None:
        """The square `files` to the east and `ranks` to the north, or `None`.

        >>> Square("c3").offset(2, -1), Square("a1").offset(-1, 0)
        (Square('e2'), None)
        """
        file, rank = self.index % 8 + files, self.rank - 1 + ranks
        return SQUARES[8 * rank + file] if file in range(8) and rank in range(8) else None

    def distance(self, other: str) -> int:
        """The fewest steps from this square to another: the distances in files and ranks, added."""
        there = Square(other)
        return abs(self.index % 8 - there.index % 8) + abs(self.rank - there.rank)

    def flip_vertical(self) -> Square:
        """The square with the rank counted from the north: a1 becomes a8."""
        return SQUARES[self.index ^ 56]

    def flip_horizontal(self) -> Square:
        """The square with the file counted from the east: a1 becomes h1."""
        return SQUARES[self.index ^ 7]


class Piece(_Word):
    """A kind with a side: `E` is the gold elephant, `e` the silver one.

    >>> Piece("m").side, Piece("m").kind, Piece("m").name
    (<Side.SILVER: 'silver'>, <Kind.CAMEL: 'M'>, 'silver camel')
    """

    __slots__ = ()
    _kind = "Piece"

    @property
    def side(self) -> Side:
        """The player whose piece it is."""
        return Side.GOLD if self.isupper() else Side.SILVER

    @property
    def kind(self) -> Kind:
        """The kind of the piece."""
        return Kind(self.upper())

    @property
    def name(self) -> str:
        """The name in words, such as `silver camel`."""
        return f"{self.side} {self.kind.name.lower()}"


class Action(_Word):
    """A step, a placement or the end of a turn.

    >>> Action("Ed2n"), Action("Ra1"), Action("end")
    (Step('Ed2n'), Placement('Ra1'), EndTurn('end'))
    """

    __slots__ = ()
    _kind = "Action"

    def __new__(cls: type[_W], text: str) -> _W:
        word = read_word(cls._kind, text)
        if cls is Action:
            name = "Step" if len(word) == 4 else "EndTurn" if word == "end" else "Placement"
            return cast(_W, made(name, word))
        return str.__new__(cls, word)


class _OfPiece(Action):
    """An action that begins with a piece and a square."""

    __slots__ = ()

    @property
    def piece(self) -> Piece:
        """The piece that moves or is placed."""
        return Piece(self[0])

    @property
    def square(self) -> Square:
        """The square that the piece leaves or is placed on."""
        return Square(self[1:3])


class Step(_OfPiece):
    """One step of one piece: `Ed2n`.

    The piece may be the enemy's: then the step is half of a push, or ends a pull.
    """

    __slots__ = ()
    _kind = "Step"

    @property
    def direction(self) -> Direction:
        """The direction of the step."""
        return Direction(self[3])


class Placement(_OfPiece):
    """A piece on a square, `Ra1`: an action of the setup, or a captured piece on its trap."""

    __slots__ = ()
    _kind = "Placement"


class EndTurn(Action):
    """The end of a turn, an action of its own. The only one is `END_TURN`."""

    __slots__ = ()
    _kind = "EndTurn"


class Label(_Ordered, _Word):
    """The number of a turn and the side to move, such as `12g`. A later label is greater.

    >>> Label("12w"), Label("12g").number, Label("12g").side
    (Label('12g'), 12, <Side.GOLD: 'gold'>)
    >>> sorted([Label("12g"), Label("2s"), Label("2g")])
    [Label('2g'), Label('2s'), Label('12g')]
    """

    __slots__ = ()
    _kind = "Label"

    @property
    def number(self) -> int:
        """The number of the turn, 1 being the setup."""
        return int(self[:-1])

    @property
    def side(self) -> Side:
        """The side whose turn it is."""
        return Side.GOLD if self.endswith("g") else Side.SILVER

    def _order(self) -> int:
        return 2 * self.number + self.endswith("s")


class Turn(str):
    """A turn as it is written, captures included and without a label: `Ed2n Ed3n cf3x`.

    >>> turn = Turn("rb3e rc3x Rb2n")
    >>> turn.actions, turn.captures
    ((Step('rb3e'), Step('Rb2n')), (Placement('rc3'),))
    """

    __slots__ = ()

    @property
    def actions(self) -> tuple[Action, ...]:
        """The steps or placements of the turn, without its end."""
        words = (word for word in self.split() if word != "end" and not word.endswith("x"))
        return tuple(map(Action, words))

    @property
    def captures(self) -> tuple[Placement, ...]:
        """The captured pieces in order, each on its trap."""
        return tuple(Placement(word[:-1]) for word in self.split() if word.endswith("x"))

    def __repr__(self) -> str:
        return f"Turn({str.__repr__(self)})"


def made(kind: str, text: str) -> Action:
    """An action whose text the native part has written."""
    return str.__new__(_ACTIONS[kind], text)


_ACTIONS: dict[str, type[Action]] = {"Step": Step, "Placement": Placement, "EndTurn": EndTurn}

END_TURN = EndTurn("end")
"""The end of a turn."""

SQUARES = tuple(Square(file + str(rank)) for rank in range(1, 9) for file in "abcdefgh")
"""The 64 squares, a1 first, then b1 and so on to h8."""


def name_of(edition: str | None) -> str | None:
    """The name of an edition. Raises `ValueError` for an unknown one."""
    if edition is None:
        return None
    try:
        return Edition(edition).value
    except ValueError:
        names = ", ".join(edition.value for edition in Edition)
        raise ValueError(f"{edition!r} is no edition ({names})") from None
