import { html, type PropertyValues } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";

import "arimaa-oracle/board";

import specAddress from "../generated/spec.json?url";
import { ruleLink } from "../link.ts";
import { fetchJson, loadSuite, type Suite } from "../suite.ts";
import { View } from "../view.ts";
import * as words from "../words/views.ts";
import "./case-card.ts";
import "./rules.css";
import "./shared.css";

/** SPEC.md as data, which data/spec.mjs writes. */
interface Spec {
  version: string;
  preface: string;
  chapters: { slug: string; title: string; parts: Part[] }[];
}

/** A rule, or prose between rules. */
interface Part {
  html: string;
  rule?: string;
  kind?: string;
  yes?: string[];
  no?: string[];
}

/** Matches narrow screens, where the whole text would be long to scroll: chapters are folded. */
const isNarrow = matchMedia("(max-width: 44rem)");

/** The view of SPEC.md, with two cases beside each rule. */
class RulesView extends View {
  static override properties = {
    ...View.properties,
    spec: { state: true },
    suite: { state: true },
    search: { state: true },
  };

  declare spec: Spec | undefined;
  declare suite: Suite | undefined;
  declare search: string;

  constructor() {
    super();
    this.search = "";
    this.loading = Promise.all([fetchJson<Spec>(specAddress), loadSuite()])
      .then(([spec, suite]) => Object.assign(this, { spec, suite }));
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (this.spec && (changed.has("route") || changed.has("spec"))) {
      void this.#goTo(this.route.path[0]);
    }
  }

  /** Shows the rule or chapter that the address names; searches the text for any other name. */
  async #goTo(id: string | undefined) {
    if (id) {
      this.search = "";
      await this.updateComplete;
      const find = (name: string) => this.querySelector<HTMLElement>(`#${CSS.escape(name)}`);
      const target = find(id) ?? find(id.toUpperCase());
      target?.closest("details")?.setAttribute("open", "");
      target?.focus({ preventScroll: true });
      target?.scrollIntoView();
      if (!target) {
        // The search reports that nothing was found.
        this.search = id;
      }
    }
  }

  /** Renders the heading always as one element, so that it keeps the focus during loading. */
  protected override render() {
    return html`<h1 tabindex="-1">${words.TITLES.rules}</h1>
      ${this.spec ? this.#rules(this.spec) : words.LOADING}`;
  }

  #rules(spec: Spec) {
    const asked = this.search.toLowerCase().split(/\s+/).filter(Boolean);
    const found = asked.length > 0 ? rulesWith(asked, spec) : undefined;
    return html`<p class="screen">${words.rulesIntro(spec.version)}</p>
      <form class="find" role="search" @submit=${(event: Event) => event.preventDefault()}>
        <label for="find-rule">Find a rule by its id or by words</label>
        <input
          id="find-rule"
          type="search"
          autocomplete="off"
          spellcheck="false"
          .value=${this.search}
          @input=${(event: Event) => (this.search = (event.target as HTMLInputElement).value)}
        />
        <p aria-live="polite">${found ? words.rulesFound(found.length) : ""}</p>
      </form>
      ${found
        ? html`<h2 class="hidden">Rules that were found</h2>
            <div class="spec">${found.map((part) => this.#part(part))}</div>`
        : this.#whole(spec)}`;
  }

  #whole(spec: Spec) {
    return html`<nav class="contents" aria-label="Chapters">
        <ul>
          ${spec.chapters.map(
            ({ slug, title }) => html`<li><a href=${ruleLink(slug)}>${title}</a></li>`,
          )}
        </ul>
      </nav>
      <div class="spec">
        <section id="preface" class="prose">${unsafeHTML(spec.preface)}</section>
        ${spec.chapters.map(
          ({ slug, title, parts }) =>
            html`<details class="chapter" ?open=${!isNarrow.matches}>
              <summary id=${slug}><h2>${title}</h2></summary>
              ${parts.map((part) => this.#part(part))}
            </details>`,
        )}
      </div>`;
  }

  #part(part: Part) {
    const { rule, kind = "", yes = [], no = [] } = part;
    if (!rule) {
      return html`<div class="prose">${unsafeHTML(part.html)}</div>`;
    }
    const all =
      this.suite?.cases.filter((entry) => [...entry.yes, ...entry.no].includes(rule)) ?? [];
    return html`<section class="rule" aria-labelledby=${rule}>
      <div class="rule-text prose">
        <h3 id=${rule} tabindex="-1">
          <a href=${ruleLink(rule)}>${rule}</a> <span class="kind">${kind}</span>
        </h3>
        ${unsafeHTML(part.html)}
        <p class="case-names">Cases: yes ${yes.join(", ")}; no ${no.join(", ")}</p>
      </div>
      <div class="rule-cases">
        ${yes.map((id) => this.#case("yes", id))} ${no.map((id) => this.#case("no", id))}
        <p><a href="#/cases?rule=${rule}">${words.allCases(all.length, rule)}</a></p>
      </div>
    </section>`;
  }

  #case(side: "yes" | "no", id: string) {
    return html`<case-card .case=${this.suite?.find(id)} side=${side} level="4"></case-card>`;
  }
}

/** The rules that contain all words of a search. */
const rulesWith = (asked: readonly string[], { chapters }: Spec) =>
  chapters.flatMap(({ parts }) => parts).filter(({ rule, html: text }) => {
    const plain = `${rule} ${text.replace(/<[^>]+>/g, "")}`.toLowerCase();
    return rule && asked.every((word) => plain.includes(word));
  });

customElements.define("view-rules", RulesView);
