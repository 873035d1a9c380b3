#!/usr/bin/env python3
"""Counts the lines of definitions and statements in formal/*.v, and exits with 1 if they are more than 1,200.

These are all lines but proofs, comments, blank lines, and the lines that only load, open or close something.
"""

import pathlib
import re
import sys

MOST = 1200
FRAME = r"(From|Require|Import|Open Scope|Close Scope|Section|End|Extraction Language)\b"
PROOF = r"(Proof\b|Qed\.|Defined\.)"


def without_comments(text):
    """The text without its comments, which may be nested."""
    kept, depth = [], 0
    for piece in re.split(r"(\(\*|\*\))", text):
        if piece == "(*":
            depth += 1
        elif piece == "*)":
            depth -= 1
        elif depth == 0:
            kept.append(piece)
        else:
            kept.append("\n" * piece.count("\n"))
    return "".join(kept)


def stated(path):
    """How many lines of a file are definitions and statements."""
    lines, in_proof = 0, False
    for line in without_comments(path.read_text()).splitlines():
        line = line.strip()
        if re.match(PROOF, line):
            in_proof = not re.search(r"(Qed|Defined)\.$", line)
        elif line and not in_proof and not re.match(FRAME, line):
            lines += 1
    return lines


def main():
    files = {path.name: stated(path) for path in sorted(pathlib.Path(__file__).parent.glob("*.v"))}
    total = sum(files.values())
    for name, lines in files.items():
        print(f"{lines:5} {name}")
    print(f"{total:5} lines of definitions and statements, of {MOST} at most")
    sys.exit(total > MOST)


if __name__ == "__main__":
    main()
