"""Arimaa as an environment of PettingZoo, agent by agent: `pip install pettingzoo`.

>>> from arimaa import aec
>>> env = aec.env(start="g r7/8/8/3E4/8/8/8/7R")
>>> env.reset(seed=1)
>>> env.agent_selection, int(env.observe("player_0")["action_mask"].sum())
('player_0', 6)

`player_0` is Gold and moves until it chooses 256, the end of its turn; then it is `player_1`'s
turn. Actions are numbers as in `batch.legal_mask`, observations the planes of `batch.observe`. The
mask has the actions that begin a legal turn (`completable`), so that no player gets stuck in a turn.
"""

from __future__ import annotations

from operator import index
from typing import Any

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from ._learning import ACTIONS, PLANES, flip_vertical
from ._position import Position
from ._starts import check_options, needs_reset, starts

_AGENTS = ["player_0", "player_1"]

# Silver's planes in the place of Gold's: pieces now, pieces before, and what belongs to no side.
_TURNED = [*range(6, 12), *range(6), *range(18, 24), *range(12, 18), *range(24, PLANES)]


def env(**options: Any) -> AECEnv[str, Any, Any]:
    """The environment in the wrappers that PettingZoo's board games have.

    An illegal action loses the game. `options` are those of `ArimaaEnv`.
    """
    wrapped = wrappers.TerminateIllegalWrapper(ArimaaEnv(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class ArimaaEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """The bare environment."""

    def __init__(
        self,
        start: str | Position | None = None,
        *,
        relative: bool = False,
        max_turns: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """An environment whose games begin at `start`: the setup, a position, or `"random setup"`.

        Where `relative`, Silver sees its own pieces first and the ranks mirrored, in its actions
        too, so that one policy plays both sides. A game of `max_turns` turns is truncated.
        """
        super().__init__()
        self.metadata: dict[str, Any] = {
            "name": "arimaa_v0",
            "render_modes": ["ansi", "svg"],
            "is_parallelizable": False,
        }
        check_options(max_turns, render_mode, self.metadata["render_modes"])
        # A start without an action is an error here, and not of the first game.
        starts(start, 1, 0)
        self.render_mode = render_mode
        self.possible_agents, self.agents = list(_AGENTS), list[str]()
        self._start, self._relative, self._max_turns = start, relative, max_turns
        self._random = numpy.random.default_rng()
        self._mirror = flip_vertical(numpy.arange(ACTIONS))
        observation = spaces.Box(0, 1, (PLANES, 8, 8), numpy.uint8)
        mask = spaces.Box(0, 1, (ACTIONS,), numpy.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": observation, "action_mask": mask})
            for agent in _AGENTS
        }
        self.action_spaces: dict[str, Any] = {agent: spaces.Discrete(ACTIONS) for agent in _AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The planes and the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of actions."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """The position now, with its history."""
        (position,) = self._games
        assert position is not None
        return position

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; with a seed a random setup is the same again."""
        if seed is not None:
            self._random = numpy.random.default_rng(seed)
        self._games = starts(self._start, 1, int(self._random.integers(1 << 62)))
        self._first = self._turns_made()
        self.agents = list(_AGENTS)
        self.rewards = dict.fromkeys(_AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0.0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in _AGENTS}
        self._look_at_position()

    def _turns_made(self) -> int:
        """The number of turns before the present one, in a whole game."""
        return 2 * int(self._games.turn[0]) + int(self._games.side[0])

    def _look_at_position(self) -> None:
        """Updates the agent to move, the rewards and the legal actions."""
        self.agent_selection = _AGENTS[int(self._games.side[0])]
        winner = int(self._games.winner[0])
        if winner >= 0:
            self.terminations = dict.fromkeys(_AGENTS, True)
            for side, agent in enumerate(_AGENTS):
                self.rewards[agent] = 0.0 if winner == 2 else 1.0 if winner == side else -1.0
                self.infos[agent] = {"rule": self._games.ended_by(0)}
        elif self._max_turns is not None:
            is_long = self._turns_made() - self._first >= self._max_turns
            self.truncations = dict.fromkeys(_AGENTS, is_long)
        self._mask = self._games.legal_mask(completable=True)[0].astype(numpy.int8)

    def _is_turned(self, agent: str) -> bool:
        return self._relative and agent == _AGENTS[1]

    def observe(self, agent: str) -> dict[str, Any]:
        """The planes and the mask for an agent; the mask is empty if it is not to move."""
        planes, mask = self._games.observe()[0], self._mask.copy()
        if self._is_turned(agent):
            planes, mask = planes[_TURNED, ::-1], mask[self._mirror]
        if agent != self.agent_selection:
            mask = numpy.zeros_like(mask)
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Does an action of the agent to move. Raises `ValueError` for one outside of the mask."""
        if not self.agents:
            raise needs_reset()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            number = index(action)  # type: ignore[arg-type]
        except TypeError:
            raise ValueError(f"{action!r} is no number of an action") from None
        if self._is_turned(agent) and 0 <= number < ACTIONS:
            number = int(self._mirror[number])
        if not (0 <= number < ACTIONS and self._mask[number]):
            raise ValueError(f"{action} is no action of the mask")
        self._cumulative_rewards[agent] = 0.0
        self._games.apply([number])
        self._look_at_position()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board, drawn with characters or as SVG."""
        if self.render_mode is None:
            return None
        return self.position.svg() if self.render_mode == "svg" else str(self.position)

    def close(self) -> None:
        """Does nothing: an environment holds no resources."""
