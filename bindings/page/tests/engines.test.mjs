import assert from "node:assert/strict";

import { says, site } from "./browser.mjs";
import { data, repository } from "./sources.mjs";

const { onPage } = site();
const conformance = repository("docs/conformance.md");
const cases = new Set(data("suite").cases.map(({ id }) => id));

onPage("the table has every engine with its numbers, and each of its known failures is a link to a case", async (page) => {
  const engines = [...conformance.matchAll(/^\| `(.*?)` .* (\d+)\/(\d+)\/(\d+) \|$/gm)];
  const rows = page.locator(".engines tbody tr");
  assert.equal(await rows.count(), engines.length);
  assert.ok(engines.length > 5);
  for (const [index, [, name, passed, failed, skipped]] of engines.entries()) {
    await says(rows.nth(index).locator("th"), name);
    const title = await rows.nth(index).locator("td").last().getAttribute("title");
    assert.equal(title, `${passed} passed, ${failed} failed, ${skipped} skipped`);
    const known = page.locator(".conformance > ul > li").filter({ has: page.locator(`code:text-is("${name}")`) });
    const links = await known.locator("[href^='#/cases/']").evaluateAll((all) => all.map((link) => link.innerText));
    assert.equal(new Set(links).size, Number(failed), name);
    assert.ok(links.every((id) => cases.has(id)));
  }
  await page.locator(".conformance > ul a[href^='#/cases/']").first().click();
  await page.locator("h1:focus").waitFor();
  await says(page.locator(".case-answer"), "END-8");
}, { hash: "#/engines" });
