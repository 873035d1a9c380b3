import assert from "node:assert/strict";
import { test } from "node:test";

import { OracleError, ask, loadOracle } from "arimaa-oracle";

import { fake } from "./fake.mjs";

const start = { state: { side: "gold", setup: {} } };

test("a question is answered", async () => {
  const answer = await ask({ kind: "turn_count", position: start });
  assert.deepEqual(answer, { kind: "turn_count", count: 64864800 });
});

test("a question with a wrong field is told which", async () => {
  const oracle = await loadOracle();
  const question = { kind: "judge", position: start, turn: 5 };
  assert.throws(() => oracle.ask(question), /`turn` must be text or a list of steps/);
});

test("a refusal names its rule, and details can be left out", async () => {
  const judged = { kind: "judge", position: { any: { text: "g r7/8/8/8/2Cd4/8/R7/8" } }, turn: "Cc4n" };
  const { kind, refusal } = await ask(judged);
  assert.equal(kind, "refused");
  assert.equal(refusal.rule, "FRZ-2");
  assert.deepEqual(refusal.details, { piece: "Cc4", by: ["dd4"] });
  const { refusal: brief } = await ask(judged, { details: false });
  assert.equal(brief.rule, "FRZ-2");
  assert.equal(brief.details, undefined);
});

test("a question that has no answer is answered by an error", async () => {
  const { kind, error } = await ask({ kind: "explain_rule", rule: "FRZ-99" });
  assert.equal(kind, "error");
  assert.equal(error.kind, "unknown_rule");
});

test("unknown fields, missing fields and other values are refused", async () => {
  for (const question of [
    { kind: "turn_count", position: start, colour: "red" },
    { kind: "turn_count" },
    { kind: "no such kind" },
    {},
    null,
    undefined,
    7,
    "turn_count",
    [],
  ]) {
    await assert.rejects(ask(question), (error) => {
      assert.ok(error instanceof OracleError);
      assert.equal(error.problem.kind, "bad_request");
      return true;
    });
  }
});

test("a text of one MiB is answered, and a longer one refused", async () => {
  const size = 1024 * 1024;
  assert.equal((await ask({ kind: "recognize", text: "1g Ra1 ".repeat(size / 7) })).kind, "recognized");
  const { error } = await ask({ kind: "recognize", text: "a".repeat(size + 1) });
  assert.equal(error.kind, "too_large");

  // As JSON it is longer than a line may be.
  const refused = ask({ kind: "recognize", text: "\0".repeat(size) });
  await assert.rejects(refused, ({ problem }) => problem.kind === "too_long");
});

test("lines that are no requests are answered by errors", async () => {
  const oracle = await loadOracle();
  const longest = 4 * 1024 * 1024;
  for (const [line, kind] of [
    ["", "bad_json"],
    ["{", "bad_json"],
    ["[".repeat(longest), "bad_json"],
    [" ".repeat(longest + 1), "too_long"],
    ["\u00e9".repeat(longest), "too_long"],
    [new Uint8Array(longest * 2), "too_long"],
    [new Uint8Array([0xff]), "not_utf8"],
    ['{"id":1}', "bad_request"],
  ]) {
    assert.equal(JSON.parse(oracle.answerLine(line)).error.kind, kind);
  }
});

test("after a trap another instance answers", async () => {
  const oracle = await loadOracle(fake);
  assert.equal(oracle.answerLine("a"), "1");
  assert.equal(oracle.answerLine("b"), "2");
  const { id, error } = JSON.parse(oracle.answerLine("!"));
  assert.equal(id, null);
  assert.equal(error.kind, "failed");
  assert.match(error.message, /RuntimeError: unreachable/);
  assert.equal(oracle.answerLine("c"), "1");
});

test("half a surrogate pair is read as a character that is unknown", async () => {
  const half = "😀".slice(0, 1);
  const { form } = await ask({ kind: "recognize", text: half });
  assert.equal(form, null);
  const judged = { kind: "judge", position: { state: { side: "gold", setup: {} } } };
  const { error } = await ask({ ...judged, turn: `Ra1 ${half}😀` });
  assert.match(error.message, /`\ufffd😀`/);
});

test("a number that JSON cannot hold is refused, and not left out", async () => {
  const position = { state: { side: "gold", setup: {} } };
  for (const limit of [NaN, Infinity]) {
    await assert.rejects(ask({ kind: "turns", position, limit }), RangeError);
  }
});
