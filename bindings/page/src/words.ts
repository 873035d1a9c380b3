/** Every English sentence of the page. The names of pieces stand with the board. */
import { pieceName } from "arimaa-oracle/board";

import type { Games } from "./games.ts";
import type { Answer, AnswerOf } from "./oracle.ts";

export * from "./words/views.ts";

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
export const BEFORE = "of a record: before turn";
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
  const end = outcome && decided(outcome);
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

export const turns = (answer: Answer) =>
  answer.kind === "turn_count"
    ? `${answer.count.toLocaleString("en")} distinct turns from here.`
    : `The turns were not counted: ${message(answer)}.`;
export const COUNTING = "Counting the distinct turns from here …";

/** What an answer says that is none. */
export const message = (answer: Answer) =>
  answer.kind === "error" ? answer.error.message : `unexpected answer ${answer.kind}`;

export const played = (actions: readonly string[]) =>
  actions.at(-1) === "end" ? "The turn has ended." : `Played ${actions.join(" ")}.`;
export const shown = (form: string | null | undefined) => `Read as ${form ?? "a position"}.`;
export const selected = (letter: string, square: string, isFrozen = false) =>
  `The ${pieceName(letter)} on ${square}${isFrozen ? ", which is frozen," : ""} is chosen. ` +
  "Choose where it shall go.";
export const placing = (square: string) => `${square} is chosen. Choose a piece to place there.`;
export const NOTHING_THERE = "No piece stands there.";
export const noRoute = (letter: string, from: string, to: string) =>
  `No legal steps of the ${pieceName(letter)} lead from ${from} to ${to} in this turn.`;

export const gone = (by: -1 | 1, isTurn: boolean, isThere: boolean) => {
  if (!isThere) {
    return by < 0 ? "This is where it began." : "There is nothing to play again.";
  }
  return `One ${isTurn ? "turn" : "action"} ${by < 0 ? "taken back" : "played again"}.`;
};

/** Which push or pull is open, and how it goes on. */
export const open = (
  legal: readonly { action: string; effect: Effect | undefined }[],
  actions: readonly string[],
) => {
  const by = (part: string) =>
    legal.filter(({ effect }) => effect?.part === part).map(({ action }) => action);
  const [completions, pulls] = [by("push-completed"), by("pull")];
  if (completions.length > 0) {
    return `A push is open: ${actions.at(-1)} moved an enemy piece, and a stronger piece has to take its place now: ${completions.join(" or ")}.`;
  }
  return pulls.length > 0
    ? `A pull is open: after ${actions.at(-1)} a weaker enemy piece may be drawn along: ${pulls.join(" or ")}.`
    : "";
};

export const legalFor = (chosen: string | undefined) =>
  chosen ? `Legal now on ${chosen}` : "Legal now";

/** What another edition changes at this moment. */
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

export const impossible = (squares: readonly string[]) =>
  squares.length > 0
    ? `The position, with ${squares.join(", ")} marked`
    : "The position; the fault is not on a square";

export const EXPORT = "Take it elsewhere";
export const SAVE_SVG = "Picture (SVG)";
export const SAVE_HERE = "Record up to here";
export const SAVE_PNG = "Picture (PNG)";
export const COMPACT = "Compact board";
export const DIAGRAM = "Diagram";
export const STATE = "State";
export const COMMAND = "Command";
export const QUESTION = "Question of the protocol";

export const EMPTY_TURN = "Type a turn, such as Ed2n Ed3n.";
export const TOO_LONG = "This position is too long for a link; keep its text.";

export const severalGames = ({ records: { length }, isCut }: Games) =>
  `The text holds ${isCut ? "more than " : ""}${length} games: choose one.`;
export const gameNamed = (tags: readonly (readonly [string, string])[]) =>
  tags.map(([name, value]) => `${name} ${value}`).join(" · ") || "A game without tags";

// Game

type Turn = AnswerOf<"replayed">["turns"][number];

export const GAME_HEADING = "Go through a game, turn by turn";
export const TURNS = "Turns";
export const RECORD = "Record";
export const RECORD_TEXT = "A record or a row of an archive";
export const JUDGE = "Judge";
export const SAVE_RECORD = "Save record";
export const FIRST = "First";
export const BACK = "Back";
export const FORWARD = "Forward";
export const LAST = "Last";
export const AGREES = "The rules agree with everything that the record says.";
export const isNoRecord = (form: string) => `This is no record of a game: it was read as ${form}.`;
export const judgedBy = (edition: string) => `judged by the rules of ${edition}`;

export const lineOf = ({ turn, takeback, refusal }: Turn) =>
  [takeback ? "takeback" : turn, refusal && (refusal.rule ?? "nothing to take back")]
    .filter(Boolean)
    .join(" · ");

export const lineShown = (turn: Turn | undefined, at: number, total: number) => {
  if (!turn) {
    return "The beginning of the game.";
  }
  const captured = turn.captures?.length ? `captures ${turn.captures.join(", ")}` : "";
  const what = turn.takeback ? "the last turn is taken back" : turn.turn;
  const ruling = turn.refusal ? "refused" : turn.takeback ? "" : "legal";
  const said = [ruling, captured].filter(Boolean).join(", ");
  return `${at} of ${total}: ${turn.label} ${what}${said ? ` (${said})` : ""}`;
};

export const decided = ({ winner, rule, message }: NonNullable<Standing["outcome"]>) =>
  winner === "draw" ? `A draw (${rule}): ${message}` : `${winner} has won (${rule}): ${message}`;
export const tryOnBoard = ({ takeback }: Turn) =>
  takeback ? "Go on from here on the board" : "Try this turn, or another one, on the board";
