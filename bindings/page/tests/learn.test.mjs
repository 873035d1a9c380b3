import assert from "node:assert/strict";
import { test } from "node:test";

import { click, isCalled, PHONE, press, says, site } from "./browser.mjs";
import { data, load, oracle } from "./sources.mjs";

const { LESSONS } = await load("words/learn.ts");
const { drawTest, reaches } = await load("progress.ts");
const { onPage } = site();

const citations = (text) => [...text.matchAll(/\[([A-Z]{3}-\d+)\]/g)].map(([, id]) => id);

/** Sentences about a position that sound like rules, but cite none. */
const NO_RULES = [
  "This is how a game may begin.",
  "A mark of ice in the corner shows a frozen piece.",
  "Your own piece follows by itself if only one can; otherwise tap it, and the square that was left.",
  "Here Silver has one piece left, a rabbit, and you can win in both ways.",
  "The dog is stronger than the cat and stands beside it, and the cat has no friend beside it.",
  "On e3 it stands beside a dog that is no stronger.",
];

// The sentences are printed, for a reader who compares them with SPEC.md.
test("each sentence of Learn that restates a rule cites it, and each citation is a rule of SPEC.md", () => {
  const rules = new Set(data("spec").rules);
  const tries = LESSONS.flatMap((lesson) => lesson.tries);
  const texts = [
    ...LESSONS.flatMap(({ text }) => text), ...tries.map(({ why }) => why),
    ...tries.flatMap(({ mistake }) => (mistake ? [mistake.because] : [])),
  ];
  const sentences = texts.flatMap((text) => text.match(/[^.]+\.( \[[A-Z]{3}-\d+\])*/g).map((one) => one.trim()));
  const cited = sentences.filter((sentence) => citations(sentence).length > 0);
  console.log(cited.join("\n"));
  assert.deepEqual(cited.flatMap(citations).filter((id) => !rules.has(id)), []);
  const told = /\b(can|cannot|may|must|never|always|only|most|win|lost|loses?|captured|frozen|has to|have to|nobody|no|not)\b/i;
  assert.deepEqual(sentences.filter((one) => told.test(one) && !cited.includes(one)), NO_RULES);
});

test("there are ten lessons, and seven classic mistakes, each refused by another rule", () => {
  assert.equal(LESSONS.length, 10);
  const mistakes = LESSONS.flatMap(({ tries }) => tries.filter(({ mistake }) => mistake));
  assert.equal(mistakes.length, 7);
  assert.ok(mistakes.every(({ expect }) => expect !== "accepted"));
  assert.equal(new Set(mistakes.map(({ mistake }) => citations(mistake.because)[0])).size, 7);
});

for (const [index, { tries, position, goal }] of LESSONS.entries()) {
  test(`lesson ${index + 1}: each turn gets the ruling that the lesson names, and not every legal one reaches the goal`, () => {
    const missed = tries.filter(({ turn: text, expect }) => {
      const answer = oracle.ask({ kind: "judge", position: { any: { text: position } }, turn: text });
      const { kind, captures, standing, refusal } = answer;
      assert.equal(refusal?.rule ?? kind, expect, text);
      return !refusal && !reaches(goal, { text, captures }, standing);
    });
    assert.ok(missed.length > 0 && new Set(tries.map(({ expect }) => expect)).size > 1);
  });
}

test("a last test has five legal turns and five that are refused, by rules that the lessons teach", () => {
  const taught = new Set(LESSONS.flatMap(({ text, tries }) => [...text, ...tries.map(({ why }) => why)]).flatMap(citations));
  const drawn = new Set();
  for (let seed = 0; seed < 40; seed += 1) {
    let number = seed;
    const cases = drawTest(data("suite").cases, (count) => (number = (7 * number + 3) % 10_007) % count);
    const kinds = cases.map(({ question }) => oracle.ask(question).kind);
    assert.deepEqual(kinds.toSorted(), [...Array(5).fill("accepted"), ...Array(5).fill("refused")]);
    assert.equal(new Set(cases).size, 10);
    cases.forEach(({ id }) => drawn.add(id));
    const families = new Set([...taught].map((rule) => rule.slice(0, 3)));
    assert.ok(cases.every(({ yes, no }) => [...yes, ...no].every((rule) => families.has(rule.slice(0, 3)))));
  }
  assert.ok(drawn.size > 50, `${drawn.size}`);
});

const result = (page) => page.locator(".result");
const taken = (page) => page.locator(".taken");

onPage("a lesson is played by hand: a refusal, undo, and the goal", async (page) => {
  await click(page, "d4", "d5");
  await says(result(page), "Refused: Gold may not play Cd4n in 2g. The gold cat on d4 is frozen by the silver dog on e4");
  await says(taken(page), "The gold cat on d4 is chosen");
  await click(page, "d2", "d3");
  await says(taken(page), "Your turn so far: Dd2n. 3 left. The gold dog on d3 is chosen.");
  assert.equal(await result(page).textContent(), "");
  await press(page, "Undo");
  await says(taken(page), "Choose a piece, then a square beside it.");
  await click(page, "d2", "d3", "d4", "d5");
  await press(page, "End turn");
  // Play by hand begins anew.
  await says(result(page), "You have reached the goal.");
  await click(page, "d2");
  await says(taken(page), "The gold dog on d2 is chosen.");
  await press(page, "Show a solution");
  await says(result(page), "A solution: Dd2n Cd4n.");
  await says(result(page), "You have reached the goal.");
  await press(page, "Start over");
  await says(taken(page), "Choose a piece");
  // A solution that was shown counts for nothing.
  await page.evaluate(() => (location.hash = "#/learn/4"));
  await press(page, "Show a solution");
  await says(result(page), "You have reached the goal.");
  await page.evaluate(() => (location.hash = "#/learn"));
  await page.reload();
  await says(page.locator("#learnt"), "1 of 10 goals reached.");
  await says(page.locator(".lessons li").filter({ has: page.getByLabel("goal reached") }), "A stronger enemy freezes");
}, { hash: "#/learn/3" });

onPage("a last test tells after each answer whether it was right, and why, and its result is kept", async (page) => {
  const items = page.locator(".test > li");
  await items.nth(9).waitFor();
  for (const item of await items.all()) {
    assert.equal(await item.locator(".case-answer, .case-name, .marked").count(), 0);
    await item.getByRole("button", { name: "Refused" }).click();
    const told = item.getByRole("status").filter({ hasText: /Right|Wrong/ });
    await told.waitFor();
    await says(item.locator(".case-answer"), /^\s*(Legal|Refused by)/);
    assert.equal((await told.innerText()).includes("Right"), (await item.locator(".case-answer.refused").count()) === 1);
  }
  await says(page.locator("#score"), "5 of 10 right.");
  await page.getByRole("button", { name: "Ten others" }).click();
  await says(page.locator("#score"), "0 right of 0, 10 to go.");
  await page.getByRole("link", { name: "All lessons" }).click();
  await page.getByText("Best: 5 of 10.").waitFor();
  await page.getByRole("link", { name: "A game to the end" }).click();
  await page.locator("#card").getByText("Gold to move: 1g.").waitFor();
}, { hash: "#/learn/test" });

onPage("a lesson keeps its turn in progress through other views, other lessons and a reload", async (page) => {
  await click(page, "d2", "d3");
  await says(taken(page), "Dd2n. 3 left.");
  const go = (hash) => page.evaluate((to) => (location.hash = to), hash);
  for (const leave of [() => go("#/rules"), () => go("#/learn/4"), () => go("#/learn"), () => page.reload()]) {
    await leave();
    await go("#/learn/3");
    await says(taken(page), "Dd2n. 3 left.");
  }
  await press(page, "Undo");
  await says(taken(page), "Choose a piece");
}, { hash: "#/learn/3" });

onPage("the last lesson leads to the list, which names the seven mistakes with their rules and lessons", async (page) => {
  await page.getByRole("link", { name: "Done: now the seven classic mistakes" }).tap();
  await page.locator("#mistakes:focus").waitFor();
  await page.waitForFunction(() => {
    const { top } = document.querySelector("#mistakes").getBoundingClientRect();
    return top >= 0 && top < innerHeight / 2;
  });
  const mistakes = page.locator(".mistakes li");
  assert.equal(await mistakes.count(), 7);
  const last = mistakes.nth(6);
  await last.locator("summary").click();
  await last.getByText("a position that has stood twice before").waitFor();
  assert.match(await last.getByRole("link").first().getAttribute("href"), /#\/rules\/REP-2$/);
  await page.getByRole("link", { name: "Lesson 6: One step pushes and pulls" }).click();
  await page.locator("h1:focus", { hasText: "A pull" }).waitFor();
  await page.locator(".pager [rel=next]").focus();
  await page.keyboard.press("Enter");
  await page.locator("h1:focus", { hasText: "Traps" }).waitFor();
  await page.evaluate(() => (location.hash = "#/learn/11"));
  await says(page.locator("#no-lesson"), "There is no lesson 11.");
  assert.equal(await page.locator(".lessons li").count(), 10);
}, { hash: "#/learn/10", ...PHONE });

onPage("a turn to try gets its ruling, the reason and the rule, and leaves the turn on the board alone", async (page) => {
  await click(page, "d4", "d5");
  await says(taken(page), "Your turn so far: Ed4n. 3 left.");
  const place = LESSONS[3].tries.findIndex(({ turn }) => turn === "de4n");
  const mistake = page.locator(".tries > li").nth(place);
  assert.equal(await page.getByText("Classic mistake").count(), 0);
  await mistake.getByRole("button").click();
  await says(mistake, "Classic mistake: A push is left unfinished");
  await says(mistake, "Refused by PSH-4");
  await says(mistake, "That is half a push.");
  await mistake.locator("arimaa-board .marked").first().waitFor();
  assert.equal(await result(page).textContent(), "");
  await says(taken(page), "Your turn so far: Ed4n. 3 left.");
  await isCalled(page, "d5", "d5, gold elephant");
  await mistake.getByRole("link", { name: "Rule PSH-4" }).click();
  await page.locator("#PSH-4:focus").waitFor();
}, { hash: "#/learn/4" });
