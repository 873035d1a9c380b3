// The page for any static host: every address in it is relative, and nothing is inline.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { defineConfig } from "vite";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

/** A plugin that writes the service worker, with a list of all files of the page. */
const offline = {
  name: "offline",
  closeBundle() {
    const dist = path("dist");
    const all = readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "offline.js")
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    const hash = createHash("sha256");
    for (const file of all) {
      hash.update(readFileSync(file));
    }
    const files = ["./", ...all.map((file) => `.${file.slice(dist.length)}`)];
    const head = [
      `const VERSION = "${hash.digest("hex").slice(0, 16)}";`,
      `const FILES = ${JSON.stringify(files)};`,
    ];
    const worker = readFileSync(path("src/offline.js"), "utf8");
    writeFileSync(join(dist, "offline.js"), `${head.join("\n")}\n${worker}`);
  },
};

export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  plugins: [offline],
  worker: { format: "es" },
  resolve: { dedupe: ["lit", "lit-html", "lit-element", "@lit/reactive-element"] },
});
