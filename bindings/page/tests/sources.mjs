// The page's sources and data for tests in node: TypeScript is read by Vite, the rest from its file.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { loadOracle } from "arimaa-oracle";
import { runnerImport } from "vite";

const ROOT = new URL("../", import.meta.url);

/** Loads a module of `src`. */
export async function load(name) {
  const { module } = await runnerImport(fileURLToPath(new URL(`src/${name}`, ROOT)), {
    logLevel: "error",
  });
  return module;
}

/** Reads a file that `npm run data` wrote. */
export const data = (name) =>
  JSON.parse(readFileSync(new URL(`src/generated/${name}.json`, ROOT), "utf8"));

/** Reads a file of the repository. */
export const repository = (name) => readFileSync(new URL(`../../${name}`, ROOT), "utf8");

export const oracle = await loadOracle();
