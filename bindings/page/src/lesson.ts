/** Whether a turn reaches the goal of a lesson. */
import { letterAt } from "arimaa-oracle/board";

import type { AnswerOf } from "./oracle.ts";
import type { Goal } from "./words/learn.ts";

export function reaches(goal: Goal, { turn, captures, standing }: AnswerOf<"accepted">): boolean {
  const { winner, stands = [], captures: wanted = [], moves = [] } = goal;
  const steps = turn.split(" ").filter((token) => !token.endsWith("x"));
  return (
    (!winner || standing.outcome?.winner === winner) &&
    stands.every((piece) => letterAt(standing.board, piece.slice(1)) === piece[0]) &&
    wanted.every((piece) => captures.includes(piece)) &&
    moves.every((kind) => steps.some((step) => step.startsWith(kind)))
  );
}
