// The page as `arimaa-oracle serve --http --page` gives it out, where such a program has been built.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { boardOf, click, FROZEN, says, site, skip } from "./browser.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const named = process.env.ARIMAA_ORACLE_HTTP;
const program = named ?? path("../../../target/debug/arimaa-oracle");

const SERVE = ["serve", "--http", "127.0.0.1:0", "--page", path("../dist")];

const missing = named || existsSync(program) ? false : `NOTE: there is no ${program}`;

const { shared } = site();

test("the page from serve --http gives a ruling", { skip: skip || missing }, async (context) => {
  const server = spawn(program, SERVE, { stdio: ["ignore", "ignore", "pipe"] });
  context.after(() => server.kill());
  const lines = createInterface(server.stderr)[Symbol.asyncIterator]();
  const { value = "" } = await lines.next();
  if (!named && !value.startsWith("listening on")) {
    context.skip(`NOTE: ${program} serves no page`);
    return;
  }
  const address = `${value.replace("listening on ", "")}/`;
  const { page, wrong, context: opened } = await shared.open(boardOf(FROZEN), { address });
  await click(page, "c2", "c3");
  await says(page.locator("#card"), "FRZ-2");
  assert.deepEqual(wrong, []);
  await opened.close();
});
