import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

test("the types accept questions and refuse what is none", () => {
  const root = fileURLToPath(new URL("../", import.meta.url));
  const { stdout, stderr, status } = spawnSync("node_modules/.bin/tsc", ["-p", "tests/tsconfig.json"], {
    cwd: root,
    encoding: "utf8",
  });
  assert.equal(status, 0, stdout + stderr);
});
