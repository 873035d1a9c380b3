"""Answers to many rows, and the functions that ask for them."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import islice
from numbers import Integral
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

from . import _native
from ._chunks import Chunk, Progress, seed_of
from ._words import name_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


# The rows that a notebook shows.
_SHOWN = 20


class Answers:
    """The answers to many rows: a table with one row for each.

    `polars.DataFrame(answers)`, `pandas.DataFrame(answers)`, `pyarrow.table(answers)` and
    `duckdb.sql("from answers")` read it. Iteration gives the rows as dictionaries.
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
        """The reasons of the rows without an answer, by row number from 0."""
        errors = enumerate(cast("list[str | None]", self._table.values("error")))
        return {row: error for row, error in errors if error is not None}

    def __len__(self) -> int:
        return len(self._table)

    def __getitem__(self, column: str) -> list[Any]:
        """The values of a column, `None` for nulls."""
        return self._table.values(column)

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows as dictionaries.

        >>> from arimaa import batch
        >>> next(batch.outcome(["g r7/8/8/8/8/8/8/8"]).rows())["name"]
        'opponent-eliminated'
        """
        columns = [self._table.values(column) for column in self.columns]
        return (dict(zip(self.columns, row)) for row in zip(*columns))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self.rows()

    def numpy(self, column: str, missing: float | bool | None = None) -> NDArray[Any]:
        """A column of numbers or flags as an array.

        A null is `missing`; without a `missing` it is a `ValueError`. Counts have no sign, unless
        `missing` is negative.
        """
        import numpy

        kind, values, valid = self._table.buffers(column)
        array = numpy.frombuffer(values, dtype=kind)
        is_valid = numpy.frombuffer(valid, dtype=bool)
        if is_valid.all():
            return array
        if missing is None:
            raise ValueError("a row has no answer: name a value for `missing`, or see `errors`")
        # Counts are far below the half of their range.
        if kind == "uint64" and isinstance(missing, Integral):
            missing = int(missing)
            array = array.astype("int64") if missing < 0 else array
        return numpy.where(is_valid, array, missing)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._table.__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        return self._table.__arrow_c_array__(requested_schema)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(column)}</th>" for column in self.columns)
        rows = [
            "".join(
                f"<td>{'' if value is None else escape(str(value))}</td>" for value in row.values()
            )
            for row in islice(self.rows(), _SHOWN)
        ]
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        more = f"<p>{len(self)} rows, {len(rows)} of them shown</p>"
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"

    def __repr__(self) -> str:
        return f"<answers to {len(self)} rows: {', '.join(self.columns)}>"


def answers_to(
    task: str,
    chunks: Iterator[Chunk],
    edition: str | None,
    progress: Progress | None,
    *,
    past_end: bool = False,
    strict: bool = False,
    seed: SupportsIndex = 0,
) -> Answers:
    options: dict[str, Any] = {"edition": name_of(edition), "past_end": past_end, "strict": strict}
    options["seed"] = seed_of(seed)
    tables: list[_native.Table] = []
    first = 0
    for rows in chunks:
        positions, turns = rows if len(rows) == 2 else (rows[0], None)
        tell = _progress_after(first, progress) if progress else None
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


def positions_of(
    records: Iterator[_native.Rows],
    options: dict[str, Any],
    progress: Progress | None,
) -> Answers:
    """The positions of records as rows."""
    tables: list[_native.Table] = []
    first = 0
    for rows in records:
        tell = _progress_after(first, progress) if progress else None
        chosen = options | {"first": options["first"] + first}
        tables.append(_native.position_rows(rows, chosen, tell))
        first += len(rows)
        if progress:
            progress(first)
    if not tables:
        tables.append(_native.position_rows(_native.Rows([]), options))
    return Answers(_native.Table.joined(tables))


def _progress_after(first: int, progress: Progress) -> Progress:
    return lambda done: progress(first + done)
