"""Boards and legal actions as arrays, for programs that learn."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _native
from ._chunks import PACKED, Positions, chunks
from ._position import Position
from ._words import name_of

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


_MASK = 257


def pack(
    positions: Positions,
    *,
    edition: str | None = None,
    column: str = "position",
    errors: dict[int, str] | None = None,
) -> NDArray[numpy.uint8]:
    """The boards of positions as an array of 65 columns.

    The first 64 are the squares, a1 first: 0 for an empty one, 1 to 6 for Gold's rabbit, cat, dog,
    horse, camel and elephant, 7 to 12 for Silver's. The last is the side to move, 0 for Gold. What
    was done in a turn, history and edition are no part of it.

    A row without a position has 255 for the side to move, by which every function knows that it has
    none; the reason goes into `errors` by the number of the row, or is warned of where no `errors`
    are given.

    >>> errors = {}
    >>> pack(["g r7/8/8/3E4/8/8/8/7R", "nonsense"], errors=errors)[:, 64], list(errors)
    (array([  0, 255], dtype=uint8), [1])
    """
    return _bytes(_native.pack, PACKED, positions, edition, column, errors)


def unpack(packed: NDArray[Any], *, errors: dict[int, str] | None = None) -> list[str | None]:
    """The compact boards of an array that `pack` made.

    A row that is no board is `None`; why goes into `errors`, as with `pack`.

    >>> board = Position("g r7/8/8/3E4/8/8/8/7R").text()
    >>> unpack(pack([board])) == [board]
    True
    """
    if packed.ndim != 2:
        raise ValueError("packed positions are an array of two dimensions")
    texts: list[str | None] = []
    found: list[tuple[int, str]] = []
    for (rows,) in chunks(packed, "position"):
        some, reasons = _native.unpack(rows)
        found += [(len(texts) + row, reason) for row, reason in reasons]
        texts += some
    _tell(found, errors)
    return texts


def legal_mask(
    positions: Positions,
    *,
    edition: str | None = None,
    column: str = "position",
    errors: dict[int, str] | None = None,
) -> NDArray[numpy.bool_]:
    """The legal actions of positions as an array of 257 columns.

    Column `4 * square + direction` is true where the step from that square (a1 is 0, b1 is 1) in
    that direction (north, south, east, west) is legal, and the last where the turn may end. `action`
    gives the action of a column.

    A row without a position, or one in which pieces are being placed, is all false; why goes into
    `errors`, as with `pack`.

    >>> int(legal_mask(["g r7/8/8/3E4/8/8/8/7R"]).sum())
    6
    """
    array: Any = _bytes(_native.legal_mask, _MASK, positions, edition, column, errors)
    mask: NDArray[numpy.bool_] = array.view(bool)
    return mask


def action(position: Position, index: int) -> str:
    """The action of a column of `legal_mask` in a position.

    >>> position = Position("g r7/8/8/3E4/8/8/8/7R")
    >>> [action(position, int(index)) for index in legal_mask([position])[0].nonzero()[0]]
    ['Rh1n', 'Rh1w', 'Ed5n', 'Ed5s', 'Ed5e', 'Ed5w']
    """
    if index == 256:
        return "end"
    square = "abcdefgh"[index // 4 % 8] + str(index // 32 + 1)
    return f"{position.board[square]}{square}{'nsew'[index % 4]}"


def _bytes(
    fill: Callable[[_native.Rows, str | None], tuple[bytes, list[tuple[int, str]]]],
    width: int,
    positions: Positions,
    edition: str | None,
    column: str,
    errors: dict[int, str] | None,
) -> NDArray[Any]:
    import numpy

    filled = bytearray()
    found: list[tuple[int, str]] = []
    first = 0
    for (rows,) in chunks(positions, column):
        some, reasons = fill(rows, name_of(edition))
        found += [(first + row, reason) for row, reason in reasons]
        filled += some
        first += len(rows)
    _tell(found, errors)
    array: NDArray[Any] = numpy.frombuffer(filled, dtype="uint8")
    return numpy.reshape(array, (-1, width))


def _tell(found: list[tuple[int, str]], errors: dict[int, str] | None) -> None:
    """Hands over why rows have no answer, or warns of them."""
    if errors is not None:
        errors.update(found)
    elif found:
        (row, reason), count = found[0], len(found)
        rows = f"row {row} has" if count == 1 else f"{count} rows have, row {row} first,"
        warnings.warn(f"{rows} no answer: {reason}", stacklevel=4)
