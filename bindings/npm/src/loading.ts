import { type Answer, type Question, type RequestOptions } from "./messages.js";
import { Oracle } from "./oracle.js";
import type { StartThread } from "./threads.js";
import { WorkerOracle, type WorkerOptions } from "./worker-oracle.js";

export { OracleError } from "./messages.js";
export type { Answer, Position, Problem, Question } from "./messages.js";
export type { Refusal, RequestOptions } from "./messages.js";
export type { Board, State } from "./protocol.js";
export type { AboutGame, Game } from "./game.js";
export type { Oracle, TimeControl } from "./oracle.js";
export type { TimedOptions, WorkerOptions, WorkerOracle } from "./worker-oracle.js";

/** The WebAssembly module, or where to fetch it, in place of the package's own file. */
export type Source = URL | BufferSource | WebAssembly.Module;

/** The operations that differ between browsers and node. */
export interface Platform {
  /** Fetches and compiles the module. */
  compile(source?: Source): Promise<WebAssembly.Module>;
  startThread: StartThread;
}

/** The functions that the package exports. */
export interface Loaders {
  /** Answers a question in this thread. The module is loaded when it is first needed. */
  ask(question: Question, options?: RequestOptions): Promise<Answer>;
  /** Loads the oracle into this thread, where it answers synchronously. */
  loadOracle(source?: Source): Promise<Oracle>;
  /** Compiles the module alone, for several oracles that share it. */
  compileOracle(source?: Source): Promise<WebAssembly.Module>;
  /** Starts the oracle in a worker of its own, with a time limit for answers. */
  startWorker(options?: WorkerOptions, source?: Source | Promise<Source>): Promise<WorkerOracle>;
}

export function loaders({ compile, startThread }: Platform): Loaders {
  let shared: Promise<Oracle> | undefined;
  const loadOracle = async (source?: Source) => new Oracle(await compile(source));
  return {
    async ask(question, options) {
      shared ??= loadOracle().catch((error: unknown) => {
        // The next question tries again.
        shared = undefined;
        throw error;
      });
      return (await shared).ask(question, options);
    },
    loadOracle,
    compileOracle: compile,
    async startWorker(options = {}, source) {
      const module = Promise.resolve(source).then(compile);
      // If an option is refused below, no code awaits the module, and its failure is ignored.
      module.catch(() => undefined);
      // The thread starts while the module is fetched and compiled.
      const worker = new WorkerOracle(module, startThread, options);
      try {
        await module;
        return worker;
      } catch (error) {
        worker.close();
        throw error;
      }
    },
  };
}
