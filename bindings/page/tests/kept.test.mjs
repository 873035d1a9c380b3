// What was read, written or ruled stays: through a reload, a link, a saved file and a change of the line.
import assert from "node:assert/strict";

import {
  boardOf, cell, DISPUTE, download, isLinked, isSaid, paste, play, saved, says, site, turn, TWO_GAMES,
  verdict,
} from "./browser.mjs";

const SETUPS = `1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ca2 Cb2 Dc2 Dd2 He2 Hf2 Mg2 Eh2
1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ca7 cb7 dc7 dd7 he7 hf7 mg7 eh7
`;
const ALONE = "g [r...........................E...................R...............]";

const { onPage } = site();

async function reload(page) {
  await isLinked(page);
  await page.reload();
}

onPage("a game whose record ends in a label or a resignation goes on", async (page) => {
  for (const [end, kept] of [["2s", ""], ["2s resigns", "# 2s resigns\n"]]) {
    await paste(page, `${SETUPS}2g Eh2n\n${end}\n`);
    await isSaid(page, `2g Eh2n is legal. ${kept ? "The record ends here: 2s resigns. Gold has won." : "Silver to move: 2s."}`);
    await play(page, "eh7s");
    await isSaid(page, "2s eh7s is legal. Gold to move: 3g.");
    await reload(page);
    await isSaid(page, "2s eh7s is legal. Gold to move: 3g.");
    assert.equal(await saved(page), `${SETUPS}${kept}2g Eh2n\n2s eh7s\n`);
  }
});

onPage("a file that is saved is read and saved again as it is, whatever ends the game", async (page) => {
  const start = `Start: ${ALONE}\n`;
  for (const [game, file] of [
    ["2g Ee5n\n2s ra8s\n3g takeback\n2s resigns\n"],
    ["2g Ee5n\n2s ra8s\n3g takeback\n2s\n"],
    ["2g Ee5n\n2s ra8s\n3g takeback\n"],
    ["2g resigns # bye\n", "# bye\n2g resigns\n"],
    ["2g Ee5n\n# (2g was a mistake)\n2s ra8s\n"],
    ["2g Ee5n (2g Ee5s 2s foo {x} 3g Ee4s) 2s ra8s\n", "2g Ee5n\n# (2g Ee5s {2s foo {x} 3g Ee4s})\n2s ra8s\n".replace("{x}", "(x)")],
    ["2g Ee5n (2g Ee5s 2s ra8s 3g takeback 2s ra8e)\n", "2g Ee5n\n# (2g Ee5s 2s ra8s takeback (2s ra8e))\n"],
    ["9g Ee5n\n9s ra8s\n"],
  ]) {
    await paste(page, start + game);
    await page.evaluate(() => document.querySelector("view-board").ready);
    assert.equal(await saved(page), start + (file ?? game));
    await reload(page);
    assert.equal(await saved(page), start + (file ?? game));
  }
  // The first turn of the record is made again, and not beside itself.
  await page.locator("body").press("Home");
  await isSaid(page, "Gold to move: 2g.");
  await page.locator("body").press("n");
  await isSaid(page, "9g Ee5n is legal. Silver to move: 9s.");
  assert.equal(await saved(page), `${start}9g Ee5n\n9s ra8s\n`);
});

onPage("a turn that is refused for its label is still refused after a reload", async (page) => {
  await paste(page, `${SETUPS}2g Eh2n\n`);
  await says(verdict(page), "2g Eh2n is legal.");
  await play(page, "5g eh7s");
  await isSaid(page, "Refused: this turn is 2s, not 5g.");
  await reload(page);
  await isSaid(page, "Refused: this turn is 2s, not 5g.");
  await play(page, "2s eh7s");
  await isSaid(page, "2s eh7s is legal. Gold to move: 3g.");
});

onPage("the edition that was chosen is in the saved file", async (page) => {
  await paste(page, DISPUTE);
  await says(verdict(page), "Refused: Silver may not end 31s here.");
  await page.selectOption("#edition", "2002");
  await says(verdict(page), "By the rules of 2002");
  const file = await saved(page);
  assert.match(file, /^Edition: 2002$/m);
  await paste(page, `${file}\n`);
  await says(verdict(page), "END-10");
  assert.equal(await page.inputValue("#edition"), "2002");
});

onPage("what stands behind a refused turn keeps its comments and variations, in another line too", async (page) => {
  await paste(page, `${SETUPS}2g Eh2n {a}\n2s eh7n {bad}\n3g Eh3n {deep} (3g Mg2n {nice} 3s ra8s)\n3s mg7s {x}\n`);
  await says(verdict(page), "Refused: Silver may not play eh7n in 2s.");
  await says(page.locator("#turns"), "2 more lines are not judged.");
  const rest = "# deep\n3g Eh3n\n# (3g Mg2n {nice} 3s ra8s)\n# x\n3s mg7s\n";
  assert.equal(await saved(page), `${SETUPS}# a\n2g Eh2n\n# bad\n2s eh7n\n${rest}`);
  await play(page, "2s eh7s");
  await isSaid(page, "2s eh7s is legal. Gold to move: 3g.");
  await page.getByText("Comment on this turn").first().click();
  await page.getByRole("button", { name: "Make main line" }).click();
  const game = `${SETUPS}# a\n2g Eh2n\n2s eh7s\n`;
  const line = "2s eh7n {bad} 3g Eh3n {deep} (3g Mg2n {nice} 3s ra8s) 3s mg7s {x}";
  assert.equal(await saved(page), `${game}# (${line})\n`);
  await reload(page);
  // In a variation they are a comment.
  const told = "2s eh7n {bad} {3g Eh3n (deep) (3g Mg2n (nice) 3s ra8s) 3s mg7s (x)}";
  await isSaid(page, "2s eh7s is legal. Gold to move: 3g.");
  assert.equal(await saved(page), `${game}# (${told})\n`);
  await page.locator("#turns button").filter({ hasText: "eh7n" }).click();
  await says(page.locator("#card .comment"), "3g Eh3n {deep}");
  await page.getByText("Comment on this turn").first().click();
  await page.getByRole("button", { name: "Make main line" }).click();
  await reload(page);
  await says(page.locator("#card .comment"), "3g Eh3n {deep}");
});

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

onPage("every change is undone and redone, through a reload and a look at the rules", async (page) => {
  const open = (summary) => page.getByText(summary).first().click();
  const files = [];
  const shown = () => page.evaluate(() => document.querySelector("view-board").ready)
    .then(async () => `${await page.inputValue("#edition")} ${await saved(page)}`);
  const done = async () => {
    const file = await shown();
    assert.notEqual(file, files.at(-1));
    files.push(file);
  };
  await paste(page, `${SETUPS}2g Eh2n 2s eh7s (2s ed7s) 3g Eh3n\n`);
  await done();
  await open("Comment on this turn");
  await page.fill("#comment", "well");
  await page.locator("#comment").blur();
  await done();
  await turn(page, "2s eh7s").click();
  await page.click("#remove");
  await done();
  await play(page, "2s dd7s");
  await done();
  await turn(page, "2g Eh2n").click();
  await play(page, "2s mg7s");
  await done();
  await page.click("#promote");
  await done();
  await page.fill("#turn", "Eh3n Eh4n");
  await page.click("#steps");
  await done();
  await page.click("#first");
  await done();
  await page.selectOption("#edition", "2002");
  await done();
  const go = async (button, last) => {
    for (const file of button === "#undo" ? files.toReversed().slice(1) : files.slice(1)) {
      await page.click(button);
      assert.equal(await shown(), file);
    }
    await last();
  };
  await go("#undo", async () => assert.equal(await page.locator("#undo").isDisabled(), false));
  await go("#redo", () => page.reload());
  await go("#undo", () => page.getByRole("link", { name: "Rules" }).click());
  await page.locator("html[data-ready=rules]").waitFor();
  await page.reload();
  await page.goBack();
  await go("#redo", () => undefined);
  assert.ok(await page.locator("#redo").isDisabled());
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
}, { hash: boardOf(ALONE) });

onPage("steps of which one is no step play nothing", async (page) => {
  await page.fill("#turn", "Ee5n foo");
  await page.click("#steps");
  await says(verdict(page), "action 2: `foo` is not an action");
  await isSaid(page, await verdict(page).innerText().then((text) => text.replace(/\s+/g, " ").trim()));
  assert.ok(await page.locator("#end").isDisabled());
  assert.equal(await cell(page, "e5").getAttribute("aria-label"), "e5, gold elephant");
}, { hash: boardOf(ALONE) });

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
}, { hash: boardOf(ALONE) });

onPage("a brace that is not closed hides no turn, and a record without its beginning is said to be one", async (page) => {
  await paste(page, `${SETUPS}2g Eh2n {open\n2s eh7s\n`);
  await isSaid(page, "2s eh7s is legal. Gold to move: 3g.");
  await paste(page, "5g Hh2w\n5s hh7s\n");
  await says(verdict(page), "Refused: this turn is 1g, not 5g.");
  await says(verdict(page), "The record does not begin with 1g");
});

onPage("words of any length stay inside the page", async (page) => {
  const address = `https://example.org/${"a".repeat(120)}`;
  await paste(page, `Site: ${address}\nNote: ${"b".repeat(120)}\n${SETUPS}2g Eh2n {see ${address}}\n`);
  await says(page.locator("#card .comment"), "see https");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}, { viewport: { width: 320, height: 600 } });

onPage("a new game begins with its setup, and becomes a record", async (page) => {
  await page.getByRole("button", { name: "Open …" }).click();
  await page.getByRole("button", { name: "New game" }).click();
  await isSaid(page, "Gold to move: 1g.");
  await play(page, SETUPS.split("\n")[0]);
  await says(verdict(page), "Silver to move: 1s.");
  assert.equal(await saved(page), `${SETUPS.split("\n")[0]}\n`);
});

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

onPage("the picture of a refused turn is the board that is seen", async (page) => {
  const picture = async () => String(await download(page, "Picture (SVG)"));
  await says(verdict(page), "Refused: Silver may not end 31s here.");
  await page.getByText("Take it elsewhere").click();
  const refused = await picture();
  await turn(page, "31g Cc2s rb2e rc2n Cc1n").click();
  await says(verdict(page), "31g Cc2s rb2e rc2n Cc1n is legal.");
  assert.notEqual(await picture(), refused);
});

onPage("the command for a turn in mid-game names its place", async (page) => {
  await paste(page, DISPUTE);
  await page.getByText("Take it elsewhere").click();
  const command = page.locator(".exports pre").filter({ hasText: "arimaa-oracle" });
  await says(command, "arimaa-oracle judge game.txt '31s cb3n");
  await says(command, "--at 31s");
  await page.locator("#turns button").filter({ hasText: "2s" }).first().click();
  await says(command, "arimaa-oracle legal game.txt --at 3g");
  await play(page, "3g Ed3n");
  await says(command, "arimaa-oracle legal '{");
});
