// The report of `suite run --html`, opened from a file, where the command has been built.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { site, skip } from "./browser.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const named = process.env.ARIMAA_ORACLE;
const program = named ?? path("../../../target/debug/arimaa-oracle");
const without = named || existsSync(program) ? false : `NOTE: there is no ${program}`;

const { shared } = site();

test("a report in HTML shows each failure with its board, and fetches nothing", { skip: skip || without }, async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "report-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "report.html");
  // This subject answers every turn that it is asked about by `no`.
  const subject = `node -e "require('readline').createInterface({input:process.stdin}).on('line',l=>{const w=l.split(' ');console.log(w.length>3?'no':'ok '+w[1]+' -')})"`;
  const run = spawnSync(
    program,
    ["suite", "run", "--line", subject, "--only", "PUL-1", "--html", file],
    { encoding: "utf8" },
  );
  assert.equal(run.status, 1, run.stdout + run.stderr);
  const failed = run.stdout.match(/^failed /gm)?.length ?? 0;
  assert.ok(failed > 0);

  const address = pathToFileURL(file).href;
  const { page, wrong, fetched, context: opened } = await shared.open("", { address, isElsewhere: true });
  const boards = page.locator("svg");
  assert.ok((await boards.count()) >= failed, `${await boards.count()} boards, ${failed} failures`);
  const box = await boards.first().boundingBox();
  assert.ok(box.width > 100 && box.height > 100, JSON.stringify(box));
  assert.match(await page.locator("body").innerText(), /expected accepted, got refused/);
  assert.deepEqual(fetched, [address]);
  assert.deepEqual(wrong, []);
  await opened.close();
});
