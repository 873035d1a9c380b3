"""Rows from Python, numpy and Arrow, in chunks of bounded length."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, TypeAlias, runtime_checkable

from . import _native
from ._game import Record, records_and_errors
from ._game import Records as GameRecords
from ._position import Position

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CHUNK = 1 << 16


class ArrowStream(Protocol):
    """An object with a stream of the Arrow PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class ArrowArray(Protocol):
    """An object with an array of the Arrow PyCapsule interface."""

    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...


@runtime_checkable
class _HasRows(Protocol):
    """An object that holds rows of the native part, such as `Games`."""

    def native_rows(self) -> _native.Rows: ...


Positions: TypeAlias = "Iterable[str | Position | None] | ArrowStream | ArrowArray | NDArray[Any]"
"""Positions: texts and `Position`s, packed positions, Arrow, or `Games`."""

Turns: TypeAlias = "Iterable[str | None] | ArrowStream | ArrowArray"
"""Turns as texts."""

Records: TypeAlias = "Iterable[str | Record | None] | ArrowStream | ArrowArray"
"""Records of games, as texts or as `Record`s."""

Progress = Callable[[int], object]
"""A function that receives the number of finished rows, now and then."""

Chunk = Sequence[_native.Rows]
"""Rows that follow one another, one for each column."""


def chunks(source: Any, *columns: str) -> Iterator[Chunk]:
    """The rows of some columns, chunk by chunk."""
    if isinstance(source, _HasRows):
        yield (source.native_rows(),)
    elif hasattr(source, "__arrow_c_stream__"):
        yield from _native.ArrowRows(source.__arrow_c_stream__(), list(columns))
    elif hasattr(source, "__arrow_c_array__"):
        schema, array = source.__arrow_c_array__()
        yield from _native.ArrowRows.of_array(schema, array, list(columns))
    elif isinstance(source, (str, Position)):
        raise TypeError("rows are several positions, not one")
    elif len(columns) > 1:
        raise TypeError("without turns the positions are a table that has both")
    else:
        if is_packed(source):
            yield from _packed_chunks(source)
            return
        rows = records_and_errors(source) if isinstance(source, GameRecords) else iter(source)
        while chunk := [_row(row) for row in islice(rows, _CHUNK)]:
            yield (_native.Rows(chunk),)


def _row(row: Any) -> Any:
    if isinstance(row, Position):
        return row.state
    return row.text if isinstance(row, Record) else row


def _packed_chunks(states: Any) -> Iterator[Chunk]:
    """The rows of an array that `pack` made."""
    for first in range(0, len(states), _CHUNK):
        yield (_native.Rows.packed(states[first : first + _CHUNK].tobytes()),)


def is_packed(source: Any) -> bool:
    """Whether rows have the form of an array of `pack`. Raises for another array of numbers."""
    if hasattr(source, "__arrow_c_stream__"):
        return False
    numbers = getattr(getattr(source, "dtype", None), "kind", None) in tuple("biufc")
    if getattr(source, "ndim", 1) == 1 and (not numbers or len(source) == 0):
        return False
    check_packed(source)
    return True


def check_packed(states: Any) -> None:
    """Raises unless this has the type and shape of an array that `pack` makes."""
    width: int = _native.Games.PACKED
    shape: tuple[int, ...] = getattr(states, "shape", ())
    if len(shape) != 2 or shape[1] != width or getattr(states, "dtype", None) != "uint8":
        what = f"packed positions are an array of uint8 with {width} columns"
        raise ValueError(f"{what}: of one take `packed[0:1]`, not `packed[0]`")


def seed_of(seed: SupportsIndex) -> int:
    """A seed as a number of 64 bits; numpy's numbers are accepted."""
    return index(seed) & (1 << 64) - 1


def short_rows(chunks: Iterator[Chunk], length: int) -> Iterator[_native.Rows]:
    """The rows of one column in chunks of at most this length."""
    for (rows,) in chunks:
        rest = rows
        while len(rest):
            rows, rest = rest.cut(length)
            yield rows


def pairs(positions: Iterator[Chunk], turns: Iterator[Chunk]) -> Iterator[Chunk]:
    """Two separate columns, in chunks of equal length."""
    ours, theirs = _Cut(positions), _Cut(turns)
    while length := min(ours.ready(), theirs.ready()):
        yield ours.take(length), theirs.take(length)
    if ours.ready() or theirs.ready():
        raise ValueError("there are not as many turns as positions")


class _Cut:
    """Chunks of one column, cut to other lengths."""

    def __init__(self, chunks: Iterator[Chunk]) -> None:
        self._chunks, self._rest = chunks, _native.Rows([])

    def ready(self) -> int:
        """The number of rows that can be taken now; 0 only at the end."""
        while not len(self._rest) and (chunk := next(self._chunks, None)):
            (self._rest,) = chunk
        return len(self._rest)

    def take(self, length: int) -> _native.Rows:
        """Takes the next `length` rows."""
        taken, self._rest = self._rest.cut(length)
        return taken
