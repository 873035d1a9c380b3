"""Rows and answers as columns of Arrow."""

from __future__ import annotations

from typing import Any

import pytest

from arimaa import batch
from boards import PLAIN, TURNS


def arrow_tables() -> dict[str, Any]:
    """One table in the types of several libraries."""
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    duckdb = pytest.importorskip("duckdb")
    columns = {"position": [PLAIN, None, "bad"], "turn": ["Ed5n", "Ed5n", "Ed5n"]}
    table = pyarrow.table(columns)
    large = table.cast(
        pyarrow.schema([("position", pyarrow.large_string()), ("turn", pyarrow.string_view())])
    )
    connection = duckdb.connect()
    connection.register("rows", table)
    return {
        "pyarrow": table,
        "pyarrow large": large,
        "pyarrow batch": table.to_batches()[0],
        "pyarrow reader": table.to_reader(),
        "pyarrow dictionary": pyarrow.table(
            {name: pyarrow.array(values).dictionary_encode() for name, values in columns.items()}
        ),
        "polars": polars.DataFrame(columns),
        "polars categorical": polars.DataFrame(columns).cast(polars.Categorical),
        "duckdb table": connection.sql("select * from rows").to_arrow_table(),
        "duckdb": connection.sql("select * from rows"),
    }


@pytest.mark.parametrize(
    "name",
    [
        "pyarrow",
        "pyarrow large",
        "pyarrow batch",
        "pyarrow reader",
        "pyarrow dictionary",
        "polars",
        "polars categorical",
        "duckdb table",
        "duckdb",
    ],
)
def test_arrow_tables_are_read(name: str) -> None:
    answers = batch.judge(arrow_tables()[name])
    assert answers["legal"] == [True, None, None]
    if name != "pyarrow reader":
        assert batch.count_turns(arrow_tables()[name])["count"] == [TURNS, None, None]


def test_columns_of_arrow_are_read() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    for column in (
        pyarrow.array([PLAIN, None]),
        pyarrow.chunked_array([[PLAIN], [], [None]]),
        polars.Series([PLAIN, None]),
    ):
        assert batch.count_turns(column)["count"] == [TURNS, None]
    assert batch.count_turns(pyarrow.nulls(2))["count"] == [None, None]
    long = pyarrow.chunked_array([[PLAIN] * 70_000, ["bad"] * 3])
    assert batch.outcome(long)["over"] == [False] * 70_000 + [None] * 3
    judged = batch.judge([PLAIN] * 70_003, pyarrow.chunked_array([["Ed5n"] * 3, ["Ed5n"] * 70_000]))
    assert all(judged["legal"]) and len(judged) == 70_003


def test_wrong_arrow_columns_are_refused() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    with pytest.raises(ValueError, match="no column position among: board"):
        batch.count_turns(pyarrow.table({"board": [PLAIN]}))
    assert batch.count_turns(pyarrow.table({"board": [PLAIN]}), column="board")["count"] == [TURNS]
    with pytest.raises(TypeError, match="not of Int64"):
        batch.count_turns(pyarrow.array([1]))
    with pytest.raises(TypeError, match="both columns"):
        batch.judge(pyarrow.array([PLAIN]))


def test_answers_are_read_by_arrow_libraries() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    duckdb = pytest.importorskip("duckdb")
    answers = batch.count_turns([PLAIN, "bad"])
    table = pyarrow.table(answers)
    assert table.schema.names == answers.columns == ["count", "error"]
    assert (
        table["count"].to_pylist() == polars.DataFrame(answers)["count"].to_list() == [TURNS, None]
    )
    assert duckdb.sql("select sum(count) from answers").fetchall() == [(TURNS,)]
    assert pyarrow.schema(answers) == table.schema
    # A stream can be asked for more than once, and outlives what it came from.
    reader = pyarrow.RecordBatchReader.from_stream(answers)
    del answers
    assert reader.read_all() == table


def test_packed_positions_come_as_columns_of_arrow() -> None:
    pyarrow, numpy = pytest.importorskip("pyarrow"), pytest.importorskip("numpy")
    states = batch.pack([PLAIN, PLAIN, "nonsense"], errors={})
    states[1] = batch.apply(states[1:2], [batch.action_number("Ed5n")])[0]
    buffers = [None, pyarrow.py_buffer(states)]
    column = pyarrow.FixedSizeBinaryArray.from_buffers(pyarrow.binary(128), 3, buffers)
    sliced = pyarrow.table({"position": column}).slice(1)
    for rows in (column, pyarrow.chunked_array([column[:1], column[1:]])):
        assert (batch.legal_mask(rows, errors={}) == batch.legal_mask(states, errors={})).all()
        assert (batch.pack(rows, errors={}) == states).all()
    assert batch.count_turns(sliced)["count"] == batch.count_turns(states[1:])["count"]
    assert (numpy.asarray(batch.observe(sliced)) == batch.observe(states[1:])).all()
    with pytest.raises(TypeError, match="packed positions is needed"):
        batch.count_turns(pyarrow.array([b"x" * 65], pyarrow.binary(65)))


def test_answers_are_arrays_and_frames_of_other_libraries() -> None:
    pyarrow, pandas = pytest.importorskip("pyarrow"), pytest.importorskip("pandas")
    answers = batch.judge([PLAIN, PLAIN, "nonsense"], ["Ed5n", "Rh1s", "Ed5n"])
    assert pyarrow.record_batch(answers).to_pydict() == pyarrow.table(answers).to_pydict()
    frame = pandas.DataFrame(answers)
    assert list(frame.columns) == answers.columns and frame["rule"][1] == "STP-3"
    assert [row["error"] is None for row in answers] == [True, True, False]
    many = batch.outcome([PLAIN] * 70_000)
    assert len(pyarrow.record_batch(many)) == len(pyarrow.table(many)) == 70_000


def test_answers_are_a_table_in_a_notebook() -> None:
    shown = batch.judge([PLAIN, "<b>"] * 20, ["Ed5n"] * 40)._repr_html_()
    assert shown.count("<tr>") == 21 and "40 rows, 20 of them shown" in shown
    assert "&lt;b&gt;" in shown and "<b>" not in shown and "None" not in shown
