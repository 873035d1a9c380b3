#!/usr/bin/env python3
"""Counts the lines of definitions and statements in formal/*.v, and exits with 1 if they are more than 1,310.

Somebody who wants to know what is claimed reads the theorems and examples, the definitions that these use, however deep,
and what their sections assume. Those are counted, without blank lines and comments. Lemmas, proofs, and definitions that
occur in these only are steps of proofs: nothing rests on them that Coq has not checked. `weight.py --steps` names such
definitions.
"""

import pathlib
import re
import sys

MOST = 1310
CLAIM = r"(Theorem|Corollary|Example|Extraction)\b|#"
ASSUMED = r"(Hypothesis|Variable|Context)\b"
LOCAL = r"(Let|Notation)\b"
NAMED = r"(?:#\[export\] )?(?:Definition|Fixpoint|Inductive|Record|Class|Instance|Notation|Let|Lemma|Arguments)\s+(\S+)"
FRAME = r"(From|Require|Import|Open Scope|Close Scope|Section|End|Extraction Language)\b"


def without_comments(text):
    """The text without its comments, which may be nested."""
    kept, depth = [], 0
    for piece in re.split(r"(\(\*|\*\))", text):
        depth += {"(*": 1, "*)": -1}.get(piece, 0)
        if piece not in ("(*", "*)"):
            kept.append("\n" * piece.count("\n") if depth else piece)
    return "".join(kept)


def sentences(path):
    """The sentences of a file without proofs: each ends with a stop at the end of a line."""
    text = re.sub(r"^Proof\b.*?\b(Qed|Defined)\.$", "", without_comments(path.read_text()), flags=re.S | re.M)
    return [sentence.strip() + "." for sentence in re.split(r"\.\s*$", text, flags=re.M) if sentence.strip()]


def main():
    files = {path.name: sentences(path) for path in sorted(pathlib.Path(__file__).parent.glob("*.v"))}
    claims, steps = [], []
    for name, stated in files.items():
        section = ""
        for sentence in stated:
            if re.match(r"(Section|End)\b", sentence):
                section = sentence if sentence.startswith("Section") else ""
            # Applied.v applies theorems and states none.
            if re.match(FRAME, sentence) or sentence.startswith("Lemma") or name == "Applied.v":
                continue
            # The rules are what is claimed of Arimaa.
            (claims if name == "Rules.v" or re.match(CLAIM, sentence) else steps).append((name, section, sentence))
    used = True
    while used:
        words = set(re.findall(r"[\w']+|\S", " ".join(sentence for _, _, sentence in claims)))
        sections = {(name, section) for name, section, _ in claims}
        used = [step for step in steps if is_used(step, words, sections)]
        claims, steps = claims + used, [step for step in steps if step not in used]
    total = 0
    for name in files:
        lines = sum(sum(bool(line.strip()) for line in text.splitlines()) for file, _, text in claims if file == name)
        total += lines
        print(f"{lines:5} {name}")
    if "--steps" in sys.argv:
        print("\n".join(f"{name}: {text.splitlines()[0]}" for name, _, text in steps))
    print(f"{total:5} lines of definitions and statements, of {MOST} at most")
    sys.exit(total > MOST)


def is_used(step, words, sections):
    """Is a sentence used by claims of these words in these sections? What is local to a section is used there only."""
    _, section, sentence = step
    if re.match(ASSUMED, sentence):
        return step[:2] in sections
    local = section and re.match(LOCAL, sentence)
    return words & defined(sentence) and (not local or step[:2] in sections)


def defined(sentence):
    """The names that a sentence defines: its own, and the constructors and fields of a type."""
    names = set(re.findall(NAMED, sentence)) | set(re.findall(r"^with (\w+)", sentence, re.M))
    if re.match(r"Inductive|Record", sentence):
        names |= set(re.findall(r"[|{;=]\s*(\w+)", sentence))
    if sentence.startswith("Notation"):
        names |= set(re.findall(r'"(\S+)', sentence)) | set(re.findall(r"[\w']+", sentence.split(":=")[0]))
    return names or {"."}


if __name__ == "__main__":
    main()
