"""Measures rows answered in a second of one processor, and the bytes that they take.

    RAYON_NUM_THREADS=1 python benches/rates.py [ROWS]

Seconds are those of the processor, without starting Python; the load of the machine is printed
beside them. Boards are one random turn away from a position of a real game.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from arimaa import Game, Record, batch, read_records
from arimaa._command import main as job
from arimaa._inputs import find, sources

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
    """Writes a Parquet file of one column in `groups` row groups."""
    size = -(-len(texts) // groups)
    parquet.write_table(pyarrow.table({column: texts}), path, row_group_size=size)


def timed(work: Callable[[Any], object], argument: object) -> float:
    """The processor time of a function call, in seconds."""
    begin = time.process_time()
    work(argument)
    return time.process_time() - begin


def row(name: str, count: int, seconds: float, size_in: int, size_out: int) -> None:
    rate, each_in, each_out = count / seconds, size_in / count, size_out / count
    print(f"{name:10}{count:9}{seconds:9.2f}{rate:12.0f}{each_in:10.1f}{each_out:10.1f}")


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    games = [Game.from_record(record) for record in records()]
    texts = [record.text for record in records()]
    turns = sum(len(game.turns) for game in games)
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors, one thread")
    print(f"{'task':10}{'rows':>9}{'seconds':>9}{'rows/s':>12}{'bytes in':>10}{'bytes out':>10}")
    with tempfile.TemporaryDirectory() as folder:
        positions, played = Path(folder) / "positions.parquet", Path(folder) / "records.parquet"
        write(positions, "position", boards(rows), 4)
        write(played, "record", texts * max(1, rows // turns), 4)
        for task, source in (
            ("validate", positions),
            ("outcome", positions),
            ("count", positions),
            ("replay", played),
            ("positions", played),
        ):
            out = Path(folder) / task
            seconds = timed(job, [task, str(source), str(out)])
            size = sum(part.stat().st_size for part in out.glob("*.parquet"))
            count = rows if source == positions else turns * max(1, rows // turns)
            row(task, count, seconds, source.stat().st_size, size)
        merged = Path(folder) / "all.parquet"
        asked = ["merge", "count", str(positions), str(Path(folder) / "count"), str(merged)]
        seconds = timed(job, asked)
        row("merge", rows, seconds, positions.stat().st_size, merged.stat().st_size)
        (listed_file,) = sources(positions)
        listed = timed(find, listed_file)
        print(
            f"listing the row groups of a file of {positions.stat().st_size} bytes: {listed:.3f} s"
        )
    block = bytes(1 << 26)
    print(f"SHA-256: {len(block) / timed(hashlib.sha256, block) / 1e6:.0f} MB/s")
    print("rows of replay are turns; rows of positions are turns, too")


if __name__ == "__main__":
    main()
