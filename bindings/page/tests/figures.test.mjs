// How long things take in the browser of this machine, for README.md. Nothing is asserted of it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { test } from "node:test";

import { says, site, skip } from "./browser.mjs";

const { shared } = site();
const assets = new URL("../dist/assets/", import.meta.url);

const START = "g [rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR]";
const rounded = (milliseconds) => Math.round(milliseconds * 10) / 10;

test("figures of this machine", { skip }, async () => {
  const began = performance.now();
  const refused = new URLSearchParams({ p: START, steps: "Ed2n" });
  const { page, context, wrong } = await shared.open(`#/board?${refused}`);
  await says(page.locator("#card"), "STP-2");
  const first = performance.now() - began;

  const steps = await page.evaluate(stepTimes);
  steps.sort((a, b) => a - b);
  const name = readdirSync(assets).find((file) => /^suite-.*\.json$/.test(file));
  assert.ok(name, "the page has no suite");
  const { cases } = JSON.parse(readFileSync(new URL(name, assets), "utf8"));
  const whole = await page.evaluate(askAll, cases.map(({ question }) => question));
  assert.equal(whole.answers, cases.length);
  console.log(
    [
      `first ruling, with the start of the page: ${rounded(first)} ms`,
      `a step, from the event to the drawn board: shortest ${rounded(steps[0])} ms, median ${rounded(steps[steps.length / 2])} ms, longest ${rounded(steps.at(-1))} ms of ${steps.length}`,
      `${cases.length} cases through a worker: ${rounded(whole.milliseconds)} ms`,
      `load of the machine: ${loadavg().map(rounded).join(", ")}`,
    ].join("\n"),
  );
  assert.deepEqual(wrong, []);
  await context.close();
});

/** In the page: the times from a move on the board until the board shows it. */
async function stepTimes() {
  const board = document.querySelector("#board");
  const times = [];
  // A timer of the browser would wait longer than the step takes.
  const soon = () =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage("");
    });
  /** Does something, and gives the time until the board shows it. */
  const shown = async (act) => {
    const before = board.position;
    const began = performance.now();
    act();
    while (board.position === before || board.isUpdatePending) {
      await soon();
    }
    const time = performance.now() - began;
    // What is looked up afterwards is no part of it; the link is made last.
    while (document.querySelector("#copy").disabled) {
      await new Promise((done) => setTimeout(done));
    }
    return time;
  };
  for (let round = 0; round < 5; round += 1) {
    for (const [from, to] of [["d2", "d3"], ["d3", "d4"], ["d4", "d5"], ["d5", "e5"]]) {
      const detail = { from, to };
      times.push(await shown(() => board.dispatchEvent(new CustomEvent("board-move", { detail }))));
    }
    await shown(() => document.querySelector("#back").click());
  }
  return times;
}

/** In the page: all questions through a worker of the package. */
async function askAll(questions) {
  const { startWorker } = await import("/npm/dist/web.js");
  const oracle = await startWorker({ timeoutMs: 60_000 });
  await oracle.ask({ kind: "explain_rule", rule: "FRZ-2" });
  const began = performance.now();
  const answers = await Promise.all(questions.map((question) => oracle.ask(question)));
  return { answers: answers.length, milliseconds: performance.now() - began };
}
