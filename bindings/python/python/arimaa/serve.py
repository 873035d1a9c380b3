"""A server of the line protocol on standard input and output: `python -m arimaa serve`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from ._native import Server


def serve(
    requests: BinaryIO, responses: BinaryIO, *, engine: str = "bitboard", timeout: float = 60.0
) -> None:
    """Answers the lines of the input one by one, each within `timeout` seconds.

    >>> import io
    >>> responses = io.BytesIO()
    >>> serve(io.BytesIO(b'{"id": 1, "cancel": 0}'), responses)
    >>> responses.getvalue()
    b'{"id":1,"cancelled":0}\\n'
    """
    server = Server(engine, timeout)
    for number, line in enumerate(_lines_of(requests), 1):
        responses.write(server.answer(number, line).encode() + b"\n")
        responses.flush()


def _lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """The lines without line breaks; a line that is too long is cut off."""
    limit = Server.MAX_LINE + 1
    while line := stream.readline(limit):
        rest = line
        while len(rest) == limit and not rest.endswith(b"\n"):
            rest = stream.readline(limit)
        yield line.removesuffix(b"\n")
