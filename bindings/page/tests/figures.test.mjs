// How long things take in the browser of this machine, for README.md. Nothing is asserted of it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { test } from "node:test";

import { isCalled, isLinked, isStill, says, site, skip } from "./browser.mjs";

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

  const { times, work } = await stepTimes(page);
  const name = readdirSync(assets).find((file) => /^suite-.*\.json$/.test(file));
  assert.ok(name, "the page has no suite");
  const { cases } = JSON.parse(readFileSync(new URL(name, assets), "utf8"));
  const whole = await page.evaluate(askAll, cases.map(({ question }) => question));
  assert.equal(whole.answers, cases.length);
  console.log(
    [
      `first ruling, with the start of the page: ${rounded(first)} ms`,
      `a step, from the event to the painted board: ${spread(times)}`,
      `the same, as time of the processor in the thread of the page: ${spread(work)}`,
      `${cases.length} cases through a worker: ${rounded(whole.milliseconds)} ms`,
      `load of the machine: ${loadavg().map(rounded).join(", ")}`,
    ].join("\n"),
  );
  assert.deepEqual(wrong, []);
  await context.close();
});

/** The shortest, the median and the longest time, which it was, and the second longest. */
function spread(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const places = [0, times.length / 2, times.length - 1, times.length - 2];
  const [shortest, median, longest, second] = places.map((at) => sorted[at]);
  const which = `number ${times.indexOf(longest) + 1} of ${times.length}`;
  return `shortest ${rounded(shortest)} ms, median ${rounded(median)} ms, longest ${rounded(longest)} ms (${which}), then ${rounded(second)} ms`;
}

/** Twenty steps, each after a rest: until the board is painted, and the work of the page's thread. */
async function stepTimes(page) {
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await client.send("Performance.getMetrics");
    return 1_000 * metrics.find(({ name }) => name === "TaskDuration").value;
  };
  const [times, work] = [[], []];
  // A page that has just begun still fetches what it needs without a network.
  await rest(page);
  for (let round = 0; round < 5; round += 1) {
    for (const [from, to] of [["d2", "d3"], ["d3", "d4"], ["d4", "d5"], ["d5", "e5"]]) {
      const before = await worked();
      times.push(await page.evaluate(stepTime, { from, to }));
      work.push((await worked()) - before);
      await rest(page);
    }
    await page.click("#back");
    await isCalled(page, "d2", "d2, gold camel");
    await rest(page);
  }
  return { times, work };
}

/** Waits until the browser has done what follows a step, such as to write the address. */
async function rest(page) {
  await isLinked(page);
  await isStill(page);
}

/** In the page: the time from a move until the board is painted, without the wait for the screen. */
async function stepTime(detail) {
  const board = document.querySelector("#board");
  // A timer of the browser would wait longer than the step takes.
  const soon = () =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage("");
    });
  const before = board.position;
  const began = performance.now();
  board.dispatchEvent(new CustomEvent("board-move", { detail }));
  while (board.position === before || board.isUpdatePending) {
    await soon();
  }
  const drawn = performance.now();
  const frame = Math.max(drawn, await new Promise(requestAnimationFrame));
  await soon();
  return drawn - began + performance.now() - frame;
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
