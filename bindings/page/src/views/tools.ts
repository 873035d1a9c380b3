/** The tools under the list of turns: buttons, legal actions, the comment on a turn, exports. */
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";

import type { exports } from "../exports.ts";
import { readKept } from "../kept.ts";
import { notesIn } from "../notation.ts";
import { askAside, type State } from "../oracle.ts";
import type { Session } from "../session.ts";
import { button } from "../view.ts";
import * as words from "../words.ts";

/** The module of the dialogs, fetched when a dialog is first opened. */
let fetched: typeof import("./dialogs.ts") | undefined;

export const dialogsOf = (session: Session) => fetched?.dialogs(session);

export function openDialog(session: Session, id: "keys" | "match") {
  session.run(async () => (fetched = await import("./dialogs.ts")));
  session.run(() => document.querySelector<HTMLDialogElement>(`#${id}`)!.showModal());
}

const EDITIONS = ["2008-07-01", "2005-05-28", "2005-05-28+no-draws", "2002"];

/** The function that renders the exports, fetched when their panel is first opened. */
let panel: typeof exports | undefined;

/** The panels that are open. A closed panel is not rendered, so that no step waits for it. */
const open = new Set<"legal" | "exports">();

/** Makes the listener for a panel that is opened or closed. */
const toggling = (session: Session, name: "legal" | "exports") => ({ currentTarget }: Event) => {
  open[(currentTarget as HTMLDetailsElement).open ? "add" : "delete"](name);
  session.run(async () => name === "exports" && (panel ??= (await import("../exports.ts")).exports));
};

export function tools(session: Session, edit: () => unknown, focusTurn: () => unknown) {
  const { shown } = session;
  const tool = (id: string, name: string, task: () => unknown) => button(name, session.on(task), { id });
  return html`<section class="tools">
    <div class="row">
      ${tool("goal", "Goal this turn?", () => session.findGoal())}
      ${tool("edit", "Edit", edit)}
      ${tool("flip", "Flip", () => session.flip())}
      ${tool("step-back", "Step back", () => session.stepBack())}
      ${tool("step-on", "Step on", () => session.stepForward())}
      ${tool("play", "Play …", () => openDialog(session, "match"))}
      ${session.match && !session.now.standing.outcome && !session.at.closing
        ? tool("resign", "Resign", () => session.resign())
        : nothing}
      ${tool("show-keys", words.KEYS, () => openDialog(session, "keys"))}
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
            @change=${({ target }: Event) => session.comment((target as HTMLTextAreaElement).value)}
          ></textarea>
          <div class="row">
            ${tool("promote", "Make main line", () => session.promote(shown))}
            ${tool("remove", "Delete from here", () => {
              // The button disappears with the turn, so the focus moves.
              session.run(focusTurn);
              return session.removeTurn(shown);
            })}
          </div>
        </details>`
      : nothing}
    <details class="exports" @toggle=${toggling(session, "exports")}>
      <summary>Take it elsewhere</summary>
      ${open.has("exports") ? panel?.(session) : nothing}
    </details>
  </section>`;
}

/** Renders the edition of the rules as a menu, by which it can be changed. */
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

/** The state whose turns were counted last, and the text about their number. */
let count: { state: State; said: string } | undefined;

/** The number of distinct turns in words; starts counting where the state is a new one. */
function counted(session: Session) {
  const { state } = session.now;
  if (count?.state !== state) {
    const asked = { state, said: "Counting the distinct turns from here …" };
    const show = (said: string) => session.run(() => (asked.said = said));
    askAside({ kind: "turn_count", position: { state } }, 5_000)
      .then((answer) => show(words.turns(answer)), ({ message }: Error) => show(message));
    count = asked;
  }
  return count.said;
}

/** Renders the legal actions of the chosen piece or square; all where nothing is chosen. */
function legal(session: Session) {
  const { gesture } = session;
  const isOpen = open.has("legal");
  const shown = isOpen ? gesture.legal : [];
  return html`<details @toggle=${toggling(session, "legal")}>
    <summary id="legal-title">Legal now ${gesture.chosen ? `on ${gesture.chosen}` : ""}</summary>
    <p id="count">${isOpen ? counted(session) : nothing}</p>
    <ul id="legal">
      ${shown.map(
        ({ action, effect }) => html`<li>
          ${button(words.legalAction(action, effect), session.on(() => session.play([action])))}
        </li>`,
      )}
    </ul>
  </details>`;
}

/** The key under which the browser keeps that letters are not shortcuts. */
export const NO_LETTERS = "no letters";

/** Whether letters are shortcuts: users of speech input, for example, turn them off. */
export const usesLetters = () => readKept(NO_LETTERS, "localStorage") === undefined;
