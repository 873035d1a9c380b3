"""Times random steps of 4,096 games, chosen and stepped in several ways, in turn in one run.

    python bindings/python/benches/stepping.py

Every round of every way begins with fresh games, so that all play the same phase of the game.
Prints millions of steps a second and their ratio to the first way, the median of the rounds.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from functools import partial
from typing import Any

import numpy

from arimaa import batch
from arimaa.vector import ArimaaVectorEnv

START = f"g [rrrccrrrrhdmedhr{' ' * 32}RHDEMDHRRRRCCRRR]"


def random_steps(games: int, steps: int) -> None:
    """A random legal action of each game; a game that is over or stuck begins anew."""
    played, starts = batch.Games(batch.reset(games, START)), batch.Games([START])
    for step in range(steps):
        actions = played.sample_action(step, completable=False)
        played.apply(actions, errors={})
        played.restart((played.winner >= 0) | (actions < 0), starts)


def chosen(mask: Any, seed: int) -> Any:
    """A random action of each row of a mask, chosen by numpy with equal chances."""
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=500)
    options = parser.parse_args()
    works = {
        "random steps": random_steps,
        "by the mask": partial(masked_steps, by_numpy=False),
        "the same by numpy": partial(masked_steps, by_numpy=True),
        "packed": packed_steps,
        "packed, by the mask": packed_masked_steps,
        "vector environment": partial(vector_steps, copy=True),
        "the same in place": partial(vector_steps, copy=False),
    }
    rates: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(options.rounds):
        for name, work in works.items():
            begin = time.perf_counter()
            work(options.games, options.steps)
            rates[name].append(options.games * options.steps / (time.perf_counter() - begin))
    print(f"{os.cpu_count()} processors, {options.games} games, load {os.getloadavg()[0]:.1f}")
    for name, found in rates.items():
        ways = zip(found, rates["random steps"])
        ratio = statistics.median(rate / first for rate, first in ways)
        rate = statistics.median(found) / 1e6
        print(f"{name:20} {rate:8.3f} M steps a second {ratio:6.2f} of random steps")


if __name__ == "__main__":
    main()
