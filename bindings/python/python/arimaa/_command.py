"""The command line: `python -m arimaa`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from . import _ray
from ._inputs import Source, Unit, arrow, find, sources
from ._parts import TASKS, Answered, Job, answer, merge
from ._places import JobError, check_apart, place, remove, whole
from ._words import Edition
from .serve import serve

Item = TypeVar("Item")
Result = TypeVar("Result")

Each = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[tuple[Any, Any]]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line, and returns its exit code: 0, or 1 or 2 after an error."""
    options = _parser().parse_args(arguments)
    try:
        if options.task == "serve":
            return _serve(options)
        arrow()
        options.input, options.out = place(options.input), place(options.out)
        check_apart(options.input, options.out)
        if options.task == "merge":
            return _merge(options)
        if options.out.suffix == ".parquet":
            return _whole_job(options)
        return _work(options, options.out)
    except (JobError, OSError) as error:
        _print_error(error)
        return 1
    except KeyboardInterrupt:
        if options.task != "serve":
            _print_error("stopped: the same command goes on")
        return 130


def _serve(options: argparse.Namespace) -> int:
    """Serves standard input until it ends."""
    # A descriptor that is closed at the start makes them `None`.
    if not (sys.stdin and sys.stdout):
        _print_error("standard input or output is closed")
        return 2
    serve(sys.stdin.buffer, sys.stdout.buffer, engine=options.engine, timeout=options.timeout)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m arimaa",
        description="Answers the rows of Parquet files and files of games with pyarrow, or serves.",
    )
    commands = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    for task, function in TASKS.items():
        what = (function.__doc__ or "").partition("\n")[0]
        command = commands.add_parser(task, help=what, description=what)
        is_of_games = task in ("positions", "replay")
        command.add_argument(
            "input",
            metavar="IN",
            help="a Parquet file"
            + ", records, an archive" * is_of_games
            + ", or a folder of them: a path, or a URL that fsspec reads",
        )
        parts = "a folder for the parts of the answer, or a file NAME.parquet for all of it"
        command.add_argument("out", metavar="OUT", help=parts)
        command.add_argument(
            "--edition",
            choices=[edition.value for edition in Edition] + ["by-date"] * (task == "positions"),
            help="the edition where a text names none",
        )
        command.add_argument("--column", help="the column of the positions or records")
        where = command.add_mutually_exclusive_group()
        where.add_argument(
            "--shard", type=_read_shard, metavar="I/N", help="one of N shares of the work"
        )
        cluster = "share the work among a cluster of Ray: auto, or HOST:PORT"
        where.add_argument("--ray", metavar="ADDRESS", help=cluster)
    command = commands.add_parser("merge", help="join the parts of an answer, and check them")
    command.add_argument("what", choices=list(TASKS), metavar="TASK", help="what was asked")
    command.add_argument("input", metavar="IN", help="as it was given before")
    command.add_argument("out", metavar="OUT", help="the folder of the parts")
    command.add_argument("merged", nargs="?", metavar="FILE", help="the file to write")
    command.add_argument("--check", action="store_true", help="only check, and write nothing")
    command = commands.add_parser("serve", help="answer lines of the protocol on standard input")
    engines = ["bitboard", "reference", "both"]
    command.add_argument("--engine", choices=engines, default="bitboard", help="the engine")
    time = "how long a question may take"
    command.add_argument("--timeout", type=_seconds, default=60.0, metavar="SECONDS", help=time)
    return parser


def _read_shard(text: str) -> tuple[int, int]:
    number, _, of = text.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise argparse.ArgumentTypeError(f"{text} is no share such as 1/8, 2/8 and so on to 8/8")
    return int(number), int(of)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1 << 64:
        raise argparse.ArgumentTypeError(f"{text} is no time such as 60 or 0.5")
    return seconds


def _whole_job(options: argparse.Namespace) -> int:
    """Answers all units into one file, with temporary parts beside it."""
    if options.shard:
        raise JobError("shards share a folder: name one for OUT, and merge it")
    if options.out.exists():
        raise JobError(f"{options.out}: it exists already")
    parts = options.out.with_name(f"{options.out.name}.parts")
    code = _work(options, parts)
    if code == 0:
        units = [unit for source in sources(options.input) for unit in find(source).units]
        job = Job(options.task, parts)
        _print_error(f"{merge(job, units, options.out)} rows")
        remove(parts, {job.part(unit).name for unit in units})
        if parts.exists():
            _print_error(f"{parts}: kept, because other files are in it")
    elif parts.exists() and any(parts.iterdir()):
        _print_error(f"{parts}: what is answered so far; the same command goes on")
    return code


def _work(options: argparse.Namespace, out: Path) -> int:
    """Answers units, and prints the errors."""
    # Other shards may be about to write into an empty folder, and a store lists none.
    is_own = not (options.shard or out.exists()) and type(out) is type(Path())
    out.mkdir(parents=True, exist_ok=True)
    try:
        return _answer(options, out)
    finally:
        if is_own and not any(out.iterdir()):
            out.rmdir()


def _answer(options: argparse.Namespace, out: Path) -> int:
    """Runs the job into an existing folder."""
    chosen = {name: getattr(options, name) for name in ("edition", "column")}
    given = tuple((name, value) for name, value in chosen.items() if value)
    job = Job(options.task, whole(out), given)
    each: Each = _apply_in_process
    if options.ray:
        _ray.connect(options.ray)
        each = _ray.on_cluster
    given_sources = sources(options.input, _print_error)
    units: dict[Source, tuple[Unit, ...]] = {}
    wrong = new = known = errors = 0
    for source, found in each(find, given_sources):
        if isinstance(found, JobError):
            _print_error(found)
            wrong += 1
            continue
        units[source] = found.units
        for reason in found.unreadable:
            _print_error(reason)
            wrong += 1
    ordered = list(chain.from_iterable(units.get(source, ()) for source in given_sources))
    number, of = options.shard or (1, 1)
    ordered = ordered[number - 1 :: of]
    _show_progress(0, len(ordered))
    told: set[str] = set()
    for done, (_, answered) in enumerate(each(partial(answer, job), ordered), 1):
        _show_progress(done, len(ordered))
        match answered:
            case Answered(is_new, count):
                new, known, errors = new + is_new, known + (not is_new), errors + count
            case failed:
                # Each row group of a file has its fault.
                if str(failed) not in told:
                    _print_error(failed)
                    told.add(str(failed))
                wrong += 1
    _print_error(f"{new} row groups answered, {known} were there")
    if errors:
        _print_error(f"{errors} rows without an answer: the column error has the reasons")
    return 1 if wrong else 0


def _apply_in_process(
    function: Callable[[Item], Result], items: Iterable[Item]
) -> Iterator[tuple[Item, Result | JobError]]:
    """Applies a function to each item in turn: the result or the error."""
    for item in items:
        try:
            yield item, function(item)
        except JobError as error:
            yield item, error
        except Exception as error:
            yield item, JobError(f"{item}: {error!r}")


def _merge(options: argparse.Namespace) -> int:
    if (options.merged is None) != options.check:
        raise JobError("merge needs either FILE or --check")
    units = chain.from_iterable(find(source).units for source in sources(options.input))
    merged = place(options.merged) if options.merged else None
    if merged:
        check_apart(options.input, merged)
    _print_error(f"{merge(Job(options.what, options.out), units, merged)} rows")
    return 0


def _show_progress(done: int, of: int) -> None:
    """Shows the progress on a terminal."""
    if sys.stderr and sys.stderr.isatty():
        end = "\n" if done == of else ""
        print(f"\r{done} of {of} row groups", end=end, file=sys.stderr, flush=True)


def _print_error(message: object) -> None:
    print(message, file=sys.stderr)
