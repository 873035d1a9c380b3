"""Times random steps of 4,096 games in Python beside the same in Rust, in turn in one run.

    cargo build --release --manifest-path bindings/python/benches/native/Cargo.toml
    python bindings/python/benches/stepping.py bindings/python/benches/native/target/release/native-stepping

Every round of every way begins with fresh games, so that all play the same phase of the game.
Prints millions of steps a second and their ratio to the native rate, the median of the rounds; and
the ratio of the processor times, which a busy machine changes less. With --check it fails where one
way has less than a third of the native rate by both.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import time
from functools import partial
from typing import Any

import numpy

from arimaa import batch
from arimaa.vector import ArimaaVectorEnv

# The pieces of `Position::default()` in Rust.
START = f"g [rrrccrrrrhdmedhr{' ' * 32}RHDEMDHRRRRCCRRR]"


def random_steps(games: int, steps: int) -> None:
    """A random legal action of each game; a game that is over or stuck begins anew."""
    played, starts = batch.Games(batch.reset(games, START)), batch.Games([START])
    for step in range(steps):
        actions = played.sample_action(step, completable=False)
        played.apply(actions, errors={})
        played.restart((played.winner >= 0) | (actions < 0), starts)


def chosen(mask: Any, seed: int) -> Any:
    """An action of each row of a mask, with the same chance each, by numpy."""
    flat = numpy.flatnonzero(mask)
    begins = numpy.searchsorted(flat, numpy.arange(len(mask) + 1) * batch.ACTIONS)
    places = numpy.random.default_rng(seed).integers(begins[:-1], begins[1:])
    return flat[places] % batch.ACTIONS


def masked_steps(games: int, steps: int, by_numpy: bool) -> None:
    """Steps chosen from the mask of the actions that begin a legal turn."""
    played, starts = batch.Games(batch.reset(games, START)), batch.Games([START])
    mask = played.legal_mask(completable=True)
    first = mask[0].copy()
    for step in range(steps):
        actions = chosen(mask, step) if by_numpy else batch.choose(mask, seed=step)
        played.apply(actions, mask=mask, completable=True)
        over = played.winner >= 0
        played.restart(over, starts)
        mask[over] = first


def packed_steps(games: int, steps: int) -> None:
    """Random steps of packed positions, which are read and written at each step."""
    states = batch.reset(games, START)
    start, winner = states[0].copy(), numpy.empty(games, "int8")
    for step in range(steps):
        actions = batch.sample_action(states, step)
        batch.apply(states, actions, winner=winner, out=states)
        states[winner >= 0] = start


def packed_masked_steps(games: int, steps: int) -> None:
    """Steps of packed positions, chosen from their masks."""
    states = batch.reset(games, START)
    start, winner = states[0].copy(), numpy.empty(games, "int8")
    mask = batch.legal_mask(states, completable=True)
    first = mask[0].copy()
    for step in range(steps):
        actions = batch.choose(mask, seed=step)
        batch.apply(states, actions, out=states, mask=mask, winner=winner, completable=True)
        over = winner >= 0
        states[over], mask[over] = start, first


def vector_steps(games: int, steps: int, copy: bool) -> None:
    """Steps in the vector environment, with planes and masks."""
    env = ArimaaVectorEnv(games, start=START, copy=copy)
    env.reset(seed=1)
    for _ in range(steps):
        env.step(env.sample())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("native", help="the program that steps games in Rust")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    threads = int(os.environ.get("RAYON_NUM_THREADS", os.cpu_count() or 1))
    works = {
        "random steps": random_steps,
        "by the mask": partial(masked_steps, by_numpy=False),
        "the same by numpy": partial(masked_steps, by_numpy=True),
        "packed": packed_steps,
        "packed, by the mask": packed_masked_steps,
        "vector environment": partial(vector_steps, copy=True),
        "the same in place": partial(vector_steps, copy=False),
    }
    amount = options.games * options.steps
    words = [options.native, str(options.games), str(options.steps), str(threads)]
    rates: dict[str, list[float]] = {name: [] for name in ("native", *works)}
    costs: dict[str, list[float]] = {name: [] for name in rates}
    for _ in range(options.rounds):
        before = processor_time(resource.RUSAGE_CHILDREN)
        rates["native"].append(float(subprocess.run(words, capture_output=True, check=True).stdout))
        costs["native"].append(processor_time(resource.RUSAGE_CHILDREN) - before)
        for name, work in works.items():
            begin, before = time.perf_counter(), processor_time(resource.RUSAGE_SELF)
            work(options.games, options.steps)
            rates[name].append(amount / (time.perf_counter() - begin))
            costs[name].append(processor_time(resource.RUSAGE_SELF) - before)
    print(f"{threads} threads, {options.games} games, load {os.getloadavg()[0]:.1f}")
    lowest = 1.0
    for name, found in rates.items():
        ratio = statistics.median(ours / native for ours, native in zip(found, rates["native"]))
        cost = statistics.median(
            native / ours for ours, native in zip(costs[name], costs["native"])
        )
        lowest = min(lowest, max(ratio, cost))
        rate = statistics.median(found) / 1e6
        print(
            f"{name:20} {rate:8.3f} M steps a second {ratio:6.2f} of native {cost:6.2f} by time used"
        )
    return 1 if options.check and lowest < 1 / 3 else 0


def processor_time(whose: int) -> float:
    """The seconds of processor time that this process or its children have used."""
    used = resource.getrusage(whose)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    raise SystemExit(main())
