"""The fast engine behind `Position`, held against the reference engine and against pyrimaa."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arimaa import Edition, Game, Position, ask

CHOICES = st.lists(st.integers(0, 2**16), max_size=60)


def reference(kind: str, position: Position, **fields: Any) -> dict[str, Any]:
    """The answer of the reference engine."""
    question = {"kind": kind, "position": {"any": {"text": position.dumps()}}, **fields}
    return ask(question, engine="reference")


@settings(max_examples=60, deadline=None)
@given(
    choices=CHOICES,
    edition=st.sampled_from(list(Edition)),
    handicap=st.sampled_from(["none", "RRRRRRr", "MEHHDDCCRRRRRRRmehhddccrrrrrrr"]),
)
def test_any_walk_agrees_with_the_reference_engine(
    choices: list[int], edition: str, handicap: str
) -> None:
    position = Position.start(handicap, edition=edition)
    for choice in choices:
        actions = list(position.actions(past_end=True))
        assert actions == reference("legal_actions", position, past_end=True)["actions"]
        standing = reference("standing", position)["standing"]
        assert list(position.board.ranks) == standing["board"]
        assert position.label == standing["label"]
        outcome = position.outcome
        assert (outcome and outcome.rule) == (standing["outcome"] and standing["outcome"]["rule"])
        if not actions:
            break
        position = position.apply(actions[choice % len(actions)])
    again = Position.loads(position.dumps())
    assert again == position and hash(again) == hash(position)


WORDS = st.text("EMHDCRemhdcrabcdefgh12345678nsewx ", max_size=24)


@settings(max_examples=150, deadline=None)
@given(
    turn=WORDS
    | st.lists(
        st.sampled_from(["Ed4n", "Ed5n", "Ed4e", "rd5n", "Rh1n", "ra8s", "Dc3x", "2g"]), max_size=6
    ).map(" ".join)
)
def test_any_turn_is_judged_as_the_reference_engine_judges_it(turn: str) -> None:
    position = Position("g r7/8/8/3r4/3E4/8/2D5/7R")
    ruling = position.judge(turn)
    answer = reference("judge", position, turn=turn)
    assert ruling.legal == (answer["kind"] == "accepted")
    match answer["kind"]:
        case "accepted":
            assert (ruling.turn, list(ruling.captures)) == (answer["turn"], answer["captures"])
            assert list(ruling.position.board.ranks) == answer["standing"]["board"]
        case "refused":
            assert ruling.error is not None and ruling.error.fault == answer["refusal"]
        case _:
            assert ruling.error is not None and ruling.error.fault == answer["error"]


def test_turns_of_a_real_game_are_those_of_the_reference_engine(games: list[Game]) -> None:
    position = games[0].positions[-2]
    listed = reference("turns", position, limit=10_000)
    assert listed["total"] == position.count_turns()
    assert list(position.turns())[:10_000] == [turn["turn"] for turn in listed["turns"]]


def peer_of(position: Position) -> Any:
    """The same position in pyrimaa."""
    board = pytest.importorskip("pyrimaa.board")
    side = board.Color.GOLD if position.side == "gold" else board.Color.SILVER
    return board.parse_short_pos(side, 4, position.text()[2:])


def test_legal_steps_of_real_games_are_those_of_pyrimaa(games: list[Game]) -> None:
    compared = 0
    for game in games:
        for position in game.positions[10:-1:5]:
            peer = peer_of(position)
            steps = {peer.steps_to_str([step]).split()[0] for step, _ in peer.get_steps()}
            assert steps == set(position.legal_actions), position
            compared += 1
    assert compared > 100


def test_distinct_turns_are_as_many_as_those_of_pyrimaa(games: list[Game]) -> None:
    for position in [games[0].positions[-2], games[1].positions[-2]]:
        alone = Position(position.text())
        assert len(peer_of(alone).get_moves()) == alone.count_turns()
