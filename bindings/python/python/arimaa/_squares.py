"""Sets of squares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from functools import reduce
from typing import TYPE_CHECKING, Any, ClassVar, cast

from ._ask import answer_to
from ._words import SQUARES, Direction, Side, Square

_ALL = (1 << 64) - 1
_FILE_A = 0x0101010101010101
_BITS: dict[Square, int] = {square: 1 << place for place, square in enumerate(SQUARES)}


def _of_sets(operator: Callable[..., Any]) -> Callable[..., Any]:
    """An operator of `Set` for sets only; the original takes the letters of a text for items."""

    def of_sets(one: Any, other: object) -> Any:
        return operator(one, other) if isinstance(other, Set) else NotImplemented

    return of_sets


class SquareSet(Set[Square]):
    """A set of squares, from a1 to h8. It never changes and can be hashed.

    The operators and methods are those of sets: an operator takes a set, a method any argument of
    `SquareSet`. `~` is the complement. `int` gives a number of 64 bits, bit 0 for a1 and bit 63 for
    h8, from which `SquareSet` makes the set again.

    >>> rabbits = SquareSet("c2 d2 h8")
    >>> rabbits.shift("n"), "c2" in rabbits, len(rabbits | {"a1"})
    (SquareSet('c3 d3'), True, 4)
    >>> SquareSet("c3").neighbours
    SquareSet('c2 b3 d3 c4')
    >>> SquareSet(int(rabbits)) == rabbits
    True
    """

    __slots__ = ("_bits",)
    _bits: int

    FULL: ClassVar[SquareSet]
    """All 64 squares."""
    TRAPS: ClassVar[SquareSet]
    """The traps c3, f3, c6 and f6 (SPEC.md BRD-3)."""

    def __init__(self, squares: Iterable[str] | int = ()) -> None:
        """Makes a set of squares, of a text with their names, or of a number of 64 bits."""
        if isinstance(squares, int):
            bits = squares
            if not 0 <= bits <= _ALL:
                raise ValueError("a set of squares has 64 bits")
        else:
            bits = 0
            for square in squares.split() if isinstance(squares, str) else squares:
                bits |= _BITS[Square(square)]
        object.__setattr__(self, "_bits", bits)

    @classmethod
    def rank(cls, rank: int) -> SquareSet:
        """The squares of a rank, 1 to 8."""
        return cls(f"{file}{rank}" for file in "abcdefgh")

    @classmethod
    def file(cls, file: str) -> SquareSet:
        """The squares of a file, `a` to `h`."""
        return cls(f"{file}{rank}" for rank in range(1, 9))

    @classmethod
    def goal(cls, side: str) -> SquareSet:
        """The goal rank of a side's rabbits (SPEC.md BRD-5)."""
        return cls.rank(8 if Side(side) is Side.GOLD else 1)

    def __contains__(self, square: object) -> bool:
        return isinstance(square, str) and bool(self._bits & _BITS.get(cast(Square, square), 0))

    def __iter__(self) -> Iterator[Square]:
        return (square for square, bit in _BITS.items() if self._bits & bit)

    def __reversed__(self) -> Iterator[Square]:
        return (square for square, bit in reversed(_BITS.items()) if self._bits & bit)

    def __len__(self) -> int:
        return self._bits.bit_count()

    def __int__(self) -> int:
        return self._bits

    def __invert__(self) -> SquareSet:
        return SquareSet(self._bits ^ _ALL)

    if TYPE_CHECKING:
        # `Set` has them, but does not say that they make sets of this class.
        def __and__(self, other: Set[Any]) -> SquareSet: ...
        def __or__(self, other: Set[Any]) -> SquareSet: ...
        def __sub__(self, other: Set[Any]) -> SquareSet: ...
        def __xor__(self, other: Set[Any]) -> SquareSet: ...

    else:
        __and__, __rand__ = _of_sets(Set.__and__), _of_sets(Set.__rand__)
        __or__, __ror__ = _of_sets(Set.__or__), _of_sets(Set.__ror__)
        __sub__, __rsub__ = _of_sets(Set.__sub__), _of_sets(Set.__rsub__)
        __xor__, __rxor__ = _of_sets(Set.__xor__), _of_sets(Set.__rxor__)

    def isdisjoint(self, other: Iterable[str] | int) -> bool:
        """Whether both sets have no square in common."""
        return not self & SquareSet(other)

    def union(self, *others: Iterable[str] | int) -> SquareSet:
        """The squares of this set or any other, each given as `SquareSet` takes it.

        >>> SquareSet("a1").union(["b1"], "c1 d1"), SquareSet("a1 b1").issubset("a1 b1 c1")
        (SquareSet('a1 b1 c1 d1'), True)
        """
        return reduce(lambda one, other: one | other, map(SquareSet, others), self)

    def intersection(self, *others: Iterable[str] | int) -> SquareSet:
        """The squares of this set that are in every other one, too."""
        return reduce(lambda one, other: one & other, map(SquareSet, others), self)

    def difference(self, *others: Iterable[str] | int) -> SquareSet:
        """The squares of this set that are in no other one."""
        return reduce(lambda one, other: one - other, map(SquareSet, others), self)

    def symmetric_difference(self, other: Iterable[str] | int) -> SquareSet:
        """The squares of one of the two sets only."""
        return self ^ SquareSet(other)

    def issubset(self, other: Iterable[str] | int) -> bool:
        """Whether the other set has every square of this one."""
        return self <= SquareSet(other)

    def issuperset(self, other: Iterable[str] | int) -> bool:
        """Whether this set has every square of the other one."""
        return self >= SquareSet(other)

    def copy(self) -> SquareSet:
        """The set itself, since it never changes."""
        return self

    def shift(self, direction: str) -> SquareSet:
        """The squares one step further in a direction; squares beyond the edge are left out."""
        bits = self._bits
        match Direction(direction):
            case Direction.NORTH:
                bits <<= 8
            case Direction.SOUTH:
                bits >>= 8
            case Direction.EAST:
                bits = (bits & ~(_FILE_A << 7)) << 1
            case Direction.WEST:
                bits = (bits & ~_FILE_A) >> 1
        return SquareSet(bits & _ALL)

    @property
    def neighbours(self) -> SquareSet:
        """The squares adjacent to at least one square of the set (SPEC.md BRD-2)."""
        bits = 0
        for direction in Direction:
            bits |= self.shift(direction)._bits
        return SquareSet(bits)

    def flip_vertical(self) -> SquareSet:
        """The set flipped from north to south: a1 becomes a8."""
        return SquareSet(square.flip_vertical() for square in self)

    def flip_horizontal(self) -> SquareSet:
        """The set flipped from west to east: a1 becomes h1."""
        return SquareSet(square.flip_horizontal() for square in self)

    def _repr_svg_(self) -> str:
        empty: dict[str, Any] = {"state": {"side": "gold", "setup": {}}}
        drawn: dict[str, Any] = {"kind": "draw", "drawing": "svg", "marks": list(self)}
        return cast(str, answer_to(drawn | {"position": empty})["text"])

    def __str__(self) -> str:
        ranks = (SQUARES[first : first + 8] for first in range(56, -1, -8))
        return "\n".join(" ".join("1" if one in self else "." for one in rank) for rank in ranks)

    def __repr__(self) -> str:
        return f"SquareSet({' '.join(self)!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, SquareSet):
            return self._bits == other._bits
        return super().__eq__(other)

    def __hash__(self) -> int:
        # As sets of the same squares have it.
        return self._hash()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a set of squares never changes")

    def __reduce__(self) -> tuple[Any, ...]:
        return SquareSet, (self._bits,)


SquareSet.FULL = SquareSet(_ALL)
SquareSet.TRAPS = SquareSet("c3 f3 c6 f6")
