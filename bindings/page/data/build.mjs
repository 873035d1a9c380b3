// Writes what the page shows of the repository's own files: SPEC.md, the suite, and the engines put
// to it. ARIMAA_ORACLE names the program that exports the suite; without it cargo runs one.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { readEngines } from "./engines.mjs";
import { readSpec } from "./spec.mjs";
import { readSuite } from "./suite.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const folder = new URL("../src/generated/", import.meta.url);
const text = (name) => readFileSync(root + name, "utf8");

const [program, ...words] = process.env.ARIMAA_ORACLE
  ? [process.env.ARIMAA_ORACLE]
  : ["cargo", "run", "--quiet", "--locked", "--"];

function exported(...options) {
  const all = [...words, "suite", "export", ...options];
  return execFileSync(program, all, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
}

function write(name, data) {
  writeFileSync(new URL(`${name}.json`, folder), JSON.stringify(data));
}

mkdirSync(folder, { recursive: true });
const spec = readSpec(text("SPEC.md"));
const { rules } = spec;
write("spec", spec);
const suite = readSuite(exported(), exported("--wrong-rules"));
write("suite", { rules, ...suite });
write("engines", readEngines(text("docs/conformance.md"), new Set(suite.cases.map(({ id }) => id))));
