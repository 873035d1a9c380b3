"""The question language: one function from a question to its answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from . import _native
from ._errors import of_fault

__version__ = _native.__version__


def ask(question: Mapping[str, Any], *, engine: str = "bitboard") -> dict[str, Any]:
    """Answers a question of the protocol, both as data.

    What can be asked is described in docs/protocol.md of the project; an answer of the kind
    `error` is an answer like any other. `engine` is `bitboard`, `reference`, or `both`, which
    compares the two. What is no question of the protocol raises `BadQuestion`.

    >>> position = {"any": {"text": "g r7/8/8/3E4/8/8/8/7R"}}
    >>> ask({"kind": "turn_count", "position": position}, engine="both")
    {'kind': 'turn_count', 'count': 145}
    """
    return cast("dict[str, Any]", json.loads(_native.ask(json.dumps(question), engine)))


def answer_to(question: Mapping[str, Any]) -> dict[str, Any]:
    """Answers a question, and raises an answer `error`."""
    answer = ask(question)
    if answer["kind"] == "error":
        raise of_fault(json.dumps(answer["error"]))
    return answer
