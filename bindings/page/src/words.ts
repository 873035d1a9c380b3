/** Sentences of the board and of every view; those of other views are in `words/`. */
import { pieceName } from "arimaa-oracle/board";

import type { Look } from "./explore.ts";
import type { Answer, AnswerOf } from "./oracle.ts";
import type { Turn } from "./tree.ts";

export * from "./words/verdict.ts";

type Standing = AnswerOf<"standing">["standing"];
type Effect = NonNullable<AnswerOf<"actions">["effects"]>[number];

export const NAME = "Arimaa oracle";
export const FOR_PROGRAMMERS = "For programmers";
export const TITLES = {
  board: "Board",
  rules: "Rules",
  cases: "Cases",
  engines: "Engines",
  learn: "Learn",
};
export const NEW_VERSION = "A new version of this page is ready.";
export const NO_VIEW = "There is no page at this address. This is the board.";
export const THEMES = {
  system: "Theme: that of the system",
  light: "Theme: light",
  dark: "Theme: dark",
};

// Board

export const END_TURN = "End turn";
export const UNDO = "Undo";
export const TURN_OR_STEPS = "Turn or steps";
export const CLOSE = "Close";
export const KEYS = "Keys";
export const NO_BEGINNING = "The record does not begin with 1g: its beginning is missing, or a line `Start:` with the position.";
export const STILL_SHOWN = "The board still shows what was opened before.";
export const EXAMPLE_SHOWN = "The board shows an example instead.";
export const NO_TEXT = "there is no text";
export const ONE_FILE = "Several files were dropped: drop one, or paste what all of them have.";
export const TOO_LONG = "Too long for a link: save the file instead.";
export const COMMENT = "Comment on this turn";
export const WHICH_SIDE = "The text does not say which side moves. Gold or Silver to move?";
export const readRule = (rule: string) => `Rule ${rule}`;
export const capturedFrom = (letters: readonly string[]) =>
  letters.length > 0 ? `Captured: ${letters.map(pieceName).join(", ")}` : "";
/** Says after which step of a turn the board is shown. */
export const afterStep = (count: number, { label, text }: Turn) =>
  `${count === 0 ? "Before the first step" : `After step ${count}`} of ${label} ${text}.`;
/** Says who won a game between two names; empty where nobody won, or a name is missing. */
export const result = ({ gold, silver }: Record<"gold" | "silver", string>, winner?: string, closing = "") => {
  const isGold = winner ? winner === "gold" : /^\d+s/.test(closing);
  const names = isGold ? [gold, silver] : [silver, gold];
  const isWon = (winner && winner !== "draw") || /resigns/.test(closing);
  return isWon && gold && silver ? `${names.join(" wins against ")}.` : "";
};

// Editor

export const EDITOR = "Position editor";
export const place = (letter: string) => `Place the ${pieceName(letter)}`;
export const HOW_TO_SET_UP =
  "Choose a piece and click its squares, or drag it. Drag a placed piece to move it or to change places.";
/** A full set of pieces (BRD-6): the letter of each kind, and its number. */
export const SET: readonly (readonly [string, number])[] = [["E", 1], ["M", 1], ["H", 2], ["D", 2], ["C", 2], ["R", 8]];
export const USUAL_SETUPS = [
  ["Rabbits behind", ["RRRRRRRR", "DHCEMCHD"]],
  ["Rabbits at the edges", ["RRRDDRRR", "RHCMECHR"]],
] as const;

/** The effect of an action in words, by the protocol's name of its part. */
const PARTS: Record<string, string> = {
  plain: "",
  "push-begun": "begins a push",
  "push-completed": "completes the push",
  pull: "completes a pull",
};

export const legalAction = (action: string, effect?: Effect) => {
  const notes = [PARTS[effect?.part ?? ""] ?? "", effect?.captured ? `captures ${effect.captured}` : ""];
  const note = notes.filter(Boolean).join(", ");
  return note ? `${action} (${note})` : action;
};

export const turns = (answer: Answer) =>
  answer.kind === "turn_count"
    ? `${answer.count.toLocaleString("en")} distinct turns from here.`
    : `The turns were not counted: ${message(answer)}.`;

/** The message of an error; for any other answer, its unexpected kind. */
export const message = (answer: Answer) =>
  answer.kind === "error" ? answer.error.message : `unexpected answer ${answer.kind}`;

/** Says that a piece is chosen and, if it cannot move, why. */
export const selected = (letter: string, square: string, { frozen, reasons }: Look) => {
  const piece = `The ${pieceName(letter)} on ${square}`;
  const reason = reasons.get(square);
  return reason
    ? `${piece} is chosen: ${reason}.`
    : `${piece}${frozen.includes(square) ? ", which is frozen," : ""} is chosen. Choose where it shall go.`;
};
/** Says that no way to a square was found and, if the piece cannot move, why. */
export const noRoute = (letter: string, from: string, to: string, reason: string | undefined) =>
  reason
    ? `The ${pieceName(letter)} does not get from ${from} to ${to}: ${reason}.`
    : `No way from ${from} to ${to} was found by legal steps of the ${pieceName(letter)} alone in this turn.`;

export const pushWhere = (letter: string, square: string) =>
  `Choose where the ${pieceName(letter)} on ${square} is pushed.`;

/** Says what another edition changes at this moment. */
export const editionChanged = (
  { edition, outcome }: Standing,
  before: Standing,
  { gained, lost }: { gained: readonly string[]; lost: readonly string[] },
) => {
  const changes = [
    gained.length > 0 && `now legal: ${gained.join(", ")}`,
    lost.length > 0 && `no longer legal: ${lost.join(", ")}`,
    outcome && !before.outcome && `the game is over (${outcome.rule})`,
    before.outcome && !outcome && "the game is not over",
  ].filter(Boolean);
  return `By the rules of ${edition} ${changes.join("; ") || "nothing changes at this moment"}.`;
};

/** Says that a game is judged by rules that came after it. */
export const isDatedBefore = (date: string, edition: string, byDate: string | undefined) =>
  `The game is of ${date}, before the rules of ${edition}: ` +
  (byDate ? `by its date those of ${byDate} apply.` : "the rules of that day are not modelled (EDN-6).");

export const impossible = (squares: readonly string[]) =>
  squares.length > 0
    ? `The position, with ${squares.join(", ")} marked`
    : "The position; the fault is not on a square";

export const severalGames = (count: number, isCut: boolean) =>
  `The text holds ${isCut ? "more than " : ""}${count} games: choose one.`;
export const gameNamed = (tags: readonly (readonly [string, string])[]) =>
  tags.map(([name, value]) => `${name} ${value}`).join(" · ") || "A game without tags";
export const AGREES = "The rules agree with everything that the record says.";
