#!/usr/bin/env python3
"""The smallest useful subject: says who has won on a given board. Standard library only."""

import json
import sys

HELLO = {
    "protocol": "1.0.0",
    "identity": {"name": "minimal", "version": "1"},
    "capabilities": {
        "questions": ["outcome"],
        "editions": ["2008-07-01"],
        "setups": False,
        "mid_turn": False,
        "history": False,
        "records": False,
    },
}
FULL_SET = {"R": 8, "C": 2, "D": 2, "H": 2, "M": 1, "E": 1}
STRENGTH = "RCDHME"
TRAPS = [(2, 2), (2, 5), (5, 2), (5, 5)]
WAYS = [(-1, 0), (1, 0), (0, -1), (0, 1)]


def outcome(board, side):
    """The board maps (rows from the top, columns) to letters; `side` is to move, and the other has just moved."""

    def friend(at, other):
        return board.get(other, " ").isupper() == board[at].isupper() if other in board else False

    def near(at):
        return [(at[0] + down, at[1] + right) for down, right in WAYS]

    def stronger(one, other):
        return STRENGTH.index(board[one].upper()) > STRENGTH.index(board[other].upper())

    def frozen(at):
        beside = [other for other in near(at) if other in board]
        if any(friend(at, other) for other in beside):
            return False
        return any(stronger(other, at) for other in beside)

    def empty(at):
        return at not in board and 0 <= at[0] < 8 and 0 <= at[1] < 8

    for letter, most in FULL_SET.items():
        if any(list(board.values()).count(one) > most for one in (letter, letter.lower())):
            return impossible("VAL-1", f"more than {most} of `{letter}`")
    for trap in TRAPS:
        if trap in board and not any(friend(trap, other) for other in near(trap)):
            return impossible("VAL-2", "a piece on a trap without a friend")

    mover = "silver" if side == "gold" else "gold"
    rabbit = {"gold": "R", "silver": "r"}
    goal = {"gold": 0, "silver": 7}
    for rule, one in (("END-3", mover), ("END-4", side)):
        if any(letter == rabbit[one] and at[0] == goal[one] for at, letter in board.items()):
            return won(one, rule)
    for rule, winner, loser in (("END-5", mover, side), ("END-6", side, mover)):
        if rabbit[loser] not in board.values():
            return won(winner, rule)
    for at, letter in board.items():
        if letter.isupper() != (side == "gold") or frozen(at):
            continue
        back = (at[0] + (1 if side == "gold" else -1), at[1])
        if any(empty(to) and not (letter in "Rr" and to == back) for to in near(at)):
            return {"kind": "outcome", "outcome": None}
        for enemy in near(at):
            if enemy in board and not friend(at, enemy) and stronger(at, enemy) and any(map(empty, near(enemy))):
                return {"kind": "outcome", "outcome": None}
    return won(mover, "END-7")


def won(winner, rule):
    return {"kind": "outcome", "outcome": {"winner": winner, "rule": rule}}


def impossible(rule, message):
    return {"kind": "error", "error": {"kind": "impossible_position", "rule": rule, "message": message}}


for line in sys.stdin:
    request = json.loads(line)
    if "hello" in request:
        response = {"id": request["id"], "hello": HELLO}
    else:
        state = request["ask"]["position"]["state"]
        rows = ["".join(state["board"])[at : at + 8] for at in range(0, 64, 8)]
        board = {(row, column): letter for row, text in enumerate(rows) for column, letter in enumerate(text) if letter in "RCDHMErcdhme"}
        response = {"id": request["id"], "answer": outcome(board, state["side"])}
    print(json.dumps(response), flush=True)
