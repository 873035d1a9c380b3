import { html } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";

import enginesAddress from "../generated/engines.json?url";
import { fetchJson } from "../suite.ts";
import { View } from "../view.ts";
import * as words from "../words/views.ts";
import "./engines.css";
import "./shared.css";

/** The view of engines' results in the suite: docs/conformance.md, by data/engines.mjs. */
class EnginesView extends View {
  static override properties = { ...View.properties, written: { state: true } };

  declare written: string | undefined;

  override loading = fetchJson<string>(enginesAddress).then((written) => (this.written = written));

  protected override render() {
    return html`<h1 tabindex="-1">${words.TITLES.engines}</h1>
      ${this.written ? html`<div class="conformance">${unsafeHTML(this.written)}</div>` : words.LOADING}`;
  }
}

customElements.define("view-engines", EnginesView);
