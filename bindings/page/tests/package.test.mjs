// The npm package in a browser: its workers, and the element <arimaa-board> by itself in the example.
import assert from "node:assert/strict";

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { data, oracle } from "./sources.mjs";
import { axe, click, isCalled, listen, said, says, serve, site } from "./browser.mjs";

const questions = data("suite").cases.map(({ question }) => question);
const expected = questions.map((question) => oracle.ask(question));

const { onPage } = site();

onPage("the package's worker in a browser answers the suite as node does", async (page) => {
  const { answers, milliseconds } = await page.evaluate(async (all) => {
    const { startWorker } = await import("/npm/dist/web.js");
    const oracle = await startWorker({ timeoutMs: 60_000 });
    await oracle.ask({ kind: "explain_rule", rule: "FRZ-2" });
    const began = performance.now();
    const answers = await Promise.all(all.map((question) => oracle.ask(question)));
    return { answers, milliseconds: performance.now() - began };
  }, questions);
  assert.ok(expected.length > 500);
  assert.deepEqual(answers, expected);
  console.log(`${answers.length} cases through a worker: ${Math.round(milliseconds)} ms`);
});

/** Runs in the page: asks a worker of the package at an address; returns a kind or an error. */
async function askWorker(address) {
  const { startWorker } = await import(address);
  const oracle = await startWorker({ timeoutMs: 60_000 });
  return oracle.ask({ kind: "explain_rule", rule: "FRZ-2" }).then(({ kind }) => kind, String);
}

const example = { hash: "npm/examples/board.html", isElsewhere: true };

onPage("a worker starts from another origin", async (page) => {
  const { address, stop } = await listen(serve);
  assert.equal(await page.evaluate(askWorker, `${address}npm/dist/web.js`), "rule");
  stop();
}, example);

onPage("a worker starts in a bundle without its file beside it", async (page, { wrong }) => {
  const npm = (name) => fileURLToPath(new URL(`../../npm/${name}`, import.meta.url));
  const flags = ["dist/web.js", "--bundle", "--format=esm", "--minify"];
  const { stdout, status } = spawnSync(npm("node_modules/.bin/esbuild"), flags, { cwd: npm("") });
  assert.equal(status, 0);
  const files = {
    "app.js": { contentType: "text/javascript", body: stdout },
    "arimaa.wasm": { contentType: "application/wasm", body: readFileSync(npm("dist/arimaa.wasm")) },
  };
  await page.context().route("**/bundle/*", (route) => {
    const file = files[new URL(route.request().url()).pathname.split("/").at(-1)];
    return route.fulfill(file ?? { status: 404 });
  });
  assert.equal(await page.evaluate(askWorker, "/bundle/app.js"), "rule");
  assert.ok(wrong.splice(0).every((line) => line.includes("404")));
}, example);

for (const [name, policy, said, logged] of [
  // The address of the file is refused before the text is taken.
  ["starts under Trusted Types", "require-trusted-types-for 'script'; trusted-types arimaa-oracle", /^rule$/, /TrustedScriptURL/],
  ["that a policy blocks says what to allow", "worker-src 'none'", /let worker-src have 'self' .* or blob:/, /worker-src/],
]) {
  onPage(`a worker ${name}`, async (page, { address, wrong }) => {
    const body = `<!doctype html><title>Policy</title><link rel=icon href="data:,"><meta http-equiv="Content-Security-Policy" content="${policy}">`;
    await page.context().route("**/policy.html", (route) => route.fulfill({ contentType: "text/html", body }));
    await page.goto(`${address}policy.html`);
    assert.match(await page.evaluate(askWorker, "/npm/dist/web.js"), said);
    wrong.splice(0).forEach((line) => assert.match(line, logged));
  }, example);
}

onPage("the example shows a picture, and plays by the rules", async (page) => {
  const picture = page.getByRole("img");
  await picture.first().waitFor();
  const name = "Board: silver rabbit h8; gold cat c2; silver dog d2; gold rabbit a1";
  assert.equal(await picture.first().getAttribute("aria-label"), name);
  await says(said(page), "Turn 2g");
  await click(page, "a2", "a3");
  await isCalled(page, "a3", "a3, gold dog");
  await click(page, "a1", "b1");
  await says(said(page), "(STP-4)");
  await axe(page);
}, example);

onPage("a board that is seen from Silver's side begins with h1, for the keys too", async (page) => {
  await says(said(page), "Turn 2g");
  const board = page.locator("#board");
  await board.evaluate((element) => (element.flipped = true));
  const first = board.getByRole("gridcell").first();
  await first.and(page.locator("[data-square=h1]")).waitFor();
  await first.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  const focused = () => document.activeElement.shadowRoot.activeElement.dataset.square;
  assert.equal(await page.evaluate(focused), "g2");
  await page.keyboard.press("End");
  assert.equal(await page.evaluate(focused), "a2");
}, example);

onPage("an arrow of a step covers no piece, and the squares of a turn are coloured, from both sides", async (page) => {
  await says(said(page), "Turn 2g");
  const board = page.locator("#board");
  for (const flipped of [false, true]) {
    await board.evaluate((element, isFlipped) => {
      const steps = [..."abcdefgh"].flatMap((file, at) => [..."12345678"].flatMap((rank) => [
        ...("abcdefgh"[at + 1] ? [`${file}${rank}${"abcdefgh"[at + 1]}${rank}`] : []),
        ...(rank < 8 ? [`${file}${rank}${file}${Number(rank) + 1}`] : []),
      ]));
      const back = steps.map((step) => step.slice(2) + step.slice(0, 2));
      Object.assign(element, { position: Array(8).fill("rRrRrRrR"), arrows: [...steps, ...back], flipped: isFlipped });
      return element.updateComplete;
    }, flipped);
    const [arrows, plates, traces] = await board.evaluate(({ shadowRoot }) => [".arrow", ".plate", ".trace"].map((one) =>
      [...shadowRoot.querySelectorAll(one)].map((drawn) => JSON.parse(JSON.stringify(drawn.getBoundingClientRect())))));
    assert.deepEqual([arrows.length, plates.length, traces.length], [224, 64, 64]);
    const { left, top, right, bottom } = await board.locator(".picture").evaluate((drawn) => JSON.parse(JSON.stringify(drawn.getBoundingClientRect())));
    const slack = plates[0].width / 80;
    for (const one of arrows) {
      assert.ok(one.left > left - 20 && one.right < right + 20 && one.top > top - 20 && one.bottom < bottom + 20);
      assert.ok(plates.every((plate) =>
        Math.min(one.right, plate.right) - Math.max(one.left, plate.left) < slack ||
        Math.min(one.bottom, plate.bottom) - Math.max(one.top, plate.top) < slack), JSON.stringify(one));
    }
  }
}, example);

onPage("a position that cannot be read is said", async (page) => {
  await says(said(page), "Turn 2g");
  await page.locator("#board").evaluate((element) => (element.position = "g [r]"));
  await page.getByText("This board cannot be read").waitFor();
}, example);
