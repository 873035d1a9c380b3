#!/usr/bin/env python3
"""Lets the Python package `aei` (pyrimaa) answer in the oracle's protocol.

Turns are played by pyrimaa's own referee (`pyrimaa.game.Game`), which knows of repetition; steps and turns are listed by
`pyrimaa.board.Position`. Nothing is mended here: what pyrimaa takes is accepted, what it refuses is refused.
Only labels, which it does not read, and positions that cannot be, which it takes, are looked at here.
"""

import json
import logging
import sys
from importlib.metadata import version

from pyrimaa.board import Color, parse_move, parse_short_pos
from pyrimaa.game import Game

EDITION = "2008-07-01"
FULL_SET = {"R": 8, "C": 2, "D": 2, "H": 2, "M": 1, "E": 1}
HELLO = {
    "protocol": "1.0.0",
    "identity": {"name": "pyrimaa", "version": version("aei")},
    "capabilities": {
        "questions": ["legal_actions", "judge", "outcome", "standing", "turn_count"],
        "editions": [EDITION],
        "records": False,
        "strict": False,
        "reasons": False,
    },
}


class Declined(Exception):
    pass


class OneMove:
    """A player who has one move to make."""

    protocol_version = 1
    ident = {"name": "one move"}
    type = "bestmove"
    move = None

    def get_response(self, _timeout):
        return self

    def isready(self):
        return []

    def ignore(self, *_):
        pass

    newgame = setposition = setoption = go = stop = makemove = ignore


def short(rows):
    return "[" + "".join(rows).replace(".", " ") + "]"


def ranks(position):
    text = position.board_to_str("short")[1:-1].replace(" ", ".")
    return [text[at : at + 8] for at in range(0, 64, 8)]


def step_text(position, step):
    return position.steps_to_str([step]).split()[0]


class Place:
    """The moment that a question is about: pyrimaa's game at the start of the turn, and its position now."""

    def __init__(self, state):
        self.setup = "setup" in state
        color = Color.GOLD if state["side"] == "gold" else Color.SILVER
        rows = state.get("board", ["." * 8] * 8)
        self.steps = state.get("steps", [])
        earlier = state.get("earlier", [])
        if self.setup and (state["setup"].get("handicap", "none") != "none" or state["setup"].get("placed")):
            raise Declined("knows neither handicaps nor half a setup")
        every = [(short(rows), state["side"])] + [(short(end["board"]), end["to_move"]) for end in earlier]
        squares = every[0][0].strip("[]")
        # Gold sets up on an empty board, and Silver behind Gold's two full ranks (VAL-4).
        begun = self.setup and (squares.strip() if color == Color.GOLD else " " in squares[48:] or squares[:48].strip())
        if begun or any(impossible(board) or every.count((board, side)) > 2 for board, side in every):
            raise Declined("takes any position, possible or not")
        start = parse_short_pos(color, 4, every[0][0])
        self.player = OneMove()
        self.game = Game(self.player, self.player, start_position=start)
        self.game.insetup = self.setup
        # A state without a number is numbered by the turn ends that are known (NOT-5).
        played = (len(earlier) + (color == Color.GOLD)) // 2
        self.game.movenumber = state.get("turn", 1 if self.setup else 2 + played)
        # pyrimaa counts the positions that moves lead to: one that is merely given has not been counted.
        for board, side in every[1:] + every[:1] if earlier else []:
            self.game.repetition_count[parse_short_pos(int(side == "silver"), 4, board)] += 1
        self.position = start
        for step in self.steps:
            (move,) = parse_move(step)
            if not self.position.check_step(move):
                raise Declined("takes any position, possible or not")
            self.position = self.position.do_step(move)

    def label(self):
        return f"{self.game.movenumber}{'gs'[self.game.position.color]}"

    def outcome(self):
        """How the game was decided at the last end of a turn: +1 for Gold, -1 for Silver, False."""
        winner = not self.setup and self.game.position.is_end_state()
        return {"winner": "gold" if winner > 0 else "silver"} if winner else None

    def standing(self, position):
        return {"board": ranks(position), "outcome": self.outcome(), "label": self.label()}

    def play(self, words):
        """Makes the turn by pyrimaa's referee, which raises ValueError (IllegalMove) where it refuses."""
        self.player.move = " ".join(words)
        self.game.play_next_move(0)
        self.setup = self.setup and self.game.position.color == Color.SILVER

    def may_end(self):
        try:
            Place.play(self, self.steps)
            return True
        except ValueError:
            return False


def impossible(board):
    """Whether a board has too many pieces of a kind, or one on a trap without a friend (VAL-1, VAL-2)."""
    board = board[1:-1]
    for color in (str.upper, str.lower):
        if any(board.count(color(kind)) > most for kind, most in FULL_SET.items()):
            return True
    for trap in (18, 21, 42, 45):
        near = [board[trap + way] for way in (-8, -1, 1, 8)]
        if board[trap] != " " and not any(one != " " and one.isupper() == board[trap].isupper() for one in near):
            return True
    return False


def judge(place, question):
    before = place.standing(place.position)
    refused = {"kind": "refused", "refusal": {}, "standing": before}
    words = question["turn"].split() if isinstance(question["turn"], str) else list(question["turn"])
    if words and words[0][0].isdigit() and words.pop(0) != place.label():
        return refused
    if before["outcome"] and not question.get("past_end"):
        return refused
    try:
        # The referee takes whole turns only.
        place.play(place.steps + words)
    except ValueError:
        return refused
    turn, captures = " ".join(words), []
    if not before["label"].startswith("1"):
        turn = place.position.steps_to_str(parse_move(turn))
        captures = [word[:3] for word in turn.split() if word.endswith("x")]
    standing = place.standing(place.game.position)
    return {"kind": "accepted", "turn": turn, "captures": captures, "standing": standing}


def answer(question):
    place = Place(question["position"]["state"])
    kind = question["kind"]
    over = place.outcome() and not question.get("past_end")
    if kind == "judge":
        return judge(place, question)
    if kind == "outcome":
        return {"kind": "outcome", "outcome": place.outcome()}
    if kind == "standing":
        return {"kind": "standing", "standing": place.standing(place.position)}
    if place.setup:
        raise Declined("lists nothing in a setup")
    if kind == "legal_actions":
        steps = place.position.get_steps() if len(place.steps) < 4 else []
        actions = sorted({step_text(place.position, step) for step, _ in steps})
        if place.steps and place.may_end():
            actions.append("end")
        return {"kind": "actions", "actions": [] if over else actions}
    if place.steps:
        raise Declined("counts the turns of a whole turn only")
    counts = place.game.repetition_count
    turns = 0 if over else sum(counts.get(end, 0) < 2 for end in place.position.get_moves())
    return {"kind": "turn_count", "count": turns}


def main():
    logging.disable()
    for line in sys.stdin:
        request = json.loads(line)
        response = {"id": request["id"]}
        if "hello" in request:
            response["hello"] = HELLO
        else:
            try:
                response["answer"] = answer(request["ask"])
            except Declined as why:
                response["declined"] = str(why)
        print(json.dumps(response), flush=True)


if __name__ == "__main__":
    main()
