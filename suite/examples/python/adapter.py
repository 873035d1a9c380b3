"""Answers the lines of the line kit (docs/line-kit.md) with the engine in engine.py."""

import sys

from engine import Game


def answer(line):
    side, board, earlier, *words = line.split()
    positions = [] if earlier == "-" else [tuple(one.split(":")) for one in earlier.split(",")]
    game = Game(side, board, positions)
    winner = game.winner()
    for word in words:
        # A decided game has no legal action.
        if winner or not play(game, word):
            return "no"
        winner = game.winner() if word == "end" else None
    # `turns`: steps of the next turn may follow `end` on the same line.
    return f"ok {''.join(game.board)} {winner or '-'} turns"


def play(game, word):
    if word == "end":
        return game.end()
    piece, file, rank, way = word
    square = "abcdefgh".index(file) + 8 * (8 - int(rank))
    return game.step(piece, square, way)


for line in sys.stdin:
    print(answer(line), flush=True)
