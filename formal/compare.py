#!/usr/bin/env python3
"""Asks the program extracted from Rules.v and an oracle the same random questions, and exits with 1 if an answer differs.

Usage: compare.py PROGRAM ORACLE QUESTIONS [SEED]. The oracle is asked with both engines, which must agree. The same seed
asks the same questions: positions with few and many pieces, setups, every edition, histories in which the boards that are
near stand once or twice, moments within a turn, impossible positions, and turns that may be wrong anywhere.
"""

import collections
import json
import random
import subprocess
import sys

import subject

FULL_SET = "RRRRRRRRCCDDHHME"
TRAPS = [18, 21, 42, 45]  # indices on a board from a8 to h1


def name(at):
    return "abcdefgh"[at % 8] + str(8 - at // 8)


def scattered(chance):
    """Pieces of both sides, few or many, most of them around one trap; now and then too many of a kind."""
    squares, trap = ["."] * 64, chance.choice(TRAPS)
    near = [at for at in range(64) if abs(at // 8 - trap // 8) + abs(at % 8 - trap % 8) <= 3]
    most = chance.choice([1, 2, 4, 4, 8, 16])
    for gold in (True, False):
        bag = chance.sample(FULL_SET, 16)[: chance.randint(0, most)] + ["R"] * (chance.random() < 0.9)
        bag += [chance.choice("EMRC")] * (chance.random() < 0.05)
        for letter in bag:
            at = chance.choice(near if chance.random() < 0.7 and most < 8 else range(64))
            if squares[at] == ".":
                squares[at] = letter if gold else letter.lower()
    edition = chance.choice(subject.EDITIONS)
    return {"edition": edition, "side": chance.choice(["gold", "silver"]), "board": subject.rows("".join(squares))}


def setup(chance):
    """Some moment of a setup, with and without a handicap, and mostly with legal placements."""
    left_out = chance.choice([[], [], [], chance.sample(FULL_SET + FULL_SET.lower(), chance.randint(1, 3)), ["M", "M"]])
    side = chance.choice(["gold", "silver"])
    state = {"edition": chance.choice(subject.EDITIONS), "side": side, "board": subject.rows("." * 64)}
    if side == "silver":
        gold = list(FULL_SET)
        for letter in left_out if chance.random() < 0.95 else []:
            if letter in gold:
                gold.remove(letter)
        home = gold + ["."] * (16 - len(gold))
        state["board"] = subject.rows("." * 48 + "".join(chance.sample(home, 16)))
    letters, homes = list(FULL_SET), list(range(48, 64))
    if side == "silver":
        letters, homes = list(FULL_SET.lower()), list(range(16))
    for letter in left_out:
        if letter in letters:
            letters.remove(letter)
    count = chance.choice([0, len(letters), len(letters), chance.randint(0, len(letters))])
    placed = [letter + name(at) for letter, at in zip(chance.sample(letters, len(letters)), chance.sample(homes, 16))]
    setup = {"handicap": "".join(left_out) or "none", "placed": placed[:count]}
    return dict(state, setup=setup), placed[count:]


def disturbed(chance, words, letters):
    """The words with a random one put in now and then."""
    words = list(words)
    for _ in range(chance.choice([0, 0, 1, 1, 2])):
        word = chance.choice(letters) + name(chance.randrange(64)) + chance.choice(["n", "s", "e", "w", "n", "s", "e", ""])
        words.insert(chance.randint(max(0, len(words) - 2), len(words)), word)
    return words


def questions(chance, program):
    """A position, a walk of legal actions from it, and questions on the way."""
    if chance.random() < 0.1:
        state, rest = setup(chance)
        yield {"kind": "legal_actions", "position": {"state": state}}
        yield {"kind": "judge", "position": {"state": state}, "turn": " ".join(rest)}
        yield {"kind": "judge", "position": {"state": state}, "turn": " ".join(disturbed(chance, rest, FULL_SET + "rc"))}
        return
    state = scattered(chance)
    yield {"kind": "standing", "position": {"state": state}}
    near, sides = [], ["gold", "silver"]
    pieces = [letter for row in state["board"] for letter in row if letter != "."] or ["R"]
    there = [(at, letter) for at, letter in enumerate("".join(state["board"])) if letter != "."]
    for _ in range(chance.choice([2, 3, 5])):
        steps = []
        for _ in range(chance.randint(1, 4)):
            past_end = chance.random() < 0.5
            ask = {"kind": "legal_actions", "position": {"state": dict(state, steps=list(steps))}, "past_end": past_end}
            yield ask
            try:
                actions = subject.answer(program, dict(ask, past_end=True))["actions"]
                if "end" in actions:
                    near.append(program.ask(f"play! {subject.moment(dict(state, steps=steps))} /")[1][0])
            except subject.Impossible:
                return
            pulls = [word for word in actions if word != "end" and (word[0].isupper() != (state["side"] == "gold"))]
            actions = pulls if pulls and chance.random() < 0.4 else [word for word in actions if word != "end"]
            if not actions:
                break
            steps.append(chance.choice(actions))
        wrong = disturbed(chance, steps, pieces)
        if chance.random() < 0.7:
            # A step of some piece that stands there, legal or not.
            kept = steps[: chance.randint(0, len(steps))]
            board = program.ask(f"play! {subject.moment(dict(state, steps=kept))} /")[1][0]
            standing = [(at, letter) for at, letter in enumerate(board) if letter != "."] or [(0, "R")]
            at, letter = chance.choice(standing)
            wrong = kept + [letter + name(at) + chance.choice("nsew")]
        for turn in (steps, wrong):
            past_end = chance.random() < 0.5
            yield {"kind": "judge", "position": {"state": state}, "turn": " ".join(turn), "past_end": past_end}
        wrong = [word for word in wrong if len(word) == 4]  # a placement among the steps is text that cannot be read
        yield {"kind": "legal_actions", "position": {"state": dict(state, steps=wrong)}}
        # The same position with boards that are near in its history.
        earlier = []
        for board in chance.sample(near, min(len(near), chance.choice([1, 3, 30]))) + near[:1]:
            side = sides[(sides.index(state["side"]) + (chance.random() < 0.8)) % 2]
            earlier += [{"to_move": side, "board": subject.rows(board)}] * chance.choice([1, 2, 2, 2])
        if chance.random() < 0.3:
            earlier += [{"to_move": state["side"], "board": state["board"]}] * chance.choice([1, 2])
        chance.shuffle(earlier)
        state = dict(state, earlier=earlier)
        yield {"kind": "standing", "position": {"state": state}}
        if len(there) <= 3:
            yield {"kind": "turn_count", "position": {"state": state}}
            yield {"kind": "perft", "count": chance.choice(["steps", "turns"]), "depth": 1, "position": {"state": state}}
        if len(there) <= 5:
            yield {"kind": "perft", "count": "steps", "depth": 2, "position": {"state": state}}


def few_turns(chance):
    """A rabbit in a corner with every turn but one, or every turn, twice in the history (REP-2, END-8)."""
    ranks = [8, 1] if chance.random() < 0.5 else [1, 8]
    pieces = {name(at): letter for at, letter in zip(chance.sample(range(8, 56), 2), "Ee")} if chance.random() < 0.2 else {}
    board = ["."] * 64
    for letter, rank in zip("Rr", ranks):
        board[(8 - rank) * 8 + chance.randrange(8)] = letter
    for square, letter in pieces.items():
        board[(8 - int(square[1])) * 8 + "abcdefgh".index(square[0])] = letter
    return {"edition": chance.choice(subject.EDITIONS[:1] + subject.EDITIONS[3:] * 3), "side": chance.choice(["gold", "silver"]),
            "board": subject.rows("".join(board))}  # fmt: skip


def driven_out(chance, program):
    """Questions about a position whose turns stand in the history, all of them or all but a few."""
    state = few_turns(chance)
    try:
        _, boards = program.ask(f"turns! {subject.moment(state)}")
    except subject.Impossible:
        return
    if len(boards) > 60:
        return
    other = "silver" if state["side"] == "gold" else "gold"
    spared = chance.sample(boards, min(len(boards), chance.choice([0, 0, 1, 2])))
    earlier = [{"to_move": other, "board": subject.rows(board)} for board in boards for _ in range(1 + (board not in spared))]
    chance.shuffle(earlier)
    state = dict(state, earlier=earlier)
    yield {"kind": "outcome", "position": {"state": state}}
    yield {"kind": "turn_count", "position": {"state": state}, "past_end": True}
    actions = subject.answer(program, {"kind": "legal_actions", "position": {"state": state}, "past_end": True})["actions"]
    for action in actions:
        yield {"kind": "judge", "position": {"state": state}, "turn": action, "past_end": chance.random() < 0.5}


def expected(program, ask):
    try:
        return subject.answer(program, ask)
    except subject.Impossible as rule:
        return {"kind": "error", "error": {"kind": "impossible_position", "rule": str(rule)}}


def contains(answer, expected):
    """Is what the rules say in the answer? There the oracle says more: labels, editions, messages."""
    if isinstance(answer, dict) and isinstance(expected, dict):
        return all(key in answer and contains(answer[key], value) for key, value in expected.items())
    return answer == expected


def differences(oracle, asked):
    lines = "".join(json.dumps({"id": number, "ask": ask}) + "\n" for number, (ask, _) in enumerate(asked))
    command = [oracle, "serve", "--engine", "both", "--threads", "1"]
    answers = subprocess.run(command, input=lines, text=True, stdout=subprocess.PIPE, check=True)
    return [
        f"{json.dumps(ask)}\n  rules:  {json.dumps(said)}\n  oracle: {line}"
        for line, (ask, said) in zip(answers.stdout.splitlines(), asked, strict=True)
        if not contains(json.loads(line).get("answer"), said)
    ]


def kind_of(said):
    """The kind of an answer for the counts at the end: refusals, ends and impossible positions by their rule."""
    rule = said.get("refusal", {}).get("rule") or said.get("error", {}).get("rule")
    end = said.get("outcome") or said.get("standing", {}).get("outcome")
    return rule or (end and end["rule"]) or said["kind"]


def main():
    path, oracle, wanted, *rest = sys.argv[1:]
    seed, program = int(rest[0]) if rest else 1, subject.Program(path)
    chance, asked, found, total, kinds = random.Random(seed), [], [], 0, collections.Counter()
    while total < int(wanted):
        ways = driven_out if chance.random() < 0.1 else questions
        for ask in ways(chance, program):
            said = expected(program, ask)
            kinds[kind_of(said)] += 1
            asked.append((ask, said))
            total += 1
        if len(asked) > 2000 or total >= int(wanted):
            found, asked = found + differences(oracle, asked), []
    print("\n".join(found[:10]))
    print(", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())))
    print(f"{total} questions, {len(found)} answers differ")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
