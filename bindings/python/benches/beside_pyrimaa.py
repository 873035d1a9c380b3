"""Times this package beside pyrimaa in one run, and holds their answers against each other.

    python bindings/python/benches/beside_pyrimaa.py [--check] [--oracle PROGRAM]

Prints rates and ratios. With --check a ratio that is too low fails. PROGRAM is the command line
tool `arimaa-oracle` in a release build; with it the rate of a batch is compared with the native
one, too. Positions are those of the repository's real games.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from arimaa import Game, Position, batch, read_records

pyrimaa: Any = import_module("pyrimaa.board")

GAMES = Path(__file__).resolve().parents[3] / "tests" / "games"

FLOORS = {"parse": 10, "steps": 50, "turns": 1000, "self-play": 200, "native": 0.85}


def real_positions() -> list[Position]:
    """The positions of real games in which the game goes on, without their history."""
    found = []
    for file in sorted(GAMES.glob("*.txt")):
        for record in read_records(file):
            positions = Game.from_record(record).positions
            found += [Position(p.text()) for p in positions[2:] if not p.is_game_over()]
    return found


def peer_of(position: Position) -> Any:
    """The same position in pyrimaa."""
    return parse(position.text())


def parse(text: str) -> Any:
    """A compact board in pyrimaa."""
    side = pyrimaa.Color.GOLD if text[0] == "g" else pyrimaa.Color.SILVER
    return pyrimaa.parse_short_pos(side, 4, text[2:])


def rate(work: Callable[[], object], amount: int, rounds: int = 3) -> float:
    """The best rate of some rounds, in pieces of work a second."""
    best = 0.0
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        best = max(best, amount / (time.perf_counter() - start))
    return best


def main() -> int:
    """Measures, prints and checks."""
    parser = argparse.ArgumentParser(description="times this package beside pyrimaa")
    parser.add_argument("--check", action="store_true", help="fail where a ratio is too low")
    parser.add_argument("--oracle", help="the command line tool, for the native rate")
    options = parser.parse_args()
    positions = real_positions()
    texts = [position.text() for position in positions]
    peers = [peer_of(position) for position in positions]
    ratios: dict[str, float] = {}

    def report(name: str, ours: float, theirs: float) -> None:
        ratios[name] = ours / theirs
        print(f"{name:>10} {ours:12,.1f} /s {theirs:12,.1f} /s {ours / theirs:10,.2f} x")

    print(f"{len(positions)} positions of real games, load {os.getloadavg()[0]:.1f}")
    print(f"{'':>10} {'ours':>15} {'theirs':>15}")
    report(
        "parse",
        rate(lambda: [Position(text) for text in texts], len(texts)),
        rate(lambda: [parse(text) for text in texts], len(texts)),
    )

    for position, peer in zip(positions, peers):
        steps = {peer.steps_to_str([step]).split()[0] for step, _ in peer.get_steps()}
        assert steps == set(position.legal_actions), position
    report(
        "steps",
        rate(lambda: [list(position.legal_actions) for position in positions], len(positions)),
        rate(lambda: [peer.get_steps() for peer in peers], len(peers)),
    )

    few = random.Random(1).sample(range(len(positions)), 6)
    counted = batch.count_turns([texts[place] for place in few])["count"]
    start = time.perf_counter()
    assert counted == [len(peers[place].get_moves()) for place in few]
    slow = len(few) / (time.perf_counter() - start)
    same = [texts[place] for place in few] * 500
    report("turns", rate(lambda: batch.count_turns(same), len(same)), slow)

    play = Position(texts[0])
    generator = random.Random(2)
    start, turns = time.perf_counter(), 0
    while time.perf_counter() - start < 3:
        play = Position(texts[0]) if play.is_game_over() else play
        play = play.play(play.sample_turn(generator))
        turns += 1
    ours = turns / (time.perf_counter() - start)
    start = time.perf_counter()
    for place in few:
        generator.choice(list(peers[place].get_moves()))
    report("self-play", ours, len(few) / (time.perf_counter() - start))

    if options.oracle:
        many = texts * 4
        lines = "\n".join(many) + "\n"
        command = [options.oracle, "turns", "--count", "-"]

        def native() -> None:
            run = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
            assert [int(line) for line in run.stdout.split()] == batch_counts

        # In turn, so that both have the same share of a busy machine.
        batch_counts = batch.count_turns(many)["count"]
        ours = theirs = 0.0
        for _ in range(5):
            ours = max(ours, rate(lambda: batch.count_turns(many), len(many), 1))
            theirs = max(theirs, rate(native, len(many), 1))
        report("native", ours, theirs)

    low = [name for name, ratio in ratios.items() if ratio < FLOORS[name]]
    if low:
        print(f"below what is promised: {', '.join(low)}")
    return int(options.check and bool(low))


if __name__ == "__main__":
    sys.exit(main())
