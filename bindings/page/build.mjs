// Puts the page together in dist: its own files, and the npm package, which is built before.
import { cpSync, existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const oracle = path("../npm/dist");
if (!existsSync(oracle)) {
  throw new Error("build ../npm first");
}
rmSync(path("dist"), { recursive: true, force: true });
cpSync(path("src"), path("dist"), { recursive: true });
const isNeeded = (name) => !/\.d\.ts$|node\.js$/.test(name);
cpSync(oracle, path("dist/oracle"), { recursive: true, filter: isNeeded });
