import { html, nothing, type PropertyValues } from "lit";

import { ruleLink, caseLink } from "../link.ts";
import { loadSuite, type Case, type Suite, type WrongRule } from "../suite.ts";
import { View } from "../view.ts";
import * as words from "../words/views.ts";
import "./case-card.ts";
import { verdict } from "./case-card.ts";
import "./cases.css";
import { coded } from "./coded.ts";

/** How many cases are drawn at a time. */
const PAGE = 24;

/** The filters of cases, by their names in the address. */
const FIELDS = ["q", "rule", "question", "answer", "wrong"] as const;
type Filter = Record<(typeof FIELDS)[number], string>;

/** The whole suite, to be searched; or one case with all that is known of it. */
class CasesView extends View {
  static override properties = {
    ...View.properties,
    suite: { state: true },
    filter: { state: true },
    shown: { state: true },
  };

  declare suite: Suite | undefined;
  declare filter: Filter;
  /** How many of the chosen cases are drawn. */
  declare shown: number;

  readonly #loading = loadSuite().then((suite) => (this.suite = suite));

  constructor() {
    super();
    this.filter = filterOf(new URLSearchParams());
    this.shown = PAGE;
  }

  override get ready() {
    return this.#loading.then(() => this.updateComplete);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("route")) {
      this.filter = filterOf(this.route.query);
      this.shown = PAGE;
    }
  }

  /** The case that the address names. */
  #looked(): Case | undefined {
    return this.suite?.find(this.route.path[0] ?? "");
  }

  /** The heading stays the same element, so that it keeps the focus while the suite is fetched. */
  protected override render() {
    const { suite } = this;
    const [id] = this.route.path;
    const looked = this.#looked();
    const title = !suite || !id ? words.TITLES.cases : looked ? id : words.noCase(id);
    const list = suite && !id ? this.#list(suite) : nothing;
    return html`<p class="crumbs" ?hidden=${!id}><a href="#/cases">All cases</a></p>
      <h1 tabindex="-1" class="case-title">${title}</h1>
      ${suite ? (looked ? this.#one(looked, suite) : list) : words.LOADING}`;
  }

  #list(suite: Suite) {
    const found = suite.cases.filter((entry) => isChosen(entry, this.filter, suite));
    const isFiltered = FIELDS.some((field) => this.filter[field]);
    return html`<p>${words.casesIntro(suite.cases.length, suite.wrong.length)}</p>
      ${this.#form(suite)}
      <p class="found" aria-live="polite">
        ${words.casesFound(found.length, suite.cases.length)}
        ${isFiltered ? html`<a href="#/cases">Show all</a>` : nothing}
      </p>
      <div class="case-list">
        ${found
          .slice(0, this.shown)
          .map((entry) => html`<case-card .case=${entry} level="2"></case-card>`)}
      </div>
      ${found.length > this.shown
        ? html`<p>
            <button type="button" id="more" @click=${() => (this.shown += PAGE)}>
              ${words.showMore(Math.min(PAGE, found.length - this.shown))}
            </button>
          </p>`
        : nothing}`;
  }

  #form({ cases, rules, wrong }: Suite) {
    const questions = [...new Set(cases.map(({ question }) => question.kind))];
    return html`<form
      class="filter"
      role="search"
      @submit=${(event: Event) => event.preventDefault()}
    >
      <div class="field wide words">
        <label for="case-q">Words in its name or note</label>
        <input
          id="case-q"
          type="search"
          autocomplete="off"
          spellcheck="false"
          .value=${this.filter.q}
          @input=${this.#choose("q")}
        />
      </div>
      ${this.#select(
        "rule",
        "Rule",
        rules.map((id) => [id, id]),
      )}
      ${this.#select(
        "question",
        "Question",
        questions.map((kind) => [kind, words.questionKind(kind)]),
      )}
      ${this.#select("answer", "Answer", Object.entries(words.VERDICTS))}
      ${this.#select(
        "wrong",
        "Fails an engine that believes",
        wrong.map(({ id, says }) => [id, says]),
        "wide",
      )}
    </form>`;
  }

  #select(field: keyof Filter, label: string, options: [value: string, name: string][], size = "") {
    return html`<div class="field ${size}">
      <label for="case-${field}">${label}</label>
      <select id="case-${field}" @change=${this.#choose(field)}>
        <option value="" ?selected=${!this.filter[field]}>Any</option>
        ${options.map(
          ([value, name]) =>
            html`<option value=${value} ?selected=${value === this.filter[field]}>${name}</option>`,
        )}
      </select>
    </div>`;
  }

  /** Changes one field, and the address with it. */
  #choose(field: keyof Filter) {
    return (event: Event) => {
      const { value } = event.target as HTMLInputElement | HTMLSelectElement;
      this.filter = { ...this.filter, [field]: value };
      this.shown = PAGE;
      const said = Object.entries(this.filter).filter(([, one]) => one);
      const query = new URLSearchParams(said).toString();
      history.replaceState(history.state, "", query ? `#/cases?${query}` : "#/cases");
    };
  }

  #one(looked: Case, suite: Suite) {
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
                >${index ? words.NEXT : words.PREVIOUS}: ${entry.id}</a
              >`
            : nothing,
        )}
      </nav>`;
  }

  /** The wrong rules that fail this case: those it was written against stand first. */
  #kills({ kills, fails }: Case, { wrong }: Suite) {
    const others = fails.filter((place) => !kills.includes(place));
    const wrongRuleItem = ({ id, rule, says }: WrongRule, isMeant: boolean) =>
      html`<li>
        ${says} <a href=${ruleLink(rule)}>${rule}</a>
        <a class="quiet" href="#/cases?wrong=${id}" aria-label=${words.casesAgainst(says)}
          >cases</a
        >
        ${isMeant ? html`<span class="badge">written against it</span>` : nothing}
      </li>`;
    return html`<h2>Wrong rules that it catches</h2>
      ${fails.length === 0
        ? html`<p>${words.KILLS_NONE}</p>`
        : html`<p>${words.killsIntro(fails.length)}</p>
            <ul class="kills">
              ${kills.map((place) => wrongRuleItem(wrong[place]!, true))}
              ${others.map((place) => wrongRuleItem(wrong[place]!, false))}
            </ul>`}`;
  }
}

customElements.define("view-cases", CasesView);

function about(rule: string, side: "yes" | "no") {
  return html`<li><a href=${ruleLink(rule)}>${rule}</a>: ${words.CASE_SIDES[side]}</li>`;
}

function filterOf(query: URLSearchParams): Filter {
  const entries = FIELDS.map((field) => [field, query.get(field) ?? ""]);
  return Object.fromEntries(entries) as Filter;
}

function isChosen(
  entry: Case,
  { q, rule, question, answer, wrong }: Filter,
  suite: Suite,
): boolean {
  const text = `${entry.id} ${entry.note}`.toLowerCase();
  return (
    q
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    (!rule || [...entry.yes, ...entry.no].includes(rule)) &&
    (!question || entry.question.kind === question) &&
    (!answer || verdict(entry) === answer) &&
    (!wrong || entry.fails.some((place) => suite.wrong[place]?.id === wrong))
  );
}
