import { Game } from "./game.js";
import { Instance } from "./instance.js";
import { type Answer, type Question, type RequestOptions } from "./messages.js";
import { jsonLine, readAnswer, requestLine } from "./messages.js";
import { type State } from "./protocol.js";

/** A time control and its parts. Times are in seconds; a limit that does not exist is `null`. */
export interface TimeControl {
  /** The time control in its shortest notation, with units. */
  control: string;
  turn: number;
  reserve: number;
  percent: number;
  most_reserve: number | null;
  game: number | null;
  moves: number | null;
  longest_turn: number | null;
  /** The longest that a turn may take with the reserve. */
  limit: number;
  /** The reserve after a turn that takes `used` seconds; `null` where `used` was not given. */
  reserve_after: number | null;
}

/** The oracle in this thread. Its answers are synchronous, and block the thread. */
export class Oracle {
  readonly #instance: Instance;

  constructor(module: WebAssembly.Module) {
    this.#instance = new Instance(module);
  }

  /**
   * Answers a question. An `error` is an answer, too: it says what is wrong with the question.
   *
   * @throws {OracleError} for a malformed question, such as one with an unknown field
   * @throws {RangeError} for NaN and infinite numbers
   */
  ask(question: Question, options: RequestOptions = {}): Answer {
    return readAnswer(this.answerLine(requestLine(question, options)));
  }

  /** Answers a line of the oracle's protocol. Line and answer have no line break. */
  answerLine(line: string | Uint8Array): string {
    return this.#instance.answerLine(line);
  }

  /** Starts a game from a state, by default from the start of the setup. */
  game(start?: State): Game {
    return new Game((question, options) => this.ask(question, options), start);
  }

  /**
   * Computes the time limit of a turn under a time control such as `15s/90s/100/2m/2h`. The
   * `reserve` and the time that the turn `used` are in seconds. Only the module for node has this
   * function.
   *
   * @throws {RangeError} where a part cannot be read, or a number is not finite
   */
  timeControl(control: string, reserve?: number, used?: number): TimeControl {
    const request = jsonLine({ control, reserve, used });
    const told = JSON.parse(this.#instance.call("arimaa_clock", request));
    if ("error" in told) {
      throw new RangeError(told.error);
    }
    return told;
  }
}
