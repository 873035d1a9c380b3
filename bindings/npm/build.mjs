// Builds the package into dist: the modules from the Rust sources, the types of the protocol from
// its schema, and the scripts. Needs the Rust toolchain with the target wasm32-unknown-unknown.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { compile } from "json-schema-to-typescript";

const here = new URL("./", import.meta.url);
const path = (name) => fileURLToPath(new URL(name, here));

/** Size limits in gzipped bytes: browsers download one module, node reads the other from disk. */
const MOST_GZIPPED = { "arimaa.wasm": 251_000, "arimaa-node.wasm": 320_000 };

/** The WebAssembly features that the Rust compiler uses; every browser since 2022 has them. */
const FEATURES = [
  "bulk-memory",
  "bulk-memory-opt",
  "multivalue",
  "mutable-globals",
  "nontrapping-float-to-int",
  "reference-types",
  "sign-ext",
].map((feature) => `--enable-${feature}`);

function run(program, ...args) {
  execFileSync(program, args, { stdio: "inherit", cwd: here });
}

rmSync(path("dist"), { recursive: true, force: true });
mkdirSync(path("dist"));
for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) {
  copyFileSync(path(`../../${licence}`), path(`dist/${licence}`));
}

const schema = JSON.parse(readFileSync(path("../../crates/oracle/src/protocol/schema.json"), "utf8"));
const types = await compile(schema, "Line", { bannerComment: "", format: false, additionalProperties: false });
writeFileSync(path("src/protocol.ts"), `// Written by build.mjs from the protocol's schema.\n${types}`);
// The worker as text, for pages that cannot start a worker from its file.
const bundle = ["src/worker-web.ts", "--bundle", "--format=iife", "--minify", "--target=es2022"];
const worker = execFileSync("node_modules/.bin/esbuild", bundle, { cwd: here, encoding: "utf8" });
const text = JSON.stringify(worker.trim());
writeFileSync(path("src/worker-source.ts"), `// Written by build.mjs.\nexport const WORKER = ${text};\n`);
run("node_modules/.bin/tsc");
// The board with the library that it uses, as one script for pages without a bundler.
run(
  "node_modules/.bin/esbuild", "dist/board.js", "--bundle", "--format=esm", "--minify",
  "--target=es2022", "--legal-comments=inline", "--outfile=dist/arimaa-board.js",
);

const target = process.env.CARGO_TARGET_DIR ?? path("../c/target");

/** Compiles the Rust module to `file`, and throws if the module has imports. */
function compileModule(file, ...options) {
  run(
    "cargo", "build", "--locked", "--profile", "wasm", "--target", "wasm32-unknown-unknown",
    "--manifest-path", "../c/Cargo.toml", "--target-dir", target, ...options,
  );
  copyFileSync(`${target}/wasm32-unknown-unknown/wasm/arimaa.wasm`, path(file));
  if (WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(path(file)))).length > 0) {
    throw new Error(`${file} has imports`);
  }
}

// Node reads its module from the disk, so the engine is optimised for speed and not for size.
// wasm-opt is not run on it, since it makes the module smaller, but a fifth slower.
compileModule("dist/arimaa-node.wasm", "--config", "profile.wasm.package.arimaa.opt-level=3");
compileModule("dist/arimaa.wasm", "--no-default-features");
// --flatten with --rereloop saves 0.5 % of the gzipped size; --dealign saves another 0.5 %, and no
// current processor needs aligned loads. Low memory is the end of the stack, and so holds no data.
const smaller = ["--low-memory-unused", "-Oz", "--flatten", "--rereloop", "-Oz", "-Oz", "--dealign"];
run("node_modules/.bin/wasm-opt", ...smaller, ...FEATURES, "dist/arimaa.wasm", "-o", "dist/arimaa.wasm");

for (const [name, most] of Object.entries(MOST_GZIPPED)) {
  const module = readFileSync(path(`dist/${name}`));
  const gzipped = gzipSync(module, { level: 9 }).length;
  console.log(`${name}: ${module.length} bytes, gzipped ${gzipped}`);
  if (gzipped > most) {
    throw new Error(`${name} has more than ${most} bytes gzipped`);
  }
}
