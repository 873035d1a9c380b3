"""Sets of squares, and those of a position."""

from __future__ import annotations

import copy
import operator
import pickle
import random

import pytest

from arimaa import SQUARES, Direction, Kind, Position, Side, Square, SquareSet, TextError, rule


def chosen(seed: int) -> set[Square]:
    return set(random.Random(seed).sample(SQUARES, seed % 65))


def test_squares_have_a_geometry() -> None:
    for square in SQUARES:
        beside = {
            other
            for files, ranks in [(0, 1), (0, -1), (1, 0), (-1, 0)]
            if (other := square.offset(files, ranks))
        }
        assert beside == {other for other in SQUARES if square.distance(other) == 1}
        assert SquareSet([square]).neighbours == beside
        assert square.flip_vertical().rank == 9 - square.rank
        assert square.flip_vertical().file == square.file
        assert square.flip_horizontal().rank == square.rank
        assert square.flip_horizontal().flip_horizontal() == square
        assert (square.flip_horizontal().file < "e") == (square.file > "d")
    assert Square("a1").distance("h8") == 14 and Square("h8").offset(-7, -7) == "a1"


def test_sets_of_squares_are_sets() -> None:
    for seed in range(0, 65, 4):
        one, other = chosen(seed), chosen(seed * 7 + 3)
        ours, theirs = SquareSet(one), SquareSet(other)
        assert ours == one and set(ours) == one and len(ours) == len(one)
        assert list(ours) == sorted(one, key=SQUARES.index)
        assert list(reversed(ours)) == list(ours)[::-1]
        for result, expected in [
            (ours | theirs, one | other),
            (ours & theirs, one & other),
            (ours - theirs, one - other),
            (ours ^ theirs, one ^ other),
            (~ours, set(SQUARES) - one),
        ]:
            assert isinstance(result, SquareSet) and result == expected
        assert (ours <= theirs) == (one <= other)
        assert ours.isdisjoint(theirs) == one.isdisjoint(other)
        assert SquareSet(int(ours)) == ours and hash(SquareSet(int(ours))) == hash(ours)
        assert pickle.loads(pickle.dumps(ours)) == copy.copy(ours) == ours
        assert eval(repr(ours)) == ours
        assert int(ours) == sum(1 << square.index for square in one)


def test_sets_of_squares_are_drawn() -> None:
    assert "marked: c3" in SquareSet("c3 h8")._repr_svg_()
    assert "marked" not in SquareSet()._repr_svg_()


def test_sets_of_squares_are_shifted_and_turned() -> None:
    moves = {"n": (0, 1), "s": (0, -1), "e": (1, 0), "w": (-1, 0)}
    for seed in range(1, 65, 7):
        squares = chosen(seed)
        ours = SquareSet(squares)
        for direction in Direction:
            moved = {square.offset(*moves[direction.value]) for square in squares} - {None}
            assert ours.shift(direction) == moved
        assert ours.flip_vertical() == {square.flip_vertical() for square in squares}
        assert ours.flip_horizontal() == {square.flip_horizontal() for square in squares}


def test_traps_and_goals_are_those_of_the_specification() -> None:
    words = rule("BRD-3").text.replace(",", " ").replace(".", " ").split()
    assert SquareSet.TRAPS == {word for word in words if word in SQUARES}
    assert SquareSet.goal("gold") == SquareSet.rank(8) and SquareSet.goal(
        "silver"
    ) == SquareSet.rank(1)
    assert SquareSet.file("a") & SquareSet.rank(1) == {"a1"}
    assert len(SquareSet.FULL) == 64 and not ~SquareSet.FULL


def test_sets_of_squares_refuse_and_never_change() -> None:
    with pytest.raises(TextError):
        SquareSet(["a9"])
    for bits in (-1, 1 << 64):
        with pytest.raises(ValueError, match="64 bits"):
            SquareSet(bits)
    squares = SquareSet("a1 b2")
    assert "a9" not in squares
    with pytest.raises(AttributeError):
        squares._bits = 1
    assert str(squares).splitlines()[-2:] == [". 1 . . . . . .", "1 . . . . . . ."]


def test_squares_of_a_position_are_those_of_its_board(positions: list[Position]) -> None:
    strength = list(Kind)
    for position in [*positions[::7], Position.start().apply("Ra1")]:
        board = position.piece_map()
        assert position.occupied == set(board)
        for kind in Kind:
            at = strength.index(kind)
            assert position.by_kind(kind) == {s for s, piece in board.items() if piece.kind == kind}
            stronger = {s for s, piece in board.items() if strength.index(piece.kind) > at}
            weaker = {s for s, piece in board.items() if strength.index(piece.kind) < at}
            assert position.stronger_than(kind) == stronger
            assert position.weaker_than(kind) == weaker
        for letter in "RCDHMErcdhme":
            assert position.by_piece(letter) == {s for s, piece in board.items() if piece == letter}
        frozen: dict[Side, set[Square]] = {Side.GOLD: set(), Side.SILVER: set()}
        threatened: dict[Side, set[Square]] = {Side.GOLD: set(), Side.SILVER: set()}
        for square in SQUARES:
            piece = board.get(square)
            beside = {
                other: board[other] for other in SquareSet([square]).neighbours if other in board
            }
            rank = strength.index(piece.kind) if piece else 0
            enemies = {s: p for s, p in beside.items() if piece and p.side is not piece.side}
            to = {s for s, p in enemies.items() if strength.index(p.kind) > rank}
            assert position.threats_to(square) == to
            weaker = {s for s, p in enemies.items() if strength.index(p.kind) < rank}
            assert position.threats_from(square) == weaker
            alone = piece is not None and not any(p.side is piece.side for p in beside.values())
            assert position.frozen_by(square) == (to if alone else set())
            assert position.is_frozen(square) == (alone and bool(to))
            if piece and to:
                threatened[piece.side].add(square)
                if alone:
                    frozen[piece.side].add(square)
        for side in Side:
            assert position.by_side(side) == {s for s, p in board.items() if p.side is side}
            assert position.threatened(side) == threatened[side]
            assert position.frozen(side) == frozen[side]


def test_methods_are_those_of_sets_of_python() -> None:
    for seed in range(0, 64, 7):
        ours, theirs = chosen(seed), chosen(seed + 1)
        one: SquareSet = SquareSet(ours) | SquareSet(theirs)
        assert one == SquareSet(ours).union(theirs) == ours.union(theirs)
        for name in ("union", "intersection", "difference", "symmetric_difference"):
            made = getattr(SquareSet(ours), name)(theirs)
            assert type(made) is SquareSet and made == getattr(ours, name)(theirs)
        for name in ("issubset", "issuperset", "isdisjoint"):
            for other in (ours, theirs, set[Square](), set(SQUARES)):
                assert getattr(SquareSet(ours), name)(other) == getattr(ours, name)(other)
        assert SquareSet(ours).copy() == ours.copy()
        # The types say that the operators stay with the class.
        assert (one & one ^ one - one).neighbours == one.neighbours
    # Operators take sets only, from either side; methods take whatever makes a set of squares.
    squares = SquareSet("a1 b1")
    for operate in (operator.and_, operator.or_, operator.sub, operator.xor):
        assert operate(squares, {"a1"}) == operate({"a1", "b1"}, SquareSet("a1"))
        for both in ((squares, "a1"), ("a1", squares), (squares, ["a1"]), (["a1"], squares)):
            with pytest.raises(TypeError, match="unsupported operand"):
                operate(*both)
    assert not squares.isdisjoint("a1") and squares.intersection("a1") == {"a1"}
    assert SquareSet("a1").union() == {"a1"}
    assert SquareSet("a1 b1 c1").difference("a1", ["b1"]) == {"c1"}


def test_wrong_words_are_refused() -> None:
    position = Position()
    with pytest.raises(ValueError, match="red"):
        position.by_side("red")
    with pytest.raises(ValueError, match="X"):
        position.by_kind("X")
    with pytest.raises(TextError, match="piece letter"):
        position.by_piece("x")
    with pytest.raises(TextError, match="a square"):
        position.frozen_by("a9")
