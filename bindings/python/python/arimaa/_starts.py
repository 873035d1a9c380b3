"""The positions from which environments begin."""

from __future__ import annotations

from ._learning import Games
from ._position import Position
from .batch import sample_turn

RANDOM_SETUP = "random setup"
"""A start with both sides set up at random: Gold is to make its first turn of play."""


def starts(start: str | Position | None, rows: int, seed: int) -> Games:
    """So many games to begin with: from a position, a setup at random, or the very start."""
    if start != RANDOM_SETUP:
        return Games([start if isinstance(start, Position) else Position(start)] * rows)
    games = Games(rows)
    for setup in range(2):
        games = Games(sample_turn(games, 2 * seed + setup)["position"])
    return games
