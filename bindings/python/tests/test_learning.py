"""Games as numpy arrays: packed positions, masks, planes, and games that are stepped together."""

from __future__ import annotations

import contextlib
import copy
import os
import pickle
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from arimaa import OracleError, Position, batch
from boards import PLAIN, TURNS

numpy: Any = pytest.importorskip("numpy")

# How many steps the engines are compared over.
STEPS = int(os.environ.get("ARIMAA_STEPS", "20000"))


def moments(positions: list[Position], count: int = 60) -> list[Position]:
    """Some moments of every kind: setups, starts of turns, and the middle of turns."""
    chance = random.Random(7)
    found = [Position.start("M", edition="2005-05-28").apply("Ra1"), Position()]
    for position in chance.sample(positions, count):
        found.append(position)
        for _ in range(chance.randrange(1, 5)):
            actions = position.legal_actions
            if not actions or actions == ["end"]:
                break
            position = position.apply(chance.choice([act for act in actions if act != "end"]))
            found.append(position)
    return found


def unnumbered(states: Any) -> Any:
    """Packed positions without the numbers of their turns, which compact boards do not have."""
    copy = states.copy()
    batch.fields(copy)["turn"] = 0
    return copy


def without_history(position: Position) -> Position:
    """The same moment, of which nothing earlier is known."""
    (text,) = batch.unpack(batch.pack([position]))
    assert text is not None
    return Position(text)


def test_packed_positions_hold_the_whole_moment(positions: list[Position]) -> None:
    for position in moments(positions):
        again = without_history(position)
        assert again.board == position.board and again.actions_taken == position.actions_taken
        assert (again.side, again.edition) == (position.side, position.edition)
        assert again.turn_start.board == position.turn_start.board
        assert (unnumbered(batch.pack([again])) == unnumbered(batch.pack([position]))).all()
        numbered = batch.fields(batch.pack([position]))["turn"]
        assert numbered.tolist() == [position.label.number]


def test_mask_of_a_packed_moment_is_that_of_the_moment(positions: list[Position]) -> None:
    found = [without_history(position) for position in moments(positions)]
    assert (batch.legal_mask(batch.pack(found)) == batch.legal_mask(found)).all()
    for position, mask in zip(found, batch.legal_mask(found)):
        actions = {batch.action_text(position, int(number)) for number in mask.nonzero()[0]}
        assert actions == set(position.legal_actions)


def test_every_number_is_accepted_exactly_where_the_mask_says(positions: list[Position]) -> None:
    numbers = numpy.arange(batch.ACTIONS)
    for position in moments(positions, 8):
        states = batch.reset(batch.ACTIONS, position)
        errors: dict[int, str] = {}
        after = batch.apply(states, numbers, errors=errors)
        accepted = batch.fields(after)["side"] != 255
        assert (accepted == batch.legal_mask(states)[0]).all()
        assert sorted(errors) == numpy.flatnonzero(~accepted).tolist()
        assert all(reason.endswith(")") for reason in errors.values())
        for number in numpy.flatnonzero(accepted):
            action = batch.action_text(position, int(number))
            assert batch.action_number(action) == number
            applied = without_history(position).apply(action)
            (expected,) = unnumbered(batch.pack([applied]))
            assert (expected == unnumbered(after)[number]).all()


def test_numbers_that_are_no_actions_are_refused() -> None:
    errors: dict[int, str] = {}
    batch.apply(batch.reset(3, PLAIN), [-1, 641, 1 << 40], errors=errors)
    assert list(errors.values()) == [f"{number} is no action" for number in (-1, 641, 1 << 40)]
    for wrong in ([0.5, 1.5], [[0], [1]]):
        with pytest.raises(ValueError, match="array of numbers"):
            batch.apply(batch.reset(2, PLAIN), wrong)
    with pytest.raises(ValueError, match="array of numbers"):
        batch.Games(batch.reset(1, PLAIN)).apply(5)
    for few in ([0], [0, 1, 2]):
        with pytest.raises(ValueError, match="actions for"):
            batch.apply(batch.reset(2, PLAIN), few)
    with pytest.raises(ValueError, match="a1 is empty"):
        batch.action_text(Position(PLAIN), 0)
    with pytest.raises(ValueError, match="0 to 640"):
        batch.action_text(Position(PLAIN), 641)
    with pytest.raises(OracleError):
        batch.action_number("Ed9n")


def test_actions_are_chosen_by_a_mask_and_by_weights() -> None:
    rows = 6000
    mask = batch.legal_mask(batch.reset(rows, PLAIN))
    mask[0] = False
    mask[1] = False
    mask[1, batch.ACTIONS - 1] = True
    chosen = batch.choose(mask, seed=1)
    assert chosen[:2].tolist() == [-1, 640]
    numbers, counts = numpy.unique(chosen[2:], return_counts=True)
    assert (numbers == mask[2].nonzero()[0]).all() and counts.min() > 0.85 * rows / 6
    assert (batch.choose(mask.view("int8"), seed=1) == chosen).all()
    weights = numpy.ones(mask.shape, "float32")
    weights[:, numbers] = [0, 1, 2, 3, 0, 6]
    by_weight = batch.choose(mask, weights=weights, seed=2)
    assert by_weight[:2].tolist() == [-1, 640]
    shares = [(by_weight[2:] == number).mean() for number in numbers]
    assert numpy.allclose(shares, numpy.array([0, 1, 2, 3, 0, 6]) / 12, atol=0.03)
    nothing = batch.choose(mask, weights=0 * weights, seed=1)
    assert (nothing[1:] == batch.choose(mask, seed=1)[1:]).mean() < 0.5
    assert mask[numpy.arange(1, rows), nothing[1:]].all()
    for wrong in (-1, numpy.nan, numpy.inf):
        weights[7, numbers[1]] = wrong
        with pytest.raises(ValueError, match="row 7"):
            batch.choose(mask, weights=weights, seed=2)
    for shape in ((rows, 640), (rows - 1, 641)):
        with pytest.raises(ValueError, match="flag"):
            batch.choose(mask, weights=numpy.ones(shape), seed=1)
    with pytest.raises(ValueError, match="641 flags"):
        batch.choose(mask[:, :640], seed=1)


def test_relative_masks_are_the_mirrored_ones_for_silver(positions: list[Position]) -> None:
    found = moments(positions)
    masks, seen = batch.legal_mask(found), batch.legal_mask(found, relative=True)
    mirror = batch.flip_vertical(numpy.arange(batch.ACTIONS))
    for position, mask, relative in zip(found, masks, seen):
        expected = mask if position.side == "gold" else mask[mirror]
        assert (relative == expected).all()


def test_answers_are_written_into_the_arrays_that_are_given(positions: list[Position]) -> None:
    states = batch.pack(positions * 3)
    actions = batch.sample_action(states, 3)
    actions[::7] = 640
    rows = len(states)
    refused = numpy.flatnonzero((actions == 640) | (actions < 0)).tolist()
    mask = numpy.ones((rows, batch.ACTIONS), bool)
    winner = numpy.zeros(rows, "int8")
    assert batch.legal_mask(states, out=mask) is mask
    assert (mask == batch.legal_mask(states)).all()
    for dtype in ("uint8", "float32"):
        planes = numpy.ones((rows, batch.PLANES, 8, 8), dtype)
        assert batch.observe(states, out=planes) is planes
        assert planes.dtype == dtype and (planes == batch.observe(states)).all()
        expected = batch.apply(states, actions, errors={})
        out = states.copy()
        errors: dict[int, str] = {}
        given: dict[str, Any] = {"mask": mask, "planes": planes, "winner": winner, "out": out}
        assert batch.apply(out, actions, errors=errors, completable=True, **given) is out
        assert (winner == batch.winner(out)).all()
        assert (out == expected).all() and list(errors) == refused
        assert (mask == batch.legal_mask(out, completable=True, errors={})).all()
        assert (planes == batch.observe(out)).all()


def test_arrays_that_cannot_be_written_are_refused() -> None:
    states = batch.reset(4, PLAIN)
    wrong = [
        numpy.empty((4, 640), bool),
        numpy.empty((4, 641), "uint8"),
        numpy.empty((4, 1282), bool)[:, ::2],
        numpy.empty((3, 641), bool),
        numpy.empty((5, 641), bool),
    ]
    for mask in wrong:
        with pytest.raises(ValueError, match="array"):
            batch.legal_mask(states, out=mask)
        with pytest.raises(ValueError, match="array"):
            batch.apply(states, [256] * 4, mask=mask)
        with pytest.raises(ValueError, match="array"):
            batch.Games(states).apply([256] * 4, mask=mask)
    with pytest.raises(ValueError, match="array"):
        batch.observe(states, out=numpy.empty((4, 32, 8, 8), "float64"))
    fixed = numpy.empty((4, 641), bool)
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        batch.legal_mask(states, out=fixed)
    memory = numpy.empty(4 * 2048, "uint8")
    mask = memory[: 4 * 641].view(bool).reshape(4, 641)
    with pytest.raises(ValueError, match="same memory"):
        batch.apply(states, [256] * 4, mask=mask, planes=memory.reshape(4, 32, 8, 8))


def test_types_of_planes_are_given_in_any_way() -> None:
    states = batch.reset(2, PLAIN)
    for dtype in ("float32", "f4", numpy.float32, numpy.dtype("float32")):
        assert batch.observe(states, dtype=dtype).dtype == numpy.float32
        assert batch.Games(states).observe(dtype=dtype).dtype == numpy.float32
    for dtype in ("uint8", numpy.uint8, None):
        assert batch.observe(states, dtype=dtype).dtype == numpy.uint8
    for dtype in ("float64", float, numpy.int8, "nonsense", ">f4"):
        with pytest.raises(ValueError, match="uint8 or float32"):
            batch.observe(states, dtype=dtype)
    out = numpy.empty((2, 32, 8, 8), "float32")
    assert batch.observe(states, out=out) is batch.observe(states, out=out, dtype="f4")
    with pytest.raises(ValueError, match="array of float32 for planes of uint8"):
        batch.observe(states, out=out, dtype="uint8")


def test_fields_are_a_view_of_every_second_row_too() -> None:
    states = batch.reset(4, PLAIN)
    batch.fields(states[::2])["turn"] = 9
    assert batch.fields(states)["turn"].tolist() == [9, 2, 9, 2]
    with pytest.raises(ValueError, match="contiguous"):
        batch.fields(numpy.asfortranarray(states))


def test_games_are_pickled_with_their_history() -> None:
    games = batch.Games([PLAIN, "nonsense"], engine="reference")
    for action in ("Ed5n", "end", "ra8e", "end"):
        games.apply([batch.action_number(action)] * 2, errors={})
    again = pickle.loads(pickle.dumps(games))
    assert list(again) == list(games) and again.errors == games.errors
    assert (again.turn == games.turn).all() and (again.states == games.states).all()
    assert again.take([0]).ended_by(0) is None and len(pickle.loads(pickle.dumps(again))) == 2
    actions = Position(PLAIN).legal_actions
    assert pickle.loads(pickle.dumps(actions)) == actions


def test_no_action_has_no_mirror() -> None:
    assert batch.flip_vertical([-1, 0, batch.END]).tolist() == [-1, 225, batch.END]
    for wrong in ([-2], [batch.ACTIONS], numpy.array([(1 << 64) - 1], "uint64")):
        with pytest.raises(ValueError, match="0 to 640"):
            batch.flip_vertical(wrong)


def test_flipped_positions_have_flipped_actions_planes_and_counts(
    positions: list[Position],
) -> None:
    found = moments(positions)
    flipped = [position.flip_horizontal() for position in found]
    assert [position.flip_horizontal() for position in flipped] == found
    for of in (batch.legal_mask, batch.observe, batch.pack):
        array: Any = of(found)
        assert (batch.flip_horizontal(array) == of(flipped)).all()
    for position, other in zip(found, flipped):
        numbers = batch.flip_horizontal(position.legal_numbers)
        assert sorted(numbers) == sorted(other.legal_numbers)
    counts = [batch.count_turns(rows)["count"] for rows in (found[::9], flipped[::9])]
    assert counts[0] == counts[1]
    assert batch.flip_horizontal([-1, batch.END]).tolist() == [-1, batch.END]
    with pytest.raises(ValueError, match="packed positions are"):
        batch.flip_horizontal(numpy.zeros((3, 5)))


def test_changed_rows_are_read_alike_by_both_engines(positions: list[Position]) -> None:
    states = batch.pack(moments(positions)).repeat(20, axis=0)
    chance = numpy.random.default_rng(5)
    rows = numpy.arange(len(states))
    # Half of the changes are to what says more than where the pieces stand.
    places = numpy.where(rows % 2, chance.integers(64, 128, len(rows)), rows % 64)
    states[rows, places] = chance.integers(0, 14, len(rows))
    ours, theirs = batch.Games(states), batch.Games(states, engine="reference")
    assert ours.errors == theirs.errors and 0 < len(ours.errors) < len(states)
    assert (ours.states == theirs.states).all() and (ours.winner == theirs.winner).all()
    assert (ours.legal_mask() == theirs.legal_mask()).all()


def test_arrays_of_another_form_are_refused() -> None:
    packed = batch.pack([PLAIN])
    functions: Any = (batch.unpack, batch.legal_mask, batch.fields, batch.count_turns)
    for function in functions:
        for wrong in (packed[:, :64], packed.astype(float), numpy.zeros((2, 2, 128), "uint8")):
            with pytest.raises(ValueError, match="128 columns"):
                function(wrong)
        with pytest.raises(ValueError, match=r"128 columns: of one take `packed\[0:1\]`"):
            function(packed[0])


def test_bad_rows_of_packed_positions_have_reasons() -> None:
    packed = batch.pack([PLAIN] * 9)
    packed[1, 5], packed[2, 64], packed[3, 65], packed[4, 66] = 13, 2, 9, 2
    packed[5, 67], packed[6, 84], packed[7, 18], packed[8, 84] = 4, 17, 1, 1
    reasons = {
        1: "13 on f1 is no piece: 0 to 12 are",
        2: "the side to move is 0 or 1",
        3: "version 9 of packed positions is not known",
        4: "2 is no phase: 0 is play, 1 is a setup",
        5: "4 is no edition",
        6: "17 actions in a turn, 16 at most",
        7: "the gold rabbit on c3 stands on a trap without a friend beside it (VAL-2)",
        8: "steps[0] `Ra1n` is refused",
    }
    answers = batch.count_turns(packed)
    assert answers["count"] == [TURNS] + [None] * 8
    for row, reason in reasons.items():
        assert reason in answers.errors[row] or row == 8
    errors: dict[int, str] = {}
    assert batch.legal_mask(packed, errors=errors).any(axis=1).tolist() == [True] + [False] * 8
    assert errors == answers.errors


def test_bad_rows_have_a_reason() -> None:
    rows: list[Any] = [PLAIN, None, "nonsense", 7, PLAIN]
    errors: dict[int, str] = {}
    mask = batch.legal_mask(rows, errors=errors)
    assert mask.shape == (5, 641) and mask.any(axis=1).tolist() == [True] + [False] * 3 + [True]
    assert (mask[0] == mask[4]).all() and list(errors) == [1, 2, 3]
    assert errors[1] == "there is no position" and errors[2].startswith("line 1, column 1")
    assert errors[3] == "a row is a text, a Position or None, not int"
    packed_errors: dict[int, str] = {}
    packed = batch.pack(rows, errors=packed_errors)
    assert packed[:, 64].tolist() == [0, 255, 255, 255, 0] and packed_errors == errors
    assert batch.Games(rows).errors == errors
    assert [bool(position) for position in batch.Games(rows)] == [True, False, False, False, True]


def test_row_packed_without_a_position_has_no_answer_from_any_function() -> None:
    packed = batch.pack([PLAIN, "nonsense"], errors={})
    reason = {1: "the row was packed without a position"}
    for answers in (batch.validate(packed), batch.outcome(packed), batch.count_turns(packed)):
        assert answers.errors == reason
    functions: Any = (
        batch.legal_mask,
        batch.pack,
        batch.unpack,
        lambda rows, errors: batch.apply(rows, [25, 25], errors=errors),
    )
    for function in functions:
        errors: dict[int, str] = {}
        function(packed, errors=errors)
        assert errors[1] == reason[1]
    assert (batch.pack(packed, errors={}) == packed).all()
    assert not batch.observe(packed)[1].any() and batch.sample_action(packed, 1)[1] == -1
    assert batch.winner(packed).tolist() == [-1, -1]


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
    with pytest.warns(UserWarning, match=r"row 1 has no answer: .*STP-3") as told:
        batch.Games([PLAIN] * 2).apply([28, 29])
    assert told[0].filename == __file__


def test_planes_show_an_open_push_and_pull() -> None:
    (planes,) = batch.observe([Position("g 8/8/8/3d4/3E4/8/8/R6r").apply("dd5n")])
    assert planes.dtype == numpy.uint8 and planes.shape == (32, 8, 8)
    assert planes[24].sum() == planes[24, 4, 3] == 1 and not planes[25].any()
    (stepped,) = batch.observe([Position(PLAIN).apply("Ed5n")], dtype="float32")
    assert stepped.dtype == numpy.float32 and stepped[25].sum() == stepped[25, 4, 3] == 1


def drawn(position: Position, relative: bool) -> Any:
    """The planes of a position, square by square from what it says of itself."""
    planes = numpy.zeros((batch.PLANES, 64), "uint8")
    is_silver = position.side == "silver"
    turned = relative and is_silver
    for first, board in ((0, position.board), (12, position.turn_start.board)):
        for square, letter in enumerate("".join(reversed(board.ranks))):
            place = "RCDHMErcdhme".find(letter)
            if place >= 0:
                plane = (place + 6) % 12 if turned else place
                planes[first + plane, square ^ (56 if turned else 0)] = 1
    left = 0 if position.is_setup() else 4 - len(position.actions_taken)
    planes[26 : 26 + left], planes[30], planes[31] = 1, is_silver, position.is_setup()
    return planes.reshape(-1, 8, 8)


@pytest.mark.parametrize("relative", [False, True])
def test_planes_are_those_drawn_square_by_square(positions: list[Position], relative: bool) -> None:
    found = moments(positions)
    planes = batch.observe(found, relative=relative)
    for position, seen in zip(found, planes):
        expected = drawn(position, relative)
        # The open push and pull are looked at by themselves.
        expected[24:26] = seen[24:26]
        assert (seen == expected).all()
    assert (batch.observe(found, relative=relative, dtype="float32") == planes).all()


def test_relative_planes_and_mirrored_actions_are_those_of_the_other_side() -> None:
    turn = [Position("g r7/8/8/2dE4/8/8/8/7R"), Position("s 7r/8/8/8/2De4/8/8/R7")]
    for actions in ((), ("Ed5n", "ed4s"), ("dc5n", "Dc4s")):
        gold, silver = (
            position.apply(action) if actions else position
            for position, action in zip(turn, actions or ("", ""))
        )
        planes = batch.observe([gold, silver], relative=True)
        assert (planes[0, :30] == planes[1, :30]).all() and planes[1, 30].all()
        assert (planes[0] == batch.observe([gold])[0]).all()
        mask, other = batch.legal_mask([gold, silver])
        assert (mask[batch.flip_vertical(numpy.arange(641))] == other).all()
    numbers = numpy.arange(641)
    assert (batch.flip_vertical(batch.flip_vertical(numbers)) == numbers).all()


def test_games_know_repetition_and_states_do_not() -> None:
    games = batch.Games([PLAIN])
    for turn in ["Ed5n", "ra8e", "Ed6s", "rb8w"] * 2:
        if turn == "rb8w" and games.turn[0] == 5:
            break
        step = batch.action_number(turn)
        assert games.apply([step])[0] and games.apply([batch.END])[0]
    assert games.apply([batch.action_number("rb8w")])[0]
    errors: dict[int, str] = {}
    assert not games.apply([batch.END], errors=errors)[0] and errors[0].endswith("(REP-2)")
    assert not games.legal_mask()[0, batch.END]
    assert batch.legal_mask(games.states)[0, batch.END]
    assert not batch.legal_mask(games)[0, batch.END]
    (position,) = games
    assert position is not None and "end" not in position.legal_actions
    assert position.label == "5s" and len(Position(position.text("state")).actions_taken) == 1


def test_dead_ends_are_no_completable_actions() -> None:
    # Whatever follows, the rabbit's two steps there and back leave the board as it was.
    position = Position("g r7/8/8/8/8/8/4d3/4R2E").apply("Eh1n").apply("Eh2s").apply("Eh1n")
    mask, completable = (batch.legal_mask([position], completable=way)[0] for way in (False, True))
    back = batch.action_number("Eh2s")
    assert mask[back] and not completable[back] and completable.any()
    dead = position.apply("Eh2s")
    assert not dead.legal_actions and not dead.is_game_over()
    assert not batch.legal_mask([dead]).any()
    assert dead.turn_start.legal_actions


def test_decided_games_take_no_action() -> None:
    games = batch.Games(["s R7/8/8/8/8/8/8/r7", PLAIN])
    assert games.winner.tolist() == [0, -1] and games.ended_by(0) == "END-3"
    assert not games.legal_mask()[0].any() and games.sample_action(3)[0] == -1
    errors: dict[int, str] = {}
    assert games.apply([batch.action_number("ra1n")] * 2, errors=errors).tolist() == [False] * 2
    assert errors[0].endswith("(END-3)")
    games.restart([True, False], batch.Games([PLAIN]))
    assert games.winner.tolist() == [-1, -1] and (games.states[0] == games.states[1]).all()
    games.restart([False, True], games)
    with pytest.raises(ValueError, match="and a game to restart from"):
        games.restart([True, True], batch.Games(0))
    for row in (-1, 2, 5):
        with pytest.raises(IndexError, match="no such game"):
            games.ended_by(row)


def test_restarted_games_are_those_of_the_same_rows() -> None:
    games, others = batch.Games(100), batch.Games([PLAIN, "s R7/8/8/8/8/8/8/r7", "no position"])
    where = numpy.arange(100) % 2 == 0
    expected = numpy.where(where[:, None], numpy.resize(others.states, (100, 128)), games.states)
    games.restart(where, others)
    assert (games.states == expected).all() and len(games.errors) == 17
    assert (games.winner == 0).sum() == 16


def test_games_are_played_from_the_setup_to_the_end() -> None:
    games = batch.Games(64)
    for step in range(32 + 2):
        assert games.side.max() == games.side.min() == (step > 16)
        assert games.apply(games.sample_action(step)).all()
    assert (games.turn == 2).all() and not batch.fields(games.states)["setup"].any()
    copy = games.copy()
    for step in range(4000):
        actions = games.sample_action(step)
        if (actions < 0).all():
            break
        games.apply(actions, errors={})
    assert (games.winner >= 0).all() and (copy.turn == 2).all() and (copy.winner == -1).all()
    assert batch.outcome(games)["winner"] == [("gold", "silver")[won] for won in games.winner]
    assert batch.outcome(games)["rule"] == [games.ended_by(row) for row in range(64)]


def test_same_seed_gives_the_same_actions_at_any_place_of_the_chunk() -> None:
    states = batch.reset((1 << 16) + 500, PLAIN)
    chosen = batch.sample_action(states, 7)
    assert (chosen == batch.Games(states).sample_action(7)).all()
    assert (chosen[:500] != chosen[1 << 16 :]).any() and len(set(chosen[:200].tolist())) == 6


def compare_engines(start: Any, games: int, steps: int, seed: int) -> int:
    """Steps the same games by both engines at random, and compares all that they say."""
    starts = batch.Games(start) if isinstance(start, int) else batch.Games(start * games)
    ours = starts.copy()
    theirs = batch.Games(start if isinstance(start, int) else start * games, engine="reference")
    assert not ours.errors and not theirs.errors
    fresh = theirs.copy()
    chance = numpy.random.default_rng(seed)
    after = numpy.empty((games, batch.ACTIONS), bool)
    planes = numpy.empty((games, batch.PLANES, 8, 8), "float32")
    ended = 0
    for step in range(steps // games):
        mask = ours.legal_mask()
        assert (mask == theirs.legal_mask()).all()
        completable = ours.legal_mask(completable=True)
        assert (completable == theirs.legal_mask(completable=True)).all()
        starts_a_turn = batch.fields(ours.states)["taken"] == 0
        assert (completable.any(axis=1) == (ours.winner < 0))[starts_a_turn].all()
        # Some actions may lead to a dead end, and a few are illegal.
        chosen = completable if step % 3 else mask
        actions = (chance.random(mask.shape) * chosen).argmax(axis=1)
        wild = chance.random(games) < 0.02
        actions[wild] = chance.integers(0, batch.ACTIONS, wild.sum())
        refused: tuple[dict[int, str], dict[int, str]] = {}, {}
        relative = bool(step % 2)
        seen: dict[str, Any] = {"completable": True, "relative": relative}
        legal = ours.apply(actions, mask=after, planes=planes, errors=refused[0], **seen)
        assert (legal == theirs.apply(actions, errors=refused[1])).all()
        assert refused[0] == refused[1]
        assert (legal == mask[numpy.arange(games), actions]).all()
        assert (ours.states == theirs.states).all() and (ours.winner == theirs.winner).all()
        assert (planes == theirs.observe(relative=relative)).all()
        began = batch.fields(theirs.states)["board"][:, None] == numpy.arange(1, 13)[:, None]
        assert relative or (planes[:, 12:24].reshape(began.shape) == began).all()
        assert (after == theirs.legal_mask(**seen)).all()
        rules = [ours.ended_by(row) for row in range(games)]
        assert rules == [theirs.ended_by(row) for row in range(games)]
        over = (ours.winner >= 0) | ~ours.legal_mask().any(axis=1)
        ended += int(over.sum())
        ours.restart(over, starts)
        theirs.restart(over, fresh)
    return ended


@pytest.mark.parametrize(
    ("start", "share"),
    [
        (64, 0.5),
        # Few pieces: goals, captured rabbits and repetition come soon.
        (["g 8/2r5/1c6/3E4/8/1C4h1/1R6/8"], 0.25),
        (["g 8/8/8/e7/8/8/6R1/E6r"], 0.125),
        (["g 8/8/8/E7/8/7e/r6R/8"], 0.125),
    ],
)
def test_random_steps_are_those_of_the_reference_engine(start: Any, share: float) -> None:
    games = 64
    ended = compare_engines(start, games, int(STEPS * share), seed=11)
    assert ended > 0 or start == 64


def test_games_are_stepped_in_threads() -> None:
    def ended(seed: int) -> list[int]:
        games = batch.Games([PLAIN] * 100)
        for step in range(300):
            games.apply(games.sample_action(1000 * seed + step), errors={})
        return [int(won) for won in games.winner]

    alone = [ended(seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(ended, range(4))) == alone


def test_games_take_rows_in_any_order() -> None:
    games = batch.Games([PLAIN, "nonsense", "s R7/8/8/8/8/8/8/r7"])
    taken = games.take([2, 0, 0, 1])
    assert taken.winner.tolist() == [0, -1, -1, -1] and list(taken.errors) == [3]
    taken.apply([batch.action_number("Ed5n")] * 4, errors={})
    assert (games.states[0] != taken.states[1]).any()
    for rows in ([3], [-1]):
        with pytest.raises(IndexError, match="no such game"):
            games.take(rows)


def test_copied_games_are_stepped_by_themselves() -> None:
    games = batch.Games([PLAIN])
    for copied in (copy.copy(games), copy.deepcopy(games)):
        copied.apply([batch.action_number("Ed5n")])
        assert (copied.states != games.states).any()


def test_games_in_use_say_so_to_other_threads() -> None:
    games, done = batch.Games([PLAIN] * 20_000), threading.Event()

    def step() -> None:
        while not done.is_set():
            with contextlib.suppress(RuntimeError):
                games.apply(numpy.full(len(games), -1), errors={})

    thread = threading.Thread(target=step, daemon=True)
    thread.start()
    try:
        with pytest.raises(RuntimeError, match="one thread at a time"):
            end = time.monotonic() + 60
            while time.monotonic() < end:
                len(games)
    finally:
        done.set()
        thread.join()
