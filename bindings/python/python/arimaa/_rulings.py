"""Rulings on turns, and outcomes of games."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from ._errors import IllegalTurn, OracleError, UnplayableRecord
from ._words import Placement, Side, Turn

if TYPE_CHECKING:
    from ._position import Position


@dataclass(frozen=True)
class Outcome:
    """The outcome of a decided game.

    >>> from arimaa import Position
    >>> position = Position("s 2R5/8/r7/8/8/8/4E3/8")
    >>> print(position.outcome)
    gold wins: a gold rabbit stands on its goal rank (END-3)
    """

    winner: Side | None
    """The winner; `None` is a draw, which only the older editions know."""
    rule: str
    """The id of the rule that decided it, such as `END-3`."""
    name: str
    """The name of the end, such as `mover-goal`."""
    code: str
    """The letter of the end in records, such as `g`."""
    message: str
    """The reason for people."""

    def __str__(self) -> str:
        verdict = f"{self.winner} wins" if self.winner else "a draw"
        return f"{verdict}: {self.message} ({self.rule})"


@dataclass(frozen=True)
class Ruling:
    """The ruling on a written turn. Its truth value is whether the turn is legal.

    >>> from arimaa import Position
    >>> position = Position("g r7/8/8/3E4/8/8/8/7R")
    >>> ruling = position.judge("Ed5n")
    >>> bool(ruling), ruling.turn, ruling.position.label
    (True, Turn('Ed5n'), Label('2s'))
    >>> ruling = position.judge("Rh1s")
    >>> bool(ruling), ruling.rule, str(ruling)
    (False, 'STP-3', 'illegal at Rh1s: there is no square south of h1 (STP-3)')
    """

    turn: Turn
    """The turn, with every capture where it is legal; else as it was given."""
    position: Position
    """The position after the turn where it is legal, else the one before it."""
    captures: tuple[Placement, ...] = ()
    """The captured pieces in order, each on its trap."""
    error: OracleError | None = field(default=None, compare=False)
    """The error that `Position.play` raises for this turn."""

    @property
    def legal(self) -> bool:
        """Whether the turn is legal."""
        return self.error is None

    @property
    def rule(self) -> str | None:
        """The id of the rule that forbids the turn. A text that cannot be read breaks none."""
        return self.error.rule if isinstance(self.error, IllegalTurn) else None

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game if the turn decides it, else `None`."""
        return self.position.outcome

    def __bool__(self) -> bool:
        return self.legal

    def _repr_html_(self) -> str:
        marks = self.error.squares if isinstance(self.error, IllegalTurn) else ()
        return f"<p>{escape(str(self))}</p>{self.position.svg(marks)}"

    def __str__(self) -> str:
        match self.error:
            case None:
                return f"legal: {self.turn}"
            case IllegalTurn(at=None):
                return f"illegal: {self.error}"
            case IllegalTurn(at="end"):
                return f"illegal at the end of the turn: {self.error}"
            case IllegalTurn(at=at):
                return f"illegal at {at}: {self.error}"
            case UnplayableRecord():
                return f"unplayable: {self.error}"
            case _:
                return f"unreadable: {self.error}"
