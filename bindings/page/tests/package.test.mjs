// The npm package in a browser: all questions of the suite, asked in three ways.
import assert from "node:assert/strict";

import { data, oracle } from "./sources.mjs";
import { site } from "./browser.mjs";

const questions = data("suite").cases.map(({ question }) => question);
const expected = questions.map((question) => oracle.ask(question));

/** A worker that asks in its own thread. */
const WORKER = `import { ask } from "/npm/dist/web.js";
addEventListener("message", async ({ data }) => postMessage(await Promise.all(data.map((one) => ask(one)))));`;

const { onPage } = site();

function matches(answers) {
  assert.ok(expected.length > 500);
  assert.equal(answers.length, expected.length);
  for (const [index, answer] of answers.entries()) {
    assert.deepEqual(answer, expected[index], JSON.stringify(questions[index]));
  }
}

onPage("a browser answers the suite as node does", async (page) => {
  const answers = await page.evaluate(async (all) => {
    const { ask } = await import("/npm/dist/web.js");
    return Promise.all(all.map((question) => ask(question)));
  }, questions);
  matches(answers);
});

onPage("the package's worker in a browser answers the suite as node does", async (page) => {
  const answers = await page.evaluate(async (all) => {
    const { startWorker } = await import("/npm/dist/web.js");
    const oracle = await startWorker({ timeoutMs: 60_000 });
    return Promise.all(all.map((question) => oracle.ask(question)));
  }, questions);
  matches(answers);
});

onPage(
  "a worker of one's own answers the suite as node does",
  async (page, { wrong }) => {
    const answering = (route) => route.fulfill({ contentType: "text/javascript", body: WORKER });
    await page.context().route("**/asking.js", answering);
    const answers = await page.evaluate((all) => {
      const worker = new Worker("/asking.js", { type: "module" });
      worker.postMessage(all);
      return new Promise((done, fail) => {
        worker.onmessage = ({ data }) => done(data);
        worker.onerror = ({ message }) => fail(new Error(message));
      });
    }, questions);
    matches(answers);
    const blocked = wrong.splice(0);
    assert.deepEqual(blocked, ["Service Worker registration blocked by Playwright"]);
  },
  // A service worker would fetch the script past the route.
  { serviceWorkers: "block" },
);
