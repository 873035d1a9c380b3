#!/usr/bin/env python3
"""The smallest useful subject: it says who has won on a board that is given. Standard library only."""

import json
import sys

HELLO = {
    "protocol": "1.0.0",
    "identity": {"name": "minimal", "version": "1"},
    # What is left out is taken to be there: every limit is said here.
    "capabilities": {"questions": ["outcome"], "editions": ["2008-07-01"], "setups": False, "mid_turn": False,
                     "history": False, "records": False},
}  # fmt: skip
FULL_SET = {"R": 8, "C": 2, "D": 2, "H": 2, "M": 1, "E": 1}
STRENGTH = "RCDHME"
TRAPS = [(2, 2), (2, 5), (5, 2), (5, 5)]
GOAL = {"gold": 0, "silver": 7}


def outcome(board, side):
    """`board` has a letter for each occupied (row from the top, column); `side` is to move, the other has just moved."""

    def near(at):
        around = [(at[0] - 1, at[1]), (at[0] + 1, at[1]), (at[0], at[1] - 1), (at[0], at[1] + 1)]
        return [(row, column) for row, column in around if 0 <= row < 8 and 0 <= column < 8]

    def friends(at):
        return [other for other in near(at) if other in board and board[other].isupper() == board[at].isupper()]

    def enemies(at):
        return [other for other in near(at) if other in board and board[other].isupper() != board[at].isupper()]

    def stronger(one, other):
        return STRENGTH.index(board[one].upper()) > STRENGTH.index(board[other].upper())

    def has_step(at):
        if not friends(at) and any(stronger(enemy, at) for enemy in enemies(at)):
            return False
        back = (at[0] + (1 if side == "gold" else -1), at[1]) if board[at] in "Rr" else None
        pushes = [to for enemy in enemies(at) if stronger(at, enemy) for to in near(enemy)]
        return any(to not in board for to in [to for to in near(at) if to != back] + pushes)

    pieces = list(board.values())
    for kind, most in FULL_SET.items():
        if pieces.count(kind) > most or pieces.count(kind.lower()) > most:
            return impossible("VAL-1", f"more than {most} of {kind}")
    if any(trap in board and not friends(trap) for trap in TRAPS):
        return impossible("VAL-2", "a piece on a trap without a friend")

    mover = "silver" if side == "gold" else "gold"
    rabbit = {"gold": "R", "silver": "r"}
    for rule, winner in (("END-3", mover), ("END-4", side)):
        if any(board.get((GOAL[winner], column)) == rabbit[winner] for column in range(8)):
            return won(winner, rule)
    for rule, winner, loser in (("END-5", mover, side), ("END-6", side, mover)):
        if rabbit[loser] not in pieces:
            return won(winner, rule)
    if any(has_step(at) for at in board if board[at].isupper() == (side == "gold")):
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
        occupied = {(at // 8, at % 8): letter for at, letter in enumerate("".join(state["board"])) if letter not in ". "}
        response = {"id": request["id"], "answer": outcome(occupied, state["side"])}
    print(json.dumps(response), flush=True)
