import type { Request, Response } from "./protocol.js";

/** A question, as docs/protocol.md describes it. */
export type Question = Extract<Request, { ask: unknown }>["ask"];

/** The answer to a question; `kind` says which. */
export type Answer = Extract<Response, { answer: unknown }>["answer"];

/** The position of a question: a state, a moment of a record, or any text. */
export type Position = Extract<Question, { position: unknown }>["position"];

/** Why a turn or an action is refused. */
export type Refusal = Extract<Answer, { kind: "refused" }>["refusal"];

/** The fault of a line that is no request. */
export type Problem = Extract<Response, { error: unknown }>["error"];

/** How a question is asked. */
export interface RequestOptions {
  /** Whether answers have their details; true by default. */
  details?: boolean;
}

/**
 * No answer: what was asked is no question (`bad_request`, `bad_json`), or has more than 4 MiB as a
 * line (`too_long`), or the oracle failed (`failed`).
 */
export class OracleError extends Error {
  override readonly name = "OracleError";

  constructor(
    /** The fault that the oracle names. */
    readonly problem: Problem,
  ) {
    super(problem.message);
  }
}

/**
 * A question as a line. Half a surrogate pair in a value becomes U+FFFD.
 *
 * @throws {RangeError} where a number is none that JSON can hold
 */
export function requestLine(question: Question, { details = true }: RequestOptions): string {
  return jsonLine({ id: 0, ask: question, details });
}

/** A request as JSON, which would make NaN and infinite numbers `null`: they throw `RangeError`. */
export function jsonLine(request: object): string {
  return JSON.stringify(request, (name, value: unknown) => {
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw new RangeError(`\`${name}\` is ${value}, expected a finite number`);
    }
    return typeof value === "string" ? value.replace(UNPAIRED, "\ufffd") : value;
  });
}

/** Halves of surrogate pairs, which no text in UTF-8 can hold. */
const UNPAIRED = /\p{Surrogate}/gu;

/** The answer in a response. */
export function readAnswer(line: string): Answer {
  const response = JSON.parse(line) as Response;
  if ("answer" in response) {
    return response.answer;
  }
  if ("error" in response) {
    throw new OracleError(response.error);
  }
  throw new TypeError(`no answer: ${line}`);
}

/** The response where the module failed. */
export function failedLine(line: string | Uint8Array, why: unknown): string {
  const error = { kind: "failed", line: 1, message: String(why) };
  return JSON.stringify({ id: envelope(line).id, error });
}

/** The response where the time is over. */
export function timedOutLine(line: string | Uint8Array, milliseconds: number): string {
  const error = { kind: "timed_out", message: `no answer within ${milliseconds} ms` };
  return JSON.stringify({ id: envelope(line).id, answer: { kind: "error", error } });
}

/** The id of a request, and the time that it allows. */
export function envelope(line: string | Uint8Array): { id: unknown; timeout_ms?: number } {
  try {
    const text = typeof line === "string" ? line : new TextDecoder().decode(line);
    const { id = null, timeout_ms } = JSON.parse(text);
    return Number.isSafeInteger(timeout_ms) ? { id, timeout_ms } : { id };
  } catch {
    return { id: null };
  }
}
