"""The conformance suite, put to a Python function or to a program.

>>> from arimaa import ask, suite
>>> report = suite.run(ask, only="FRZ-2")
>>> report.failed, report.passed == len(suite.cases("FRZ-2"))
(0, True)
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from . import _native

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
        """How many cases passed."""
        return self._count("passed")

    @property
    def failed(self) -> int:
        """How many cases failed or had no answer."""
        return self._count("failed") + self._count("errored")

    @property
    def skipped(self) -> int:
        """How many cases were not asked."""
        return self._count("skipped")

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def cases(only: str = "*") -> list[dict[str, Any]]:
    """The cases of the suite: question, expectation and why.

    `only` chooses by id, rule, chapter, kind of question or wrong rule; `*` stands for any letters.

    >>> cases("nothing-stands-there")[0]["yes"]
    []
    """
    return cast("list[dict[str, Any]]", json.loads(_native.suite_cases(only)))


def run(
    subject: Answerer | Sequence[str],
    *,
    only: str = "*",
    capabilities: Mapping[str, Any] | None = None,
    name: str | None = None,
) -> Report:
    """Puts cases to a function, or to a program that speaks the line protocol.

    A program is its command, as one text or in words. `capabilities` say what a function can
    answer, as in the answer to `hello` of docs/protocol.md; a program says it itself. An exception
    of the function counts as a crash in that case.
    """
    if not callable(subject):
        command = shlex.split(subject) if isinstance(subject, str) else list(subject)
        with _Program(command) as program:
            return run(program.ask, only=only, capabilities=program.capabilities, name=program.name)

    answerer = subject

    def answer(question: str) -> str | None:
        answered = answerer(json.loads(question))
        return None if answered is None else json.dumps(answered)

    title: str = name or getattr(subject, "__name__", "") or type(subject).__name__
    report = _native.run_suite(title, json.dumps(capabilities or {}), only, answer)
    return Report(json.loads(report))


class _Program:
    """A program that speaks the line protocol."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        try:
            hello = self._exchange({"id": 0, "hello": {}})["hello"]
        except BaseException:
            self.__exit__()
            raise
        self.name: str = hello["identity"]["name"]
        self.capabilities: dict[str, Any] = hello["capabilities"]

    def _exchange(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise EOFError(f"the program ended with status {self._process.wait()}")
        return cast("dict[str, Any]", json.loads(line))

    def ask(self, question: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to a question; `None` where it is declined."""
        details = bool(self.capabilities.get("details"))
        response = self._exchange({"id": 1, "ask": question, "details": details})
        return None if "declined" in response else response["answer"]

    def __enter__(self) -> _Program:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()
