/** Facts about a position that take more than one question to the oracle. */
import { beside, letterAt, sideOf } from "arimaa-oracle/board";

import { ask, type Answer, type AnswerOf, type State } from "./oracle.ts";

export type Effect = NonNullable<AnswerOf<"actions">["effects"]>[number];

/** A legal action and its effect. */
export interface Legal {
  action: string;
  effect: Effect | undefined;
}

/** The legal actions of a state, the frozen pieces, and the reasons why pieces cannot move. */
export interface Look {
  legal: readonly Legal[];
  /** The squares of frozen pieces, of both sides. */
  frozen: readonly string[];
  /** The reason why a piece has no legal step, by the piece's square. */
  reasons: ReadonlyMap<string, string>;
  /** The reason why no step is left, once the turn has all its steps. */
  spent?: string | null | undefined;
}

/** Asks the oracle, in one question, for the legal actions and the frozen pieces of a state. */
export async function lookAt(state: State): Promise<Look> {
  const question = { kind: "legal_actions", position: { state }, effects: true, refusals: true } as const;
  const answer = await ask(question);
  if (answer.kind !== "actions") {
    return { legal: [], frozen: [], reasons: new Map() };
  }
  const spent = answer.refusals?.find(({ name }) => name === "no-steps-left")?.message;
  const refusals = state.setup ? [] : (answer.refusals ?? []);
  const movable = new Set(answer.actions.map((action) => action.slice(1, 3)));
  const refused = refusals.map(({ at }) => at?.slice(1, 3) ?? "");
  const stuck = new Set(refused.filter((square) => !movable.has(square)));
  const whyNot = (square: string) => {
    const all = refusals.filter(({ at }) => at?.slice(1, 3) === square);
    const frozen = all.filter(({ name }) => name === "frozen");
    // The edge of the board is a reason that the user sees anyway.
    const telling = frozen.length > 0 ? frozen : all.filter(({ name }) => name !== "off-board");
    return [...new Set(telling.map(({ message }) => message))].join("; ");
  };
  return {
    legal: legalOf(answer),
    frozen: (answer.frozen ?? []).map((piece) => piece.slice(1)),
    reasons: new Map([...stuck].map((square) => [square, whyNot(square)])),
    spent,
  };
}

/** Whether a square is one of the four traps (BRD-3). */
export const isTrap = (square: string) => /^[cf][36]$/.test(square);

/** Finds out why a piece cannot move, and which friends support it on a trap. */
export async function whyStill(board: readonly string[], look: Look, mover: string, square: string) {
  const piece = letterAt(board, square);
  const side = sideOf(piece);
  const state = { side, board: [...board] } as unknown as State;
  const answer = look.frozen.includes(square)
    ? await ask({ kind: "legal_actions", position: { state }, refusals: true })
    : undefined;
  const refusals = answer?.kind === "actions" ? (answer.refusals ?? []) : [];
  const ice = refusals.find(({ at, name }) => name === "frozen" && at?.slice(1, 3) === square);
  // After the end of a game the card has the reason; enemy pieces need none.
  const isAsked = side === mover && look.legal.length > 0;
  const near = isTrap(square) ? [..."nesw"].flatMap((way) => beside(square, way) ?? []) : [];
  return {
    piece: piece + square,
    reason: ice?.message ?? (isAsked ? look.reasons.get(square) : undefined),
    friends: near
      .map((at) => letterAt(board, at) + at)
      .filter((friend) => !friend.startsWith(".") && sideOf(friend.charAt(0)) === side),
  };
}

/** Whether a push is pending, and has to be completed. */
export const isPushing = ({ legal }: Look) => legal.some(({ effect }) => effect?.part === "push-completed");

/** A state without its history, which is most of a late state, and on which no step depends. */
export function withinTurn({ earlier: _, ...state }: State): State {
  return state;
}

/** The state after legal steps, without its history. */
const after = (state: State, steps: readonly string[]): State => ({
  ...withinTurn(state),
  steps: [...(state.steps ?? []), ...steps],
});

/** The step that completes the push begun by `step`; `undefined` if there is none, or a choice. */
export async function completionAfter(state: State, legal: readonly Legal[], step: string) {
  const isPush = legal.some(({ action, effect }) => action === step && effect?.part === "push-begun");
  const ways = isPush ? await legalIn(after(state, [step])) : [];
  return ways.length === 1 ? ways[0]!.action : undefined;
}

/** Asks for every legal action of a state. */
async function legalIn(state: State): Promise<readonly Legal[]> {
  return legalOf(await ask({ kind: "legal_actions", position: { state }, effects: true }));
}

const legalOf = (answer: Answer): Legal[] =>
  answer.kind === "actions"
    ? answer.actions.map((action, index) => ({ action, effect: answer.effects?.[index] }))
    : [];

/**
 * Finds the pushes of an enemy piece by the piece beside it: the first step of each push whose
 * second step goes to the enemy's square.
 */
export async function pushes(state: State, legal: readonly Legal[], second: string, to: string) {
  const begun = legal.filter(
    ({ action, effect }) => effect?.part === "push-begun" && action.slice(1, 3) === to,
  );
  const completed = begun.map(async ({ action }) => {
    const rest = await legalIn(after(state, [action]));
    return rest.some((legal) => legal.action === second) ? [action] : [];
  });
  return (await Promise.all(completed)).flat();
}

/** The most states that the search for a route asks about. */
const MOST_STATES = 80;

/**
 * Finds a shortest legal sequence of steps of one piece to a square, within the turn. Returns
 * `undefined` where there is none, or after `MOST_STATES` states.
 */
export async function route(start: State, from: string, to: string): Promise<string[] | undefined> {
  const seen = new Set([from]);
  const waiting = [{ square: from, steps: [] as string[] }];
  for (let looked = 0; waiting.length > 0 && looked < MOST_STATES; looked += 1) {
    const { square, steps } = waiting.shift()!;
    for (const { action, effect } of await legalIn(after(start, steps))) {
      const reached = action.slice(1, 3) === square && beside(square, action[3] ?? "");
      if (!reached || seen.has(reached)) {
        continue;
      }
      seen.add(reached);
      const done = [...steps, action];
      if (reached === to) {
        return done;
      }
      if (effect?.captured !== action.charAt(0) + reached) {
        waiting.push({ square: reached, steps: done });
      }
    }
  }
  return undefined;
}
