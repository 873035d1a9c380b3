import { TRAPS } from "./squares.js";

/** Names of pieces and squares, as a screen reader says them. */

const KINDS: Record<string, string> = {
  e: "elephant",
  m: "camel",
  h: "horse",
  d: "dog",
  c: "cat",
  r: "rabbit",
};

export type Side = "gold" | "silver";

export const sideOf = (letter: string): Side =>
  letter === letter.toLowerCase() ? "silver" : "gold";

export const kindOf = (letter: string): string => KINDS[letter.toLowerCase()] ?? letter;

/** The name of a piece by its letter, such as `gold elephant`. */
export const pieceName = (letter: string): string => `${sideOf(letter)} ${kindOf(letter)}`;

/** The name of a square and of what is there: `c3, trap, gold cat, frozen`. */
export const squareName = (square: string, letter: string, notes: readonly string[]): string => {
  const trap = TRAPS.includes(square) ? ["trap"] : [];
  return [square, ...trap, letter === "." ? "empty" : pieceName(letter), ...notes].join(", ");
};

export const FROZEN = "frozen";
export const MARKED = "marked";
export const BOARD = "Board";
export const UNREADABLE = "This board cannot be read";

/** A board in one sentence: `Board: gold cat c4; silver dog d4`. */
export const boardName = (pieces: readonly (readonly [string, string])[]): string =>
  pieces.length === 0
    ? BOARD
    : `${BOARD}: ${pieces.map(([letter, square]) => `${pieceName(letter)} ${square}`).join("; ")}`;
