#!/usr/bin/env python3
"""Checks that each theorem with a premise is applied in Applied.v, so that no premise is one that nothing meets."""

import pathlib
import re
import sys

import weight

FOLDER = pathlib.Path(__file__).parent


def has_premise(sentence):
    """Does an arrow outside of all brackets stand before the first equivalence there?"""
    depth = 0
    for token in re.findall(r"[()\[\]]|<->|->", sentence):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(token, 0)
        if depth == 0 and token in ("<->", "->"):
            return token == "->"
    return False


def main():
    applied = set(re.findall(r"[\w']+", (FOLDER / "Applied.v").read_text()))
    stated = [sentence for path in sorted(FOLDER.glob("*.v")) for sentence in weight.sentences(path)]
    theorems = [re.match(r"(?:Theorem|Corollary) ([\w']+)", sentence) for sentence in stated]
    named = [theorem[1] for theorem in theorems if theorem and has_premise(theorem.string)]
    missing = [name for name in named if name not in applied]
    print("\n".join([f"{name} is not applied in Applied.v" for name in missing]))
    print(f"{len(named)} theorems have premises, {len(missing)} are not applied")
    sys.exit(bool(missing))


if __name__ == "__main__":
    main()
