import { failedLine } from "./messages.js";

/** The exports of the module. Addresses and lengths are unsigned numbers of bytes. */
interface Functions {
  memory: WebAssembly.Memory;
  arimaa_ask(request: number, length: number): number;
  /** The module for browsers does not have it. */
  arimaa_clock?(request: number, length: number): number;
  arimaa_reserve(length: number): number;
  arimaa_release(block: number): void;
}

/** The longest line in bytes; the module says `too_long` to one byte more. */
export const MAX_LINE = 4 * 1024 * 1024;

/** The module at work. After a trap its memory is in disorder, and another instance answers. */
export class Instance {
  readonly #module: WebAssembly.Module;
  #functions: Functions | undefined;
  readonly #decoder = new TextDecoder();
  readonly #encoder = new TextEncoder();

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /** The response to a line, both without a line break. Never throws. */
  answerLine(line: string | Uint8Array): string {
    try {
      return this.call("arimaa_ask", line);
    } catch (trap) {
      this.#functions = undefined;
      return failedLine(line, trap);
    }
  }

  /** What a function of the module returns for a line. Throws where the module traps. */
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

  /** The bytes of a line, and not many more than is allowed. */
  #bytes(line: string | Uint8Array): Uint8Array {
    const most = line.slice(0, MAX_LINE + 1);
    return typeof most === "string" ? this.#encoder.encode(most) : most;
  }
}

/** The memory as it is now: each call may let it grow. */
const bytesOf = ({ memory }: Functions) => new Uint8Array(memory.buffer);

/** An address that the module returned. */
function address(returned: number): number {
  if (returned === 0) {
    throw new RangeError("the module is out of memory");
  }
  return returned >>> 0;
}
