/** The sentences of the card: how the game stands at a moment, and why something is refused. */
import { pieceName } from "arimaa-oracle/board";

import type { Applied } from "../analysis.ts";
import type { AnswerOf } from "../oracle.ts";
import type { Legal } from "../explore.ts";
import type { Verdict } from "../verdict.ts";
import { closingOf, type Outcome, type Refusal, type Turn } from "../tree.ts";

/** Capitalises the first letter, except where a text begins with a square. */
export const capital = (word: string) =>
  /^[a-h][1-8]\b/.test(word) ? word : word.charAt(0).toUpperCase() + word.slice(1);
const either = (words: readonly string[]) => words.join(" or ");
const both = (words: readonly string[]) =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join();

/** Names a piece and its square: `the silver rabbit on c3` for `rc3`. */
export const pieceOn = (piece: string) => `the ${pieceName(piece.charAt(0))} on ${piece.slice(1, 3)}`;

/** Says why a piece cannot move, and which friends support it on a trap. */
export const stands = (piece: string, reason: string | undefined, friends: readonly string[]) => {
  const kept = `${capital(pieceOn(piece))} is kept on its trap by ${both(friends.map(pieceOn))}.`;
  return [...(reason ? [`${capital(reason)}.`] : []), ...(friends.length > 0 ? [kept] : [])].join(" ");
};

/** Says why a step or a turn is refused. */
export const refused = (refusal: Refusal, side: string, label: string): string[] => {
  const { at, message, details } = refusal;
  const after = (details?.["after"] as string[] | undefined) ?? [];
  const act = at === "end" ? `end ${label} here` : `play ${at} in ${label}`;
  const since = after.length > 0 ? `, after ${both(after)}` : "";
  if (!message) {
    return ["Refused: there is no turn to take back."];
  }
  return at
    ? [`Refused: ${capital(side)} may not ${act}.`, `${capital(message)}${since}.`]
    : [`Refused: ${message}.`];
};

/** Says what follows from a refusal; empty after the game, and for a wrong label (NOT-5). */
export const followsFrom = ({ rule }: Refusal, isOver: boolean) =>
  isOver || rule === "NOT-5"
    ? ""
    : "A person may try another turn. A program that submits this one loses the game: the record ends with it and code `i` (END-12, NOT-8).";

/** A ruling with everything it rests on, as text to send to somebody. */
export const citation = (
  { sentences, follows, rule }: Verdict,
  { edition, label }: Applied["standing"],
  turn: string,
  address: string,
) =>
  [
    ...sentences,
    ...(follows ? [follows] : []),
    `Turn ${label ?? ""}${turn ? `: ${turn.replace(/^\d+[gs] /, "")}` : ""}`,
    `Rules of ${edition}, specification ${rule!.specification}`,
    `${rule!.id}: ${rule!.text}`,
    `${address}&rule=${rule!.id}&specification=${rule!.specification}`,
  ].join("\n");


/** Says that a text is unreadable, or a position impossible. */
export const notOpened = (message: string, isImpossible: boolean) =>
  `${isImpossible ? "Impossible" : "Not read"}: ${message}.`;

/** Says that a position is possible: decided, or to be played on. */
export const valid = (outcome: Outcome | undefined) =>
  outcome ? `This position is possible. ${decided(outcome)}` : "This position can be played.";

/** A moment of a game, as the card describes it. */
export interface Moment {
  standing: Applied["standing"];
  state: Applied["state"];
  legal: readonly Legal[];
  /** The turn that was made last. */
  turn: Turn;
  /** The step that was taken last in the turn in progress. */
  step?: string | undefined;
  /** The captures of the turn in progress. */
  captures: readonly string[];
}

export const moment = ({ standing, state, legal, turn, step, captures }: Moment): string[] => {
  const { outcome, label } = standing;
  const done = step
    ? `${capital(state.side)} played ${step}.`
    : turn.parent
      ? `${turn.label} ${turn.text} is legal.`
      : "";
  const verb = step ? "was" : "is";
  const taken = (step ? captures : turn.captures).map(
    (piece) => `${capital(pieceOn(piece).replace(" on ", ` ${verb} captured on `))}.`,
  );
  const closing = step ? [] : closingOf(turn).map((line) => `The record ends here: ${line}.`);
  const next = outcome
    ? decided(outcome)
    : step
      ? going(state, legal)
      : closing.length > 0 && isBy(turn.closing!, label!)
        ? `${state.side === "gold" ? "Silver" : "Gold"} has won.`
        : `${capital(state.side)} to move: ${label}.`;
  const back = !step && turn.isTakenBack ? "The record takes this turn back." : "";
  return [done, ...taken, ...closing, next, back].filter(Boolean);
};

/** Whether the player to move wrote a closing line; a line without a label counts as theirs. */
const isBy = (closing: string, label: string) => {
  const written = /^\d+[gswb]/i.exec(closing.trim())?.[0].toLowerCase().replace("w", "g").replace("b", "s");
  return written === undefined || written === label;
};

/** Says how a turn in progress may go on. */
const going = (state: Applied["state"], legal: readonly Legal[]) => {
  const by = (part: string) =>
    legal.filter(({ effect }) => effect?.part === part).map(({ action }) => action);
  const [completions, pulls] = [by("push-completed"), by("pull")];
  if (completions.length > 0) {
    const pushed = state.steps?.at(-1) ?? "";
    return `The push of the ${pieceName(pushed.charAt(0))} must be completed: ${either(completions)}.`;
  }
  const mayEnd = legal.some(({ action }) => action === "end");
  const end = mayEnd
    ? legal.length === 1
      ? "The turn can only end now."
      : "The turn may end."
    : "The turn may not end yet.";
  const pulled = pulls.map((pull) => `${pieceOn(pull)} may be pulled: ${pull}`);
  return [...pulled.map((pull) => `${capital(pull)}.`), end].join(" ");
};

export const decided = ({ winner, rule, message }: NonNullable<Outcome>) => {
  const end = winner === "draw" ? "The game is a draw" : `${capital(winner)} has won`;
  return `${end}: ${message} (${rule}).`;
};

export const goalFound = ({ total, shortest }: AnswerOf<"goal">, side: string) =>
  shortest
    ? `${capital(side)} can reach the goal in this turn: ${shortest} is the shortest of ${total.toLocaleString("en")} turns that do.`
    : `${capital(side)} cannot reach the goal in this turn.`;
