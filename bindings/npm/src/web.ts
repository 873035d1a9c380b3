/** The package in browsers, and in workers of browsers. */
import { loaders, type Source } from "./loading.js";
import type { StartThread } from "./threads.js";

export * from "./loading.js";

async function compile(source: Source = new URL("./arimaa.wasm", import.meta.url)) {
  if (source instanceof WebAssembly.Module) {
    return source;
  }
  if (!(source instanceof URL)) {
    return WebAssembly.compile(source);
  }
  const response = await fetch(source);
  if (!response.ok) {
    throw new Error(`${source}: ${response.status} ${response.statusText}`);
  }
  // A server that calls the file by another type sends the same bytes.
  const isWasm = response.headers.get("content-type") === "application/wasm";
  return isWasm
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

const startThread: StartThread = (hear, fail) => {
  const worker = new Worker(new URL("./worker-web.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (event) => fail(event.message);
  return {
    tell: (message) => worker.postMessage(message),
    stop: () => worker.terminate(),
  };
};

export const { ask, loadOracle, compileOracle, startWorker } = loaders({ compile, startThread });
