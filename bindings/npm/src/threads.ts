import { Oracle } from "./oracle.js";

/** What a thread is told: first the module, then a line at a time. */
export type Told = { module: WebAssembly.Module } | { line: string | Uint8Array };

/** What a thread says: first that it is ready, then the response to each line. */
export type Said = { isReady: true } | { response: string };

/** A thread, as the one that started it sees it. */
export interface Thread {
  tell(message: Told): void;
  stop(): void;
}

/** Starts a thread. It hands over what the thread says, or why it failed. */
export type StartThread = (hear: (message: Said) => void, fail: (why: unknown) => void) => Thread;

/** The other side: answers each line that it is told of. */
export function answering(say: (message: Said) => void): (message: Told) => void {
  let oracle: Oracle | undefined;
  return (message) => {
    if ("module" in message) {
      oracle = new Oracle(message.module);
      say({ isReady: true });
    } else if (oracle) {
      say({ response: oracle.answerLine(message.line) });
    }
  };
}
