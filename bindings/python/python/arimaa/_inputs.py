"""Inputs of jobs, read unit by unit: Parquet files, and files of games.

A unit is a row group of a Parquet file, or some records of a file of games.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from ._errors import OracleError
from ._game import Records, read_records, records_and_errors
from ._places import JobError, whole

# The fewest records of a unit, and the most units of a file: to read a unit its file is read from
# the beginning.
_RECORDS, _UNITS = 16, 256

# How files of games are named in a folder: as for the command line of the project.
_GAMES = (".txt", ".tsv", ".rec", ".pgn")


@dataclass(frozen=True)
class Source:
    """A file to read."""

    name: str
    """Its name as it was given."""
    path: Path
    """Where it is, from any working directory."""

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Unit:
    """Rows that are answered together."""

    source: Source
    """The file that they are in."""
    digest: str
    """The hash of the file."""
    group: int
    """The place of the unit in the file, from 0."""
    first: int
    """The number of its first row in the file, from 1."""
    rows: int
    """How many rows it has."""
    strict: bool = False
    """Whether they are of the server's archive, which is judged to the letter."""

    def __str__(self) -> str:
        return f"{self.source}, row group {self.group}"


@dataclass(frozen=True)
class Found:
    """The units of a file, and the errors of its unreadable parts."""

    units: tuple[Unit, ...]
    unreadable: tuple[str, ...] = ()


def arrow() -> tuple[Any, Any]:
    """The modules that read and write Parquet, which only jobs need."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise JobError(f"files need pyarrow, `pip install pyarrow`: {error}") from error


def sources(given: Path, note: Callable[[str], None] = lambda _: None) -> list[Source]:
    """The Parquet files or else the game files of a place, sorted; `note` tells of others."""
    if not given.is_dir():
        return [_source(given)]
    found = sorted(path for path in given.rglob("*") if path.is_file())
    tables = [path for path in found if path.suffix == ".parquet"]
    games = [path for path in found if path.name.removesuffix(".gz").endswith(_GAMES)]
    chosen, endings = (tables, ".parquet") if tables else (games, ", ".join(_GAMES))
    if not chosen:
        raise JobError(f"{given}: no file below it is named .parquet, {endings}")
    if others := sorted(set(found) - set(chosen)):
        left_out = f"left out: {len(others)}, the first of them {others[0]}"
        note(f"note: {given}: files not named {endings} are {left_out}")
    return [_source(path) for path in chosen]


def _source(path: Path) -> Source:
    return Source(str(path), whole(path))


def find(source: Source) -> Found:
    """Finds the units of one file."""
    pyarrow, parquet = arrow()

    path = source.path
    try:
        with path.open("rb") as file:
            digest = _sha256_of(file)
        if path.suffix == ".parquet":
            with path.open("rb") as file:
                metadata = parquet.read_metadata(file)
            lengths = [
                metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)
            ]
            return Found(tuple(_texts_of_lengths(source, digest, lengths)))
        reasons: list[str] = []
        with path.open("rb") as file, read_records(file) as records:
            rows = sum(1 for _ in _texts(source, records, reasons))
            most = max(_RECORDS, -(-rows // _UNITS))
            lengths = [min(most, rows - row) for row in range(0, rows, most)]
            units = _texts_of_lengths(source, digest, lengths, records.is_archive)
        return Found(tuple(units), tuple(reasons))
    except (OSError, EOFError, zlib.error, OracleError, pyarrow.ArrowException) as error:
        raise JobError(f"{source}: {error}") from error


def _texts_of_lengths(
    source: Source, digest: str, lengths: list[int], strict: bool = False
) -> Iterator[Unit]:
    first = 1
    for group, length in enumerate(lengths):
        yield Unit(source, digest, group, first, length, strict)
        first += length


def _texts(source: Source, records: Records, reasons: list[str]) -> Iterator[str | None]:
    """The records of a file as texts; `None` for a row of an archive that cannot be read."""
    for record in records_and_errors(records):
        if isinstance(record, OracleError):
            if not records.is_archive:
                raise record
            reasons.append(f"{source}: {record}")
            yield None
        else:
            yield record.text


def read(unit: Unit) -> Any:
    """The rows of a unit as a table."""
    pyarrow, parquet = arrow()

    path = unit.source.path
    if path.suffix == ".parquet":
        with path.open("rb") as file:
            return parquet.ParquetFile(file).read_row_group(unit.group, use_threads=False)
    with path.open("rb") as file, read_records(file) as records:
        texts = islice(_texts(unit.source, records, []), unit.first - 1, unit.first - 1 + unit.rows)
        rows = pyarrow.array(list(texts), pyarrow.string())
    numbers = pyarrow.array(range(unit.first, unit.first + len(rows)), pyarrow.uint64())
    return pyarrow.table({"number": numbers, "record": rows})


def _sha256_of(file: BinaryIO) -> str:
    digest = hashlib.sha256()
    while block := file.read(1 << 20):
        digest.update(block)
    return digest.hexdigest()
