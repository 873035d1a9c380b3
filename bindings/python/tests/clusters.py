"""A cluster of Ray on this machine whose processes are killed by tests."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

BATCH = [sys.executable, "-m", "arimaa"]

# What a task of the package is called in the list of processes.
_WORKER = "ray::asked"

# The least that a node of Ray takes for its objects, which are few and small here.
_STORE = 80_000_000


class TwoNodes:
    """Two nodes with a processor each. The second one can be killed, and then another begins."""

    def __init__(self, ray: Any) -> None:
        from importlib import import_module

        # Ray lets its workers give way to all other processes. Here they shall not wait for these.
        os.environ["RAY_worker_niceness"] = "0"
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        self._cluster: Any = import_module("ray.cluster_utils").Cluster()
        self._ray = ray
        self._head = self._add()
        self._second = self._add()
        # On a busy machine the 30 seconds that Ray waits by itself are few.
        self._cluster.wait_for_nodes(timeout=180)
        self.address: str = self._cluster.address

    def _add(self) -> Any:
        return self._cluster.add_node(
            wait=False, num_cpus=1, object_store_memory=_STORE, include_dashboard=False
        )

    def workers(self) -> list[int]:
        """The processes that work on a unit now."""
        raylets = {
            process.process.pid
            for node in (self._head, self._second)
            for process in node.all_processes["raylet"]
        }
        found: list[int] = []
        for process in Path("/proc").iterdir():
            try:
                words = (process / "cmdline").read_text()
                parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
            except (OSError, IndexError):
                continue
            if words.startswith(_WORKER) and int(parent) in raylets:
                found.append(int(process.name))
        return found

    def kill_worker(self, chance: random.Random) -> bool:
        """Kills a process that works on a unit. Returns whether there is one."""
        workers = self.workers()
        if workers:
            os.kill(chance.choice(workers), signal.SIGKILL)
        return bool(workers)

    def kill_node(self) -> None:
        """Kills the second node with all its processes, and starts another one."""
        self._cluster.remove_node(self._second, allow_graceful=False)
        self._second = self._add()

    def stop(self) -> None:
        """Ends all processes."""
        self._cluster.shutdown()


class Driver:
    """The command that asks the cluster, started again when it is killed."""

    def __init__(self, arguments: list[str], log: Path) -> None:
        self._arguments, self._log = arguments, log
        self.starts = 0
        self.start()

    def start(self) -> None:
        """Starts the command."""
        self.starts += 1
        with self._log.open("a") as log:
            self._process = subprocess.Popen(BATCH + self._arguments, stderr=log)

    def is_running(self) -> bool:
        return self._process.poll() is None

    def kill_and_start(self) -> None:
        """Kills the command, and starts it again."""
        self._process.kill()
        self._process.wait()
        self.start()

    def code(self) -> int:
        """The exit code at the end."""
        return self._process.wait(timeout=600)


def kill_at_random(
    cluster: TwoNodes, driver: Driver, parts: Callable[[], int], seed: int, most: int
) -> list[str]:
    """Kills a worker, the second node and the driver at random moments, until the driver ends.

    A moment is a number of parts that are there, and some milliseconds. Returns what was killed.
    Fails after ten minutes.
    """
    chance, begin = random.Random(seed), time.monotonic()
    moments = sorted((chance.randrange(most), kind) for kind in ("worker", "node", "driver"))
    killed: list[str] = []
    while driver.is_running():
        assert time.monotonic() - begin < 600, f"the job hangs at {parts()} parts, after {killed}"
        time.sleep(chance.uniform(0.01, 0.2))
        there = parts()
        if not moments or there < moments[0][0] or not (there or cluster.workers()):
            continue
        time.sleep(chance.uniform(0, 0.5))
        kind = moments[0][1]
        if not driver.is_running() or (kind == "worker" and not cluster.kill_worker(chance)):
            continue
        if kind == "node":
            cluster.kill_node()
        elif kind == "driver":
            driver.kill_and_start()
        killed.append(f"{kind} at {there} parts")
        del moments[0]
    return killed
