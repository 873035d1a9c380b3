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
    "identity": {"name": "third implementation", "version": "1"},
    "capabilities": {
        "questions": ["judge", "legal_actions", "apply", "outcome", "standing", "turns", "turn_count", "perft"],
        "editions": ["2002", "2005-05-28", "2005-05-28+no-draws", "2008-07-01"],
        "setups": False, "mid_turn": True, "history": True, "records": False, "past_end": False,
        "strict": False, "reasons": False, "validity": False, "labels": False,
    },
}  # fmt: skip


def fact(name, text, *more):
    """`given(gold,e,(4,2)).` for `Ed2`; what there is besides comes after it."""
    side = "gold" if text[0].isupper() else "silver"
    terms = [side, text[0].lower(), f"({'_abcdefgh'.index(text[1])},{text[2]})", *map(str, more)]
    return f"{name}({','.join(terms)}). "


def pieces(board):
    """`Ed2` for each piece on a board."""
    return [letter + "abcdefgh"[at % 8] + str(8 - at // 8) for at, letter in enumerate("".join(board)) if letter != "."]


def facts(state, steps=()):
    """The position and the steps as facts. Captures among the steps belong to the step before them."""
    edition, count = state.get("edition", "2008"), 0
    given = f"to_move({state['side']}). edition({edition[:4]}). " + "no_draws. " * ("no-draws" in edition)
    given += "".join(fact("given", text) for text in pieces(state["board"]))
    for number, past in enumerate(state.get("earlier") or []):
        given += f"past_to_move({past['to_move']},{number}). "
        given += "".join(fact("past", text, number) for text in pieces(past["board"]))
    for number, text in enumerate(steps):
        count += not text.endswith("x")
        given += fact("told", text, count, number) if text.endswith("x") else fact("taken", text, text[3], count)
    return given


def text_of(atom):
    """`Ed2` for an atom that begins with a piece and a square, `Ed2n` if a direction comes next."""
    side, kind, square, *more = atom.arguments
    letter = kind.name.upper() if side.name == "gold" else kind.name
    x, y = (term.number for term in square.arguments)
    return letter + "abcdefgh"[x - 1] + str(y) + (more[0].name if len(more) == 2 or atom.name == "next" else "")


def answer_sets(given, wanted=0):
    """Yields the atoms of each answer set, at most `wanted` of them (0 is all)."""
    control = clingo.Control([str(wanted), "--warn=none"])
    control.add("base", [], RULES + given)
    control.ground([("base", [])])
    with control.solve(yield_=True) as found:
        for model in found:
            yield model.symbols(shown=True)


def answer_set(state, steps=()):
    return next(answer_sets(facts(state, steps), 1))


def has(atoms, name):
    return any(atom.name == name for atom in atoms)


def board_of(atoms):
    """The eight lines of the board after the steps."""
    squares = ["."] * 64
    for letter, file, rank in (text_of(atom) for atom in atoms if atom.name == "end"):
        squares[(8 - int(rank)) * 8 + "abcdefgh".index(file)] = letter
    return ["".join(squares[row : row + 8]) for row in range(0, 64, 8)]


def way(atoms):
    """The steps of an answer set as text, each with the capture that it made or an empty text."""
    steps = {atom.arguments[4].number: text_of(atom) for atom in atoms if atom.name == "played"}
    gone = {atom.arguments[3].number: text_of(atom) for atom in atoms if atom.name == "captured"}
    return [(steps[time], gone.get(time, "")) for time in sorted(steps)]


def winner(state):
    """`gold`, `silver`, `draw` or None, for the position before the turn."""
    atoms, given = answer_set(state), facts(state)
    turns = (found for most in (1, 4) for found in answer_sets(f"{given}search({most}).", 1))
    if not has(atoms, "wins") and not any(turns):
        atoms = next(answer_sets(given + "no_legal_turn.", 1))
    return next((atom.arguments[0].name for atom in atoms if atom.name == "wins"), None)


def legal_actions(atoms):
    """The actions that may come next in the order of their text, `end` last."""
    return sorted(text_of(atom) for atom in atoms if atom.name == "next") + ["end"] * has(atoms, "may_end")


def distinct(state, steps):
    """The first of the shortest ways to each board at which the turn may end, in order."""
    best = {}
    for atoms in answer_sets(facts(state, steps) + "search(4)."):
        board, walk = tuple(board_of(atoms)), way(atoms)[len(steps) :]
        best[board] = min(best.get(board, (5, [])), (len(walk), walk))
    turns = sorted((walk, board) for board, (_, walk) in best.items())
    return [{"turn": written(walk), "board": list(board)} for walk, board in turns]


def written(walk):
    return " ".join(step + f" {gone}x" * bool(gone) for step, gone in walk)


def standing(board, who):
    return {"board": board, "outcome": who and {"winner": who}}


def apply(state, steps, actions):
    """The position and the steps after these actions, with the captures; or None if one is refused."""
    cut = actions.index("end") if "end" in actions else len(actions)
    atoms = answer_set(state, steps + actions[:cut])
    if not has(atoms, "may_end" if "end" in actions else "allowed_so_far") or actions and winner(state):
        return None
    captures = [gone for _, gone in way(atoms)[len(steps) :] if gone]
    if "end" not in actions:
        return state, steps + actions, captures
    earlier = (state.get("earlier") or []) + [{"to_move": state["side"], "board": state["board"]}]
    side = next(atom.arguments[0].name for atom in atoms if atom.name == "side_after")
    then = apply(dict(state, side=side, board=board_of(atoms), earlier=earlier, steps=[]), [], actions[cut + 1 :])
    return then and (then[0], then[1], captures + then[2])


def judge(state, steps, actions, kind="accepted"):
    if not (then := apply(state, steps, actions)):
        return {"kind": "refused", "refusal": {}, "standing": standing(board_of(answer_set(state, steps)), winner(state))}
    after, taken, captures = then
    if kind == "applied":
        found = {"state": dict(after, steps=taken)}
    else:
        found = {"turn": written(way(answer_set(state, steps + actions[:-1]))[len(steps) :])}
    now = standing(board_of(answer_set(after, taken)), winner(after))
    return {"kind": kind, **found, "captures": captures, "standing": now}


def answer(ask):
    kind, state = ask["kind"], ask["position"]["state"]
    steps = state.get("steps") or []
    if kind == "judge":
        return judge(state, steps, ask["turn"].split() + ["end"])
    if kind == "apply":
        return judge(state, steps, ask["actions"], "applied")
    if kind == "perft" and ask["count"] == "steps":
        given = f"{facts(state, steps)} explore({min(4, len(steps) + ask['depth'])})."
        made = [len(way(atoms)) - len(steps) for atoms in answer_sets(given)]
        return {"kind": "perft", "counts": [made.count(depth + 1) for depth in range(ask["depth"])]}
    over, atoms = winner(state), answer_set(state, steps)
    if kind == "outcome":
        return {"kind": kind, "outcome": over and {"winner": over}}
    if kind == "standing":
        return {"kind": kind, "standing": standing(board_of(atoms), over)}
    if kind == "legal_actions":
        return {"kind": "actions", "actions": [] if over else legal_actions(atoms)}
    if kind == "perft" and ask["depth"] > 1:
        return None
    turns = [] if over else distinct(state, steps)
    if kind == "perft":
        return {"kind": kind, "counts": [len(turns)]}
    if kind == "turn_count":
        return {"kind": kind, "count": len(turns)}
    first = ask.get("offset") or 0
    return {"kind": kind, "total": len(turns), "turns": turns[first : first + (ask.get("limit") or 10000)]}


def main():
    for line in sys.stdin:
        request = json.loads(line)
        given = {"hello": HELLO} if "hello" in request else {"answer": answer(request["ask"])}
        if not any(given.values()):
            given = {"declined": "turns after turns are not counted"}
        print(json.dumps({"id": request["id"], **given}), flush=True)


if __name__ == "__main__":
    main()
