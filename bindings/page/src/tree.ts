/** A tree of turns, each with its ruling. */
import type { AnswerOf } from "./oracle.ts";
import { actionsOf, isHidden, type Line } from "./notation.ts";

export type Refusal = AnswerOf<"refused">["refusal"];
export type Outcome = AnswerOf<"outcome">["outcome"];

/** A turn that was made or tried; the start of the tree is one without steps. */
export interface Turn {
  parent: Turn | undefined;
  /** The turns that follow; the first of them goes on with the same line. */
  children: Turn[];
  /** `31s`; of the start, the label of the turn to be made. */
  label: string;
  /** Steps and placements, with every capture where it is legal. */
  text: string;
  captures: readonly string[];
  /** The board afterwards; of a refused turn, where it was refused. */
  board: readonly string[];
  /** Why the rules forbid it; such a turn is followed by none. */
  refusal: Refusal | undefined;
  comments: string[];
  /** Whether the record takes it back. */
  isTakenBack?: boolean;
  /** A line that ends the record after it: `31s resigns`. */
  closing?: string;
  /** The lines after a refused turn, which are not judged. */
  rest?: Line[];
}

/** The turns from the start, without it, to a turn. */
export function path(turn: Turn): Turn[] {
  const turns = [];
  for (let one: Turn | undefined = turn; one?.parent; one = one.parent) {
    turns.unshift(one);
  }
  return turns;
}

/** The line that begins with a turn: it, and always the first that follows. */
export function lineFrom(turn: Turn | undefined): Turn[] {
  const line = [];
  for (let one = turn; one; one = one.children[0]) {
    line.push(one);
  }
  return line;
}

/** All turns in a fixed order; the start is the first. */
export function inOrder(root: Turn): Turn[] {
  const all = [];
  const waiting = [root];
  while (waiting.length > 0) {
    const turn = waiting.pop()!;
    all.push(turn);
    for (let place = turn.children.length - 1; place >= 0; place -= 1) {
      waiting.push(turn.children[place]!);
    }
  }
  return all;
}

/** The child with the same label that makes the same steps, if there is one. */
export function sameAs(parent: Turn, label: string, text: string): Turn | undefined {
  const steps = actionsOf(text).join(" ");
  return parent.children.find(
    (child) => child.label === label && actionsOf(child.text).join(" ") === steps,
  );
}

/** The record up to a turn, for the oracle. */
export function recordTo(tags: string, turn: Turn): string {
  return tags + path(turn).map(({ label, text }) => `${label} ${text}\n`).join("");
}

/** A tree as text: its line as a record, and the rest in comments, which other programs skip. */
export function writeTree(tags: string, root: Turn): string {
  const comment = (text: string) =>
    text.split("\n").map((line) => `# ${isHidden(line) ? `{${line}}` : line}\n`).join("");
  const line = ({ text, comments, variations }: Line) =>
    [
      ...comments.map(comment),
      `${text}\n`,
      ...variations.map((one) => `# (${one.map(writeLine).join(" ")})\n`),
    ].join("");
  const written = (turn: Turn, place: number, all: readonly Turn[]) => {
    const parent = turn.parent!;
    const others = parent.children[0] === turn ? parent.children.slice(1) : [];
    const follows = all[place + 1] === undefined ? (turn.rest ?? []) : [];
    return [
      ...turn.comments.map(comment),
      `${turn.label} ${turn.text}\n`,
      ...others.map((other) => `# (${writeInline(other)})\n`),
      ...(turn.closing ? [`${turn.closing}\n`] : []),
      ...follows.map(line),
    ].join("");
  };
  return tags + lineFrom(root.children[0]).map(written).join("");
}

/** A line that was not judged, with everything written about it, in one line. */
export function writeLine({ text, comments, variations }: Line): string {
  const others = variations.map((one) => `(${one.map(writeLine).join(" ")})`);
  return [text, ...comments.map(inBraces), ...others].join(" ");
}

/** A comment inside a variation. */
const inBraces = (comment: string) =>
  `{${comment.replace(/\s+/g, " ").replaceAll("{", "(").replaceAll("}", ")")}}`;

/** A variation in one line. */
function writeInline(first: Turn): string {
  const written = (turn: Turn) => {
    const others = turn === first ? [] : turn.parent!.children.slice(1);
    return [
      `${turn.label} ${turn.text}${turn.isTakenBack ? " takeback" : ""}`,
      ...turn.comments.map(inBraces),
      ...others.map((other) => `(${writeInline(other)})`),
      ...(turn.children.length === 0 ? (turn.rest ?? []) : []).map(writeLine),
    ].join(" ");
  };
  return lineFrom(first).map(written).join(" ");
}
