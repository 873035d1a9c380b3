/** An editor for positions. The oracle says at once whether a position is possible. */
import { SQUARES, letterAt } from "arimaa-oracle/board";
import { html, nothing, type PropertyValues } from "lit";

import { ask, type Answer, type State } from "../oracle.ts";
import { ruleLink, type Edited } from "../link.ts";
import type { Session } from "../session.ts";
import { button, PageElement } from "../view.ts";
import * as words from "../words.ts";
import { allowDrop, onDrop, trayPiece } from "./tray.ts";

const PIECES = [..."EMHDCRemhdcr"];
const EMPTY = Array<string>(8).fill("........");

class PositionEditor extends PageElement {
  static override properties = {
    edited: { attribute: false },
    tool: { state: true },
    judged: { state: true },
  };

  declare edited: Edited;
  declare session: Session;
  /** Closes the editor, and opens the compact board that is given, if any. */
  declare leave: (text?: string) => unknown;
  /** The letter of the piece that a click places; `.` removes a piece. */
  declare private tool: string;
  /** The standing of the game in the position, or the reason why the position is impossible. */
  declare private judged: Answer | undefined;

  constructor() {
    super();
    this.tool = "E";
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("edited")) {
      void this.#judge();
    }
  }

  async #judge() {
    const { edited } = this;
    const answer = await ask({ kind: "standing", position: { state: { ...edited } as unknown as State } });
    if (edited === this.edited) {
      this.judged = answer;
    }
  }

  #change(changed: Partial<Edited>) {
    this.session.edit({ ...this.edited, ...changed });
  }

  /** Puts pieces onto squares. */
  #put(letters: Record<string, string>) {
    const board = SQUARES.map((rank) =>
      rank.map((square) => letters[square] ?? letterAt(this.edited.board, square)).join(""),
    );
    this.#change({ board });
  }

  #touch(square: string) {
    this.#put({ [square]: letterAt(this.edited.board, square) === this.tool ? "." : this.tool });
  }

  #move({ from, to }: { from: string; to: string }) {
    this.#put({ [from]: ".", [to]: letterAt(this.edited.board, from) });
  }

  protected override render() {
    const { edited: { board, side }, judged } = this;
    const fault = judged?.kind === "error" ? judged.error : undefined;
    const rule = fault && "rule" in fault ? fault.rule : undefined;
    const outcome = judged?.kind === "standing" ? judged.standing.outcome : undefined;
    const done = () => this.leave(`${side === "gold" ? "g" : "s"} [${board.join("")}]`);
    return html`<div class="analysis editing">
      <section class="field" aria-label=${words.EDITOR}>
        <arimaa-board
          id="board"
          interactive
          coordinates
          .position=${board}
          @board-choose=${(event: HTMLElementEventMap["board-choose"]) => this.#touch(event.detail.square)}
          @board-move=${(event: HTMLElementEventMap["board-move"]) => this.#move(event.detail)}
          @board-remove=${({ detail }: HTMLElementEventMap["board-remove"]) => this.#put({ [detail.from]: "." })}
          @dragover=${allowDrop}
          @drop=${onDrop((letter, square) => this.#put({ [square]: letter }))}
        ></arimaa-board>
      </section>
      <section class="side" aria-labelledby="reserve">
        <h2 id="reserve">Pieces to place</h2>
        <div class="pieces">
          ${[...PIECES, "."].map((letter) => trayPiece(letter, letter === this.tool, () => (this.tool = letter)))}
        </div>
        <fieldset class="row">
          <legend>Side to move</legend>
          ${(["gold", "silver"] as const).map(
            (one) => html`<label>
              <input type="radio" name="side" .checked=${one === side} @change=${() => this.#change({ side: one })} />
              ${words.capital(one)}
            </label>`,
          )}
        </fieldset>
        <p id="validity" role="status" class=${fault ? "alert" : "good"}>
          ${fault
            ? html`${words.notOpened(fault.message, Boolean(rule))}
                ${rule ? html`<a href=${ruleLink(rule)}>${rule}</a>` : nothing}`
            : words.valid(outcome)}
        </p>
        <div class="row">
          ${button("Done", done, { look: "strong", isOff: fault !== undefined })}
          ${button("Empty board", () => this.#change({ board: EMPTY }))}
          ${button("Cancel", () => this.leave())}
        </div>
      </section>
    </div>`;
  }
}

customElements.define("position-editor", PositionEditor);
