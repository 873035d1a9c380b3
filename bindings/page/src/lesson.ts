/** Whether a turn reaches the goal of a lesson. */
import { letterAt } from "arimaa-oracle/board";

import type { Applied } from "./analysis.ts";
import { actionsOf } from "./notation.ts";
import type { Turn } from "./tree.ts";
import type { Goal } from "./words/learn.ts";

export function reaches(
  goal: Goal,
  { text, captures }: Pick<Turn, "text" | "captures">,
  standing: Applied["standing"],
): boolean {
  const { winner, stands = [], captures: wanted = [], moves = [] } = goal;
  const steps = actionsOf(text);
  return (
    (!winner || standing.outcome?.winner === winner) &&
    stands.every((piece) => letterAt(standing.board, piece.slice(1)) === piece[0]) &&
    wanted.every((piece) => captures.includes(piece)) &&
    moves.every((kind) => steps.some((step) => step.startsWith(kind)))
  );
}
