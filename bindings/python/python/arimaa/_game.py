"""Games: turns played, judged and taken back, and records of them."""

from __future__ import annotations

import gzip
import io
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, NoReturn, cast

from ._ask import answer_to
from ._errors import BadQuestion, OracleError, UnplayableRecord
from ._hints import hint
from ._native import RecordReader, State, encoded
from ._position import Position
from ._rulings import Outcome, Ruling
from ._words import Label, Side, Turn, name_of


@dataclass(frozen=True)
class Entry:
    """One line of a game record."""

    kind: Literal["turn", "takeback", "resigns", "lost", "open"]
    """A turn, or what stands in place of one. `open` is a label with nothing after it."""
    label: Label | None
    """The label, if there is one."""
    turn: Turn
    """The turn as it is written; empty for the other kinds."""
    comments: tuple[str, ...] = ()
    """The comments on it."""
    variations: tuple[tuple[Entry, ...], ...] = ()
    """Other turns that are written, each line of them from the position before this turn."""


@dataclass(frozen=True)
class Replay:
    """A record judged by the rules."""

    outcome: Outcome | None
    """How the game was decided by the rules."""
    agrees: bool
    """Whether the rules agree with everything that the record says."""
    disagreements: tuple[str, ...]
    """Where they do not, for people."""
    turns: int
    """How many turns and takebacks were judged; the last of them may be refused."""


@dataclass(frozen=True)
class Record:
    """A game as it was written down. It may break the rules.

    >>> record = Record.read("Game: 7\\nResult: gold\\n1w Ra1 Rb1\\n1b")
    >>> record.tags["Game"], record.entries[0].turn, record.entries[1].kind
    ('7', Turn('Ra1 Rb1'), 'open')
    """

    tags: Mapping[str, str] = field(hash=False)
    """The tags about the game as a whole, by name."""
    entries: tuple[Entry, ...]
    """The turns, and what stands in place of one."""
    text: str
    """The record as it is written best. Comments and variations stand in comments of their own."""
    comments: tuple[str, ...] = ()
    """The comments above its tags."""

    @classmethod
    def read(cls, text: str) -> Record:
        """Reads the text of one record."""
        match list(read_records(io.BytesIO(encoded(text)))):
            case [record]:
                return record
            case records:
                raise UnplayableRecord(f"the text holds {len(records)} games, not one")

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", MappingProxyType(dict(self.tags)))

    def __reduce__(self) -> tuple[Any, ...]:
        return Record, (dict(self.tags), self.entries, self.text, self.comments)

    def replay(
        self, *, edition: str | None = None, strict: bool = False, past_end: bool = False
    ) -> Replay:
        """Judges every turn, and compares the outcome with the recorded one.

        >>> start = Position("g r7/8/8/8/8/8/8/7R").text()
        >>> record = Record.read(f"Start: {start}\\nResult: gold\\nTermination: g\\n2g Rh1n")
        >>> record.replay().disagreements
        ('recorded is gold by `g`, but the game is not decided by rule',)
        """
        question: dict[str, Any] = {"kind": "replay", "record": self.text, "limit": 0}
        question |= {"strict": strict, "past_end": past_end, "edition": name_of(edition)}
        answer = answer_to(question)
        return Replay(
            outcome=_outcome_of(answer["outcome"]),
            agrees=answer["agrees"],
            disagreements=tuple(point["message"] for point in answer["disagreements"]),
            turns=answer["total"],
        )

    def __str__(self) -> str:
        return self.text


class Records(Iterator[Record]):
    """An iterator over the records of a file, which `read_records` returns.

    With a path it opens the file, and closes it at the end of the records or of a `with` block.
    """

    def __init__(self, source: str | os.PathLike[str] | BinaryIO) -> None:
        self._opened = open(source, "rb") if isinstance(source, (str, os.PathLike)) else None
        file = self._opened or cast(BinaryIO, source)
        try:
            start = file.read(2) if hasattr(file, "read") else None
            if not isinstance(start, bytes):
                raise TypeError(
                    "records are read from a path or a file opened for bytes, "
                    f"not from {type(source).__name__}; `Record.read` reads a text"
                )
            joined = io.BufferedReader(_Joined(start, file))
            unpacked = gzip.GzipFile(fileobj=joined) if start == b"\x1f\x8b" else joined
            self._reader = RecordReader(cast(BinaryIO, unpacked))
        except BaseException:
            self.close()
            raise
        self._is_over = False
        if not self._reader.is_archive:
            self.close()

    def __next__(self) -> Record:
        # A request after the end must not read the closed file.
        if self._is_over:
            raise StopIteration
        try:
            tags, comments, lines, text = next(self._reader)
        except StopIteration:
            self._is_over = True
            self.close()
            raise
        return Record(dict(tags), _entries(lines), text, tuple(comments))

    @property
    def is_archive(self) -> bool:
        """Whether the file is an archive of the game server."""
        return self._reader.is_archive

    def close(self) -> None:
        """Closes the file, if this object has opened it."""
        if self._opened:
            self._opened.close()

    def __enter__(self) -> Records:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_records(source: str | os.PathLike[str] | BinaryIO) -> Records:
    """Iterates over the games of a file of records, or of an archive of the game server.

    `source` is a path or a file opened for bytes; both may be compressed with gzip. After a row of
    an archive that cannot be read the next call goes on with the next row. A file of records is
    read whole, up to 64 MiB.

    >>> import io
    >>> [record.tags["Game"] for record in read_records(io.BytesIO(b"Game: 1\\n1g Ra1\\nGame: 2\\n1g Rb1"))]
    ['1', '2']
    """
    return Records(source)


def records_and_errors(records: Records) -> Iterator[Record | OracleError]:
    """The records of a file, with the error in place of a record that cannot be read."""
    while True:
        try:
            yield next(records)
        except StopIteration:
            return
        except OracleError as error:
            yield error
            if not records.is_archive:
                return


def _entries(lines: list[Any]) -> tuple[Entry, ...]:
    return tuple(
        Entry(
            kind,
            Label(label) if label else None,
            Turn(turn),
            comments,
            others and tuple(map(_entries, others)),
        )
        for kind, label, turn, comments, others in lines
    )


class _Joined(io.RawIOBase):
    """A file whose first bytes have been read, joined with these bytes."""

    def __init__(self, start: bytes, file: BinaryIO) -> None:
        self._start, self._file = start, file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        read, self._start = self._start[: len(buffer)], self._start[len(buffer) :]
        read = read or self._file.read(len(buffer))
        buffer[: len(read)] = read
        return len(read)


class Game:
    """A game that is played turn by turn.

    >>> game = Game(Position("g r7/8/8/3E4/8/8/8/7R"))
    >>> game.play("Ed5n")
    Turn('Ed5n')
    >>> game.play("ra8s")
    Turn('ra8s')
    >>> game.position.label, game.turns
    (Label('3g'), (Turn('Ed5n'), Turn('ra8s')))
    >>> game.take_back()
    Turn('ra8s')
    >>> game.position.label
    Label('2s')
    """

    def __init__(self, start: str | Position | None = None) -> None:
        """Starts a game at a position or its text; without one, at the start of the setup."""
        self._positions = [start if isinstance(start, Position) else Position(start)]
        self._entries: list[Entry] = []
        self._refused: Ruling | None = None

    @classmethod
    def from_record(cls, record: Record | str, *, edition: str | None = None) -> Game:
        """Plays a record up to the first turn or takeback that is refused: see `refused`.

        `edition` applies where the record names none. Only turns are kept, with their comments.

        >>> start = Position("g r7/8/8/8/8/8/8/7R").text()
        >>> game = Game.from_record(f"Start: {start}\\n2g Rh1n\\n2s ra8n")
        >>> len(game.positions), game.refused.rule
        (2, 'STP-3')
        """
        record = record if isinstance(record, Record) else Record.read(record)
        game = cls(Position.of_state(State.start_of(record.text, name_of(edition))))
        game._follow(record.entries)
        return game

    def _follow(self, entries: tuple[Entry, ...]) -> None:
        for entry in entries:
            if entry.kind == "takeback":
                if not self._entries:
                    error = UnplayableRecord("there is no turn to take back")
                    self._refused = Ruling(Turn("takeback"), self.position, error=error)
                    break
                self.take_back()
            elif entry.kind == "turn":
                ruling = self.position.judge(f"{entry.label} {entry.turn}")
                if not ruling:
                    self._refused = ruling
                    break
                self._add(ruling, entry.comments, entry.variations)

    @property
    def position(self) -> Position:
        """The present position."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the start to the present one: one more than there are turns."""
        return tuple(self._positions)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that were played and not taken back."""
        return tuple(entry.turn for entry in self._entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The turns with their labels, and the comments and variations of a record."""
        return tuple(self._entries)

    def variations(self, turn: int) -> tuple[Game, ...]:
        """The variations of the turn with this index in `turns`, as games; only records have any.

        Each begins at the position before that turn, and ends where the rules refuse it.

        >>> start = Position("g r7/8/8/3E4/8/8/8/7R").text()
        >>> game = Game.from_record(f"Start: {start}\\n2g Ed5n (2g Ed5s 2s ra8s) 2s ra8e")
        >>> [variation.turns for variation in game.variations(0)], game.variations(1)
        ([(Turn('Ed5s'), Turn('ra8s'))], ())
        """
        games: list[Game] = []
        before = self._positions[:-1][turn]
        for variation in self._entries[turn].variations:
            game = Game(before)
            game._follow(variation)
            games.append(game)
        return tuple(games)

    def comment(self, text: str) -> None:
        """Adds a comment to the last turn, which `record` writes.

        Raises `ValueError` for a comment that a record would not give back: an empty one, one with
        braces, or a variation.
        """
        if not self._entries:
            raise OracleError("there is no turn to comment on")
        last, text = self._entries[-1], " ".join(text.split())
        alone = _entry_text(Entry("turn", last.label, last.turn, (text,)))
        if Record.read(Record.read(alone).text).entries[0].comments != (text,):
            raise ValueError(f"a record cannot hold {text!r} as a comment")
        self._entries[-1] = replace(last, comments=(*last.comments, text))

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game; `None` while it is not decided."""
        return self.position.outcome

    @property
    def refused(self) -> Ruling | None:
        """The ruling on the turn or takeback at which a record was refused; `None` if none was."""
        return self._refused

    def __eq__(self, other: object) -> bool:
        """Whether the same turns reached the same positions, with the same comments and variations."""
        if not isinstance(other, Game):
            return NotImplemented
        of_both = ((game._positions, game._entries, game._refused) for game in (self, other))
        return next(of_both) == next(of_both)

    # It changes, so it is no key.
    __hash__ = None  # type: ignore[assignment]

    def judge(self, turn: str, *, strict: bool = False) -> Ruling:
        """Judges a turn in the present position, without playing it. No text makes it raise."""
        return self.position.judge(turn, strict=strict)

    def play(self, turn: str, *, strict: bool = False) -> Turn:
        """Plays a whole turn, and returns it with every capture written.

        Raises what `Position.play` raises; the game is then left as it was.
        """
        ruling = self.judge(turn, strict=strict)
        if ruling.error is not None:
            raise ruling.error
        return self._add(ruling)

    def _add(
        self,
        ruling: Ruling,
        comments: tuple[str, ...] = (),
        variations: tuple[tuple[Entry, ...], ...] = (),
    ) -> Turn:
        label = self.position.label
        self._entries.append(Entry("turn", label, ruling.turn, comments, variations))
        self._positions.append(ruling.position)
        return ruling.turn

    def take_back(self) -> Turn:
        """Takes the last turn back and returns it."""
        if not self._entries:
            raise OracleError("there is no turn to take back")
        self._positions.pop()
        return self._entries.pop().turn

    def record(self, tags: Mapping[str, str] | None = None) -> str:
        """The turns as the text of a record, under these tags, with comments and variations.

        Placements and steps before the start are written, as parts of a setup or of the first turn;
        turns of play before it are not. The middle of a turn that is not made has no record:
        `Position.dumps` writes it. A tag that a record would not give back is a `ValueError`, and
        so is one that tells how the game begins.

        >>> game = Game(Position("g r7/8/8/3E4/8/8/8/7R"))
        >>> turn = game.play("Ed5n")
        >>> Game.from_record(game.record({"Game": "7"})).positions == game.positions
        True
        """
        lines = [_tag_line(name, value) for name, value in (tags or {}).items()]
        start = self._positions[0]
        before = start.turn_start
        lines.append(f"Edition: {start.edition}")
        if not before.is_setup():
            lines.append(f"Start: {before.text()}")
        else:
            handicap = json.loads(before.dumps())["setup"]["handicap"]
            lines += [f"Handicap: {handicap}"] if handicap != "none" else []
            if before.board:
                placed = (f"{piece}{square}" for square, piece in before.board.items())
                lines.append(f"1g {' '.join(placed)}")
        entries = self._entries.copy()
        if start.actions_taken:
            if not entries:
                raise BadQuestion(
                    "the game began in the middle of a turn that was not made, "
                    "of which there is no record: `position.dumps()` keeps it"
                )
            whole = before.judge(" ".join((*start.actions_taken, entries[0].turn))).turn
            entries[0] = replace(entries[0], turn=whole)
        lines += map(_entry_text, entries)
        return Record.read("\n".join(lines)).text

    @property
    def occurrences(self) -> int:
        """How often the present position has occurred: see `Position.occurrences`."""
        return self.position.occurrences

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the present position has occurred `count` times or more."""
        return self.position.is_repetition(count)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            raise AttributeError(hint(self, name))

    def __reduce__(self) -> tuple[Any, ...]:
        # The positions follow from the turns. A class that inherits may have more.
        own = ("_positions", "_entries", "_refused")
        more = {name: value for name, value in vars(self).items() if name not in own}
        kept = self._positions[0], self._entries, self._refused
        return type(self)._restored, kept, more or None

    @classmethod
    def _restored(cls, start: Position, entries: list[Entry], refused: Ruling | None) -> Game:
        game = object.__new__(cls)
        Game.__init__(game, start)
        for entry in entries:
            game._add(game.judge(entry.turn), entry.comments, entry.variations)
        game._refused = refused
        return game

    def __copy__(self) -> Game:
        """An independent copy."""
        game = object.__new__(type(self))
        vars(game).update(vars(self))
        game._positions, game._entries = self._positions.copy(), self._entries.copy()
        return game

    def __deepcopy__(self, memo: object) -> Game:
        # Positions and entries never change.
        return self.__copy__()

    def __repr__(self) -> str:
        return f"<Game of {len(self._entries)} turns, at {self.position.label}>"

    def _repr_svg_(self) -> str:
        return self.position.svg()


def _tag_line(name: str, value: str) -> str:
    """The line of a tag; raises if a record would not read it back as one tag (NOT-8)."""
    line = f"{name}: {value}"
    if name.title() in ("Edition", "Handicap", "Start"):
        raise ValueError(f"the game writes the tag {name} itself")
    try:
        read = Record.read(f"{line}\n1g Ra1")
    except OracleError as error:
        raise ValueError(f"a record cannot hold the tag {line!r}: {error}") from error
    if (len(read.tags), len(read.entries), read.comments) != (1, 1, ()):
        raise ValueError(f"a record cannot hold the tag {line!r}")
    return line


def _entry_text(entry: Entry) -> str:
    """The text of an entry, with its comments and variations."""
    word = {"turn": entry.turn, "open": ""}.get(entry.kind, entry.kind)
    parts = [part for part in (entry.label, word) if part]
    parts += (f"{{{text.translate(_NO_BRACES)}}}" for text in entry.comments)
    parts += (f"({' '.join(map(_entry_text, variation))})" for variation in entry.variations)
    return " ".join(parts)


_NO_BRACES = str.maketrans("{}", "  ")


def _outcome_of(ended: dict[str, Any] | None) -> Outcome | None:
    """Makes an outcome of its dictionary in the question language."""
    if ended is None:
        return None
    winner = None if ended["winner"] == "draw" else Side(ended["winner"])
    return Outcome(winner, ended["rule"], ended["end"], ended["code"], ended["message"])
