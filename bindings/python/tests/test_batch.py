"""Many positions at once, from Python, numpy and Arrow."""

from __future__ import annotations

import _thread
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from arimaa_oracle import Game, Position, batch

PLAIN = "g r7/8/8/3E4/8/8/8/7R"
TURNS = 145


@pytest.fixture(scope="module")
def positions(games: list[Game]) -> list[Position]:
    """Some hundred positions of real games, with their history."""
    return [position for game in games for position in game.positions[3::3]]


def test_batch_answers_like_single_positions(positions: list[Position]) -> None:
    some = positions[::8]
    assert batch.count_turns(some)["count"] == [position.count_turns() for position in some]
    outcomes = batch.outcome(positions)
    for position, over, rule in zip(positions, outcomes["over"], outcomes["rule"]):
        assert over == position.is_game_over()
        assert rule == (position.outcome and position.outcome.rule)
    assert all(batch.validate(positions)["valid"])


def test_turns_of_real_games_are_judged(games: list[Game]) -> None:
    pairs = [pair for game in games for pair in zip(game.positions, game.turns)]
    befores, turns = [before for before, _ in pairs], [str(turn) for _, turn in pairs]
    answers = batch.judge(befores, turns)
    assert all(answers["legal"]) and answers["turn"] == turns
    afters = [position for game in games for position in game.positions[1:]]
    for after, text in zip(afters, answers["position"]):
        assert Position(text).board == after.board and Position(text).side == after.side
        assert Position(text).is_setup() == after.is_setup()
    wrong = batch.judge(befores, turns[1:] + turns[:1])
    for before, turn, legal, rule in zip(befores, turns[1:], wrong["legal"], wrong["rule"]):
        ruling = before.judge(turn)
        assert (legal, rule) == (ruling.legal, ruling.rule)


def test_bad_rows_are_null_with_a_reason() -> None:
    rows = [PLAIN, None, "nonsense", "g 8/8/8/8/8/2E5/8/8", PLAIN]
    answers = batch.count_turns(rows)
    assert answers["count"] == [TURNS, None, None, None, TURNS]
    assert set(answers.errors) == {1, 2, 3}
    assert answers.errors[1] == "there is no position"
    assert "VAL-2" in answers.errors[3]
    assert batch.validate(rows)["valid"] == [True, None, None, False, True]
    judged = batch.judge([PLAIN] * 3, ["Ed5n", None, "Ed9n"])
    assert judged["legal"] == [True, None, None] and set(judged.errors) == {1, 2}
    with pytest.raises(ValueError, match="row 2: line 1"):
        batch.pack([PLAIN, PLAIN, "nonsense"])
    with pytest.raises(ValueError, match="row 0: a mask is of steps"):
        batch.legal_mask([Position.start()])


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="several positions"):
        batch.count_turns(PLAIN)
    with pytest.raises(TypeError, match="a row is a text"):
        batch.count_turns([7])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="not as many turns"):
        batch.judge([PLAIN], ["Ed5n", "Ed5n"])
    with pytest.raises(ValueError, match="not as many turns"):
        batch.judge([PLAIN, PLAIN], ["Ed5n"])
    with pytest.raises(TypeError, match="a table that has both"):
        batch.judge([PLAIN])
    with pytest.raises(ValueError, match="is no edition"):
        batch.count_turns([PLAIN], edition="2007")
    with pytest.raises(KeyError):
        batch.count_turns([PLAIN])["turns"]


def test_no_rows_are_an_empty_table() -> None:
    for answers in (batch.count_turns([]), batch.count_turns(iter(()))):
        assert len(answers) == 0 and answers.columns == ["count", "error"]
        assert answers["count"] == [] and answers.errors == {}


def test_rows_of_many_chunks_keep_their_order() -> None:
    boards = [PLAIN, "g r7/8/8/8/8/8/8/7R", "bad"]
    rows = [boards[place * place % 3] for place in range(150_000)]
    told: list[int] = []
    answers = batch.outcome((row for row in rows), progress=told.append)
    assert answers["over"] == [None if row == "bad" else False for row in rows]
    assert told == sorted(told) and told[-1] == len(rows)


def test_numbers_and_flags_become_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    answers = batch.count_turns([PLAIN, "bad"])
    assert answers.numpy("count", missing=0).tolist() == [TURNS, 0]
    with pytest.raises(ValueError, match="missing"):
        answers.numpy("count")
    assert batch.count_turns([PLAIN]).numpy("count").dtype == numpy.uint64
    assert batch.outcome([PLAIN]).numpy("over").tolist() == [False]
    with pytest.raises(TypeError, match="column of texts"):
        answers.numpy("error")


def test_packed_positions_are_read_back(positions: list[Position]) -> None:
    numpy = pytest.importorskip("numpy")
    packed = batch.pack(positions)
    assert packed.shape == (len(positions), 65) and packed.dtype == numpy.uint8
    texts = [position.text() for position in positions]
    assert batch.unpack(packed) == texts
    counts = batch.count_turns(packed[:20])["count"]
    assert counts == batch.count_turns(texts[:20])["count"]
    for wrong in (packed[:, :64], packed.astype(float), packed + numpy.uint8(13)):
        with pytest.raises(ValueError, match=r"65 columns|is no piece"):
            batch.unpack(wrong)


def test_legal_mask_has_every_legal_action(positions: list[Position]) -> None:
    pytest.importorskip("numpy")
    started = [
        position.apply(action) for position in positions for action in position.legal_actions[:1]
    ]
    for position, mask in zip(started, batch.legal_mask(started)):
        actions = {batch.action(position, int(index)) for index in mask.nonzero()[0]}
        assert actions == set(position.legal_actions)


def test_sampled_turns_are_legal_and_repeatable(positions: list[Position]) -> None:
    goes_on = [position for position in positions if not position.is_game_over()]
    answers = batch.sample_turn(goes_on, seed=7)
    for position, turn, board in zip(goes_on, answers["turn"], answers["position"]):
        assert position.play(turn).text() == board
    assert answers["turn"] == batch.sample_turn(goes_on, seed=7)["turn"]
    assert answers["turn"] != batch.sample_turn(goes_on, seed=8)["turn"]
    assert batch.sample_turn(["s R7/8/8/8/8/8/8/r7"]).errors == {0: "there is no turn"}


def test_each_distinct_turn_is_sampled_with_the_same_chance() -> None:
    position = Position("g r7/8/8/8/8/8/8/7R")
    turns = position.count_turns()
    rows = 2000 * turns
    counts = Counter(batch.sample_turn([position] * rows, seed=3)["position"])
    assert len(counts) == turns
    # The sum is that of chi squared with turns - 1 degrees of freedom: 10 and 4.5 deviations here.
    deviation = sum((count - 2000) ** 2 / 2000 for count in counts.values())
    assert deviation < turns - 1 + 6 * (2 * (turns - 1)) ** 0.5


def test_sampled_setups_place_all_pieces() -> None:
    (setup,) = batch.sample_turn([Position.start()], seed=1)["turn"]
    assert len(setup.split()) == 16 and Position.start().judge(setup)


def test_single_position_samples_with_a_generator() -> None:
    position = Position(PLAIN)
    turn = position.sample_turn(random.Random(5))
    assert turn == position.sample_turn(random.Random(5)) and position.judge(turn)
    with pytest.raises(ValueError, match="no legal turn"):
        Position("s R7/8/8/8/8/8/8/r7").sample_turn()


def test_interrupt_stops_a_batch(positions: list[Position]) -> None:
    start = time.monotonic()

    def endless() -> Iterator[str]:
        while time.monotonic() - start < 60:
            yield positions[0].text()

    timer = threading.Timer(0.5, _thread.interrupt_main)
    # A shell ignores the signal in what it starts in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            batch.count_turns(endless())
    finally:
        signal.signal(signal.SIGINT, before)


def test_failing_progress_stops_a_batch(positions: list[Position]) -> None:
    def fail(done: int) -> None:
        raise RuntimeError(f"{done} are enough")

    with pytest.raises(RuntimeError, match="are enough"):
        batch.count_turns([positions[0].text()] * 60_000, progress=fail)


def test_other_threads_run_meanwhile(positions: list[Position]) -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.005)

    thread = threading.Thread(target=tick, daemon=True)
    thread.start()
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        batch.count_turns([positions[0].text()] * 1000)
    done.set()
    thread.join()
    assert ticks > 5


def arrow_tables() -> dict[str, Any]:
    """The same rows as several libraries hold them."""
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    duckdb = pytest.importorskip("duckdb")
    positions, turns = [PLAIN, None, "bad"], ["Ed5n", "Ed5n", "Ed5n"]
    table = pyarrow.table({"position": positions, "turn": turns})
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
        "polars": polars.DataFrame({"position": positions, "turn": turns}),
        "duckdb": connection.sql("select * from rows").to_arrow_table(),
    }


@pytest.mark.parametrize(
    "name", ["pyarrow", "pyarrow large", "pyarrow batch", "pyarrow reader", "polars", "duckdb"]
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
    arrow = table  # noqa: F841
    assert duckdb.sql("select sum(count) from arrow").fetchall() == [(TURNS,)]
    assert pyarrow.schema(answers) == table.schema
    # A stream can be asked for more than once, and outlives what it came from.
    reader = pyarrow.RecordBatchReader.from_stream(answers)
    del answers
    assert reader.read_all() == table


def test_memory_does_not_grow_with_positions() -> None:
    resource = pytest.importorskip("resource")
    boards = [PLAIN] * 60_000

    def peak() -> int:
        batch.outcome(boards)
        for board in boards[:20_000]:
            Position(board).legal_actions[0]
        return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

    peak()
    before = peak()
    for _ in range(4):
        after = peak()
    assert after - before < 8_000, "kilobytes"
