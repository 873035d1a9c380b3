/** Names of squares, and boards as eight ranks: the layout of a board, without any rule. */

export const FILES = "abcdefgh";

/** The four traps, which are drawn darker. */
export const TRAPS: readonly string[] = ["c3", "f3", "c6", "f6"];

/** All squares from a8 to h1, rank by rank. */
export const SQUARES: readonly (readonly string[])[] = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) =>
  [...FILES].map((file) => `${file}${rank}`),
);

/** Distances of a square from the left and top edges of the drawn board, in squares, 0 to 7. */
export function place(square: string, isFlipped = false): { x: number; y: number } {
  const x = FILES.indexOf(square.charAt(0));
  const y = 8 - Number(square.charAt(1));
  return isFlipped ? { x: 7 - x, y: 7 - y } : { x, y };
}

/** The square at a distance from the left and the top edge; `undefined` outside of the board. */
export function squareAt(x: number, y: number, isFlipped = false): string | undefined {
  return isFlipped ? SQUARES[7 - y]?.[7 - x] : SQUARES[y]?.[x];
}

/** The direction from a square to an adjacent one; `undefined` for any other. */
export function direction(from: string, to: string): "n" | "s" | "e" | "w" | undefined {
  const [a, b] = [place(from), place(to)];
  return ({ "0,-1": "n", "0,1": "s", "1,0": "e", "-1,0": "w" } as const)[
    `${b.x - a.x},${b.y - a.y}` as "0,1"
  ];
}

/** The square beside another in the direction `n`, `s`, `e` or `w`; `undefined` beyond the edge. */
export function beside(from: string, way: string): string | undefined {
  const { x, y } = place(from);
  const by = { n: [0, -1], s: [0, 1], e: [1, 0], w: [-1, 0] }[way];
  return by && squareAt(x + by[0]!, y + by[1]!);
}

/** The letter of the piece on a square, `.` where it is empty. */
export function letterAt(ranks: readonly string[], square: string): string {
  const { x, y } = place(square);
  return ranks[y]?.[x] ?? ".";
}

/**
 * Reads a compact board (`g [64 letters]`), or ranks joined by line breaks or slashes, as eight
 * ranks; returns `undefined` for any other text, which only the oracle can read.
 */
export function readBoard(text: string): string[] | undefined {
  const compact = /^[^[]*\[(?<squares>[^\]]*)\]\s*$/.exec(text)?.groups?.["squares"];
  const ranks = compact === undefined ? text.trim().split(/[\n/]/) : compact.match(/.{8}/g);
  const isWhole = compact === undefined || compact.length === 64;
  const isBoard = ranks?.length === 8 && ranks.every((rank) => /^[emhdcr. ]{8}$/i.test(rank));
  return isWhole && isBoard ? ranks.map((rank) => rank.replaceAll(" ", ".")) : undefined;
}

/** A list of squares or moves: an array, or an attribute with spaces between them. */
export type Squares = string | readonly string[] | null | undefined;

/** Splits an attribute at its spaces; returns an array as it is. */
export function list(squares: Squares): readonly string[] {
  return typeof squares === "string" ? squares.split(/\s+/).filter(Boolean) : (squares ?? []);
}
