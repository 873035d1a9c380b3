/** The elements `<arimaa-board>` and `<arimaa-piece>`, and functions about squares and pieces. */
import { ArimaaBoard } from "./board/element.js";
import { ArimaaPiece } from "./board/piece.js";

export { ArimaaBoard } from "./board/element.js";
export { ArimaaPiece } from "./board/piece.js";
export type { BoardEventMap } from "./board/events.js";
export { beside, direction, letterAt, place, readBoard, squareAt, SQUARES, type Squares } from "./board/squares.js";
export { kindOf, pieceName, sideOf, type Side } from "./board/words.js";

declare global {
  interface HTMLElementTagNameMap {
    "arimaa-board": ArimaaBoard;
    "arimaa-piece": ArimaaPiece;
  }
}

if (!customElements.get("arimaa-board")) {
  customElements.define("arimaa-board", ArimaaBoard);
}
if (!customElements.get("arimaa-piece")) {
  customElements.define("arimaa-piece", ArimaaPiece);
}
