"""What several tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

import arimaa

REPOSITORY = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def record_files() -> list[Path]:
    """The real games of the repository."""
    files = sorted((REPOSITORY / "tests" / "games").glob("*.txt"))
    assert len(files) >= 16
    return files


@pytest.fixture(scope="session")
def games(record_files: list[Path]) -> list[arimaa.Game]:
    """The real games of the repository, played."""
    games = []
    for file in record_files:
        games += [arimaa.Game.from_record(record) for record in arimaa.read_records(file)]
    return games


@pytest.fixture(scope="session")
def positions(games: list[arimaa.Game]) -> list[arimaa.Position]:
    """Some hundred positions of real games, with their history."""
    return [position for game in games for position in game.positions[3::3]]
