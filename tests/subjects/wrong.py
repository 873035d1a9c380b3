"""The engine of suite/examples/python, mended, and wrong in one other way: `wrong.py lines WAY` or `wrong.py aei WAY`.

In lines (docs/line-kit.md):
    right       no mistake
    late        the turn ends after the fourth step only
    speechless  a line without steps is answered by `no`
In the Arimaa Engine Interface:
    right       no mistake; a turn by chance
    deaf        `setposition` is ignored
    sideless    the side of `setposition` is ignored
    unfrozen    nothing freezes
"""

import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "suite", "examples", "python"))
from engine import Game as Example, WAYS  # noqa: E402

INTERFACE, WAY = sys.argv[1:3]
SETUPS = {
    "gold": "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Hb2 Cc2 Cd2 De2 Df2 Mg2 Eh2",
    "silver": "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 hb7 cc7 cd7 de7 df7 mg7 eh7",
}


def index(square):
    return "abcdefgh".index(square[0]) + 8 * (8 - int(square[1]))


class Game(Example):
    def copy(self):
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__, board=self.board[:])
        return other

    def step(self, piece, square, way):
        completes = self.push is not None
        made = Example.step(self, piece, square, way)
        if made and completes:
            self.pull = None  # The example's mistake.
        return made

    def frozen(self, square):
        return WAY != "unfrozen" and Example.frozen(self, square)

    def end(self):
        if WAY == "late" and self.steps < 4:
            return False
        return Example.end(self)

    def play(self, word):
        if word == "end":
            return self.end()
        return self.step(word[0], index(word[1:3]), word[3])


def answer(line):
    side, board, earlier, *words = line.split()
    if WAY == "speechless" and not words:
        return "no"
    ends = [] if earlier == "-" else [tuple(end.split(":")) for end in earlier.split(",")]
    game = Game(side, board, ends)
    winner = game.winner()
    for word in words:
        if winner or not game.play(word):
            return "no"
        winner = game.winner() if word == "end" else None
    return f"ok {''.join(game.board)} {winner or '-'}"


def turn(game):
    """A legal turn by chance: steps by chance until the turn may end."""
    for _ in range(300):
        after, steps = game.copy(), []
        for _ in range(random.randint(1, 4)):
            moves = list(after.after_a_step())
            if not moves:
                break
            after, before = random.choice(moves), after
            steps.append(step_between(before, after))
        if after.copy().end():
            return " ".join(steps)
    return "resign"


def step_between(before, after):
    """The step that leads from one moment to the next."""
    for square, piece in enumerate(before.board):
        for way in WAYS if piece != "." else "":
            made = before.copy()
            if made.step(piece, square, way) and vars(made) == vars(after):
                return f"{piece}{'abcdefgh'[square % 8]}{8 - square // 8}{way}"
    raise AssertionError("no step leads there")


def aei():
    game, placing = None, None
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "aei":
            print(f"protocol-version 1\nid name {WAY}\naeiok", flush=True)
        elif command == "isready":
            print("readyok", flush=True)
        elif command == "newgame":
            game, placing = None, "gold"
        elif command == "setposition" and WAY != "deaf":
            side = "gold" if rest[0] == "g" or WAY == "sideless" else "silver"
            board = rest[rest.index("[") + 1 : rest.index("]")]
            game = Game(side, "".join(one if one in "EMHDCRemhdcr" else "." for one in board), [])
        elif command == "makemove" and game:
            for word in rest.split():
                if not word.endswith("x"):
                    game.play(word)
            game.end()
        elif command == "makemove":
            placing = "silver"
        elif command == "go":
            print("bestmove", turn(game) if game else SETUPS[placing or "silver"], flush=True)
        elif command == "quit":
            return


if INTERFACE == "aei":
    aei()
else:
    for line in sys.stdin:
        print(answer(line), flush=True)
