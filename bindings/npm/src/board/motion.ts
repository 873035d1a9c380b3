import { letterAt, place, SQUARES, TRAPS } from "./squares.js";

/** The most pieces that are animated at once: a larger change is no turn, but another position. */
const MOST = 4;

/** The duration of the animation of a moved piece, in milliseconds. */
const GLIDE_MS = 150;

/** A piece that left the board. `square` is the trap beside its last square, or that square. */
export interface Gone {
  square: string;
  letter: string;
}

/** Finds the pieces that moved between two boards, and those that left; none if too many did. */
export function changes(before: readonly string[], after: readonly string[]) {
  const differing = SQUARES.flat().filter((one) => letterAt(before, one) !== letterAt(after, one));
  const left = differing.filter((square) => letterAt(before, square) !== ".");
  const came = differing.filter((square) => letterAt(after, square) !== ".");
  const moved = came.flatMap((to) => {
    const letter = letterAt(after, to);
    const near = left
      .filter((square) => letterAt(before, square) === letter)
      .sort((one, other) => distance(one, to) - distance(other, to));
    const from = near[0];
    if (!from) {
      return [];
    }
    left.splice(left.indexOf(from), 1);
    return [{ from, to }];
  });
  const isTurn = came.length === moved.length && Math.max(moved.length, left.length) <= MOST;
  const gone: Gone[] = left.map((from) => ({
    square: TRAPS.find((trap) => distance(from, trap) === 1) ?? from,
    letter: letterAt(before, from),
  }));
  return isTurn ? { moved, gone } : { moved: [], gone: [] };
}

function distance(one: string, other: string): number {
  const [a, b] = [place(one), place(other)];
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

/** Animates a drawn piece from one square to another. */
export function glide(piece: Element, from: string, to: string, isFlipped: boolean): void {
  const at = (square: string) => {
    const { x, y } = place(square, isFlipped);
    return { transform: `translate(${100 * x}px, ${100 * y}px)` };
  };
  piece.animate([at(from), at(to)], { duration: GLIDE_MS, easing: "ease-out" });
}

export const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
