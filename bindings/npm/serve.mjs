#!/usr/bin/env node
// Answers lines of the oracle's protocol on standard input, one line each, until the input ends.
//
//     arimaa-oracle suite run --subject 'node serve.mjs'
import { once } from "node:events";

import { startWorker } from "./dist/node.js";

/** The bytes that are kept of a line: one more than the protocol allows. The rest is skipped. */
const MOST = 4 * 1024 * 1024 + 1;
const LINE_FEED = 10;

/** Yields the lines of a stream of bytes without their line breaks, each cut after `MOST` bytes. */
async function* lines(stream) {
  let parts = [];
  let length = 0;
  const keep = (part) => {
    const kept = part.subarray(0, MOST - length);
    parts.push(kept);
    length += kept.length;
  };
  for await (const chunk of stream) {
    let start = 0;
    for (let end; (end = chunk.indexOf(LINE_FEED, start)) !== -1; start = end + 1) {
      keep(chunk.subarray(start, end));
      yield Buffer.concat(parts);
      [parts, length] = [[], 0];
    }
    keep(chunk.subarray(start));
  }
  if (length > 0) {
    yield Buffer.concat(parts);
  }
}

/** Adds the number of its line in the stream to an error response; returns any other as it is. */
function numbered(response, number) {
  if (!/^\{"id":(null|-?\d+|"([^"\\]|\\.)*"),"error":/.test(response)) {
    return response;
  }
  const { id, error } = JSON.parse(response);
  return JSON.stringify({ id, error: { ...error, line: number } });
}

process.stdout.on("error", ({ code, message }) => {
  // A reader that closes the pipe early is no failure.
  if (code !== "EPIPE") {
    console.error(`error: cannot write: ${message}`);
  }
  process.exit(code === "EPIPE" ? 0 : 2);
});

const oracle = await startWorker({ timeoutMs: 60_000 });
let number = 0;
for await (const line of lines(process.stdin)) {
  number += 1;
  const response = numbered(await oracle.answerLine(line), number);
  if (!process.stdout.write(`${response}\n`)) {
    await once(process.stdout, "drain");
  }
}
oracle.close();
