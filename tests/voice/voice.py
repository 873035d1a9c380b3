#!/usr/bin/env python3
"""A subject for the suite: reads questions, hands them to the rules in arimaa.lp, writes the answers.

It knows no rule of the game. It turns letters into facts and atoms into letters, counts, and sorts.
"""

import json
import pathlib
import sys

import clingo

RULES = (pathlib.Path(__file__).parent / "arimaa.lp").read_text()
HELLO = {
    "protocol": "1.2.0",
    "identity": {"name": "voice", "version": "1"},
    "capabilities": {
        "questions": ["judge", "legal_actions", "apply", "outcome", "standing", "turns", "turn_count", "perft"],
        "editions": ["2002", "2005-05-28", "2005-05-28+no-draws", "2008-07-01"],
        "setups": False, "mid_turn": True, "history": True, "records": False, "past_end": False,
        "strict": False, "reasons": False, "validity": False, "labels": False,
    },
}  # fmt: skip


class Declined(Exception):
    """A question that this subject leaves out."""


def piece(letter):
    return f"{'gold' if letter.isupper() else 'silver'},{letter.lower()}"


def square(text):
    return f"({ord(text[0]) - ord('a') + 1},{text[1]})"


def pieces(board):
    """Yields the piece and the square of each letter on a board of eight lines."""
    for at, letter in enumerate("".join(board)):
        if letter != ".":
            yield f"{piece(letter)},({at % 8 + 1},{8 - at // 8})"


def board_of(atoms):
    """The eight lines of the board after the steps."""
    squares = ["."] * 64
    for atom in atoms:
        if atom.name == "end":
            x, y = (number.number for number in atom.arguments[2].arguments)
            squares[(8 - y) * 8 + x - 1] = letter_of(atom)
    return ["".join(squares[row : row + 8]) for row in range(0, 64, 8)]


def letter_of(atom):
    letter = atom.arguments[1].name
    return letter.upper() if atom.arguments[0].name == "gold" else letter


def piece_of(atom):
    return letter_of(atom) + square_of(atom.arguments[2])


def step_of(atom):
    return piece_of(atom) + atom.arguments[3].name


def square_of(term):
    x, y = term.arguments
    return "abcdefgh"[x.number - 1] + str(y.number)


def facts(state, steps=()):
    """The position and the steps as facts. Captures among the steps belong to the step before them."""
    given = [f"given({what})." for what in pieces(state["board"])]
    given.append(f"to_move({state['side']}). edition({state.get('edition', '2008')[:4]}).")
    given.extend(["no_draws."] if "no-draws" in state.get("edition", "") else [])
    for number, past in enumerate(state.get("earlier") or []):
        given.append(f"past_to_move({number},{past['to_move']}).")
        given.extend(f"past({number},{what})." for what in pieces(past["board"]))
    count = 0
    for text in steps:
        if text.endswith("x"):
            given.append(f"told({piece(text[0])},{square(text[1:])},{count}).")
        else:
            count += 1
            given.append(f"taken({square(text[1:])},{text[3]},{count}). named({piece(text[0])},{count}).")
    return " ".join(given)


def answer_sets(given, wanted=0):
    """Yields the atoms of each answer set, at most `wanted` of them (0 is all)."""
    control = clingo.Control([str(wanted), "--warn=none"])
    control.add("base", [], RULES + given)
    control.ground([("base", [])])
    with control.solve(yield_=True) as found:
        for model in found:
            yield model.symbols(shown=True)


def winner(state):
    """`gold`, `silver`, `draw` or None, for the position before the turn."""
    given = facts(state)
    if not (who := wins(given)) and not any(True for most in (1, 4) for _ in answer_sets(f"{given} search({most}).", 1)):
        who = wins(given + " no_legal_turn.")
    return who


def wins(given):
    return next((str(atom.arguments[0]) for atom in next(answer_sets(given, 1)) if atom.name == "wins"), None)


def standing(board, who):
    return {"board": board, "outcome": who and {"winner": who}}


def legal_actions(atoms):
    """The actions that may come next in the order of their text, `end` last."""
    steps = sorted(step_of(atom) for atom in atoms if atom.name == "next")
    return steps + ["end"] * has(atoms, "may_end")


def has(atoms, name):
    return any(atom.name == name for atom in atoms)


def way(atoms):
    """The steps of an answer set as text, each with the capture that it made or an empty text."""
    steps = {atom.arguments[4].number: step_of(atom) for atom in atoms if atom.name == "played"}
    gone = {atom.arguments[3].number: piece_of(atom) for atom in atoms if atom.name == "captured"}
    return [(steps[time], gone.get(time, "")) for time in sorted(steps)]


def distinct(state, steps):
    """The first of the shortest ways to each board at which the turn may end, in order."""
    best = {}
    for atoms in answer_sets(facts(state, steps) + " search(4)."):
        board, walk = tuple(board_of(atoms)), way(atoms)[len(steps) :]
        best[board] = min(best.get(board, (5, [])), (len(walk), walk))
    turns = sorted((walk, board) for board, (_, walk) in best.items())
    return [{"turn": " ".join(step + f" {gone}x" * bool(gone) for step, gone in walk), "board": list(board)} for walk, board in turns]


def go_on(state, steps, words, over, end):
    """The atoms after these words, or None where one is refused; with `end` the turn ends there."""
    atoms = next(answer_sets(facts(state, steps + words), 1))
    return atoms if not over and has(atoms, "may_end" if end else "allowed_so_far") else None


def after(state, atoms):
    """The position after a turn."""
    earlier = (state.get("earlier") or []) + [{"to_move": state["side"], "board": state["board"]}]
    side = next(atom.arguments[0].name for atom in atoms if atom.name == "side_after")
    return dict(state, side=side, board=board_of(atoms), steps=[], earlier=earlier)


def refused(state, steps, over):
    board = board_of(next(answer_sets(facts(state, steps), 1)))
    return {"kind": "refused", "refusal": {}, "standing": standing(board, over)}


def judge(state, steps, words):
    """Is it legal to go on from these steps by these words, and to end the turn?"""
    over = winner(state)
    if not (atoms := go_on(state, steps, words, over, True)):
        return refused(state, steps, over)
    captures = [gone for _, gone in way(atoms)[len(steps) :] if gone]
    then = after(state, atoms)
    return {"kind": "accepted", "turn": " ".join(words), "captures": captures, "standing": standing(then["board"], winner(then))}


def apply(state, steps, actions):
    """Steps and ends of turns, one after the other; what is refused is refused on the first board."""
    first, captures = (state, steps), []
    while True:
        over, ends = winner(state), "end" in actions
        cut = actions.index("end") if ends else len(actions)
        if not (atoms := go_on(state, steps, actions[:cut], over and (ends or cut), ends)):
            return refused(*first, winner(first[0]))
        captures += [gone for _, gone in way(atoms)[len(steps) :] if gone]
        if not ends:
            state = dict(state, steps=steps + actions)
            return {"kind": "applied", "state": state, "captures": captures, "standing": standing(board_of(atoms), over)}
        state, steps, actions = after(state, atoms), [], actions[cut + 1 :]


def answer(ask):
    kind, state = ask["kind"], ask["position"]["state"]
    steps = state.get("steps") or []
    if "board" not in state or kind == "perft" and ask["count"] == "turns" and ask["depth"] > 1:
        raise Declined("no setups, and no turns after turns")
    if kind == "judge":
        return judge(state, steps, ask["turn"].split())
    if kind == "apply":
        return apply(state, steps, ask["actions"])
    if kind == "perft" and ask["count"] == "steps":
        given = f"{facts(state, steps)} explore({min(4, len(steps) + ask['depth'])})."
        made = [len(way(atoms)) - len(steps) for atoms in answer_sets(given)]
        return {"kind": "perft", "counts": [made.count(depth + 1) for depth in range(ask["depth"])]}
    over = winner(state)
    if kind == "outcome":
        return {"kind": "outcome", "outcome": over and {"winner": over}}
    if kind in ("standing", "legal_actions"):
        atoms = next(answer_sets(facts(state, steps), 1))
        if kind == "standing":
            return {"kind": "standing", "standing": standing(board_of(atoms), over)}
        return {"kind": "actions", "actions": [] if over else legal_actions(atoms)}
    turns = [] if over else distinct(state, steps)
    if kind == "perft":
        return {"kind": "perft", "counts": [1 if over else len(turns)]}
    if kind == "turn_count":
        return {"kind": "turn_count", "count": len(turns)}
    first = ask.get("offset") or 0
    return {"kind": "turns", "total": len(turns), "turns": turns[first : first + (ask.get("limit") or 10000)]}


def main():
    for line in sys.stdin:
        request = json.loads(line)
        response = {"id": request["id"]}
        try:
            if "hello" in request:
                response["hello"] = HELLO
            else:
                response["answer"] = answer(request["ask"])
        except Declined as why:
            response["declined"] = str(why)
        print(json.dumps(response), flush=True)


if __name__ == "__main__":
    main()
