// Turns are made on the board: by clicks, drags, keys and text. Each has its ruling, word for word.
import assert from "node:assert/strict";

import { generate } from "lean-qr";
import { toSvgDataURL } from "lean-qr/extras/svg";

import {
  boardOf, cell, click, download, ELEPHANT, fits, FROZEN, isCalled, isLinked, isReady, isSaid, paste, PHONE,
  play, press, said, says, site, swipe, verdict,
} from "./browser.mjs";

const frozen = { hash: boardOf(FROZEN) };

/** A position in which Gold can push the dog on d3 into the trap on c3. */
const POSITION = "g\nr.......\n........\n........\n........\n........\n...dE...\n........\nR.......";

const { onPage } = site();

const current = (page) => page.locator("#turns [aria-current=true]");

/** The sentence, without its first letter, on why the gold cat in `FROZEN` cannot step. */
const ICE = "he gold cat on c2 is frozen by the silver dog on d2 and has no friend beside it.";

onPage("a step by clicks is played, another refused with its rule, and both taken back", async (page) => {
  await click(page, "c2");
  await says(said(page), `The gold cat on c2 is chosen: t${ICE}`);
  await click(page, "c3");
  await isSaid(page, `Refused: Gold may not play Cc2n in 2g. T${ICE}`);
  await says(page.locator("#card"), "A frozen piece does not step on its own.");
  await isCalled(page, "d2", "d2, silver dog, marked");
  // The squares of the ruling lead to the board.
  await verdict(page).getByRole("button", { name: "d2", exact: true }).click();
  await page.locator("#board [data-square=d2]:focus").waitFor();
  await page.locator("#board .drawing .ring").waitFor({ state: "attached" });

  await click(page, "a1", "a2");
  await isSaid(page, "Gold played Ra1n. The turn may end.");
  await isCalled(page, "a2", "a2, gold rabbit");
  // Turns are counted, in a worker of their own, only while a person looks.
  assert.equal(page.workers().length, 1);
  await page.getByText("Legal now").click();
  await says(page.locator("#count"), "18 distinct turns from here.");
  assert.equal(page.workers().length, 2);
  await press(page, "Undo");
  await isSaid(page, "Gold to move: 2g.");
  await says(page.locator("#count"), "31 distinct turns from here.");
  await isCalled(page, "a2", "a2, empty");
}, frozen);

onPage("a piece tells why it stands still, under the pointer, the focus and a long press", async (page) => {
  await isCalled(page, "c2", "c2, gold cat, frozen");
  await cell(page, "c2").hover();
  await says(said(page), ICE);
  await cell(page, "h4").hover();
  await said(page).waitFor({ state: "detached" });
  await cell(page, "c2").focus();
  await says(said(page), ICE);
  await page.keyboard.press("Escape");
  await said(page).waitFor({ state: "detached" });
  await cell(page, "c2").evaluate((element) => {
    const { x, y } = element.getBoundingClientRect();
    element.dispatchEvent(new MouseEvent("contextmenu", { clientX: x + 5, clientY: y + 5, bubbles: true, composed: true }));
  });
  await says(said(page), ICE);
}, frozen);

onPage("a click a quarter of a square off its centre chooses the piece, a click on an arrow plays it", async (page) => {
  await isCalled(page, "e5", "e5, gold elephant");
  const box = await cell(page, "e5").boundingBox();
  const at = (x, y) => [box.x + box.width * (0.5 + x), box.y + box.height * (0.5 + y)];
  for (const [x, y] of [[0.25, 0], [-0.25, 0], [0, 0.25], [0, -0.25], [0.25, 0.25], [-0.4, 0.4]]) {
    await page.mouse.click(...at(x, y));
    await says(said(page), "The gold elephant on e5 is chosen.");
    await page.mouse.click(...at(x, y));
    await said(page).waitFor({ state: "detached" });
  }
  await page.mouse.move(...at(0, 0.35));
  await page.locator("#board .offer.aimed").waitFor({ state: "attached" });
  await page.mouse.click(...at(0, 0.35));
  await isSaid(page, "Gold played Ee5s. The turn may end.");
}, { hash: boardOf(ELEPHANT) });

onPage("steps are typed one by one, and what cannot be read stays in its field", async (page) => {
  await page.fill("#turn", "Ra1n");
  await page.getByRole("button", { name: "Play steps" }).click();
  await says(current(page), "2g Ra1n …");
  await page.waitForFunction(() => document.querySelector("#turn").value === "");
  await play(page, "rh9s");
  await says(verdict(page), "Not read: line 1, column");
  assert.equal(await page.inputValue("#turn"), "rh9s");
}, frozen);

for (const [reducedMotion, count] of [["no-preference", 1], ["reduce", 0]]) {
  onPage(`a captured piece fades into its trap and the pusher glides, where motion is "${reducedMotion}"`, async (page) => {
    await isCalled(page, "d3", "d3, silver dog, frozen");
    await page.getByText("Legal now").click();
    await page.getByRole("button", { name: "dd3w (begins a push, captures" }).click();
    await says(verdict(page), "Gold played dd3w.");
    assert.equal(await page.locator("#board [transform='translate(200 500)'] > .gone").count(), count);
    await page.getByRole("button", { name: "Ee3w (completes the push)" }).click();
    await isCalled(page, "d3", "d3, gold elephant");
    assert.equal(await page.evaluate(() => globalThis.glides), count);
  }, {
    reducedMotion,
    hash: boardOf(POSITION),
    script: () => {
      const { animate } = Element.prototype;
      globalThis.glides = 0;
      Element.prototype.animate = function (...said) {
        globalThis.glides += 1;
        return animate.apply(this, said);
      };
    },
  });
}

onPage("a finger drags a piece on a phone, and scrolls the page beside the pieces", async (page) => {
  await isCalled(page, "e5", "e5, gold elephant");
  const { width } = await cell(page, "e5").boundingBox();
  await swipe(page, cell(page, "e5"), [0, -width]);
  await isSaid(page, "Gold played Ee5n. The turn may end.");
  await swipe(page, cell(page, "e6"), [0, -2 * width]);
  await isSaid(page, "Gold played Ee7n. The turn may end.");
  await cell(page, "e8").tap();
  await cell(page, "d8").tap();
  await isSaid(page, "Gold played Ee8w. The turn can only end now.");
  assert.equal(await page.evaluate(() => scrollY), 0);
  await swipe(page, cell(page, "c4"), [0, -3 * width]);
  await page.waitForFunction(() => scrollY > 50);
  await isSaid(page, "Gold played Ee8w. The turn can only end now.");
}, { ...PHONE, hash: boardOf(ELEPHANT) });

onPage("the steps that are left stand on the side of the player to move", async (page) => {
  const left = page.locator("#left");
  await says(left, /^4 of 4 steps left$/);
  // A far square is reached by a route of steps.
  await cell(page, "e5").dragTo(cell(page, "d6"));
  await says(left, /^2 of 4 steps left$/);
  await cell(page, "d6").click();
  await says(said(page), "The gold elephant on d6 is chosen.");
  await page.click("#end");
  await says(page.locator(".captured").first(), "4 of 4 steps left");
  await fits(page);
  await page.getByRole("button", { name: "First turn" }).click();
  await says(page.locator(".captured").last(), "4 of 4 steps left");
  await paste(page, "1g");
  await left.waitFor({ state: "detached" });
}, { ...PHONE, hash: boardOf(ELEPHANT) });

onPage("a setup is made from a tray by clicks and drags, and usual ones are a click", async (page) => {
  await paste(page, "1g");
  const piece = (name) => page.getByRole("button", { name: `Place the ${name} left` });
  await piece("gold elephant, 1").click();
  await cell(page, "d2").click();
  await isCalled(page, "d2", "d2, gold elephant");
  assert.ok(await piece("gold elephant, 0").isDisabled());
  await piece("gold cat, 2").dragTo(cell(page, "c1"));
  await isCalled(page, "c1", "c1, gold cat");
  await cell(page, "c1").dragTo(cell(page, "d2"));
  await isCalled(page, "c1", "c1, gold elephant");
  await page.getByRole("button", { name: "Rabbits behind" }).click();
  await isCalled(page, "d2", "d2, gold elephant");
});

onPage("the board is flipped, and arrows are drawn by the right button and by keys", async (page) => {
  await isCalled(page, "e5", "e5, gold elephant");
  await press(page, "Flip");
  await page.locator("#board [role=gridcell]").first().and(page.locator("[data-square=h1]")).waitFor();
  const middle = async (square) => {
    const { x, y, width, height } = await cell(page, square).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...(await middle("e5")));
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...(await middle("g5")), { steps: 4 });
  await page.mouse.up({ button: "right" });
  await page.locator("#board .drawing .arrow").waitFor({ state: "attached" });
  await cell(page, "a1").focus();
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.press("Shift+Enter");
  await page.locator("#board .drawing .ring").waitFor({ state: "attached" });
  assert.equal(await page.locator("#board .drawing").count(), 2);
}, { hash: boardOf(ELEPHANT) });

onPage("a position is put together by clicks, keys and drags, said to be valid at once, and kept", async (page) => {
  await press(page, "Edit");
  await says(page.locator("#validity"), "This position can be played.");
  await press(page, "Empty board");
  await press(page, "Place the gold rabbit");
  await click(page, "c3");
  await says(page.locator("#validity"), "Impossible:");
  assert.ok(await page.getByRole("button", { name: "Done" }).isDisabled());
  await cell(page, "c3").dragTo(cell(page, "c2"));
  await page.getByRole("button", { name: "Place the silver rabbit" }).focus();
  await page.keyboard.press("Enter");
  await cell(page, "h7").focus();
  await page.keyboard.press("Enter");
  await says(page.locator("#validity"), "This position can be played.");
  await page.getByRole("button", { name: "Place the gold camel" }).dragTo(cell(page, "d4"));
  await isCalled(page, "d4", "d4, gold camel");
  await page.getByRole("radio", { name: "Silver" }).check();
  await page.getByRole("link", { name: "Rules" }).click();
  await isReady(page, "rules");
  await page.getByRole("link", { name: "Board", exact: true }).click();
  await isCalled(page, "d4", "d4, gold camel");
  await page.reload();
  await isCalled(page, "d4", "d4, gold camel");
  assert.ok(await page.getByRole("radio", { name: "Silver" }).isChecked());
  await page.click("#undo");
  await page.getByRole("radio", { name: "Gold", checked: true }).waitFor();
  await page.click("#redo");
  await press(page, "Done");
  await isSaid(page, "Silver to move: 2s.");
  await isCalled(page, "d4", "d4, gold camel");
  await isCalled(page, "c2", "c2, gold rabbit");
}, frozen);

onPage("a moment is taken elsewhere as picture, text, command and question", async (page) => {
  await page.getByText("Take it elsewhere").click();
  await says(page.locator("[data-form=compact]"), "g [       r");
  await says(page.locator("[data-form=diagram]"), "+-----------------+");
  await isLinked(page);
  const code = toSvgDataURL(generate(page.url()), { on: "#000", off: "#fff" });
  assert.ok(await page.getByAltText("QR code of the link").evaluate((image, src) => image.decode().then(() => image.src === src), code));
  assert.equal(await page.locator("pre").filter({ hasText: /"kind"|arimaa-oracle legal/ }).count(), 2);
  assert.match(String(await download(page, "Picture (SVG)")), /^<svg/);
  const png = await download(page, "Picture (PNG)");
  assert.equal(png.toString("latin1", 1, 4), "PNG");
  assert.ok(png.readUInt32BE(16) > 100 && png.length > 1_000, `${png.length} bytes`);
  // A refused step changes nothing at the moment.
  await play(page, "Ra1n");
  await says(page.locator("[data-form=compact]"), "s [ r R Cd ]");
}, frozen);

/** Moves the focus to a square with the arrow keys. */
async function goTo(page, square) {
  const focused = () => page.evaluate(() => document.activeElement.shadowRoot?.activeElement?.dataset.square);
  for (let at = await focused(); at !== square; at = await focused()) {
    const [file, rank] = [square.charCodeAt(0) - at.charCodeAt(0), square[1] - at[1]];
    await page.keyboard.press(file > 0 ? "ArrowRight" : file < 0 ? "ArrowLeft" : rank > 0 ? "ArrowUp" : "ArrowDown");
  }
}

/** Waits until the square with the focus has this accessible name. */
const isHeard = (page, name) => page.locator(`#board [data-square]:focus[aria-label="${name}"]`).waitFor();

onPage("a game is played by keyboard, and its rulings are heard word for word", async (page) => {
  await isSaid(page, "Gold to move: 2g.");
  await cell(page, "a1").focus();
  await goTo(page, "c3");
  await isHeard(page, "c3, trap, empty");
  await page.keyboard.press("Enter");
  await isSaid(page, "Gold to move: 2g. No piece stands there.");
  await goTo(page, "d3");
  await isHeard(page, "d3, silver dog, frozen");
  await page.keyboard.press("Enter");
  await isSaid(page, "Gold to move: 2g. The silver dog on d3, which is frozen, is chosen. Choose where it shall go.");
  await goTo(page, "c3");
  await page.keyboard.press(" ");
  await isSaid(page, "Gold played Ee3w. The silver dog was captured on c3. The turn may end.");
  await page.keyboard.press("Control+z");
  await isSaid(page, "Gold to move: 2g.");
  await page.keyboard.press("Control+Shift+Z");
  await isSaid(page, "Gold played Ee3w. The silver dog was captured on c3. The turn may end.");
  await page.keyboard.press("e");
  await isSaid(page, "2g dd3w dc3x Ee3w is legal. The silver dog is captured on c3. Silver to move: 2s.");
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
