"""Positions and records for measurements."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from arimaa import Game, Record, batch, read_records

pyarrow: Any = import_module("pyarrow")
parquet: Any = import_module("pyarrow.parquet")

GAMES = Path(__file__).resolve().parents[3] / "tests" / "games"


def records() -> list[Record]:
    """The real games of the repository."""
    return [record for file in sorted(GAMES.glob("*.txt")) for record in read_records(file)]


def boards(rows: int) -> list[str]:
    """Boards that are one random turn away from a position of a real game."""
    games = [Game.from_record(record) for record in records()]
    real = [
        position
        for game in games
        for position in game.positions
        if not position.is_setup() and not position.is_game_over()
    ]
    found: list[str] = []
    seed = 0
    while len(found) < rows:
        found += batch.sample_turn(real, seed=seed)["position"]
        seed += 1
    return found[:rows]


def write(path: Path, column: str, texts: list[str], groups: int) -> None:
    """A Parquet file of one column in so many row groups."""
    size = -(-len(texts) // groups)
    parquet.write_table(pyarrow.table({column: texts}), path, row_group_size=size)
