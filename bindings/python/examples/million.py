"""Counts the turns of a million positions on a local cluster of Dask, and says what took how long.

    pip install "dask[dataframe,distributed]" pyarrow
    python bindings/python/examples/million.py OUT

The positions are those of random games at the starts of turns. OUT/rows gets them, in row groups of
ten thousand or so, and OUT/counted the same with the number of their turns.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

import dask.dataframe
import dask.distributed
import pyarrow
import pyarrow.parquet

from arimaa import batch


def sample(path: Path, positions: int) -> int:
    """Writes this many positions or a few more, and returns their number."""
    path.parent.mkdir(parents=True, exist_ok=True)
    schema = pyarrow.schema([("position", pyarrow.string())])
    games = batch.Games(4096)
    fresh = games.copy()
    rows, seed = 0, 0
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        while rows < positions:
            found: list[str | None] = []
            # Ten thousand or so are a part of the work: seconds of one processor.
            while len(found) < min(10_000, positions - rows):
                games.apply(games.sample_action(seed), errors={})
                games.restart(games.winner >= 0, fresh)
                states = games.states
                named = batch.fields(states)
                found += batch.unpack(states[(named["taken"] == 0) & (named["setup"] == 0)])
                seed += 1
            writer.write_table(pyarrow.table({"position": found}, schema))
            rows += len(found)
    return rows


def counted(rows: Any) -> Any:
    """A part of the table with the number of turns of each position."""
    return rows.assign(count=batch.count_turns(rows["position"]).numpy("count", missing=0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    begin = time.perf_counter()
    rows = sample(options.out / "rows" / "rows.parquet", options.positions)
    print(f"{rows} positions written after {time.perf_counter() - begin:.0f} s")
    # Each worker has a processor of its own.
    os.environ["RAYON_NUM_THREADS"] = "1"
    with dask.distributed.Client(n_workers=options.workers, threads_per_worker=1):
        frame = dask.dataframe.read_parquet(options.out / "rows", split_row_groups=True)
        answers = frame.map_partitions(counted, meta=counted(frame.head(0)))
        answers.to_parquet(options.out / "counted")
    print(f"counted after {time.perf_counter() - begin:.0f} s")
    total = pyarrow.parquet.read_table(options.out / "counted", columns=["count"])["count"]
    print(f"{len(total)} counts, {sum(total.to_pylist()) / len(total):.0f} turns on average")


if __name__ == "__main__":
    main()
