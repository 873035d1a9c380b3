import { html, nothing, type PropertyValues } from "lit";

import { ruleLink, caseLink } from "../link.ts";
import { loadSuite, type Case, type Suite, type WrongRule } from "../suite.ts";
import { button, View } from "../view.ts";
import * as words from "../words/views.ts";
import "./case-card.ts";
import { verdict } from "./case-card.ts";
import "./cases.css";
import { coded } from "./coded.ts";

/** The number of cases that are drawn at first, and added by each click. */
const PAGE = 24;

/** The view of the suite: all cases with a search, or one case in detail. */
class CasesView extends View {
  static override properties = {
    ...View.properties,
    suite: { state: true },
    filter: { state: true },
    shown: { state: true },
  };

  declare suite: Suite | undefined;
  /** The fields of the search, as in the address: `q`, `rule`, `question`, `answer`, `wrong`. */
  declare filter: URLSearchParams;
  /** The number of matching cases that are drawn. */
  declare shown: number;

  override loading = loadSuite().then((suite) => (this.suite = suite));

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("route")) {
      this.filter = this.route.query;
      this.shown = PAGE;
    }
  }

  /** Renders the heading always as one element, so that it keeps the focus during loading. */
  protected override render() {
    const { suite } = this;
    const [id] = this.route.path;
    const looked = suite?.find(id ?? "");
    const title = !suite || !id ? words.TITLES.cases : looked ? id : `There is no case ${id}`;
    const list = suite && !id ? this.#list(suite) : nothing;
    return html`<p class="crumbs" ?hidden=${!id}><a href="#/cases">All cases</a></p>
      <h1 tabindex="-1" class="case-title">${title}</h1>
      ${suite ? (looked ? this.#lookedAt(looked, suite) : list) : words.LOADING}`;
  }

  #list(suite: Suite) {
    const found = suite.cases.filter((entry) => isChosen(entry, this.filter, suite));
    return html`<p>${words.casesIntro(suite.cases.length, suite.wrong.length)}</p>
      ${this.#form(suite)}
      <p class="found" aria-live="polite">
        ${words.casesFound(found.length, suite.cases.length)}
        ${this.filter.size > 0 ? html`<a href="#/cases">Show all</a>` : nothing}
      </p>
      <div class="case-list">
        ${found
          .slice(0, this.shown)
          .map((entry) => html`<case-card .case=${entry} level="2"></case-card>`)}
      </div>
      ${found.length > this.shown
        ? button(`Show ${Math.min(PAGE, found.length - this.shown)} more`, () => (this.shown += PAGE))
        : nothing}`;
  }

  #form({ cases, rules, wrong }: Suite) {
    const questions = [...new Set(cases.map(({ question }) => question.kind))];
    const selects: [field: string, label: string, options: [value: string, name: string][]][] = [
      ["rule", "Rule", rules.map((id) => [id, id])],
      ["question", "Question", questions.map((kind) => [kind, words.questionKind(kind)])],
      ["answer", "Answer", Object.entries(words.VERDICTS)],
      ["wrong", "Fails an engine that believes", wrong.map(({ id, says }) => [id, says])],
    ];
    const option = (field: string) => ([value, name]: readonly string[]) =>
      html`<option value=${value} ?selected=${value === (this.filter.get(field) ?? "")}>${name}</option>`;
    return html`<form
      class="filter"
      role="search"
      @submit=${(event: Event) => event.preventDefault()}
    >
      <div class="field words">
        <label for="case-q">Words in its name or note</label>
        <input
          id="case-q"
          type="search"
          autocomplete="off"
          spellcheck="false"
          .value=${this.filter.get("q") ?? ""}
          @input=${this.#choose("q")}
        />
      </div>
      ${selects.map(
        ([field, label, options]) => html`<div class="field ${field}">
          <label for="case-${field}">${label}</label>
          <select id="case-${field}" @change=${this.#choose(field)}>
            ${[["", "Any"], ...options].map(option(field))}
          </select>
        </div>`,
      )}
    </form>`;
  }

  /** Makes a listener that changes one field of the search, and the address with it. */
  #choose(field: string) {
    return (event: Event) => {
      const { value } = event.target as HTMLInputElement | HTMLSelectElement;
      const others = [...this.filter].filter(([name]) => name !== field);
      this.filter = new URLSearchParams(value ? [...others, [field, value]] : others);
      this.shown = PAGE;
      history.replaceState(history.state, "", `#/cases${this.filter.size > 0 ? `?${this.filter}` : ""}`);
    };
  }

  #lookedAt(looked: Case, suite: Suite) {
    const place = suite.cases.indexOf(looked);
    const beside = (by: number) => suite.cases[place + by];
    const { yes, no } = looked;
    return html`<case-card class="large" .case=${looked} level="2"></case-card>
      <h2>What the rules demand</h2>
      <ul class="expected">
        ${words.expected(looked.expect).map((sentence) => html`<li>${coded(sentence)}</li>`)}
      </ul>
      ${looked.expect.written
        ? html`<pre tabindex="0" class="panel"><code>${looked.expect.written}</code></pre>`
        : nothing}
      <h2>Rules</h2>
      <ul>
        ${yes.map((id) => about(id, "yes"))} ${no.map((id) => about(id, "no"))}
      </ul>
      ${this.#kills(looked, suite)}
      <p>At a terminal: <code>arimaa-oracle suite show ${looked.id}</code></p>
      <nav class="pager" aria-label="Neighbouring cases">
        ${[beside(-1), beside(1)].map((entry, index) =>
          entry
            ? html`<a href=${caseLink(entry.id)} rel=${index ? "next" : "prev"}
                >${index ? "Next" : "Previous"}: ${entry.id}</a
              >`
            : nothing,
        )}
      </nav>`;
  }

  /** Renders the wrong rules that fail this case; those it was written against come first. */
  #kills({ kills, fails }: Case, { wrong }: Suite) {
    const places = [...kills, ...fails.filter((place) => !kills.includes(place))];
    const item = ({ id, rule, says }: WrongRule, isMeant: boolean) =>
      html`<li>
        ${says} <a href=${ruleLink(rule)}>${rule}</a>
        <a class="quiet" href="#/cases?wrong=${id}" aria-label=${`Cases against: ${says}`}>cases</a>
        ${isMeant ? html`<span class="badge">written against it</span>` : nothing}
      </li>`;
    return html`<h2>Wrong rules that it catches</h2>
      ${fails.length === 0
        ? html`<p>No engine with one of the known wrong rules fails this case.</p>`
        : html`<p>${words.killsIntro(fails.length)}</p>
            <ul class="kills">
              ${places.map((place) => item(wrong[place]!, kills.includes(place)))}
            </ul>`}`;
  }
}

customElements.define("view-cases", CasesView);

function about(rule: string, side: "yes" | "no") {
  return html`<li><a href=${ruleLink(rule)}>${rule}</a>: ${words.CASE_SIDES[side]}</li>`;
}

function isChosen(entry: Case, filter: URLSearchParams, suite: Suite): boolean {
  const { q = "", rule, question, answer, wrong } = Object.fromEntries(filter);
  const text = `${entry.id} ${entry.note}`.toLowerCase();
  const asked = q.toLowerCase().split(/\s+/);
  return (
    asked.every((word) => text.includes(word)) &&
    (!rule || [...entry.yes, ...entry.no].includes(rule)) &&
    (!question || entry.question.kind === question) &&
    (!answer || verdict(entry) === answer) &&
    (!wrong || entry.fails.some((place) => suite.wrong[place]?.id === wrong))
  );
}
