/** Every English sentence of the page. The names of pieces stand with the board. */
import { pieceName } from "arimaa-oracle/board";

import type { AnswerOf } from "./oracle.ts";

type Standing = AnswerOf<"standing">["standing"];
type State = AnswerOf<"applied">["state"];
type Effect = NonNullable<AnswerOf<"actions">["effects"]>[number];

export const NAME = "Arimaa oracle";
export const VIEWS = "Views";
export const TITLES = {
  board: "Board",
  game: "Game",
  rules: "Rules",
  cases: "Cases",
  engines: "Engines",
  learn: "Learn",
};
export const FAILED = "The rules could not be loaded";

// Board

export const BOARD_HEADING = "Paste a position, try a turn, read why not";
export const BOARD = "Board";
export const LEGAL = "Legal now";
export const POSITION = "Position";
export const END_TURN = "End turn";
export const UNDO = "Undo";
export const REDO = "Redo";
export const UNDO_TURN = "Undo turn";
export const REDO_TURN = "Redo turn";
export const TURN_OR_STEPS = "Turn or steps";
export const PLAY_TURN = "Play turn";
export const PLAY_STEPS = "Play steps";
export const TEXT = "A board, diagram, record, archive row or JSON state";
export const BEFORE = "Before turn, of a record";
export const RULES_OF = "Rules of";
export const SHOW = "Show";
export const LINK = "Link to this moment";

/** What an action does, by the names of the protocol. */
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

export const now = ({ label, edition, outcome }: Standing, state: State) => {
  const end = outcome && `${outcome.winner} has won (${outcome.rule}): ${outcome.message}`;
  const moves = outcome ? "" : `${state.side} moves`;
  return [`Turn ${label}`, moves, stepsTaken(state), end, `rules of ${edition}`]
    .filter(Boolean)
    .join(" · ");
};

const stepsTaken = (state: State) => {
  const done = state.setup ? state.setup.placed : state.steps;
  return done?.length ? `so far ${done.join(" ")}` : "";
};

export const stoodAfter = (labels: readonly string[]) =>
  `It stood after ${labels.join(" and after ")}.`;

export const turns = (count: number) => `${count.toLocaleString("en")} distinct turns from here.`;
export const notCounted = (message: string) => `The turns were not counted: ${message}.`;
export const COUNTING = "Counting the distinct turns from here …";

export const played = (action: string) =>
  action === "end" ? "The turn has ended." : `Played ${action}.`;
export const shown = (form: string | null | undefined) => `Read as ${form ?? "a position"}.`;
export const selected = (letter: string, square: string) =>
  `The ${pieceName(letter)} on ${square} is chosen. Choose a square beside it.`;
export const NOTHING_THERE = "No piece stands there.";
export const NOT_BESIDE = "That square is not beside the chosen piece; the choice is undone.";
export const UNDONE = "One action taken back.";
export const REDONE = "One action played again.";
export const AT_START = "This is where it began.";
export const AT_END = "There is nothing to play again.";
export const EMPTY_TURN = "Type a turn, such as Ed2n Ed3n.";
export const TOO_LONG = "This position is too long for a link; keep its text.";
