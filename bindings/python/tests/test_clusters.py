"""The recipes of the guide for Dask, Spark and S3, on this machine. Each is skipped without its package.

`.ci/clusters` installs them all, and there nothing may be skipped: ARIMAA_REQUIRE_CLUSTERS is set.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from arimaa import Game, batch

pyarrow: Any = pytest.importorskip("pyarrow")
parquet: Any = pytest.importorskip("pyarrow.parquet")

pytestmark = pytest.mark.filterwarnings("ignore")


def import_or_skip(*modules: str) -> Any:
    """The first of the modules; the test is skipped where one is missing."""
    for module in modules:
        if os.environ.get("ARIMAA_REQUIRE_CLUSTERS") != "1":
            pytest.importorskip(module)
        import_module(module)
    return import_module(modules[0])


@pytest.fixture
def rows(games: list[Game], tmp_path: Path) -> Path:
    """A folder with a Parquet file of real positions in four row groups."""
    folder = tmp_path / "rows"
    folder.mkdir()
    texts: list[Any] = [position.text() for position in games[0].positions[2:42]]
    texts[3] = "nonsense"
    table = pyarrow.table({"position": texts})
    parquet.write_table(table, folder / "rows.parquet", row_group_size=10)
    return folder


@pytest.fixture
def counts(rows: Path) -> list[int | None]:
    """The number of turns of each position."""
    return batch.count_turns(parquet.read_table(rows))["count"]


def test_a_million_positions_are_counted_on_a_local_cluster(tmp_path: Path) -> None:
    import_or_skip("dask.dataframe", "distributed")
    script = Path(__file__).parents[1] / "examples" / "million.py"
    words = [str(tmp_path / "out"), "--positions", "500", "--workers", "2"]
    said = subprocess.run([sys.executable, str(script), *words], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    found = parquet.read_table(tmp_path / "out" / "counted")
    assert 500 <= found.num_rows < 5_000 and f"{found.num_rows} counts" in said.stdout
    some = found.slice(0, 50)
    assert batch.count_turns(some)["count"] == some["count"].to_pylist()


def test_spark_counts_batches(
    rows: Path, counts: list[int | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    spark = import_or_skip("pyspark.sql")
    # Its workers are of this environment, too.
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    if not shutil.which("java"):
        if os.environ.get("ARIMAA_REQUIRE_CLUSTERS") == "1":
            pytest.fail("Spark needs Java")
        pytest.skip("Spark needs Java")

    schema = pyarrow.schema([("count", pyarrow.int64()), ("error", pyarrow.string())])

    def counted(batches: Iterator[Any]) -> Iterator[Any]:
        for rows in batches:
            # Spark knows no numbers without a sign.
            yield from pyarrow.table(batch.count_turns(rows)).cast(schema).to_batches()

    session = spark.SparkSession.builder.master("local[2]")
    session = session.config("spark.ui.enabled", "false").getOrCreate()
    try:
        frame = session.read.parquet(str(rows)).repartition(3)
        answers = frame.mapInArrow(counted, "count long, error string").collect()
    finally:
        session.stop()
    found = sorted(answer["count"] or 0 for answer in answers)
    assert found == sorted(count or 0 for count in counts)
    assert sum(answer["error"] is not None for answer in answers) == 1


def test_objects_of_s3_are_read_and_written(
    rows: Path, counts: list[int | None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import_or_skip("s3fs", "upath", "flask")
    servers = import_or_skip("moto.server")
    server = servers.ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    for name, value in {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "x",
        "AWS_SECRET_ACCESS_KEY": "x",
        "AWS_DEFAULT_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(name, value)

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "arimaa", *words]
        return subprocess.run(command, capture_output=True, text=True)

    try:
        files = import_module("s3fs").S3FileSystem()
        files.mkdir("bucket")
        files.put(str(rows), "bucket/rows", recursive=True)
        said = run("count", "s3://bucket/rows", "s3://bucket/parts", "--shard", "1/2")
        assert said.returncode == 0, said.stderr
        assert len(files.ls("bucket/parts")) == 2
        said = run("count", "s3://bucket/rows", "s3://bucket/parts")
        assert "2 row groups answered, 2 were there" in said.stderr
        part = files.ls("bucket/parts")[0]
        kept = files.cat(part)
        files.pipe(part, kept[:100] + bytes([kept[100] ^ 1]) + kept[101:])
        said = run("count", "s3://bucket/rows", "s3://bucket/parts")
        assert said.returncode == 0 and files.cat(part) == kept
        said = run(
            "merge", "count", "s3://bucket/rows", "s3://bucket/parts", "s3://bucket/a.parquet"
        )
        assert said.returncode == 0, said.stderr
        with files.open("bucket/a.parquet") as file:
            assert parquet.read_table(file)["count"].to_pylist() == counts
    finally:
        server.stop()
