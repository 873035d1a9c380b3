import { Instance } from "./instance.js";

/** A message to a thread: first the module, then a line at a time. */
export type Input = { module: WebAssembly.Module } | { line: string | Uint8Array };

/** A message from a thread: first that it is ready, then the response to each line. */
export type Output = { isReady: true } | { response: string };

/** The handle of a started thread: sends messages to it, and stops it. */
export interface Thread {
  tell(message: Input): void;
  stop(): void;
}

/** Starts a thread. `hear` gets its messages, `fail` the reason if it fails. */
export type StartThread = (hear: (message: Output) => void, fail: (why: unknown) => void) => Thread;

/** The thread's own side: takes the module, then answers each line. */
export function answering(say: (message: Output) => void): (message: Input) => void {
  let instance: Instance | undefined;
  return (message) => {
    if ("module" in message) {
      instance = new Instance(message.module);
      say({ isReady: true });
    } else if (instance) {
      say({ response: instance.answerLine(message.line) });
    }
  };
}
