"""How much faster two processes count turns than one: by shards, and on a cluster of Ray.

    python benches/scaling.py [ROWS]

One round is not counted; of two that follow, interleaved, the fastest is. The parts are compared,
so that every way gives the same bytes. The last column is the load of the machine before a round.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from inputs import boards, write

GROUPS, ROUNDS = 24, 2
BATCH = [sys.executable, "-m", "arimaa"]
ONE_THREAD = os.environ | {"RAYON_NUM_THREADS": "1", "RAY_USAGE_STATS_ENABLED": "0"}


def shards(source: Path, out: Path, processes: int) -> None:
    """One process for each shard, each with one thread."""
    running = [
        subprocess.Popen(
            [*BATCH, "count", source, out, "--shard", f"{number}/{processes}"],
            env=ONE_THREAD,
            stderr=subprocess.DEVNULL,
        )
        for number in range(1, processes + 1)
    ]
    if any(process.wait() for process in running):
        raise SystemExit("a shard failed")


def cluster(source: Path, out: Path, processes: int) -> None:
    """A cluster of nodes with one process each; starting it is not measured."""
    address = CLUSTERS[processes].address
    subprocess.run(
        [*BATCH, "count", source, out, "--ray", address],
        env=ONE_THREAD,
        stderr=subprocess.DEVNULL,
        check=True,
    )


def start(nodes: int) -> Any:
    os.environ["RAY_worker_niceness"] = "0"
    started = import_module("ray.cluster_utils").Cluster()
    for _ in range(nodes):
        started.add_node(
            wait=False, num_cpus=1, object_store_memory=80_000_000, include_dashboard=False
        )
    started.wait_for_nodes(timeout=180)
    return started


def processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 60_000
    ways: list[tuple[str, Callable[[Path, Path, int], None], int]]
    ways = [("shards", shards, 1), ("shards", shards, 2)]
    if CLUSTERS:
        ways += [("Ray", cluster, 1), ("Ray", cluster, 2)]
    best: dict[tuple[str, int], tuple[float, float, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "in.parquet"
        write(source, "position", boards(rows), GROUPS)
        parts: set[tuple[bytes, ...]] = set()
        for round_ in range(ROUNDS + 1):
            for name, work, processes in ways:
                out = Path(folder) / f"{name}-{processes}-{round_}"
                load, used, begin = os.getloadavg()[0], processor_seconds(), time.monotonic()
                work(source, out, processes)
                took = time.monotonic() - begin
                used = processor_seconds() - used
                parts.add(tuple(path.read_bytes() for path in sorted(out.glob("*.parquet"))))
                before = best.get((name, processes))
                if round_ and (before is None or took < before[0]):
                    best[name, processes] = took, used, load
    assert len(parts) == 1 and len(parts.pop()) == GROUPS
    print(f"{rows} positions; {os.cpu_count()} processors")
    print(f"{'way':8}{'processes':>10}{'seconds':>9}{'rows/s':>9}{'faster':>8}{'load':>6}")
    for (name, processes), (took, _, load) in best.items():
        faster = best[name, 1][0] / took
        print(f"{name:8}{processes:10}{took:9.1f}{rows / took:9.0f}{faster:8.2f}{load:6.1f}")
    took, used, _ = best["shards", 1]
    print(f"one process: {rows / used:.0f} rows a second of processor time, start included")


if __name__ == "__main__":
    try:
        CLUSTERS = {nodes: start(nodes) for nodes in (1, 2)}
    except ImportError:
        CLUSTERS = {}
    try:
        main()
    finally:
        for started in CLUSTERS.values():
            started.shutdown()
