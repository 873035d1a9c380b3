/** Games as players write them: tags, turns, comments, and variations in brackets. */
import { beside } from "arimaa-oracle/board";

/** A turn, a takeback or a closing line, and everything written about it. */
export interface Line {
  text: string;
  comments: string[];
  /** Other lines from the position before this turn. */
  variations: Line[][];
}

export interface Notation {
  /** The lines of the tags, as they are. */
  tags: string;
  /** Comments on the start: those beside no turn, and those that a `#` alone parts from the first. */
  comments: string[];
  lines: Line[];
}

const TAG = /^\s*[A-Za-z][\w-]*\s*:/;
const LABEL = /^\d+[gswb]$/i;

/** A comment, a bracket, a line break or a word. A brace without its other ends with its line. */
const TOKEN = /#[^\n]*|\{[^}]*\}|\{[^\n]*|[()\n]|[^\s(){}#]+/g;

/** A comment of a file that holds a variation, so that other programs read the file too. */
const HIDDEN = /^\(\s*\d+[gswb]\s+([a-z][a-h][1-8]\w?|resigns|lost)\b.*\)$/i;

/** A comment that would be read as something else without its braces. */
const BRACED = /^\{(?<comment>[({].*)\}$/;

/** A comment as it is written, so that it is read as one. */
export const asComment = (comment: string) =>
  HIDDEN.test(comment) || BRACED.test(comment) ? `{${comment}}` : comment;

/** A comment that holds arrows and rings: `arrows d2d4 e5`. */
const ARROWS = /^arrows(?<shapes>( [a-h][1-8]([a-h][1-8])?)+)$/;

/** The arrows and rings among comments. */
export const arrowsIn = (comments: readonly string[]): string[] =>
  comments.flatMap((one) => ARROWS.exec(one)?.groups?.["shapes"]?.trim().split(" ") ?? []);

/** What people wrote, among comments. */
export const notesIn = (comments: readonly string[]) => comments.filter((one) => !ARROWS.test(one));

/** Comments of these notes, arrows and rings. */
export const commentsOf = (notes: readonly string[], shapes: readonly string[]) =>
  [...notes, ...(shapes.length > 0 ? [`arrows ${shapes.join(" ")}`] : [])];

/** Reads a game. Whether its turns are turns is the oracle's to say. */
export function readNotation(text: string): Notation {
  let body = 0;
  let tagged = 0;
  for (const line of text.split("\n")) {
    if (TAG.test(line)) {
      tagged = body + line.length + 1;
    } else if (line.trim() && !line.trim().startsWith("#")) {
      break;
    }
    body += line.length + 1;
  }
  return { tags: text.slice(0, tagged), ...readLines(text.slice(tagged)) };
}

/** A game without its comments and variations, as the oracle reads it. */
export function withoutNotes({ tags, lines }: Notation): string {
  return tags + lines.map((line) => `${line.text}\n`).join("");
}

/** The records of a text: a tag after a line of a game begins the next one. */
export function recordsOf(text: string): string[] {
  const records = [""];
  let isInGame = false;
  for (const line of text.split(/(?<=\n)/)) {
    const isTag = TAG.test(line);
    if (isTag && isInGame) {
      records.push("");
    }
    isInGame = !isTag && (isInGame || line.replace(/#.*/, "").trim() !== "");
    records.push(records.pop() + line);
  }
  return records;
}

function readLines(text: string): Pick<Notation, "comments" | "lines"> {
  const main: Line[] = [];
  /** The line of turns that is read, inside of those around it. */
  const around: Line[][] = [];
  let lines = main;
  let open: Line | undefined;
  let pending: string[] = [];
  const comments: string[] = [];
  const begin = (word: string) => {
    open = { text: word, comments: pending, variations: [] };
    pending = [];
    lines.push(open);
  };
  for (const [word] of text.matchAll(TOKEN)) {
    // Signs of praise and blame are no part of a turn.
    const token = /^[#{]/.test(word) ? word : word.replace(/[!?]+$|^\$\d+$/, "");
    if (!token) {
      continue;
    }
    const last = lines.at(-1);
    if (token === "\n") {
      open = undefined;
    } else if (token.startsWith("#")) {
      const written = token.slice(1).trim();
      const comment = BRACED.exec(written)?.groups?.["comment"] ?? written;
      if (HIDDEN.test(written) && last) {
        last.variations.push(...(readLines(`${last.text}\n${written}`).lines[0]?.variations ?? []));
      } else if (comment) {
        (open?.comments ?? pending).push(comment);
      } else if (main.length === 0) {
        comments.push(...pending.splice(0));
      }
    } else if (token.startsWith("{")) {
      const comment = token.slice(1).replace(/\}$/, "").replace(/\s+/g, " ").trim();
      (last?.comments ?? pending).push(...(comment ? [comment] : []));
    } else if (token === "(" && last) {
      around.push(lines);
      lines = [];
      last.variations.push(lines);
      open = undefined;
    } else if (token === ")" && around.length > 0) {
      lines = around.pop()!;
      open = undefined;
    } else if (!open || LABEL.test(token)) {
      begin(token);
    } else {
      open.text += ` ${token}`;
    }
  }
  (main.at(-1)?.comments ?? comments).push(...pending);
  return { comments, lines: main };
}

/** The tags of a record, in order. */
export function tagsOf(text: string): [string, string][] {
  return [...text.matchAll(/^[ \t]*([A-Za-z][\w-]*):[ \t]*([^\n#]*)/gm)].map(
    ([, name = "", value = ""]) => [name, value.trim()],
  );
}

/** The steps and placements of a written turn, without label and captures. */
export function actionsOf(text: string): string[] {
  return wordsOf(text).filter((word) => !word.endsWith("x"));
}

/** A step as the squares that it leads from and to, `d2d3`; nothing for other actions. */
export function arrowOf(action: string): string[] {
  const to = action.length === 4 && beside(action.slice(1, 3), action.charAt(3));
  return to ? [action.slice(1, 3) + to] : [];
}

export const isLabel = (word: string) => LABEL.test(word);

/** The words of a written turn behind its label. */
export function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/).filter((word) => word && !isLabel(word));
}
