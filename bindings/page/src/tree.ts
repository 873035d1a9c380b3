/** A tree of turns, each with its ruling. */
import type { AnswerOf } from "./oracle.ts";
import { asComment, wordsOf, type Line } from "./notation.ts";

export type Refusal = AnswerOf<"refused">["refusal"];
export type Outcome = AnswerOf<"outcome">["outcome"];

/** A turn that was made or tried; the root of the tree is a turn without steps. */
export interface Turn {
  parent: Turn | undefined;
  /** The turns that follow this turn; the first of them continues its line. */
  children: Turn[];
  /** The label, such as `31s`; the root has the label of the turn to be made. */
  label: string;
  /** The steps or placements; in a legal turn also its captures. */
  text: string;
  captures: readonly string[];
  /** The board after the turn; for a refused turn, the board at which it was refused. */
  board: readonly string[];
  /** The reason why the rules forbid the turn; no turn follows a refused turn. */
  refusal: Refusal | undefined;
  comments: string[];
  /** Whether the record takes this turn back. */
  isTakenBack?: boolean;
  /** The line that ends the record after this turn, such as `31s resigns`. */
  closing?: string | undefined;
  /** The lines after this turn that are not judged, such as those after a refused turn. */
  rest?: Line[];
}

/** The turns from the root, without it, to this turn. */
export function path(turn: Turn): Turn[] {
  const turns = [];
  for (let one: Turn | undefined = turn; one?.parent; one = one.parent) {
    turns.unshift(one);
  }
  return turns;
}

/** The line from a turn: the turn itself, then always the first turn that follows. */
export function lineFrom(turn: Turn | undefined): Turn[] {
  const line = [];
  for (let one = turn; one; one = one.children[0]) {
    line.push(one);
  }
  return line;
}

/** All turns of the tree, depth first; the root is the first. */
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

/** The text of the record up to a turn, for a question to the oracle. */
export function recordTo(tags: string, turn: Turn): string {
  return tags + path(turn).map(({ label, text }) => `${label} ${text}\n`).join("");
}

/** The label of the turn that follows a turn, such as `31s` after `31g`. */
export function nextLabel(turn: Turn): string {
  if (!turn.parent) {
    return turn.label;
  }
  const number = Number.parseInt(turn.label, 10);
  return turn.label.endsWith("g") ? `${number}s` : `${number + 1}g`;
}

/** The closing line of a turn in a list; an empty list if there is none, or only a bare label. */
export const closingOf = ({ closing = "" }: Turn) => (wordsOf(closing).length > 0 ? [closing] : []);

/** The closing line of a turn for a variation, where it needs a label. */
const closingLines = (turn: Turn): Line[] =>
  closingOf(turn).map((text) => ({ text: /^\d/.test(text) ? text : `${nextLabel(turn)} ${text}`, comments: [], variations: [] }));

/** Writes a tree: the main line as a record, the rest in comments that other programs skip. */
export function writeTree(tags: string, root: Turn, commentsOf = ({ comments }: Turn) => comments): string {
  /** The lines of a variation: its turns, its closing line, and any lines behind a refused turn. */
  const linesOf = (first: Turn): Line[] =>
    lineFrom(first).flatMap((turn) => [
      {
        text: `${turn.label} ${turn.text}${turn.isTakenBack ? " takeback" : ""}`,
        comments: commentsOf(turn),
        variations: turn === first ? [] : othersOf(turn),
      },
      ...(turn.children.length === 0 ? [...closingLines(turn), ...(turn.rest ?? [])] : []),
    ]);
  /** The alternatives to a turn: variations, and a closing line after which the game goes on. */
  const othersOf = ({ parent }: Turn, isEnd = false): Line[][] => [
    ...parent!.children.slice(1).map(linesOf),
    ...(isEnd ? [] : closingLines(parent!)).map((line) => [line]),
  ];
  const written = (turn: Turn, place: number, all: readonly Turn[]) => {
    const [next, after] = all.slice(place + 1);
    // If turns follow unjudged lines after all, those become a comment; a takeback comes first.
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

/** Writes a line in a record: its comments, the turn, and its variations as comments. */
const plainLine = ({ text, comments, variations }: Line) =>
  [
    ...comments.map(plainComment),
    text && `${text}\n`,
    ...variations.map((one) => `# (${one.map(writeLine).join(" ")})\n`),
  ].join("");

/** Writes a line with its comments and variations as one line of text. */
export function writeLine({ text, comments, variations }: Line): string {
  const others = variations.map((one) => `(${one.map(writeLine).join(" ")})`);
  return [text, ...comments.map(inBraces), ...others].join(" ");
}

/** Writes a comment of a variation in braces, without line breaks or braces inside. */
const inBraces = (comment: string) =>
  `{${comment.replace(/\s+/g, " ").replaceAll("{", "(").replaceAll("}", ")")}}`;
