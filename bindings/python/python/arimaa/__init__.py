"""The rules of Arimaa: positions, turns, games, and rulings that cite the rule.

>>> from arimaa import Position, rule
>>> position = Position("g r7/8/8/4Cd2/8/8/8/7R")
>>> ruling = position.judge("Ce5n")
>>> ruling.legal, ruling.rule
(False, 'FRZ-2')
>>> print(ruling)
illegal at Ce5n: the gold cat on e5 is frozen by the silver dog on f5 and has no friend beside it (FRZ-2)
>>> position.count_turns()
14

`Position` is any moment of a game, `Game` a game that is played, `ask` the whole question language.
`arimaa.batch` answers for many positions at once, `arimaa.suite` is the conformance
suite, and `python -m arimaa serve` a server of the line protocol.
"""

from ._ask import __version__, ask
from ._board import Board
from ._clock import TimeControl, time_control
from ._errors import (
    BadQuestion,
    EnginesDiffer,
    IllegalTurn,
    ImpossiblePosition,
    OracleError,
    TextError,
    TooLarge,
    UnplayableRecord,
)
from ._game import Entry, Game, Record, Records, Replay, read_records
from ._position import Position
from ._rules import Rule, rule, rules
from ._rulings import Outcome, Ruling
from ._squares import SquareSet
from ._words import (
    END_TURN,
    SQUARES,
    Action,
    Direction,
    Edition,
    EndTurn,
    Kind,
    Label,
    Piece,
    Placement,
    Side,
    Square,
    Step,
    Turn,
)

__all__ = [
    "END_TURN",
    "SQUARES",
    "Action",
    "BadQuestion",
    "Board",
    "Direction",
    "Edition",
    "EndTurn",
    "EnginesDiffer",
    "Entry",
    "Game",
    "IllegalTurn",
    "ImpossiblePosition",
    "Kind",
    "Label",
    "OracleError",
    "Outcome",
    "Piece",
    "Placement",
    "Position",
    "Record",
    "Records",
    "Replay",
    "Rule",
    "Ruling",
    "Side",
    "Square",
    "SquareSet",
    "Step",
    "TextError",
    "TimeControl",
    "TooLarge",
    "Turn",
    "UnplayableRecord",
    "__version__",
    "ask",
    "read_records",
    "rule",
    "rules",
    "time_control",
]
