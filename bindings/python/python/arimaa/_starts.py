"""Start positions of environments, and checks of their options."""

from __future__ import annotations

from collections.abc import Sequence

from gymnasium.error import ResetNeeded

from ._learning import Games, legal_mask
from ._position import Position
from .batch import sample_turn

RANDOM_SETUP = "random setup"
"""A start with both sides set up at random: Gold is to make its first turn of play."""


def starts(start: str | Position | None, rows: int, seed: int) -> Games:
    """New games of an environment: at a position, after random setups, or before the setup."""
    if start != RANDOM_SETUP:
        position = start if isinstance(start, Position) else Position(start)
        if not legal_mask([position], completable=True).any():
            raise ValueError("the game has no action to begin with: see `Position.outcome`")
        return Games([position] * rows)
    games = Games(rows)
    for setup in range(2):
        games = Games(sample_turn(games, 2 * seed + setup)["position"])
    return games


def check_options(max_turns: int | None, render_mode: str | None, modes: Sequence[str]) -> None:
    """Raises for invalid options of an environment."""
    if max_turns is not None and max_turns < 1:
        raise ValueError(f"a game has at least one turn: `max_turns` is {max_turns}")
    if render_mode is not None and render_mode not in modes:
        raise ValueError(f"{render_mode!r} is no `render_mode`: {', '.join(modes)}")


def needs_reset() -> ResetNeeded:
    """The error of an environment without a running game."""
    return ResetNeeded("no game is being played: call `reset` first")
