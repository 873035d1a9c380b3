/** The package in node. */
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

import { loaders, type Source } from "./loading.js";
import type { StartThread } from "./threads.js";

export * from "./loading.js";

async function compile(source: Source = new URL("./arimaa-node.wasm", import.meta.url)) {
  if (source instanceof WebAssembly.Module) {
    return source;
  }
  const bytes = source instanceof URL ? await readFile(source) : source;
  return WebAssembly.compile(bytes);
}

const startThread: StartThread = (hear, fail) => {
  const worker = new Worker(new URL("./worker-node.js", import.meta.url), { execArgv: [] });
  worker.on("message", hear);
  worker.on("error", fail);
  return {
    tell: (message) => worker.postMessage(message),
    stop: () => {
      worker.removeAllListeners();
      void worker.terminate();
    },
  };
};

export const { ask, loadOracle, compileOracle, startWorker } = loaders({ compile, startThread });
