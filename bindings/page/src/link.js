// The whole state as the part of an address behind `#`.

const VIEW = "#/board?";

/** The longest text that goes into a link. */
const MOST = 8_000;

/** The link to a moment, and to what was tried there; nothing where the text is too long for one. */
export function linkTo({ text, before, edition, actions, turn, steps }) {
  if (text.length > MOST) {
    return undefined;
  }
  const fields = { p: text, before, edition, do: actions.join(" "), turn, steps };
  return VIEW + new URLSearchParams(Object.entries(fields).filter(([, value]) => value));
}

/** What a link says; nothing where it is none. */
export function readLink(hash) {
  if (!hash.startsWith(VIEW)) {
    return undefined;
  }
  const fields = new URLSearchParams(hash.slice(VIEW.length));
  const field = (name) => fields.get(name) ?? "";
  return {
    text: field("p"),
    before: field("before"),
    edition: field("edition"),
    actions: field("do").split(" ").filter(Boolean),
    turn: field("turn"),
    steps: field("steps"),
  };
}
