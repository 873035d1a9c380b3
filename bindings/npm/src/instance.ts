import { failedLine } from "./messages.js";

/** The exports of the module. Addresses and lengths are unsigned numbers of bytes. */
interface Functions {
  memory: WebAssembly.Memory;
  arimaa_ask(request: number, length: number): number;
  /** Only the module for node has this function. */
  arimaa_clock?(request: number, length: number): number;
  arimaa_reserve(length: number): number;
  arimaa_release(block: number): void;
}

/** The longest line in bytes; the module answers a longer one with `too_long`. */
export const MAX_LINE = 4 * 1024 * 1024;

/** Runs the module. A trap may corrupt its memory, so the next call starts a new instance. */
export class Instance {
  readonly #module: WebAssembly.Module;
  #functions: Functions | undefined;
  readonly #decoder = new TextDecoder();
  readonly #encoder = new TextEncoder();

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /** Answers a line of the protocol. Line and answer have no line break. Never throws. */
  answerLine(line: string | Uint8Array): string {
    try {
      return this.call("arimaa_ask", line);
    } catch (trap) {
      this.#functions = undefined;
      return failedLine(line, trap);
    }
  }

  /** Calls a function of the module with a line, and returns its text. Throws on a trap. */
  call(name: "arimaa_ask" | "arimaa_clock", line: string | Uint8Array): string {
    this.#functions ??= new WebAssembly.Instance(this.#module).exports as unknown as Functions;
    const functions = this.#functions;
    const answer = functions[name];
    if (!answer) {
      throw new TypeError(`the module has no ${name}`);
    }
    const request = this.#bytes(line);
    const block = address(functions.arimaa_reserve(request.length));
    bytesOf(functions).set(request, block);
    const response = address(answer(block, request.length));
    const memory = bytesOf(functions);
    const end = memory.indexOf(0, response);
    const text = this.#decoder.decode(memory.subarray(response, end));
    functions.arimaa_release(response);
    functions.arimaa_release(block);
    return text;
  }

  /** Returns a line in UTF-8, cut to its first `MAX_LINE + 1` characters. */
  #bytes(line: string | Uint8Array): Uint8Array {
    const most = line.slice(0, MAX_LINE + 1);
    return typeof most === "string" ? this.#encoder.encode(most) : most;
  }
}

/** A view of the memory, made for each use because a call can grow the memory. */
const bytesOf = ({ memory }: Functions) => new Uint8Array(memory.buffer);

/** Checks an address from the module, which is 0 when memory runs out, and makes it unsigned. */
function address(returned: number): number {
  if (returned === 0) {
    throw new RangeError("the module is out of memory");
  }
  return returned >>> 0;
}
