// The rules, and the cases of the suite.
import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, says, site } from "./browser.mjs";
import { data, load, oracle } from "./sources.mjs";

const { onPage } = site();
const spec = data("spec");
const suite = data("suite");
const words = await load("words/views.ts");
const { positionOf } = await load("suite.ts");
const commonWords = await load("words.ts");
const all = suite.cases.length;

const found = (page) => page.locator(".found");

test("every case has a board or a text, and its question, expectation and the oracle's answer in words", () => {
  for (const { id, question, expect } of suite.cases) {
    const said = [
      words.caseQuestion(question, "2g"),
      words.answerSentences(oracle.ask(question)),
      ...words.expected(expect),
    ];
    assert.equal(words.expected(expect).length, Object.keys(expect).length, id);
    assert.ok(question.kind === "parse" || positionOf({ question }), id);
    for (const sentence of said) {
      assert.match(sentence, /^[A-Z\d].*[.?:]$/s, id);
      assert.doesNotMatch(sentence, /undefined|null|\[object/, id);
    }
  }
});

test("no sentence of these views is hidden by another of the same name", () => {
  for (const [name, sentence] of Object.entries(commonWords)) {
    assert.equal(String(words[name]), String(sentence), name);
  }
});

onPage("the whole suite is drawn, page by page", async (page) => {
  await says(found(page), `${all} cases.`);
  const cards = page.locator("case-card");
  assert.equal(await cards.count(), 24);
  await page.getByRole("button", { name: "Show 24 more" }).press("Enter"); // It moves while cards above it grow.
  await cards.nth(47).waitFor();
  await cards.nth(47).scrollIntoViewIfNeeded();
  await cards.nth(47).and(page.locator("[data-ready]")).waitFor();
  assert.equal(await cards.count(), 48);
}, { hash: "#/cases" });

onPage("cases are chosen by rule, answer, wrong rule and words, and the address follows", async (page) => {
  await page.getByLabel("Rule", { exact: true }).selectOption("PUL-4");
  const about = suite.cases.filter(({ yes, no }) => [...yes, ...no].includes("PUL-4"));
  await says(found(page), `${about.length} of ${all} cases.`);
  await page.waitForURL(/#\/cases\?rule=PUL-4$/);
  await page.getByLabel("Answer").selectOption("refused");
  const refused = about.filter(({ expect: { legal } }) => legal === false).length;
  await says(found(page), `${refused} of ${all} cases.`);
  await page.getByRole("link", { name: "Show all" }).click();
  await says(found(page), `${all} cases.`);
  assert.equal(await page.getByLabel("Rule", { exact: true }).inputValue(), "");

  await page.getByLabel("Words").fill("wikibook puller");
  await says(found(page), `of ${all} cases.`);
  assert.ok((await page.locator("case-card").count()) < 5);
  await page.waitForURL(/q=wikibook/);
  await page.reload();
  await page.locator("html[data-ready]").waitFor();
  assert.equal(await page.getByLabel("Words").inputValue(), "wikibook puller");
}, { hash: "#/cases" });

onPage("a wrong rule leads to the cases that fail its engine, and a case shows all that is known of it", async (page) => {
  const place = suite.wrong.findIndex(({ id }) => id === "repetition-forgotten");
  const failing = suite.cases.filter(({ fails }) => fails.includes(place));
  await says(found(page), `${failing.length} of ${all} cases.`);
  const id = "a-third-occurrence-by-silver-is-refused";
  assert.ok(failing.some((entry) => entry.id === id));
  await page.locator("case-card a", { hasText: failing[0].id }).first().click();
  await page.locator("h1", { hasText: failing[0].id }).waitFor();
  await says(page.locator(".kills"), suite.wrong[place].says);
  await page.evaluate((to) => (location.hash = to), `#/cases/${id}`);
  await says(page.locator(".case-answer"), "Refused by REP-2");
  await says(page.locator(".expected"), "The reason is third-repetition.");
  await page.getByText("The question as JSON").click();
  await says(page.locator("details"), '"rule": "REP-2"');
  const next = suite.cases[suite.cases.findIndex((entry) => entry.id === id) + 1].id;
  await page.locator("[rel=next]").click();
  await page.locator("h1:focus", { hasText: next }).waitFor();
  await page.goBack();
  await page.locator("h1", { hasText: id }).waitFor();
}, { hash: "#/cases?wrong=repetition-forgotten" });

onPage("an unknown case says so", async (page) => {
  await says(page.locator("h1"), "There is no case <b>nothing</b>");
}, { hash: "#/cases/<b>nothing<%2Fb>" });

const rule = (page, id) => page.locator("section.rule").filter({ has: page.locator(`#${id}`) });

onPage("every rule, theorem and chapter has its anchor, and every drawing is drawn", async (page) => {
  const slugs = spec.chapters.map(({ slug }) => slug);
  const wanted = [...spec.rules, ...spec.theorems, ...slugs];
  const missing = await page.evaluate(
    (ids) => ids.filter((id) => document.querySelectorAll(`[id="${id}"]`).length !== 1),
    wanted,
  );
  assert.deepEqual(missing, []);
  const drawn = await page.evaluate(() =>
    [...document.querySelectorAll(".drawings arimaa-board")].map(
      (board) => board.shadowRoot?.querySelectorAll("svg.picture .square").length,
    ),
  );
  assert.equal(drawn.length, JSON.stringify(spec).match(/<arimaa-board /g).length);
  assert.ok(drawn.every((squares) => squares === 64));
}, { hash: "#/rules" });

onPage("a link to a rule shows it with an accepting and a refusing case, ruled on by the oracle", async (page) => {
  await page.locator("#FRZ-2:focus").waitFor();
  assert.ok(await page.locator("#FRZ-2").isVisible());
  const cards = rule(page, "FRZ-2").locator("case-card");
  assert.equal(await cards.count(), 2);
  await says(cards.nth(0), "Legal.");
  await says(cards.nth(1), "Refused by");
  await cards.nth(1).locator("arimaa-board").waitFor();
  const count = suite.cases.filter(({ yes, no }) => [...yes, ...no].includes("FRZ-2")).length;
  await rule(page, "FRZ-2").getByRole("link", { name: `All ${count} cases of FRZ-2` }).click();
  await says(page.locator(".found"), `${count} of ${suite.cases.length} cases.`);
}, { hash: "#/rules/FRZ-2" });

onPage("a case beside a rule is played: the board opens with the same ruling", async (page) => {
  const card = rule(page, "TRN-3").locator("case-card").nth(1);
  await says(card, "Refused by TRN-3");
  await card.getByRole("link", { name: "Play it" }).click();
  await says(page.locator("#verdict"), "the turn leaves the board as it was at its start");
  await says(page.locator("#card"), "TRN-3");
}, { hash: "#/rules/TRN-3" });

onPage("the rules are found by words, and a link leads back to the whole text", async (page) => {
  await page.getByLabel("Find a rule").fill("third repetition");
  await says(page.locator(".find"), "rules");
  const found = await page.locator("section.rule h3").allInnerTexts();
  assert.ok(found.some((text) => text.startsWith("REP-4")), found.join());
  assert.ok(found.length < 20);
  await page.getByLabel("Find a rule").fill("PSH-4");
  await page.locator("section.rule #PSH-4").waitFor();
  await page.getByRole("link", { name: "PUL-3" }).first().click();
  await page.locator("#PUL-3:focus").waitFor();
  assert.equal(await page.getByLabel("Find a rule").inputValue(), "");
}, { hash: "#/rules" });

onPage("on a phone the chapters are folded, and a link opens the chapter of its rule", async (page) => {
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await page.locator("#chapter-5").waitFor();
  assert.ok((await height()) < 10_000, `${await height()} pixels`);
  assert.equal(await page.locator("#CAP-1").isVisible(), false);
  await page.locator("#chapter-5").tap();
  await page.locator("#CAP-1").waitFor();
  await page.evaluate(() => (location.hash = "#/rules/FRZ-2"));
  await page.locator("#FRZ-2:focus").waitFor();
  assert.ok(await page.locator("#FRZ-2").isVisible());
}, { hash: "#/rules", ...PHONE });

onPage("on paper there are the rules and drawings, dark on light, without menus and cards", async (page) => {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const ink = await page.evaluate(() => getComputedStyle(document.querySelector(".prose p")).color);
  assert.ok(ink.match(/\d+/g).every((part) => Number(part) < 100), ink);
  const isShown = (selector) => page.locator(selector).first().isVisible();
  const parts = ["case-card", ".contents", ".find", ".drawings arimaa-board", ".case-names"];
  assert.deepEqual(await Promise.all(parts.map(isShown)), [false, false, false, true, true]);
  const pdf = await page.pdf({ format: "A4", printBackground: true });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  assert.ok(pages > 10 && pages < 45, `${pages} pages`);
}, { hash: "#/rules" });
