"""The time of a turn."""

from __future__ import annotations

import json
from typing import NamedTuple

from ._native import answer_clock


class TimeControl(NamedTuple):
    """A time control with all its parts, in seconds; a missing limit is `None`."""

    control: str
    turn: float
    reserve: float
    percent: int
    most_reserve: float | None
    game: float | None
    moves: int | None
    longest_turn: float | None
    limit: float
    """The longest that a turn may take now."""
    reserve_after: float | None
    """The reserve after the turn that took as long as was said."""


def time_control(
    control: str, reserve: float | None = None, used: float | None = None
) -> TimeControl:
    """Computes the time limit of a turn, and the reserve after a turn that took `used` seconds.

    >>> clock = time_control("15s/90s/100/2m", reserve=60, used=20.5)
    >>> clock.limit, clock.reserve_after, clock.most_reserve
    (75.0, 54.5, 120.0)
    >>> time_control("15s")
    Traceback (most recent call last):
        ...
    ValueError: part R of a time control: found ``, expected a time of at most ten years, such as `90s`, `1m30s` or `1:30`
    """
    asked = json.dumps({"control": control, "reserve": reserve, "used": used})
    told = json.loads(answer_clock(asked))
    if "error" in told:
        raise ValueError(told["error"])
    return TimeControl(**told)
