// The page for any static host: every address in it is relative, and nothing is inline.
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  worker: { format: "es" },
  resolve: { dedupe: ["lit", "lit-html", "lit-element", "@lit/reactive-element"] },
});
