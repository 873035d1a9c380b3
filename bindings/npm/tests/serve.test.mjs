import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../serve.mjs", import.meta.url));

/** Runs the program on pieces of input: checks that it exits with 0, and returns its responses. */
async function served(pieces) {
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  for (const piece of pieces) {
    child.stdin.write(piece);
  }
  child.stdin.end();
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
  const code = await new Promise((end) => child.on("close", end));
  assert.equal(code, 0);
  return out
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test("each line is answered, and errors have the number of their line", async () => {
  const long = Buffer.alloc(5 * 1024 * 1024, " ");
  const pieces = ['{"id":1,"hel', 'lo":{}}\n{\n', long, "\n\xff", '\n{"id":5,"cancel":1}'];
  const [hello, noJson, tooLong, latin1, cancelled] = await served(
    pieces.map((piece) => Buffer.from(piece, "latin1")),
  );
  assert.equal(hello.hello.identity.name, "arimaa-oracle");
  assert.equal(noJson.error.kind, "bad_json");
  assert.equal(noJson.error.line, 2);
  assert.deepEqual([tooLong.error.kind, tooLong.error.line], ["too_long", 3]);
  assert.deepEqual([latin1.error.kind, latin1.error.line], ["not_utf8", 4]);
  assert.deepEqual(cancelled, { id: 5, cancelled: 1 });
});

const skip = process.platform !== "linux" && "there is no /dev/full";

test("a reader that leaves is no failure, and a full disk is told in one line", { skip }, async () => {
  for (const [stdout, said] of [["pipe", /^0 $/], [openSync("/dev/full", "w"), /^2 error: cannot write: ENOSPC.*\n$/]]) {
    const child = spawn(process.execPath, [program], { stdio: ["pipe", stdout, "pipe"] });
    child.stdout?.destroy();
    child.stdin.end('{"id":1,"hello":{}}\n');
    const [[code], errors] = await Promise.all([once(child, "close"), child.stderr.toArray()]);
    assert.match(`${code} ${errors.join("")}`, said);
  }
});
