#!/usr/bin/env python3
"""Holds the table of L1 to L6 in docs/formal.md to Search.v and to the solver's proofs.

Exits with 1 if a piece of the table is not in its file, if the hypotheses of Search.v are not L1 to L6, or if a proof that
docs/distinct-turns.md names for one of them is not there.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def plain(text):
    """The text with one blank between words, and none beside the brackets of Rust's broken lines."""
    text = re.sub(r"\s+", " ", text)
    return re.sub(r" ?([().,]) ?", r"\1", text)


def main():
    search = (ROOT / "formal/Search.v").read_text()
    solver = "".join(path.read_text() for path in sorted((ROOT / "tests/proofs/kernels/sleep").glob("*.rs")))
    table = (ROOT / "docs/formal.md").read_text().split("| of | `Search.v` |")[1].split("\n\n")[0]
    wrong, pieces = [], 0
    for row in table.splitlines()[2:]:
        _, coq, rust = re.fullmatch(r"\| (.*?) ?\| (.*) \| (.*) \|", row).groups()
        for cell, text, file in ((coq, search, "Search.v"), (rust, solver, "tests/proofs/kernels/sleep")):
            pieces += 1
            if plain(cell.strip("`")) not in plain(text):
                wrong.append(f"{cell} is not in {file}")
    hypotheses = re.findall(r"^Hypothesis (L\d+) ", search, re.M)
    named = re.findall(r"^\| (L\d) \| `sleep::(\w+)` \|", (ROOT / "docs/distinct-turns.md").read_text(), re.M)
    if hypotheses != [lemma for lemma, _ in named] or len(named) != 6:
        wrong.append(f"the hypotheses are {hypotheses}, and docs/distinct-turns.md names {named}")
    wrong += [f"no test {test} for {lemma}" for lemma, test in named if f"fn {test}()" not in solver]
    print("\n".join(wrong + [f"{pieces} pieces of L1 to L6 on both sides, {len(wrong)} differ"]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
