/** The events of a board. All of them bubble, and leave the shadow tree. */
export interface BoardEventMap {
  /** A square was chosen by a click or a key. */
  "board-choose": CustomEvent<{ square: string }>;
  /** A piece was dragged to a square, or an arrow clicked. */
  "board-move": CustomEvent<{ from: string; to: string }>;
  /** A piece was dragged off the board. */
  "board-remove": CustomEvent<{ from: string }>;
  /** The chosen square was given up by Escape. */
  "board-leave": CustomEvent<Record<string, never>>;
  /** The pointer or the focus moved to a square, or left the board (`undefined`). */
  "board-point": CustomEvent<{ square: string | undefined }>;
  /** An arrow, or a ring around one square, was drawn with the right button or Shift and Enter. */
  "board-draw": CustomEvent<{ from: string; to: string }>;
}

declare global {
  interface HTMLElementEventMap extends BoardEventMap {}
}
