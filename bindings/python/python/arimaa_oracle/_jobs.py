"""Parquet files of positions, turns or records, answered unit by unit.

A unit is one row group of one input file. Its answers are a file `part-HASH-GROUP.parquet` that is
written aside and renamed, so that it is whole or not there. A second run does what is missing, and
any number of processes and machines can share the units: each takes its shard.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

from . import batch
from ._rules import rule

_TASKS: dict[str, Callable[..., batch.Answers]] = {
    "count": batch.count_turns,
    "judge": batch.judge,
    "outcome": batch.outcome,
    "replay": batch.replay,
    "validate": batch.validate,
}

# Where the schema of a part says what it answers.
_KEY = b"arimaa_oracle"


class JobError(Exception):
    """Something is wrong with an input, a part, or the arguments."""


@dataclass(frozen=True)
class Unit:
    """One row group of an input file."""

    path: Path
    digest: str
    group: int

    def part(self, out: Path, task: str) -> Path:
        """Where its answers are."""
        return out / f"{task}-{self.digest[:16]}-{self.group:05}.parquet"


def _arrow() -> tuple[Any, Any]:
    """The modules that read and write Parquet, which only this file needs."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise JobError(f"install arimaa-oracle[parquet]: {error}") from error


def files(source: Path) -> list[Path]:
    """The Parquet files of a folder in the order of their names, or one file."""
    if not source.is_dir():
        return [source]
    found = sorted(path for path in source.rglob("*.parquet") if path.is_file())
    if not found:
        raise JobError(f"{source}: there is no Parquet file")
    return found


def units(path: Path) -> list[Unit]:
    """The units of one file."""
    pyarrow, parquet = _arrow()

    try:
        with path.open("rb") as file:
            digest = _hash(file)
        groups = parquet.ParquetFile(path).num_row_groups
    except (OSError, pyarrow.ArrowException) as error:
        raise JobError(f"{path}: {error}") from error
    return [Unit(path, digest, group) for group in range(groups)]


def _hash(file: BinaryIO) -> str:
    digest = hashlib.sha256()
    while block := file.read(1 << 20):
        digest.update(block)
    return digest.hexdigest()


def answer(unit: Unit, out: Path, task: str, options: dict[str, Any]) -> bool:
    """Answers a unit, unless its part is there. Returns whether it was not."""
    pyarrow, parquet = _arrow()

    part = unit.part(out, task)
    if part.exists():
        return False
    try:
        rows = parquet.ParquetFile(unit.path).read_row_group(unit.group)
        answers = pyarrow.table(_TASKS[task](rows, **options))
    except (OSError, ValueError, TypeError, pyarrow.ArrowException) as error:
        raise JobError(f"{unit.path}, row group {unit.group}: {error}") from error
    for name in answers.column_names:
        taken = name in rows.column_names
        rows = rows.append_column(f"{task}_{name}" if taken else name, answers[name])
    rows = rows.replace_schema_metadata({_KEY: json.dumps(_facts(unit, rows)).encode()})
    aside = part.with_name(f".{part.name}.{os.getpid()}")
    parquet.write_table(rows, aside)
    aside.replace(part)
    return True


def _facts(unit: Unit, rows: Any) -> dict[str, Any]:
    """What a part says of itself."""
    return {
        "specification": rule("END-1").specification,
        "input": unit.digest,
        "group": unit.group,
        "rows": rows.num_rows,
        "answers": _digest(rows),
    }


def _digest(rows: Any) -> str:
    """The hash of the contents of a table, whatever its chunks and its metadata."""
    pyarrow, _ = _arrow()

    rows = rows.replace_schema_metadata(None).combine_chunks()
    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, rows.schema) as writer:
        writer.write_table(rows)
    return hashlib.sha256(sink.getvalue()).hexdigest()


def merge(source: Path, out: Path, task: str, merged: Path) -> int:
    """Joins all parts in the order of the input, each checked, and returns the number of rows."""
    _, parquet = _arrow()

    rows = 0
    writer = None
    aside = merged.with_name(f".{merged.name}.{os.getpid()}")
    for path in files(source):
        for unit in units(path):
            part = _checked(unit, unit.part(out, task))
            plain = part.replace_schema_metadata(None)
            writer = writer or parquet.ParquetWriter(aside, plain.schema)
            writer.write_table(plain)
            rows += part.num_rows
    if writer:
        writer.close()
        aside.replace(merged)
    return rows


def _checked(unit: Unit, path: Path) -> Any:
    """A part, if it is what it says of itself and as long as its unit."""
    pyarrow, parquet = _arrow()

    try:
        part = parquet.read_table(path)
        metadata: dict[bytes, bytes] = part.schema.metadata or {}
        facts = json.loads(metadata[_KEY])
        length = parquet.ParquetFile(unit.path).metadata.row_group(unit.group).num_rows
    except FileNotFoundError:
        raise JobError(f"{unit.path}, row group {unit.group}: it is not answered") from None
    except (OSError, KeyError, ValueError, pyarrow.ArrowException) as error:
        raise JobError(f"{path}: {error}") from error
    if part.num_rows != length or facts != _facts(unit, part):
        raise JobError(f"{path}: it is not what was written for row group {unit.group}")
    return part


def _shard(text: str) -> tuple[int, int]:
    number, _, of = text.partition("/")
    shard = int(number), int(of)
    if not 1 <= shard[0] <= shard[1]:
        raise ValueError(text)
    return shard


def _work(options: argparse.Namespace) -> Iterator[str]:
    """Answers the units of a shard, and names what went wrong on the way."""
    number, of = options.shard
    options.out.mkdir(parents=True, exist_ok=True)
    chosen: dict[str, Any] = {"edition": options.edition}
    if options.column:
        chosen["column"] = options.column
    place = done = known = 0
    for path in files(options.input):
        try:
            found = units(path)
        except JobError as error:
            yield str(error)
            continue
        for unit in found:
            place += 1
            if (place - 1) % of != number - 1:
                continue
            try:
                if answer(unit, options.out, options.task, chosen):
                    done += 1
                else:
                    known += 1
            except JobError as error:
                yield str(error)
    print(f"{done} row groups answered, {known} were there", file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line: `python -m arimaa_oracle.batch`."""
    parser = argparse.ArgumentParser(
        prog="python -m arimaa_oracle.batch",
        description="Answers the rows of Parquet files; needs pyarrow.",
    )
    commands = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    for task, function in _TASKS.items():
        what = (function.__doc__ or "").partition("\n")[0]
        command = commands.add_parser(task, help=what, description=what)
        command.add_argument("input", type=Path, metavar="IN", help="a Parquet file, or a folder")
        command.add_argument("out", type=Path, metavar="OUT", help="the folder of the answers")
        command.add_argument("--edition", help="the edition where a text names none")
        command.add_argument("--column", help="the column of the positions or records")
        command.add_argument(
            "--shard",
            type=_shard,
            default=(1, 1),
            metavar="I/N",
            help="one of N shares of the work",
        )
    command = commands.add_parser(
        "merge", help="join the answers to all row groups, and check them"
    )
    command.add_argument("what", choices=list(_TASKS), metavar="TASK", help="what was asked")
    command.add_argument("input", type=Path, metavar="IN", help="as it was given before")
    command.add_argument("out", type=Path, metavar="OUT", help="the folder of the answers")
    command.add_argument("merged", type=Path, metavar="FILE", help="the Parquet file to write")
    options = parser.parse_args(arguments)
    try:
        if options.task == "merge":
            rows = merge(options.input, options.out, options.what, options.merged)
            print(f"{rows} rows", file=sys.stderr)
            return 0
        wrong = list(_work(options))
    except JobError as error:
        wrong = [str(error)]
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0
