/** The oracle in two workers: one for quick questions, one for counts that may take long. */
import { compileOracle, startWorker } from "arimaa-oracle";
import type { Answer, Question, WorkerOracle } from "arimaa-oracle";

/** The longest text that the oracle reads, in bytes. */
export const MOST_BYTES = 1024 * 1024;

/** The time limit of an answer in milliseconds. */
const TIMEOUT_MS = 2_500;

export type { Answer, Question } from "arimaa-oracle";

/** An answer of one kind. */
export type AnswerOf<Kind extends Answer["kind"]> = Extract<Answer, { kind: Kind }>;

export type State = AnswerOf<"applied">["state"];

export type Position = Extract<Question, { position: unknown }>["position"];

let compiled: Promise<WebAssembly.Module> | undefined;
let main: Promise<WorkerOracle> | undefined;

async function start(timeoutMs = TIMEOUT_MS): Promise<WorkerOracle> {
  try {
    compiled ??= compileOracle();
    return await startWorker({ timeoutMs }, compiled);
  } catch (error) {
    compiled = undefined;
    throw new Error(`The rules could not be loaded: ${(error as Error).message}`);
  }
}

function mainWorker(): Promise<WorkerOracle> {
  main ??= start().catch((error) => {
    // The next question tries again.
    main = undefined;
    throw error;
  });
  return main;
}

/** Fetches the oracle and starts its worker before anything is asked. */
export function begin(): void {
  // The first question reports a failure.
  mainWorker().catch(() => undefined);
}

/** Answers a question, after all earlier questions to this function. */
export async function ask(question: Question): Promise<Answer> {
  return (await mainWorker()).ask(question);
}

/** The worker for the latest question to `askAside`. */
let aside: Promise<WorkerOracle> | undefined;

/** Asks a question that may take long, in a worker of its own; an earlier such question fails. */
export async function askAside(question: Question, timeoutMs: number): Promise<Answer> {
  aside?.then((worker) => worker.close(), () => undefined);
  aside = start(timeoutMs);
  return (await aside).ask(question);
}
