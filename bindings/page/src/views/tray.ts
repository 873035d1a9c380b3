/** Buttons for pieces to place, each to be chosen or dragged onto the board. */
import type { ArimaaBoard } from "arimaa-oracle/board";
import { html, nothing } from "lit";

import type { Session } from "../session.ts";
import { button } from "../view.ts";
import * as words from "../words.ts";

/** The data type of a dragged piece. */
const PIECE = "application/x-arimaa-piece";

/** Renders a piece of a tray; in a setup, with the number `left` to place. */
export function trayPiece(letter: string, isChosen: boolean, choose: (event: Event) => unknown, left?: number) {
  const name = letter === "." ? "Remove" : words.place(letter);
  return html`<button
    type="button"
    draggable=${letter === "." ? "false" : "true"}
    aria-label=${left === undefined ? name : `${name}, ${left} left`}
    title=${name}
    aria-pressed=${isChosen ? "true" : "false"}
    ?disabled=${left === 0}
    @click=${choose}
    @dragstart=${(event: DragEvent) => event.dataTransfer?.setData(PIECE, letter)}
  >
    ${letter === "." ? "×" : html`<arimaa-piece letter=${letter}></arimaa-piece>`}${left ?? nothing}
  </button>`;
}

export function allowDrop(event: DragEvent) {
  if (event.dataTransfer?.types.includes(PIECE)) {
    event.preventDefault();
  }
}

/** Makes the listener for a board on which a piece of a tray is dropped. */
export const onDrop = (put: (letter: string, square: string) => unknown) => (event: DragEvent) => {
  const letter = event.dataTransfer?.getData(PIECE);
  const square = (event.currentTarget as ArimaaBoard).squareAtPoint(event.clientX, event.clientY);
  if (letter && square) {
    event.preventDefault();
    put(letter, square);
  }
};

/** Renders the pieces to place in a setup, and two usual arrangements. */
export function setupTray(session: Session) {
  const { gesture, canArrange } = session;
  if (!canArrange) {
    return nothing;
  }
  return html`<p class="small">${words.HOW_TO_SET_UP}</p>
    <div class="pieces">
      ${session.reserve.map(([letter, left]) =>
        trayPiece(letter, letter === gesture.piece, session.on(() => (gesture.piece = letter)), left),
      )}
    </div>
    <div class="row">
      ${words.USUAL_SETUPS.map(
        ([name, ranks]) => button(name, session.on(() => session.setUp(ranks))),
      )}
    </div>`;
}
