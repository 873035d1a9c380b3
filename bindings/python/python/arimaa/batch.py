"""Many positions at once: on all cores, at the speed of the native engine.

Positions come as any iterable of texts and `Position`s, as a numpy array that `pack` made, or as a
column of Arrow: of pyarrow, Polars, DuckDB or whatever has `__arrow_c_stream__`. None of these
packages is needed. Answers are a table that Arrow reads without copying.

A row without an answer is null, and has a reason in the column `error`; the other rows are
answered all the same, and nothing is raised. The interpreter is free meanwhile, Ctrl-C stops the
work, and the memory that is used beside the answers does not depend on the number of rows.

>>> from arimaa import batch
>>> answers = batch.count_turns(["g r7/8/8/3E4/8/8/8/7R", "g 8/8/8/8", "g r7/8/8/8/8/8/8/7R"])
>>> answers["count"]
[145, None, 14]
>>> answers.errors
{1: 'line 1, column 9: found 4 ranks, expected 8 ranks, from rank 8 down to rank 1'}
"""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from . import _chunks
from ._answers import Answers, answers_to, positions_of
from ._chunks import ArrowArray, ArrowStream, Positions, Progress, Records, Turns
from ._learning import (
    ACTIONS,
    END,
    PACKED,
    PLANES,
    Games,
    action_number,
    action_text,
    apply,
    choose,
    fields,
    flip_horizontal,
    flip_vertical,
    legal_mask,
    observe,
    pack,
    reset,
    sample_action,
    unpack,
    winner,
)
from ._words import name_of

__all__ = [
    "ACTIONS",
    "END",
    "PACKED",
    "PLANES",
    "Answers",
    "ArrowArray",
    "ArrowStream",
    "Games",
    "Positions",
    "Progress",
    "Records",
    "Turns",
    "action_number",
    "action_text",
    "apply",
    "choose",
    "count_turns",
    "fields",
    "goal",
    "judge",
    "legal_mask",
    "flip_horizontal",
    "flip_vertical",
    "observe",
    "outcome",
    "pack",
    "positions",
    "replay",
    "reset",
    "sample_action",
    "sample_turn",
    "unpack",
    "validate",
    "winner",
]

# Records whose positions are held together, besides those that are the answer.
_GAMES = 256


def count_turns(
    positions: Positions,
    *,
    edition: str | None = None,
    past_end: bool = False,
    column: str = "position",
    progress: Progress | None = None,
) -> Answers:
    """The number of distinct turns of each position, in the column `count`.

    `column` names the column of positions in an Arrow table. `edition` applies to texts without
    one.
    """
    rows = _chunks.chunks(positions, column)
    return answers_to("count_turns", rows, edition, progress, past_end=past_end)


def goal(
    positions: Positions,
    *,
    edition: str | None = None,
    past_end: bool = False,
    column: str = "position",
    progress: Progress | None = None,
) -> Answers:
    """Whether the side to move can make a goal within this turn.

    `count` is the number of distinct turns that end with a rabbit of the player on its goal rank,
    and `turn` the first of the shortest ones.

    >>> answers = goal(["g 7r/Re6/8/D7/8/8/8/8", "g r7/8/8/3E4/8/8/8/7R"])
    >>> answers["count"], answers["turn"]
    ([10, 0], ['Da5n Ra7n', None])
    """
    rows = _chunks.chunks(positions, column)
    return answers_to("goal", rows, edition, progress, past_end=past_end)


def validate(
    positions: Positions,
    *,
    edition: str | None = None,
    column: str = "position",
    progress: Progress | None = None,
) -> Answers:
    """Whether a game can have each position: `valid`, and `rule` and `message` where it cannot.

    >>> answers = validate(["g 8/8/8/8/8/2E5/8/8", "g 8/8/8/8/8/3E4/8/8"])
    >>> answers["valid"], answers["rule"]
    ([False, True], ['VAL-2', None])
    """
    return answers_to("validate", _chunks.chunks(positions, column), edition, progress)


def outcome(
    positions: Positions,
    *,
    edition: str | None = None,
    column: str = "position",
    progress: Progress | None = None,
) -> Answers:
    """The outcome of each game: `over`, and if it is over `winner`, `rule` and `name`.

    >>> outcome(["g r7/8/8/3E4/8/8/8/7R", "s R7/8/8/8/8/8/8/r7"])["winner"]
    [None, 'gold']
    """
    return answers_to("outcome", _chunks.chunks(positions, column), edition, progress)


def judge(
    positions: Positions,
    turns: Turns | None = None,
    *,
    edition: str | None = None,
    strict: bool = False,
    past_end: bool = False,
    column: str = "position",
    turn_column: str = "turn",
    progress: Progress | None = None,
) -> Answers:
    """Judges a written turn in each position.

    Where the turn is `legal`, `turn` has every capture and `position` is the board after it,
    without the history; where it is not, `rule`, `name`, `at` and `message` say why. Without
    `turns` they are a column of the table that holds the positions.

    >>> answers = judge(["g r7/8/8/3E4/8/8/8/7R"] * 2, ["Ed5n", "Rh1s"])
    >>> answers["legal"], answers["rule"]
    ([True, False], [None, 'STP-3'])
    """
    if turns is None:
        rows = _chunks.chunks(positions, column, turn_column)
    else:
        rows = _chunks.pairs(_chunks.chunks(positions, column), _chunks.chunks(turns, turn_column))
    return answers_to("judge", rows, edition, progress, strict=strict, past_end=past_end)


def replay(
    records: Records,
    *,
    edition: str | None = None,
    strict: bool = False,
    past_end: bool = False,
    column: str = "record",
    progress: Progress | None = None,
) -> Answers:
    """Whether the rules agree with each record of a game.

    `agrees` is whether they do, and `disagreements` has a sentence for each difference; `turns` is
    the number of judged turns and takebacks, `edition` the edition, and `winner` and `rule` are
    those of the outcome by the rules.

    >>> answers = replay(["1g Ra1"])
    >>> answers["agrees"], answers["disagreements"][0].partition(":")[0]
    ([False], '1g [Ra1] is recorded, but refused at the end of the turn by SET-6')
    """
    rows = _chunks.chunks(records, column)
    return answers_to("replay", rows, edition, progress, strict=strict, past_end=past_end)


def positions(
    records: Records,
    *,
    edition: str | None = None,
    strict: bool = False,
    counted: bool = True,
    file: str = "",
    first: SupportsIndex = 1,
    column: str = "record",
    progress: Progress | None = None,
) -> Answers:
    """The positions of records of games: a row for each position at the start of a turn of play.

    The columns are those of `arimaa-oracle positions`, and `error`; `turns` is the number of distinct
    turns without those that repetition forbids (SPEC.md REP-2). A record that cannot be read
    has one row with a reason; one that the rules refuse goes up to there, with the reason in its
    last row. `number` counts the records from `first` on, and `file` is repeated in each row.
    `edition` may be `by-date`, too. Rows of archives are judged as the server judges where `strict`.

    >>> from arimaa import Position
    >>> board = Position("g r7/8/8/3E4/8/8/8/7R").text()
    >>> answers = positions([f"Start: {board}\\n2g Ed5n", "nonsense"])
    >>> answers["label"], answers["turns"], answers["played"]
    (['2g', '2s', None], [145, 14, None], ['Ed5n', None, None])
    """
    chosen = edition if edition == "by-date" else name_of(edition)
    options = {"edition": chosen, "strict": strict, "counted": counted}
    rows = _chunks.short_rows(_chunks.chunks(records, column), _GAMES)
    return positions_of(rows, options | {"file": file, "first": index(first)}, progress)


def sample_turn(
    positions: Positions,
    seed: SupportsIndex,
    *,
    edition: str | None = None,
    column: str = "position",
    progress: Progress | None = None,
) -> Answers:
    """A random turn of each position, each distinct turn with the same chance.

    `turn` is the turn and `position` the board after it, without the history. The same seed and
    rows give the same turns on every machine.

    >>> answers = sample_turn(["g r7/8/8/3E4/8/8/8/7R"], seed=7)
    >>> from arimaa import Position
    >>> bool(Position("g r7/8/8/3E4/8/8/8/7R").judge(answers["turn"][0]))
    True
    """
    return answers_to(
        "sample_turn", _chunks.chunks(positions, column), edition, progress, seed=seed
    )
