"""The conformance suite, put to a Python function or to a program.

>>> from arimaa import ask, suite
>>> report = suite.run(ask, only="FRZ-2")
>>> report.failed, report.passed == len(suite.cases("FRZ-2"))
(0, True)
"""

from __future__ import annotations

import atexit
import json
import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from . import _native

_PROCESS = os.getpid()


@atexit.register
def _end_programs() -> None:
    """Ends the subject programs that still run, except in a fork of this process."""
    if os.getpid() == _PROCESS:
        _native.end_programs()


Answerer = Callable[[dict[str, Any]], Mapping[str, Any] | None]
"""A function from a question to its answer, or to `None` for a question that it declines."""


@dataclass(frozen=True)
class Report:
    """The results of a run."""

    data: dict[str, Any]
    """The report as `arimaa-oracle suite run --json` gives it."""

    def _count(self, status: str) -> int:
        return sum(result["status"] == status for result in self.results)

    @property
    def results(self) -> list[dict[str, Any]]:
        """The cases with their `id`, `rules`, `status` and `details`."""
        return cast("list[dict[str, Any]]", self.data["results"])

    @property
    def passed(self) -> int:
        """The number of cases that passed."""
        return self._count("passed")

    @property
    def failed(self) -> int:
        """The number of cases that failed or had no answer."""
        return self._count("failed") + self._count("errored")

    @property
    def skipped(self) -> int:
        """The number of cases that were not asked."""
        return self._count("skipped")

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def cases(only: str = "*") -> list[dict[str, Any]]:
    """The cases of the suite as dictionaries, with question, expectation and reason.

    `only` chooses by id, rule, chapter, kind of question or wrong rule; `*` stands for any letters.

    >>> cases("nothing-stands-there")[0]["yes"]
    []
    """
    return cast("list[dict[str, Any]]", json.loads(_native.suite_cases(only)))


def run(
    subject: Answerer | str | Sequence[str],
    *,
    only: str = "*",
    capabilities: Mapping[str, Any] | None = None,
    name: str | None = None,
    timeout: float = 60,
) -> Report:
    """Puts cases to a function, or to a program that speaks the line protocol.

    A function declines a question by `None`: the case is skipped. An exception counts as a crash in
    that case. `capabilities` say what it can answer, as in the answer to `hello` of
    docs/protocol.md.

    A program is its command, as one text or in words, and says itself what it can answer. One that
    ends, writes anything else than the response, or has not written it within `timeout` seconds,
    fails the case and is started anew. If it cannot be started or does not introduce itself, that
    is an `OSError`.
    """
    if callable(subject):
        answerer = subject

        def answer(question: str) -> str | None:
            answered = answerer(json.loads(question))
            return None if answered is None else json.dumps(answered)

        title: str = name or getattr(subject, "__name__", "") or type(subject).__name__
        report = _native.run_suite(title, json.dumps(capabilities or {}), only, answer)
    else:
        command = subject if isinstance(subject, str) else shlex.join(subject)
        report = _native.run_suite_of_program(command, only, timeout, name)
    return Report(json.loads(report))
