import type { ArimaaBoard } from "./element.js";
import { HEAD, type Dragged } from "./picture.js";
import { letterAt, list, place, squareAt } from "./squares.js";

/** The distance in squares that a pressed pointer has to move to start a drag. */
const SLACK = 0.15;

interface Spot {
  square: string | undefined;
  /** The distance from the left edge of the board, in squares; `y` is that from the top edge. */
  x: number;
  y: number;
}

/** Handles the pointer over a board: offers a piece's moves, drags pieces, draws arrows. */
export class Pointer {
  readonly #board: ArimaaBoard;
  #over: string | undefined;
  #aimed: string | undefined;
  #pressed: Spot | undefined;
  #dragged: Dragged | undefined;
  /** The first square of the arrow that the right button draws. */
  #drawnFrom: string | undefined;
  /** The square that the piece dropped last came from. */
  #dropped: string | undefined;
  /** Whether to ignore the next click, which only ends a drag. */
  #isSpent = false;

  constructor(board: ArimaaBoard) {
    this.#board = board;
  }

  /** The offered moves, the move that is aimed at, and the dragged piece. */
  get drawn() {
    const offered = this.#dragged ? [] : this.#movesFrom(this.#over);
    return { offered, aimed: this.#aimed, dragged: this.#dragged };
  }

  /** Ends any drag, as the board has changed. Returns the square that a dropped piece came from. */
  endDrag(): string | undefined {
    const dropped = this.#dropped;
    this.#pressed = this.#dragged = this.#aimed = this.#dropped = undefined;
    return dropped;
  }

  readonly onDown = (event: PointerEvent) => {
    this.#isSpent = false;
    const spot = this.#spot(event);
    this.#drawnFrom = event.button === 2 ? spot.square : undefined;
    const letter = spot.square && letterAt(this.#board.ranks ?? [], spot.square);
    // A finger on an empty square scrolls the page.
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
    const [dragged, drawnFrom] = [this.#dragged, this.#drawnFrom];
    const { square } = this.#spot(event);
    this.endDrag();
    if (drawnFrom && square && event.button === 2) {
      this.#board.say("board-draw", { from: drawnFrom, to: square });
    } else if (dragged) {
      const { from } = dragged;
      this.#isSpent = true;
      this.#dropped = from;
      this.#board.requestUpdate();
      if (!square) {
        this.#board.say("board-remove", { from });
      } else if (square !== from) {
        this.#board.say("board-move", { from, to: square });
      }
    }
  };

  /** Suppresses the context menu, since the right button draws arrows. */
  readonly onMenu = (event: Event) => event.preventDefault();

  readonly onCancel = () => {
    this.endDrag();
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

  /** Finds the offered move whose arrow head is under the pointer. */
  #aim({ square, x, y }: Spot): string | undefined {
    const [dx, dy] = [(x % 1) - 0.5, (y % 1) - 0.5];
    return this.#movesFrom(square).find((move) => {
      const [from, to] = [0, 2].map((at) => place(move.slice(at, at + 2), this.#board.flipped));
      const [alongX, alongY] = [to!.x - from!.x, to!.y - from!.y];
      const along = dx * alongX + dy * alongY;
      const aside = Math.abs(dx * alongY - dy * alongX);
      const width = (HEAD.half * (HEAD.to - along)) / (HEAD.to - HEAD.from);
      return along >= HEAD.from && along <= HEAD.to && aside <= width;
    });
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
