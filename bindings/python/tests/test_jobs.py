"""Files answered unit by unit: shards, resuming, merging, and what goes wrong."""

from __future__ import annotations

import os
import pty
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arimaa import Game, Record, _command, batch, read_records
from arimaa._inputs import find, sources
from arimaa._parts import Job, answer, merge

pyarrow: Any = pytest.importorskip("pyarrow")
parquet: Any = pytest.importorskip("pyarrow.parquet")

BATCH = [sys.executable, "-m", "arimaa"]


@pytest.fixture
def source(games: list[Game], tmp_path: Path) -> Path:
    """Two Parquet files with seven row groups of positions, one of them unreadable."""
    folder = tmp_path / "in"
    folder.mkdir()
    texts: list[Any] = [position.text() for position in games[0].positions[2:72:2]]
    texts[3] = "nonsense"
    for name, some in (("a", texts[:20]), ("b", texts[20:])):
        table = pyarrow.table({"game": [name] * len(some), "position": some})
        parquet.write_table(table, folder / f"{name}.parquet", row_group_size=5)
    return folder


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        BATCH + [str(argument) for argument in arguments], capture_output=True, text=True
    )


def merged(source: Path, out: Path, to: Path) -> bytes:
    assert _command.main(["merge", "count", str(source), str(out), str(to)]) == 0
    return to.read_bytes()


def test_shards_give_the_same_bytes_as_one_run(source: Path, tmp_path: Path) -> None:
    one = run("count", source, tmp_path / "one")
    said = "7 row groups answered, 0 were there\n1 rows without an answer: the column error has the reasons\n"
    assert (one.returncode, one.stderr) == (0, said)
    workers = [
        subprocess.Popen([*BATCH, "count", source, tmp_path / "many", "--shard", f"{number}/3"])
        for number in (1, 2, 3)
    ]
    assert [worker.wait() for worker in workers] == [0, 0, 0]
    whole = merged(source, tmp_path / "one", tmp_path / "one.parquet")
    assert whole == merged(source, tmp_path / "many", tmp_path / "many.parquet")
    table = parquet.read_table(tmp_path / "one.parquet")
    assert table.column_names == ["game", "position", "count", "error"]
    positions = table["position"].to_pylist()
    assert table["count"].to_pylist() == batch.count_turns(positions)["count"]
    assert table["count"].null_count == 1 and "nonsense" in table["error"][3].as_py()


def test_second_run_does_what_is_missing(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("count", source, out, "--shard", "2/2").returncode == 0
    assert "4 row groups answered, 3 were there" in run("count", source, out).stderr
    before = {path: path.stat().st_mtime_ns for path in out.iterdir()}
    assert "0 row groups answered, 7 were there" in run("count", source, out).stderr
    assert before == {path: path.stat().st_mtime_ns for path in out.iterdir()}


def test_killed_worker_leaves_only_whole_parts(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for wait in (0.05, 0.3, 0.5, 0.6):
        worker = subprocess.Popen([*BATCH, "count", source, out], stderr=subprocess.DEVNULL)
        try:
            worker.wait(wait)
        except subprocess.TimeoutExpired:
            worker.kill()
            worker.wait()
    assert run("count", source, out).returncode == 0
    assert run("count", source, tmp_path / "calm").returncode == 0
    expected = merged(source, tmp_path / "calm", tmp_path / "calm.parquet")
    assert merged(source, out, tmp_path / "out.parquet") == expected


def test_poisoned_file_is_reported_and_the_rest_is_answered(source: Path, tmp_path: Path) -> None:
    (source / "aa.parquet").write_bytes(b"no Parquet")
    answered = run("count", source, tmp_path / "out")
    assert answered.returncode == 1
    assert "aa.parquet: " in answered.stderr and "7 row groups answered" in answered.stderr


def test_merge_names_what_is_missing_or_changed(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, to = tmp_path / "out", tmp_path / "all.parquet"
    merge = ["merge", "count", str(source), str(out), str(to)]
    assert _command.main(["count", str(source), str(out)]) == 0
    part = sorted(out.iterdir())[0]
    whole = part.read_bytes()
    part.unlink()
    assert _command.main(merge) == 1
    assert "it is not answered" in capsys.readouterr().err
    table = parquet.read_table(pyarrow.BufferReader(whole))
    one_more = table.set_column(2, "count", pyarrow.array([1] * 5, pyarrow.uint64()))
    parquet.write_table(one_more, part)
    assert _command.main(merge) == 1
    assert "it is not what was written" in capsys.readouterr().err
    assert not to.exists()


def test_records_are_replayed(record_files: list[Path], tmp_path: Path) -> None:
    records: list[Record] = [record for file in record_files for record in read_records(file)]
    texts = [record.text for record in records]
    parquet.write_table(pyarrow.table({"record": texts}), tmp_path / "records.parquet")
    assert run("replay", tmp_path / "records.parquet", tmp_path / "out").returncode == 0
    (part,) = (tmp_path / "out").iterdir()
    table = parquet.read_table(part)
    assert table["agrees"].to_pylist() == [True] * len(records)
    replays = [record.replay() for record in records]
    assert table["turns"].to_pylist() == [replay.turns for replay in replays]
    rules = [replay.outcome and replay.outcome.rule for replay in replays]
    assert table["rule"].to_pylist() == rules


def test_wrong_arguments_are_named(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    column = run("count", source, out, "--column", "board").stderr
    # Once for each of the two files.
    assert column.count("no column board; choose one with --column: game, position\n") == 2
    for text in ("3/2", "0/2", "2", "x/y"):
        shard = run("count", source, out, "--shard", text)
        assert shard.returncode == 2 and f"{text} is no share such as 1/8" in shard.stderr
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "games.csv").touch()
    assert "no file below it is named .parquet, .txt," in run("count", empty, out).stderr


def test_missing_pyarrow_is_named_once_and_leaves_nothing(source: Path, tmp_path: Path) -> None:
    program = "import sys; sys.modules['pyarrow'] = None; from arimaa._command import main; "
    program += "sys.exit(main(sys.argv[1:]))"
    words = [sys.executable, "-c", program, "count", str(source), str(tmp_path / "all.parquet")]
    said = subprocess.run(words, capture_output=True, text=True)
    assert said.returncode == 1 and "pip install pyarrow" in said.stderr
    assert len(said.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == [source]


def test_unreadable_input_leaves_no_folder(tmp_path: Path) -> None:
    said = run("count", tmp_path / "nowhere.parquet", tmp_path / "all.parquet")
    assert said.returncode == 1 and "nowhere.parquet: " in said.stderr
    assert list(tmp_path.iterdir()) == []


def test_merge_of_a_broken_input_says_only_what_is_wrong(source: Path, tmp_path: Path) -> None:
    out, to = tmp_path / "out", tmp_path / "all.parquet"
    assert run("count", source, out).returncode == 0
    (source / "c.parquet").write_bytes(b"no Parquet")
    said = run("merge", "count", source, out, to)
    assert said.returncode == 1 and not to.exists()
    assert len(said.stderr.splitlines()) == 1 and "c.parquet: " in said.stderr


def test_interrupted_command_says_that_it_goes_on(tmp_path: Path) -> None:
    long, parts = tmp_path / "long.parquet", tmp_path / "all.parquet.parts"
    crowded = "g rrrrrrrr/dhcemchd/8/8/8/8/DHCMECHD/RRRRRRRR"
    parquet.write_table(pyarrow.table({"position": [crowded] * 500_000}), long)
    command = [*BATCH, "count", str(long), str(tmp_path / "all.parquet")]
    # A shell ignores the signal in what it starts in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    finally:
        signal.signal(signal.SIGINT, before)
    while not parts.exists() and process.poll() is None:
        time.sleep(0.01)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, "stopped: the same command goes on\n")


def test_terminal_sees_how_far_the_work_is(source: Path, tmp_path: Path) -> None:
    here, there = pty.openpty()
    words = [*BATCH, "count", str(source), str(tmp_path / "out"), "--shard", "1/2"]
    with subprocess.Popen(words, stderr=there):
        os.close(there)
        said = b""
        try:
            while block := os.read(here, 1 << 12):
                said += block
        except OSError:
            pass  # Linux ends the reading of a terminal so.
    os.close(here)
    seen = [f"\r{done} of 4 row groups".encode() for done in range(5)]
    assert said.startswith(b"".join(seen)), said


def test_parts_of_other_options_are_not_taken(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("count", source, out, "--shard", "1/2", "--edition", "2005-05-28").returncode == 0
    mixed = run("count", source, out)
    assert mixed.returncode == 1 and "made with the options" in mixed.stderr
    assert "3 row groups answered" in mixed.stderr
    assert run("count", source, out, "--shard", "2/2").returncode == 0
    for to in (tmp_path / "all.parquet", "--check"):
        joined = run("merge", "count", source, out, to)
        assert joined.returncode == 1 and "parts made with" in joined.stderr


def test_parts_that_were_changed_or_swapped_are_made_again(source: Path, tmp_path: Path) -> None:
    out, whole = tmp_path / "out", tmp_path / "whole.parquet"
    assert run("count", source, out).returncode == 0
    assert run("merge", "count", source, out, whole).returncode == 0
    parts = sorted(out.iterdir())
    kept = {part: part.read_bytes() for part in parts}
    chance = random.Random(5)
    job = Job("count", out)
    units = [unit for file in sources(source) for unit in find(file).units]
    flipped = 0
    for _ in range(50):
        part = chance.choice(parts)
        changed = bytearray(kept[part])
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
        part.write_bytes(changed)
        made = [answer(job, unit).is_new for unit in units]
        assert sum(made) <= 1
        flipped += sum(made)
        # What was not made again holds the same answers: the byte had no meaning.
        assert merge(job, units, None) == len(parquet.read_table(whole))
        part.write_bytes(kept[part])
    assert flipped > 20
    first, second, *_ = parts
    first.write_bytes(kept[second])
    said = run("merge", "count", source, out, "--check")
    assert said.returncode == 1 and first.name in said.stderr
    again = run("count", source, out)
    assert again.returncode == 0 and again.stderr.startswith("1 row groups answered")
    assert first.read_bytes() == kept[first]


def test_one_command_answers_into_one_file(source: Path, tmp_path: Path) -> None:
    to, parts = tmp_path / "all.parquet", tmp_path / "parts"
    said = run("count", source, to)
    assert said.returncode == 0 and said.stderr.endswith("35 rows\n")
    assert run("count", source, parts).returncode == 0
    assert to.read_bytes() == merged(source, parts, tmp_path / "merged.parquet")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["all.parquet", "in", "merged.parquet", "parts"]
    assert "it exists already" in run("count", source, to).stderr
    assert "it exists already" in run("merge", "count", source, parts, to).stderr
    sharded = run("count", source, tmp_path / "b.parquet", "--shard", "1/2")
    assert "name one for OUT" in sharded.stderr
    (source / "bad.parquet").write_bytes(b"no Parquet")
    third = tmp_path / "c.parquet"
    assert run("count", source, third).returncode == 1 and not third.exists()
    (source / "bad.parquet").unlink()
    assert "0 row groups answered, 7 were there" in run("count", source, third).stderr
    assert third.read_bytes() == to.read_bytes()


def test_files_beside_the_parts_are_kept(source: Path, tmp_path: Path) -> None:
    to, parts = tmp_path / "all.parquet", tmp_path / "all.parquet.parts"
    (parts / "more").mkdir(parents=True)
    (parts / "notes.txt").write_text("precious")
    assert run("count", source, parts, "--shard", "1/7").returncode == 0
    # A part that a killed process left unfinished is none.
    (parts / f".{next(parts.glob('*.parquet')).name}.x1y2").touch()
    said = run("count", source, to)
    assert said.returncode == 0 and "kept, because other files are in it" in said.stderr
    assert sorted(parts.iterdir()) == [parts / "more", parts / "notes.txt"]


def test_what_lies_in_the_input_is_not_written(source: Path, tmp_path: Path) -> None:
    out, inside = tmp_path / "out", source / "all.parquet"
    assert run("count", source, source / ".." / "out").returncode == 0
    wrong = [("count", source, made) for made in (source, source / "out", inside)]
    for command in [*wrong, ("merge", "count", source, out, inside)]:
        said = run(*command)
        assert said.returncode == 1 and "which is read; name a place outside" in said.stderr
    assert len(list(source.iterdir())) == 2


def test_columns_of_answers_have_names_of_their_own(tmp_path: Path) -> None:
    rows = {"position": ["g r7/8/8/8/8/8/8/7R"], "count": [1], "count_count": [2]}
    parquet.write_table(pyarrow.table(rows), tmp_path / "in.parquet")
    assert run("count", tmp_path / "in.parquet", tmp_path / "all.parquet").returncode == 0
    names = parquet.read_schema(tmp_path / "all.parquet").names
    assert names == [*rows, "count_count_count", "error"]


def test_equal_and_renamed_files_keep_their_names(record_files: list[Path], tmp_path: Path) -> None:
    folder, out = tmp_path / "games", tmp_path / "out"
    folder.mkdir()
    for name in ("a.txt", "b.pgn", "c.csv"):
        (folder / name).write_bytes(record_files[0].read_bytes())
    for given in (folder, tmp_path / "renamed"):
        said = run("positions", folder.rename(given), out).stderr
        assert f"are left out: 1, the first of them {given / 'c.csv'}\n" in said
        assert "2 row groups answered, 0 were there" in said
        assert run("merge", "positions", given, out, f"{given}.parquet").returncode == 0
        files = parquet.read_table(f"{given}.parquet")["file"].to_pylist()
        assert sorted(set(files)) == [str(given / "a.txt"), str(given / "b.pgn")]


def test_parts_are_checked_without_joining_them(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("count", source, out).returncode == 0
    assert run("merge", "count", source, out, "--check").stderr == "35 rows\n"
    assert run("merge", "count", source, out).returncode == 1
    sorted(out.iterdir())[0].unlink()
    assert run("merge", "count", source, out, "--check").returncode == 1


def test_games_become_rows_of_positions(record_files: list[Path], tmp_path: Path) -> None:
    folder, to = record_files[0].parent, tmp_path / "month.parquet"
    assert run("positions", folder, to).returncode == 0
    table = parquet.read_table(to)
    records = [record for file in record_files for record in read_records(file)]
    answers = pyarrow.table(batch.positions(records))
    same = [name for name in table.column_names if name not in ("file", "number", "game")]
    assert table.select(same).equals(answers.select(same))
    assert set(table["file"].to_pylist()) == {str(file) for file in record_files}
    # What was written is read again.
    counted = run("count", to, tmp_path / "counted.parquet", "--column", "board")
    assert counted.returncode == 0
    again = parquet.read_table(tmp_path / "counted.parquet")
    fewer = [a < b for a, b in zip(again["turns"].to_pylist(), again["count"].to_pylist())]
    assert sum(fewer) < len(fewer) / 10, "a board has no history that forbids turns"


def test_file_of_many_games_is_split_among_shards(record_files: list[Path], tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text("\n".join(file.read_text() for file in record_files * 4))
    (file,) = sources(games)
    rows = [unit.rows for unit in find(file).units]
    assert len(rows) >= 4 and max(rows) == 16 and sum(rows) == 4 * len(list(read_all(record_files)))
    for shard in ("1/3", "2/3", "3/3"):
        assert run("replay", games, tmp_path / "out", "--shard", shard).returncode == 0
    said = run("merge", "replay", games, tmp_path / "out", "--check")
    assert said.returncode == 0 and said.stderr == f"{sum(rows)} rows\n"


def read_all(files: list[Path]) -> Iterator[Record]:
    """The records of some files."""
    for file in files:
        yield from read_records(file)


def test_games_are_replayed_from_their_files(record_files: list[Path], tmp_path: Path) -> None:
    to = tmp_path / "replayed.parquet"
    assert run("replay", record_files[0], to).returncode == 0
    (record,) = read_records(record_files[0])
    (row,) = parquet.read_table(to).to_pylist()
    assert (row["number"], row["record"], row["agrees"]) == (1, record.text, True)
    (tmp_path / "bad.txt").write_text("1g Ra9")
    bad = run("replay", tmp_path / "bad.txt", tmp_path / "bad.parquet")
    assert bad.returncode == 1 and "bad.txt: line 1, column 4" in bad.stderr


def test_urls_are_read_and_written(source: Path, tmp_path: Path) -> None:
    fsspec: Any = pytest.importorskip("fsspec")
    pytest.importorskip("upath")
    memory = fsspec.filesystem("memory")
    memory.put(str(source), "/rows", recursive=True)
    local, to = tmp_path / "local.parquet", "memory://made/all.parquet"
    assert run("count", source, local).returncode == 0
    assert _command.main(["count", "memory://rows", to]) == 0
    with memory.open("/made/all.parquet") as file:
        assert parquet.read_table(file).equals(parquet.read_table(local))
    assert memory.ls("/made", detail=False) == ["/made/all.parquet"]
    arguments = ["count", "memory://rows", "memory://parts"]
    assert _command.main([*arguments, "--shard", "1/2"]) == 0
    assert len(memory.ls("/parts")) == 4
    first = memory.ls("/parts", detail=False)[0]
    kept = memory.cat(first)
    memory.pipe(first, kept[: len(kept) // 2])
    assert _command.main(arguments) == 0 and memory.cat(first) == kept
    assert _command.main(["merge", *arguments, "--check"]) == 0
    assert _command.main(["merge", *arguments, str(tmp_path / "merged.parquet")]) == 0
    assert parquet.read_table(tmp_path / "merged.parquet").equals(parquet.read_table(local))


def test_url_of_an_unknown_kind_is_an_error_of_the_command() -> None:
    said = run("count", "nowhere://rows", "out")
    assert said.returncode == 1 and "nowhere://rows: a URL needs" in said.stderr
    assert len(said.stderr.splitlines()) == 1


def test_places_that_cannot_be_written_are_named(source: Path) -> None:
    for out in ("/proc/nope/x.parquet", "/proc/nope", "/dev/null"):
        said = run("count", source, out)
        assert said.returncode == 1 and out.removesuffix("/x.parquet") in said.stderr
        assert said.stderr.count("\n") == 1, said.stderr


def test_arguments_that_make_no_sense_are_refused_once(source: Path, tmp_path: Path) -> None:
    wrong = [("serve", "--timeout", time) for time in ("-1", "nan", "inf", "1e30", "soon")]
    wrong += [("count", "--edition", edition) for edition in ("1999", "by-date")]
    for task, option, value in wrong:
        places = (source, tmp_path / "out") if task == "count" else ()
        said = run(task, *places, f"{option}={value}")
        assert said.returncode == 2 and said.stderr.count("error:") == 1 and value in said.stderr
    assert not (tmp_path / "out").exists()


def test_nothing_is_left_where_nothing_was_answered(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for arguments in ([tmp_path / "none", out], [source, out, "--column", "none"]):
        assert run("count", *arguments).returncode == 1 and not out.exists()
    # A folder of somebody else stays.
    out.mkdir()
    assert run("count", source, out, "--column", "none").returncode == 1 and out.exists()
