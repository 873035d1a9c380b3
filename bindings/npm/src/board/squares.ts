/** Squares by their names, and boards as eight ranks. How a board is laid out, and no rule of it. */

export const FILES = "abcdefgh";

/** The four traps, which are drawn darker. */
export const TRAPS: readonly string[] = ["c3", "f3", "c6", "f6"];

/** All squares from a8 to h1, rank by rank. */
export const SQUARES: readonly (readonly string[])[] = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) =>
  [...FILES].map((file) => `${file}${rank}`),
);

/** How far a square lies from the left edge and from the top edge, in squares. */
export function place(square: string, isFlipped = false): { x: number; y: number } {
  const x = FILES.indexOf(square.charAt(0));
  const y = 8 - Number(square.charAt(1));
  return isFlipped ? { x: 7 - x, y: 7 - y } : { x, y };
}

/** The square at a place; nothing outside of the board. */
export function squareAt(x: number, y: number, isFlipped = false): string | undefined {
  return isFlipped ? SQUARES[7 - y]?.[7 - x] : SQUARES[y]?.[x];
}

/** The letter of the direction from a square to one beside it. */
export function direction(from: string, to: string): "n" | "s" | "e" | "w" | undefined {
  const [a, b] = [place(from), place(to)];
  return ({ "0,-1": "n", "0,1": "s", "1,0": "e", "-1,0": "w" } as const)[
    `${b.x - a.x},${b.y - a.y}` as "0,1"
  ];
}

/** The square beside another; nothing beyond the edge. */
export function beside(from: string, way: string): string | undefined {
  const { x, y } = place(from);
  const by = { n: [0, -1], s: [0, 1], e: [1, 0], w: [-1, 0] }[way];
  return by && squareAt(x + by[0]!, y + by[1]!);
}

/** The letter on a square, `.` where it is empty. */
export function letterAt(ranks: readonly string[], square: string): string {
  const { x, y } = place(square);
  return ranks[y]?.[x] ?? ".";
}

/**
 * The eight ranks in a compact board (`g [64 letters]`), or in ranks joined by line breaks or
 * slashes; nothing where the text is neither. Other texts are read by the oracle.
 */
export function readBoard(text: string): string[] | undefined {
  const compact = /^[^[]*\[(?<squares>[^\]]*)\]\s*$/.exec(text)?.groups?.["squares"];
  const ranks = compact === undefined ? text.trim().split(/[\n/]/) : compact.match(/.{8}/g);
  const isWhole = compact === undefined || compact.length === 64;
  const isBoard = ranks?.length === 8 && ranks.every((rank) => /^[emhdcr. ]{8}$/i.test(rank));
  return isWhole && isBoard ? ranks.map((rank) => rank.replaceAll(" ", ".")) : undefined;
}

/** Squares, as an attribute with spaces between them or as an array; none without a value. */
export type Squares = string | readonly string[] | null | undefined;

/** The parts of an attribute, or an array as it is. */
export function list(squares: Squares): readonly string[] {
  return typeof squares === "string" ? squares.split(/\s+/).filter(Boolean) : (squares ?? []);
}
