/** The list of keys, and the beginning of a game at this board. */
import { html } from "lit";

import { keep } from "../kept.ts";
import type { Session } from "../session.ts";
import * as words from "../words/dialogs.ts";
import { NO_LETTERS, usesLetters } from "./tools.ts";

export function dialogs(session: Session) {
  return html`${keyList()} ${beginning(session)}`;
}

/** Closes the dialog of a button. */
const close = ({ target }: Event) => (target as Element).closest("dialog")!.close();

function keyList() {
  const change = ({ target }: Event) =>
    keep(NO_LETTERS, (target as HTMLInputElement).checked ? undefined : "yes");
  return html`<dialog id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">${words.KEYS}</h2>
    <table>
      ${words.KEY_LIST.map(([key, what]) => html`<tr><th scope="row"><kbd>${key}</kbd></th><td>${what}</td></tr>`)}
    </table>
    <p>
      <label><input type="checkbox" .checked=${usesLetters()} @change=${change} /> ${words.USE_LETTERS}</label>
    </p>
    <button type="button" @click=${close}>${words.CLOSE}</button>
  </dialog>`;
}

/** The players of a game, and how it is played. */
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
      <h2 id="match-title">${words.MATCH}</h2>
      ${(["gold", "silver"] as const).map(
        (side) => html`<p><label>${words.SIDE_NAMES[side]} <input name=${side} autocomplete="off" /></label></p>`,
      )}
      <p>
        <select name="random" aria-label=${words.OPPONENT}>
          ${words.OPPONENTS.map(([side, name]) => html`<option value=${side}>${name}</option>`)}
        </select>
      </p>
      <p><label><input type="checkbox" name="flips" /> ${words.FLIPS}</label></p>
      <div class="row">
        <button class="strong">${words.BEGIN}</button>
        <button type="button" @click=${close}>${words.CLOSE}</button>
      </div>
    </form>
  </dialog>`;
}
