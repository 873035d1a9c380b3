import { html, LitElement, nothing, svg, type PropertyValues } from "lit";

import { Pointer } from "./pointer.js";
import { picture } from "./picture.js";
import { FILES, letterAt, list, place, readBoard, squareAt, SQUARES, type Squares } from "./squares.js";
import { style } from "./style.js";
import * as words from "./words.js";

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-7, 0],
  End: [7, 0],
};

/**
 * A board of Arimaa: a picture, or with `interactive` a grid of squares to choose from.
 *
 * It draws what it is given and knows no rule.
 *
 * @fires board-choose - a square was chosen by a click or a key: `{ square }`
 * @fires board-move - a piece was dragged, or an arrow clicked: `{ from, to }`
 * @fires board-leave - the choice was given up by Escape
 * @fires board-point - the pointer or the focus went to a square, or left the board: `{ square }`
 */
export class ArimaaBoard extends LitElement {
  static override styles = style;
  static override properties = {
    position: {},
    label: {},
    interactive: { type: Boolean, reflect: true },
    coordinates: { type: Boolean },
    flipped: { type: Boolean },
    marks: {},
    frozen: {},
    targets: {},
    moves: {},
    arrows: {},
    selected: {},
  };

  /** A compact board, eight ranks with line breaks or slashes between them, or eight ranks. */
  declare position: Squares;
  /** What the board is called; by default its pieces are named. */
  declare label: string | undefined;
  /** Whether squares can be chosen. */
  declare interactive: boolean;
  /** Whether the names of files and ranks are written at the edge. */
  declare coordinates: boolean;
  /** Whether it is seen from Silver's side. */
  declare flipped: boolean;
  /** The squares of a refusal. */
  declare marks: Squares;
  /** The squares whose pieces are frozen. */
  declare frozen: Squares;
  /** The squares that the chosen piece may go to. */
  declare targets: Squares;
  /** The moves that are offered by arrows at a piece under the pointer: `d2d3`. */
  declare moves: Squares;
  /** Arrows from square to square: `d2d4`. */
  declare arrows: Squares;
  /** The chosen square. */
  declare selected: string | undefined;

  #focused = "a1";
  readonly #pointer = new Pointer(this);

  constructor() {
    super();
    this.position = "";
    this.interactive = false;
    this.coordinates = false;
    this.flipped = false;
    this.marks = this.frozen = this.targets = this.moves = this.arrows = "";
  }

  /** The eight ranks that are drawn; nothing where the position cannot be read. */
  get ranks(): readonly string[] | undefined {
    return readBoard(typeof this.position === "string" ? this.position : this.position.join("\n"));
  }

  /** Puts the focus on a square. */
  focusSquare(square: string): void {
    this.#focused = square;
    for (const cell of this.renderRoot.querySelectorAll<HTMLElement>("[role=gridcell]")) {
      cell.tabIndex = cell.dataset["square"] === square ? 0 : -1;
      if (cell.tabIndex === 0) {
        cell.focus();
      }
    }
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("position")) {
      this.#pointer.reset();
    }
  }

  protected override render() {
    const { ranks } = this;
    if (!ranks) {
      return this.position.length === 0
        ? nothing
        : html`<p class="unreadable" role="img">${words.UNREADABLE}</p>`;
    }
    const isFlipped = this.flipped;
    const drawn = svg`${picture({
      ranks,
      isFlipped,
      marks: list(this.marks),
      frozen: list(this.frozen),
      targets: list(this.targets),
      arrows: list(this.arrows),
      selected: this.selected,
      ...this.#pointer.drawn,
    })}`;
    const label = this.label ?? words.boardName(this.#pieces(ranks));
    const board = this.interactive
      ? html`<svg class="picture" viewBox="0 0 800 800" aria-hidden="true">${drawn}</svg>
          ${this.#grid(ranks)}`
      : html`<svg class="picture" viewBox="0 0 800 800" role="img" aria-label=${label}>${drawn}</svg>`;
    if (!this.coordinates) {
      return html`<div class="frame"><div class="board">${board}</div></div>`;
    }
    const inOrder = (names: string[]) => (isFlipped ? names.reverse() : names);
    const files = inOrder([...FILES]).map((name) => html`<span>${name}</span>`);
    const numbers = inOrder([..."87654321"]).map((name) => html`<span>${name}</span>`);
    return html`<div class="frame named">
      <div class="ranks" aria-hidden="true">${numbers}</div>
      <div class="board">${board}</div>
      <div class="files" aria-hidden="true">${files}</div>
    </div>`;
  }

  #grid(ranks: readonly string[]) {
    const rows = this.flipped ? SQUARES.map((row) => [...row].reverse()).reverse() : SQUARES;
    const pointer = this.#pointer;
    return html`<div
      role="grid"
      aria-label=${this.label ?? words.BOARD}
      @keydown=${this.#onKey}
      @click=${pointer.onClick}
      @pointerdown=${pointer.onDown}
      @pointermove=${pointer.onMove}
      @pointerup=${pointer.onUp}
      @pointercancel=${pointer.onCancel}
      @pointerleave=${pointer.onLeave}
      @focusin=${this.#onFocus}
    >${rows.map(
      (row) => html`<div role="row">${row.map((square) => this.#cell(ranks, square))}</div>`,
    )}</div>`;
  }

  #cell(ranks: readonly string[], square: string) {
    const notes = [
      list(this.frozen).includes(square) ? words.FROZEN : "",
      list(this.marks).includes(square) ? words.MARKED : "",
    ].filter(Boolean);
    return html`<div
      role="gridcell"
      class=${letterAt(ranks, square) === "." ? nothing : "taken"}
      data-square=${square}
      aria-label=${words.squareName(square, letterAt(ranks, square), notes)}
      aria-selected=${square === this.selected ? "true" : "false"}
      tabindex=${square === this.#focused ? 0 : -1}
    ></div>`;
  }

  #pieces(ranks: readonly string[]) {
    const squares = SQUARES.flat().map((square) => [letterAt(ranks, square), square] as const);
    return squares.filter(([letter]) => letter !== ".");
  }

  readonly #onKey = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    const isChoice = event.key === "Enter" || event.key === " ";
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (arrow) {
      const { x, y } = place(this.#focused, this.flipped);
      const within = Math.max(0, Math.min(7, x + arrow[0]));
      const next = squareAt(Math.abs(arrow[0]) > 1 ? within : x + arrow[0], y + arrow[1], this.flipped);
      if (next) {
        this.focusSquare(next);
      }
    } else if (isChoice) {
      this.say("board-choose", { square: this.#focused });
    } else if (event.key === "Escape") {
      this.say("board-leave", {});
    }
    if (arrow || isChoice) {
      event.preventDefault();
    }
  };

  readonly #onFocus = (event: FocusEvent) => {
    const square = (event.target as HTMLElement).dataset["square"];
    if (square) {
      if (square !== this.#focused) {
        this.focusSquare(square);
      }
      this.say("board-point", { square });
    }
  };

  /** Tells those who listen, outside of the shadow tree too. */
  say(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}
