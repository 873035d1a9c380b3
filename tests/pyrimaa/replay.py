"""Replays a record by the rules of the Python package and prints the result and its code, such as `gold g`.

What the package has no word for (a game that is not over) is `unknown -`, a turn that it refuses `refused LABEL WHY`.
"""

import sys

from pyrimaa.board import BLANK_BOARD, Color, IllegalMove, Position


def result(position):
    for value, code in ((position.is_goal(), "g"), (position.is_rabbit_loss(), "e")):
        if value:
            return ("gold" if value > 0 else "silver"), code
    if not position.get_steps():
        return ("silver" if position.color == Color.GOLD else "gold"), "m"
    return "unknown", "-"


def main(path):
    position = Position(Color.GOLD, 4, BLANK_BOARD)
    with open(path, encoding="utf-8") as record:
        turns = [line.split() for line in record if line[0].isdigit()]
    for label, *tokens in turns:
        try:
            position = position.do_move_str(" ".join(tokens))
        except IllegalMove as error:
            print("refused", label, error)
            return
    print(*result(position))


main(sys.argv[1])
