import { html, LitElement } from "lit";

import { pieceFigure } from "./pieces.js";
import { style } from "./style.js";
import { pieceName } from "./words.js";

/** One piece as a picture, as wide as its container. */
export class ArimaaPiece extends LitElement {
  static override styles = style;
  static override properties = { letter: {} };

  /** The piece: `E M H D C R` for Gold, `e m h d c r` for Silver. */
  declare letter: string;

  constructor() {
    super();
    this.letter = "R";
  }

  protected override render() {
    return html`<svg class="picture" viewBox="0 0 100 100" role="img" aria-label=${pieceName(this.letter)}>
      ${pieceFigure(this.letter)}
    </svg>`;
  }
}
