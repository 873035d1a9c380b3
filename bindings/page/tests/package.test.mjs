// The npm package in a browser: all questions of the suite, asked in two ways.
import assert from "node:assert/strict";

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { data, oracle } from "./sources.mjs";
import { listen, serve, site } from "./browser.mjs";

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

/** In the page: the kind of an answer of a worker of the package at an address, or why there is none. */
async function askWorker(address) {
  const { startWorker } = await import(address);
  const oracle = await startWorker({ timeoutMs: 60_000 });
  return oracle.ask({ kind: "explain_rule", rule: "FRZ-2" }).then(({ kind }) => kind, String);
}

const bare = { hash: "npm/examples/board.html", isElsewhere: true };

onPage("a worker starts from another origin", async (page) => {
  const { address, stop } = await listen(serve);
  assert.equal(await page.evaluate(askWorker, `${address}npm/dist/web.js`), "rule");
  stop();
}, bare);

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
}, bare);

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
  }, bare);
}
