import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { ask } from "../../npm/dist/node.js";
import {
  ARCHIVE, axe, cell, fileOf, fits, IMPOSSIBLE_RECORD, isCalled, PHONE, says, screenshot, site, skip,
  swipe, TWO_GAMES,
} from "./browser.mjs";

const DISPUTE = readFileSync(new URL("../../../tests/games/669192.txt", import.meta.url), "utf8");
const BOARD = "g [r...........................E...................R...............]";

const { shared, onPage } = site();

const ruling = (page) => page.locator("#ruling");

async function paste(page, text, turn = "") {
  // Set as a whole: the editing commands of the browser take minutes for a text of 1 MiB.
  await page.locator("#text").evaluate((element, value) => (element.value = value), text);
  await page.fill("#before", turn);
  await page.getByRole("button", { name: "Show" }).click();
}

onPage("a step by clicks is played, another refused with its rule, and both taken back", async (page) => {
  await cell(page, "c2").click();
  await cell(page, "c3").click();
  await says(ruling(page), "the gold cat on c2 is frozen by the silver dog on d2");
  await says(ruling(page), "FRZ-2");
  await says(ruling(page), "A frozen piece does not step on its own.");
  await isCalled(page, "d2", "d2, silver dog, marked");

  await cell(page, "a1").click();
  await cell(page, "a2").click();
  await says(page.locator("#said"), "Played Ra1n.");
  await says(page.locator("#now"), "so far Ra1n");
  assert.equal(await ruling(page).innerText(), "");
  await isCalled(page, "a2", "a2, gold rabbit");

  await says(page.locator("#count"), "18 distinct turns from here.");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await says(page.locator("#said"), "One action taken back.");
  await isCalled(page, "a2", "a2, empty");
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await says(page.locator("#now"), "so far Ra1n");
});

onPage("an open push is shown, and the turn does not end before it is completed", async (page) => {
  await paste(page, "g [r..................................d.......E...........R........]");
  await isCalled(page, "d4", "d4, silver dog, frozen");
  const legal = page.getByRole("button", { name: "begins a push" });
  await legal.first().click();
  await says(page.locator("#legal"), "completes the push");
  await page.getByRole("button", { name: "End turn" }).click();
  await says(ruling(page), "PSH-4");
});

onPage("a typed turn is judged whole, and steps are played one by one", async (page) => {
  await page.fill("#turn", "Ra1n Ra2n");
  await page.keyboard.press("Enter");
  await says(page.locator("#now"), "Turn 2s");
  await page.fill("#turn", "rh8s");
  await page.getByRole("button", { name: "Play steps" }).click();
  await says(page.locator("#now"), "so far rh8s");
  await page.waitForFunction(() => document.querySelector("#turn").value === "");
});

onPage("everything can be done with the keyboard", async (page) => {
  await cell(page, "a1").focus();
  await page.keyboard.press("Enter");
  await says(page.locator("#said"), "The gold rabbit on a1 is chosen.");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press(" ");
  await says(page.locator("#said"), "Played Ra1n.");
  const focused = () => document.activeElement.shadowRoot.activeElement.dataset.square;
  assert.equal(await page.evaluate(focused), "a2");
  await page.keyboard.press("Tab");
  await says(page.locator("button:focus"), "End turn");
  await page.keyboard.press("Enter");
  await says(page.locator("#said"), "The turn has ended.");
});

test("the dispute of game 669192 is settled in four actions on a phone, and its link opens elsewhere", { skip }, async () => {
  const { page, context, wrong, address } = await shared.open("", PHONE);
  await paste(page, DISPUTE, "31s");
  await says(page.locator("#now"), "Turn 31s · silver moves");
  await page.fill("#turn", "cb3n rc3w rb3s cb4s");
  await page.getByRole("button", { name: "Play turn" }).tap();
  await says(ruling(page), "REP-2");
  await says(ruling(page), "stood twice before");
  await says(ruling(page), "It stood after 29s and after 30s.");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `${width} pixels wide`);
  const link = await page.locator("#link").getAttribute("href");
  await screenshot(page, "phone");
  await context.close();

  const elsewhere = await shared.open(link);
  await says(ruling(elsewhere.page), "REP-2");
  assert.equal(await elsewhere.page.inputValue("#turn"), "cb3n rc3w rb3s cb4s");
  await elsewhere.page.reload();
  await says(ruling(elsewhere.page), "REP-2");

  await elsewhere.page.selectOption("#edition", "2005-05-28");
  await says(elsewhere.page.locator("#now"), "rules of 2005-05-28");
  await elsewhere.page.fill("#turn", "cb3n rc3w rb3s cb4s");
  await elsewhere.page.getByRole("button", { name: "Play turn" }).click();
  await says(elsewhere.page.locator("#now"), "gold has won (END-10)");
  assert.deepEqual([...wrong, ...elsewhere.wrong], []);
  assert.ok(elsewhere.fetched.every((url) => url.startsWith(address) || url.startsWith("data:")));
  await elsewhere.context.close();
});

onPage("what cannot be read or cannot be is said with its rule, and the board stays", async (page) => {
  await paste(page, "g [r.......]");
  await says(ruling(page), "found 8 squares, expected 64 squares");
  await paste(page, "g [EE......................................................r......R]");
  await says(ruling(page), "2 gold elephants stand on the board and a set has 1");
  await says(ruling(page), "VAL-1");
  await isCalled(page, "c2", "c2, gold cat, frozen");
});

onPage("hostile texts change nothing but the sentence", async (page) => {
  const script = "<img src=x onerror=alert(1)><script>alert(2)</script>";
  for (const text of [`${"\u0001\u001b[2J\u202e".repeat(16)}\n`.repeat(10_000), script, `2g Ed2n ; ${script}`]) {
    await paste(page, BOARD);
    await page.locator("#ruling:empty, #ruling:not(:has(p))").waitFor({ state: "attached" });
    await paste(page, text);
    await ruling(page).locator("p").first().waitFor();
  }
  assert.equal(await page.locator("#ruling img, #ruling script").count(), 0);
  await cell(page, "e5").click();
  await cell(page, "e6").click();
  await says(page.locator("#said"), "Played Ee5n.");
});

onPage("a worker that misses its time is replaced, in a browser too", async (page) => {
  const answers = await page.evaluate(async () => {
    const { startWorker } = await import("/npm/dist/web.js");
    const oracle = await startWorker({ timeoutMs: 60_000 });
    const text = "g [rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR]";
    const position = { any: { text } };
    const perft = { kind: "perft", count: "turns", depth: 3, position };
    return Promise.all([
      oracle.ask(perft, { timeoutMs: 300 }),
      oracle.ask({ kind: "turn_count", position }),
    ]);
  });
  assert.equal(answers[0].error.kind, "timed_out");
  assert.deepEqual(answers[1], { kind: "turn_count", count: 3353 });
});

onPage("all that is fetched before the first ruling has at most 300 KB gzipped", async (page, { fetched, address }) => {
  const files = new Set(fetched.filter((url) => url.startsWith(address)));
  assert.ok([...files].some((url) => url.endsWith(".wasm")));
  const sizes = [...files].map((url) => {
    return gzipSync(readFileSync(fileOf(url)), { level: 9 }).length;
  });
  const total = sizes.reduce((sum, size) => sum + size);
  console.log(`${total} bytes gzipped in ${files.size} files`);
  assert.ok(total <= 300_000, `${total} bytes`);
});

onPage("the page opens without a network once it was loaded, other views too", async (page, { context }) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await page.locator("html[data-ready=board]").waitFor();
  await paste(page, BOARD);
  await isCalled(page, "e5", "e5, gold elephant");
  await page.getByRole("link", { name: "Game" }).click();
  await page.locator("html[data-ready=game]").waitFor();
  await says(page.locator("#said"), "62 of 62");
});

for (const colorScheme of ["light", "dark"]) {
  onPage(
    `axe finds nothing in the ${colorScheme} theme`,
    async (page) => {
      await cell(page, "c2").click();
      await cell(page, "c3").click();
      await says(ruling(page), "FRZ-2");
      await axe(page);
      await screenshot(page, colorScheme);
    },
    { colorScheme },
  );
}

onPage("a screen reader finds a grid of named squares", async (page) => {
  await isCalled(page, "c2", "c2, gold cat, frozen");
  const tree = await page.locator("#board").ariaSnapshot();
  assert.match(tree, /grid "Board"/);
  assert.match(tree, /gridcell "c2, gold cat, frozen"/);
  assert.equal(tree.match(/gridcell/g).length, 64);
});

onPage("frozen pieces of both sides are marked", async (page) => {
  const ranks = ["r.......", "........", "........", "...dM...", ".cE.....", "........", "........", ".......R"];
  await paste(page, `g\n${ranks.join("\n")}`);
  await isCalled(page, "d5", "d5, silver dog, frozen");
  await isCalled(page, "b4", "b4, silver cat, frozen");
  await isCalled(page, "e5", "e5, gold camel");
});

onPage("an impossible board is drawn with the squares to blame", async (page) => {
  await paste(page, "g [EE......................................................r......R]");
  const picture = page.getByRole("img", { name: "The position, with a8, b8 marked" });
  await picture.waitFor();
  assert.ok(await picture.evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
});

onPage("the start of a record that cannot be is drawn with the squares to blame", async (page) => {
  await paste(page, IMPOSSIBLE_RECORD);
  await says(ruling(page), "2 gold elephants stand on the board and a set has 1");
  await says(ruling(page), "VAL-1");
  const picture = page.getByRole("img", { name: "The position, with a8, b8 marked" });
  assert.ok(await picture.evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
  await paste(page, TWO_GAMES.split("# Between")[0]);
  await says(page.locator("#now"), "Turn 2s");
  assert.equal(await ruling(page).innerText(), "");
});

onPage(
  "one of several pasted games is chosen, and its turn is judged",
  async (page) => {
    await paste(page, TWO_GAMES);
    const games = page.locator("#games button");
    await says(page.locator("#games"), "The text holds 2 games: choose one.");
    await says(page.locator("#said"), "The text holds 2 games: choose one.");
    assert.equal(await games.count(), 2);
    await games.filter({ hasText: "Game second · Result gold" }).click();
    await says(ruling(page), "the gold cat on c2 is frozen");
    assert.equal(await page.locator("#games").count(), 0);
    await paste(page, ARCHIVE);
    await games.filter({ hasText: "Game 72" }).click();
    await says(page.locator("#now"), "Turn 1s");
    await isCalled(page, "a2", "a2, gold rabbit");
    const link = await page.locator("#link").getAttribute("href");
    await paste(page, ARCHIVE);
    await page.fill("#before", "1g");
    await page.getByRole("button", { name: "Show" }).click();
    await games.filter({ hasText: "Game 71" }).click();
    await says(page.locator("#now"), "Turn 1g");
    await page.evaluate((hash) => (location.hash = hash), link);
    await isCalled(page, "a2", "a2, gold rabbit");
    await paste(page, TWO_GAMES);
    await games.first().waitFor();
    await fits(page);
    await axe(page);
    await screenshot(page, "games");
  },
  { viewport: PHONE.viewport },
);

onPage(
  "a finger drags a piece on a phone, and scrolls the page beside the pieces",
  async (page) => {
    await paste(page, BOARD);
    await isCalled(page, "e5", "e5, gold elephant");
    await page.evaluate(() => scrollTo(0, 0));
    const { width } = await cell(page, "e5").boundingBox();
    await swipe(page, cell(page, "e5"), [0, -width]);
    await says(page.locator("#now"), "so far Ee5n");
    await isCalled(page, "e6", "e6, gold elephant");
    await swipe(page, cell(page, "e6"), [0, -2 * width]);
    await says(page.locator("#now"), "so far Ee5n Ee6n Ee7n");
    await cell(page, "e8").tap();
    await cell(page, "d8").tap();
    await says(page.locator("#now"), "so far Ee5n Ee6n Ee7n Ee8w");
    assert.equal(await page.evaluate(() => scrollY), 0);
    await swipe(page, cell(page, "c4"), [0, -3 * width]);
    await page.waitForFunction(() => scrollY > 50);
    await says(page.locator("#now"), "so far Ee5n Ee6n Ee7n Ee8w");
  },
  PHONE,
);

onPage("a far square is reached by a route of steps, and where none leads is said", async (page) => {
  await paste(page, BOARD);
  await isCalled(page, "e5", "e5, gold elephant");
  await cell(page, "e5").click();
  await cell(page, "g6").click();
  await says(page.locator("#now"), /so far Ee5\w Ee6e Ef6e|so far Ee5e Ef5\w/);
  await isCalled(page, "g6", "g6, gold elephant");
  await cell(page, "g6").click();
  await cell(page, "a1").click();
  await says(page.locator("#said"), "No legal steps of the gold elephant lead from g6 to a1 in this turn.");
});

onPage("pieces are dragged, and an arrow at the edge of a square is clicked", async (page) => {
  await paste(page, BOARD);
  await isCalled(page, "e5", "e5, gold elephant");
  await cell(page, "e5").dragTo(cell(page, "e7"));
  await says(page.locator("#now"), "so far Ee5n Ee6n");
  await isCalled(page, "e7", "e7, gold elephant");
  const box = await cell(page, "e7").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 4);
  await page.locator("#board .offer.aimed").waitFor({ state: "attached" });
  await page.mouse.down();
  await page.mouse.up();
  await says(page.locator("#now"), "so far Ee5n Ee6n Ee7s");
});

onPage("turns are taken back and played again, and so are steps by keys", async (page) => {
  await page.fill("#turn", "Ra1n Ra2n");
  await page.getByRole("button", { name: "Play turn" }).click();
  await says(page.locator("#now"), "Turn 2s");
  await page.getByRole("button", { name: "Undo turn" }).click();
  await says(page.locator("#said"), "One turn taken back.");
  await isCalled(page, "a1", "a1, gold rabbit");
  await page.getByRole("button", { name: "Redo turn" }).click();
  await says(page.locator("#said"), "One turn played again.");
  await says(page.locator("#now"), "Turn 2s");
  await page.keyboard.press("Control+z");
  await says(page.locator("#now"), "so far Ra1n Ra2n");
  await page.keyboard.press("Control+Shift+z");
  await says(page.locator("#now"), "Turn 2s");
});

onPage("an open push and an open pull are explained", async (page) => {
  await paste(page, "g [r..................................d.......E...........R........]");
  await isCalled(page, "d4", "d4, silver dog, frozen");
  await page.getByRole("button", { name: "dd4n (begins a push)" }).click();
  await says(page.locator("#open"), "A push is open: dd4n moved an enemy piece");
  await says(page.locator("#open"), "take its place now: Ed3n.");
  await says(page.locator("#count"), "27 distinct turns from here.");
  await paste(page, "g [r..................................d.......E...........R........]");
  await isCalled(page, "d4", "d4, silver dog, frozen");
  await page.getByRole("button", { name: "Ed3e", exact: true }).click();
  await says(page.locator("#open"), "A pull is open: after Ed3e a weaker enemy piece may be drawn along: dd4s.");
});

onPage("another edition says what it changes at this moment", async (page) => {
  await page.selectOption("#edition", "2005-05-28");
  await says(page.locator("#said"), "By the rules of 2005-05-28 nothing changes at this moment.");
  await paste(page, DISPUTE, "31s");
  await says(page.locator("#now"), "Turn 31s");
  await page.fill("#turn", "cb3n rc3w rb3s cb4s");
  await page.getByRole("button", { name: "Play steps" }).click();
  await says(page.locator("#now"), "so far cb3n rc3w rb3s cb4s");
  await page.selectOption("#edition", "2005-05-28");
  await says(page.locator("#said"), "By the rules of 2005-05-28 now legal: end.");
});

onPage("a piece is placed on a chosen square of a setup", async (page) => {
  await paste(page, '{"side": "gold", "setup": {}}');
  await says(page.locator("#said"), "Read as state.");
  await cell(page, "d2").click();
  await says(page.locator("#legal-title"), "Legal now on d2");
  await page.getByRole("button", { name: "Ed2" }).click();
  await isCalled(page, "d2", "d2, gold elephant");
  await says(page.locator("#now"), "so far Ed2");
});

onPage("an address without a view that there is shows the board", async (page) => {
  await page.evaluate(() => (location.hash = "#/nothing/at/all"));
  await says(page.locator("h1"), "Paste a position");
  await page.evaluate(() => (location.hash = "#/board?p=nonsense"));
  await says(ruling(page), "expected");
  await isCalled(page, "c2", "c2, gold cat, frozen");
});

onPage("a text that is pasted beside the fields is opened", async (page) => {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, BOARD);
  await isCalled(page, "e5", "e5, gold elephant");
});

onPage("a moment is taken elsewhere as picture, text, command and question", async (page) => {
  await cell(page, "c2").click();
  await cell(page, "c3").click();
  await says(ruling(page), "FRZ-2");
  await page.getByText("Take it elsewhere").click();
  await says(page.locator("[data-form=compact]"), "g [       r");
  await says(page.locator("[data-form=diagram]"), "+-----------------+");
  const question = await page.locator("pre").filter({ hasText: '"kind"' }).innerText();
  assert.equal((await ask(JSON.parse(question))).refusal.rule, "FRZ-2");
  const command = await page.locator("pre").filter({ hasText: "arimaa-oracle" }).innerText();
  assert.match(command, /^arimaa-oracle legal '\{"board":.*\}' 'Cc2n'$/);

  const save = async (name) => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    return readFileSync(await (await download).path());
  };
  assert.match(String(await save("Picture (SVG)")), /^<svg/);
  const png = await save("Picture (PNG)");
  assert.equal(png.toString("latin1", 1, 4), "PNG");
  assert.ok(png.readUInt32BE(16) > 100 && png.length > 1_000, `${png.length} bytes`);
});
