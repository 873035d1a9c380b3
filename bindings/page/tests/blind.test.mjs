// A game by keyboard alone, and every word that a screen reader says of it.
import assert from "node:assert/strict";

import { boardOf, isSaid, site } from "./browser.mjs";

const { onPage } = site();

/** Gold can push the dog on d3 into the trap on c3. */
const POSITION = "g\nr.......\n........\n........\n........\n........\n...dE...\n........\nR.......";

/** Goes to a square with the arrow keys. */
async function goTo(page, square) {
  const focused = () => page.evaluate(() => document.activeElement.shadowRoot?.activeElement?.dataset.square);
  for (let at = await focused(); at !== square; at = await focused()) {
    const [file, rank] = [square.charCodeAt(0) - at.charCodeAt(0), square[1] - at[1]];
    await page.keyboard.press(file > 0 ? "ArrowRight" : file < 0 ? "ArrowLeft" : rank > 0 ? "ArrowUp" : "ArrowDown");
  }
}

onPage("a game is played by keyboard, and its rulings are heard word for word", async (page) => {
  await isSaid(page, "Gold to move: 2g.");
  const square = (name) => page.evaluate(() => document.activeElement.shadowRoot.activeElement.getAttribute("aria-label")).then((label) => assert.equal(label, name));
  await page.locator("#board [data-square=a1]").focus();
  await square("a1, gold rabbit");
  await goTo(page, "c3");
  await square("c3, trap, empty");
  await page.keyboard.press("Enter");
  await isSaid(page, "Gold to move: 2g. No piece stands there.");
  await goTo(page, "d3");
  await page.waitForFunction(() => document.activeElement.shadowRoot.activeElement.getAttribute("aria-label") === "d3, silver dog, frozen");
  await page.keyboard.press("Enter");
  await isSaid(page, "Gold to move: 2g. The silver dog on d3, which is frozen, is chosen. Choose where it shall go.");
  await goTo(page, "c3");
  await page.keyboard.press("Enter");
  await isSaid(page, "Gold played Ee3w. The silver dog was captured on c3. The turn may end.");
  await page.keyboard.press("Control+z");
  await isSaid(page, "Gold to move: 2g.");
  await page.keyboard.press("Control+Shift+Z");
  await isSaid(page, "Gold played Ee3w. The silver dog was captured on c3. The turn may end.");
  await page.keyboard.press("e");
  await isSaid(page, "2g dd3w dc3x Ee3w is legal. The silver dog is captured on c3. Silver to move: 2s.");
  await goTo(page, "a1");
  await page.keyboard.press("Enter");
  await isSaid(
    page,
    "2g dd3w dc3x Ee3w is legal. The silver dog is captured on c3. Silver to move: 2s. " +
      "The gold rabbit on a1 is chosen: the gold rabbit on a1 cannot be pushed: no piece of the player stands beside it; and no pull is open.",
  );
  await goTo(page, "a2");
  await page.keyboard.press(" ");
  await isSaid(
    page,
    "Refused: Silver may not play Ra1n in 2s. " +
      "The gold rabbit on a1 cannot be pushed: no piece of the player stands beside it; and no pull is open.",
  );
  await page.keyboard.press("Escape");
  await page.keyboard.press("p");
  await isSaid(page, "Gold to move: 2g.");
  await page.keyboard.press("n");
  await isSaid(page, "2g dd3w dc3x Ee3w is legal. The silver dog is captured on c3. Silver to move: 2s.");
  await page.keyboard.press("?");
  await page.locator("#keys[open]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#keys[open]").waitFor({ state: "detached" });
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "undo");
}, { hash: boardOf(POSITION) });
