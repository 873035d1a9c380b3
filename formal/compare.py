#!/usr/bin/env python3
"""Asks the program extracted from Rules.v and an oracle the same random questions.

Usage: compare.py PROGRAM ORACLE QUESTIONS [SEED]. The oracle is asked with both engines, which must agree. The same seed
asks the same questions: positions with few and many pieces, setups, every edition, histories in which the boards that are
near stand once or twice, moments within a turn, impossible positions, and turns that may be wrong anywhere. Where there is a
choice, the question is asked whose rule was named least so far, by either of the two.

Exits with 1 if an answer differs, if some rule of Rules.v is named too seldom: by less than one answer in 500, or if one of
TOPICS is met too seldom: by less than one question in 100; where fewer than 10,000 questions are asked, by none.
"""

import collections
import json
import pathlib
import random
import re
import subprocess
import sys

import subject

FULL_SET = "RRRRRRRRCCDDHHME"
SIDES = ["gold", "silver"]
# What a wrong rule can hide behind another, and is therefore counted by itself.
TOPICS = ["two rules of chapter 11", "VAL-6 with VAL-7", "handicap of many", "end of Gold's setup", "board of either side before",
          "no edition named"]  # fmt: skip
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
    return {"edition": edition, "side": chance.choice(SIDES), "board": subject.rows("".join(squares))}


def setup(chance, counts):
    """Some moment of a setup, with handicaps of any size, and mostly with legal placements."""
    few, many = (chance.sample(FULL_SET + FULL_SET.lower(), chance.randint(*sizes)) for sizes in [(1, 3), (4, 32)])
    left_out = chance.choice([[], few, many, many, list(FULL_SET[:8]), ["M", "M"]])
    counts["handicap of many"] += len(left_out) > 3
    side = chance.choice(SIDES)
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


def questions(chance, program, counts):
    """A position, a walk of legal actions from it, and questions on the way."""
    if chance.random() < 0.1:
        state, rest = setup(chance, counts)
        yield {"kind": "legal_actions", "position": {"state": state}}
        yield {"kind": "judge", "position": {"state": state}, "turn": " ".join(rest)}
        yield {"kind": "judge", "position": {"state": state}, "turn": " ".join(disturbed(chance, rest, FULL_SET + "rc"))}
        yield {"kind": "perft", "count": "steps", "depth": 1, "position": {"state": state}}
        if len(rest) <= 2:
            yield {"kind": "turn_count", "position": {"state": state}}
            yield {"kind": "perft", "count": "turns", "depth": 1, "position": {"state": state}}
        return
    state = scattered(chance)
    yield {"kind": "standing", "position": {"state": state}}
    near = []
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
            side = SIDES[(SIDES.index(state["side"]) + (chance.random() < 0.8)) % 2]
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
    return {"edition": chance.choice(subject.EDITIONS[:1] + subject.EDITIONS[3:] * 3), "side": chance.choice(SIDES),
            "board": subject.rows("".join(board))}  # fmt: skip


def driven_out(chance, program, _counts):
    """Questions about a position whose turns stand in the history, all of them or all but a few."""
    state = few_turns(chance)
    try:
        _, boards = program.ask(f"turns! {subject.moment(state)}")
    except subject.Impossible:
        return
    if len(boards) > 60:
        return
    other = "silver" if state["side"] == "gold" else "gold"
    spared = chance.sample(boards, min(len(boards), chance.choice([0, 0, 0, 0, 1, 2])))
    earlier = [{"to_move": other, "board": subject.rows(board)} for board in boards for _ in range(1 + (board not in spared))]
    chance.shuffle(earlier)
    state = dict(state, earlier=earlier)
    yield {"kind": "outcome", "position": {"state": state}}
    yield {"kind": "turn_count", "position": {"state": state}, "past_end": True}
    actions = subject.answer(program, {"kind": "legal_actions", "position": {"state": state}, "past_end": True})["actions"]
    for action in actions:
        yield {"kind": "judge", "position": {"state": state}, "turn": action, "past_end": chance.random() < 0.5}


def rarest(chance, counts, options):
    """Of pairs of a rule and something else one whose rule was named least so far."""
    chance.shuffle(options)
    return min(options, key=lambda option: counts[option[0]])[1]


def refusals(program, where, words):
    """The words that are refused at a moment, each with the rule."""
    for word in words:
        kind, said = program.ask(f"play! {where} / {word}")
        if kind == "refused":
            yield said[1], word


def crowded_state(chance):
    """A few strong pieces of both sides around one trap, so that some freeze, push and pull others."""
    state, cells, trap = scattered(chance), ["."] * 64, chance.choice(TRAPS)
    near = [at for at in range(64) if abs(at // 8 - trap // 8) + abs(at % 8 - trap % 8) <= 2]
    strong = chance.sample("EMHHDDCCemhhddcc", chance.randint(4, 9))
    for letter, at in zip(strong, chance.sample(near, len(strong))):
        cells[at] = letter
    for letter, at in zip("Rr", chance.sample([*range(8, 16), *range(48, 56)], 2)):
        cells[at] = letter
    return dict(state, board=subject.rows("".join(cells)))


def way_back(word):
    """The step that undoes a step, if nothing is captured."""
    to = {"n": (0, 1), "s": (0, -1), "e": (1, 0), "w": (-1, 0)}[word[3]]
    return word[0] + chr(ord(word[1]) + to[0]) + str(int(word[2]) + to[1]) + "snwe"["nsew".index(word[3])]


def steps_refused(chance, program, counts):
    """Legal and refused steps after some that are legal, mostly of enemy pieces (PSH-3, PSH-4, PSH-5)."""
    state = crowded_state(chance)
    steps, own = [], str.isupper if state["side"] == "gold" else str.islower
    try:
        for _ in range(chance.choice([0, 1, 1, 2, 3, 3, 4])):
            actions = program.ask(f"actions! {subject.moment(dict(state, steps=steps))}")[1]
            actions = [word for word in actions if word != "end"]
            enemies = [word for word in actions if not own(word[0])]
            if not actions:
                break
            back = [word for word in actions if len(steps) == 1 and word == way_back(steps[0])]
            few = enemies if enemies and chance.random() < 0.6 else actions
            steps.append(chance.choice(back if back and chance.random() < 0.5 else few))
        where = subject.moment(dict(state, steps=steps))
        board = program.ask(f"play! {where} /")[1][0]
    except subject.Impossible:
        return
    words = [letter + name(at) + way for at, letter in enumerate(board) if letter != "." for way in "nsew"]
    for letter in "Re":
        square = name(chance.randrange(64))
        words += [letter + square, letter + square + chance.choice("nsew")]
    found = list(refusals(program, where, [*words, "end"]))
    yield {"kind": "legal_actions", "position": {"state": dict(state, steps=steps)}, "past_end": True}
    for _ in range(4 if found else 0):
        word = rarest(chance, counts, found)
        turn = " ".join(steps if word == "end" else [*steps, word])
        yield {"kind": "judge", "position": {"state": state}, "turn": turn, "past_end": True}


def setup_refused(chance, program, counts):
    """The placements in a setup, and placements, steps and ends that are refused."""
    state, _ = setup(chance, counts)
    words = [chance.choice(FULL_SET + FULL_SET.lower()) + name(at) for at in chance.sample(range(64), 12)]
    words += [chance.choice("EeMmHh") + name(at) for at in [*range(16), *range(48, 64)]] + ["Ra2n", "end"]
    try:
        found = list(refusals(program, subject.moment(state), words))
    except subject.Impossible:
        return
    yield {"kind": "legal_actions", "position": {"state": state}}
    for _ in range(2 if found else 0):
        word = rarest(chance, counts, found)
        yield {"kind": "judge", "position": {"state": state}, "turn": "" if word == "end" else word}


def fields_that_break(chance, state, rule):
    """A state that breaks a rule of chapter 11, whatever it broke before."""
    cells, crowd, unsupported = list("".join(state["board"])), ["."] * 64, ["."] * 64
    for at in chance.sample(range(64), 16):
        crowd[at] = chance.choice("EeMmHh")
    unsupported[chance.choice(TRAPS)] = chance.choice("RrEe")
    earlier = state.get("earlier", [])
    wrong = {"to_move": chance.choice(SIDES), "board": subject.rows("".join(chance.choice([crowd, unsupported])))}
    started = {"to_move": state["side"], "board": state["board"]}
    again = chance.choice([[started] * chance.choice([2, 3]), earlier[:1] * 2 or [wrong] * 3])
    step = chance.choice("EDr") + name(chance.randrange(64)) + chance.choice("nsew")
    kept = [letter if at not in TRAPS else "." for at, letter in enumerate(cells)]
    return {
        "VAL-1": {"board": subject.rows("".join(mine if mine != "." else more for mine, more in zip(kept, crowd)))},
        "VAL-2": {"board": subject.rows("".join(unsupported))},
        "VAL-3": {"setup": {"handicap": chance.choice(["MM", "EEM", "mm", "HHH", FULL_SET + "R"]), "placed": []}},
        "VAL-4": {"setup": {"handicap": "none", "placed": []}},
        "VAL-5": {"steps": [step]},
        "VAL-6": {"earlier": chance.sample([*earlier, wrong], len(earlier) + 1)},
        "VAL-7": {"earlier": chance.sample([*earlier, *again], len(earlier) + len(again))},
    }[rule]


def impossible(chance, _program, counts):
    """States that break one of the rules of chapter 11, or two of them together."""
    in_play, in_setup = ["VAL-1", "VAL-2", "VAL-5", "VAL-6", "VAL-7"], ["VAL-1", "VAL-2", "VAL-3", "VAL-4"]
    first = rarest(chance, counts, [(rule, rule) for rule in sorted({*in_play, *in_setup})])
    others = in_setup if first in ("VAL-3", "VAL-4") else in_play
    both = ["VAL-6", "VAL-7"] if chance.random() < 0.5 else sorted({first, chance.choice([first, *others])})
    state = setup(chance, counts)[0] if both[-1] in ("VAL-3", "VAL-4") and chance.random() < 0.5 else scattered(chance)
    if "VAL-7" in both:
        state["edition"] = subject.EDITIONS[-1]
    for rule in both:
        state = state | fields_that_break(chance, state, rule)
    counts["two rules of chapter 11"] += len(both) == 2
    counts["VAL-6 with VAL-7"] += both == ["VAL-6", "VAL-7"]
    yield {"kind": "standing", "position": {"state": state}}


def decided_games(chance, program, counts):
    """Positions with lost rabbits, rabbits on goal, few pieces or repetitions, and the one whose rule was named least."""
    found = []
    for _ in range(8):
        state = few_turns(chance) if chance.random() < 0.4 else scattered(chance)
        lost = chance.choice(["", "", "R", "r", "Rr"])
        cells = "".join("." if letter in lost else letter for letter in "".join(state["board"]))
        if chance.random() < 0.3:
            cells = "".join(letter if chance.random() < 0.3 or letter in "Rr" else "." for letter in cells)
        state = dict(state, board=subject.rows(cells))
        if state["edition"] != subject.EDITIONS[-1] and chance.random() < 0.5:
            state["earlier"] = [{"to_move": state["side"], "board": state["board"]}] * chance.choice([1, 2, 2, 3])
        ask = {"kind": "outcome", "position": {"state": state}}
        found += [(kind, state) for kind in map(kind_of, program.answers(ask)) if kind != "outcome"]
    if found:
        state = rarest(chance, counts, found)
        yield {"kind": "outcome", "position": {"state": state}}
        yield {"kind": "legal_actions", "position": {"state": state}, "past_end": chance.random() < 0.5}


def repeated_boards(chance, _program, counts):
    """A board that stood before, two or three times, with either side to move."""
    state = crowded_state(chance) if chance.random() < 0.5 else few_turns(chance)
    sides = chance.choices(SIDES, k=chance.choice([2, 3]))
    state["earlier"] = [{"to_move": side, "board": state["board"]} for side in sides]
    counts["board of either side before"] += state["edition"] != subject.EDITIONS[-1]
    yield {"kind": "standing", "position": {"state": state}}


def setup_ended(chance, _program, counts):
    """The last placements of a setup, and its end: after Gold's the game goes on, whatever stands there (END-2)."""
    state, rest = setup(chance, counts)
    counts["end of Gold's setup"] += state["side"] == "gold"
    yield {"kind": "judge", "position": {"state": state}, "turn": " ".join(rest)}


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


class Both(subject.Program):
    """The program, and beside it an oracle with both engines."""

    def __init__(self, program, oracle):
        super().__init__(program)
        command = [oracle, "serve", "--engine", "both", "--threads", "1"]
        self.oracle = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def answers(self, ask):
        """The answers of both programs."""
        self.oracle.stdin.write(json.dumps({"id": 0, "ask": ask}) + "\n")
        self.oracle.stdin.flush()
        return expected(self, ask), json.loads(self.oracle.stdout.readline()).get("answer")


def kind_of(said):
    """The kind of an answer for the counts at the end: refusals, ends and impossible positions by their rule."""
    rule = said.get("refusal", {}).get("rule") or said.get("error", {}).get("rule")
    end = said.get("outcome") or said.get("standing", {}).get("outcome")
    return rule or (end and end["rule"]) or said["kind"]


def rules():
    """The ids of the rules that Rules.v can name."""
    text = (pathlib.Path(__file__).parent / "Rules.v").read_text()
    return re.findall(r"[A-Z]{3}-\d+", re.search(r"Inductive rule :=(.*?)\.", text, re.S)[1].replace("_", "-"))


def unnamed(chance, ask, counts):
    """The question without an edition, now and then, where that is the default."""
    state = dict(ask["position"]["state"])
    if state["edition"] == subject.EDITIONS[-1] and chance.random() < 0.1:
        del state["edition"]
        counts["no edition named"] += 1
    return ask | {"position": {"state": state}}


def main():
    path, oracle, wanted, *rest = sys.argv[1:]
    seed, program = int(rest[0]) if rest else 1, Both(path, oracle)
    chance, found, total, kinds = random.Random(seed), [], 0, collections.Counter()
    aimed = [steps_refused, steps_refused, steps_refused, setup_refused, setup_ended, impossible, decided_games, repeated_boards]
    while total < int(wanted):
        drawn = chance.random()
        generator = questions if drawn < 0.08 else driven_out if drawn < 0.16 else chance.choice(aimed)
        for ask in generator(chance, program, kinds):
            ask = unnamed(chance, ask, kinds)
            said, answer = program.answers(ask)
            kinds[kind_of(said)] += 1
            total += 1
            if not contains(answer, said):
                found.append(f"{json.dumps(ask)}\n  rules:  {json.dumps(said)}\n  oracle: {json.dumps(answer)}")
    print("\n".join(found[:10]))
    many = total >= 10000
    least = [(rule, max(1, total // 500 * many)) for rule in rules()] + [(topic, max(1, total // 100 * many)) for topic in TOPICS]
    seldom = [f"{what} was met by {kinds[what]} of {total} answers" for what, least in least if kinds[what] < least]
    print(", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())))
    print("\n".join([*seldom, f"{total} questions, {len(found)} answers differ"]))
    sys.exit(bool(found or seldom))


if __name__ == "__main__":
    main()
