// Games are read as players write them, and every turn has its ruling.
import assert from "node:assert/strict";

import {
  ARCHIVE, cell, DISPUTE, isCalled, isSaid, LONG, paste, play, saved, says, site, turn,
  TWO_GAMES, verdict,
} from "./browser.mjs";
import { oracle } from "./sources.mjs";

const PLAIN = DISPUTE.split("\n").filter((line) => /^\d/.test(line)).join("\n");
const TAKEN_BACK = `Result: silver
Start: g [r..............................................................R]
# Both rabbits are far from home.
2g Rh1n # a first try
2s ra8s
3g takeback
2s ra8e
3g Rh2n
`;
/** With comments in braces and variations in brackets, two turns on a line. */
const NOTES = `Start: g [r..............................................................R]
2g Rh1n {the long way} 2s ra8s (2s ra8e {along the edge} 3g Rh2n (3g Rh2w)) 3g Rh2n {it goes on}
`;

const { onPage } = site();

const rows = (page) => page.locator("#turns button");

onPage("a plain record without headers is drawn, and its refused turn is tried again", async (page) => {
  await paste(page, PLAIN);
  await isSaid(
    page,
    "Refused: Silver may not end 31s here. " +
      "The position with the same side to move has stood twice before, after 29s and 30s.",
  );
  assert.equal(await rows(page).count(), 63);
  await isCalled(page, "c7", "c7, gold elephant");
  await page.getByRole("button", { name: "29s", exact: true }).first().click();
  await isSaid(page, "29s cb3w rb4s rb3s ca3e is legal. Gold to move: 30g.");
  await turn(page, "31g Cc2s rb2e rc2n Cc1n").click();
  await isSaid(page, "31g Cc2s rb2e rc2n Cc1n is legal. Silver to move: 31s.");
  await play(page, "cb3n rc3w rb3s");
  await says(verdict(page), "31s cb3n rc3w rb3s is legal.");
  // The record keeps its line, and the other turn is a variation.
  await says(page.locator("#turns .variation ol"), "31s cb3n rc3w rb3s");
  await turn(page, "Start").click();
  await isSaid(page, "Gold to move: 1g.");
  await isCalled(page, "c7", "c7, empty");
});

onPage("games in the forms of mails and other programs are opened", async (page) => {
  const board = "g [r..............................................................R]";
  const quoted = `> [Start "${board}"]\n> [Gold "Ann"]\n>\n> 2g Rh1n! {quick} (2g Rh1w) 2s ra8s?!\n> 0-1`;
  const marked = `Start: ${board}\n2g Rh1n\\n2s ra8s`;
  for (const text of [quoted, marked]) {
    await paste(page, text);
    await isSaid(page, "2s ra8s is legal. Gold to move: 3g.");
    assert.equal(await rows(page).count(), 3);
  }
});

onPage("a record shows where the rules agree with it, and where not", async (page) => {
  await paste(page, DISPUTE);
  await says(page.locator("#agreement.good"), "The rules agree with everything that the record says.");
  await play(page, "31s cb3n rc3w rb3s cb4s");
  await page.locator("#agreement").waitFor({ state: "detached" });
  await paste(page, TAKEN_BACK.replace("Result: silver", "Result: silver\nTermination: g"));
  await says(
    page.locator("#agreement.alert"),
    "recorded is silver by `g`, but the game is not decided by rule",
  );
});

onPage("a game before the first day of its edition is said to be, and judged by its date", async (page) => {
  const of = (date) => DISPUTE.replace(/^Date: .*$/m, date && `Date: ${date}`);
  const [note, edition] = [page.locator("#dated"), page.locator("#edition")];
  await paste(page, of("2006-05-11"));
  await isSaid(page, "Refused: Silver may not end 31s here. The position with the same side to move has stood twice before, after 29s and 30s.");
  await says(note, "The game is of 2006-05-11, before the rules of 2008-07-01: by its date those of 2005-05-28 apply.");
  await edition.selectOption("by its date");
  await says(verdict(page), "By the rules of 2005-05-28 the game is over (END-10).");
  await says(verdict(page), "Gold has won");
  assert.equal(await edition.inputValue(), "2005-05-28");
  assert.equal(await note.count(), 0);
  for (const [date, said, options] of [
    ["2004-02-10", "before the rules of 2008-07-01: the rules of that day are not modelled (EDN-6).", 4],
    ["2008-06-30", "by its date those of 2005-05-28 apply.", 5],
    ["2008-07-01", "", 5], ["2006-02-31", "", 4], ["", "", 4],
  ]) {
    await paste(page, of(date));
    await page.evaluate(() => document.querySelector("view-board").ready);
    await says(page.locator(".game > p").first(), date);
    assert.equal(await edition.locator("option").count(), options, date);
    await (said ? says(note, said) : note.waitFor({ state: "detached" }));
  }
});

onPage("a takeback leaves the turn as a variation, and comments are shown", async (page) => {
  await paste(page, TAKEN_BACK);
  await isSaid(page, "3g Rh2n is legal. Silver to move: 3s.");
  await turn(page, "2s ra8s taken back").click();
  await isSaid(page, "2s ra8s is legal. Gold to move: 3g. The record takes this turn back.");
  await page.locator("#turns button").filter({ hasText: "2g" }).click();
  await says(page.locator("#card"), "Both rabbits are far from home.");
  await says(page.locator("#card"), "a first try");
  await page.locator("body").press("ArrowRight");
  await isSaid(page, "2s ra8e is legal. Gold to move: 3g.");
  await page.locator("body").press("End");
  await isSaid(page, "3g Rh2n is legal. Silver to move: 3s.");
  await page.locator("body").press("Home");
  await isSaid(page, "Gold to move: 2g.");
});

onPage("comments in braces and variations in brackets are read", async (page) => {
  await paste(page, NOTES);
  await isSaid(page, "3g Rh2n is legal. Silver to move: 3s.");
  await says(page.locator("#card .comment"), "it goes on");
  await turn(page, "2s ra8e").click();
  await says(page.locator("#card .comment"), "along the edge");
  // The link of the turn before is written in a moment; none of it may come later.
  await page.waitForTimeout(2_000);
  const before = await page.evaluate(() => location.hash);
  await turn(page, "3g Rh2w").click();
  await isSaid(page, "3g Rh2w is legal. Silver to move: 3s.");
  await page.waitForFunction((hash) => location.hash !== hash && location.hash.includes("z="), before);
  await page.reload();
  await isSaid(page, "3g Rh2w is legal. Silver to move: 3s.");
  assert.equal(await rows(page).count(), 7);
});

onPage("a comment is written, and the file has it all for other programs", async (page) => {
  await paste(page, NOTES);
  await turn(page, "2s ra8s").click();
  await page.getByText("Comment on this turn").first().click();
  await page.fill("#comment", "slow");
  await page.locator("#comment").blur();
  await says(page.locator("#card .comment"), "slow");
  const file = await saved(page);
  assert.equal(file, `Start: g [r..............................................................R]
# the long way
2g Rh1n
# slow
2s ra8s
# (2s ra8e {along the edge} 3g Rh2n (3g Rh2w))
# it goes on
3g Rh2n
`);
  await paste(page, file);
  await isSaid(page, "3g Rh2n is legal. Silver to move: 3s.");
  assert.equal(await rows(page).count(), 7);
  await turn(page, "3g Rh2w").click();
  await page.getByRole("button", { name: "Make main line" }).click();
  await says(page.locator("#turns > li.gold").last(), "3g Rh2w");
  await page.getByRole("button", { name: "Delete from here" }).click();
  await isSaid(page, "2s ra8e is legal. Gold to move: 3g.");
  assert.equal(await rows(page).count(), 6);
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
});

onPage("the end of a game is said, with its rule", async (page) => {
  await paste(page, "Start: g [r..........................................................R....]\n2g Re1e\n2s resigns\n");
  await says(verdict(page), "Refused: Gold may not play Re1e");
  await paste(page, "Start: g [...............R.........................r......................]\n2g Rh7n\n");
  await says(verdict(page), "Gold has won:");
  await says(page.locator("#card summary"), "END-3");
  await paste(page, "Start: g [r..............................................................R]\n2g Rh1n\n2s resigns\n");
  await isSaid(page, "2g Rh1n is legal. The record ends here: 2s resigns. Gold has won.");
});

onPage("one of several games is chosen, and judged with its comments", async (page) => {
  await paste(page, TWO_GAMES);
  const games = page.locator("#games button");
  await isSaid(page, "The text holds 2 games: choose one.");
  assert.equal(await games.count(), 2);
  await games.filter({ hasText: "Game second · Result gold" }).click();
  await says(verdict(page), "Refused: Gold may not play Cc2n in 2g.");
  await says(page.locator("#card .comment"), "This is refused.");
  assert.equal(await page.locator("#games").count(), 0);
  await paste(page, ARCHIVE);
  await games.filter({ hasText: "Game 72" }).click();
  await isCalled(page, "a2", "a2, gold rabbit");
});

onPage("a megabyte of games is listed in seconds", async (page) => {
  const count = Math.floor(1_000_000 / LONG.length);
  const began = performance.now();
  await paste(page, LONG.repeat(count));
  await isSaid(page, `The text holds ${count} games: choose one.`);
  console.log(`${count} games in ${Math.round(performance.now() - began)} ms`);
  // Generous: the machine of the tests is busy, and before it took a minute.
  assert.ok(performance.now() - began < 10_000);
  await page.locator("#games button").last().click();
  await says(verdict(page), "Gold has won");
});

onPage("a text of many games shows how far it is read, and ends by Stop and by another text", async (page) => {
  const games = "Game: 1\nStart: g [r..............................................................R]\n2g Rh1n\n".repeat(100);
  const begin = async () => {
    await page.evaluate(() => (globalThis.left = 50));
    await paste(page, games);
    await page.waitForFunction(() => globalThis.left < 0 && document.querySelector("#reading progress")?.value > 0.4);
  };
  const goOn = () => page.evaluate(() => globalThis.goOn());
  const before = await verdict(page).innerText();
  await begin();
  await page.getByRole("button", { name: "Stop" }).click();
  await goOn();
  await page.locator("#reading").waitFor({ state: "detached" });
  assert.equal(await verdict(page).innerText(), before);
  await begin();
  await paste(page, "g [r..............................................................R]");
  await goOn();
  await isSaid(page, "Gold to move: 2g.");
  assert.equal(await page.evaluate(() => globalThis.left), -1);
}, {
  script: () => {
    const { postMessage } = Worker.prototype;
    // The questions for the first of several games that are answered before they wait.
    globalThis.left = Infinity;
    Worker.prototype.postMessage = function (message, ...rest) {
      const send = () => postMessage.call(this, message, ...rest);
      if (message.line?.includes('"limit":0') && (globalThis.left -= 1) < 0) {
        globalThis.goOn = send;
      } else {
        send();
      }
    };
  },
});

onPage("of more games than a thousand, a thousand are offered", async (page) => {
  const game = (number) => `Game: ${number}\nStart: g [r..............................................................R]\n2g Rh1n\n`;
  await paste(page, Array.from({ length: 1_020 }, (_, number) => game(number)).join(""));
  await isSaid(page, "The text holds more than 1000 games: choose one.");
  assert.equal(await page.locator("#games button").count(), 1_000);
});

onPage("a script in the comment or in a tag of a record is text", async (page) => {
  const script = "<img src=x onerror=alert(1)><script>alert(2)</script>\u202e";
  await paste(page, `Source: ${script}\n${TAKEN_BACK.replace("a first try", script)}`);
  await turn(page, "2g Rh1n").click();
  await says(page.locator("#card .comment").last(), "<script>alert(2)</script>");
  await says(page.locator(".game .quiet").first(), "<script>alert(2)</script>");
  assert.equal(await page.locator("view-board script, view-board img").count(), 0);
});

onPage("a game from the middle of a turn is played on, saved, and opened again", async (page) => {
  const state = { side: "gold", board: ["r.......", ...Array(5).fill("........"), "....E...", "R......."], steps: ["Ee2n"] };
  for (const more of [{}, { edition: "2002" }, { turn: 7 }]) {
    await paste(page, JSON.stringify({ ...state, ...more }));
    await isSaid(page, "Gold played Ee2n. The turn may end.");
    await page.locator("#board .arrow").waitFor({ state: "attached" });
    const begun = await saved(page);
    const { standing: { label, edition }, state: { steps } } = oracle.ask({ kind: "apply", position: { any: { text: begun } }, actions: [] });
    assert.deepEqual([label, edition], [`${more.turn ?? 2}g`, more.edition ?? "2008-07-01"]);
    assert.deepEqual(more.turn ? steps : begun.match(/^# 2g (.*) \.\.\.$/m)[1].split(" "), ["Ee2n"]);
    await page.click("#undo");
    await isSaid(page, `Gold to move: ${label}.`);
    await paste(page, begun);
    await isSaid(page, "Gold played Ee2n. The turn may end.");
    await cell(page, "e3").dragTo(cell(page, "e4"));
    await page.getByRole("button", { name: "End turn" }).click();
    await says(verdict(page), "Ee2n Ee3n is legal.");
    await isCalled(page, "e4", "e4, gold elephant");
  }
});

onPage("the steps of a turn in progress are saved wherever it stands, and opened again", async (page) => {
  const setup = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ca2 Cb2 Dc2 Dd2 He2 Hf2 Mg2 Eh2\n";
  for (const [text, select, steps, at] of [
    ["1g", "Start", "Ra1 Rb1", "1g"],
    [setup, undefined, "ra8 rb8", "1s"],
    [NOTES, "2s ra8s", "Rh2n", "3g"],
    [NOTES, "2s ra8e", "Rh2n", "3g"],
    [NOTES, "Start", "Rh1n", "2g"],
  ]) {
    await paste(page, text);
    await page.evaluate(() => document.querySelector("view-board").ready);
    if (select) {
      await turn(page, select).click();
    }
    await page.fill("#turn", steps);
    await page.click("#steps");
    const said = `played ${steps.split(" ").at(-1)}.`;
    await says(verdict(page), said);
    const file = await saved(page);
    assert.ok(file.includes(`${at} ${steps} ...`), file);
    assert.equal(oracle.ask({ kind: "replay", record: file }).kind, "replayed");
    await paste(page, "g [r..............................................................R]");
    await isSaid(page, "Gold to move: 2g.");
    await paste(page, file);
    await says(verdict(page), said);
    assert.equal(await saved(page), file);
  }
});
