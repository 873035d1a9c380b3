"""Many positions at once: on all cores, at the speed of the native engine.

Positions come as any iterable of texts and `Position`s, as a numpy array that `pack` made, or as a
column of Arrow: of pyarrow, Polars, DuckDB or whatever has `__arrow_c_stream__`. None of these
packages is needed. Answers are a table that Arrow reads without copying.

A row without an answer is null, and has a reason in the column `error`; the other rows are
answered all the same. The interpreter is free meanwhile, Ctrl-C stops the work, and the memory that
is used beside the answers does not depend on the number of rows.

>>> from arimaa_oracle import batch
>>> answers = batch.count_turns(["g r7/8/8/3E4/8/8/8/7R", "nonsense", "g r7/8/8/8/8/8/8/7R"])
>>> answers["count"]
[145, None, 14]
>>> answers.errors
{1: 'line 1, column 1: found `nonsense`, expected a turn label, such as `12g`'}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from . import _native
from ._position import Position, name_of

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

_CHUNK = 1 << 16


class ArrowStream(Protocol):
    """Whatever gives a stream of the Arrow PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class ArrowArray(Protocol):
    """Whatever gives an array of the Arrow PyCapsule interface."""

    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...


Positions: TypeAlias = "Iterable[str | Position | None] | ArrowStream | ArrowArray | NDArray[Any]"
"""Positions: texts and `Position`s, packed positions, or Arrow."""

Turns: TypeAlias = "Iterable[str | None] | ArrowStream | ArrowArray"
"""Turns as texts."""

Progress = Callable[[int], object]
"""A function that is told, now and then, how many rows are done."""


class Answers:
    """The answers to many rows: a table with one row for each.

    `polars.DataFrame(answers)`, `pyarrow.table(answers)` and `duckdb.sql("from answers")` read it,
    the last from a pyarrow table.
    """

    __slots__ = ("_table",)

    def __init__(self, table: _native.Table) -> None:
        """The answers in a table of the native part; for this package alone."""
        self._table = table

    @property
    def columns(self) -> list[str]:
        """The names of the columns; `error` is the last."""
        return self._table.column_names()

    @property
    def errors(self) -> dict[int, str]:
        """Why rows have no answer, by their numbers, the first row being 0."""
        errors = enumerate(cast("list[str | None]", self._table.values("error")))
        return {row: error for row, error in errors if error is not None}

    def __len__(self) -> int:
        return len(self._table)

    def __getitem__(self, column: str) -> list[Any]:
        """The values of a column, `None` for nulls."""
        return self._table.values(column)

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows as dictionaries.

        >>> next(outcome(["g r7/8/8/8/8/8/8/8"]).rows())["name"]
        'opponent-eliminated'
        """
        columns = [self._table.values(column) for column in self.columns]
        return (dict(zip(self.columns, row)) for row in zip(*columns))

    def numpy(self, column: str, missing: float | bool | None = None) -> NDArray[Any]:
        """A column of numbers or flags as an array.

        Where a value is null it is `missing`; without one a null is a `ValueError`.
        """
        import numpy

        kind, values, valid = self._table.buffers(column)
        array = numpy.frombuffer(values, dtype=kind)
        is_valid = numpy.frombuffer(valid, dtype=bool)
        if is_valid.all():
            return array
        if missing is None:
            raise ValueError("a row has no answer: name a value for `missing`, or see `errors`")
        return numpy.where(is_valid, array, missing)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._table.__arrow_c_schema__()

    def __repr__(self) -> str:
        return f"<answers to {len(self)} rows: {', '.join(self.columns)}>"


def count_turns(
    positions: Positions,
    *,
    edition: str | None = None,
    past_end: bool = False,
    column: str = "position",
    progress: Progress | None = None,
) -> Answers:
    """The number of distinct turns of each position, in the column `count`.

    Of a table of Arrow `column` holds the positions. `edition` applies where a text names none.
    """
    rows = _chunks(positions, column)
    return _ask("count_turns", rows, edition, progress, past_end=past_end)


def validate(
    positions: Positions,
    *,
    edition: str | None = None,
    column: str = "position",
    progress: Progress | None = None,
) -> Answers:
    """Whether a game can have each position: `valid`, and `rule` and `message` where it cannot.

    >>> answers = validate(["g 8/8/8/8/8/2E5/8/8", "g 8/8/8/8/8/3E4/8/8"])
    >>> answers["valid"], answers["rule"]
    ([False, True], ['VAL-2', None])
    """
    return _ask("validate", _chunks(positions, column), edition, progress)


def outcome(
    positions: Positions,
    *,
    edition: str | None = None,
    column: str = "position",
    progress: Progress | None = None,
) -> Answers:
    """How each game was decided: `over`, and `winner`, `rule` and `name` where it is.

    >>> outcome(["g r7/8/8/3E4/8/8/8/7R", "s R7/8/8/8/8/8/8/r7"])["winner"]
    [None, 'gold']
    """
    return _ask("outcome", _chunks(positions, column), edition, progress)


def judge(
    positions: Positions,
    turns: Turns | None = None,
    *,
    edition: str | None = None,
    strict: bool = False,
    past_end: bool = False,
    column: str = "position",
    turn_column: str = "turn",
    progress: Progress | None = None,
) -> Answers:
    """What the rules say of a written turn in each position.

    Where the turn is `legal`, `turn` has every capture and `position` is the board after it,
    without the history; where it is not, `rule`, `name`, `at` and `message` say why. Without
    `turns` they are a column of the table that holds the positions.

    >>> answers = judge(["g r7/8/8/3E4/8/8/8/7R"] * 2, ["Ed5n", "Rh1s"])
    >>> answers["legal"], answers["rule"]
    ([True, False], [None, 'STP-3'])
    """
    if turns is None:
        rows = _chunks(positions, column, turn_column)
    else:
        rows = _pairs(_chunks(positions, column), _chunks(turns, turn_column))
    return _ask("judge", rows, edition, progress, strict=strict, past_end=past_end)


def replay(
    records: Turns,
    *,
    edition: str | None = None,
    strict: bool = False,
    past_end: bool = False,
    column: str = "record",
    progress: Progress | None = None,
) -> Answers:
    """Whether the rules agree with each record of a game.

    `agrees` is whether they do, and `disagreements` are the sentences where they do not; `turns` is
    how many turns and takebacks were judged, `edition` the edition, and `winner` and `rule` are
    those of the outcome by the rules.

    >>> answers = replay(["1g Ra1"])
    >>> answers["agrees"], answers["disagreements"][0].partition(":")[0]
    ([False], '1g [Ra1] is recorded, but refused at the end of the turn by SET-6')
    """
    rows = _chunks(records, column)
    return _ask("replay", rows, edition, progress, strict=strict, past_end=past_end)


def sample_turn(
    positions: Positions,
    seed: int = 0,
    *,
    edition: str | None = None,
    column: str = "position",
    progress: Progress | None = None,
) -> Answers:
    """A random turn of each position, each distinct turn with the same chance.

    `turn` is the turn and `position` the board after it, without the history. The same seed and
    rows give the same turns on every machine.

    >>> answers = sample_turn(["g r7/8/8/3E4/8/8/8/7R"], seed=7)
    >>> bool(Position("g r7/8/8/3E4/8/8/8/7R").judge(answers["turn"][0]))
    True
    """
    return _ask("sample_turn", _chunks(positions, column), edition, progress, seed=seed)


def pack(
    positions: Positions, *, edition: str | None = None, column: str = "position"
) -> NDArray[numpy.uint8]:
    """The boards of positions as an array of 65 columns.

    The first 64 are the squares, a1 first: 0 for an empty one, 1 to 6 for Gold's rabbit, cat, dog,
    horse, camel and elephant, 7 to 12 for Silver's. The last is the side to move, 0 for Gold. What
    was done in a turn, history and edition are no part of it. A position that cannot be read is a
    `ValueError`.
    """
    return _bytes(_native.pack, 65, positions, edition, column)


def unpack(packed: NDArray[Any]) -> list[str]:
    """The compact boards of an array that `pack` made.

    >>> board = Position("g r7/8/8/3E4/8/8/8/7R").text()
    >>> unpack(pack([board])) == [board]
    True
    """
    if packed.ndim != 2 or packed.shape[1] != 65 or packed.dtype != "uint8":
        raise ValueError("packed positions are an array of uint8 with 65 columns")
    return _native.unpack(packed.tobytes())


def legal_mask(
    positions: Positions, *, edition: str | None = None, column: str = "position"
) -> NDArray[numpy.bool_]:
    """The legal actions of positions as an array of 257 columns.

    Column `4 * square + direction` is true where the step from that square (a1 is 0, b1 is 1) in
    that direction (north, south, east, west) is legal, and the last where the turn may end. `action`
    gives the action of a column. A position that cannot be read, or in which pieces are being
    placed, is a `ValueError`.

    >>> int(legal_mask(["g r7/8/8/3E4/8/8/8/7R"]).sum())
    6
    """
    return _bytes(_native.legal_mask, 257, positions, edition, column).astype(bool)


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


_Rows = Sequence[_native.Rows]


def _chunks(source: Any, *columns: str) -> Iterator[_Rows]:
    """The rows of some columns, chunk by chunk."""
    if hasattr(source, "__arrow_c_stream__"):
        yield from _native.ArrowRows(source.__arrow_c_stream__(), list(columns))
    elif hasattr(source, "__arrow_c_array__"):
        schema, array = source.__arrow_c_array__()
        yield from _native.ArrowRows.of_array(schema, array, list(columns))
    elif isinstance(source, (str, Position)):
        raise TypeError("rows are several positions, not one")
    elif len(columns) > 1:
        raise TypeError("without turns the positions are a table that has both")
    else:
        if getattr(source, "ndim", 1) == 2:
            source = unpack(source)
        rows = iter(source)
        while chunk := [_row(row) for row in islice(rows, _CHUNK)]:
            yield (_native.Rows(chunk),)


def _row(row: Any) -> Any:
    return row.state if isinstance(row, Position) else row


def _pairs(positions: Iterator[_Rows], turns: Iterator[_Rows]) -> Iterator[_Rows]:
    """Two columns that come apart, in chunks of the same length."""
    ours, theirs = _Cut(positions), _Cut(turns)
    while length := min(ours.ready(), theirs.ready()):
        yield ours.take(length), theirs.take(length)
    if ours.ready() or theirs.ready():
        raise ValueError("there are not as many turns as positions")


class _Cut:
    """Chunks of one column, cut to other lengths."""

    def __init__(self, chunks: Iterator[_Rows]) -> None:
        self._chunks, self._rest = chunks, _native.Rows([])

    def ready(self) -> int:
        """How many rows are at hand: none at the end only."""
        while not len(self._rest) and (chunk := next(self._chunks, None)):
            (self._rest,) = chunk
        return len(self._rest)

    def take(self, length: int) -> _native.Rows:
        """The next rows."""
        taken, self._rest = self._rest.cut(length)
        return taken


def _ask(
    task: str,
    chunks: Iterator[_Rows],
    edition: str | None,
    progress: Progress | None,
    *,
    past_end: bool = False,
    strict: bool = False,
    seed: int = 0,
) -> Answers:
    options: dict[str, Any] = {"edition": name_of(edition), "past_end": past_end, "strict": strict}
    options["seed"] = seed & (1 << 64) - 1
    tables: list[_native.Table] = []
    first = 0
    for rows in chunks:
        positions, turns = rows if len(rows) == 2 else (rows[0], None)
        tell = _after(first, progress) if progress else None
        tables.append(
            _native.ask_rows(task, positions, turns, options | {"first_row": first}, tell)
        )
        first += len(positions)
        if progress:
            progress(first)
    if not tables:
        nothing = _native.Rows([])
        tables.append(_native.ask_rows(task, nothing, None, options | {"first_row": 0}))
    return Answers(_native.Table.joined(tables))


def _after(first: int, progress: Progress) -> Progress:
    return lambda done: progress(first + done)


_Fill = Callable[[_native.Rows, "str | None"], "tuple[bytes, list[tuple[int, str]]]"]


def _bytes(
    fill: _Fill, width: int, positions: Positions, edition: str | None, column: str
) -> NDArray[Any]:
    import numpy

    parts: list[bytes] = []
    first = 0
    for (rows,) in _chunks(positions, column):
        filled, reasons = fill(rows, name_of(edition))
        if reasons:
            row, reason = reasons[0]
            raise ValueError(f"row {first + row}: {reason}")
        parts.append(filled)
        first += len(rows)
    array: NDArray[Any] = numpy.frombuffer(b"".join(parts), dtype="uint8")
    return numpy.reshape(array, (-1, width))


if __name__ == "__main__":
    import sys

    from ._jobs import main

    sys.exit(main())
