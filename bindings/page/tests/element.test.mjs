// The element <arimaa-board> by itself, in the example of the npm package.
import assert from "node:assert/strict";

import { axe, click, isCalled, said, says, site } from "./browser.mjs";

const { onPage } = site();
const example = { hash: "npm/examples/board.html", isElsewhere: true };

onPage("the example shows a picture, and plays by the rules", async (page) => {
  const picture = page.getByRole("img");
  await picture.first().waitFor();
  const name = "Board: silver rabbit h8; gold cat c2; silver dog d2; gold rabbit a1";
  assert.equal(await picture.first().getAttribute("aria-label"), name);
  await says(said(page), "Turn 2g");
  await click(page, "a2", "a3");
  await isCalled(page, "a3", "a3, gold dog");
  await click(page, "a1", "b1");
  await says(said(page), "(STP-4)");
  await axe(page);
}, example);

onPage("a board that is seen from Silver's side begins with h1, for the keys too", async (page) => {
  await says(said(page), "Turn 2g");
  const board = page.locator("#board");
  await board.evaluate((element) => (element.flipped = true));
  const first = board.getByRole("gridcell").first();
  await first.and(page.locator("[data-square=h1]")).waitFor();
  await first.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  const focused = () => document.activeElement.shadowRoot.activeElement.dataset.square;
  assert.equal(await page.evaluate(focused), "g2");
  await page.keyboard.press("End");
  assert.equal(await page.evaluate(focused), "a2");
}, example);

onPage("an arrow of a step covers no piece, and the squares of a turn are coloured, from both sides", async (page) => {
  await says(said(page), "Turn 2g");
  const board = page.locator("#board");
  for (const flipped of [false, true]) {
    await board.evaluate((element, isFlipped) => {
      const steps = [..."abcdefgh"].flatMap((file, at) => [..."12345678"].flatMap((rank) => [
        ...("abcdefgh"[at + 1] ? [`${file}${rank}${"abcdefgh"[at + 1]}${rank}`] : []),
        ...(rank < 8 ? [`${file}${rank}${file}${Number(rank) + 1}`] : []),
      ]));
      const back = steps.map((step) => step.slice(2) + step.slice(0, 2));
      Object.assign(element, { position: Array(8).fill("rRrRrRrR"), arrows: [...steps, ...back], flipped: isFlipped });
      return element.updateComplete;
    }, flipped);
    const [arrows, plates, traces] = await board.evaluate(({ shadowRoot }) => [".arrow", ".plate", ".trace"].map((one) =>
      [...shadowRoot.querySelectorAll(one)].map((drawn) => JSON.parse(JSON.stringify(drawn.getBoundingClientRect())))));
    assert.deepEqual([arrows.length, plates.length, traces.length], [224, 64, 64]);
    const { left, top, right, bottom } = await board.locator(".picture").evaluate((drawn) => JSON.parse(JSON.stringify(drawn.getBoundingClientRect())));
    const slack = plates[0].width / 80;
    for (const one of arrows) {
      assert.ok(one.left > left - 20 && one.right < right + 20 && one.top > top - 20 && one.bottom < bottom + 20);
      assert.ok(plates.every((plate) =>
        Math.min(one.right, plate.right) - Math.max(one.left, plate.left) < slack ||
        Math.min(one.bottom, plate.bottom) - Math.max(one.top, plate.top) < slack), JSON.stringify(one));
    }
  }
}, example);

onPage("a position that cannot be read is said", async (page) => {
  await says(said(page), "Turn 2g");
  await page.locator("#board").evaluate((element) => (element.position = "g [r]"));
  await page.getByText("This board cannot be read").waitFor();
}, example);
