"""Many games as a vector environment of Gymnasium: `pip install gymnasium`.

>>> from arimaa import vector
>>> env = vector.ArimaaVectorEnv(2, start="g r7/8/8/3E4/8/8/8/7R")
>>> observation, info = env.reset(seed=1)
>>> observation["observation"].shape, observation["action_mask"].sum(axis=1), info["to_play"]
((2, 32, 8, 8), array([6, 6]), array([0, 0], dtype=int8))
>>> observation, reward, terminated, truncated, info = env.step(env.sample())
>>> reward, terminated
(array([0., 0.]), array([False, False]))

One agent plays both sides: `info["to_play"]` says which acts next, 0 for Gold, and a reward is that
of the side that acted: 1 where its action won the game, -1 where it lost it. Actions are numbers as
in `batch.legal_mask`; the mask has those that begin a legal turn (`completable`). A game that is
over begins anew with the next step, whose action is ignored (`AutoresetMode.NEXT_STEP`). An
environment can be pickled with its games and its random numbers.

Gymnasium makes it by its name, or `ArimaaEnv`, which has one game:

>>> import gymnasium
>>> env = gymnasium.make("arimaa.vector:Arimaa-v0", start="random setup")
>>> observation, info = env.reset(seed=1)
>>> env.step(int(observation["action_mask"].argmax()))[1:4]
(0.0, False, False)
>>> gymnasium.make_vec("arimaa.vector:Arimaa-v0", num_envs=2, max_turns=100).num_envs
2
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy
from gymnasium import (
    Env,
    register,  # pyright: ignore[reportUnknownVariableType]
    spaces,
)
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._learning import ACTIONS, PLANES, action_numbers, choose, flip_vertical, planes_dtype
from ._position import Position
from ._starts import RANDOM_SETUP, check_options, needs_reset, starts

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray


# The references to arrays that nobody holds but a list of them.
_UNHELD = list(map(sys.getrefcount, [numpy.empty(0), numpy.empty(0)]))


class ArimaaVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games that are stepped together."""

    def __init__(
        self,
        num_envs: int,
        start: str | Position | None = None,
        *,
        relative: bool = False,
        max_turns: int | None = None,
        dtype: DTypeLike = "uint8",
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """Makes an environment whose games begin at `start`: the setup, a position, or `"random
        setup"`.

        If `relative`, planes and actions are as the side to move sees them. A game of `max_turns`
        turns is truncated. The `dtype` of the planes is uint8 or float32. Without `copy` the next
        step overwrites the arrays of an observation, which is faster; with it, only arrays that
        nobody holds any more.
        """
        self.metadata: dict[str, Any] = {
            "autoreset_mode": AutoresetMode.NEXT_STEP,
            "render_modes": ["ansi"],
        }
        check_options(max_turns, render_mode, self.metadata["render_modes"])
        if num_envs < 1:
            raise ValueError(f"there is at least one game: `num_envs` is {num_envs}")
        kind = planes_dtype(dtype)
        self.num_envs, self.render_mode = num_envs, render_mode
        self._start, self._relative, self._max_turns = start, relative, max_turns
        self._mirror = flip_vertical(numpy.arange(ACTIONS))
        self._copy, self._rows = copy, numpy.arange(num_envs)
        self._planes: NDArray[Any] = numpy.empty((num_envs, PLANES, 8, 8), kind)
        self._mask = numpy.empty((num_envs, ACTIONS), bool)
        # A caller may write into the mask that it is given; this one decides.
        self._allowed = numpy.zeros_like(self._mask)
        self._is_begun = False
        self._spare: list[NDArray[Any]] = []
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (PLANES, 8, 8), numpy.dtype(kind).type),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), numpy.int8),
            }
        )
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begin_games()

    def _begin_games(self) -> None:
        seed = int(self.np_random.integers(1 << 62))
        self._fresh = starts(self._start, self.num_envs, seed)
        self._games = self._fresh.copy()
        self._first = self._turns_made()
        self._over = numpy.zeros(self.num_envs, bool)

    def _begin_some(self, mask: Any) -> None:
        """Restarts the games whose flag is set."""
        form = getattr(mask, "dtype", None), getattr(mask, "shape", None)
        if form != (bool, (self.num_envs,)) or not mask.any():
            raise ValueError(f"`reset_mask` is an array of {self.num_envs} flags, one of them set")
        if not self._is_begun:
            raise needs_reset()
        self._restart(mask)
        self._over &= ~mask

    def _turns_made(self) -> NDArray[numpy.int64]:
        """The number of turns before the present one of each game, in a whole game."""
        return 2 * self._games.turn.astype(numpy.int64) + self._games.side

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts all games; a seed makes random setups and `sample` repeatable.

        With the option `reset_mask` of Gymnasium only the games whose flag is set start.
        """
        super().reset(seed=seed)
        chosen = dict(options or {})
        mask = chosen.pop("reset_mask", None)
        if chosen:
            raise ValueError(f"the only option is `reset_mask`, not {', '.join(chosen)}")
        if mask is None:
            self._begin_games()
        else:
            self._begin_some(mask)
        self._is_begun = True
        self._prepare_arrays()
        relative = self._relative
        self._games.observe(relative=relative, out=self._planes)
        self._games.legal_mask(completable=True, relative=relative, out=self._mask)
        return self._observations_and_infos()

    def _prepare_arrays(self) -> None:
        """Chooses arrays for the next observation: unused ones, or ones that may be reused."""
        if not self._copy:
            return
        spare, self._spare = self._spare, [self._planes, self._mask]
        if list(map(sys.getrefcount, spare)) != _UNHELD:
            spare = [numpy.empty_like(array) for array in self._spare]
        self._planes, self._mask = spare

    def _observations_and_infos(self) -> tuple[dict[str, Any], dict[str, Any]]:
        self._side = self._games.side
        mask: Any = self._mask
        seen = {"observation": self._planes, "action_mask": mask.view("int8")}
        numpy.copyto(self._allowed, self._mask)
        return seen, {"to_play": numpy.array(self._side)}

    def sample(self) -> NDArray[numpy.int64]:
        """A random action of each game; the actions of its mask have equal chances."""
        if not self._is_begun:
            raise needs_reset()
        actions = choose(self._allowed, seed=int(self.np_random.integers(1 << 62)))
        # Of a game that is over the action is ignored.
        return numpy.maximum(actions, 0)

    def _for_side_to_move(self, actions: NDArray[numpy.int64]) -> NDArray[numpy.int64]:
        """Actions as the side to move sees them, and back."""
        if not self._relative:
            return actions
        return numpy.where(self._side == 1, self._mirror[actions], actions)

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        dict[str, Any],
        NDArray[numpy.float64],
        NDArray[numpy.bool_],
        NDArray[numpy.bool_],
        dict[str, Any],
    ]:
        """Does an action in each game.

        Raises `ValueError` for an action outside of the mask, and does none. A game that is over
        has an empty mask: its next action is ignored, and restarts it.
        """
        if not self._is_begun:
            raise needs_reset()
        seen = action_numbers(actions)
        if len(seen) != self.num_envs:
            raise ValueError(f"{len(seen)} actions for {self.num_envs} games")
        is_number = (seen >= 0) & (seen < ACTIONS)
        seen = numpy.where(is_number, seen, 0)
        going = ~self._over
        wrong = numpy.flatnonzero(going & ~(is_number & self._allowed[self._rows, seen]))
        if wrong.size:
            raise ValueError(f"games {wrong[:9].tolist()}: the mask does not have the action")
        chosen, acted = self._for_side_to_move(seen), self._side
        if self._over.any():
            chosen = numpy.where(going, chosen, -1)
            self._restart(self._over)
        self._prepare_arrays()
        self._games.apply(
            chosen,
            mask=self._mask,
            planes=self._planes,
            completable=True,
            relative=self._relative,
            errors={},
        )
        observation, info = self._observations_and_infos()
        winner = self._games.winner
        terminated = winner >= 0
        reward = numpy.where(winner == acted, 1.0, -1.0)
        reward[~terminated | (winner == 2)] = 0.0
        truncated = numpy.zeros(self.num_envs, bool)
        if self._max_turns is not None:
            truncated = (self._turns_made() - self._first >= self._max_turns) & ~terminated
        self._over = terminated | truncated
        return observation, reward, terminated, truncated, info

    def _restart(self, where: NDArray[numpy.bool_]) -> None:
        """Restarts the games whose flag is set."""
        fresh = self._fresh
        if self._start == RANDOM_SETUP:
            seed = int(self.np_random.integers(1 << 62))
            begun = numpy.cumsum(where)
            fresh = starts(self._start, int(begun[-1]), seed).take(numpy.maximum(begun - 1, 0))
        self._games.restart(where, fresh)

    @property
    def positions(self) -> list[Position | None]:
        """The present positions, with their histories."""
        return list(self._games)

    def render(self) -> tuple[Any, ...] | None:
        """The boards, drawn in text."""
        return tuple(map(str, self._games)) if self.render_mode == "ansi" else None


class ArimaaEnv(Env[Any, Any]):
    """One game, stepped as `ArimaaVectorEnv` steps many, with its options."""

    def __init__(self, start: str | Position | None = None, **options: Any) -> None:
        games: Any = ArimaaVectorEnv(1, start, **options)
        self._games: ArimaaVectorEnv = games
        self.metadata = {"render_modes": games.metadata["render_modes"]}
        self.render_mode = games.render_mode
        self.observation_space = games.single_observation_space
        self.action_space = games.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts a game; a seed makes a random setup repeatable."""
        super().reset(seed=seed)
        observation, info = self._games.reset(seed=seed, options=options)
        return _first_of_each(observation), _first_of_each(info)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Does an action. Raises `ValueError` for one outside of the mask."""
        observation, reward, terminated, truncated, info = self._games.step([action])
        ended = bool(terminated[0]), bool(truncated[0])
        return _first_of_each(observation), float(reward[0]), *ended, _first_of_each(info)

    @property
    def position(self) -> Position | None:
        """The present position, with its history."""
        return self._games.positions[0]

    def render(self) -> Any:
        """The board, drawn in text."""
        drawn = self._games.render()
        return drawn and drawn[0]


def _first_of_each(rows: dict[str, Any]) -> dict[str, Any]:
    return {name: row[0] for name, row in rows.items()}


register(
    "Arimaa-v0",
    entry_point="arimaa.vector:ArimaaEnv",
    vector_entry_point="arimaa.vector:ArimaaVectorEnv",
)
