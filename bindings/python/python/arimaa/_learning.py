"""Games as arrays for machine learning: packed positions, masks, planes, many games at once."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from numbers import Integral
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

from . import _native
from ._chunks import Positions, check_packed, chunks, is_packed, seed_of
from ._position import Position
from ._words import name_of

if TYPE_CHECKING:
    import numpy
    from numpy.typing import ArrayLike, DTypeLike, NDArray

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
    """Many games that are stepped together, each with its history for the rules of repetition.

    It is made from positions, or from the number of games that start with the setup, and is pickled
    with the history. `batch` takes it wherever it takes positions. One thread at a time steps the
    games; another that uses them meanwhile gets a `RuntimeError`. Each call uses all cores.

    >>> games = Games(["g r7/8/8/3E4/8/8/8/7R"] * 2)
    >>> games.apply([action_number("Ed5n"), action_number("Rh1s")], errors={})
    array([ True, False])
    >>> [str(position.actions_taken) for position in games]
    ["(Step('Ed5n'),)", '()']
    """

    __slots__ = ("_engine", "_native")

    def __init__(
        self,
        positions: SupportsIndex | Positions,
        *,
        edition: str | None = None,
        column: str = "position",
        engine: str = "bitboard",
    ) -> None:
        """Starts games at positions, or this number of games at the start of the setup.

        With `engine="reference"` the reference engine judges them, for comparison. A row without a
        position has no game: see `errors`.
        """
        source: Any = positions
        if isinstance(positions, Integral):
            source = pack([Position(edition=edition)]).repeat(int(positions), axis=0)
        self._engine, self._native = engine, _native.Games(_native.Rows([]), None, engine)
        for games in _games(source, edition, column, engine):
            self._native.append(games)

    def __len__(self) -> int:
        return len(self._native)

    @property
    def errors(self) -> dict[int, str]:
        """The reasons of the rows without a game, by row number from 0."""
        return dict(self._native.reasons())

    @property
    def states(self) -> NDArray[numpy.uint8]:
        """The games as packed positions, which have no history."""
        return _rows([self._native], _states, (PACKED,), "uint8")

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
        if not 0 <= row < len(self):
            raise IndexError("there is no such game")
        return self._native.ended_by(row)

    def apply(
        self,
        actions: ArrayLike,
        *,
        mask: NDArray[numpy.bool_] | None = None,
        planes: NDArray[Any] | None = None,
        completable: bool = False,
        relative: bool = False,
        errors: dict[int, str] | None = None,
    ) -> NDArray[numpy.bool_]:
        """Does the actions, given by numbers, one in each game; returns whether each was legal.

        A refused action leaves the game as it was; the reason goes into `errors`, or is warned
        of without them. In a decided game no action is legal.

        The arrays `mask` and `planes`, if given, get what `legal_mask` and `observe` return for the
        games afterwards; that takes less time than separate calls.
        """
        seen = _flat_array(mask, len(self), (ACTIONS,), "bool"), _flat_planes(planes, len(self))
        _check_no_shared_memory(mask, planes)
        legal, reasons = self._native.apply(action_numbers(actions), *seen, completable, relative)
        _tell_errors(reasons, errors, 3)
        return legal

    def legal_mask(
        self,
        *,
        completable: bool = False,
        relative: bool = False,
        out: NDArray[numpy.bool_] | None = None,
    ) -> NDArray[numpy.bool_]:
        """The legal actions: see `batch.legal_mask`."""
        return _masks([self._native], completable, relative, out)

    def sample_action(
        self, seed: SupportsIndex, *, completable: bool = True
    ) -> NDArray[numpy.int64]:
        """A random action of each game: see `batch.sample_action`."""
        return _samples([self._native], seed, completable)

    def observe(
        self,
        *,
        relative: bool = False,
        dtype: DTypeLike | None = None,
        out: NDArray[Any] | None = None,
    ) -> NDArray[Any]:
        """The games as planes: see `batch.observe`."""
        return _planes([self._native], relative, dtype, out)

    def restart(self, where: ArrayLike, by: Games) -> None:
        """Replaces the games of the rows whose flag is set by the games of `by` in the same rows.

        If `by` has fewer rows, they repeat.
        """
        import numpy

        # The games that are replaced are locked.
        others = by.native_games() if by is self else by._native
        self._native.replace(numpy.ascontiguousarray(where, bool), others)

    def copy(self) -> Games:
        """An independent copy."""
        return self._of(self._native.copy(), self._engine)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Games:
        return self.copy()

    def take(self, rows: ArrayLike) -> Games:
        """Copies of the games of these rows, in this order; a row may be named more than once.

        >>> len(Games(2).take([1, 0, 1]))
        3
        """
        return self._of(self._native.take(action_numbers(rows)), self._engine)

    @staticmethod
    def _of(native: _native.Games, engine: str) -> Games:
        games = object.__new__(Games)
        games._native, games._engine = native, engine
        return games

    @staticmethod
    def _restored(rows: list[Position | Exception], engine: str) -> Games:
        native: list[Any] = [row.state if isinstance(row, Position) else row for row in rows]
        return Games._of(_native.Games(_native.Rows(native), None, engine), engine)

    def __reduce__(self) -> tuple[Any, ...]:
        errors = self.errors
        rows = [position or ValueError(errors[row]) for row, position in enumerate(self)]
        return Games._restored, (rows, self._engine)

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
    """Packs positions into an array of bytes, each with its turn so far but without earlier turns.

    `fields` names the columns. The board is that at the start of the turn, and the actions are
    those taken since, by their numbers; from these follow the board now and an open push or pull,
    which `observe` gives.

    A row without a position has 255 for the side to move, which every function here recognizes; the
    reason goes into the dictionary `errors` by the number of the row, or into a warning without
    `errors`.

    >>> errors = {}
    >>> packed = pack(["g r7/8/8/3E4/8/8/8/7R", "nonsense"], errors=errors)
    >>> packed.shape, fields(packed)["side"], list(errors)
    ((2, 128), array([  0, 255], dtype=uint8), [1])
    """
    found: list[tuple[int, str]] = []
    games = _games(positions, edition, column, found=found)
    packed = _rows(games, _states, (PACKED,), "uint8")
    _tell_errors(found, errors, 3)
    return packed


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
    check_packed(states)
    rows: Any = states
    named: NDArray[Any] = rows.view(_FIELDS)[:, 0]
    return named


def unpack(packed: NDArray[Any], *, errors: dict[int, str] | None = None) -> list[str | None]:
    """The texts of packed positions: compact boards at the start of turns, else JSON states.

    A row without a position is `None`; the reason goes into `errors`, as with `pack`.

    >>> board = Position("g r7/8/8/3E4/8/8/8/7R").text()
    >>> unpack(pack([board])) == [board]
    True
    """
    check_packed(packed)
    texts: list[str | None] = []
    found: list[tuple[int, str]] = []
    for (rows,) in chunks(packed, "position"):
        some, reasons = _native.unpack(rows)
        found += [(len(texts) + row, reason) for row, reason in reasons]
        texts += some
    _tell_errors(found, errors, 3)
    return texts


def apply(
    states: Positions,
    actions: ArrayLike,
    *,
    mask: NDArray[numpy.bool_] | None = None,
    planes: NDArray[Any] | None = None,
    winner: NDArray[numpy.int8] | None = None,
    completable: bool = False,
    relative: bool = False,
    errors: dict[int, str] | None = None,
    out: NDArray[numpy.uint8] | None = None,
) -> NDArray[numpy.uint8]:
    """The packed positions after an action in each, given by its number.

    A refused action leaves a row without a position; the reason goes into `errors`, as with `pack`.
    Repetition is not known here: `Games` know it.

    With `out` the rows are written into that array, which may be `states` itself. The arrays
    `mask`, `planes` and `winner`, if given, get what the functions `legal_mask`, `observe` and
    `winner` return for the new positions; that takes less time, since packed positions are read
    only once.

    >>> states = reset(2, "g r7/8/8/3E4/8/8/8/7R")
    >>> errors = {}
    >>> states = apply(states, [action_number("Ed5n"), action_number("Rh1s")], errors=errors)
    >>> fields(states)["side"], errors
    (array([  0, 255], dtype=uint8), {1: 'there is no square south of h1 (STP-3)'})
    """
    import numpy

    numbers = action_numbers(actions)
    _flat_array(mask, len(numbers), (ACTIONS,), "bool")
    _flat_planes(planes, len(numbers))
    _flat_array(winner, len(numbers), (), "int8")
    _check_no_shared_memory(mask, planes)
    found: list[tuple[int, str]] = []
    done = 0

    def apply_chunk(games: _native.Games, rows: NDArray[Any]) -> None:
        nonlocal done
        chunk = slice(done, done + len(rows))
        masked = None if mask is None else _one_dimensional(mask[chunk])
        drawn = None if planes is None else _one_dimensional(planes[chunk])
        legal, reasons = games.apply(numbers[chunk], masked, drawn, completable, relative)
        found.extend((done + row, reason) for row, reason in reasons)
        games.states(_one_dimensional(rows))
        rows[~legal] = _no_values()
        if winner is not None:
            winner[chunk] = numpy.where(legal, games.winners(), -1)
        for array in (mask, planes):
            if array is not None and reasons:
                array[chunk][~legal] = 0
        done += len(rows)

    applied = _rows(_games(states), apply_chunk, (PACKED,), "uint8", out)
    if done != len(numbers):
        raise ValueError(f"{len(numbers)} actions for {done} positions")
    _tell_errors(found, errors, 3)
    return applied


def legal_mask(
    positions: Positions,
    *,
    completable: bool = False,
    relative: bool = False,
    edition: str | None = None,
    column: str = "position",
    errors: dict[int, str] | None = None,
    out: NDArray[numpy.bool_] | None = None,
) -> NDArray[numpy.bool_]:
    """The legal actions of positions: one column for each number, true where it is legal.

    | numbers | actions |
    |---|---|
    | 0 to 255 | `4 * square + direction`: the step from that square (a1 is 0, b1 is 1) north, south, east or west |
    | 256 | the end of the turn |
    | 257 to 640 | `257 + 64 * kind + square`: a rabbit, cat, dog, horse, camel or elephant is placed |

    In mid-turn there may be none although the game goes on (SPEC.md TRN-5). With `completable` the
    actions are those that begin a legal turn, so that there is always one until the game is
    decided. A decided game has none. A row without a position is all false; the reason goes into
    `errors`, as with `pack`.

    Where `relative`, the actions are as the side to move sees them: see `observe` and `flip_vertical`.
    With `out` the mask is written into that array, which saves the time of making one for each
    step.

    >>> int(legal_mask(["g r7/8/8/3E4/8/8/8/7R"]).sum())
    6
    """
    found: list[tuple[int, str]] = []
    mask = _masks(_games(positions, edition, column, found=found), completable, relative, out)
    _tell_errors(found, errors, 3)
    return mask


def sample_action(
    positions: Positions, seed: SupportsIndex, *, completable: bool = True
) -> NDArray[numpy.int64]:
    """A random legal action of each position, each with the same chance; -1 where there is none.

    `completable` is as in `legal_mask`. The same seed and rows give the same actions on every
    machine.

    >>> state = reset(1, "g r7/8/8/3E4/8/8/8/7R")
    >>> bool(legal_mask(state)[0, sample_action(state, seed=1)[0]])
    True
    """
    return _samples(_games(positions), seed, completable)


def choose(
    mask: NDArray[Any], *, weights: NDArray[Any] | None = None, seed: SupportsIndex
) -> NDArray[numpy.int64]:
    """A random action of each row of a mask; -1 where there is none.

    Each has the same chance, or one by its `weights`, which are not negative: a policy gives them
    for all actions, and the mask says which may be chosen. Where all of these weights are 0 each
    has the same chance. The same seed gives the same actions on every machine.

    >>> import numpy
    >>> mask = legal_mask(reset(3, "g r7/8/8/3E4/8/8/8/7R"))
    >>> bool(mask[numpy.arange(3), choose(mask, seed=1)].all())
    True
    >>> policy = numpy.zeros(mask.shape, "float32")
    >>> policy[:, action_number("Ed5n")] = 0.9
    >>> choose(mask, weights=policy, seed=1)
    array([140, 140, 140])
    """
    import numpy

    if mask.ndim != 2 or mask.shape[1] != ACTIONS or mask.dtype.itemsize != 1:
        raise ValueError(f"a mask has {ACTIONS} flags in each row")
    if weights is not None and weights.shape != mask.shape:
        raise ValueError("there is a weight for each flag of the mask")
    out = numpy.empty(len(mask), "int64")
    flags = numpy.ascontiguousarray(mask if mask.dtype == "bool" else mask != 0)
    if weights is not None:
        weights = _one_dimensional(numpy.ascontiguousarray(weights, "float32"))
    _native.choose(_one_dimensional(flags), weights, seed_of(seed), out)
    return out


def observe(
    positions: Positions,
    *,
    relative: bool = False,
    dtype: DTypeLike | None = None,
    out: NDArray[Any] | None = None,
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
    mirrored, so that every player moves up the board; `flip_vertical` does the same to actions. They
    are of the `dtype` uint8, or float32. With `out` they are written into that array.

    >>> planes = observe(["g r7/8/8/3E4/8/8/8/7R"])
    >>> planes.shape, int(planes[0, 5, 4, 3])
    ((1, 32, 8, 8), 1)
    """
    return _planes(_games(positions), relative, dtype, out)


def winner(positions: Positions) -> NDArray[numpy.int8]:
    """The winner of each game: 0 Gold, 1 Silver, 2 for a draw, -1 while it goes on.

    >>> winner(["g r7/8/8/3E4/8/8/8/7R", "s R7/8/8/8/8/8/8/r7"])
    array([-1,  0], dtype=int8)
    """
    return _rows(_games(positions), _winners, (), "int8")


def reset(
    rows: SupportsIndex, start: str | Position | None = None, *, edition: str | None = None
) -> NDArray[numpy.uint8]:
    """Packed positions that are all alike: at the start of a game, or a given position.

    >>> fields(reset(2))["setup"]
    array([1, 1], dtype=uint8)
    """
    position = Position(start, edition=edition) if not isinstance(start, Position) else start
    return pack([position]).repeat(index(rows), axis=0)


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


def flip_vertical(actions: ArrayLike) -> NDArray[numpy.int64]:
    """Actions by their numbers on a board turned over from north to south, as Silver sees it.

    What `sample_action` and `choose` give where there is none, -1, stays. The mirror image that
    learners add to their data is `flip_horizontal`.

    >>> flip_vertical([action_number("Rh1n"), action_number("end")])
    array([253, 256])
    """
    return _flipped_numbers(actions, 56, 0)


def flip_horizontal(array: ArrayLike) -> NDArray[Any]:
    """Flips arrays from west to east, so that a1 becomes h1; the sides stay.

    Takes actions by their numbers, rows of masks or policies, packed positions, and planes. A
    flipped action is legal on the flipped board if the action is legal on the board.

    >>> flip_horizontal([action_number("Rh1n"), action_number("Rh1w"), action_number("end")])
    array([  0,   2, 256])
    >>> mask = legal_mask(["g r7/8/8/3E4/8/8/8/7R"])
    >>> bool((flip_horizontal(mask) == legal_mask(["g 7r/8/8/4E3/8/8/8/R7"])).all())
    True
    """
    import numpy

    rows: Any = numpy.asarray(array)
    if rows.ndim == 1:
        return _flipped_numbers(rows, 7, 2)
    if rows.shape[-3:] == (PLANES, 8, 8):
        return numpy.ascontiguousarray(rows[..., ::-1])
    if rows.ndim == 2 and rows.shape[1] == ACTIONS:
        return numpy.ascontiguousarray(rows[:, _flipped_numbers(numpy.arange(ACTIONS), 7, 2)])
    packed: NDArray[Any] = rows.copy()
    named: Any = fields(packed)
    named["board"] = named["board"].reshape(-1, 8, 8)[..., ::-1].reshape(-1, 64)
    flipped = _flipped_numbers(numpy.arange(ACTIONS), 7, 2)
    is_taken = numpy.arange(16) < named["taken"][:, None]
    named["actions"] = numpy.where(is_taken, flipped[named["actions"] % ACTIONS], 0)
    return packed


def _flipped_numbers(actions: ArrayLike, squares: int, turned: int) -> NDArray[numpy.int64]:
    """Actions with these bits of their squares changed, and two directions swapped."""
    import numpy

    numbers = numpy.array(action_numbers(actions))
    if ((numbers < -1) | (numbers >= ACTIONS)).any():
        raise ValueError(f"actions are numbers from 0 to {ACTIONS - 1}, or -1")
    steps, placements = (numbers >= 0) & (numbers < END), numbers > END
    numbers[placements] = (numbers[placements] - END - 1 ^ squares) + END + 1
    places, directions = numbers[steps] // 4 ^ squares, numbers[steps] % 4
    is_turned = directions // 2 == turned // 2
    numbers[steps] = 4 * places + numpy.where(is_turned, directions ^ 1, directions)
    return numbers


def _games(
    source: Any,
    edition: str | None = None,
    column: str = "position",
    engine: str = "bitboard",
    found: list[tuple[int, str]] | None = None,
) -> Iterator[_native.Games]:
    """Starts games at positions, chunk by chunk; reasons of rows without one go into `found`."""
    first = 0
    for games in _chunks_of_games(source, edition, column, engine):
        if found is not None:
            found += [(first + row, reason) for row, reason in games.reasons()]
        first += len(games)
        yield games


def _chunks_of_games(
    source: Any, edition: str | None, column: str, engine: str
) -> Iterator[_native.Games]:
    if isinstance(source, Games):
        yield source.native_games()
    elif is_packed(source):
        import numpy

        states = numpy.ascontiguousarray(source)
        for first in range(0, len(states), 1 << 16):
            yield _native.Games.of_states(states[first : first + (1 << 16)], engine)
    else:
        for (rows,) in chunks(source, column):
            yield _native.Games(rows, name_of(edition), engine)


def _rows(
    games: Iterable[_native.Games],
    write: Callable[[_native.Games, NDArray[Any]], None],
    shape: tuple[int, ...],
    dtype: str,
    out: NDArray[Any] | None = None,
) -> NDArray[Any]:
    """An array with a row of this shape for each game: `out`, or a new one."""
    import numpy

    _flat_array(out, None, shape, dtype)
    arrays: list[NDArray[Any]] = []
    first = 0
    for some in games:
        last = first + len(some)
        rows = numpy.empty((len(some), *shape), dtype) if out is None else out[first:last]
        if len(rows) == len(some):
            write(some, rows)
        arrays.append(rows)
        first = last
    if out is not None:
        _flat_array(out, first, shape, dtype)
        return out
    if len(arrays) == 1:
        return arrays[0]
    return numpy.concatenate(arrays) if arrays else numpy.empty((0, *shape), dtype)


def _one_dimensional(array: Any) -> NDArray[Any]:
    """The numbers of an array, one after the other."""
    line: NDArray[Any] = array.reshape(-1)
    return line


def _flat_array(
    array: NDArray[Any] | None, rows: int | None, shape: tuple[int, ...], dtype: str
) -> NDArray[Any] | None:
    """Flattens an array to be written, and checks its type, its shape and its rows."""
    if array is None:
        return None
    if array.shape[1:] != shape or array.dtype != dtype or not array.flags.c_contiguous:
        raise ValueError(f"written are contiguous arrays of {dtype} with rows of the shape {shape}")
    if not array.flags.writeable:
        raise ValueError("an array to be written is read-only")
    if rows is not None and len(array) != rows:
        raise ValueError(f"an array with {len(array)} rows for {rows} positions")
    return _one_dimensional(array)


def _flat_planes(planes: NDArray[Any] | None, rows: int) -> NDArray[Any] | None:
    is_float = planes is not None and planes.dtype == "float32"
    return _flat_array(planes, rows, (PLANES, 8, 8), "float32" if is_float else "uint8")


def _check_no_shared_memory(mask: NDArray[Any] | None, planes: NDArray[Any] | None) -> None:
    import numpy

    if mask is not None and planes is not None and numpy.may_share_memory(mask, planes):
        raise ValueError("the mask and the planes are written into the same memory")


def _states(games: _native.Games, rows: NDArray[Any]) -> None:
    games.states(_one_dimensional(rows))


def _winners(games: _native.Games, rows: NDArray[Any]) -> None:
    rows[:] = games.winners()


def _masks(
    games: Iterable[_native.Games],
    completable: bool,
    relative: bool,
    out: NDArray[numpy.bool_] | None,
) -> NDArray[numpy.bool_]:
    def write(games: _native.Games, rows: NDArray[Any]) -> None:
        games.look(_one_dimensional(rows), None, completable, relative)

    return _rows(games, write, (ACTIONS,), "bool", out)


def _samples(
    games: Iterable[_native.Games], seed: SupportsIndex, completable: bool
) -> NDArray[numpy.int64]:
    bits, first = seed_of(seed), 0

    def write(games: _native.Games, rows: NDArray[Any]) -> None:
        nonlocal first
        games.sample_actions(bits, first, completable, rows)
        first += len(rows)

    return _rows(games, write, (), "int64")


def _planes(
    games: Iterable[_native.Games],
    relative: bool,
    dtype: DTypeLike | None,
    out: NDArray[Any] | None,
) -> NDArray[Any]:
    def write(games: _native.Games, rows: NDArray[Any]) -> None:
        games.look(None, _one_dimensional(rows), False, relative)

    kind = "uint8" if dtype is None else planes_dtype(dtype)
    if out is not None:
        found = "float32" if out.dtype == "float32" else "uint8"
        if found != kind and dtype is not None:
            raise ValueError(f"an array of {found} for planes of {kind}")
        kind = found
    return _rows(games, write, (PLANES, 8, 8), kind, out)


def planes_dtype(dtype: DTypeLike) -> str:
    """The name of a dtype of planes, given in any form that numpy knows."""
    import numpy

    try:
        given = numpy.dtype(dtype)
    except TypeError:
        given = None
    for name in ("uint8", "float32"):
        if given is not None and given == name:
            return name
    raise ValueError(f"planes are of uint8 or float32, not of {dtype!r}")


def action_numbers(actions: ArrayLike) -> NDArray[numpy.int64]:
    """The numbers of actions, one for each game."""
    import numpy

    # A number alone has no dimension, and would get one.
    numbers = numpy.asarray(actions, order="C")
    if numbers.ndim != 1 or (len(numbers) and numbers.dtype.kind not in "iu"):
        raise ValueError("actions are an array of numbers, whole ones, one for each game")
    # Too large a number must not come round to that of an action.
    if numbers.dtype == "uint64":
        numbers = numpy.minimum(numbers, numpy.uint64((1 << 63) - 1))
    return numbers.astype("int64", copy=False)


def _no_values() -> NDArray[numpy.uint8]:
    """The packed row without a position."""
    import numpy

    row = numpy.zeros(PACKED, "uint8")
    row[64:66] = 255, 1
    return row


def _tell_errors(found: list[tuple[int, str]], errors: dict[int, str] | None, level: int) -> None:
    """Puts the reasons of rows without an answer into `errors`, or warns of them."""
    if errors is not None:
        errors.update(found)
    elif found:
        (row, reason), count = found[0], len(found)
        rows = f"row {row} has" if count == 1 else f"{count} rows have, row {row} first,"
        warnings.warn(f"{rows} no answer: {reason}", stacklevel=level)
