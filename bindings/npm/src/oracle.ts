import { Instance } from "./instance.js";
import { type Answer, type Question, type RequestOptions } from "./messages.js";
import { failedLine, readAnswer, requestLine } from "./messages.js";

/** The oracle in this thread. An answer comes at once, and nothing else happens meanwhile. */
export class Oracle {
  readonly #module: WebAssembly.Module;
  #instance: Instance | undefined;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /**
   * Answers a question. An `error` is an answer, too: it says what is wrong with the question.
   *
   * @throws {OracleError} where the question is none, such as one with an unknown field
   * @throws {RangeError} where a number is not finite
   */
  ask(question: Question, options: RequestOptions = {}): Answer {
    return readAnswer(this.answerLine(requestLine(question, options)));
  }

  /** The response to one line of the oracle's protocol, both without a line break. */
  answerLine(line: string | Uint8Array): string {
    try {
      this.#instance ??= new Instance(this.#module);
      return this.#instance.answerLine(line);
    } catch (trap) {
      this.#instance = undefined;
      return failedLine(line, trap);
    }
  }
}
