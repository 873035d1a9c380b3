"""Games and records."""

from __future__ import annotations

import copy
import gzip
import io
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from conftest import REPOSITORY

from arimaa import (
    BadQuestion,
    Game,
    IllegalTurn,
    Label,
    OracleError,
    Position,
    Record,
    TextError,
    UnplayableRecord,
    batch,
    read_records,
)
from arimaa._game import records_and_errors
from boards import compact

PLAIN = compact("g", d4="E", a8="r", h1="R")


def test_real_games_are_replayed_and_agree(record_files: list[Path]) -> None:
    turns = 0
    for file in record_files:
        for record in read_records(file):
            replay = record.replay()
            assert replay.agrees, (file, replay.disagreements)
            game = Game.from_record(record)
            assert game.outcome == replay.outcome
            if game.refused:
                pytest.fail("a refused turn is not a legal one")
            turns += len(game.turns)
    assert turns > 1000


def test_recorded_game_is_written_and_read_back(games: list[Game]) -> None:
    for game in games:
        again = Game.from_record(game.record({"Game": "1"}))
        assert again.positions == game.positions and again.turns == game.turns


def test_position_of_a_game_is_that_of_its_record(
    record_files: list[Path], games: list[Game]
) -> None:
    text = record_files[0].read_text()
    for position in games[0].positions[:-1]:
        assert Position.parse(text, before=position.label) == position


def test_refused_turn_changes_nothing() -> None:
    game = Game(Position(PLAIN))
    with pytest.raises(IllegalTurn):
        game.play("Ed4n Ed5s")
    with pytest.raises(TextError):
        game.play("nonsense")
    assert len(game.positions) == 1 and game.turns == ()
    assert game.judge("Ed4n") and game.turns == ()


def test_take_back_returns_to_the_position_before() -> None:
    game = Game(Position(PLAIN))
    start = game.position
    game.play("Ed4n")
    assert game.take_back() == "Ed4n"
    assert game.position is start
    with pytest.raises(OracleError, match="no turn to take back"):
        game.take_back()


def test_takebacks_of_a_record_are_followed() -> None:
    game = Game.from_record(f"Start: {PLAIN}\n2g Ed4n\n2s takeback\n2g Ed4s")
    assert game.turns == ("Ed4s",)


def test_record_breaks_off_where_no_turn_is_left_to_take_back() -> None:
    text = f"Start: {PLAIN}\n2g Ed4n\n2s takeback\n2g takeback\n2g Ed4s"
    game = Game.from_record(text)
    assert not game.turns and str(game.refused) == "unplayable: there is no turn to take back"
    (variation,) = Game.from_record(f"Start: {PLAIN}\n2g Ed4n (takeback 2g Ed4s)").variations(0)
    assert variation.refused == game.refused and not variation.turns


ANNOTATED = (
    f"""# from the club
Start: {PLAIN}
2g Ed4n {{bold}} (2g Ed4s {{timid}} (2g Rh1n) 2s ra8s) (2g Ed4w 2s xx8s)
""".replace("xx8s", "ra8n")
    + "# a reply\n2s ra8e\n3g takeback\n2s ra8s # better\n"
)


def test_comments_and_variations_of_a_record_are_kept() -> None:
    record = Record.read(ANNOTATED)
    assert record.comments == ("from the club",)
    first, reply, takeback, better = record.entries
    assert (first.comments, reply.comments) == (("bold",), ("a reply",))
    assert (takeback.kind, better.comments) == ("takeback", ("better",))
    timid, other = first.variations
    assert [entry.turn for entry in timid] == ["Ed4s", "ra8s"]
    assert timid[0].comments == ("timid",) and timid[0].variations[0][0].turn == "Rh1n"
    assert [entry.label for entry in other] == ["2g", "2s"]
    assert Record.read(record.text) == record
    (plain,) = read_records(io.BytesIO(record.text.encode()))
    assert plain == record
    assert batch.replay([record])["turns"] == [4]


def test_variations_are_games_from_the_position_before() -> None:
    game = Game.from_record(ANNOTATED)
    assert game.turns == ("Ed4n", "ra8s")
    assert [entry.comments for entry in game.entries] == [("bold",), ("better",)]
    timid, refused = game.variations(0)
    assert timid.turns == ("Ed4s", "ra8s") and timid.positions[0] == game.positions[0]
    assert timid.variations(0)[0].turns == ("Rh1n",)
    assert refused.turns == ("Ed4w",) and refused.refused is not None
    assert refused.refused.rule == "STP-3"
    assert game.variations(1) == game.variations(-1) == ()
    assert game.variations(-2) == game.variations(0)
    with pytest.raises(IndexError):
        game.variations(2)


def test_a_game_is_written_with_its_comments_and_variations() -> None:
    game = Game.from_record(ANNOTATED)
    game.play("Ed5n")
    game.comment("on and\non # (2g Ed5n")
    again = Game.from_record(game.record())
    assert again.turns == game.turns and again.entries[:2] == game.entries[:2]
    assert again.entries[2].comments == ("on and on # (2g Ed5n",)
    assert again.record() == game.record()
    with pytest.raises(OracleError, match="no turn"):
        Game().comment("nothing yet")


@pytest.mark.parametrize("text", ["", " \n", "a {b}", "}", "(2g Ed4s)"])
def test_a_comment_that_a_record_cannot_hold_is_refused(text: str) -> None:
    game = Game(Position(PLAIN))
    game.play("Ed4n")
    before = game.entries
    with pytest.raises(ValueError, match="cannot hold"):
        game.comment(text)
    assert game.entries == before


def test_a_comment_that_never_ends_is_an_error_in_its_place() -> None:
    with pytest.raises(TextError) as caught:
        Record.read("2g Ed4n\n2s ra8e {why")
    assert (caught.value.line, caught.value.column) == (2, 9)


def test_record_of_several_games_is_refused_as_one() -> None:
    for text in ("", "1g Ra1\nGame: 2\n1g Ra1"):
        with pytest.raises(UnplayableRecord):
            Record.read(text)


@pytest.mark.parametrize("reader", ["label", "annotated", "archive"])
def test_texts_of_the_table_are_read_as_it_says(reader: str) -> None:
    def made(text: str) -> str:
        if reader == "label":
            return Label(text)
        records = records_and_errors(read_records(io.BytesIO(text.encode())))
        return "".join(
            f"{read}\n" if isinstance(read, OracleError) else str(read) for read in records
        )

    table = pytest.importorskip("tomllib").loads((REPOSITORY / "tests" / "texts.toml").read_text())
    for *texts, value in table["readers"][reader]:
        for text in filter(None, texts):
            row = text, value
            for name, part in table["names"].items():
                row = row[0].replace(f"{{{name}}}", part), row[1].replace(f"{{{name}}}", part)
            try:
                read = made(row[0])
            except TextError as error:
                read = str(error)
            start, ellipsis, end = row[1].partition("…")
            assert read.strip() == row[1].strip() or (
                ellipsis and read.startswith(start) and read.strip().endswith(end)
            )


def test_archive_goes_on_after_a_row_that_cannot_be_read() -> None:
    table = b"id\tresult\tmovelist\n1\tw\t1w Ra1\\n1b\n2\tb\t1w Ra9\n3\tb\t1w Rb1\\n1b resigns\n"
    for data in (table, gzip.compress(table)):
        records = read_records(io.BytesIO(data))
        assert next(records).tags["Game"] == "1"
        with pytest.raises(TextError) as caught:
            next(records)
        assert (caught.value.line, caught.value.column) == (3, 8)
        last = next(records)
        assert [entry.kind for entry in last.entries] == ["turn", "resigns"]
        assert list(records) == []


def test_archive_of_a_path_is_read_in_batches(tmp_path: Path) -> None:
    row = "\tw\t1w Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2\\n"
    row += "1b ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7\n"
    table = "id\tresult\tmovelist\n" + "".join(f"{number}{row}" for number in range(3))
    path, packed = tmp_path / "month.tsv", tmp_path / "month.tsv.gz"
    path.write_text(table)
    packed.write_bytes(gzip.compress(table.encode()))
    for archive in (path, packed):
        assert batch.replay(read_records(archive))["turns"] == [2, 2, 2]
        assert len(batch.positions(read_records(archive), counted=False)) == 3
        records = read_records(archive)
        assert len(list(records)) == 3
        assert list(records) == []


def test_records_are_read_from_paths_and_files(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text("Game: 1\n1g Ra1\n\nGame: 2\n1g Rb1\n")
    packed = tmp_path / "two.txt.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    with path.open("rb") as file:
        expected = list(read_records(file))
    assert len(expected) == 2
    assert list(read_records(path)) == list(read_records(str(packed))) == expected
    with pytest.raises(FileNotFoundError):
        read_records(tmp_path / "none.txt")


def test_records_beyond_the_limit_are_refused(tmp_path: Path) -> None:
    packed = tmp_path / "long.txt.gz"
    packed.write_bytes(gzip.compress(b"\n" * (64 << 20)))
    assert list(read_records(packed)) == []
    packed.write_bytes(gzip.compress(b"\n" * ((64 << 20) + 1)))
    with pytest.raises(OSError, match="longer than 64 MiB"):
        read_records(packed)


@pytest.mark.parametrize("error", [OSError("gone"), ValueError("mine"), KeyboardInterrupt("now")])
def test_exception_of_a_file_is_raised_as_it_is(error: BaseException) -> None:
    class Failing(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise error

    with pytest.raises(type(error)) as caught:
        list(read_records(Failing()))
    assert caught.value is error


def test_text_that_is_not_utf_8_has_a_place() -> None:
    with pytest.raises(TextError, match="line 3, column 11: found the byte 0xe9, expected text in"):
        read_records(io.BytesIO(b"1g Ra1\nGame: x\nEvent: caf\xe9\n1g Ra1"))


def test_tags_that_a_record_would_not_give_back_are_refused() -> None:
    game = Game()
    assert Record.read(game.record({"Event": "a (b) {c}"}) + "1g Ra1").tags["Event"] == "a (b) {c}"
    for name, value in [
        ("Event", "x\nResult: gold"),
        ("Event", "x\n1g Ra1"),
        ("Event", "round # 1"),
        ("Event", ""),
        ("My event", "x"),
        ("Result", "nobody"),
    ]:
        with pytest.raises(ValueError, match="a record cannot hold the tag"):
            game.record({name: value})
    with pytest.raises(ValueError, match="the game writes the tag Start itself"):
        game.record({"Start": PLAIN})


def test_game_has_a_short_repr() -> None:
    game = Game(Position(PLAIN))
    game.play("Rh1n")
    assert repr(game) == "<Game of 1 turns, at 2s>"


def test_a_game_that_began_in_a_setup_or_a_turn_is_written_and_read_back() -> None:
    chance = random.Random(4)
    silver = Position().play(Position().sample_turn(chance))
    starts = [
        Position.start("M"),
        Position.start("Mrr").apply("Ra1").apply("Ee2"),
        Position().apply("Eh2"),
        silver,
        silver.apply("ra8").apply("eb8"),
        Position.start("m").play(Position.start("m").sample_turn(chance)),
        Position(PLAIN).apply("Ed4n"),
        # A capture in what was done before.
        Position("g r7/8/8/8/8/2R5/2H5/7R").apply("Hc2w"),
    ]
    for start in starts:
        game = Game(start)
        for _ in range(3):
            game.play(game.position.sample_turn(chance))
        again = Game.from_record(game.record())
        assert again.refused is None and again.position == game.position
        assert again.turns[-2:] == game.turns[-2:]
        assert Record.read(game.record()).replay(strict=True).agrees
    assert Game.from_record(Game(silver).record()).position == silver


def test_a_start_in_a_turn_that_is_not_made_has_no_record() -> None:
    for start in (Position().apply("Ra1"), Position(PLAIN).apply("Ed4n")):
        with pytest.raises(BadQuestion, match=r"no record: `position\.dumps\(\)`"):
            Game(start).record()


def test_records_are_pickled_copied_and_hashed() -> None:
    record = Record.read(ANNOTATED)
    for again in (pickle.loads(pickle.dumps(record)), copy.copy(record), copy.deepcopy(record)):
        assert again == record and hash(again) == hash(record) and again.tags == record.tags
    with pytest.raises(TypeError):
        record.tags["Game"] = "8"  # type: ignore[index]


def test_copied_games_are_played_by_themselves() -> None:
    game = Game.from_record(ANNOTATED)
    before = game.record()
    for again in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again == game and again.record() == before
        again.play("Ed5n")
        assert again != game
        again.comment("another")
        assert game.record() == before and len(again.turns) == len(game.turns) + 1


class Named(Game):
    name = ""


def test_pickled_game_keeps_its_class_and_what_that_adds() -> None:
    game = Named(PLAIN)
    game.name = "first"
    for again in (copy.copy(game), pickle.loads(pickle.dumps(game))):
        assert type(again) is Named and again == game and again.name == "first"
    # The name that older pickles hold.
    assert type(Game._restored(game.position, [], None)) is Game


def test_what_is_no_game_and_no_record_is_refused() -> None:
    assert Game(PLAIN).position == Position(PLAIN)
    wrong: Any = None
    for make in (Game.from_record, Record.read, read_records):
        with pytest.raises(TypeError):
            make(wrong)
    for wrong in (b"1g Ra1", io.StringIO("1g Ra1")):
        with pytest.raises(TypeError, match="opened for bytes"):
            read_records(wrong)
    with pytest.raises(TypeError):
        Game(7)  # type: ignore[arg-type]


def test_a_pickled_game_holds_its_turns_and_no_history_twice(games: list[Game]) -> None:
    for game in games:
        pickled = pickle.dumps(game)
        assert pickle.loads(pickled) == game and len(pickled) < 20_000 + 200 * len(game.turns)
        # No position from before a capture can stand again: the same follows without them.
        position = game.position
        assert Position.loads(position.dumps()) == position
        assert position.occurrences == Position.loads(position.dumps()).occurrences


def test_repetition_is_counted() -> None:
    game = Game(Position("g r7/8/8/3E4/8/8/8/7R"))
    for turn in ["Ed5n", "ra8e", "Ed6s", "rb8w"]:
        game.play(turn)
    assert (game.occurrences, game.is_repetition(2), game.is_repetition()) == (2, True, False)
    assert Position().occurrences == 1
