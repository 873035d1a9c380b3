#!/usr/bin/env python3
"""Holds the ids of Rules.v to SPEC.md.

Exits with 1 unless every id of SPEC.md is named either in Rules.v or in docs/formal.md's table of ids that are not there,
Rules.v names no other id, and what SPEC.md marks as a theorem is in docs/formal.md's table of theorems, which Coq has.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def ids(text):
    """The ids named in a text, those between `A-1 to A-5` included. Coq writes them with a low line."""
    named = set()
    for kind, first, last in re.findall(r"\b([A-Z]{3})[-_](\d+)(?: to [A-Z]{3}-(\d+))?", text):
        named |= {f"{kind}-{number}" for number in range(int(first), int(last or first) + 1)}
    return named


def main():
    spec = (ROOT / "SPEC.md").read_text()
    rules = set(re.findall(r"^#### ([A-Z]{3}-\d+)", spec, re.M))
    there = ids((ROOT / "formal/Rules.v").read_text())
    page = (ROOT / "docs/formal.md").read_text()
    absent = ids(" ".join(re.findall(r"^\| (.*?) \|", page.split("| ids | because |")[1].split("\n\n")[0], re.M)))
    stated = "".join(path.read_text() for path in (ROOT / "formal").glob("*.v"))
    stated = set(re.findall(r"^(?:Theorem|Corollary|Example) ([\w']+)", stated, re.M))
    rows = re.findall(r"^\| (.*?) \| (.*) \|$", page.split("| SPEC.md | Coq |")[1].split("\n\n")[0], re.M)
    proved, named = ids(" ".join(row[0] for row in rows)), re.findall(r"`([\w']+)`", " ".join(row[1] for row in rows))
    parts = re.split(r"^#### ", spec, flags=re.M)[1:]
    marked = {part.split()[0] for part in parts if re.search(r"\[[^]]*\btheorem\b[^]]*\]", part.split("\n## ")[0])}
    theorems = marked | set(re.findall(r"^- \*\*(THM-\d+)\*\*", spec, re.M))
    wrong = [f"{rule} is neither in Rules.v nor in docs/formal.md" for rule in rules - there - absent]
    wrong += [f"{rule} is in Rules.v and in docs/formal.md's list of what is not" for rule in there & absent]
    wrong += [f"SPEC.md has no {rule}" for rule in (there | absent) - rules]
    wrong += [f"docs/formal.md names no theorem for {theorem}" for theorem in theorems - proved]
    wrong += [f"SPEC.md does not mark {theorem} as a theorem" for theorem in proved - theorems]
    wrong += [f"no file of formal/ states {name}" for name in named if name not in stated]
    print("\n".join(sorted(wrong)))
    print(f"{len(rules)} rules and {len(theorems)} theorems of SPEC.md, {len(there)} in Rules.v, {len(wrong)} wrong")
    sys.exit(bool(wrong) or len(theorems) != 15)


if __name__ == "__main__":
    main()
