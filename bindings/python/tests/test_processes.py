"""Positions across processes, and the server of the line protocol."""

from __future__ import annotations

import _thread
import io
import json
import multiprocessing
import pickle
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

from arimaa import BadQuestion, Game, IllegalTurn, Position, TextError, ask, suite
from arimaa.serve import serve
from boards import PLAIN, TURNS, count, count_rows

SERVE = [sys.executable, "-m", "arimaa", "serve"]


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_batches_are_answered_in_processes_of_every_start_method(method: Any) -> None:
    rows = [PLAIN] * 200
    # The parent has threads by now; a forked child has none of them.
    assert count_rows(rows) == (200 * TURNS, 200 * 6)
    with multiprocessing.get_context(method).Pool(2) as pool:
        answers = pool.map_async(count_rows, [rows] * 4)
        assert answers.get(timeout=120) == [count_rows(rows)] * 4


def test_batches_are_answered_in_threads() -> None:
    rows = [PLAIN] * 200
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(count_rows, [rows] * 8)) == {(200 * TURNS, 200 * 6)}


def test_positions_are_pickled_to_new_processes(games: list[Game]) -> None:
    positions = games[0].positions[::10]
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        for before, (turns, hashed, after) in zip(positions, pool.map(count, positions)):
            assert after == before and hashed == hash(before)
            assert turns == before.count_turns()
            assert after.label == before.label and after.legal_actions[:] == before.legal_actions[:]


def test_exceptions_are_pickled() -> None:
    for text, kind in (("Ed9n", TextError), ("end", IllegalTurn)):
        with pytest.raises(kind) as caught:
            Position(Position.start().text("state")).apply(text)
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is kind and str(again) == str(caught.value)
        assert again.fault == caught.value.fault


def test_server_of_a_closed_stream_says_so() -> None:
    for closed in ("<&-", ">&-"):
        words = ["sh", "-c", f'"$@" {closed}', "sh", *SERVE]
        said = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert (said.returncode, said.stderr) == (2, "standard input or output is closed\n")


def test_server_passes_every_case_of_the_suite() -> None:
    report = suite.run(SERVE)
    assert report.failed == 0 and report.skipped == 0, report
    assert report.passed == len(suite.cases()) > 500
    assert report.data["subject"]["name"] == "arimaa-oracle"


def test_function_passes_every_case_of_the_suite() -> None:
    report = suite.run(ask, name="ask")
    assert report.failed == report.skipped == 0 and report.passed > 500


def test_wrong_answers_fail_and_exceptions_are_errors() -> None:
    def half(question: dict[str, object]) -> dict[str, object] | None:
        match question["kind"]:
            case "turn_count":
                return {"kind": "turn_count", "count": 1}
            case "judge":
                raise RuntimeError("no idea")
            case "perft":
                return {"kind": "nonsense"}
            case _:
                return None

    report = suite.run(half)
    status = {result["id"]: result["status"] for result in report.results}
    kinds = {case["id"]: case["question"]["kind"] for case in suite.cases()}
    expected = {"turn_count": "failed", "judge": "errored", "perft": "errored"}
    assert {kinds[id]: status[id] for id in kinds if kinds[id] in expected} == expected
    assert report.passed < 5 and report.skipped > 0


def test_interrupt_in_the_function_ends_the_run() -> None:
    def interrupted(question: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        suite.run(interrupted, only="FRZ-2")


# It declines the first question, and fails the second.
FAULTY = """
import json, sys, time
for number, line in enumerate(sys.stdin):
    response = {"id": json.loads(line)["id"]}
    hello = {"protocol": "1.0.0", "identity": {"name": "faulty"}, "capabilities": {}}
    response |= {"hello": hello} if number == 0 else {"declined": "not mine"}
    if number == 2:
        FAULT
    print(json.dumps(response), flush=True)
"""


@pytest.mark.parametrize(
    ("fault", "details"),
    [
        ("sys.exit(5)", "crashed: it ended (exit status: 5)"),
        ("time.sleep(600)", "hung: no answer within 5 s"),
        ("response['id'] += 1", "an answer to request"),
        ("print('a word')", "garbage"),
    ],
)
def test_program_that_fails_a_case_is_started_anew(fault: str, details: str) -> None:
    program = [sys.executable, "-c", FAULTY.replace("FAULT", fault)]
    report = suite.run(program, only="CNT-2", timeout=5, name="mine")
    assert report.data["subject"]["name"] == "mine"
    first, second, third = report.results
    assert first["status"] == third["status"] == "skipped", report.results
    assert second["status"] == "errored" and details in second["details"][0], second


def test_program_that_cannot_be_asked_is_an_error() -> None:
    for program, message in [
        ([sys.executable, "-c", ""], "exit status: 0"),
        ("no-such-program", "cannot run `no-such-program`"),
        ("", "there is no command"),
    ]:
        with pytest.raises(OSError, match=message):
            suite.run(program, only="FRZ-2")


def test_interrupt_does_not_wait_for_a_program() -> None:
    program = [sys.executable, "-c", FAULTY.replace("FAULT", "time.sleep(600)")]
    timer = threading.Timer(1, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        suite.run(program, only="CNT-2", timeout=20)
    timer.join()


def test_no_program_outlives_an_interrupted_process() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        fault = f"import socket; held = socket.create_connection({address}); time.sleep(600)"
        program = [sys.executable, "-c", FAULTY.replace("FAULT", fault)]
        script = f"from arimaa import suite; suite.run({program}, only='CNT-2', timeout=600)"
        run = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE)
        held, _ = server.accept()
        with held:
            run.send_signal(signal.SIGINT)
            assert b"KeyboardInterrupt" in run.communicate()[1]
            held.settimeout(60)
            assert held.recv(1) == b""


def test_choosing_no_case_is_an_error() -> None:
    for ask_or_list in (lambda only: suite.run(ask, only=only), suite.cases):
        with pytest.raises(ValueError, match="no case is chosen by `FRZ-9`"):
            ask_or_list("FRZ-9")


def test_server_answers_lines_and_refuses_others() -> None:
    lines = ['{"id": 1, "hello": {}}', "nonsense"]
    options = ["--engine", "both", "--timeout", "5"]
    run = subprocess.run(
        SERVE + options, input="\n".join(lines), capture_output=True, text=True, check=True
    )
    hello, error = (json.loads(line) for line in run.stdout.splitlines())
    assert hello["hello"]["identity"]["name"] == "arimaa-oracle"
    assert (error["error"]["kind"], error["error"]["line"]) == ("bad_json", 2)


def test_server_skips_lines_that_are_too_long_and_keeps_to_the_timeout() -> None:
    responses = io.BytesIO()
    position: dict[str, Any] = {
        "state": {"side": "gold", "board": ["rrrrrrrr", "dhcemchd", *["." * 8] * 4]}
    }
    position["state"]["board"] += ["DHCMECHD", "RRRRRRRR"]
    slow = {"kind": "perft", "count": "turns", "depth": 3, "position": position}
    lines = [
        b"x" * (1 << 22),
        b"x" * ((1 << 23) + 7),
        b"",
        json.dumps({"id": 1, "ask": slow}).encode(),
    ]
    serve(io.BytesIO(b"\n".join(lines)), responses, timeout=0.2)
    answers = [json.loads(line) for line in responses.getvalue().splitlines()]
    kinds = [answer["error"]["kind"] for answer in answers[:3]]
    assert kinds == ["bad_json", "too_long", "bad_json"]
    assert answers[3]["answer"]["error"]["kind"] == "timed_out"


def test_question_that_is_none_is_a_bad_question() -> None:
    for question in ({"kind": "nonsense"}, {"kind": "outcome", "position": 7}, {}):
        with pytest.raises(BadQuestion, match=r"^(?!.* at line)"):
            ask(question)
    with pytest.raises(ValueError, match=r"^(?!.* at line)"):
        suite.run(ask, capabilities={"editions": 7})
    with pytest.raises(ValueError, match="is not an engine"):
        ask({"kind": "explain_rule", "rule": "FRZ-2"}, engine="third")
