// Games are read as players write them, and every turn has its ruling.
import assert from "node:assert/strict";

import {
  axe, DISPUTE, fits, isCalled, isSaid, LONG, paste, PHONE, play, press, says, site, turn,
  TAKEN_BACK, TWO_GAMES, verdict,
} from "./browser.mjs";

const { onPage } = site();

const rows = (page) => page.locator("#turns button");

onPage("a record shows where the rules agree with it, and where not", async (page) => {
  await paste(page, DISPUTE);
  await says(page.locator("#agreement.good"), "The rules agree with everything that the record says.");
  await play(page, "31s cb3n rc3w rb3s cb4s");
  await page.locator("#agreement").waitFor({ state: "detached" });
  await paste(page, DISPUTE.replace(/^Date: .*$/m, "Date: 2006-05-11"));
  await says(page.locator("#dated"), "The game is of 2006-05-11, before the rules of 2008-07-01: by its date those of 2005-05-28 apply.");
  await page.locator("#edition").selectOption("by its date");
  await says(verdict(page), "By the rules of 2005-05-28 the game is over (END-10).");
  await page.locator("#dated").waitFor({ state: "detached" });
  await paste(page, `Result: silver\nTermination: g\n${TAKEN_BACK}`);
  await says(
    page.locator("#agreement.alert"),
    "recorded is silver by `g`, but the game is not decided by rule",
  );
});

onPage("keys go through the turns, and a turn that was taken back is made the main line", async (page) => {
  await paste(page, TAKEN_BACK);
  await turn(page, "2s ra8s taken back").click();
  for (const [key, words] of [["ArrowLeft", "a first try"], ["ArrowRight", "2s ra8e is"], ["End", "3g Ee6n is"], ["Home", "Gold to move: 2g."]]) {
    await page.locator("body").press(key);
    await says(page.locator("#card"), words);
  }
  await turn(page, "2s ra8s taken back").click();
  await page.getByText("Comment on this turn").first().click();
  await page.click("#promote");
  await page.locator("#turns > .silver").filter({ hasText: "2s ra8s" }).waitFor();
});

onPage("the board, the ruling and the whole game are printed, and no button", async (page) => {
  const count = LONG.match(/^\d+[gs] \S/gm).length;
  await paste(page, LONG);
  await page.locator("#turns .variation.quiet").waitFor();
  assert.ok((await rows(page).count()) < count);
  await page.evaluate(() => {
    globalThis.printed = [];
    addEventListener("beforeprint", () => printed.push(document.querySelectorAll("#turns button").length));
  });
  const pdf = await page.pdf({ format: "A4" });
  assert.deepEqual(await page.evaluate("printed"), [count + 1]);
  assert.ok(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length > 1);
  assert.ok((await rows(page).count()) < count);
  // As it is laid out on paper.
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const [box, ruling, list] = await Promise.all(["#board", "#card", "#turns"].map((one) => page.locator(one).boundingBox()));
  assert.ok(box.y + box.height <= ruling.y && ruling.y + ruling.height <= list.y);
  assert.ok(await page.locator("#turns").evaluate(({ scrollHeight, clientHeight }) => scrollHeight === clientHeight));
  assert.equal(await page.locator("button:visible").count(), count + 1);
  await page.locator("#board .arrow").first().waitFor({ state: "attached" });
  // The rule stands beside a refusal.
  await paste(page, DISPUTE);
  await says(page.locator("#card blockquote:visible"), "stood twice before");
});

onPage("a game of two begins with their names, and turns the board to the player to move", async (page) => {
  await press(page, "Play …");
  // A record would cut it.
  await page.getByLabel("Gold", { exact: true }).fill("#1 Ann");
  await press(page, "Begin");
  await page.getByLabel("Gold", { exact: true }).fill("Ann");
  await page.getByLabel("Silver", { exact: true }).fill("Bob");
  await page.getByLabel("Turn the board").check();
  await axe(page);
  await press(page, "Begin");
  await isSaid(page, "Gold to move: 1g.");
  await says(page.locator(".game"), "Gold Ann · Silver Bob");
  await press(page, "Rabbits behind");
  await page.click("#end");
  await page.waitForFunction(() => document.querySelector("#board").flipped);
  await press(page, "Resign");
  await says(verdict(page), "Ann wins against Bob.");
});

onPage("a comment stands beside its turn, a long variation is folded, and a turn is gone through by steps", async (page) => {
  const walk = "2g Rh1n 2s ra8s 3g Rh2n 3s ra7s 4g Rh3n 4s ra6s 5g Rh4n 5s ra5s 6g Rh5n 6s ra4s 7g Rh6n 7s ra3s";
  await paste(page, `Start: g [r..............................................................R]\n2g Rh1w {the short way} (${walk})\n`);
  await says(page.locator("#turns .gold .note"), "the short way");
  const fold = page.getByRole("button", { name: "… 6 turns …" });
  await fold.click();
  await fold.waitFor({ state: "detached" });
  await says(verdict(page), "5g Rh4n is legal.");
  await page.locator("body").press("Shift+ArrowLeft");
  await says(verdict(page), "Before the first step of 5g Rh4n.");
  await page.getByRole("button", { name: "Step on" }).click();
  await isSaid(page, "5g Rh4n is legal. Silver to move: 5s.");
});

onPage("one of several games is chosen, on a phone too", async (page) => {
  await paste(page, TWO_GAMES);
  const games = page.locator("#games button");
  await fits(page);
  await axe(page);
  await games.filter({ hasText: "Game second · Result gold" }).tap();
  await isCalled(page, "c2", "c2, gold cat, frozen, marked");
}, PHONE);

onPage("a script in a comment, in a tag or in a text that cannot be read is text", async (page) => {
  const script = "<img src=x onerror=alert(1)><script>alert(2)</script>\u202e";
  await paste(page, `Source: ${script}\n${TAKEN_BACK.replace("a first try", script)}`);
  await turn(page, "2g Ee5n").click();
  await says(page.locator("#card .comment").last(), "<script>alert(2)</script>");
  await says(page.locator(".game .quiet").first(), "<script>alert(2)</script>");
  await paste(page, script);
  await says(verdict(page).locator("code"), "<img src=x onerror=alert(1)>");
  assert.equal(await page.locator("view-board script, view-board img").count(), 0);
});
