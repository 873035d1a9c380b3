import { type Answer, type Question, type RequestOptions } from "./messages.js";
import { envelope, failedLine, readAnswer, requestLine, timedOutLine } from "./messages.js";
import type { StartThread, Thread } from "./threads.js";

/** The time limit for the start of a worker in milliseconds, once the module is loaded. */
const START_MS = 30_000;

/** The longest delay that a timer accepts, in milliseconds: 24 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** Options of a worker. */
export interface WorkerOptions {
  /** The time limit of an answer in milliseconds: 10,000 by default, `Infinity` for no limit. */
  timeoutMs?: number;
}

/** Options of a question to a worker. */
export interface TimedOptions extends RequestOptions {
  /**
   * The time limit of this answer in milliseconds, at most that of the worker. The time starts when
   * the questions before this one are answered.
   */
  timeoutMs?: number;
}

/** Checks that a time limit is above 0, and cuts it to the longest delay of a timer. */
function checkedTime(timeoutMs: number): number {
  if (!(timeoutMs > 0)) {
    throw new RangeError(`timeoutMs is ${timeoutMs}, expected a number above 0`);
  }
  return Math.min(timeoutMs, LONGEST_MS);
}

/** A line that waits for its response. */
interface Waiting {
  line: string | Uint8Array;
  milliseconds: number;
  respond(line: string): void;
}

/**
 * The oracle in a worker of its own, which answers one question after another.
 *
 * A worker that misses the time for an answer is ended, and another one takes its place.
 */
export class WorkerOracle {
  readonly #module: Promise<WebAssembly.Module>;
  readonly #start: StartThread;
  readonly #timeoutMs: number;
  readonly #queue: Waiting[] = [];
  #thread: Thread | undefined;
  /** Whether the thread has the module and waits for lines. */
  #isReady = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked: Waiting | undefined;
  #isClosed = false;

  constructor(module: Promise<WebAssembly.Module>, start: StartThread, options: WorkerOptions) {
    this.#module = module;
    this.#start = start;
    this.#timeoutMs = checkedTime(options.timeoutMs ?? 10_000);
    this.#startThread();
  }

  /**
   * Answers a question. An `error` is an answer, too: `timed_out` where the time limit passed.
   *
   * @throws {OracleError} for a malformed question, such as one with an unknown field
   * @throws {RangeError} for NaN and infinite numbers, and for a time limit that is not above 0
   */
  async ask(question: Question, options: TimedOptions = {}): Promise<Answer> {
    const line = requestLine(question, options);
    return readAnswer(await this.#respond(line, checkedTime(options.timeoutMs ?? this.#timeoutMs)));
  }

  /** Answers a line of the oracle's protocol. Line and answer have no line break. */
  answerLine(line: string | Uint8Array): Promise<string> {
    const isLine = typeof line === "string" || ArrayBuffer.isView(line);
    return isLine
      ? this.#respond(line, envelope(line).timeout_ms)
      : Promise.resolve(failedLine("", "a line is a string or a Uint8Array"));
  }

  /** Ends the worker. Questions without an answer fail. */
  close(): void {
    this.#isClosed = true;
    this.#endThread();
    const waiting = [this.#asked, ...this.#queue.splice(0)];
    this.#asked = undefined;
    for (const one of waiting) {
      one?.respond(failedLine(one.line, "the worker was closed"));
    }
  }

  #respond(line: string | Uint8Array, timeoutMs = this.#timeoutMs): Promise<string> {
    if (this.#isClosed) {
      return Promise.resolve(failedLine(line, "the worker was closed"));
    }
    const milliseconds = Math.min(timeoutMs, this.#timeoutMs);
    return new Promise((respond) => {
      this.#queue.push({ line, milliseconds, respond });
      this.#askNext();
    });
  }

  /** Sends the next line of the queue, unless a line is being answered. */
  #askNext(): void {
    if (this.#asked) {
      return;
    }
    this.#asked = this.#queue.shift();
    if (!this.#asked) {
      return;
    }
    if (!this.#thread) {
      this.#startThread();
    } else if (this.#isReady) {
      this.#tell(this.#thread, this.#asked);
    }
  }

  /** Starts a thread. When it is ready, it gets the line that waits for an answer. */
  #startThread(): void {
    const failQuestion = (why: unknown) => {
      if (this.#thread !== thread) {
        return;
      }
      this.#endThread();
      if (this.#asked) {
        this.#answered(failedLine(this.#asked.line, why));
      }
    };
    const thread = this.#start((output) => {
      if ("response" in output) {
        this.#answered(output.response);
        return;
      }
      clearTimeout(this.#timer);
      this.#isReady = true;
      if (this.#asked) {
        this.#tell(thread, this.#asked);
      }
    }, failQuestion);
    this.#thread = thread;
    const tell = (module: WebAssembly.Module) => {
      if (this.#thread === thread) {
        this.#timer = setTimeout(() => failQuestion("the worker did not start"), START_MS);
        thread.tell({ module });
      }
    };
    this.#module.then(tell, failQuestion);
  }

  /** Sends a line to a thread, and starts the timer for its response. */
  #tell(thread: Thread, { line, milliseconds }: Waiting): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#endThread();
      this.#answered(timedOutLine(line, milliseconds));
    }, milliseconds);
    try {
      thread.tell({ line });
    } catch (why) {
      // A transferred buffer cannot be sent. A microtask keeps many such lines from nesting calls.
      queueMicrotask(() => this.#answered(failedLine(line, why)));
    }
  }

  #answered(response: string): void {
    clearTimeout(this.#timer);
    const asked = this.#asked;
    this.#asked = undefined;
    asked?.respond(response);
    this.#askNext();
  }

  #endThread(): void {
    clearTimeout(this.#timer);
    this.#thread?.stop();
    this.#thread = undefined;
    this.#isReady = false;
  }
}
