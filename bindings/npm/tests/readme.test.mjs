import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const readme = readFileSync(new URL("README.md", root), "utf8");

/** The scripts in README.md, each with the output printed below it. */
const examples = [...readme.matchAll(/```js\n(.*?)```\n+```text\n(.*?)```/gs)];

test("the examples of README.md print what stands behind them", () => {
  assert.equal(examples.length, 4);
  for (const [, script, output] of examples) {
    const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module"], {
      cwd: fileURLToPath(root),
      input: script,
      encoding: "utf8",
    });
    assert.equal(status, 0, stderr);
    assert.equal(stdout, output);
  }
});
