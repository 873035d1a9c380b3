// Every sentence of the page, and the names of pieces and parts.

const KINDS = {
  e: "elephant",
  m: "camel",
  h: "horse",
  d: "dog",
  c: "cat",
  r: "rabbit",
};

/** What an action does, by the names of the protocol. */
const PARTS = {
  plain: "",
  "push-begun": "begins a push",
  "push-completed": "completes the push",
  pull: "completes a pull",
};

export const sideOf = (letter) => (letter === letter.toLowerCase() ? "silver" : "gold");
export const kindOf = (letter) => KINDS[letter.toLowerCase()];
export const pieceName = (letter) => `${sideOf(letter)} ${kindOf(letter)}`;

export const square = (name, letter, isMarked) =>
  `${name}, ${letter === "." ? "empty" : pieceName(letter)}${isMarked ? ", marked" : ""}`;

export const legalAction = (action, effect) => {
  const notes = [PARTS[effect?.part] ?? "", effect?.captured ? `captures ${effect.captured}` : ""];
  const note = notes.filter(Boolean).join(", ");
  return note ? `${action} (${note})` : action;
};

export const now = ({ label, edition, outcome }, { side }, steps) => {
  const end = outcome && `${outcome.winner} has won (${outcome.rule}): ${outcome.message}`;
  const moves = outcome ? "" : `${side} moves`;
  return [`Turn ${label}`, moves, steps, end, `rules of ${edition}`].filter(Boolean).join(" · ");
};

export const stepsTaken = (state) => {
  const done = state.setup ? state.setup.placed : state.steps;
  return done?.length ? `so far ${done.join(" ")}` : "";
};

export const stoodAfter = (labels) => `It stood after ${labels.join(" and after ")}.`;

export const turns = ({ kind, count, error }) =>
  kind === "turn_count"
    ? `${count.toLocaleString("en")} distinct turns from here.`
    : `The turns were not counted: ${error.message}.`;

export const played = (action) => (action === "end" ? "The turn has ended." : `Played ${action}.`);
export const shown = (form) => `Read as ${form ?? "a position"}.`;
export const selected = (letter, name) =>
  `The ${pieceName(letter)} on ${name} is chosen. Choose a square beside it.`;
export const NOTHING_THERE = "No piece stands there.";
export const NOT_BESIDE = "That square is not beside the chosen piece; the choice is undone.";
export const UNDONE = "One action taken back.";
export const REDONE = "One action played again.";
export const AT_START = "This is where it began.";
export const AT_END = "There is nothing to play again.";
export const EMPTY_TURN = "Type a turn, such as Ed2n Ed3n.";
export const TOO_LONG = "This position is too long for a link; keep its text.";
export const FAILED = "The rules could not be loaded";
