/** The element `<arimaa-board>`, and what is needed to fill it. */
import { ArimaaBoard } from "./board/element.js";

export { ArimaaBoard } from "./board/element.js";
export { beside, direction, letterAt, place, readBoard, squareAt, SQUARES, type Squares } from "./board/squares.js";
export { kindOf, pieceName, sideOf, type Side } from "./board/words.js";

declare global {
  interface HTMLElementTagNameMap {
    "arimaa-board": ArimaaBoard;
  }
}

if (!customElements.get("arimaa-board")) {
  customElements.define("arimaa-board", ArimaaBoard);
}
