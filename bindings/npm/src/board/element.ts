import { html, LitElement, nothing, svg, type PropertyValues } from "lit";

import type { BoardEventMap } from "./events.js";
import { changes, glide, isStill, type Gone } from "./motion.js";
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

const EMPTY: readonly string[] = Array(8).fill("........");

/**
 * A board of Arimaa: a picture, or with `interactive` a grid of squares to choose from.
 *
 * It draws what it is given and knows no rule.
 *
 * `BoardEventMap` has the events that it fires.
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
    drawings: {},
    selected: {},
  };

  /** The board: a compact board, or eight ranks, as an array or with line breaks or slashes. */
  declare position: Squares;
  /** The board's accessible name; by default a list of its pieces. */
  declare label: string | undefined;
  /** Whether squares can be chosen. */
  declare interactive: boolean;
  /** Whether the names of files and ranks are written at the edge. */
  declare coordinates: boolean;
  /** Whether the board is drawn from Silver's side. */
  declare flipped: boolean;
  /** Squares to mark with a dashed frame, such as those of a refused step. */
  declare marks: Squares;
  /** The squares whose pieces are frozen. */
  declare frozen: Squares;
  /** The squares that the chosen piece may go to. */
  declare targets: Squares;
  /** Moves such as `d2d3`, offered as arrows while the pointer is on their piece. */
  declare moves: Squares;
  /** Steps of a turn such as `d2d3`, drawn as arrows beside the pieces, on coloured squares. */
  declare arrows: Squares;
  /** The user's arrows (`d2d4`) and rings (`e5`), in a colour of their own. */
  declare drawings: Squares;
  /** The chosen square. */
  declare selected: string | undefined;

  #focused = "a1";
  /** The first square of the arrow that is drawn with keys. */
  #drawnFrom: string | undefined;
  /** Pieces that have left the board and are fading out. */
  #gone: readonly Gone[] = [];
  #before: readonly string[] | undefined;
  readonly #pointer = new Pointer(this);

  constructor() {
    super();
    this.position = "";
    this.interactive = false;
    this.coordinates = false;
    this.flipped = false;
    this.marks = this.frozen = this.targets = this.moves = "";
    this.arrows = this.drawings = "";
  }

  /** The eight ranks to draw: empty without a position, `undefined` for an unreadable one. */
  get ranks(): readonly string[] | undefined {
    if (!this.position?.length) {
      // An empty board keeps the place until there is a position.
      return EMPTY;
    }
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

  /** The square at a point of the window, given in pixels; `undefined` beside the board. */
  squareAtPoint(x: number, y: number): string | undefined {
    const box = this.renderRoot.querySelector(".board")?.getBoundingClientRect();
    const at = (value: number) => Math.floor(8 * value);
    return box && squareAt(at((x - box.left) / box.width), at((y - box.top) / box.height), this.flipped);
  }

  #moved: { from: string; to: string }[] = [];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("position")) {
      return;
    }
    const after = this.ranks;
    const isShown = this.#before && after && !changed.has("flipped") && !isStill();
    const { moved, gone } = isShown ? changes(this.#before!, after) : { moved: [], gone: [] };
    this.#gone = gone;
    // A dropped piece is on its square already, so it is not animated.
    const dropped = this.#pointer.endDrag();
    this.#moved = moved.filter(({ from }) => from !== dropped);
    this.#before = after;
  }

  protected override updated(): void {
    for (const { from, to } of this.#moved.splice(0)) {
      const piece = this.renderRoot.querySelector(`[data-at=${to}]`);
      if (piece) {
        glide(piece, from, to, this.flipped);
      }
    }
  }

  protected override render() {
    const { ranks } = this;
    if (!ranks) {
      return html`<p class="unreadable" role="img">${words.UNREADABLE}</p>`;
    }
    const isFlipped = this.flipped;
    const drawn = svg`${picture({
      ranks,
      isFlipped,
      marks: list(this.marks),
      frozen: list(this.frozen),
      targets: list(this.targets),
      arrows: list(this.arrows),
      drawings: list(this.drawings),
      gone: this.#gone,
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
      @contextmenu=${pointer.onMenu}
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

  #pieces(ranks: readonly string[]): (readonly [letter: string, square: string])[] {
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
    } else if (isChoice && event.shiftKey) {
      this.#draw(this.#focused);
    } else if (isChoice) {
      this.say("board-choose", { square: this.#focused });
    } else if (event.key === "Escape") {
      this.#drawnFrom = undefined;
      this.say("board-leave", {});
    }
    if (arrow || isChoice) {
      event.preventDefault();
    }
  };

  /** Begins an arrow by keyboard, or ends it; ending it on its first square makes a ring. */
  #draw(square: string): void {
    const from = this.#drawnFrom;
    this.#drawnFrom = from ? undefined : square;
    if (from) {
      this.say("board-draw", { from, to: square });
    }
  }

  readonly #onFocus = (event: FocusEvent) => {
    const square = (event.target as HTMLElement).dataset["square"];
    if (square) {
      if (square !== this.#focused) {
        this.focusSquare(square);
      }
      this.say("board-point", { square });
    }
  };

  /** Fires an event that listeners outside the shadow tree receive, too. */
  say<Name extends keyof BoardEventMap>(name: Name, detail: BoardEventMap[Name]["detail"]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}
