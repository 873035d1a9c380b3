"""Games as arrays, for programs that learn: packed positions, masks, planes, and many games at once."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from . import _native
from ._chunks import Positions, chunks
from ._position import Position
from ._words import name_of

if TYPE_CHECKING:
    import numpy
    from numpy.typing import ArrayLike, NDArray

PACKED: int = _native.Games.PACKED
"""The bytes of a packed position."""

ACTIONS: int = _native.Games.ACTIONS
"""How many numbers of actions there are."""

PLANES: int = _native.Games.PLANES
"""How many planes `observe` gives."""

END = 256
"""The number of the end of the turn."""

_FIELDS: list[tuple[Any, ...]] = [
    ("board", "u1", 64),
    ("side", "u1"),
    ("version", "u1"),
    ("setup", "u1"),
    ("edition", "u1"),
    ("turn", "<u4"),
    ("handicap", "u1", 12),
    ("taken", "u1"),
    ("reserved", "u1", 11),
    ("actions", "<u2", 16),
]


class Games:
    """Many games that are stepped together, each with its history, so that repetition is known.

    Made from a number, of games at the start of the setup, or from positions. `batch` takes them
    wherever it takes positions. They are stepped by one thread at a time; each call uses all cores.

    >>> games = Games(["g r7/8/8/3E4/8/8/8/7R"] * 2)
    >>> games.apply([action_number("Ed5n"), action_number("Rh1s")], errors={})
    array([ True, False])
    >>> [str(position.actions_taken) for position in games]
    ["(Step('Ed5n'),)", '()']
    """

    __slots__ = ("_native",)

    def __init__(
        self,
        positions: int | Positions,
        *,
        edition: str | None = None,
        column: str = "position",
        engine: str = "bitboard",
    ) -> None:
        """Games from positions on, or so many from the start.

        With `engine="reference"` they are judged by the engine that reads like the specification,
        to compare with. A row without a position has no game: see `errors`.
        """
        source: Any = positions
        if isinstance(positions, int):
            source = pack([Position(edition=edition)]).repeat(positions, axis=0)
        self._native = _native.Games(_native.Rows([]), None, engine)
        for games in _games(source, edition, column, engine):
            self._native.append(games)

    def __len__(self) -> int:
        return len(self._native)

    @property
    def errors(self) -> dict[int, str]:
        """Why rows have no game, by their numbers."""
        return dict(self._native.reasons())

    @property
    def states(self) -> NDArray[numpy.uint8]:
        """The games as packed positions, without the turns before."""
        return _shaped(self._native.states(), PACKED)

    @property
    def side(self) -> NDArray[numpy.int8]:
        """The side to move: 0 Gold, 1 Silver, -1 where there is no game."""
        return self._native.turns()[0]

    @property
    def turn(self) -> NDArray[numpy.uint32]:
        """The number of the turn: 1 in the setups, then from 2 on."""
        return self._native.turns()[1]

    @property
    def winner(self) -> NDArray[numpy.int8]:
        """The winner: 0 Gold, 1 Silver, 2 for a draw, -1 while the game goes on."""
        return self._native.winners()

    def ended_by(self, row: int) -> str | None:
        """The id of the rule that decided a game, such as `END-3`."""
        return self._native.ended_by(row)

    def apply(
        self, actions: ArrayLike, *, errors: dict[int, str] | None = None
    ) -> NDArray[numpy.bool_]:
        """Does an action in each game, given by its number. Returns where it was legal.

        A refused action leaves the game as it was; the reason goes into `errors`, or is warned
        of without them. In a decided game no action is legal.
        """
        legal, reasons = self._native.apply(_numbers(actions))
        _tell(reasons, errors, 3)
        return legal

    def legal_mask(self, *, completable: bool = False) -> NDArray[numpy.bool_]:
        """The legal actions: see `batch.legal_mask`."""
        return _flags(_shaped(self._native.legal_mask(completable), ACTIONS))

    def sample_action(self, seed: int, *, completable: bool = True) -> NDArray[numpy.int64]:
        """A random action of each game: see `batch.sample_action`."""
        return self._native.sample_actions(seed & (1 << 64) - 1, completable)

    def observe(
        self, *, relative: bool = False, dtype: Literal["uint8", "float32"] = "uint8"
    ) -> NDArray[Any]:
        """The games as planes: see `batch.observe`."""
        planes = _shaped(self._native.observe(relative), PLANES, 8, 8)
        return planes if dtype == "uint8" else planes.astype(dtype)

    def restart(self, where: ArrayLike, by: Games) -> None:
        """Replaces the games where a flag is set by those of `by` in turn."""
        import numpy

        self._native.replace(numpy.ascontiguousarray(where, bool), by._native)

    def copy(self) -> Games:
        """The same games, to be stepped by themselves."""
        return self._of(self._native.copy())

    def take(self, rows: ArrayLike) -> Games:
        """Copies of the games of some rows, in this order; a row may come again.

        >>> len(Games(2).take([1, 0, 1]))
        3
        """
        return self._of(self._native.take(_numbers(rows)))

    @staticmethod
    def _of(native: _native.Games) -> Games:
        games = object.__new__(Games)
        games._native = native
        return games

    def native_rows(self) -> _native.Rows:
        """The games as rows of the native part; for this package alone."""
        return self._native.rows()

    def native_games(self) -> _native.Games:
        """A copy of the native part; for this package alone."""
        return self._native.copy()

    def __iter__(self) -> Iterator[Position | None]:
        """The positions with their history; `None` where there is no game."""
        for state in self.native_rows().states():
            yield Position.of_state(state) if state else None

    def __repr__(self) -> str:
        return f"<{len(self)} games>"


def pack(
    positions: Positions,
    *,
    edition: str | None = None,
    column: str = "position",
    errors: dict[int, str] | None = None,
) -> NDArray[numpy.uint8]:
    """Positions as an array of bytes: all of a moment of a turn but the turns before.

    `fields` names the columns. The board is that at the start of the turn, and the actions are
    those taken since, by their numbers; from these follow the board now and an open push or pull,
    which `observe` gives.

    A row without a position has 255 for the side to move, by which every function knows that it has
    none; the reason goes into `errors` by the number of the row, or is warned of where no `errors`
    are given.

    >>> errors = {}
    >>> packed = pack(["g r7/8/8/3E4/8/8/8/7R", "nonsense"], errors=errors)
    >>> packed.shape, fields(packed)["side"], list(errors)
    ((2, 128), array([  0, 255], dtype=uint8), [1])
    """
    arrays: list[NDArray[Any]] = []
    found: list[tuple[int, str]] = []
    for games in _games(positions, edition, column):
        _gather(found, games, sum(len(array) for array in arrays))
        arrays.append(_shaped(games.states(), PACKED))
    _tell(found, errors, 3)
    return _joined(arrays, (0, PACKED), "uint8")


def fields(states: NDArray[Any]) -> NDArray[Any]:
    """The columns of packed positions by name, as a view.

    | field | |
    |---|---|
    | `board` | 64 squares at the start of the turn, a1 first: 0, or 1 to 6 for Gold's rabbit, cat, dog, horse, camel and elephant, 7 to 12 for Silver's |
    | `side` | the side to move: 0 Gold, 1 Silver, 255 where the row holds no position |
    | `version` | the version of the format: 1 |
    | `setup` | 1 while pieces are placed |
    | `edition` | 0 to 3, in the order of `Edition` |
    | `turn` | the number of the turn |
    | `handicap` | how many of each piece are missing, in a setup |
    | `taken` | how many actions were taken in the turn |
    | `actions` | these actions by their numbers |

    >>> states = pack([Position("g r7/8/8/3E4/8/8/8/7R").apply("Ed5n")])
    >>> fields(states)["taken"], int(fields(states)["actions"][0, 0]), action_number("Ed5n")
    (array([1], dtype=uint8), 140, 140)
    """
    import numpy

    _check(states)
    rows: Any = numpy.ascontiguousarray(states)
    named: NDArray[Any] = rows.view(_FIELDS)[:, 0]
    return named


def unpack(packed: NDArray[Any], *, errors: dict[int, str] | None = None) -> list[str | None]:
    """The texts of packed positions: compact boards at the start of turns, else JSON states.

    A row without a position is `None`; why goes into `errors`, as with `pack`.

    >>> board = Position("g r7/8/8/3E4/8/8/8/7R").text()
    >>> unpack(pack([board])) == [board]
    True
    """
    _check(packed)
    texts: list[str | None] = []
    found: list[tuple[int, str]] = []
    for (rows,) in chunks(packed, "position"):
        some, reasons = _native.unpack(rows)
        found += [(len(texts) + row, reason) for row, reason in reasons]
        texts += some
    _tell(found, errors, 3)
    return texts


def apply(
    states: Positions, actions: ArrayLike, *, errors: dict[int, str] | None = None
) -> NDArray[numpy.uint8]:
    """The packed positions after an action in each, given by its number.

    A refused action leaves a row without a position; the reason goes into `errors`, as with `pack`.
    Repetition is not known here: `Games` know it.

    >>> states = reset(2, "g r7/8/8/3E4/8/8/8/7R")
    >>> errors = {}
    >>> states = apply(states, [action_number("Ed5n"), action_number("Rh1s")], errors=errors)
    >>> fields(states)["side"], errors
    (array([  0, 255], dtype=uint8), {1: 'there is no square south of h1 (STP-3)'})
    """
    numbers = _numbers(actions)
    arrays: list[NDArray[Any]] = []
    found: list[tuple[int, str]] = []
    first = 0
    for games in _games(states):
        last = first + len(games)
        legal, reasons = games.apply(numbers[first:last])
        found += [(first + row, reason) for row, reason in reasons]
        after = _shaped(games.states(), PACKED)
        after[~legal] = _nothing()
        arrays.append(after)
        first = last
    if first != len(numbers):
        raise ValueError(f"{len(numbers)} actions for {first} positions")
    _tell(found, errors, 3)
    return _joined(arrays, (0, PACKED), "uint8")


def legal_mask(
    positions: Positions,
    *,
    completable: bool = False,
    edition: str | None = None,
    column: str = "position",
    errors: dict[int, str] | None = None,
) -> NDArray[numpy.bool_]:
    """The legal actions of positions: one column for each number, true where it is legal.

    | numbers | actions |
    |---|---|
    | 0 to 255 | `4 * square + direction`: the step from that square (a1 is 0, b1 is 1) north, south, east or west |
    | 256 | the end of the turn |
    | 257 to 640 | `257 + 64 * kind + square`: a rabbit, cat, dog, horse, camel or elephant is placed |

    In mid-turn there may be none although the game goes on (SPEC.md TRN-5). With `completable` the
    actions are those that begin a legal turn, so that there is always one until the game is
    decided. A decided game has none. A row without a position is all false; why goes into `errors`,
    as with `pack`.

    >>> int(legal_mask(["g r7/8/8/3E4/8/8/8/7R"]).sum())
    6
    """
    arrays: list[NDArray[Any]] = []
    found: list[tuple[int, str]] = []
    for games in _games(positions, edition, column):
        _gather(found, games, sum(len(array) for array in arrays))
        arrays.append(_shaped(games.legal_mask(completable), ACTIONS))
    _tell(found, errors, 3)
    return _flags(_joined(arrays, (0, ACTIONS), "uint8"))


def sample_action(
    positions: Positions, seed: int, *, completable: bool = True
) -> NDArray[numpy.int64]:
    """A random legal action of each position, each with the same chance; -1 where there is none.

    `completable` is as in `legal_mask`. The same seed and rows give the same actions on every
    machine.

    >>> state = reset(1, "g r7/8/8/3E4/8/8/8/7R")
    >>> bool(legal_mask(state)[0, sample_action(state, seed=1)[0]])
    True
    """
    arrays = [
        games.sample_actions(seed & (1 << 64) - 1, completable) for games in _games(positions)
    ]
    return _joined(arrays, (0,), "int64")


def observe(
    positions: Positions,
    *,
    relative: bool = False,
    dtype: Literal["uint8", "float32"] = "uint8",
) -> NDArray[Any]:
    """Positions as planes: an array of the shape (rows, 32, 8, 8), in which a1 is `[:, :, 0, 0]`.

    | planes | 1 where |
    |---|---|
    | 0 to 11 | the pieces stand now: Gold's rabbits, cats, dogs, horses, camel, elephant, then Silver's |
    | 12 to 23 | they stood at the start of the turn |
    | 24 | a push has vacated the square, which must be entered |
    | 25 | a pull may draw a piece to the square |
    | 26 to 29 | everywhere, if the turn has at least 1, 2, 3, 4 steps left |
    | 30 | everywhere, if Silver is to move |
    | 31 | everywhere, if pieces are being placed |

    Where `relative`, the pieces of the side to move come first, and for Silver the ranks are
    mirrored, so that every player moves up the board; `mirrored` does the same to actions.

    >>> planes = observe(["g r7/8/8/3E4/8/8/8/7R"])
    >>> planes.shape, int(planes[0, 5, 4, 3])
    ((1, 32, 8, 8), 1)
    """
    arrays = [_shaped(games.observe(relative), PLANES, 8, 8) for games in _games(positions)]
    planes = _joined(arrays, (0, PLANES, 8, 8), "uint8")
    return planes if dtype == "uint8" else planes.astype(dtype)


def winner(positions: Positions) -> NDArray[numpy.int8]:
    """The winner of each game: 0 Gold, 1 Silver, 2 for a draw, -1 while it goes on.

    >>> winner(["g r7/8/8/3E4/8/8/8/7R", "s R7/8/8/8/8/8/8/r7"])
    array([-1,  0], dtype=int8)
    """
    return _joined([games.winners() for games in _games(positions)], (0,), "int8")


def reset(
    rows: int, start: str | Position | None = None, *, edition: str | None = None
) -> NDArray[numpy.uint8]:
    """So many packed positions, all alike: the start of a game, or another position.

    >>> fields(reset(2))["setup"]
    array([1, 1], dtype=uint8)
    """
    position = Position(start, edition=edition) if not isinstance(start, Position) else start
    return pack([position]).repeat(rows, axis=0)


def action_number(action: str) -> int:
    """The number of an action that is given as text: see `legal_mask`.

    >>> action_number("Ed2n"), action_number("end"), action_number("Ra1")
    (44, 256, 257)
    """
    return _native.action_number(action)


def action_text(position: Position, number: int) -> str:
    """The text of an action that is given as a number, in a position.

    >>> position = Position("g r7/8/8/3E4/8/8/8/7R")
    >>> [action_text(position, int(number)) for number in legal_mask([position])[0].nonzero()[0]]
    ['Rh1n', 'Rh1w', 'Ed5n', 'Ed5s', 'Ed5e', 'Ed5w']
    """
    letters = "".join(reversed(position.board.ranks))
    return _native.action_text(number, letters, str(position.side))


def mirrored(actions: ArrayLike) -> NDArray[numpy.int64]:
    """Actions by their numbers on a board with mirrored ranks, as Silver sees it.

    >>> mirrored([action_number("Rh1n"), action_number("end")])
    array([253, 256])
    """
    import numpy

    numbers = numpy.array(_numbers(actions))
    steps, placements = numbers < END, numbers > END
    numbers[placements] = (numbers[placements] - END - 1 ^ 56) + END + 1
    squares, directions = numbers[steps] // 4 ^ 56, numbers[steps] % 4
    numbers[steps] = 4 * squares + numpy.where(directions < 2, directions ^ 1, directions)
    return numbers


def _games(
    source: Any, edition: str | None = None, column: str = "position", engine: str = "bitboard"
) -> Iterator[_native.Games]:
    """The games that go on from positions, chunk by chunk."""
    if isinstance(source, Games):
        yield source.native_games()
    elif getattr(source, "ndim", 1) == 2:
        import numpy

        _check(source)
        states = numpy.ascontiguousarray(source)
        for first in range(0, len(states), 1 << 16):
            yield _native.Games.of_states(states[first : first + (1 << 16)], engine)
    else:
        for (rows,) in chunks(source, column):
            yield _native.Games(rows, name_of(edition), engine)


def _check(states: Any) -> None:
    if states.ndim != 2 or states.shape[1] != PACKED or states.dtype != "uint8":
        raise ValueError(f"packed positions are an array of uint8 with {PACKED} columns")


def _numbers(actions: ArrayLike) -> NDArray[numpy.int64]:
    import numpy

    numbers = numpy.ascontiguousarray(actions)
    if numbers.ndim != 1 or (len(numbers) and numbers.dtype.kind not in "iu"):
        raise ValueError("actions are an array of numbers, one for each game")
    return numbers.astype("int64", copy=False)


def _nothing() -> NDArray[numpy.uint8]:
    """A row without a position."""
    import numpy

    row = numpy.zeros(PACKED, "uint8")
    row[64:66] = 255, 1
    return row


def _shaped(array: Any, *shape: int) -> NDArray[Any]:
    shaped: NDArray[Any] = array.reshape(-1, *shape)
    return shaped


def _flags(array: Any) -> NDArray[numpy.bool_]:
    flags: NDArray[numpy.bool_] = array.view(bool)
    return flags


def _joined(arrays: list[NDArray[Any]], empty: tuple[int, ...], dtype: str) -> NDArray[Any]:
    import numpy

    if len(arrays) == 1:
        return arrays[0]
    return numpy.concatenate(arrays) if arrays else numpy.zeros(empty, dtype)


def _gather(found: list[tuple[int, str]], games: _native.Games, first: int) -> None:
    found += [(first + row, reason) for row, reason in games.reasons()]


def _tell(found: list[tuple[int, str]], errors: dict[int, str] | None, level: int) -> None:
    """Hands over why rows have no answer, or warns of them."""
    if errors is not None:
        errors.update(found)
    elif found:
        (row, reason), count = found[0], len(found)
        rows = f"row {row} has" if count == 1 else f"{count} rows have, row {row} first,"
        warnings.warn(f"{rows} no answer: {reason}", stacklevel=level)
