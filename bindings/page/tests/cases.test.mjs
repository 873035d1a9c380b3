import assert from "node:assert/strict";
import { test } from "node:test";

import { says, site } from "./browser.mjs";
import { data, load, oracle } from "./sources.mjs";

const { onPage } = site();
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
      words.answered(oracle.ask(question)),
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
  await page.getByRole("button", { name: "Show 24 more" }).click();
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
