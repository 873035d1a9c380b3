"""Puts an engine to the conformance suite of Arimaa: answers the lines of the line kit.

Fill in the places marked TODO, one after the other. What is not filled in is skipped.
Nothing is asked before the second is.
"""

import sys


# True if your engine can end a game in mid-turn: its winner is asked after every step then.
ENDS_IN_MID_TURN = False


class NotFilledIn(Exception):
    pass


class EngineUnderTest:
    """Your engine, at some moment of a game."""

    def __init__(self, side, board, earlier):
        # TODO 1: set up the start of a turn. `side` is "gold" or "silver", the player to move.
        # `board` has 64 letters, from a8 to h8 down to a1 to h1; a dot is an empty square, gold
        # pieces are RCDHME, silver ones rcdhme. `earlier` are the positions before, oldest first,
        # each a pair of the side to move then and the 64 letters.
        pass

    def squares(self):
        # TODO 2: the 64 letters of the board as it stands now, also in mid-turn.
        raise NotFilledIn("squares()")

    def step(self, piece, square, direction):
        # TODO 3: make one step, such as "E", "d2", "n"; True, or False where it is illegal.
        raise NotFilledIn("step()")

    def end_turn(self):
        # TODO 4: hand the turn over to the other player; True, or False where it may not
        # end here.
        raise NotFilledIn("end_turn()")

    def pair(self, first, second):
        # Only with `--actions two-step`: make a push or a pull, such as "rd5n" and "Ed4n" for a
        # push; True, or False where it is illegal.
        raise NotFilledIn("pair()")

    def winner(self):
        # TODO 5: at the start of a turn "gold", "silver", or "-" while the game goes on; "?" if
        # your engine does not know.
        return "?"


def answer(line):
    side, board, earlier, *words = line.split()
    ends = [] if earlier == "-" else [tuple(end.split(":")) for end in earlier.split(",")]
    game = EngineUnderTest(side, board, ends)
    winner = game.winner()
    for word in words:
        if winner in ("gold", "silver") or not play(game, word):
            return "no"
        asks = word == "end" or winner == "?" or ENDS_IN_MID_TURN
        winner = game.winner() if asks else "-"
    # `turns`: behind `end` the other player may step on. Leave it out if your engine cannot.
    return f"ok {game.squares()} {winner} turns"


def play(game, word):
    if word == "end":
        return game.end_turn()
    if "+" in word:
        return game.pair(*word.split("+"))
    return game.step(word[0], word[1:3], word[3])


for line in sys.stdin:
    try:
        print(answer(line), flush=True)
    except NotFilledIn as place:
        print(f"skip {place} is not filled in", flush=True)
