"""Boards for tests, and what other processes do with them."""

from __future__ import annotations

from arimaa import Position, batch

PLAIN = "g r7/8/8/3E4/8/8/8/7R"
"""A board with an elephant and two rabbits."""

TURNS = 145
"""The number of its turns."""


def compact(side: str, **pieces: str) -> str:
    """A compact board with these pieces: `compact("g", d4="E")`."""
    ranks = [
        "".join(pieces.get(file + str(rank), ".") for file in "abcdefgh")
        for rank in range(8, 0, -1)
    ]
    return f"{side} [{''.join(ranks)}]"


def count(position: Position) -> tuple[int, int, Position]:
    """What a process knows of a position that it was sent."""
    return position.count_turns(), hash(position), position


def count_rows(rows: list[str]) -> tuple[int, int]:
    """The turns and the actions that a process counts on all cores."""
    turns: int = sum(batch.count_turns(rows)["count"])
    packed = batch.pack(rows)
    return turns, int(batch.legal_mask(packed).sum())
