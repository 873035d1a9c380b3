/** The package's entry point in browsers, and in workers of browsers. */
import { fetched } from "./fetching.js";
import { loaders, type Source } from "./loading.js";
import type { Input, StartThread } from "./threads.js";
import { WORKER } from "./worker-source.js";

export { OracleError } from "./loading.js";
export type * from "./loading.js";

async function compile(source: Source = new URL("./arimaa.wasm", import.meta.url)) {
  if (source instanceof WebAssembly.Module) {
    return source;
  }
  if (!(source instanceof URL)) {
    return WebAssembly.compile(source);
  }
  const response = await fetched(source, "; the address of arimaa.wasm can be given as source");
  // The bytes are the same if the server sends another content type.
  const isWasm = response.headers.get("content-type") === "application/wasm";
  return isWasm
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** Starts the worker from its file. Bundlers find the file by this exact expression. */
const fromFile = () =>
  new Worker(new URL("./worker-web.js", import.meta.url), { type: "module" });

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

let address: string | undefined;

/** Starts the worker from its text: for a package at another origin, or without its files. */
function fromText(): Worker {
  if (address === undefined) {
    const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
    const text = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
    const rules = { createScriptURL: () => text };
    const policy = trustedTypes?.createPolicy("arimaa-oracle", rules);
    address = policy?.createScriptURL("") ?? text;
  }
  return new Worker(address);
}

const BLOCKED =
  "the worker did not start: with a content security policy let worker-src have 'self' for a " +
  "package from the page's own origin, or blob: for one from elsewhere";

const startThread: StartThread = (hear, fail) => {
  let worker: Worker | undefined;
  let isReady = false;
  const sent: Input[] = [];
  const use = (make: () => Worker, otherwise: (why: unknown) => void) => {
    try {
      worker = make();
    } catch (error) {
      otherwise(error);
      return;
    }
    worker.onmessage = ({ data }) => {
      isReady = true;
      hear(data);
    };
    worker.onerror = (event) => (isReady ? fail : otherwise)(event.message);
    sent.forEach((message) => worker?.postMessage(message));
  };
  const giveUp = (why: unknown) => {
    const reason = globalThis.Worker ? BLOCKED : "there are no workers here";
    queueMicrotask(() => fail(why ? `${reason} (${why})` : reason));
  };
  use(fromFile, () => use(fromText, giveUp));
  return {
    tell(message) {
      if (!isReady) {
        sent.push(message);
      }
      worker?.postMessage(message);
    },
    stop: () => worker?.terminate(),
  };
};

export const { ask, loadOracle, compileOracle, startWorker } = loaders({ compile, startThread });
