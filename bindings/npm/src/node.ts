/** The package's entry point in node. */
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

import { fetched } from "./fetching.js";
import { loaders, type Source } from "./loading.js";
import type { StartThread } from "./threads.js";

export { OracleError } from "./loading.js";
export type * from "./loading.js";

async function compile(source: Source = new URL("./arimaa-node.wasm", import.meta.url)) {
  if (source instanceof WebAssembly.Module) {
    return source;
  }
  if (!(source instanceof URL)) {
    return WebAssembly.compile(source);
  }
  const isFile = source.protocol === "file:";
  return WebAssembly.compile(
    isFile ? await readFile(source) : await (await fetched(source)).arrayBuffer(),
  );
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
