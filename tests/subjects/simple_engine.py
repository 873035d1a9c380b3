#!/usr/bin/env python3
"""`simple_engine` of the Python package `aei` (pyrimaa) as it is, but with a seed of its own for each time that it is asked in a
position: what it does there depends on nothing that it was asked before."""

import random
from collections import Counter

from pyrimaa.board import Position
from pyrimaa.simple_engine import main

choose = Position.get_rnd_step_move
asked = Counter()


def choose_again(position):
    board = position.board_to_str("short")
    asked[board, position.color] += 1
    random.seed(f"{position.color} {board} {asked[board, position.color]}")
    return choose(position)


Position.get_rnd_step_move = choose_again
main()
