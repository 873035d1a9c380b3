/** The games of a text that holds several. */
import { ask, type AnswerOf } from "./oracle.ts";

/** The most games that are offered. */
const MOST = 100;

/** Several games, each as a record of its own. */
export interface Games {
  records: readonly string[];
  /** Whether the text holds more than these. */
  isCut: boolean;
}

/** The games of a text; nothing where it holds at most one. */
export async function gamesOf(
  pasted: string,
  { form, text }: AnswerOf<"recognized">,
): Promise<Games | undefined> {
  let rest = form === "archive" ? (text ?? "") : form === "record" ? pasted : "";
  const records = [];
  while (rest && records.length < MOST) {
    const first = await firstOf(rest);
    records.push(first);
    rest = rest.slice(first.length);
  }
  return records.length > 1 ? { records, isCut: rest !== "" } : undefined;
}

/** The first of the records in a text, as the oracle separates them. */
async function firstOf(records: string): Promise<string> {
  const answer = await ask({ kind: "replay", record: records, limit: 0 });
  // Records that can be read are no record of one game only from the line of the second on.
  const error = answer.kind === "error" && answer.error.kind === "bad_text" ? answer.error : undefined;
  const lines = records.split("\n").slice(0, (error?.line ?? 1) - 1);
  return lines.length > 0 ? `${lines.join("\n")}\n` : records;
}
