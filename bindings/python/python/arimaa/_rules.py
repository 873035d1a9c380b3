"""The rules of the specification by their ids."""

from __future__ import annotations

from dataclasses import dataclass, fields

from . import _native
from ._ask import answer_to
from ._errors import BadQuestion


@dataclass(frozen=True)
class Rule:
    """A rule of the specification."""

    id: str
    """Its stable id, such as `FRZ-2`."""
    kind: str
    """`permission`, `end of game`, `definition` or `theorem`."""
    chapter: str
    """The chapter that it stands in."""
    text: str
    """Its text, in Markdown."""
    specification: str
    """The version of the specification."""

    def __str__(self) -> str:
        return f"{self.id} {self.text}"


def rule(id: str) -> Rule:
    """The rule with this id, or the one that has the sentence with this id, such as `FRZ-1.2`.

    >>> print(rule("FRZ-2").text[:41])
    ¹A frozen piece does not step on its own.
    >>> rule("FRZ-99")
    Traceback (most recent call last):
        ...
    KeyError: 'FRZ-99'
    """
    try:
        answer = answer_to({"kind": "explain_rule", "rule": id})["rule"]
    except BadQuestion:
        raise KeyError(id) from None
    # A later version may add fields.
    return Rule(**{field.name: answer[field.name] for field in fields(Rule)})


def rules() -> tuple[Rule, ...]:
    """Every rule and theorem, in the order of the specification.

    >>> rules()[0].id
    'BRD-1'
    """
    return tuple(rule(id) for id in _native.rule_ids())
