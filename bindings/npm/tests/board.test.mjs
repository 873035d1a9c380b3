import assert from "node:assert/strict";
import { test } from "node:test";

import { changes } from "../dist/board/motion.js";
import { squareName } from "../dist/board/words.js";
import { beside, direction, list, place, readBoard, squareAt } from "../dist/board/squares.js";

const RANKS = ["r.......", "........", "..x.....", "........", "........", "........", "........", "R......."];

test("a board is read from a compact board and from ranks", () => {
  const ranks = RANKS.map((rank) => rank.replace("x", "."));
  assert.deepEqual(readBoard(`12s [${ranks.join("")}]`), ranks);
  assert.deepEqual(readBoard(`g [${ranks.join("").replaceAll(".", " ")}]`), ranks);
  assert.deepEqual(readBoard(ranks.join("/")), ranks);
  assert.deepEqual(readBoard(ranks.join("\n")), ranks);
});

test("what is no board is not read", () => {
  for (const text of ["", "g [r.......]", RANKS.join("/"), `g [${".".repeat(72)}]`, ".".repeat(64)]) {
    assert.equal(readBoard(text), undefined, text);
  }
});

test("places and squares belong together, from both sides", () => {
  assert.deepEqual(place("a8"), { x: 0, y: 0 });
  assert.deepEqual(place("a8", true), { x: 7, y: 7 });
  assert.equal(squareAt(2, 5), "c3");
  assert.equal(squareAt(2, 5, true), "f6");
  assert.equal(squareAt(8, 0), undefined);
  assert.equal(squareAt(0, -1), undefined);
});

test("directions lead to the square beside, and not over the edge", () => {
  for (const way of "nesw") {
    assert.equal(direction("d4", beside("d4", way)), way);
  }
  assert.equal(beside("h1", "e"), undefined);
  assert.equal(beside("a1", "x"), undefined);
  assert.equal(direction("a1", "b2"), undefined);
});

test("squares are given as an attribute or as an array", () => {
  assert.deepEqual(list(" c3  f6 "), ["c3", "f6"]);
  assert.deepEqual(list(""), []);
  assert.deepEqual(list(["a1"]), ["a1"]);
  assert.deepEqual([list(null), list(undefined)], [[], []]);
});

test("pieces that moved and pieces that disappeared are told apart between two boards", () => {
  const empty = "........";
  const before = ["r.......", empty, empty, empty, empty, "...dE...", empty, "R......."];
  const after = ["r.......", empty, empty, empty, empty, "...E....", empty, "R......."];
  assert.deepEqual(changes(before, after), {
    moved: [{ from: "e3", to: "d3" }],
    gone: [{ square: "c3", letter: "d" }],
  });
  const lost = ["r.......", empty, empty, empty, empty, "....E...", empty, "R......."];
  assert.deepEqual(changes(before, lost), { moved: [], gone: [{ square: "c3", letter: "d" }] });
  const other = ["r.......", empty, "RRRRRRRR", empty, empty, empty, empty, empty];
  assert.deepEqual(changes(before, other), { moved: [], gone: [] });
  assert.deepEqual(changes(before, before), { moved: [], gone: [] });
});

test("a square has a name for the ear, and a trap is called one", () => {
  assert.equal(squareName("c3", ".", []), "c3, trap, empty");
  assert.equal(squareName("f6", "d", ["frozen"]), "f6, trap, silver dog, frozen");
  assert.equal(squareName("a1", "R", []), "a1, gold rabbit");
});
