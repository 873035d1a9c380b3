/** Addresses of the page. They carry the whole state. */

/** The longest text that goes into a link. */
const MOST = 8_000;

/** What is on the board: a text, what was played from there, and what was tried last. */
export interface BoardLink {
  text: string;
  /** The label of the turn of a record before which the board is shown. */
  before?: string;
  edition?: string;
  /** Steps, placements and `end`, played one by one. */
  actions?: readonly string[];
  /** A turn that is tried as a whole. */
  turn?: string;
  /** Steps that are tried one by one. */
  steps?: string;
}

/** A record, and the label of the turn that is looked at. */
export interface GameLink {
  text: string;
  at?: string;
}

/** The link to a moment; nothing where the text is too long for one. */
export function boardLink({ text, before, edition, actions, turn, steps }: BoardLink) {
  return link("board", text, { p: text, before, edition, do: actions?.join(" "), turn, steps });
}

export function gameLink({ text, at }: GameLink) {
  return link("game", text, { r: text, at });
}

export const ruleLink = (id: string) => `#/rules/${encodeURIComponent(id)}`;
export const caseLink = (id: string) => `#/cases/${encodeURIComponent(id)}`;

function link(view: string, text: string, fields: Record<string, string | undefined>) {
  if (text.length > MOST) {
    return undefined;
  }
  const said = Object.entries(fields).filter((field): field is [string, string] => !!field[1]);
  return `#/${view}?${new URLSearchParams(said)}`;
}

/** What a link to the board says. */
export function readBoardLink(query: URLSearchParams): Required<BoardLink> {
  const field = (name: string) => query.get(name) ?? "";
  return {
    text: field("p"),
    before: field("before"),
    edition: field("edition"),
    actions: field("do").split(" ").filter(Boolean),
    turn: field("turn"),
    steps: field("steps"),
  };
}
