/** Links to the page, which carry a question or the whole state of a board. */

/** The longest link in characters: mail programs and servers cut longer ones. */
const MOST = 8_000;

/** The longest state that a link is unpacked to, in bytes. */
const MOST_UNPACKED = 4 * 1024 * 1024;

/** A question about a position: a text, and a turn that is tried there. */
export interface BoardLink {
  text: string;
  /** The label of a turn of a record: the board is shown before that turn. */
  before?: string;
  edition?: string;
  /** A turn that is tried as a whole. */
  turn?: string;
  /** Steps that are tried one by one. */
  steps?: string;
}

/** The whole board: a tree of turns, the moment that is looked at, and the turn in progress. */
export interface Saved {
  /** The starting position, in any form; left out where the turns are a record. */
  start?: string;
  /** Tags, turns, comments and variations. */
  turns: string;
  edition?: string;
  /** The turn that is looked at, by its place in the tree; 0 is the start. */
  at: number;
  /** The steps of the turn in progress. */
  steps?: readonly string[];
  /** The step or the turn that was refused last. */
  tried?: { turn?: string; steps?: string };
  flipped?: boolean;
  /** Arrows and rings of the user: `d2d4`, `e5`. */
  drawings?: readonly string[];
  /** The position that is put together in the editor. */
  edited?: Edited;
  match?: Match;
}

/** A game at one board, between two people, or a person and random legal turns. */
export interface Match {
  /** Whether the board is turned to the player to move. */
  flips?: boolean;
  /** The side that plays at random. */
  random?: "gold" | "silver" | undefined;
}

export interface Edited {
  side: "gold" | "silver";
  board: readonly string[];
}

/** The link to a question about a position; `undefined` where it would be too long. */
export function boardLink({ text, before, edition, turn, steps }: BoardLink) {
  const fields = Object.entries({ p: text, before, edition, turn, steps });
  const said = fields.filter((field): field is [string, string] => !!field[1]);
  const link = `#/board?${new URLSearchParams(said)}`;
  return link.length > MOST ? undefined : link;
}

/** The link to a whole board; `undefined` where it would be too long. */
export async function savedLink(saved: Saved): Promise<string | undefined> {
  const stream = new Blob([JSON.stringify(saved)]).stream();
  const packed = await new Response(
    stream.pipeThrough(new CompressionStream("deflate-raw")),
  ).arrayBuffer();
  const bytes = new Uint8Array(packed);
  // Three characters of base64 for each four bytes, and the address around them.
  if (bytes.length > MOST * 0.75) {
    return undefined;
  }
  const base64 = btoa(String.fromCharCode(...bytes));
  const link = `#/board?z=${base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
  return link.length > MOST ? undefined : link;
}

/** Reads the board in a link; `undefined` where the link is damaged. */
export async function readSavedLink(packed: string): Promise<Saved | undefined> {
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    let left = MOST_UNPACKED;
    const limit = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        left -= part.length;
        return left < 0 ? controller.error() : controller.enqueue(part);
      },
    });
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return asSaved(await new Response(stream.pipeThrough(limit)).json());
  } catch {
    return undefined;
  }
}

/** Checks a parsed value; `undefined` where it is no saved board. */
export function asSaved(value: unknown): Saved | undefined {
  const { start = "", turns, edition = "", at, steps = [], tried = {}, drawings = [], edited } = (value ?? {}) as Saved;
  const { turn = "", steps: more = "" } = tried ?? {};
  const { side, board } = edited ?? { side: "gold", board: Array<string>(8).fill("........") };
  const isBoard =
    typeof at === "number" && Array.isArray(steps) && Array.isArray(drawings) && Array.isArray(board) &&
    [start, turns, edition, turn, more, ...steps, ...drawings].every((one) => typeof one === "string") &&
    /^(gold|silver)(,[EMHDCRemhdcr.]{8}){8}$/.test([side, ...board].join());
  return isBoard ? (value as Saved) : undefined;
}

/** Reads a question from the fields of a link; missing fields are empty. */
export function readBoardLink(query: URLSearchParams): Required<BoardLink> {
  const { p: text = "", before = "", edition = "", turn = "", steps = "" } = Object.fromEntries(query);
  return { text, before, edition, turn, steps };
}

export const ruleLink = (id: string) => `#/rules/${encodeURIComponent(id)}`;
export const caseLink = (id: string) => `#/cases/${encodeURIComponent(id)}`;
