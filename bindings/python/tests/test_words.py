"""The words of notation are strings with parts."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from arimaa import (
    END_TURN,
    SQUARES,
    Action,
    Board,
    Direction,
    Edition,
    EndTurn,
    Kind,
    Label,
    Piece,
    Placement,
    Side,
    Square,
    Step,
    TextError,
    Turn,
    ask,
)


def test_words_have_parts() -> None:
    step = Step("rd5n")
    assert (step.piece, step.square, step.direction) == ("r", "d5", Direction.NORTH)
    parts = step.piece.side, step.piece.kind, step.piece.name
    assert parts == (Side.SILVER, Kind.RABBIT, "silver rabbit")
    assert Placement("Ra1").square.index == 0
    assert Label("12b") == "12s" and Label("12b").side is Side.SILVER


def test_squares_are_in_the_order_of_their_index() -> None:
    assert len(SQUARES) == len(set(SQUARES)) == 64
    assert [square.index for square in SQUARES] == list(range(64))
    assert SQUARES[0] == "a1" and SQUARES[1] == "b1" and SQUARES[63] == "h8"


@pytest.mark.parametrize(
    ("kind", "text"),
    [(Square, "i1"), (Square, "a9"), (Piece, "x"), (Step, "Ra1"), (Placement, "Ra1n"), (Action, "")]
    + [(Label, "0g"), (Step, "end"), (EndTurn, "fin"), (EndTurn, "Ed2n"), (Square, "\ud800")],
)
def test_unknown_words_are_refused(kind: type[str], text: str) -> None:
    with pytest.raises(TextError) as caught:
        kind(text)
    assert (caught.value.line, caught.value.column) == (1, 1)


def test_kinds_are_ordered_by_strength_and_labels_by_number() -> None:
    assert sorted(Kind, reverse=True) == [Kind(letter) for letter in "EMHDCR"]
    assert Kind.CAT < "D" and Kind.CAT >= Kind.CAT and not Kind.CAT <= Kind.RABBIT
    assert Kind.CAT < "a word" and sorted(["2s", Kind.CAT]) == ["2s", "C"]
    with pytest.raises(TypeError):
        _ = Kind.CAT < None  # type: ignore[operator]
    labels = [Label("10g"), Label("2s"), Label("2g")]
    assert sorted(labels) == ["2g", "2s", "10g"] and max(labels) > "9s"


def test_action_is_read_as_its_own_class() -> None:
    kinds = [type(Action(text)) for text in ("Ed2n", "Ra1", "end")]
    assert kinds == [Step, Placement, EndTurn]
    assert Action("end") == END_TURN


@pytest.mark.parametrize(
    "word",
    [Square("a1"), Piece("E"), Step("Ed2n"), Placement("Ra1"), END_TURN, Label("2g"), Turn("Ed2n")]
    + [Side.GOLD, Edition.JULY_2008, Direction.EAST, Board("E" + "." * 63)],
)
def test_words_survive_pickle_and_copy(word: object) -> None:
    for again in (pickle.loads(pickle.dumps(word)), copy.deepcopy(word)):
        assert again == word and type(again) is type(word) and hash(again) == hash(word)


def test_actions_of_a_turn_are_without_its_end() -> None:
    assert Turn("Ed5n end").actions == Turn("Ed5n").actions == (Step("Ed5n"),)


def test_words_are_text_to_other_libraries() -> None:
    assert json.dumps([Square("a1"), Step("Ed2n"), Side.GOLD]) == '["a1", "Ed2n", "gold"]'
    assert sorted([Step("Ed2s"), Step("Ed2n")]) == ["Ed2n", "Ed2s"]


def test_editions_are_those_of_the_crate() -> None:
    for edition in Edition:
        state = {"side": "gold", "setup": {}, "edition": edition.value}
        answer = ask({"kind": "standing", "position": {"state": state}})
        assert answer["standing"]["edition"] == edition
    assert len(Edition) == 4


def test_board_has_64_squares() -> None:
    for letters in ("", "." * 63, "." * 65, "x" + "." * 63):
        with pytest.raises(ValueError):
            Board(letters)
    with pytest.raises(AttributeError):
        Board("." * 64)._letters = ""
