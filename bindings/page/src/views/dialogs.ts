/** The dialogs: the list of keys, and the start of a game at this board. */
import { html } from "lit";

import { keep } from "../kept.ts";
import type { Session } from "../session.ts";
import * as words from "../words.ts";
import { NO_LETTERS, usesLetters } from "./tools.ts";

const KEYS: readonly (readonly [string, string])[] = [
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

const OPPONENTS = [
  ["", "Two people"],
  ["silver", "Silver plays at random"],
  ["gold", "Gold plays at random"],
] as const;

export function dialogs(session: Session) {
  return html`${keyList()} ${beginning(session)}`;
}

/** Closes the dialog that contains the event's target. */
const close = ({ target }: Event) => (target as Element).closest("dialog")!.close();

function keyList() {
  const change = ({ target }: Event) =>
    keep(NO_LETTERS, (target as HTMLInputElement).checked ? undefined : "yes", "localStorage");
  return html`<dialog id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">${words.KEYS}</h2>
    <table>
      ${KEYS.map(([key, what]) => html`<tr><th scope="row"><kbd>${key}</kbd></th><td>${what}</td></tr>`)}
    </table>
    <p>
      <label><input type="checkbox" .checked=${usesLetters()} @change=${change} /> Letters and ? are keys, too</label>
    </p>
    <button type="button" @click=${close}>${words.CLOSE}</button>
  </dialog>`;
}

/** Renders the dialog that starts a game: the players' names, and who plays. */
function beginning(session: Session) {
  const begin = (event: SubmitEvent) => {
    const field = (name: string) => String(new FormData(event.target as HTMLFormElement).get(name) ?? "");
    const random = field("random") as "gold" | "silver" | "";
    const match = { ...(field("flips") && { flips: true }), ...(random && { random }) };
    event.preventDefault();
    close(event);
    session.run(() => session.begin({ gold: field("gold"), silver: field("silver") }, match));
  };
  return html`<dialog id="match" aria-labelledby="match-title">
    <form @submit=${begin}>
      <h2 id="match-title">Play a game at this board</h2>
      ${(["gold", "silver"] as const).map(
        (side) => html`<p><label>${words.capital(side)} <input name=${side} autocomplete="off" pattern="[^#]*" title="Without #" /></label></p>`,
      )}
      <p>
        <select name="random" aria-label="Who plays">
          ${OPPONENTS.map(([side, name]) => html`<option value=${side}>${name}</option>`)}
        </select>
      </p>
      <p><label><input type="checkbox" name="flips" /> Turn the board after each turn</label></p>
      <div class="row">
        <button class="strong">Begin</button>
        <button type="button" @click=${close}>${words.CLOSE}</button>
      </div>
    </form>
  </dialog>`;
}
