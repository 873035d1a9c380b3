#!/usr/bin/env python3
"""Checks that each theorem with a premise is applied in Applied.v, so that no premise is one that nothing meets.

A premise is an arrow in the statement or in a definition that is all it states (L1 to L6), or a
hypothesis of its section.
"""

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


def with_premises(stated, hiding):
    """The names of a file's theorems that have a premise."""
    hypotheses = []
    for sentence in stated:
        if sentence.startswith("Section"):
            hypotheses.append(False)
        elif sentence.startswith("End "):
            hypotheses.pop()
        elif re.match(r"Hypothes[ie]s\b", sentence):
            hypotheses[-1] = True
        theorem = re.match(r"(?:Theorem|Corollary) ([\w']+)[^:]*:\s*([\w']*)", sentence)
        if theorem and (any(hypotheses) or theorem[2] in hiding or has_premise(sentence)):
            yield theorem[1]


def main():
    text = weight.without_comments((FOLDER / "Applied.v").read_text())
    applied = set(re.findall(r"[\w']+", text))
    files = [weight.sentences(path) for path in sorted(FOLDER.glob("*.v"))]
    sentences = [sentence for stated in files for sentence in stated]
    claims = [re.match(r"Definition (\w+)[^=]*: Prop :=", sentence) for sentence in sentences]
    hiding = {claim[1] for claim in claims if claim and "->" in claim.string}
    named = [name for stated in files for name in with_premises(stated, hiding)]
    missing = [name for name in named if name not in applied]
    print("\n".join([f"{name} is not applied in Applied.v" for name in missing]))
    print(f"{len(named)} theorems have premises, {len(missing)} are not applied")
    sys.exit(bool(missing))


if __name__ == "__main__":
    main()
