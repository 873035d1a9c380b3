"""Exceptions, and the functions by which the native part makes them."""

from __future__ import annotations

import json
from typing import Any, cast

from ._words import Square


class OracleError(Exception):
    """The base of all exceptions of this package.

    `message` is a sentence for people, and `fault` the data of the question language.
    """

    def __init__(self, message: str, fault: dict[str, Any] | None = None) -> None:
        super().__init__(message, fault or {})

    @property
    def message(self) -> str:
        """The reason, without rule and place."""
        return cast(str, self.args[0])

    @property
    def fault(self) -> dict[str, Any]:
        """The error as a dictionary of the question language."""
        return cast("dict[str, Any]", self.args[1])

    def __str__(self) -> str:
        return self.message


class TextError(OracleError):
    """A text cannot be read.

    >>> from arimaa import Position, TextError
    >>> try:
    ...     Position("g [rrr]")
    ... except TextError as error:
    ...     print(error.line, error.column)
    ...     print(error)
    1 7
    line 1, column 7: found 3 squares, expected 64 squares
    """

    @property
    def line(self) -> int:
        """The line, the first being 1."""
        return cast(int, self.fault["line"])

    @property
    def column(self) -> int:
        """The column in characters, the first being 1."""
        return cast(int, self.fault["column"])


class _RuledOut(OracleError):
    """The base of errors that name a rule."""

    @property
    def rule(self) -> str:
        """The id of the rule, such as `FRZ-2` or `VAL-2`."""
        return cast(str, self.fault["rule"])

    @property
    def name(self) -> str:
        """The name of the reason, such as `frozen` or `unsupported`."""
        return cast(str, self.fault["name"])

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})"


class ImpossiblePosition(_RuledOut):
    """No game has such a position.

    >>> from arimaa import ImpossiblePosition, Position
    >>> try:
    ...     Position("g 8/8/8/8/8/2E5/8/8")
    ... except ImpossiblePosition as error:
    ...     print(error)
    the gold elephant on c3 stands on a trap without a friend beside it (VAL-2)
    """


class IllegalTurn(_RuledOut):
    """The rules forbid a turn or an action.

    >>> from arimaa import IllegalTurn, Position
    >>> position = Position("g r7/8/8/4Cd2/8/8/8/7R")
    >>> try:
    ...     position.play("Ce5n")
    ... except IllegalTurn as error:
    ...     print(error.rule, error.name, error.at)
    ...     print(error)
    FRZ-2 frozen Ce5n
    the gold cat on e5 is frozen by the silver dog on f5 and has no friend beside it (FRZ-2)
    """

    @property
    def at(self) -> str | None:
        """The refused word, `end` for the end of the turn; `None` if no word is refused."""
        return self.fault.get("at")

    @property
    def token(self) -> int | None:
        """The index of the refused word, counted from 0 after the label."""
        return self.fault.get("token")

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares that the reason is about, the one to blame first."""
        return tuple(Square(square) for square in self.fault["squares"])

    @property
    def details(self) -> dict[str, Any]:
        """The facts of the reason, by names that depend on it."""
        return cast("dict[str, Any]", self.fault["details"])


class TooLarge(OracleError):
    """A limit is exceeded: the text is too long, the turns are too many, or a count is too deep."""

    @property
    def limit(self) -> int:
        """The limit."""
        return cast(int, self.fault["limit"])


class UnplayableRecord(OracleError):
    """A record does not lead to the position that is asked about."""


class BadQuestion(OracleError):
    """A question makes no sense, such as one about an unknown rule."""


class EnginesDiffer(OracleError):
    """Two engines were asked, and their answers differ."""


_CLASSES: dict[str, type[OracleError]] = {
    "bad_text": TextError,
    "impossible_position": ImpossiblePosition,
    "unplayable_record": UnplayableRecord,
    "too_large": TooLarge,
    "engines_differ": EnginesDiffer,
}


def of_fault(text: str) -> OracleError:
    """The exception for a fault in JSON."""
    fault: dict[str, Any] = json.loads(text)
    return _CLASSES.get(fault["kind"], BadQuestion)(fault["message"], fault)


def of_refusal(text: str) -> IllegalTurn:
    """The exception for a refusal in JSON."""
    refusal: dict[str, Any] = json.loads(text)
    return IllegalTurn(refusal["message"], refusal)
