"""The parts of an answer, one Parquet file for each unit, and their merge.

A part is written to a temporary file and renamed, so that it is whole or missing. Its metadata name
the task, options and versions, and a hash of its content. A part that does not fit them is made
again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from . import batch
from ._inputs import Unit, arrow, read
from ._places import JobError, written
from ._rules import rule

TASKS: dict[str, Callable[..., batch.Answers]] = {
    "count": batch.count_turns,
    "goal": batch.goal,
    "judge": batch.judge,
    "outcome": batch.outcome,
    "positions": batch.positions,
    "replay": batch.replay,
    "validate": batch.validate,
}

# Where the schema of a part says what it answers.
_KEY = b"arimaa"


@dataclass(frozen=True)
class Job:
    """A task for every unit."""

    task: str
    """The name of the task."""
    out: Path
    """The folder of the parts."""
    options: tuple[tuple[str, str], ...] = ()
    """The edition and the column, where they are chosen."""

    def part(self, unit: Unit) -> Path:
        """The path of the part of a unit."""
        of_what = hashlib.sha256(json.dumps(_facts_of_unit(self, unit)).encode()).hexdigest()
        return self.out / f"{self.task}-{of_what[:16]}-{unit.group:05}.parquet"


@dataclass(frozen=True)
class Answered:
    """The outcome of answering a unit."""

    is_new: bool
    """Whether it was answered now, and not before."""
    errors: int
    """How many rows have a reason in place of an answer, or beside it."""


def answer(job: Job, unit: Unit) -> Answered:
    """Answers a unit, unless a valid part with its answers exists."""
    pyarrow, parquet = arrow()

    part = job.part(unit)
    facts = _facts_of(part)
    if facts:
        for name, value in _facts_of_work(job.options).items():
            if facts[name] != value:
                raise JobError(f"{part}: made with the {name} {facts[name]}, not {value}")
        # A part whose bytes have changed is made again.
        with suppress(JobError):
            _checked_part(job, unit)
            return Answered(False, facts["errors"])
    try:
        rows = _answers(job, unit)
    except (OSError, ValueError, TypeError, pyarrow.ArrowException) as error:
        raise JobError(f"{unit}: {error}") from error
    errors = len(rows) - rows.column(rows.column_names[-1]).null_count
    facts = _facts_of_work(job.options) | _facts_of_unit(job, unit)
    facts |= {"rows": len(rows), "errors": errors, "answers": _digest(rows)}
    rows = rows.replace_schema_metadata({_KEY: _with_digest(facts)})
    with written(part) as file:
        parquet.write_table(rows, file)
    return Answered(True, errors)


def _answers(job: Job, unit: Unit) -> Any:
    """The rows of a unit with the answers; for the task of positions, those of its records."""
    pyarrow, _ = arrow()

    rows, options = read(unit), dict[str, Any](job.options)
    is_of_games = job.task in ("positions", "replay")
    column = options.get("column", "record" if is_of_games else "position")
    if column not in rows.column_names:
        names = ", ".join(rows.column_names)
        raise JobError(
            f"{unit.source}: there is no column {column}; choose one with --column: {names}"
        )
    if is_of_games:
        options["strict"] = unit.strict
    if job.task == "positions":
        return pyarrow.table(
            batch.positions(rows, file=unit.source.name, first=unit.first, **options)
        )
    answers = pyarrow.table(TASKS[job.task](rows, **options))
    for name, column in zip(answers.column_names, answers.columns):
        while name in rows.column_names:
            name = f"{job.task}_{name}"
        rows = rows.append_column(name, column)
    return rows


def _facts_of_work(options: Iterable[tuple[str, str]]) -> dict[str, Any]:
    return {
        "package": metadata.version("arimaa"),
        "specification": rule("END-1").specification,
        "options": dict(options),
    }


def _facts_of_unit(job: Job, unit: Unit) -> dict[str, Any]:
    # Positions have the name of their file in each row.
    file = unit.source.name if job.task == "positions" else None
    return {"input": unit.digest, "file": file, "group": unit.group, "input_rows": unit.rows}


def _with_digest(facts: dict[str, Any]) -> bytes:
    """Facts as JSON with a hash of themselves."""
    text = json.dumps(facts)
    return json.dumps([hashlib.sha256(text.encode()).hexdigest(), text]).encode()


def _facts_of(part: Path) -> dict[str, Any] | None:
    """The facts in a part's metadata; `None` for a part that is missing, broken off or changed."""
    pyarrow, parquet = arrow()

    try:
        with part.open("rb") as file:
            said: dict[bytes, bytes] = parquet.read_schema(file).metadata or {}
        seal, text = json.loads(said[_KEY])
        if hashlib.sha256(text.encode()).hexdigest() != seal:
            return None
        facts: dict[str, Any] = json.loads(text)
    except (OSError, KeyError, TypeError, ValueError, pyarrow.ArrowException):
        return None
    return facts


def _digest(rows: Any) -> str:
    """A hash of a table's values, independent of its chunks and metadata."""
    pyarrow, _ = arrow()

    rows = rows.replace_schema_metadata(None).combine_chunks()
    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, rows.schema) as writer:
        writer.write_table(rows)
    return hashlib.sha256(sink.getvalue()).hexdigest()


def merge(job: Job, units: Iterable[Unit], merged: Path | None) -> int:
    """Checks all parts and joins them in the order of the units. Returns the number of rows.

    Without a file to write to they are checked only.
    """
    _, parquet = arrow()

    if merged and merged.exists():
        raise JobError(f"{merged}: it exists already")
    parts = _checked_parts(job, units)
    if merged is None:
        return sum(len(part) for part in parts)
    rows, writer = 0, None
    # A writer must be closed before its file, or Python complains of it at the end.
    with written(merged) as file, ExitStack() as opened:
        for part in parts:
            plain = part.replace_schema_metadata(None)
            if writer is None:
                writer = opened.enter_context(parquet.ParquetWriter(file, plain.schema))
            writer.write_table(plain)
            rows += len(part)
        if writer is None:
            raise JobError("there is no row group to join")
    return rows


def _checked_parts(job: Job, units: Iterable[Unit]) -> Iterator[Any]:
    """The parts of units, all made by the same versions with the same options."""
    work = None
    for unit in units:
        part, facts = _checked_part(job, unit)
        made_with = [facts[name] for name in ("package", "specification", "options")]
        work = work or made_with
        if work != made_with:
            raise JobError(f"{job.out}: parts made with {work} and with {made_with}")
        yield part


def _checked_part(job: Job, unit: Unit) -> tuple[Any, dict[str, Any]]:
    """The part of a unit with its facts; raises unless they fit the part."""
    pyarrow, parquet = arrow()

    path = job.part(unit)
    try:
        with path.open("rb") as file:
            # Threads of Arrow that are still ending abort a process that ends with them.
            part = parquet.ParquetFile(file).read(use_threads=False)
    except FileNotFoundError:
        raise JobError(f"{unit}: it is not answered") from None
    except (OSError, pyarrow.ArrowException) as error:
        raise JobError(f"{path}: {error}") from error
    facts = _facts_of(path) or {}
    claims = _facts_of_unit(job, unit) | {"rows": len(part), "answers": _digest(part)}
    if not claims.items() <= facts.items():
        raise JobError(f"{path}: it is not what was written for row group {unit.group}")
    if len(part) != unit.rows and job.task != "positions":
        raise JobError(f"{path}: {len(part)} rows for {unit.rows}")
    return part, facts
