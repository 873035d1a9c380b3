import { html } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";

import enginesAddress from "../generated/engines.json?url";
import { caseLink, ruleLink } from "../link.ts";
import { fetchJson } from "../suite.ts";
import { View } from "../view.ts";
import * as words from "../words/views.ts";
import "./engines.css";
import "./shared.css";

/** Cases passed, failed and skipped. */
type Counts = [passed: number, failed: number, skipped: number];

/** docs/conformance.md, as data/engines.mjs writes it. */
interface Engines {
  chapters: string[];
  engines: { name: string; version: string; chapters: Counts[]; all: Counts }[];
  failures: { engine: string; says: string; cases: string[] }[];
  before: string;
  after: string;
}

/** How engines fare in the suite, and every known failure with its case. */
class EnginesView extends View {
  static override properties = { ...View.properties, engines: { state: true } };

  declare engines: Engines | undefined;

  readonly #loading = fetchJson<Engines>(enginesAddress).then(
    (engines) => (this.engines = engines),
  );

  override get ready() {
    return this.#loading.then(() => this.updateComplete);
  }

  protected override render() {
    const data = this.engines;
    return html`<h1 tabindex="-1">${words.TITLES.engines}</h1>
      ${
        data
          ? html`<div class="prose">${unsafeHTML(data.before)}</div>
              ${this.#table(data)}
              <p class="key">${words.CELL_KEY}</p>
              <h2>${words.KNOWN_FAILURES}</h2>
              ${this.#failures(data)}
              <div class="prose">${unsafeHTML(data.after)}</div>`
          : html`<p>${words.LOADING}</p>`
      }`;
  }

  #table({ chapters, engines }: Engines) {
    return html`<div class="table" role="region" tabindex="0" aria-label=${words.CONFORMANCE}>
      <table class="engines">
        <caption class="hidden">
          ${words.CONFORMANCE}
        </caption>
        <thead>
          <tr>
            <th scope="col">${words.ENGINE}</th>
            <th scope="col">${words.ALL}</th>
            ${chapters.map(
              (chapter) =>
                html`<th scope="col">
                  <a href=${ruleLink(`chapter-${chapter}`)} aria-label=${words.chapter(chapter)}
                    >${chapter}</a
                  >
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${engines.map(
            ({ name, version, chapters: counts, all: total }) =>
              html`<tr>
                <th scope="row">${name} <small>${version}</small></th>
                ${[total, ...counts].map(cell)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #failures({ failures, engines }: Engines) {
    const failing = engines.filter(({ name }) => failures.some(({ engine }) => engine === name));
    return failing.map(({ name, version, all }) => {
      const known = failures.filter(({ engine }) => engine === name);
      return html`<section class="failures" aria-label=${words.failuresOf(name)}>
        <h3>${name} <small>${version}</small></h3>
        <p>${words.asked(all)}</p>
        <ul class="known">
          ${known.map(
            ({ says, cases }) =>
              html`<li>
                <p>${unsafeHTML(withRules(says))}</p>
                <ul class="chips">
                  ${cases.map((id) => html`<li><a href=${caseLink(id)}>${id}</a></li>`)}
                </ul>
              </li>`,
          )}
        </ul>
      </section>`;
    });
  }
}

customElements.define("view-engines", EnginesView);

/** A cell says its three numbers, and by its look whether something failed. */
function cell([passed, failed, skipped]: Counts) {
  const look = failed > 0 ? "failed" : passed > 0 ? "passed" : "skipped";
  return html`<td class=${look} title=${words.cell(passed, failed, skipped)}>
    <span class="passes">${passed}</span>
    ${failed > 0 ? html`<span class="fails">${words.failedMark(failed)}</span>` : ""}
    ${skipped > 0 ? html`<span class="skips">${words.skippedMark(skipped)}</span>` : ""}
  </td>`;
}

/** The ids of rules in a sentence as links. */
function withRules(sentence: string): string {
  return sentence.replace(/\b[A-Z]{3}-\d+\b/g, (id) => `<a href="${ruleLink(id)}">${id}</a>`);
}
