import assert from "node:assert/strict";
import { test } from "node:test";

import { OracleError, startWorker } from "arimaa-oracle";

import { fake, HANGS } from "./fake.mjs";

/** A question that takes far longer than any time limit here. */
const ENDLESS = {
  kind: "perft",
  count: "turns",
  depth: 3,
  position: {
    any: { text: "g [rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR]" },
  },
};
const BRIEF = { kind: "turn_count", position: { state: { side: "gold", setup: {} } } };

async function withWorker(options, source, use) {
  const oracle = await startWorker(options, source);
  try {
    await use(oracle);
  } finally {
    oracle.close();
  }
}

test("a worker answers in the order of the questions", () =>
  withWorker({ timeoutMs: 60_000 }, undefined, async (oracle) => {
    const answers = await Promise.all([
      oracle.ask(BRIEF),
      oracle.ask({ kind: "explain_rule", rule: "FRZ-1" }),
      oracle.answerLine('{"id":"a","hello":{}}'),
    ]);
    assert.equal(answers[0].count, 64864800);
    assert.equal(answers[1].rule.id, "FRZ-1");
    assert.equal(JSON.parse(answers[2]).id, "a");
    await assert.rejects(oracle.ask({ kind: "turn_count" }), OracleError);
  }));

test("a worker that misses its time is ended, and the next question is answered", () =>
  withWorker({ timeoutMs: 60_000 }, undefined, async (oracle) => {
    const [late, next] = await Promise.all([
      oracle.ask(ENDLESS, { timeoutMs: 200 }),
      oracle.ask(BRIEF),
    ]);
    assert.deepEqual(late, {
      kind: "error",
      error: { kind: "timed_out", message: "no answer within 200 ms" },
    });
    assert.equal(next.count, 64864800);
  }));

test("another worker takes the place of one that never answers", () =>
  withWorker({ timeoutMs: 60_000 }, fake, async (oracle) => {
    assert.equal(await oracle.answerLine("a"), "1");
    assert.equal(await oracle.answerLine("b"), "2");
    const { error } = JSON.parse(await oracle.answerLine(HANGS)).answer;
    assert.equal(error.message, "no answer within 300 ms");
    assert.equal(await oracle.answerLine("c"), "1");
    assert.match(await oracle.answerLine("!"), /unreachable/);
    assert.equal(await oracle.answerLine("d"), "1");
  }));

test("a closed worker fails what waits and what comes", async () => {
  const oracle = await startWorker({}, fake);
  const waiting = [oracle.answerLine(HANGS), oracle.answerLine("a")];
  oracle.close();
  for (const line of [...(await Promise.all(waiting)), await oracle.answerLine("b")]) {
    assert.equal(JSON.parse(line).error.message, "the worker was closed");
  }
});

test("a worker whose module cannot be compiled is not started", async () => {
  await assert.rejects(startWorker({}, new Uint8Array(8)), WebAssembly.CompileError);
  await assert.rejects(startWorker({}, Promise.reject(new Error("no network"))), /no network/);
});

test("lines wait for a module that is still being compiled", async () => {
  let compiled;
  const starting = startWorker({ timeoutMs: 60_000 }, new Promise((done) => (compiled = done)));
  await new Promise((done) => setTimeout(done, 50));
  compiled(fake);
  const oracle = await starting;
  const lines = ["a", "b"].map((line) => oracle.answerLine(line));
  assert.deepEqual(await Promise.all(lines), ["1", "2"]);
  oracle.close();
});

test("any time is a time for an answer, and what is no time is refused", () =>
  withWorker({ timeoutMs: Infinity }, undefined, async (oracle) => {
    assert.equal((await oracle.ask(BRIEF, { timeoutMs: 2 ** 40 })).count, 64864800);
    for (const timeoutMs of [0, -1, NaN]) {
      await assert.rejects(oracle.ask(BRIEF, { timeoutMs }), RangeError);
      await assert.rejects(startWorker({ timeoutMs }), RangeError);
      await assert.rejects(startWorker({ timeoutMs }, new Uint8Array(8)), RangeError);
    }
  }));

test("what is no line has a response, and the next line too", () =>
  withWorker({}, undefined, async (oracle) => {
    const gone = new Uint8Array(8);
    structuredClone(gone.buffer, { transfer: [gone.buffer] });
    const ask = async (line) => JSON.parse(await oracle.answerLine(line)).error.message;
    // The worker is not there yet, and then it is.
    assert.match(String(await Promise.all([gone, gone].map(ask))), /^DataCloneError: .*,DataCloneError: /);
    for (const line of [() => 1, Symbol("x"), undefined, 7]) {
      assert.equal(await ask(line), "a line is a string or a Uint8Array");
    }
    assert.match(await ask(gone), /^DataCloneError: /);
    assert.equal((await oracle.ask(BRIEF)).count, 64864800);
  }));
