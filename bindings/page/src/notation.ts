/** Games as players write them: tags, turns, comments, and variations in brackets. */
import { beside } from "arimaa-oracle/board";

/** A turn, a takeback or a closing line, and everything written about it. */
export interface Line {
  text: string;
  comments: string[];
  /** Alternative lines, from the position before this turn. */
  variations: Line[][];
}

export interface Notation {
  /** The lines of the tags, unchanged. */
  tags: string;
  /** Comments on the start: those above a line of only `#`, or all where there is no turn. */
  comments: string[];
  lines: Line[];
}

const TAG = /^\s*[A-Za-z][\w-]*\s*:/;
const LABEL = /^\d+[gswb]$/i;

/** The tokens of a game: comments, brackets, line breaks, words. An open `{` ends with its line. */
const TOKEN = /#[^\n]*|\{[^}]*\}|\{[^\n]*|[()\n]|[^\s(){}#]+/g;

/** A `#` comment that holds a variation, so that other programs can read the file, too. */
const HIDDEN = /^\(\s*\d+[gswb]\s+([a-z][a-h][1-8]\w?|resigns|lost)\b.*\)$/i;

/** A comment in braces that would be read as a variation, or as braces, without them. */
const BRACED = /^\{(?<comment>[({].*)\}$/;

/** Puts a comment into braces if it would be read as something else without them. */
export const asComment = (comment: string) =>
  HIDDEN.test(comment) || BRACED.test(comment) ? `{${comment}}` : comment;

/** A comment that holds arrows and rings: `arrows d2d4 e5`. */
const ARROWS = /^arrows(?<shapes>( [a-h][1-8]([a-h][1-8])?)+)$/;

/** The arrows and rings in comments. */
export const arrowsIn = (comments: readonly string[]): string[] =>
  comments.flatMap((one) => ARROWS.exec(one)?.groups?.["shapes"]?.trim().split(" ") ?? []);

/** The comments that people wrote: those without arrows and rings. */
export const notesIn = (comments: readonly string[]) => comments.filter((one) => !ARROWS.test(one));

/** The comments for notes, and for arrows and rings. */
export const commentsOf = (notes: readonly string[], shapes: readonly string[]) =>
  [...notes, ...(shapes.length > 0 ? [`arrows ${shapes.join(" ")}`] : [])];

/** Splits a game into tags, turns and comments. Only the oracle tells whether turns are valid. */
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

/** Splits a text into records: a tag after a line of a game begins the next record. */
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
  /** The stack of the lines of turns around the present one, for nested brackets. */
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
    // Marks such as `!`, `??` and `$1` are no part of a turn.
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

/** The names and values of the tags of a record, in order. */
export function tagsOf(text: string): [string, string][] {
  return [...text.matchAll(/^[ \t]*([A-Za-z][\w-]*):[ \t]*([^\n#]*)/gm)].map(
    ([, name = "", value = ""]) => [name, value.trim()],
  );
}

/** The steps and placements of a written turn, without label and captures. */
export function actionsOf(text: string): string[] {
  return wordsOf(text).filter((word) => !word.endsWith("x"));
}

/** A step as its two squares, such as `d2d3`; an empty list for other actions. */
export function arrowOf(action: string): string[] {
  const to = action.length === 4 && beside(action.slice(1, 3), action.charAt(3));
  return to ? [action.slice(1, 3) + to] : [];
}

export const isLabel = (word: string) => LABEL.test(word);

/** The words of a written turn without its label. */
export function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/).filter((word) => word && !isLabel(word));
}
