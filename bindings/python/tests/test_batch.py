"""Many positions at once, from Python, numpy and Arrow."""

from __future__ import annotations

import _thread
import io
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arimaa import Game, Position, batch, read_records
from boards import PLAIN, TURNS


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
    other: list[Any] = [7, float("nan"), b"g", PLAIN]
    answers = batch.count_turns(other)
    assert answers["count"] == [None, None, None, TURNS]
    assert answers.errors[1] == "a row is a text, a Position or None, not float"
    records = batch.replay([None, "nonsense", PLAIN])
    assert records["agrees"] == [None] * 3 and len(records.errors) == 3


def test_positions_of_records_are_rows(games: list[Game], record_files: list[Path]) -> None:
    records = [record for file in record_files for record in read_records(file)]
    answers = batch.positions(records, file="month.txt", first=5)
    expected = [
        (5 + number, position, turn)
        for number, game in enumerate(games)
        for position, turn in zip(game.positions, [*game.turns, None])
        if not position.is_setup()
    ]
    assert answers["number"] == [number for number, _, _ in expected]
    assert answers["label"] == [position.label for _, position, _ in expected]
    assert answers["board"] == [position.text() for _, position, _ in expected]
    assert answers["played"] == [turn for _, _, turn in expected]
    some = slice(None, None, 40)
    for count, (_, position, _) in zip(answers["turns"][some], expected[some]):
        assert count == position.count_turns()
    assert set(answers["file"]) == {"month.txt"} and not answers.errors
    assert batch.positions([], counted=False)["turns"] == []


def test_records_that_break_off_keep_their_reason(record_files: list[Path]) -> None:
    (record,) = read_records(next(file for file in record_files if file.stem == "669192"))
    wrong = record.text.replace("31g Cc2s rb2e", "31g Cc2s rb2w")
    told: list[int] = []
    answers = batch.positions([wrong, None, "1g Ra9", record], progress=told.append)
    rows = list(answers.rows())
    assert [rows[row]["number"] for row in answers.errors] == [1, 2, 3]
    assert next(iter(answers.errors)) == 58 and rows[58]["label"] == "31g"
    reasons = list(answers.errors.values())
    assert "31g [Cc2s rb2w" in reasons[0] and reasons[1] == "there is no record"
    assert rows[61]["label"] == "2g" and told[-1] == 4
    assert all(turns is None for turns in batch.positions([record], counted=False)["turns"])
    with pytest.raises(ValueError, match="is no edition"):
        batch.positions([record], edition="2007")
    assert "no date" in batch.positions(["1g Ra1"], edition="by-date").errors[0]


def test_records_of_a_file_that_cannot_be_read_are_rows_with_a_reason() -> None:
    archive = b"id\tmovelist\n1\t1w Ra1\n2\n3\t1w Ra1"
    answers = batch.replay(read_records(io.BytesIO(archive)))
    assert len(answers["agrees"]) == 3 and list(answers.errors) == [1]
    assert answers.errors[1].startswith("line 3, column 1: found")
    text = b"Game: 1\n1g Ra1\nGame: 2\n1g Ra9\nGame: 3\n1g Ra1"
    answers = batch.positions(read_records(io.BytesIO(text)))
    assert "found `Ra9`" in answers.errors[max(answers.errors)]


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="several positions"):
        batch.count_turns(PLAIN)
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


def test_answers_are_pickled() -> None:
    rows = ["nonsense", *[PLAIN] * 70_000]
    for answers in (batch.validate(rows), batch.judge([PLAIN] * 2, ["Ed5n", "Rh1s"])):
        again = pickle.loads(pickle.dumps(answers))
        assert list(again) == list(answers) and again.errors == answers.errors
        assert again.columns == answers.columns
    counts = pickle.loads(pickle.dumps(batch.count_turns([PLAIN])))
    assert counts.numpy("count").tolist() == [145]


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
    numpy: Any = pytest.importorskip("numpy")
    answers = batch.count_turns([PLAIN, "bad"])
    # The numbers have a sign where what is missing has one.
    for missing in (-1, numpy.int64(-1), numpy.int8(-1), 0):
        counts = answers.numpy("count", missing=missing)
        assert counts.tolist() == [TURNS, missing]
        assert counts.dtype == ("int64" if missing else "uint64")
    with pytest.raises(ValueError, match="missing"):
        answers.numpy("count")
    assert batch.count_turns([PLAIN]).numpy("count").dtype == numpy.uint64
    assert batch.outcome([PLAIN]).numpy("over").tolist() == [False]
    with pytest.raises(TypeError, match="column of texts"):
        answers.numpy("error")


def test_sampled_turns_are_legal_and_repeatable(positions: list[Position]) -> None:
    goes_on = [position for position in positions if not position.is_game_over()]
    answers = batch.sample_turn(goes_on, seed=7)
    for position, turn, board in zip(goes_on, answers["turn"], answers["position"]):
        assert position.play(turn).text() == board
    assert answers["turn"] == batch.sample_turn(goes_on, seed=7)["turn"]
    assert answers["turn"] != batch.sample_turn(goes_on, seed=8)["turn"]
    assert batch.sample_turn(["s R7/8/8/8/8/8/8/r7"], 1).errors == {0: "there is no turn"}


def test_each_distinct_turn_is_sampled_with_the_same_chance() -> None:
    position = Position("g r7/8/8/8/8/8/8/7R")
    turns = position.count_turns()
    rows = 2000 * turns
    counts = Counter(batch.sample_turn([position] * rows, seed=3)["position"])
    assert len(counts) == turns
    # The sum is that of chi squared with turns - 1 degrees of freedom: 10 and 4.5 deviations here.
    deviation = sum((count - 2000) ** 2 / 2000 for count in counts.values())
    assert deviation < turns - 1 + 6 * (2 * (turns - 1)) ** 0.5


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


def test_memory_does_not_grow_with_a_million_positions() -> None:
    pytest.importorskip("resource")
    # A process of its own: what other tests leave behind moves the peak, too.
    script = Path(__file__).with_name("growth.py")
    grown = subprocess.run(
        [sys.executable, str(script)], check=True, capture_output=True, text=True
    )
    assert int(grown.stdout) < 8_000, "kilobytes"


def test_a_text_without_an_encoding_is_an_error_of_its_row() -> None:
    answers = batch.count_turns([PLAIN, "\ud800", PLAIN])
    assert answers["count"] == [TURNS, None, TURNS] and "surrogate" in answers.errors[1]
    judged = batch.judge([PLAIN] * 2, ["\udc80", "Ed5n"])
    assert judged["legal"] == [None, True] and "surrogate" in judged.errors[0]
    assert "surrogate" in batch.replay(["1g Ra1 \ud800"]).errors[0]


def test_seeds_and_numbers_may_be_those_of_numpy() -> None:
    numpy: Any = pytest.importorskip("numpy")
    five = numpy.int64(5)
    turns = batch.sample_turn([PLAIN] * 3, seed=five)["turn"]
    assert turns == batch.sample_turn([PLAIN] * 3, seed=5)["turn"]
    games, packed = batch.Games(five), batch.reset(five, PLAIN)
    assert len(games) == len(packed) == 5
    assert (batch.sample_action(packed, five) == batch.sample_action(packed, 5)).all()
    mask = batch.legal_mask(packed)
    assert (batch.choose(mask, seed=five) == batch.choose(mask, seed=5)).all()
    assert batch.positions(["1g Ra1", "nonsense"], first=five)["number"][-1] == 6
    assert Position(PLAIN).perft(numpy.int8(2)) == Position(PLAIN).perft(2)
    with pytest.raises(TypeError):
        batch.sample_turn([PLAIN], seed=1.5)  # type: ignore[arg-type]
