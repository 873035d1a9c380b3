"""Jobs on a real cluster of Ray with two nodes, whose processes are killed.

They are skipped where Ray is not installed. ARIMAA_RAY_RUNS says how many times a worker, a node
and the driver are killed (once), ARIMAA_RAY_ROWS how many rows a row group has (as many as all
processors answer in half a second: a job must not end before the last kill, however fast or busy
the machine is).
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arimaa import Position, _ray, batch
from arimaa._places import JobError
from clusters import BATCH, Driver, TwoNodes, kill_at_random

ray: Any = pytest.importorskip("ray")
pyarrow: Any = pytest.importorskip("pyarrow")
parquet: Any = pytest.importorskip("pyarrow.parquet")

# Ray leaves files and sockets to the end of the process.
pytestmark = pytest.mark.filterwarnings("ignore")

RUNS = int(os.environ.get("ARIMAA_RAY_RUNS", "1"))
FILES, GROUPS = 4, 6


@pytest.fixture(scope="module")
def cluster() -> Iterator[TwoNodes]:
    nodes = TwoNodes(ray)
    yield nodes
    nodes.stop()


@pytest.fixture(scope="module")
def texts(positions: list[Position]) -> list[Any]:
    return [position.text() for position in positions if not position.is_setup()]


@pytest.fixture(scope="module")
def size(texts: list[Any]) -> int:
    """The rows of a row group."""
    if "ARIMAA_RAY_ROWS" in os.environ:
        return int(os.environ["ARIMAA_RAY_ROWS"])
    begin = time.monotonic()
    batch.count_turns(texts)
    rate = len(texts) / (time.monotonic() - begin)
    print(f"\n{rate:.0f} rows a second on all processors")
    return max(100, min(int(rate / 2), 20_000))


@pytest.fixture(scope="module")
def source(texts: list[Any], size: int, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of positions with a number for each row; in each file one row is poisoned."""
    folder = tmp_path_factory.mktemp("in")
    for number in range(FILES):
        first = number * GROUPS * size
        rows = list(range(first, first + GROUPS * size))
        some = [texts[row * 7 % len(texts)] for row in rows]
        some[number * 11] = "poison"
        table = pyarrow.table({"row": rows, "position": some})
        parquet.write_table(table, folder / f"{number}.parquet", row_group_size=size)
    return folder


@pytest.fixture(scope="module")
def expected(source: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What one machine makes of it, without Ray."""
    to = tmp_path_factory.mktemp("one") / "all.parquet"
    said = run("count", source, to)
    assert (said.returncode, said.stderr.splitlines()[1]) == (
        0,
        f"{FILES} rows without an answer: the column error has the reasons",
    )
    return to.read_bytes()


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    words = [str(argument) for argument in arguments]
    return subprocess.run(BATCH + words, capture_output=True, text=True, timeout=900)


def test_cluster_gives_the_bytes_of_one_machine(
    cluster: TwoNodes, source: Path, size: int, expected: bytes, tmp_path: Path
) -> None:
    to = tmp_path / "all.parquet"
    said = run("count", source, to, "--ray", cluster.address)
    assert said.returncode == 0, said.stderr
    assert to.read_bytes() == expected
    table = parquet.read_table(to)
    assert table["row"].to_pylist() == list(range(FILES * GROUPS * size))
    assert table["count"].null_count == FILES
    assert table["count"].to_pylist()[:9] == batch.count_turns(table["position"][:9])["count"]


@pytest.mark.parametrize("seed", range(RUNS))
def test_kills_lose_no_row_and_double_none(
    cluster: TwoNodes, source: Path, size: int, expected: bytes, tmp_path: Path, seed: int
) -> None:
    out, to = tmp_path / "out", tmp_path / "all.parquet"
    asked = ["count", str(source), str(out), "--ray", cluster.address]
    driver = Driver(asked, tmp_path / "log")

    def parts() -> int:
        return len(list(out.glob("*.parquet")))

    killed = kill_at_random(cluster, driver, parts, seed, FILES * GROUPS // 3)
    log = (tmp_path / "log").read_text()
    assert driver.code() == 0, log
    assert len(killed) == 3 and driver.starts == 2, killed
    assert run("merge", "count", source, out, to).returncode == 0
    rows = parquet.read_table(to, columns=["row"])["row"].to_pylist()
    assert rows == list(range(FILES * GROUPS * size))
    assert to.read_bytes() == expected
    print(f"\nseed {seed}: {', '.join(killed)}; {len(rows)} rows, the bytes of one machine")


def test_poisoned_files_are_reported_and_the_rest_is_answered(
    cluster: TwoNodes, source: Path, tmp_path: Path
) -> None:
    poisoned = tmp_path / "in"
    poisoned.mkdir()
    (poisoned / "a.parquet").write_bytes((source / "0.parquet").read_bytes())
    (poisoned / "b.parquet").write_bytes(b"no Parquet")
    # The end of the file says what is in it, and is whole; the first row group is not.
    whole = bytearray((source / "1.parquet").read_bytes())
    whole[4:400] = bytes(396)
    (poisoned / "c.parquet").write_bytes(whole)
    out = tmp_path / "out"
    said = run("count", poisoned, out, "--ray", cluster.address)
    assert said.returncode == 1, said.stderr
    assert "b.parquet: " in said.stderr and "c.parquet, row group 0: " in said.stderr
    assert f"{2 * GROUPS - 1} row groups answered" in said.stderr
    assert len(list(out.glob("*.parquet"))) == 2 * GROUPS - 1


def end_worker(item: int) -> int:
    """Ends the process that works on 3."""
    if item == 3:
        os._exit(1)
    return item * item


def test_unit_that_ends_every_worker_is_given_up(cluster: TwoNodes) -> None:
    ray.cloudpickle.register_pickle_by_value(__import__(__name__))
    _ray.connect(cluster.address)
    try:
        results = dict(_ray.on_cluster(end_worker, range(5)))
    finally:
        ray.shutdown()
    failed = results.pop(3)
    assert isinstance(failed, JobError) and str(failed).startswith("3: ")
    assert results == {0: 0, 1: 1, 2: 4, 4: 16}


def test_wrong_addresses_are_named(source: Path, tmp_path: Path) -> None:
    said = run("count", source, tmp_path / "out", "--ray", "127.0.0.1:1")
    assert said.returncode == 1 and "127.0.0.1:1: " in said.stderr
    both = run("count", source, tmp_path / "out", "--ray", "auto", "--shard", "1/2")
    assert both.returncode == 2 and "not allowed with" in both.stderr
