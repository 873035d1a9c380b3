"""Times random steps of 4,096 games in Python beside the same in Rust, in turn in one run.

    cargo build --release --manifest-path bindings/python/benches/native/Cargo.toml
    python bindings/python/benches/stepping.py bindings/python/benches/native/target/release/native-stepping

Prints millions of steps a second and their ratio to the native rate, the median of the rounds.
With --check it fails where random stepping has less than a third of the native rate.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import time
from collections.abc import Callable
from typing import Any

import numpy

from arimaa import batch

# The pieces of `Position::default()` in Rust.
START = f"g [rrrccrrrrhdmedhr{' ' * 32}RHDEMDHRRRRCCRRR]"


def random_steps(games: batch.Games, starts: batch.Games, step: int) -> None:
    """A random legal action of each game; a game that is over or stuck begins anew."""
    actions = games.sample_action(step, completable=False)
    games.apply(actions, errors={})
    games.restart((games.winner >= 0) | (actions < 0), starts)


def masked_steps(games: batch.Games, starts: batch.Games, step: int) -> None:
    """The same, with the action chosen by numpy from the mask of actions that begin a turn."""
    mask = games.legal_mask(completable=True)
    many = mask.sum(axis=1)
    nth = numpy.random.default_rng(step).integers(0, many)
    flat = numpy.flatnonzero(mask)
    first = numpy.cumsum(many) - many
    games.apply(flat[first + nth] % batch.ACTIONS)
    games.restart(games.winner >= 0, starts)


def packed_steps(games: int, steps: int) -> Callable[[], None]:
    """The same with packed positions, which are read and written at each step."""
    states: Any = batch.reset(games, START)

    def run() -> None:
        nonlocal states
        for step in range(steps):
            states = batch.apply(states, batch.sample_action(states, step), errors={})
            over = batch.fields(states)["side"] == 255
            states[over] = batch.reset(1, START)[0]

    return run


def vector_steps(games: int, steps: int) -> Callable[[], None]:
    """The same in the vector environment, with planes and masks."""
    from arimaa.vector import ArimaaVectorEnv

    env = ArimaaVectorEnv(games, start=START)
    env.reset(seed=1)

    def run() -> None:
        for _ in range(steps):
            env.step(env.sample())

    return run


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("native", help="the program that steps games in Rust")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    threads = int(os.environ.get("RAYON_NUM_THREADS", os.cpu_count() or 1))
    starts = batch.Games([START])

    def of_games(step: Callable[[batch.Games, batch.Games, int], None]) -> Callable[[], None]:
        games = batch.Games(batch.reset(options.games, START))

        def run() -> None:
            for number in range(options.steps):
                step(games, starts, number)

        return run

    works = {
        "random steps": of_games(random_steps),
        "by the mask": of_games(masked_steps),
        "packed": packed_steps(options.games, options.steps),
        "vector environment": vector_steps(options.games, options.steps),
    }
    amount = options.games * options.steps
    words = [options.native, str(options.games), str(options.steps), str(threads)]
    rates: dict[str, list[float]] = {name: [] for name in ("native", *works)}
    for _ in range(options.rounds):
        rates["native"].append(float(subprocess.run(words, capture_output=True, check=True).stdout))
        for name, work in works.items():
            begin = time.perf_counter()
            work()
            rates[name].append(amount / (time.perf_counter() - begin))
    print(f"{threads} threads, {options.games} games, load {os.getloadavg()[0]:.1f}")
    ratios = {}
    for name, found in rates.items():
        ratios[name] = statistics.median(
            ours / native for ours, native in zip(found, rates["native"])
        )
        rate = statistics.median(found) / 1e6
        print(f"{name:20} {rate:8.3f} million steps a second {ratios[name]:8.2f} of native")
    return 1 if options.check and ratios["random steps"] < 1 / 3 else 0


if __name__ == "__main__":
    raise SystemExit(main())
