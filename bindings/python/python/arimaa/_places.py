"""Places of files: local paths, and URLs that fsspec reads and writes."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, cast


class JobError(Exception):
    """An input, a part or an argument is invalid."""


def place(text: str) -> Path:
    """The path of a file or a folder: of `pathlib`, or for a URL of `universal_pathlib`.

    >>> place("games/month.parquet").suffix
    '.parquet'
    """
    if "://" not in text:
        return Path(text)
    try:
        found = import_module("upath").UPath(text)
        # The package of its protocol is asked for here, and not in the middle of the work.
        _ = found.fs
    except (ImportError, ValueError) as error:
        needs = "a URL needs universal-pathlib and the package of its protocol, such as s3fs"
        raise JobError(f"{text}: {needs}: {error}") from error
    return cast(Path, found)


def whole(path: Path) -> Path:
    """Makes a local path absolute; others are returned as they are."""
    return path.absolute() if type(path) is type(Path()) else path


@contextmanager
def written(path: Path) -> Generator[Any, None, None]:
    """Opens a file to write, which is there as a whole in the end or not at all."""
    if type(path) is not type(Path()):
        # An object is there when it is closed; the transaction throws one away that failed.
        with cast(Any, path).fs.transaction, path.open("wb") as remote:
            yield remote
        return
    file = NamedTemporaryFile(prefix=f".{path.name}.", dir=path.parent, delete=False)
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        os.unlink(file.name)
        raise
    os.chmod(file.name, 0o666 & ~_mask())
    os.replace(file.name, path)


def check_apart(given: Path, made: Path) -> None:
    """Refuses an output in the input folder, where a later run would read it."""
    inside = made.resolve()
    if given.is_dir() and given.resolve() in (inside, *inside.parents):
        raise JobError(f"{made}: it lies in {given}, which is read; name a place outside of it")


def remove(folder: Path, names: set[str]) -> None:
    """Removes files of these names and their temporary files; then the folder, if it is empty."""
    for path in list(folder.iterdir()):
        if {path.name, path.name[1:].rpartition(".")[0]} & names:
            path.unlink()
    if folder.exists() and not any(folder.iterdir()):
        folder.rmdir()


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
