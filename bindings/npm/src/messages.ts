import type { Request, Response } from "./protocol.js";

/** A question, as docs/protocol.md describes it. */
export type Question = Extract<Request, { ask: unknown }>["ask"];

/** The answer to a question; `kind` says which. */
export type Answer = Extract<Response, { answer: unknown }>["answer"];

/** The position of a question: a state, a moment of a record, or any text. */
export type Position = Extract<Question, { position: unknown }>["position"];

/** The reason why a turn or an action is refused. */
export type Refusal = Extract<Answer, { kind: "refused" }>["refusal"];

/** The error that a response has in place of an answer, such as for a line that is no request. */
export type Problem = Extract<Response, { error: unknown }>["error"];

/** Options of a question. */
export interface RequestOptions {
  /** Whether answers include the facts that the protocol calls details; true by default. */
  details?: boolean;
}

/**
 * Thrown when there is no answer: the question is malformed (`bad_request`, `bad_json`) or has more
 * than 4 MiB as a line (`too_long`), or the oracle failed (`failed`).
 */
export class OracleError extends Error {
  override readonly name = "OracleError";

  constructor(
    /** The error that the oracle reports. */
    readonly problem: Problem,
  ) {
    super(problem.message);
  }
}

/**
 * Writes a question as a line of the protocol. A lone surrogate in a string becomes U+FFFD.
 *
 * @throws {RangeError} for NaN and infinite numbers, which JSON cannot hold
 */
export function requestLine(question: Question, { details = true }: RequestOptions): string {
  return jsonLine({ id: 0, ask: question, details });
}

/** Writes a request as JSON; throws `RangeError` for NaN and infinity, which would become `null`. */
export function jsonLine(request: object): string {
  return JSON.stringify(request, (name, value: unknown) => {
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw new RangeError(`\`${name}\` is ${value}, expected a finite number`);
    }
    return typeof value === "string" ? value.replace(UNPAIRED, "\ufffd") : value;
  });
}

/** Lone surrogates, which UTF-8 cannot encode. */
const UNPAIRED = /\p{Surrogate}/gu;

/** Reads the answer from a response line; throws `OracleError` for an error. */
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

/** Writes the response line for a question on which the module failed. */
export function failedLine(line: string | Uint8Array, why: unknown): string {
  const error = { kind: "failed", line: 1, message: String(why) };
  return JSON.stringify({ id: envelope(line).id, error });
}

/** Writes the response line for a question that timed out. */
export function timedOutLine(line: string | Uint8Array, milliseconds: number): string {
  const error = { kind: "timed_out", message: `no answer within ${milliseconds} ms` };
  return JSON.stringify({ id: envelope(line).id, answer: { kind: "error", error } });
}

/** Reads the id of a request, and its `timeout_ms`; the id is null where the line is no JSON. */
export function envelope(line: string | Uint8Array): { id: unknown; timeout_ms?: number } {
  try {
    const text = typeof line === "string" ? line : new TextDecoder().decode(line);
    const { id = null, timeout_ms } = JSON.parse(text);
    return Number.isSafeInteger(timeout_ms) ? { id, timeout_ms } : { id };
  } catch {
    return { id: null };
  }
}
