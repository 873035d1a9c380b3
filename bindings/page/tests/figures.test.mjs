// How long a ruling and a step take in the browser of this machine, for README.md. Nothing is asserted of it.
import { test } from "node:test";

import { boardOf, isCalled, isLinked, isStill, says, site, skip } from "./browser.mjs";

const { shared } = site();

const START = "g [rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR]";

test("figures of this machine", { skip }, async () => {
  const began = performance.now();
  const { page, context } = await shared.open(boardOf(START, { steps: "Ed2n" }));
  await says(page.locator("#card"), "STP-2");
  console.log(`first ruling, with the start of the page: ${Math.round(performance.now() - began)} ms`);

  // After what follows a step, such as to write the address.
  const rest = () => isLinked(page).then(() => isStill(page));
  const times = [];
  await rest();
  for (let round = 0; round < 5; round += 1) {
    for (const [from, to] of [["d2", "d3"], ["d3", "d4"], ["d4", "d5"], ["d5", "e5"]]) {
      times.push(await page.evaluate(stepTime, { from, to }));
      await rest();
    }
    await page.click("#back");
    await isCalled(page, "d2", "d2, gold camel");
    await rest();
  }
  const within = (part) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1].toFixed(1);
  console.log(`a step, from the event to the painted board: median ${within(0.5)} ms, 95 of 100 within ${within(0.95)} ms`);
  await context.close();
});

/** Runs in the page: milliseconds from a move to the painted board, without waits for frames. */
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
