/** The tools under the list of turns, and the list of keys. */
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";

import type { exports } from "../exports.ts";
import { readKept } from "../kept.ts";
import { notesIn } from "../notation.ts";
import type { Session } from "../session.ts";
import * as words from "../words.ts";

/** The dialogs, fetched when one is first wanted. */
let fetched: typeof import("./dialogs.ts") | undefined;

export const dialogsOf = (session: Session) => fetched?.dialogs(session);

export function openDialog(session: Session, id: "keys" | "match") {
  session.run(async () => (fetched = await import("./dialogs.ts")));
  session.run(() => document.querySelector<HTMLDialogElement>(`#${id}`)!.showModal());
}

const EDITIONS = ["2008-07-01", "2005-05-28", "2005-05-28+no-draws", "2002"];

/** The content of the panel of exports, fetched when it is first opened. */
let panel: typeof exports | undefined;

export function tools(session: Session, edit: () => unknown, focusTurn: () => unknown) {
  const { shown } = session;
  const button = (id: string, name: string, task: () => unknown) =>
    html`<button id=${id} type="button" @click=${session.on(task)}>${name}</button>`;
  const toggleExports = (event: Event) => {
    session.onPanel("exports")(event);
    session.run(async () => (panel = (await import("../exports.ts")).exports));
  };
  return html`<section class="tools">
    <div class="row">
      ${button("goal", "Goal this turn?", () => session.findGoal())}
      ${button("edit", "Edit", edit)}
      ${button("flip", "Flip", () => session.flip())}
      ${button("step-back", "Step back", () => session.stepBack())}
      ${button("step-on", "Step on", () => session.stepForward())}
      ${button("play", "Play …", () => openDialog(session, "match"))}
      ${session.match && !session.now.standing.outcome && !session.at.closing
        ? button("resign", "Resign", () => session.resign())
        : nothing}
      ${button("show-keys", words.KEYS, () => openDialog(session, "keys"))}
    </div>
    ${legal(session)}
    ${shown.parent
      ? html`<details>
          <summary>${words.COMMENT}</summary>
          <textarea
            id="comment"
            rows="3"
            aria-label=${words.COMMENT}
            .value=${notesIn(shown.comments).join("\n")}
            @change=${(event: Event) => {
              const { value } = event.target as HTMLTextAreaElement;
              session.comment(value);
            }}
          ></textarea>
          <div class="row">
            ${button("promote", "Make main line", () => session.promote(shown))}
            ${button("remove", "Delete from here", () => {
              // The button goes away with the turn.
              session.run(focusTurn);
              return session.remove(shown);
            })}
          </div>
        </details>`
      : nothing}
    <details class="exports" @toggle=${toggleExports}>
      <summary>Take it elsewhere</summary>
      ${session.panels.has("exports") ? panel?.(session) : nothing}
    </details>
  </section>`;
}

/** The edition of the rules, to be changed. */
export function rulesOf(session: Session) {
  const { edition } = session.now.standing;
  const change = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    session.run(() => session.changeEdition(value || byDate!));
  };
  const { date, byDate, later = [] } = session.analysis!.dated ?? {};
  return html`<label>
    Rules of
    <select id="edition" @change=${change}>
      ${EDITIONS.map((name) => html`<option .selected=${live(name === edition)}>${name}</option>`)}
      ${byDate ? html`<option value="" .selected=${live(false)}>by its date</option>` : nothing}
    </select>
    </label>
    ${later.includes(edition?.split("+")[0] ?? "")
      ? html`<strong id="dated" class="alert">${words.isDatedBefore(date!, edition!, byDate)}</strong>`
      : nothing}`;
}

/** The legal actions: of the chosen piece, or on the chosen square of a setup. */
function legal(session: Session) {
  const { gesture, counted } = session;
  const shown = session.panels.has("legal") ? gesture.legal : [];
  return html`<details @toggle=${session.onPanel("legal")}>
    <summary id="legal-title">${words.legalFor(gesture.chosen)}</summary>
    <p id="count">${counted}</p>
    <ul id="legal">
      ${shown.map(
        ({ action, effect }) => html`<li>
          <button type="button" @click=${session.on(() => session.play([action]))}>
            ${words.legalAction(action, effect)}
          </button>
        </li>`,
      )}
    </ul>
  </details>`;
}

/** Under which it is kept that letters are no keys. */
export const NO_LETTERS = "no letters";

/** Whether letters are keys: whoever speaks to the page, or types by accident, turns them off. */
export const usesLetters = () => readKept(NO_LETTERS) === undefined;
