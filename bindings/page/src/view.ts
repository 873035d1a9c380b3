import { LitElement, type PropertyDeclarations } from "lit";

import { readRoute, type Route } from "./route.ts";

/** One view of the page. It renders into the document itself, whose styles and ids hold there. */
export abstract class View extends LitElement {
  static override properties: PropertyDeclarations = { route: { attribute: false } };

  /** The route of the address; set again when it changes. */
  declare route: Route;

  constructor() {
    super();
    this.route = readRoute("");
  }

  /** Is kept when the view has what it shows. */
  get ready(): Promise<unknown> {
    return this.updateComplete;
  }

  /** Opens a text that was pasted or dropped, where the view can. */
  open(_text: string): void {}

  protected override createRenderRoot() {
    return this;
  }
}
