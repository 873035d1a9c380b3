"""A server of the line protocol on standard input and output: `python -m arimaa_oracle.serve`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from ._native import Server


def serve(
    requests: BinaryIO, responses: BinaryIO, *, engine: str = "bitboard", timeout: float = 60.0
) -> None:
    """Answers one line after the other until the input ends, each within so many seconds.

    >>> import io
    >>> responses = io.BytesIO()
    >>> serve(io.BytesIO(b'{"id": 1, "cancel": 0}'), responses)
    >>> responses.getvalue()
    b'{"id":1,"cancelled":0}\\n'
    """
    server = Server(engine, timeout)
    for number, line in enumerate(_lines(requests), 1):
        responses.write(server.answer(number, line).encode() + b"\n")
        responses.flush()


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines without their breaks; of one that is too long only the beginning is kept."""
    limit = Server.MAX_LINE + 1
    while line := stream.readline(limit):
        rest = line
        while len(rest) == limit and not rest.endswith(b"\n"):
            rest = stream.readline(limit)
        yield line.removesuffix(b"\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Serves standard input."""
    parser = argparse.ArgumentParser(prog="python -m arimaa_oracle.serve", description=__doc__)
    engines = ["bitboard", "reference", "both"]
    parser.add_argument("--engine", choices=engines, default="bitboard", help="the engine")
    help = "how long a question may take, in seconds"
    parser.add_argument("--timeout", type=float, default=60.0, metavar="SECONDS", help=help)
    options = parser.parse_args(arguments)
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer, engine=options.engine, timeout=options.timeout)
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
