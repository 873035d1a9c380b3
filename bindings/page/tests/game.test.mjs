import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { ARCHIVE, axe, IMPOSSIBLE_RECORD, says, site, TWO_GAMES } from "./browser.mjs";

const DISPUTE = readFileSync(new URL("../../../tests/games/669192.txt", import.meta.url), "utf8");
const TAKEN_BACK = `Result: silver
Start: g [r..............................................................R]
# Both rabbits are far from home.
2g Rh1n # a first try
2s ra8s
3g takeback
2s ra8e
3g Rh2n
`;

const { shared, onPage } = site();

const board = (page) => page.locator("#board").getByRole("img");
const said = (page) => page.locator("#said");

async function judge(page, text) {
  await page.fill("#record", text);
  await page.getByRole("button", { name: "Judge" }).click();
}

onPage(
  "a game opens at the turn that is refused, with its rule and the turns that it repeats",
  async (page) => {
    await judge(page, DISPUTE);
    await says(said(page), "62 of 62: 31s cb3n rc3w rb3s cb4s (refused)");
    await says(page.locator("#ruling"), "the position with the same side to move has stood twice before");
    await says(page.locator("#ruling"), "It stood after 29s and after 30s.");
    await says(page.locator("#ruling"), "REP-2");
    await says(page.locator("#agreement"), "The rules agree with everything that the record says.");
    const link = await page.locator("#link").getAttribute("href");
    const again = await shared.open(link);
    await says(said(again.page), "62 of 62: 31s");
    await again.page.reload();
    await says(said(again.page), "62 of 62: 31s");
    await again.context.close();

    await page.locator("#on-board").click();
    await says(page.locator("h1"), "Paste a position");
    await says(page.locator("#ruling"), "REP-2");
    await says(page.locator("#now"), "Turn 31s");
  },
  { hash: "#/game" },
);

onPage(
  "a game is stepped through by buttons, keys and clicks",
  async (page) => {
    await judge(page, TAKEN_BACK);
    await page.getByRole("button", { name: "First" }).click();
    await says(said(page), "The beginning of the game.");
    await page.locator(`[aria-label="Board: silver rabbit a8; gold rabbit h1"]`).waitFor();
    await page.getByRole("button", { name: "Forward" }).click();
    await says(said(page), "1 of 5: 2g Rh1n (legal)");
    await says(page.locator("#ruling"), "Both rabbits are far from home.");
    await says(page.locator("#ruling"), "a first try");
    await page.keyboard.press("ArrowRight");
    await says(said(page), "2 of 5: 2s ra8s");
    await page.keyboard.press("End");
    await says(said(page), "5 of 5: 3g Rh2n");
    await page.getByRole("button", { name: "2g Rh1n" }).click();
    await says(said(page), "1 of 5");
  },
  { hash: "#/game" },
);

onPage(
  "a takeback is followed, and a wrong result is said",
  async (page) => {
    await judge(page, TAKEN_BACK);
    await page.getByRole("button", { name: "takeback" }).click();
    await says(said(page), "3 of 5: 3g the last turn is taken back");
    await page.locator(`[aria-label="Board: silver rabbit a8; gold rabbit h2"]`).waitFor();
    await page.getByRole("button", { name: "Forward" }).click();
    await says(said(page), "4 of 5: 2s ra8e");
    await page.locator(`[aria-label="Board: silver rabbit b8; gold rabbit h2"]`).waitFor();

    await judge(page, TAKEN_BACK.replace("Result: silver", "Result: silver\nTermination: g"));
    await says(
      page.locator("#agreement.disagrees"),
      "recorded is silver by `g`, but the game is not decided by rule",
    );
  },
  { hash: "#/game" },
);

onPage(
  "a refused turn in a record shows the squares, and what is no record is said",
  async (page) => {
    await judge(page, "Start: g [.......r..........................................Cd....R.......]\n2g Cc2n\n");
    await says(page.locator("#ruling"), "FRZ-2");
    await page.locator("#board .marked").first().waitFor({ state: "attached" });
    assert.equal(await page.locator("#board .marked").count(), 2);
    await judge(page, "g [r...........................E...................R...............]");
    await says(page.locator("#wrong"), "This is no record of a game: it was read as compact.");
  },
  { hash: "#/game" },
);

onPage(
  "one of several games is chosen, and judged with its comments",
  async (page) => {
    await judge(page, TWO_GAMES);
    const games = page.locator("#games button");
    await says(page.locator("#wrong"), "The text holds 2 games: choose one.");
    await games.filter({ hasText: "Game second · Result gold" }).click();
    await says(page.locator("#ruling"), "FRZ-2");
    await says(page.locator("#ruling"), "This is refused.");
    assert.equal(await games.count(), 0);
    assert.equal(await page.locator("#wrong").innerText(), "");
    await judge(page, ARCHIVE);
    await games.filter({ hasText: "Game 72" }).click();
    await says(said(page), "The beginning of the game.");
  },
  { hash: "#/game" },
);

onPage(
  "the first hundred of more games are offered",
  async (page) => {
    await judge(page, "Game: again\n1g Ra1\n".repeat(150));
    await says(page.locator("#wrong"), "The text holds more than 100 games: choose one.");
    assert.equal(await page.locator("#games button").count(), 100);
  },
  { hash: "#/game" },
);

onPage(
  "a record that cannot start is drawn with the squares to blame",
  async (page) => {
    await judge(page, IMPOSSIBLE_RECORD);
    await says(page.locator("#wrong"), "2 gold elephants stand on the board and a set has 1 VAL-1");
    const picture = page.getByRole("img", { name: "The position, with a8, b8 marked" });
    assert.ok(await picture.evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
    await judge(page, TAKEN_BACK);
    await says(said(page), "The beginning of the game.");
    assert.equal(await picture.count(), 0);
  },
  { hash: "#/game" },
);

onPage(
  "a script in the comment or in a tag of a record is text",
  async (page) => {
    const script = "<img src=x onerror=alert(1)><script>alert(2)</script>\u202e";
    await judge(page, `Source: ${script}\n${TAKEN_BACK.replace("a first try", script)}`);
    await page.getByRole("button", { name: "2g Rh1n" }).click();
    await says(page.locator("#ruling"), "<script>alert(2)</script>");
    await says(page.locator("#turns-title ~ p"), "<script>alert(2)</script>");
    assert.equal(await page.locator("view-game script, view-game img").count(), 0);
  },
  { hash: "#/game" },
);

onPage(
  "a record of a megabyte of empty lines is judged",
  async (page) => {
    await page.locator("#record").evaluate((element, text) => (element.value = text),
      `${TAKEN_BACK}${"\n".repeat(1_000_000)}`);
    await page.getByRole("button", { name: "Judge" }).click();
    await says(said(page), "The beginning of the game.");
  },
  { hash: "#/game" },
);

onPage(
  "a moment of a game is taken elsewhere as picture, record, command and question",
  async (page) => {
    await page.getByText("Take it elsewhere").click();
    await says(page.locator("[data-form=compact]"), "s [");
    await says(page.locator(".exports"), "arimaa-oracle judge 'game.txt' 'cb3n rc3w rb3s cb4s'");
    await says(page.locator(".exports"), '{"kind":"judge"');
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Record up to here" }).click();
    const text = readFileSync(await (await download).path(), "utf8");
    assert.ok(DISPUTE.startsWith(text) && text.endsWith("Cc2s rb2e rc2n Cc1n\n"), text);
  },
  { hash: "#/game" },
);

for (const colorScheme of ["light", "dark"]) {
  onPage(`axe finds nothing in a game in the ${colorScheme} theme`, (page) => axe(page), {
    hash: "#/game",
    colorScheme,
  });
}
