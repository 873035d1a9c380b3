/** What is found out about a position by asking the oracle more than one question. */
import { beside, letterAt, SQUARES } from "arimaa-oracle/board";

import { ask, type AnswerOf, type State } from "./oracle.ts";

type Board = AnswerOf<"standing">["standing"]["board"];
export type Effect = NonNullable<AnswerOf<"actions">["effects"]>[number];

/** A legal action, and what it does. */
export interface Legal {
  action: string;
  effect: Effect | undefined;
}

/** Every legal action of a state. */
export async function legalIn(state: State): Promise<Legal[]> {
  const answer = await ask({ kind: "legal_actions", position: { state }, effects: true });
  if (answer.kind !== "actions") {
    return [];
  }
  return answer.actions.map((action, index) => ({ action, effect: answer.effects?.[index] }));
}

/**
 * The squares of frozen pieces, of both sides.
 *
 * A piece is frozen if a step of it, at the beginning of a turn of its side, is refused as that.
 */
export async function frozenOn(board: Board, { edition }: State): Promise<string[]> {
  const sides = (["gold", "silver"] as const).map(async (side) => {
    const state: State = { side, board, turn: 2, ...(edition && { edition }) };
    const free = new Set((await legalIn(state)).map(({ action }) => action.slice(1, 3)));
    const isOwn = (letter: string) => (letter === letter.toUpperCase()) === (side === "gold");
    const stuck = SQUARES.flat().filter((square) => {
      const letter = letterAt(board, square);
      return letter !== "." && isOwn(letter) && !free.has(square);
    });
    const asked = stuck.map(async (square) => ((await isFrozen(state, square)) ? [square] : []));
    return (await Promise.all(asked)).flat();
  });
  return (await Promise.all(sides)).flat();
}

/** Whether a step from a square is refused because the piece there is frozen. */
async function isFrozen(state: State, square: string): Promise<boolean> {
  const letter = letterAt(state.board ?? [], square);
  const steps = [..."nesw"].filter((way) => beside(square, way)).map((way) => letter + square + way);
  const answers = steps.map((step) =>
    ask({ kind: "apply", position: { state }, actions: [step] }),
  );
  return (await Promise.all(answers)).some(
    (answer) => answer.kind === "refused" && answer.refusal.name === "frozen",
  );
}

/**
 * How a piece pushes the enemy beside it: the first step of each push whose second step goes to
 * the enemy's square.
 */
export async function pushes(state: State, legal: readonly Legal[], second: string, to: string) {
  const begun = legal.filter(
    ({ action, effect }) => effect?.part === "push-begun" && action.slice(1, 3) === to,
  );
  const completed = begun.map(async ({ action }) => {
    const answer = await ask({ kind: "apply", position: { state }, actions: [action, second] });
    return answer.kind === "applied" ? [action] : [];
  });
  return (await Promise.all(completed)).flat();
}

/** The most states that are looked at for one route. */
const MOST_STATES = 80;

/**
 * A shortest legal sequence of steps of the piece on a square to another square, within the turn.
 * Nothing where there is none, or where the search has gone too far.
 */
export async function route(start: State, from: string, to: string): Promise<string[] | undefined> {
  const seen = new Set([from]);
  let frontier = [{ state: start, square: from, steps: [] as string[] }];
  for (let looked = 0; frontier.length > 0; ) {
    const next: typeof frontier = [];
    for (const { state, square, steps } of frontier) {
      looked += 1;
      if (looked > MOST_STATES) {
        return undefined;
      }
      for (const { action } of await legalIn(state)) {
        const reached = action.slice(1, 3) === square && beside(square, action[3] ?? "");
        if (!reached || seen.has(reached)) {
          continue;
        }
        seen.add(reached);
        const done = [...steps, action];
        if (reached === to) {
          return done;
        }
        const answer = await ask({ kind: "apply", position: { state }, actions: [action] });
        const isThere =
          answer.kind === "applied" && letterAt(answer.standing.board, reached) === action[0];
        if (isThere) {
          next.push({ state: answer.state, square: reached, steps: done });
        }
      }
    }
    frontier = next;
  }
  return undefined;
}
