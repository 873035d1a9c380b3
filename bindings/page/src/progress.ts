/** Progress in Learn, which the browser keeps; goals of lessons; and the cases of the last test. */
import { letterAt } from "arimaa-oracle/board";

import type { Applied } from "./analysis.ts";
import { keep, readKeptFields } from "./kept.ts";
import { actionsOf } from "./notation.ts";
import type { Case } from "./suite.ts";
import type { Turn } from "./tree.ts";
import type { Goal } from "./words/learn.ts";

const KEPT = "learnt";

interface Progress {
  /** The numbers of the lessons whose goal was reached. */
  lessons: readonly number[];
  /** The most right answers, of ten, in any test so far. */
  test?: number;
}

export function readProgress(): Progress {
  const { lessons, test } = readKeptFields(KEPT, "localStorage");
  const isList = Array.isArray(lessons) && lessons.every(Number.isInteger);
  return { lessons: isList ? lessons : [], ...(Number.isInteger(test) && { test: test as number }) };
}

/** Keeps the number of a learnt lesson, or the result of a test if it is the best so far. */
export function keepProgress({ lesson, test = -1 }: { lesson?: number; test?: number }) {
  const known = readProgress();
  const lessons = [...new Set([...known.lessons, ...(lesson ? [lesson] : [])])];
  const best = Math.max(known.test ?? -1, test);
  keep(KEPT, JSON.stringify({ lessons, ...(best >= 0 && { test: best }) }), "localStorage");
}

/** Whether a turn reaches the goal of a lesson. */
export function reaches(goal: Goal, turn: Pick<Turn, "text" | "captures">, standing: Applied["standing"]) {
  const { winner, stands = [], captures: wanted = [], moves = [] } = goal;
  const steps = actionsOf(turn.text);
  return (
    (!winner || standing.outcome?.winner === winner) &&
    stands.every((piece) => letterAt(standing.board, piece.slice(1)) === piece[0]) &&
    wanted.every((piece) => turn.captures.includes(piece)) &&
    moves.every((kind) => steps.some((step) => step.startsWith(kind)))
  );
}

/** Matches the ids of the rules about one turn, which the lessons teach. */
const TAUGHT = /^(STP|FRZ|PSH|PUL|CAP|TRN)-/;

/** Draws five legal and five refused turns in random order; no two of a kind are about one rule. */
export function drawTest(cases: readonly Case[], draw: (count: number) => number): Case[] {
  const asked = cases.filter(
    ({ question, expect, yes, no }) =>
      question.kind === "judge" && "state" in question.position && !question.strict && !question.past_end &&
      question.turn.length > 0 && expect.legal !== undefined && [...yes, ...no].every((rule) => TAUGHT.test(rule)),
  );
  const five = (isLegal: boolean) => {
    const rules = new Set<string>();
    return shuffled(asked.filter(({ expect }) => expect.legal === isLegal), draw).filter(({ yes, no }) => {
      const { size } = rules;
      return size < 5 && rules.add([...yes, ...no][0]!).size > size;
    });
  };
  return shuffled([...five(true), ...five(false)], draw);
}

function shuffled<Item>(items: readonly Item[], draw: (count: number) => number): Item[] {
  const left = [...items];
  return items.map(() => left.splice(draw(left.length), 1)[0]!);
}
