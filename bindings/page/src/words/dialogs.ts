/** The sentences of the dialogs of the board. */
export { CLOSE, KEYS, SIDE_NAMES } from "../words.ts";

export const USE_LETTERS = "Letters and ? are keys, too";
export const KEY_LIST: readonly (readonly [string, string])[] = [
  ["← →", "turn back, turn forward (beside the board)"],
  ["p n", "turn back, turn forward (everywhere)"],
  ["Shift ← →", "a step of the turn back, a step on (beside the board)"],
  ["Home End", "first turn, last turn (beside the board)"],
  ["Arrows", "on the board: another square"],
  ["Enter", "on the board: choose the piece, then the square"],
  ["Shift Enter", "on the board: begin an arrow, end it; twice on a square: a ring"],
  ["Escape", "give up the choice"],
  ["e", "end the turn"],
  ["Ctrl Z", "undo a step"],
  ["Ctrl Shift Z", "redo a step"],
  ["f", "flip the board"],
  ["?", "these keys"],
];

export const MATCH = "Play a game at this board";
export const OPPONENT = "Who plays";
export const OPPONENTS = [
  ["", "Two people"],
  ["silver", "Silver plays at random"],
  ["gold", "Gold plays at random"],
] as const;
export const FLIPS = "Turn the board after each turn";
export const BEGIN = "Begin";
