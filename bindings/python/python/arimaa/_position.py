"""Positions: any moment of a game, with its history."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, Literal, NoReturn, SupportsIndex, cast, final, get_args

from ._ask import answer_to
from ._board import Board
from ._errors import OracleError, TextError
from ._hints import hint
from ._native import State, action_text
from ._rulings import Outcome, Ruling
from ._squares import SquareSet
from ._words import Action, Edition, Kind, Label, Piece, Side, Square, Turn, name_of

Form = Literal["compact", "diagram", "state"]


@final
class Position:
    """Any moment of a game, with its history. It never changes, can be hashed and pickled.

    Two positions are equal if they have the same continuations: the history counts, and of the
    present turn the result of its actions. To compare boards alone, use `side` and `board` as the
    key.

    >>> after = Position("g r7/8/8/3E4/8/8/8/7R").apply("Ed5n").apply("Ed6e")
    >>> after == Position("g r7/8/8/3E4/8/8/8/7R").apply("Ed5e").apply("Ee5n")
    True

    It is made from any text that has a position: a compact board, a diagram, a JSON state, a record
    (`Position.parse` chooses the turn). Without a text it is the start of the setup.

    >>> position = Position("g r7/8/8/3E4/8/8/8/7R")
    >>> print(position)
     +-----------------+
    8| r               |
    7|                 |
    6|     x     x     |
    5|       E         |
    4|                 |
    3|     x     x     |
    2|                 |
    1|               R |
     +-----------------+
       a b c d e f g h
    2g: gold to move
    >>> position.side, position.label, position.edition
    (<Side.GOLD: 'gold'>, Label('2g'), <Edition.JULY_2008: '2008-07-01'>)
    """

    __slots__ = ("_state",)
    _state: State

    def __init__(
        self, source: str | Mapping[str, Any] | None = None, *, edition: str | None = None
    ) -> None:
        """Reads a text of any kind, or a JSON state as data.

        `edition` applies where the text names none.
        """
        match source:
            case str():
                text = source
            case None:
                text = '{"side": "gold", "setup": {}}'
            case Mapping():
                text = json.dumps(source)
            case _:
                found = type(source).__name__
                raise TypeError(f"a position is read from a text or a JSON state, not {found}")
        try:
            state = State.read(text, name_of(edition))
        except TextError as error:
            if text is source:
                raise
            # The place is one in JSON that the caller did not write.
            said = error.message.partition(": ")[2]
            fault = error.fault | {"line": 1, "column": 1, "message": said}
            raise TextError(said, fault) from None
        object.__setattr__(self, "_state", state)

    @classmethod
    def of_state(cls, state: State) -> Position:
        """The position of a state of the native part; for this package alone."""
        position = object.__new__(cls)
        object.__setattr__(position, "_state", state)
        return position

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        game: str | None = None,
        before: str | None = None,
        edition: str | None = None,
    ) -> Position:
        """Reads a text in any form, with the choice of a game in several and of a turn in it.

        `before` is the label of the turn to be made; without it the position is the last.

        >>> start = Position("g r7/8/8/3E4/8/8/8/7R").text()
        >>> Position.parse(f"Start: {start}\\n2g Ed5n\\n2s ra8e", before="2s").side
        <Side.SILVER: 'silver'>
        """
        return cls.of_state(State.read(text, name_of(edition), game, before))

    @classmethod
    def start(cls, handicap: str = "none", *, edition: str | None = None) -> Position:
        """The start of a game: an empty board, Gold to place pieces.

        `handicap` are the letters of the pieces that are agreed to be missing, capital for Gold.

        >>> len(Position.start().legal_actions), Position.start("M").count_turns()
        (96, 64864800)
        """
        setup = {"side": "gold", "setup": {"handicap": handicap}}
        return cls(setup, edition=edition)

    @property
    def state(self) -> State:
        """The state of the native part; for this package alone."""
        return self._state

    @property
    def board(self) -> Board:
        """The pieces on the board now, within a turn too."""
        return Board(self._state.board())

    @property
    def side(self) -> Side:
        """The side to move."""
        return Side(self._state.side())

    @property
    def edition(self) -> Edition:
        """The edition of the rules that applies."""
        return Edition(self._state.edition())

    @property
    def label(self) -> Label:
        """The label of the turn to be made, or that has begun, such as `12s`."""
        return Label(self._state.label())

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game after the last turn; `None` while it is not decided."""
        ended = self._state.outcome()
        if ended is None:
            return None
        winner, *rest = ended
        return Outcome(Side(winner) if winner else None, *rest)

    def is_game_over(self) -> bool:
        """Whether the game is decided."""
        return self._state.outcome() is not None

    # The name that OpenSpiel has for it.
    is_terminal = is_game_over

    def is_setup(self) -> bool:
        """Whether pieces are being placed."""
        return self._state.in_setup()

    @property
    def actions_taken(self) -> tuple[Action, ...]:
        """The actions of the present turn so far."""
        return self._state.taken()

    @property
    def turn_start(self) -> Position:
        """The position at the start of the present turn, with the same history.

        >>> position = Position("g r7/8/8/3E4/8/8/8/7R")
        >>> position.apply("Ed5n").turn_start == position
        True
        """
        return Position.of_state(self._state.turn_start())

    def piece_at(self, square: str) -> Piece | None:
        """The piece on a square, if there is one."""
        return self.board.get(Square(square))

    def piece_map(self) -> dict[str, Piece]:
        """The pieces by their squares, as a new dictionary."""
        return dict(self.board)

    @property
    def occupied(self) -> SquareSet:
        """The squares with a piece."""
        return self._squares("occupied")

    def by_side(self, side: str) -> SquareSet:
        """The squares with pieces of a side.

        >>> Position("g r7/8/8/3E4/8/8/8/7R").by_side("gold")
        SquareSet('h1 d5')
        """
        return self._squares("side", Side(side))

    def by_kind(self, kind: str) -> SquareSet:
        """The squares with pieces of a kind, of both sides."""
        return self._squares("kind", Kind(kind))

    def by_piece(self, piece: str) -> SquareSet:
        """The squares with pieces of a kind and side."""
        return self._squares("piece", Piece(piece))

    def stronger_than(self, kind: str) -> SquareSet:
        """The squares with pieces of both sides that are stronger than a kind (SPEC.md BRD-4)."""
        return self._squares("stronger_than", Kind(kind))

    def weaker_than(self, kind: str) -> SquareSet:
        """The squares with pieces of both sides that are weaker than a kind."""
        return self._squares("weaker_than", Kind(kind))

    def threatened(self, side: str) -> SquareSet:
        """The pieces of a side with a stronger enemy beside them."""
        return self._squares("threatened", Side(side))

    def frozen(self, side: str) -> SquareSet:
        """The frozen pieces of a side: threatened, and without a friend beside them (FRZ-1).

        >>> position = Position("g r7/8/8/4Cd2/8/8/8/7R")
        >>> position.frozen("gold"), position.frozen_by("e5")
        (SquareSet('e5'), SquareSet('f5'))
        """
        return self._squares("frozen", Side(side))

    def is_frozen(self, square: str) -> bool:
        """Whether the piece on a square is frozen; of an empty square it is false."""
        return bool(self.frozen_by(square))

    def frozen_by(self, square: str) -> SquareSet:
        """The stronger enemies that freeze the piece on a square, if it is frozen."""
        return self._squares("frozen_by", Square(square))

    def threats_to(self, square: str) -> SquareSet:
        """The stronger enemies beside the piece on a square."""
        return self._squares("threats_to", Square(square))

    def threats_from(self, square: str) -> SquareSet:
        """The weaker enemies beside the piece on a square."""
        return self._squares("threats_from", Square(square))

    def _squares(self, name: str, of: str = "") -> SquareSet:
        return SquareSet(self._state.squares(name, str(of)))

    @property
    def legal_actions(self) -> Sequence[Action]:
        """All legal actions in the order of their texts, `end` last; none if the game is over.

        In mid-turn there may be none although the game goes on: no step is legal, and the turn may
        not end (SPEC.md TRN-5). Random steps get there in a quarter to a third of games. Go on from
        `turn_start` then, choose whole turns with `turns` or `sample_turn`, or choose among the
        actions that begin a legal turn: `batch.legal_mask(…, completable=True)`.

        Its items are made on access.

        >>> actions = Position("g r7/8/8/3E4/8/8/8/7R").legal_actions
        >>> len(actions), "Ed5n" in actions, actions[0], list(actions)[-1]
        (6, True, Step('Ed5e'), Step('Rh1w'))
        """
        return self._state.legal_actions(False)

    def actions(self, *, past_end: bool = False) -> Sequence[Action]:
        """The legal actions; with `past_end` also if the game is over. See `legal_actions`."""
        return self._state.legal_actions(past_end)

    @property
    def legal_numbers(self) -> list[int]:
        """The legal actions by the numbers of `batch.legal_mask`, which `apply` takes, too.

        >>> Position("g r7/8/8/3E4/8/8/8/7R").legal_numbers
        [142, 140, 141, 143, 28, 31]
        """
        return self._state.legal_numbers()

    @property
    def occurrences(self) -> int:
        """How often the position at the start of this turn has occurred, now included (REP-1)."""
        return self._state.occurrences()

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the start of this turn has occurred `count` times or more (REP-1)."""
        return self.occurrences >= count

    def flip_horizontal(self) -> Position:
        """The position on the board flipped from west to east; the side to move stays.

        Flipped actions are legal there as actions are here; `batch.flip_horizontal` flips arrays.

        >>> print(Position("g r7/8/8/3E4/8/8/8/7R").flip_horizontal().text())
        g [       r                    E                           R       ]
        """
        return Position.of_state(self._state.flip_horizontal())

    def turns(self, *, past_end: bool = False) -> Iterator[Turn]:
        """The distinct turns, each by a shortest way, in the order of their text.

        Distinct turns lead to different boards. Raises `TooLarge` for a setup with more than a
        million turns.

        >>> position = Position("g r7/8/8/3E4/8/8/8/7R")
        >>> next(position.turns()), sum(1 for turn in position.turns())
        (Turn('Ed5e'), 145)
        """
        return map(Turn, self._state.turns(past_end))

    def count_turns(self, *, past_end: bool = False) -> int:
        """The number of distinct turns, without listing them."""
        return self._state.count_turns(past_end)

    def goal(self, *, past_end: bool = False) -> Turn | None:
        """A shortest turn that ends with a rabbit of the player on its goal rank, or `None`.

        >>> Position("g 7r/Re6/8/D7/8/8/8/8").goal()
        Turn('Da5n Ra7n')
        """
        turn = self._state.goal(past_end)
        return None if turn is None else Turn(turn)

    def has_goal(self, *, past_end: bool = False) -> bool:
        """Whether some turn of the player makes a goal; faster than `goal`."""
        return self._state.has_goal(past_end)

    def goals(self, *, past_end: bool = False) -> Iterator[Turn]:
        """The distinct turns that end with a rabbit of the player on its goal rank.

        >>> position = Position("g 7r/Re6/8/D7/8/8/8/8")
        >>> goals = list(position.goals())
        >>> len(goals), position.goal() in goals, position.has_goal()
        (10, True, True)
        """
        question = {"kind": "goal", "past_end": past_end, "position": self._source()}
        listed, total = 0, 1
        while listed < total:
            answer = answer_to(question | {"offset": listed})
            yield from (Turn(turn["turn"]) for turn in answer["turns"])
            listed, total = listed + len(answer["turns"]), answer["total"]

    def sample_turn(self, generator: random.Random | None = None) -> Turn:
        """A random turn, each distinct turn with the same chance.

        Raises `ValueError` where there is no legal turn.

        >>> import random
        >>> position = Position("g r7/8/8/3E4/8/8/8/7R")
        >>> bool(position.judge(position.sample_turn(random.Random(3))))
        True
        """
        turn = self._state.sample_turn((generator or random).getrandbits(64))
        if turn is None:
            raise ValueError("there is no legal turn")
        return Turn(turn)

    def perft(self, depth: SupportsIndex) -> int:
        """The number of sequences of `depth` steps in this turn, 1 to 4 (SPEC.md CNT-1).

        >>> Position("g r7/8/8/3E4/8/8/8/7R").perft(2)
        37
        """
        return self._perft("steps", depth)

    def perft_turns(self, depth: SupportsIndex) -> int:
        """The number of sequences of `depth` distinct turns, 1 to 3 (SPEC.md CNT-3)."""
        return self._perft("turns", depth)

    def _perft(self, unit: str, depth: SupportsIndex) -> int:
        question = {
            "kind": "perft",
            "count": unit,
            # The question language has numbers of 32 bits, and refuses 0 and what is too large.
            "depth": min(max(index(depth), 0), (1 << 32) - 1),
            "position": self._source(),
        }
        return cast(int, answer_to(question)["counts"][-1])

    def apply(self, action: str | SupportsIndex) -> Position:
        """The position after one action, given as text or by its number. The action `end` ends a
        turn.

        Raises `IllegalTurn` where the rules forbid it. Movement is judged where the game is over,
        too; see `outcome`.

        >>> position = Position("g r7/8/8/3E4/8/8/8/7R")
        >>> position.apply("Ed5n").actions_taken
        (Step('Ed5n'),)
        """
        if not isinstance(action, str):
            letters = "".join(reversed(self.board.ranks))
            action = action_text(index(action), letters, str(self.side))
        return Position.of_state(self._state.apply(action))

    def play(self, turn: str, *, strict: bool = False, past_end: bool = False) -> Position:
        """The position after a whole written turn, or after the rest of one.

        A label must be right, captures may be left out unless `strict`. Raises `IllegalTurn` where
        the rules forbid it, and `TextError` where it cannot be read.

        >>> position = Position("g r7/8/8/3E4/8/8/8/7R")
        >>> position.play("2g Ed5n Ed6n").side
        <Side.SILVER: 'silver'>
        """
        return Position.of_state(self._state.play(turn, strict, past_end)[0])

    def judge(self, turn: str, *, strict: bool = False, past_end: bool = False) -> Ruling:
        """Judges a written turn. No text makes it raise.

        >>> position = Position("g r7/8/8/3E4/8/8/8/7R")
        >>> print(position.judge("Ed5n Ed6s"))
        illegal at the end of the turn: the turn leaves the board as it was at its start (TRN-3)
        >>> print(position.judge("Ed9n"))
        unreadable: line 1, column 1: found `Ed9n`, expected a step (`Ed2n`), a placement (`Ra1`) or a capture (`cf3x`)
        """
        try:
            state, text, captures = self._state.play(turn, strict, past_end)
        except OracleError as error:
            return Ruling(Turn(turn), self, error=error)
        return Ruling(Turn(text), Position.of_state(state), captures)

    def dumps(self) -> str:
        """The position as a JSON state, its history from the last capture on; `loads` reads it."""
        return self._state.dumps()

    @classmethod
    def loads(cls, text: str) -> Position:
        """Reads what `dumps` wrote.

        >>> position = Position.start("M", edition="2005-05-28").apply("Ra1")
        >>> Position.loads(position.dumps()) == position
        True
        """
        return cls.of_state(State.loads(text))

    def text(self, form: Form = "compact") -> str:
        """The position as a compact board, a diagram or a JSON state.

        Only the start of a turn of play has a compact board; for another moment it is a
        `BadQuestion`.

        >>> Position("g r7/8/8/3E4/8/8/8/7R").text()
        'g [r                          E                                   R]'
        """
        if form not in get_args(Form):
            raise ValueError(f"{form!r} is no form of a position ({', '.join(get_args(Form))})")
        compact = self._state.compact() if form == "compact" else None
        if compact is not None:
            return compact
        question = {"kind": "print", "form": form, "position": self._source()}
        return cast(str, answer_to(question)["text"])

    def svg(self, marks: Iterable[str] = ()) -> str:
        """A picture in SVG with some squares marked, the first more strongly."""
        return self._draw("svg", marks)

    def _draw(self, drawing: str, marks: Iterable[str]) -> str:
        question = {
            "kind": "draw",
            "drawing": drawing,
            "marks": list(marks),
            "position": self._source(),
        }
        return cast(str, answer_to(question)["text"])

    def _source(self) -> dict[str, Any]:
        return {"state": json.loads(self._state.dumps())}

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self._draw("text", ()).rstrip("\n")

    def __repr__(self) -> str:
        return f"<Position {self.label} [{self._state.board()}]>"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Position):
            return self._state == other._state
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._state)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            raise AttributeError(hint(self, name))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a position never changes")

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.loads, (self._state.dumps(),)
