import { LitElement, type PropertyDeclarations, type PropertyValues } from "lit";

import { readRoute, type Route } from "./route.ts";

/** A part of the page. It renders into the document itself, whose styles and ids hold there. */
export abstract class PageElement extends LitElement {
  protected override createRenderRoot() {
    return this;
  }
}

/** One view of the page. */
export abstract class View extends PageElement {
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

  /** Another path in the view is read from its top. */
  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get("route");
    if (before && before.path[0] !== this.route.path[0]) {
      this.querySelector("h1")?.focus();
      scrollTo({ top: 0 });
    }
  }
}
