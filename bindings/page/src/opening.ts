/** Opens any text: a position, a record, several games, a turn, or says why it is none of these. */
import { Analysis } from "./analysis.ts";
import { CURRENT } from "./edition.ts";
import { ask, MOST_BYTES, type Answer, type AnswerOf } from "./oracle.ts";
import { withoutNotes, readNotation, recordsOf, tagsOf, wordsOf } from "./notation.ts";
import * as words from "./words.ts";

/** The most games of one text that are offered to choose from. */
const MOST_GAMES = 1_000;

/** Several games, each as a record of its own. */
export interface Games {
  records: readonly string[];
  /** Whether the text holds more games than `records`. */
  isCut: boolean;
}

/** Why a text cannot be opened: a message, its line, a rule, a picture of what cannot exist. */
export interface Fault {
  message: string;
  line?: string;
  rule?: string;
  picture?: AnswerOf<"drawn">;
}

export type Opened =
  | { kind: "board"; analysis: Analysis }
  | { kind: "games"; games: Games }
  /** A turn, to be played at the moment shown. */
  | { kind: "turn" }
  /** A board without a side to move, as a text with each of the two sides. */
  | { kind: "side"; texts: { gold: string; silver: string } }
  | { kind: "fault"; fault: Fault };

export async function openText(given: string, edition: string | undefined): Promise<Opened> {
  const text = given.replace(/^\ufeff/, "");
  if (text.length > MOST_BYTES || new Blob([text]).size > MOST_BYTES) {
    return { kind: "fault", fault: { message: `the text has more than ${MOST_BYTES} bytes` } };
  }
  if (!text.trim() || text.includes("\0")) {
    return { kind: "fault", fault: { message: text.trim() ? "this is no text, but other data" : words.NO_TEXT } };
  }
  const recognized = await ask({ kind: "recognize", text });
  if (recognized.kind !== "recognized") {
    return faultOf(recognized, text);
  }
  const { form } = recognized;
  if (form === "turn" && !/^\s*1g\b/.test(text)) {
    return { kind: "turn" };
  }
  if (form === "compact" || form === "diagram" || form === "state") {
    return openPosition(text, edition);
  }
  if (form === "archive" || form === "record" || form === "turn") {
    const written = recognized.text ?? "";
    return openGames(form === "archive" || !isRead(text, written) ? written : text, written, edition);
  }
  return (await sides(text)) ?? openNotes(text, recognized, edition);
}

/** Whether the page reads the turns that the oracle finds: some programs write them otherwise. */
function isRead(text: string, written: string): boolean {
  const linesOf = (of: string) => readNotation(of).lines.map((line) => line.text);
  const turnsOf = (lines: string[]) =>
    lines.filter((line) => /^\d/.test(line)).map((line) => wordsOf(line).join(" "));
  const lines = linesOf(text);
  return lines.every((line) => /^(\d|[a-z][\w-]*:|(takeback|resigns|lost)$)/i.test(line)) &&
    turnsOf(lines).join().toLowerCase() === turnsOf(linesOf(written)).join().toLowerCase();
}

/** Opens a position: the start of its turn, as a record where possible, and the steps since. */
async function openPosition(text: string, edition: string | undefined): Promise<Opened> {
  const position = { any: { text, ...(edition && { edition }) } };
  const answer = await ask({ kind: "apply", position, actions: [] });
  if (answer.kind !== "applied") {
    return faultOf(answer, text);
  }
  const { state } = answer;
  const { side, board, turn, setup, earlier = [] } = state;
  const isNew = setup && side === "gold" && setup.handicap === "none";
  const isPlain = !setup && earlier.length === 0 && turn === 2;
  const begun = { ...state, edition: undefined, steps: undefined, setup: setup && { ...setup, placed: [] } };
  const start = isNew
    ? { tags: "" }
    : isPlain
      ? { tags: `Start: ${side === "gold" ? "g" : "s"} [${[...(board ?? [])].join("")}]\n` }
      : { text: JSON.stringify(begun) };
  const analysis = await Analysis.begin(start, state.edition === CURRENT ? edition : state.edition);
  if (!(analysis instanceof Analysis)) {
    return faultOf(analysis, text);
  }
  analysis.begun = { after: analysis.root, steps: state.steps ?? setup?.placed ?? [] };
  return { kind: "board", analysis };
}

async function openGames(text: string, written: string, edition: string | undefined): Promise<Opened> {
  const analysis = await Analysis.read(text, edition);
  if (analysis instanceof Analysis) {
    return { kind: "board", analysis };
  }
  // A line of a comment may look like a tag; the oracle writes none.
  const [own = [], plain = []] = [text, written].map(recordsOf);
  const all = own.length === plain.length ? own : plain;
  const games = { records: all.slice(0, MOST_GAMES), isCut: all.length > MOST_GAMES };
  return all.length > 1 ? { kind: "games", games } : faultOf(analysis, text);
}

/** Opens a record with comments in braces and variations, as players write them. */
async function openNotes(
  text: string,
  { misread }: AnswerOf<"recognized">,
  edition: string | undefined,
): Promise<Opened> {
  const notation = readNotation(text);
  const plain = withoutNotes(notation);
  const isOther = plain.trim() !== text.trim() && notation.lines.some((line) => /^\d+[gswb]\b/i.test(line.text));
  if (isOther) {
    const read = await ask({ kind: "recognize", text: plain });
    if (read.kind === "recognized" && (read.form === "record" || read.form === "turn")) {
      const opened = await openGames(text, read.text ?? plain, edition);
      if (opened.kind !== "fault") {
        return opened;
      }
    }
  }
  const [first] = misread;
  const fault = first ? { message: first.message, line: lineOf(text, first) } : { message: words.NO_TEXT };
  return { kind: "fault", fault };
}

/** Adds either side to move to a text; `undefined` where that does not make it a position. */
async function sides(text: string): Promise<Opened | undefined> {
  for (const headed of [
    (side: string) => text.replace("{", `{"side":"${side}",`),
    (side: string) => `${side} ${text.trim()}`,
    (side: string) => `${side}\n${text}`,
  ]) {
    const answer = await ask({ kind: "recognize", text: headed("g") });
    if (answer.kind === "recognized" && /^(state|compact|diagram)$/.test(answer.form ?? "")) {
      return { kind: "side", texts: { gold: headed("g"), silver: headed("s") } };
    }
  }
  return undefined;
}

/** The number of characters shown before, and after, the fault in a line. */
const AROUND = 40;

/** The part of a text near the fault, within its line. */
function lineOf(text: string, { line, column }: { line: number; column: number }): string {
  const all = [...(text.split("\n")[line - 1] ?? "").trimEnd()];
  const [from, to] = [Math.max(0, column - 1 - AROUND), column - 1 + AROUND];
  return `${from > 0 ? "…" : ""}${all.slice(from, to).join("")}${all.length > to ? "…" : ""}`;
}

/** Turns an answer that is no board into a fault, with a picture of an impossible position. */
async function faultOf(answer: Answer, text: string): Promise<Opened> {
  const error = answer.kind === "error" ? answer.error : undefined;
  const fault: Fault = { message: error?.message ?? `unexpected answer ${answer.kind}` };
  if (error && "rule" in error) {
    fault.rule = error.rule;
  } else if (error?.kind === "bad_text") {
    fault.line = lineOf(withoutNotes(readNotation(text)), error);
  }
  const start = tagsOf(text).find(([name]) => name.toLowerCase() === "start")?.[1];
  for (const shown of error?.kind === "impossible_position" ? (start ? [start, text] : [text]) : []) {
    const drawn = await ask({ kind: "draw", drawing: "svg", position: { any: { text: shown } } });
    if (drawn.kind === "drawn" && drawn.impossible) {
      fault.picture = drawn;
      break;
    }
  }
  return { kind: "fault", fault };
}
