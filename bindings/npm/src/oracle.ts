import { Game } from "./game.js";
import { Instance } from "./instance.js";
import { type Answer, type Question, type RequestOptions } from "./messages.js";
import { jsonLine, readAnswer, requestLine } from "./messages.js";
import { type State } from "./protocol.js";

/** A time control with all its parts, in seconds; a limit that there is not is `null`. */
export interface TimeControl {
  /** As it is written best. */
  control: string;
  turn: number;
  reserve: number;
  percent: number;
  most_reserve: number | null;
  game: number | null;
  moves: number | null;
  longest_turn: number | null;
  /** The longest that a turn may take now. */
  limit: number;
  /** The reserve after the turn that took as long as was said. */
  reserve_after: number | null;
}

/** The oracle in this thread. An answer comes at once, and nothing else happens meanwhile. */
export class Oracle {
  readonly #instance: Instance;

  constructor(module: WebAssembly.Module) {
    this.#instance = new Instance(module);
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
    return this.#instance.answerLine(line);
  }

  /** A game from a state on, by default from the start of the setup. */
  game(start?: State): Game {
    return new Game((question, options) => this.ask(question, options), start);
  }

  /**
   * Works out the time of a turn by a time control such as `15s/90s/100/2m/2h`, with a reserve and
   * the time that the turn `used`, in seconds. Only the module for node has it.
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
