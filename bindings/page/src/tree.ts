/** A tree of turns, each with its ruling. */
import type { AnswerOf } from "./oracle.ts";
import { asComment, wordsOf, type Line } from "./notation.ts";

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
  closing?: string | undefined;
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

/** The record up to a turn, for the oracle. */
export function recordTo(tags: string, turn: Turn): string {
  return tags + path(turn).map(({ label, text }) => `${label} ${text}\n`).join("");
}

/** The label of the turn that would follow. */
export function nextLabel(turn: Turn): string {
  if (!turn.parent) {
    return turn.label;
  }
  const number = Number.parseInt(turn.label, 10);
  return turn.label.endsWith("g") ? `${number}s` : `${number + 1}g`;
}

/** How a record says that the game ended after a turn, unless by a bare label. */
export const closingOf = ({ closing = "" }: Turn) => (wordsOf(closing).length > 0 ? [closing] : []);

/** The same in a variation, with a label. */
const closingLines = (turn: Turn): Line[] =>
  closingOf(turn).map((text) => ({ text: /^\d/.test(text) ? text : `${nextLabel(turn)} ${text}`, comments: [], variations: [] }));

/** A tree as text: its line as a record, and the rest in comments, which other programs skip. */
export function writeTree(tags: string, root: Turn, commentsOf = ({ comments }: Turn) => comments): string {
  /** A variation as lines: its turns, its end, and what stands behind a refused one. */
  const linesOf = (first: Turn): Line[] =>
    lineFrom(first).flatMap((turn) => [
      {
        text: `${turn.label} ${turn.text}${turn.isTakenBack ? " takeback" : ""}`,
        comments: commentsOf(turn),
        variations: turn === first ? [] : othersOf(turn),
      },
      ...(turn.children.length === 0 ? [...closingLines(turn), ...(turn.rest ?? [])] : []),
    ]);
  /** The lines beside a turn: other turns, and an end after which the game goes on. */
  const othersOf = ({ parent }: Turn, isEnd = false): Line[][] => [
    ...parent!.children.slice(1).map(linesOf),
    ...(isEnd ? [] : closingLines(parent!)).map((line) => [line]),
  ];
  const written = (turn: Turn, place: number, all: readonly Turn[]) => {
    const [next, after] = all.slice(place + 1);
    // Where the game goes on after all, that is a comment; a takeback stands before it.
    const isEnd = !next || (next.isTakenBack && !after);
    const comments = [...commentsOf(turn), ...(isEnd ? [] : (turn.rest ?? []).map(writeLine))];
    const isParted = !turn.parent && comments.length > 0 && (next || turn.rest);
    const line = plainLine({
      text: turn.parent ? `${turn.label} ${turn.text}` : isParted ? "#" : "",
      comments,
      variations: turn.parent ? othersOf(turn, turn.isTakenBack && !next) : [],
    });
    const { closing, rest = [] } = turn.isTakenBack ? turn.parent! : turn;
    const takeback = turn.isTakenBack ? `${nextLabel(turn)} takeback\n` : "";
    return next ? line : [line, takeback, closing ? `${closing}\n` : "", ...rest.map(plainLine)].join("");
  };
  return tags + lineFrom(root).map(written).join("");
}

const plainComment = (text: string) =>
  text.split("\n").map((line) => `# ${asComment(line.trim())}\n`).join("");

/** A line as a record has it. */
const plainLine = ({ text, comments, variations }: Line) =>
  [
    ...comments.map(plainComment),
    text && `${text}\n`,
    ...variations.map((one) => `# (${one.map(writeLine).join(" ")})\n`),
  ].join("");

/** A line with everything written about it, in one line. */
export function writeLine({ text, comments, variations }: Line): string {
  const others = variations.map((one) => `(${one.map(writeLine).join(" ")})`);
  return [text, ...comments.map(inBraces), ...others].join(" ");
}

/** A comment inside a variation. */
const inBraces = (comment: string) =>
  `{${comment.replace(/\s+/g, " ").replaceAll("{", "(").replaceAll("}", ")")}}`;
