import type { ArimaaBoard } from "./element.js";
import type { Dragged } from "./picture.js";
import { letterAt, list, place, squareAt } from "./squares.js";

/** How far from its middle, in squares, the pointer means the edge of a square. */
const EDGE = 0.24;

/** How far the pointer goes, in squares, before a press is a drag. */
const SLACK = 0.15;

interface Spot {
  square: string | undefined;
  /** In squares from the top left corner. */
  x: number;
  y: number;
}

/** What a pointer does over a board: arrows at the piece below it, and pieces that are dragged. */
export class Pointer {
  readonly #board: ArimaaBoard;
  #over: string | undefined;
  #aimed: string | undefined;
  #pressed: Spot | undefined;
  #dragged: Dragged | undefined;
  /** A drag ends with a click, which is none. */
  #isSpent = false;

  constructor(board: ArimaaBoard) {
    this.#board = board;
  }

  /** What of it is drawn. */
  get drawn() {
    const offered = this.#dragged ? [] : this.#movesFrom(this.#over);
    return { offered, aimed: this.#aimed, dragged: this.#dragged };
  }

  /** Forgets a drag, since the board is another one. */
  reset(): void {
    this.#pressed = this.#dragged = this.#aimed = undefined;
  }

  readonly onDown = (event: PointerEvent) => {
    this.#isSpent = false;
    const spot = this.#spot(event);
    const letter = spot.square && letterAt(this.#board.ranks ?? [], spot.square);
    // A finger beside the pieces scrolls the page.
    if (event.button === 0 && event.isPrimary && letter && letter !== ".") {
      this.#pressed = spot;
    }
  };

  readonly onMove = (event: PointerEvent) => {
    const isTouch = event.pointerType === "touch";
    if (!event.isPrimary || (isTouch && !this.#pressed)) {
      return;
    }
    const spot = this.#spot(event);
    const pressed = this.#pressed;
    if (pressed?.square && Math.hypot(spot.x - pressed.x, spot.y - pressed.y) > SLACK) {
      if (!this.#dragged) {
        (event.currentTarget as Element).setPointerCapture(event.pointerId);
      }
      const { square: over, x, y } = spot;
      this.#dragged = { from: pressed.square, over, x, y, isTouch };
    }
    if (!isTouch) {
      this.#point(spot);
    }
    this.#board.requestUpdate();
  };

  readonly onUp = (event: PointerEvent) => {
    if (!event.isPrimary) {
      return;
    }
    const dragged = this.#dragged;
    const { square } = this.#spot(event);
    this.reset();
    if (dragged) {
      this.#isSpent = true;
      this.#board.requestUpdate();
      if (square && square !== dragged.from) {
        this.#board.say("board-move", { from: dragged.from, to: square });
      }
    }
  };

  readonly onCancel = () => {
    this.reset();
    this.#board.requestUpdate();
  };

  readonly onLeave = () => {
    if (!this.#dragged) {
      this.#over = this.#aimed = undefined;
      this.#board.say("board-point", { square: undefined });
      this.#board.requestUpdate();
    }
  };

  readonly onClick = (event: MouseEvent) => {
    if (this.#isSpent) {
      this.#isSpent = false;
      return;
    }
    const { square } = (event.target as HTMLElement).dataset;
    if (!square) {
      return;
    }
    this.#board.focusSquare(square);
    const isMouse = (event as PointerEvent).pointerType === "mouse";
    const aimed = isMouse ? this.#aim(this.#spot(event)) : undefined;
    if (aimed) {
      this.#board.say("board-move", { from: aimed.slice(0, 2), to: aimed.slice(2) });
    } else {
      this.#board.say("board-choose", { square });
    }
  };

  #point(spot: Spot): void {
    this.#aimed = this.#dragged ? undefined : this.#aim(spot);
    if (spot.square !== this.#over) {
      this.#over = spot.square;
      this.#board.say("board-point", { square: spot.square });
    }
  }

  /** The move towards the edge of its square that the pointer is at. */
  #aim({ square, x, y }: Spot): string | undefined {
    const [dx, dy] = [(x % 1) - 0.5, (y % 1) - 0.5];
    if (!square || Math.max(Math.abs(dx), Math.abs(dy)) < EDGE) {
      return undefined;
    }
    const isAcross = Math.abs(dx) > Math.abs(dy);
    const at = place(square, this.#board.flipped);
    const to = squareAt(
      at.x + (isAcross ? Math.sign(dx) : 0),
      at.y + (isAcross ? 0 : Math.sign(dy)),
      this.#board.flipped,
    );
    return this.#movesFrom(square).find((move) => move === `${square}${to}`);
  }

  #movesFrom(square: string | undefined): readonly string[] {
    return square ? list(this.#board.moves).filter((move) => move.startsWith(square)) : [];
  }

  #spot(event: MouseEvent): Spot {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 8;
    const y = ((event.clientY - box.top) / box.height) * 8;
    return { x, y, square: squareAt(Math.floor(x), Math.floor(y), this.#board.flipped) };
  }
}
