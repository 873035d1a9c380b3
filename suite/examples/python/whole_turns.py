"""Answers whole turns (`--turns whole` of docs/line-kit.md) with the turns that engine.py generates."""

import functools
import sys

from engine import Game


def begin(side, board, earlier):
    positions = [] if earlier == "-" else [tuple(one.split(":")) for one in earlier.split(",")]
    return Game(side, board, positions)


generated = functools.lru_cache(lambda *head: begin(*head).turns())


def answer(line):
    head, words = line.split()[:3], line.split()[3:]
    game = begin(*head)
    winner = game.winner()
    if words:
        # The steps as they are given, and then the engine's own turns.
        legal = not winner and all(play(game, word) for word in words)
        if not legal or "".join(game.board) not in generated(*head):
            return "no"
        winner = game.winner()
    return f"ok {''.join(game.board)} {winner or '-'}"


def play(game, word):
    if word == "end":
        return game.end()
    piece, file, rank, way = word
    return game.step(piece, "abcdefgh".index(file) + 8 * (8 - int(rank)), way)


for line in sys.stdin:
    print(answer(line), flush=True)
