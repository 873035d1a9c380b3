#!/usr/bin/env python3
"""A subject for the suite: hands its questions to the program extracted from Rules.v.

Usage: subject.py PROGRAM. It knows no rule of the game: it turns JSON into lines and lines into JSON, and compares the
capture tokens of a turn with those that the program writes.
"""

import json
import subprocess
import sys

EDITIONS = ["2002", "2005-05-28", "2005-05-28+no-draws", "2008-07-01"]
HELLO = {
    "protocol": "1.0.0",
    "identity": {"name": "extracted from Rules.v", "version": "1"},
    "capabilities": {
        "questions": ["judge", "legal_actions", "outcome", "standing", "turn_count", "perft"],
        "editions": EDITIONS,
        "setups": True, "mid_turn": True, "history": True, "records": False, "past_end": True,
        "strict": False, "reasons": True, "validity": True, "labels": False,
    },
}  # fmt: skip
# ORD-5: the name of the reason for each rule; SET-1 has one for steps and one for placements.
NAMES = {
    "SET-2": "placement-of-enemy", "SET-3": "outside-home", "SET-4": "square-taken", "SET-5": "none-left",
    "SET-6": "setup-incomplete", "TRN-1": "no-steps-left", "STP-1": "empty-square", "STP-2": "wrong-piece",
    "STP-3": "off-board", "STP-4": "occupied", "PSH-4": "push-unfinished", "PSH-5": "pusher-too-weak",
    "STP-5": "rabbit-backward", "FRZ-2": "frozen", "PSH-1": "no-pusher", "PSH-2": "pusher-frozen",
    "PSH-3": "no-step-for-push", "TRN-2": "no-step-taken", "TRN-3": "nothing-changed", "REP-2": "third-repetition",
    "NOT-4": "capture-mismatch",
}  # fmt: skip


class Impossible(Exception):
    """No game has this position; the rule that says so."""


class Program:
    """The program, asked line by line."""

    def __init__(self, path):
        self.child = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()
        kind, *words = self.child.stdout.readline().split()
        if kind == "invalid":
            raise Impossible(words[0])
        if kind == "skip":
            raise ValueError(" ".join(words))
        return kind, words


def rows(squares):
    return [squares[row : row + 8] for row in range(0, 64, 8)]


def squares(board):
    return "".join(board).replace(" ", ".").replace("x", ".").replace("X", ".")


def moment(state):
    """The words of a line that say which moment is asked about."""
    setup, taken, handicap = state.get("setup"), state.get("steps") or [], "-"
    if setup is not None:
        taken = setup.get("placed") or []
        handicap = setup.get("handicap") or "none"
    board = squares(state.get("board") or "." * 64)
    earlier = ",".join(f"{end['to_move']}:{squares(end['board'])}" for end in state.get("earlier") or []) or "-"
    return " ".join([state.get("edition") or "-", state["side"], board, earlier, handicap, *taken])


def ended(text):
    if text == "-":
        return None
    winner, rule = text.split(":")
    return {"winner": winner, "rule": rule}


def standing(board, outcome):
    return {"board": rows(board), "outcome": ended(outcome)}


def mismatch(tokens, written):
    """The number of the first capture token that says otherwise than what the program wrote."""
    written = list(written)
    for number, token in enumerate(tokens):
        while written and written[0] != token and written[0].endswith("x") and not token.endswith("x"):
            written.pop(0)
        if not written or written[0] != token:
            return number
        written.pop(0)
    return None


def judge(program, state, turn, past_end):
    tokens = turn.split()
    words = [token for token in tokens if not token.endswith("x")]
    mark, where = "!" * past_end, moment(state)
    words_and_end = words + ["end"]
    kind, said = program.ask(f"play{mark} {where} / {' '.join(words_and_end)}")
    if kind == "refused":
        number, rule, board, outcome = int(said[0]), said[1], said[2], said[3]
        steps = [index for index, token in enumerate(tokens) if not token.endswith("x")]
        reached = tokens[: steps[number]] if number < len(words) else tokens
        at = None if rule.startswith("END") else words_and_end[number]
        if words[:number]:
            _, before = program.ask(f"play{mark} {where} / {' '.join(words[:number])}")
            wrong = mismatch(reached, before[3:])
            if wrong is not None:
                rule, at = "NOT-4", reached[wrong]
    else:
        wrong = mismatch(tokens, said[3:])
        if wrong is None:
            captures = [token[:-1] for token in said[3:] if token.endswith("x")]
            return {"kind": "accepted", "turn": " ".join(said[3:-1]), "captures": captures,
                    "standing": standing(said[0], said[2])}  # fmt: skip
        rule, at = "NOT-4", tokens[wrong]
        _, (board, _, outcome) = program.ask(f"play{mark} {where} /")
    name = NAMES.get(rule, "decided")
    if rule == "SET-1":
        name = "step-in-setup" if state.get("setup") is not None else "placement-in-play"
    refusal = {"name": name, "rule": rule} | ({"at": at} if at else {})
    return {"kind": "refused", "refusal": refusal, "standing": standing(board, outcome)}


def many_setups(state, ask):
    """Are there more setups, or beginnings of them, than can be counted one by one?"""
    own = str.isupper if state["side"].startswith("g") else str.islower
    left = 16 - sum(map(own, handicap_of(state))) - len(state["setup"].get("placed") or [])
    return left > 2 and (ask.get("count") != "steps" or ask["depth"] > 2)


def handicap_of(state):
    handicap = state["setup"].get("handicap") or "none"
    return "" if handicap == "none" else handicap


def answer(program, ask):
    kind, state = ask["kind"], ask["position"]["state"]
    past_end = bool(ask.get("past_end"))
    where, mark = moment(state), "!" * past_end
    if kind == "judge":
        program.ask(f"valid {where}")
        return judge(program, state, ask["turn"], past_end)
    if kind == "legal_actions":
        return {"kind": "actions", "actions": program.ask(f"actions{mark} {where}")[1]}
    if kind in ("outcome", "standing"):
        board, _, outcome = program.ask(f"play {where} /")[1]
        given = ended(outcome) if kind == "outcome" else standing(board, outcome)
        return {"kind": kind, kind: given}
    if state.get("setup") is not None and many_setups(state, ask):
        return None
    if kind == "turn_count":
        return {"kind": kind, "count": len(program.ask(f"turns{mark} {where}")[1])}
    counted = program.ask(f"{ask['count']} {where} / {ask['depth']}")[1]
    return {"kind": kind, "counts": [int(count) for count in counted]}


def main():
    program = Program(sys.argv[1])
    for line in sys.stdin:
        request = json.loads(line)
        if "hello" in request:
            given = {"hello": HELLO}
        else:
            try:
                found = answer(program, request["ask"])
                given = {"answer": found} if found else {"declined": "there are too many setups to count them one by one"}
            except Impossible as rule:
                error = {"kind": "impossible_position", "rule": str(rule), "message": f"not valid by {rule}"}
                given = {"answer": {"kind": "error", "error": error}}
        print(json.dumps({"id": request["id"], **given}), flush=True)


if __name__ == "__main__":
    main()
