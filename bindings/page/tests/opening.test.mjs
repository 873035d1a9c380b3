// Any text that is pasted or dropped anywhere is opened, or it is said why not.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  boardOf, DISPUTE, ELEPHANT as BOARD, FROZEN, isCalled, isSaid, paste, says, site, skip, TWO_GAMES, verdict,
} from "./browser.mjs";

const SAID = "Refused: Silver may not end 31s here.";

const { shared, onPage } = site();

for (const [where, hash, selector] of [
  ["beside the fields", boardOf(FROZEN), "body"],
  ["into the field for a turn", boardOf(FROZEN), "#turn"],
  ["onto a square", boardOf(FROZEN), "#board"],
  ["into the search of the rules", "#/rules", "#find-rule"],
  ["beside the rules", "#/rules", "body"],
  ["into the search of the cases", "#/cases", "view-cases input"],
  ["into a lesson", "#/learn/1", "learn-lesson"],
  ["into the list of engines", "#/engines", "view-engines"],
]) {
  onPage(`a game that is pasted ${where} is opened`, async (page) => {
    await paste(page, DISPUTE, selector);
    await says(verdict(page), SAID);
    await page.locator("html[data-ready=board]").waitFor();
  }, { hash });
}

onPage("a short text that is pasted into a field stays there", async (page) => {
  assert.ok(await paste(page, "FRZ-2", "#find-rule"));
}, { hash: "#/rules" });

onPage("a file and a text that are dropped are opened", async (page) => {
  const drop = (said, ...names) => page.evaluate(([text, files]) => {
    const dataTransfer = new DataTransfer();
    files.forEach((name) => dataTransfer.items.add(new File([text], name, { type: "text/plain" })));
    if (files.length === 0) {
      dataTransfer.setData("text/plain", text);
    }
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, [said, names]);
  await drop(BOARD);
  await isSaid(page, "Gold to move: 2g.");
  await isCalled(page, "e5", "e5, gold elephant");
  await drop(DISPUTE, "a.txt");
  await says(verdict(page), SAID);
  await drop(BOARD, "a.txt", "b.txt");
  await says(page.locator("#notice"), "Several files were dropped: drop one");
  await isCalled(page, "c7", "c7, gold elephant");
});

onPage("a text is opened from its field, and from a file", async (page) => {
  await page.getByRole("button", { name: "Open …" }).click();
  await page.fill("#text", BOARD);
  await page.getByRole("button", { name: "Show" }).click();
  await isCalled(page, "e5", "e5, gold elephant");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await page.getByRole("button", { name: "Open …" }).click();
  const file = { name: "game.txt", mimeType: "text/plain", buffer: Buffer.from(DISPUTE) };
  await page.locator("#file").setInputFiles(file);
  await says(verdict(page), SAID);
});

onPage("an impossible position is drawn, until one goes back to the board", async (page) => {
  await paste(page, "g [EE......................................................r......R]");
  const picture = page.getByRole("img", { name: "The position, with a8, b8 marked" });
  await says(page.locator("#card summary"), "VAL-1");
  assert.ok(await picture.evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
  await page.click("#dismiss");
  await picture.waitFor({ state: "detached" });
  await isCalled(page, "c2", "c2, gold cat, frozen");
}, { hash: boardOf(FROZEN) });

onPage("beside a text that is not opened nothing speaks for the board, until one goes back to it", async (page) => {
  const agrees = "The rules agree with everything that the record says.";
  await says(page.locator("#agreement"), agrees);
  for (const text of ["1g Ra1 Rb1\n1s ra8 rb9\n", TWO_GAMES, FROZEN.slice(2)]) {
    await paste(page, text);
    await page.getByRole("button", { name: "Back to the board" }).waitFor();
    assert.equal(await page.locator("#agreement, #copy, #share, #save").count(), 0);
    await page.click("#dismiss");
    await says(verdict(page), SAID);
    await says(page.locator("#agreement"), agrees);
    assert.equal(await page.locator("#games, .row button:has-text('to move')").count(), 0);
    await page.locator("#copy").waitFor();
  }
});

onPage("a link that is pasted is followed", async (page) => {
  await paste(page, `see https://example.org/page/${boardOf(BOARD, { steps: "Ee5n" })}`);
  await isSaid(page, "Gold played Ee5n. The turn may end.");
});

onPage("an address without a view that there is shows the board", async (page) => {
  await page.evaluate(() => (location.hash = "#/nothing/at/all"));
  await says(page.locator("h1"), "Paste a game");
  await says(page.locator("#notice"), "There is no page at this address. This is the board.");
  assert.equal(await page.locator("#notice button").count(), 0);
  await page.evaluate(() => (location.hash = "#/board?p=nonsense"));
  await page.locator("#notice p").waitFor({ state: "detached" });
  await says(verdict(page), "Not read:");
  const damaged = await shared.open("#/board?z=damaged");
  await says(verdict(damaged.page), "Not read: this link is damaged or was cut. The board shows an example instead.");
  await isCalled(damaged.page, "c7", "c7, gold elephant");
  await damaged.context.close();
});

test("the page works without https, and shows the link where it may not copy it", { skip }, async () => {
  const address = shared.address.replace("127.0.0.1", "plain.test");
  const { page, context, wrong } = await shared.open(boardOf(FROZEN), { address });
  assert.equal(await page.evaluate(() => isSecureContext), false);
  await isSaid(page, "Gold to move: 2g.");
  await page.locator("#copy:enabled").waitFor();
  const asked = page.waitForEvent("dialog").then(async (dialog) => {
    await dialog.dismiss();
    return dialog.defaultValue();
  });
  await page.click("#copy");
  assert.equal(await asked, await page.evaluate(() => location.href));
  await isSaid(page, "Gold to move: 2g.");
  assert.deepEqual(wrong, ["dialog: Copy link"]);
  await context.close();
});

onPage("the page works where the browser keeps nothing", async (page) => {
  await isSaid(page, "Gold to move: 2g.");
  await page.getByRole("link", { name: "Rules" }).click();
  await says(page.locator("h1:visible"), "Rules");
}, {
  hash: boardOf(FROZEN),
  script: () => Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("no", "SecurityError"); } }),
});

onPage("the page works where another program keeps other things under its keys", async (page) => {
  for (const kept of ["x", "null", '{"lessons":5,"test":"x","place":0,"states":[{}]}']) {
    await page.addInitScript((text) => (Storage.prototype.getItem = () => text), kept);
    for (const [hash, shown] of [[boardOf(FROZEN), "Gold to move: 2g."], ["#/learn", "Learn Arimaa"], ["#/learn/1", "Goal:"]]) {
      await page.evaluate((hash) => (location.hash = hash), hash);
      await page.reload();
      await page.getByText(shown).filter({ visible: true }).first().waitFor();
    }
  }
});
