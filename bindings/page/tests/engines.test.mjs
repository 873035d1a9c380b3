import assert from "node:assert/strict";

import { LOOKS, axe, fits, says, screenshot, site } from "./browser.mjs";
import { data } from "./sources.mjs";

const { onPage } = site();
const { engines, failures } = data("engines");

onPage("the table has every engine with its numbers", async (page) => {
  const rows = page.locator(".engines tbody tr");
  assert.equal(await rows.count(), engines.length);
  for (const [index, { name, all }] of engines.entries()) {
    const row = rows.nth(index);
    await says(row.locator("th"), name);
    const title = await row.locator("td").first().getAttribute("title");
    assert.equal(title, `${all[0]} passed, ${all[1]} failed, ${all[2]} skipped`);
  }
}, { hash: "#/engines" });

onPage("every known failure is a link to its case", async (page) => {
  const links = await page.locator(".chips a").evaluateAll((all) => all.map((link) => link.hash));
  const cases = failures.flatMap((failure) => failure.cases);
  assert.deepEqual(links, cases.map((id) => `#/cases/${id}`));
  await page.locator(".chips a").first().click();
  await page.locator("h1:focus", { hasText: cases[0] }).waitFor();
  await says(page.locator(".case-answer"), "END-8");
}, { hash: "#/engines" });

onPage("by the keyboard alone: a chapter of the table leads to its rules", async (page) => {
  await page.locator(".engines thead a", { hasText: "8" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#chapter-8:focus").waitFor();
}, { hash: "#/engines" });

for (const { size, colorScheme, viewport } of LOOKS) {
  onPage(`the engines, ${colorScheme} and ${size}: axe, and nothing to scroll sideways`, async (page) => {
    await axe(page);
    await fits(page);
    await screenshot(page, `engines-${size}-${colorScheme}`, {});
  }, { hash: "#/engines", colorScheme, viewport });
}
