"""Boards and legal actions as numpy arrays."""

from __future__ import annotations

from typing import Any

import pytest

from arimaa_oracle import Position, batch
from boards import PLAIN, TURNS

numpy: Any = pytest.importorskip("numpy")


def test_packed_positions_are_read_back(positions: list[Position]) -> None:
    packed = batch.pack(positions)
    assert packed.shape == (len(positions), 65) and packed.dtype == numpy.uint8
    texts = [position.text() for position in positions]
    assert batch.unpack(packed) == texts
    counts = batch.count_turns(packed[:20])["count"]
    assert counts == batch.count_turns(texts[:20])["count"]


def test_arrays_of_another_form_are_refused() -> None:
    packed = batch.pack([PLAIN])
    for wrong in (packed[:, :64], packed.astype(float), packed[0]):
        with pytest.raises(ValueError, match=r"65 columns|two dimensions"):
            batch.unpack(wrong)


def test_bad_rows_of_packed_positions_have_reasons() -> None:
    packed = batch.pack([PLAIN] * 4)
    packed[1, 5], packed[2, 64] = 13, 2
    assert batch.count_turns(packed)["count"] == [TURNS, None, None, TURNS]
    errors: dict[int, str] = {}
    texts = batch.unpack(packed, errors=errors)
    assert [text is None for text in texts] == [False, True, True, False]
    assert errors == {
        1: "13 on f1 is no piece: 0 to 12 are",
        2: "the side to move is 0 or 1",
    }
    assert batch.count_turns(packed).errors == errors


def test_bad_rows_have_a_reason() -> None:
    rows: list[Any] = [PLAIN, None, "nonsense", Position.start(), 7, PLAIN]
    errors: dict[int, str] = {}
    mask = batch.legal_mask(rows, errors=errors)
    assert mask.shape == (6, 257) and mask.any(axis=1).tolist() == [True] + [False] * 4 + [True]
    assert (mask[0] == mask[5]).all() and list(errors) == [1, 2, 3, 4]
    assert errors[1] == "there is no position" and errors[2].startswith("line 1, column 1")
    assert errors[3].startswith("a mask is of steps")
    assert errors[4] == "a row is a text, a Position or None, not int"
    packed_errors: dict[int, str] = {}
    packed = batch.pack(rows, errors=packed_errors)
    assert packed[:, 64].tolist() == [0, 255, 255, 0, 255, 0]
    assert list(packed_errors) == [1, 2, 4]


def test_row_packed_without_a_position_has_no_answer_from_any_function() -> None:
    packed = batch.pack([PLAIN, "nonsense"], errors={})
    reason = {1: "the row was packed without a position"}
    for answers in (
        batch.validate(packed),
        batch.outcome(packed),
        batch.count_turns(packed),
    ):
        assert answers.errors == reason
    for function in (batch.legal_mask, batch.pack, batch.unpack):
        errors: dict[int, str] = {}
        function(packed, errors=errors)
        assert errors == reason
    assert (batch.pack(packed, errors={}) == packed).all()


def test_bad_rows_are_warned_of_without_a_place_for_reasons() -> None:
    with pytest.warns(
        UserWarning, match="2 rows have, row 1 first, no answer: there is no"
    ) as told:
        assert batch.legal_mask([PLAIN, None, None]).any(axis=1).tolist() == [True, False, False]
    assert told[0].filename == __file__
    with pytest.warns(UserWarning, match="row 0 has no answer: line 1"):
        batch.pack(["nonsense"])
    far = [PLAIN] * 70_000 + [None]
    with pytest.warns(UserWarning, match="row 70000 has no answer"):
        batch.pack(far)


def test_legal_mask_has_every_legal_action(positions: list[Position]) -> None:
    started = [
        position.apply(action) for position in positions for action in position.legal_actions[:1]
    ]
    for position, mask in zip(started, batch.legal_mask(started)):
        actions = {batch.action(position, int(index)) for index in mask.nonzero()[0]}
        assert actions == set(position.legal_actions)
