#!/usr/bin/env python3
"""Asks the rules in arimaa.lp and an oracle the same questions, and exits with 1 if an answer differs.

The same seed asks the same questions. `--boards` and `--games` add positions and records of real games.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import time

import subject

FULL_SET = "RRRRRRRRCCDDHHME"
CURRENT = "2008-07-01"
EDITIONS = ["2002", "2005-05-28", "2005-05-28+no-draws", CURRENT, CURRENT]
TRAPS = [18, 21, 42, 45]  # indices on a board from a8 to h1
ASKED = collections.Counter()
EDITIONS_ASKED = collections.Counter()
HISTORIES = []


def rows(squares):
    return ["".join(squares[row : row + 8]) for row in range(0, 64, 8)]


def scattered(chance):
    """A few pieces of both sides, most of them around one trap, and mostly a rabbit for each."""
    squares, trap = ["."] * 64, chance.choice(TRAPS)
    near = [at for at in range(64) if abs(at // 8 - trap // 8) + abs(at % 8 - trap % 8) <= 3]
    bags = {True: chance.sample(FULL_SET, 16), False: chance.sample(FULL_SET.lower(), 16)}
    for gold in (True, False):
        for letter in bags[gold][: chance.randint(1, 4)] + ["R" if gold else "r"] * (chance.random() < 0.9):
            at = chance.choice(near if chance.random() < 0.8 else range(64))
            squares[at] = letter if squares[at] == "." else squares[at]
    return {"edition": chance.choice(EDITIONS), "side": chance.choice(["gold", "silver"]), "board": rows(squares)}


def proposal(chance, state, walks):
    """Steps that may be legal at first, and then anything: pieces with true and with false letters."""
    steps = [step for step, _ in chance.choice(walks)] if walks else []
    there = [(at, letter) for at, letter in enumerate("".join(state["board"])) if letter != "."]
    for _ in range(chance.choice([0, 0, 1, 1, 2])):
        at, letter = chance.choice(there) if chance.random() < 0.9 else (chance.randrange(64), "R")
        step = letter + "abcdefgh"[at % 8] + str(8 - at // 8) + chance.choice("nsew")
        steps.insert(chance.randint(max(0, len(steps) - 1), len(steps)), step)
    return steps[:6]


def questions(chance, state, depth):
    """Questions on a position with the answers of the rules, and the boards that a turn leads to."""
    asked, over, ends = [], subject.winner(state), set()

    def ask(expected, steps=(), **fields):
        ASKED[fields["kind"]] += 1
        EDITIONS_ASKED[state.get("edition", CURRENT)] += 1
        asked.append((dict(fields, position={"state": dict(state, steps=list(steps))}), expected))

    ask({"outcome": over and {"winner": over}}, kind="outcome")
    walks = []
    for atoms in subject.answer_sets(f"{subject.facts(state)}explore({depth})."):
        walks.append(subject.way(atoms))
        actions = [] if over else subject.legal_actions(atoms)
        ask({"actions": actions}, [step for step, _ in walks[-1]], kind="legal_actions")
        ends.update(["".join(subject.board_of(atoms))] * subject.has(atoms, "may_end"))
    if depth == 4:
        turns = [] if over else subject.distinct(state, [])
        ask({"count": len(turns)}, kind="turn_count")
        ask({"turns": turns[:10000]}, kind="turns")
    for _ in range(4):  # turns that may be wrong
        steps = proposal(chance, state, walks)
        expected = subject.judge(state, [], steps + ["end"])
        expected = without_wording(expected)
        ask(expected, kind="judge", turn=" ".join(steps))
    return asked, sorted(ends)


def with_history(chance, state, ends):
    """The position with some of these boards in its history, once or twice and with either side to move.

    In the older editions a board may stand there more often, and so may the position itself.
    """
    sides, old = ["gold", "silver"], state.get("edition", CURRENT) != CURRENT
    itself = [{"to_move": state["side"], "board": state["board"]}]
    mirror = [{"to_move": sides[1 - sides.index(state["side"])], "board": state["board"]}]
    earlier = itself * chance.choice([0, 1, 2, 3] if old else [0, 1]) + mirror * chance.choice([0, 0, 1, 2])
    for end in chance.sample(ends, min(len(ends), chance.choice([1, 3, 30, 1000]))):
        side = sides[(sides.index(state["side"]) + (chance.random() < 0.8)) % 2]
        earlier += [{"to_move": side, "board": rows(end)}] * chance.choice([1, 2, 2, 2] + [3] * old)
    chance.shuffle(earlier)
    HISTORIES.append(len(earlier))
    return dict(state, earlier=earlier)


def without_wording(answer):
    """Without the turn as text: the oracle writes its captures too, and they are compared as a list."""
    return {key: value for key, value in answer.items() if key not in ("turn", "refusal")}


def game(record):
    """Yields a question on each turn of a record, each with all the positions before it."""
    squares, state = ["."] * 64, None
    for side, turn in re.findall(r"^\d+([gs]) (.+)$", record, re.M):
        words = [word for word in turn.split() if word not in ("takeback", "resigns", "lost")]
        if all(len(word) == 3 for word in words) and not state:
            for word in words:
                squares[(8 - int(word[2])) * 8 + "abcdefgh".index(word[1])] = word[0]
            continue
        state = state or {"side": "gold", "board": rows(squares), "earlier": []}
        expected = subject.judge(state, [], words + ["end"])
        ASKED["judge"] += 1
        expected = without_wording(expected)
        yield {"kind": "judge", "turn": " ".join(words), "position": {"state": state}}, expected
        if expected["kind"] == "refused":
            return
        after = {"to_move": state["side"], "board": state["board"]}
        side = "silver" if state["side"] == "gold" else "gold"
        state = {"side": side, "board": expected["standing"]["board"], "earlier": state["earlier"] + [after]}


def differences(command, asked):
    """Puts the questions to the oracle; returns those that it answers otherwise."""
    lines = "".join(json.dumps({"id": number, "ask": ask}) + "\n" for number, (ask, _) in enumerate(asked))
    answers = subprocess.run(command, input=lines, text=True, stdout=subprocess.PIPE, check=True)
    return [
        f"{json.dumps(ask)}\n  rules:  {json.dumps(expected)}\n  oracle: {line}"
        for line, (ask, expected) in zip(answers.stdout.splitlines(), asked, strict=True)
        if not contains(json.loads(line).get("answer"), expected)
    ]


def contains(answer, expected):
    """Is what the rules say in the answer? There the oracle names rules, labels and editions too."""
    if isinstance(answer, dict) and isinstance(expected, dict):
        return all(key in answer and contains(answer[key], value) for key, value in expected.items())
    return answer == expected


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions", type=int)
    parser.add_argument("--oracle", default="target/debug/arimaa-oracle")
    parser.add_argument("--engine", default="both")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this much processor time")
    parser.add_argument("--boards", type=pathlib.Path, help="positions of this file too, two steps deep")
    parser.add_argument("--games", type=pathlib.Path, help="the turns of the records in this folder too")
    options = parser.parse_args()
    command = [options.oracle, "serve", "--engine", options.engine, "--threads", "1"]
    chance, states, pending, found, positions = random.Random(options.seed), [], [], [], 0
    if options.boards:
        for side, board in re.findall(r"^([gs]) \[(.{64})\]", options.boards.read_text(), re.M):
            state = {"side": "gold" if side == "g" else "silver", "board": rows(board.replace(" ", "."))}
            states.append((state, 2))
    for path in sorted(options.games.glob("*.txt")) if options.games else []:
        pending += game(path.read_text())
    while (states or positions < options.positions) and time.process_time() < options.seconds:
        if not states:
            state, positions = scattered(chance), positions + 1
            while subject.has(subject.answer_set(state), "invalid"):
                state = scattered(chance)
            states = [(state, chance.choice([1, 2, 2, 2, 3] + [4] * (positions % 4 == 0)))]
        state, depth = states.pop()
        asked, ends = questions(chance, state, depth)
        pending += asked
        if ends and "earlier" not in state and chance.random() < 0.4:
            states.append((with_history(chance, state, ends), min(depth, 2)))
        if len(pending) > 2000:
            found, pending = found + differences(command, pending), []
    found += differences(command, pending)
    print("\n".join(found[:10]))
    counts = ", ".join(f"{kind} {count}" for kind, count in sorted(ASKED.items()))
    print(f"{positions} positions, {sum(ASKED.values())} questions ({counts}), {len(found)} answers differ")
    editions = ", ".join(f"{edition} {EDITIONS_ASKED[edition]}" for edition in sorted(set(EDITIONS)))
    print(f"of positions by edition: {editions}; histories: {len(HISTORIES)}, of up to {max(HISTORIES, default=0)} turn ends")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
