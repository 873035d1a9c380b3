import assert from "node:assert/strict";

import { PHONE, says, site } from "./browser.mjs";
import { data } from "./sources.mjs";

const { onPage } = site();
const spec = data("spec");
const suite = data("suite");

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
  const parts = ink.match(/\d+/g).map(Number);
  assert.ok(parts.every((part) => part < 100), ink);
  const shown = (selector) => page.locator(selector).first().isVisible();
  assert.equal(await shown("case-card"), false);
  assert.equal(await shown(".contents"), false);
  assert.equal(await shown(".find"), false);
  assert.equal(await shown(".drawings arimaa-board"), true);
  assert.equal(await shown(".case-names"), true);
  const pdf = await page.pdf({ format: "A4", printBackground: true });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  assert.ok(pages > 10 && pages < 45, `${pages} pages`);
}, { hash: "#/rules" });
