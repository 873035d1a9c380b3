#!/usr/bin/env python3
"""Checks docs/formal.md's table of L1 to L6 against Coq and the solver's proofs.

Exits with 1 if a piece of the table is not where the table says it is, if Search.v's lemmas are not L1 to L6 and proved in
Sleep.v, or if a proof that docs/formal.md names for one of them is not there. Each piece is then taken out of its
text, and the check has to notice that.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOLVER = "".join(path.read_text() for path in sorted((ROOT / "tests/proofs/kernels/sleep").glob("*.rs")))
SEARCH = (ROOT / "formal/Search.v").read_text()
SLEEP = (ROOT / "formal/Sleep.v").read_text()
SHARED = ["other_order", "sleeps", "all_quiet_done"]


def plain(text):
    """The text with one blank between words, and none beside the brackets of Rust's broken lines."""
    text = re.sub(r"\s+", " ", text)
    return re.sub(r" ?([().,]) ?", r"\1", text)


def definitions(text, names):
    """The definitions of these names in a Coq file, as one text."""
    return "".join(re.search(rf"^Definition {name}\b.*?\.$", text, re.M | re.S)[0] for name in names)


def pieces_of_the_table():
    """Each piece of the table with its text and where that is."""
    page, label = (ROOT / "docs/formal.md").read_text(), ""
    for row in page.split("| of | `Search.v` |")[1].split("\n\n")[0].splitlines()[2:]:
        said, coq, rust = re.fullmatch(r"\| (.*?) ?\| (.*) \| (.*) \|", row).groups()
        label = said or label
        names = re.findall(r"L\d", label) + SHARED
        yield plain(coq.strip("`")), plain(definitions(SEARCH, names)), f"{' '.join(names)} in Coq"
        yield plain(rust.strip("`").replace("\\|", "|")), plain(SOLVER), "tests/proofs/kernels/sleep"


def main():
    pieces = list(pieces_of_the_table())
    wrong = [f"{piece} is not in {place}" for piece, text, place in pieces if piece not in text]
    wrong += [f"{piece} could be taken out of {place}" for piece, text, place in pieces if piece in text.replace(piece, "")]
    stated = re.findall(r"^Definition (L\d) ", SEARCH, re.M)
    proved = re.findall(r"^Theorem (L\d)_holds sd : (L\d) sd \(asleep_in_engine sd\)\.$", SLEEP, re.M)
    named = re.findall(r"^\| (L\d) \| `sleep::(\w+)` \|", (ROOT / "docs/formal.md").read_text(), re.M)
    lemmas = [f"L{number}" for number in range(1, 7)]
    if not stated == [lemma for lemma, _ in named] == [lemma for lemma, _ in proved] == lemmas:
        wrong.append(f"stated are {stated}, proved {proved}, and docs/formal.md names {named}")
    wrong += [f"no test {test} for {lemma}" for lemma, test in named if f"fn {test}()" not in SOLVER]
    print("\n".join(wrong + [f"{len(pieces)} pieces of L1 to L6 on both sides, {len(wrong)} differ"]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
