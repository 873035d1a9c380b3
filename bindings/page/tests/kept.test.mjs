// What was read, written or ruled stays: through a reload, a link, a saved file and a change of the line.
import assert from "node:assert/strict";

import {
  boardOf, DISPUTE, download, ELEPHANT, isLinked, isSaid, paste, play, saved, says, SETUPS, site, turn,
  TWO_GAMES, verdict,
} from "./browser.mjs";

const { onPage } = site();

async function reload(page) {
  await isLinked(page);
  await page.reload();
}

onPage("a comment of any words is pasted, kept by a reload in its middle, and stays a comment", async (page) => {
  await paste(page, DISPUTE);
  await turn(page, "31g Cc2s rb2e rc2n Cc1n").click();
  await page.getByText("Comment on this turn").first().click();
  await page.locator("#comment").focus();
  await paste(page, "1g Ra1\n2g Eh2n", "#comment");
  await says(verdict(page), "31g Cc2s rb2e rc2n Cc1n is legal.");
  const comment = "(31g Ed4n was better) because it wins\n(31g Ed4n)\n(5g hello\n{in braces}";
  await page.fill("#comment", comment);
  await page.reload();
  await says(page.locator("#card .comment"), "(5g hello");
  assert.equal((await page.locator("#card .comment").allInnerTexts()).join("\n"), comment.replace(/[{}]/g, (brace) => brace));
});

onPage("the editor keeps its position through other views and a reload, and undoes each change", async (page) => {
  const isPlaced = (square, name) => page.locator(`position-editor [data-square=${square}][aria-label="${square}, ${name}"]`).waitFor();
  await page.click("#edit");
  await page.getByRole("button", { name: "Place the gold camel" }).click();
  await page.locator("position-editor [data-square=d4]").click();
  await isPlaced("d4", "gold camel");
  await page.getByRole("radio", { name: "Silver" }).check();
  await page.getByRole("link", { name: "Rules" }).click();
  await page.locator("html[data-ready=rules]").waitFor();
  await page.getByRole("link", { name: "Board", exact: true }).click();
  await isPlaced("d4", "gold camel");
  await page.reload();
  await isPlaced("d4", "gold camel");
  assert.ok(await page.getByRole("radio", { name: "Silver" }).isChecked());
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelector("[name=side]").checked);
  await page.click("#undo");
  await isPlaced("d4", "empty");
  await page.keyboard.press("Control+Shift+Z");
  await isPlaced("d4", "gold camel");
  await page.getByRole("button", { name: "Cancel" }).click();
  await isSaid(page, "Gold to move: 2g.");
  await page.click("#undo");
  await isPlaced("d4", "gold camel");
}, { hash: boardOf(ELEPHANT) });

onPage("the focus stays where an action leads, and the choice of a side goes with its question", async (page) => {
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.localName);
  const isFocused = (what) => page.waitForFunction((id) => (document.activeElement.id || document.activeElement.localName) === id, what);
  await page.locator("#edit").focus();
  await page.keyboard.press("Enter");
  await isFocused("h1");
  await page.getByRole("button", { name: "Cancel" }).click();
  await isFocused("edit");
  await page.keyboard.press("Enter");
  await isFocused("h1");
  await page.getByRole("button", { name: "Done" }).click();
  await isFocused("edit");
  await play(page, "2g Ee5n");
  await says(verdict(page), "2g Ee5n is legal.");
  await page.getByText("Comment on this turn").first().click();
  await page.getByRole("button", { name: "Delete from here" }).click();
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-current") === "true");
  assert.equal(await focused(), "button");
  await paste(page, TWO_GAMES);
  await page.locator("#games button").first().waitFor();
  await play(page, "2g Ee5n");
  await says(verdict(page), "2g Ee5n is legal.");
  assert.equal(await page.locator("#games").count(), 0);
}, { hash: boardOf(ELEPHANT) });

onPage("words of any length stay inside the page", async (page) => {
  const address = `https://example.org/${"a".repeat(120)}`;
  await paste(page, `Site: ${address}\nNote: ${"b".repeat(120)}\n${SETUPS}2g Eh2n {see ${address}}\n`);
  await says(page.locator("#card .comment"), "see https");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}, { viewport: { width: 320, height: 600 } });

onPage("letters are keys until that is turned off", async (page) => {
  const isFlipped = () => page.evaluate(() => document.querySelector("#board").flipped);
  await page.keyboard.press("f");
  await page.waitForFunction(() => document.querySelector("#board").flipped);
  await page.locator("#show-keys").click();
  await page.getByRole("checkbox", { name: "Letters and ? are keys, too" }).uncheck();
  await page.locator("#keys").getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("f");
  await page.keyboard.press("Home");
  await isSaid(page, "Gold to move: 1g.");
  assert.equal(await isFlipped(), true);
}, { hash: "" });
