"""Positions: reading, asking, playing, judging."""

from __future__ import annotations

import copy
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence

import pytest

from arimaa import (
    END_TURN,
    Action,
    BadQuestion,
    Edition,
    Game,
    IllegalTurn,
    ImpossiblePosition,
    OracleError,
    Piece,
    Placement,
    Position,
    Record,
    Side,
    Step,
    TextError,
    TooLarge,
    Turn,
    ask,
    batch,
    rule,
)
from boards import compact

PLAIN = compact("g", d4="E", a8="r", h1="R")
FROZEN = compact("g", e5="C", f5="d", a8="r", h1="R")


def test_position_is_read_from_text_state_and_record() -> None:
    position = Position(PLAIN)
    assert position == Position(position.text("diagram"))
    assert position == Position(position.text("state"))
    assert position == Position({"side": "gold", "board": list(position.board.ranks)})
    record = f"Start: {PLAIN}\n2g Ed4n\n2s ra8s"
    assert Position.parse(record, before="2g") == position
    assert Position.parse(record, before="2s") == position.play("Ed4n")


def test_text_is_that_of_the_question_language() -> None:
    position = Position(PLAIN)
    question = {"kind": "print", "form": "compact", "position": {"any": {"text": PLAIN}}}
    assert position.text() == ask(question)["text"]
    assert Position(position.text("diagram")) == Position(position.text("state")) == position
    within = position.apply("Ed4n")
    assert within.text() == f"{position.text()} Ed4n"
    assert Position(within.text()) == within
    setup = Position.start()
    with pytest.raises(BadQuestion, match="cannot be written so: write a `diagram`"):
        setup.text()
    assert Position(setup.text("state")) == setup


def test_default_position_is_the_start_of_the_setup() -> None:
    start = Position()
    assert start == Position.start()
    assert start.is_setup() and not start.is_game_over()
    assert start.side is Side.GOLD and start.label == "1g"
    assert start.count_turns() == 64_864_800
    with pytest.raises(TooLarge) as caught:
        start.turns()
    assert caught.value.limit == 1_000_000


def test_edition_applies_where_the_text_names_none() -> None:
    assert Position(PLAIN).edition is Edition.JULY_2008
    assert Position(PLAIN, edition="2002").edition is Edition.YEAR_2002
    assert Position(PLAIN, edition=Edition.MAY_2005).edition == "2005-05-28"
    state = Position(PLAIN, edition="2002").text("state")
    assert Position(state, edition="2008-07-01").edition is Edition.YEAR_2002
    with pytest.raises(ValueError, match="'2007' is no edition"):
        Position(PLAIN, edition="2007")


def test_board_maps_squares_to_pieces() -> None:
    position = Position(PLAIN)
    assert position.piece_at("d4") == "E" and position.piece_at("d5") is None
    assert position.piece_map() == {"h1": "R", "d4": "E", "a8": "r"}
    assert position.board["a8"] == Piece("r")
    with pytest.raises(KeyError):
        position.board["b8"]
    assert "j9" not in position.board and position.board.get("j9") is None
    assert position.board == position.piece_map() == dict(position.board) != {}
    with pytest.raises(TextError):
        position.piece_at("j9")


@pytest.mark.parametrize("text", ["\ud800", "2g Ed4n \udc80", "g r7\n\ud800"])
def test_a_text_without_an_encoding_is_one_that_cannot_be_read(text: str) -> None:
    position = Position(PLAIN)
    before = text[: max(text.find("\ud800"), text.find("\udc80"))]
    place = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
    for read in (Position, Position.loads, position.play, position.apply, Record.read):
        with pytest.raises(TextError, match="surrogate") as caught:
            read(text)
        assert (caught.value.line, caught.value.column) == place
    ruling = position.judge(text)
    assert not ruling and ruling.turn == text and isinstance(ruling.error, TextError)
    assert not Game(position).judge(text)
    with pytest.raises(TextError):
        Position.parse(PLAIN, before=text)


def test_unknown_forms_and_depths_are_refused() -> None:
    position = Position(PLAIN)
    with pytest.raises(ValueError, match=r"'foo' is no form .*compact, diagram, state"):
        position.text("foo")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="'float' object"):
        position.perft(2.0)  # type: ignore[arg-type]
    for depth in (0, -1):
        with pytest.raises(BadQuestion, match="a depth is at least 1"):
            position.perft(depth)
    for depth in (5, (1 << 32) - 1, 1 << 32, 10**30):
        with pytest.raises(TooLarge, match="steps, 4 at most"):
            position.perft(depth)
    for wrong in (None, "FRZ-1.99", "FRZ-1.x", ""):
        with pytest.raises(KeyError):
            rule(wrong)  # type: ignore[arg-type]
    assert rule("frz-1.2") == rule("FRZ-1")
    # The place is one in JSON that the caller did not write.
    with pytest.raises(TextError, match=r"^found `x`, expected a handicap"):
        Position.start("x")


def test_legal_actions_are_a_lazy_sequence() -> None:
    actions = Position(PLAIN).legal_actions
    assert isinstance(actions, Sequence)
    listed = list(actions)
    assert len(actions) == len(listed) == 6
    assert listed == ["Ed4e", "Ed4n", "Ed4s", "Ed4w", "Rh1n", "Rh1w"]
    assert all(isinstance(action, Step) for action in listed)
    assert "Ed4n" in actions and Step("Ed4n") in actions
    assert "ra8s" not in actions and "nonsense" not in actions and 7 not in actions  # type: ignore[comparison-overlap]
    assert actions[0] == "Ed4e" and actions[-1] == "Rh1w" and actions[1:5:2] == listed[1:5:2]
    assert list(reversed(actions)) == listed[::-1]
    assert actions.index("Rh1n") == actions.index("Rh1n", -2) == 4
    assert actions.count("Rh1n") == 1 and actions.count("Rh1s") == 0
    for wanted, bounds in (("Rh1n", (5,)), ("Rh1n", (0, 4)), ("Ra1n", ())):
        with pytest.raises(ValueError):
            actions.index(wanted, *bounds)
    for place in (6, -7, 1 << 70):
        with pytest.raises(IndexError):
            actions[place]
    with pytest.raises(TypeError, match="'str' object cannot be interpreted as an integer"):
        actions["Ed4n"]  # type: ignore[call-overload]
    assert actions[0] is Position(PLAIN).legal_actions[0]
    assert actions == Position(PLAIN).legal_actions and actions != Position().legal_actions
    assert hash(actions) == hash(Position(PLAIN).legal_actions)


def test_end_is_a_legal_action_once_the_board_has_changed() -> None:
    position = Position(PLAIN)
    assert END_TURN not in position.legal_actions
    after = position.apply("Ed4n")
    assert after.legal_actions[-1] is END_TURN or after.legal_actions[-1] == END_TURN
    assert after.actions_taken == ("Ed4n",)
    ended = after.apply("end")
    assert ended.side is Side.SILVER and ended == position.play("Ed4n")


def test_apply_refuses_with_rule_and_squares() -> None:
    with pytest.raises(IllegalTurn) as caught:
        Position(FROZEN).apply("Ce5n")
    error = caught.value
    assert (error.rule, error.name, error.at, error.token) == ("FRZ-2", "frozen", "Ce5n", 0)
    assert error.squares == ("e5", "f5")
    assert error.details == {"piece": "Ce5", "by": ["df5"]}
    with pytest.raises(IllegalTurn) as caught:
        Position(PLAIN).apply("end")
    assert (caught.value.rule, caught.value.at) == ("TRN-2", "end")
    with pytest.raises(TextError):
        Position(PLAIN).apply("Ed9n")


def test_ruling_is_a_sentence_and_a_picture_in_a_notebook() -> None:
    shown = Position("g r7/8/8/4Cd2/8/8/8/7R").judge("Ce5n")._repr_html_()
    assert "(FRZ-2)</p><svg" in shown and "marked: " in shown


def test_judge_never_raises_and_says_what_play_raises() -> None:
    position = Position(FROZEN)
    for turn in ["", "Ce5n", "Ed9n", "7g Rh1n", "Rh1n Rh2s", "x" * 5000, "\0", "Rh1n cf3x", "é"]:
        ruling = position.judge(turn)
        assert not ruling and ruling.position is position, turn
        with pytest.raises(OracleError) as caught:
            position.play(turn)
        assert str(caught.value) == str(ruling.error)
    ruling = position.judge("Rh1n")
    assert ruling and ruling.error is None and ruling.rule is None
    assert ruling.position == position.play("2g Rh1n")


def test_captures_are_written_and_strict_reading_wants_them() -> None:
    position = Position(compact("g", c3="D", c2="R", a8="r", h1="E"))
    ruling = position.judge("Rc2e")
    assert ruling.turn == Turn("Rc2e Dc3x") and ruling.captures == (Placement("Dc3"),)
    assert position.judge("Rc2e", strict=True).rule == "NOT-4"
    assert position.judge(ruling.turn, strict=True)


def test_decided_position_has_no_actions_unless_they_are_asked_for() -> None:
    position = Position(compact("s", c8="R", d5="e", h1="r"))
    outcome = position.outcome
    assert outcome and position.is_game_over()
    assert (outcome.winner, outcome.rule, outcome.name) == (Side.GOLD, "END-3", "mover-goal")
    assert len(position.legal_actions) == position.count_turns() == len(list(position.turns())) == 0
    assert len(position.actions(past_end=True)) > 0
    assert position.count_turns(past_end=True) == len(list(position.turns(past_end=True))) > 0
    assert position.judge("ed5n").rule == "END-3"
    assert position.judge("ed5n", past_end=True)


def test_impossible_position_is_named_by_its_rule() -> None:
    with pytest.raises(ImpossiblePosition) as caught:
        Position(compact("g", c3="E"))
    assert (caught.value.rule, caught.value.name) == ("VAL-2", "unsupported")


def test_positions_are_frozen_hashable_values() -> None:
    one, two = Position(PLAIN), Position(PLAIN).play("Ed4n")
    assert len({one, Position(PLAIN), two}) == 2
    assert one != PLAIN and one != two
    with pytest.raises(AttributeError):
        one.side = Side.SILVER  # type: ignore[misc]
    with pytest.raises(AttributeError):
        one.colour = 1
    back = two.play("ra8e").play("Ed5s").play("rb8w")
    assert back.board == one.board and back != one, "the history is part of a position"


def test_svg_is_a_picture_with_marks() -> None:
    position = Position(PLAIN)
    picture = ElementTree.fromstring(position._repr_svg_())
    assert picture.tag.endswith("svg")
    assert position.svg(["d4"]) != position.svg()
    assert "E" in str(position) and "d4" not in repr(position)


def test_actions_of_a_setup_are_placements() -> None:
    position = Position.start("M")
    assert "Ma1" not in position.legal_actions and "Ea1" in position.legal_actions
    after = position.apply("Ea1")
    assert after.actions_taken == (Action("Ea1"),)
    assert isinstance(after.actions_taken[0], Placement)


def test_turn_start_is_the_moment_before_the_first_action(positions: list[Position]) -> None:
    for position in [*positions[::40], Position.start("M")]:
        after = position
        for _ in range(3):
            after = after.apply(next(act for act in after.legal_actions if act != "end"))
        assert after != position == after.turn_start and position.turn_start == position


def test_position_is_read_from_texts_and_states_only() -> None:
    for wrong in (5, ["g"], b"g", object()):
        with pytest.raises(TypeError, match="text or a JSON state"):
            Position(wrong)  # type: ignore[arg-type]


def test_way_to_a_moment_of_a_turn_is_no_difference_unless_a_pull_may_follow() -> None:
    def after(text: str, actions: str) -> Position:
        position = Position(text)
        for action in actions.split():
            position = position.apply(action)
        return position

    start = "g r7/8/8/3E4/8/8/8/7R"
    one, other = (after(start, actions) for actions in ("Ed5n Ed6e", "Ed5e Ee5n"))
    assert one == other and hash(one) == hash(other) and one.actions_taken != other.actions_taken
    assert list(one.turns()) == list(other.turns())
    enemy = "g r7/8/3c4/3E4/8/8/8/7R"
    assert after(enemy, "Ed5e Rh1n") != after(enemy, "Rh1n Ed5e")
    setup = Position.start()
    assert setup.apply("Ra1").apply("Rb1") == setup.apply("Rb1").apply("Ra1")


def test_goals_are_the_turns_that_end_with_a_rabbit_on_its_rank(positions: list[Position]) -> None:
    near = [Position("g 7r/Re6/8/D7/8/8/8/8"), Position("s 8/8/8/8/4E3/8/2r5/7R"), *positions[-40:]]
    found = batch.goal(near)
    for position, count, turn in zip(near[:6], found["count"], found["turn"]):
        goals = [
            turn
            for turn in position.turns()
            if (outcome := position.judge(turn).outcome) and outcome.name == "mover-goal"
        ]
        assert len(goals) == count and (turn is None) == (not goals)
        assert position.goal() == turn and (turn is None or turn in goals)
        assert list(position.goals()) == goals and position.has_goal() == bool(goals)
    assert found["count"][0] == 10 and sum(bool(count) for count in found["count"]) > 1


def test_actions_are_done_by_their_numbers(positions: list[Position]) -> None:
    for position in positions[::20]:
        for number, action in zip(position.legal_numbers, position.legal_actions):
            assert batch.action_number(action) == number
            assert position.apply(number) == position.apply(action)
    with pytest.raises(ValueError, match="641 is no action"):
        positions[0].apply(641)


def test_names_of_other_libraries_are_answered_by_those_of_this_one() -> None:
    with pytest.raises(AttributeError, match=r"'push': here it is game\.play"):
        Position().push("Ra1")  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match=r"no attribute 'rubbish'$"):
        Game().rubbish  # type: ignore[attr-defined] # noqa: B018
    assert Position("s R7/8/8/8/8/8/8/r7").is_terminal() and copy.copy(Position()) == Position()
