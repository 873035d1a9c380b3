// Measures how many turn counts a second the package in node and the native program answer.
//
//     cargo build --release && npm run build && node bench.mjs
//
// ARIMAA_ORACLE names the native program.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { loadOracle } from "./dist/node.js";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const program = process.env.ARIMAA_ORACLE ?? path("../../target/release/arimaa-oracle");
const ROUNDS = 5;
const SECONDS = 2;

const oracle = await loadOracle();
const record = readFileSync(path("../../tests/games/669192.txt"), "utf8");
const { turns } = oracle.ask({ kind: "replay", record, boards: true });
const lines = turns.filter(({ board }) => board).map(({ label, board }) => {
  const text = `${label.endsWith("g") ? "s" : "g"} [${board.join("").replaceAll(".", " ")}]`;
  return JSON.stringify({ id: 0, ask: { kind: "turn_count", position: { any: { text } } } });
});

const native = spawn(program, ["serve", "--threads", "1"], { stdio: ["pipe", "pipe", "inherit"] });
const responses = createInterface(native.stdout)[Symbol.asyncIterator]();

/** Sends all questions at once, so that the native program never waits for input. */
async function askNative() {
  native.stdin.write(`${lines.join("\n")}\n`);
  const answers = [];
  while (answers.length < lines.length) {
    answers.push((await responses.next()).value);
  }
  return answers;
}

const askModule = () => lines.map((line) => oracle.answerLine(line));

async function rate(ask) {
  const began = performance.now();
  let asked = 0;
  do {
    asked += (await ask()).length;
  } while (performance.now() - began < 1_000 * SECONDS);
  return (1_000 * asked) / (performance.now() - began);
}

if (JSON.stringify(await askNative()) !== JSON.stringify(askModule())) {
  throw new Error("the answers differ");
}
for (let round = 0; round < ROUNDS; round += 1) {
  const [fast, here] = [await rate(askNative), await rate(askModule)];
  const part = Math.round((100 * here) / fast);
  console.log(`native ${Math.round(fast)}, in node ${Math.round(here)} a second: ${part} %`);
}
native.stdin.end();
