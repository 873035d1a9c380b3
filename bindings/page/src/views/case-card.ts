import { html, nothing, type PropertyValues } from "lit";

import "arimaa-oracle/board";

import { caseLink, ruleLink } from "../link.ts";
import { ask, type Answer, type Question } from "../oracle.ts";
import { playLink, positionOf, type Case } from "../suite.ts";
import { PageElement } from "../view.ts";
import * as words from "../words/views.ts";
import "./case-card.css";
import { coded } from "./coded.ts";
import "./shared.css";

/** A drawn case of the suite, with its question and the oracle's answer, asked when it is seen. */
class CaseCard extends PageElement {
  static override properties = {
    case: { attribute: false },
    side: {},
    level: { type: Number },
    isAsked: { attribute: false },
    answer: { state: true },
    drawn: { state: true },
  };

  declare case: Case | undefined;
  /** How the case beside a rule shows it: in force (`yes`), or from the other side (`no`). */
  declare side: "yes" | "no" | undefined;
  /** The heading level of the case's name. */
  declare level: number;
  /** Whether the case is an open question of a test, so that its answer stays hidden. */
  declare isAsked: boolean;
  declare answer: Answer | undefined;
  declare drawn: { board: readonly string[]; label?: string } | undefined;

  #watch: IntersectionObserver | undefined;
  #isSeen = false;

  constructor() {
    super();
    this.level = 2;
    this.isAsked = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const see = (entries: IntersectionObserverEntry[]) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        this.#watch?.disconnect();
        this.#isSeen = true;
        void this.#load();
      }
    };
    this.#watch = new IntersectionObserver(see, { rootMargin: "600px" });
    this.#watch.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watch?.disconnect();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("case") && this.#isSeen) {
      void this.#load();
    }
  }

  async #load() {
    const shown = this.case;
    if (!shown) {
      return;
    }
    const answer = await ask(shown.question);
    const drawn = await boardAndLabel(shown);
    if (shown === this.case) {
      this.answer = answer;
      this.drawn = drawn;
      this.dataset["ready"] = "";
    }
  }

  protected override render() {
    const shown = this.case;
    if (!shown) {
      return nothing;
    }
    const { question } = shown;
    const text = question.kind === "parse" ? question.text : undefined;
    const isBoardless = this.answer && !this.drawn;
    return html`<article class="case ${isBoardless ? "boardless" : ""}">
      ${isBoardless ? nothing : this.#board(shown.id)}
      <div class="case-text">
        ${this.side ? html`<p class="case-side">${words.CASE_SIDES[this.side]}</p>` : nothing}
        ${this.isAsked
          ? nothing
          : html`<div role="heading" aria-level=${this.level} class="case-name">
              <a href=${caseLink(shown.id)}>${shown.id}</a>
            </div>`}
        ${text === undefined ? nothing : html`<pre class="case-said" tabindex="0">${text}</pre>`}
        <p class="case-asked">${coded(words.caseQuestion(question, this.drawn?.label))}</p>
        ${this.isAsked ? nothing : this.#answered(shown)}
      </div>
    </article>
    ${this.classList.contains("large") ? this.#asJson(question) : nothing}`;
  }

  /** Renders the oracle's answer, the reason, and links to the board and the rules. */
  #answered(shown: Case) {
    const play = playLink(shown);
    return html`<p class="case-answer ${verdict(shown)}">
          ${this.answer ? coded(words.answerSentences(this.answer)) : "…"}
        </p>
        <p class="case-note">${coded(shown.note)}</p>
        <p class="case-links">
          ${play ? html`<a class="button" href=${play}>Play it</a>` : nothing}
          ${this.side
            ? nothing
            : [...shown.yes, ...shown.no].map((id) => html`<a href=${ruleLink(id)}>${id}</a> `)}
        </p>`;
  }

  #asJson(question: Question) {
    return html`<details>
      <summary>The question as JSON, and the oracle's answer</summary>
      <pre tabindex="0"><code>${JSON.stringify(question, null, 2)}</code></pre>
      <p>The oracle's answer:</p>
      <pre tabindex="0"><code>${this.answer ? JSON.stringify(this.answer, null, 2) : "…"}</code></pre>
    </details>`;
  }

  #board(id: string) {
    const { answer, drawn } = this;
    const marks = answer?.kind === "refused" && !this.isAsked ? (answer.refusal.squares ?? []) : [];
    return html`<div class="case-board">
      ${drawn
        ? html`<arimaa-board
            ?coordinates=${this.classList.length > 0}
            .position=${[...drawn.board]}
            .marks=${marks}
            label=${`Board of ${id}`}
          ></arimaa-board>`
        : nothing}
    </div>`;
  }
}

customElements.define("case-card", CaseCard);

/** The kind of answer that a case expects, by its expectation alone. */
export function verdict({ expect }: Case): "refused" | "accepted" | "other" {
  if (expect.legal === false || expect.invalid || expect.unreadable) {
    return "refused";
  }
  return expect.legal ? "accepted" : "other";
}

/** The board of a case and the label of its turn. An impossible state has a board, too. */
async function boardAndLabel(shown: Case) {
  const position = positionOf(shown);
  if (!position) {
    return undefined;
  }
  const answer = await ask({ kind: "standing", position });
  if (answer.kind === "standing") {
    const { board, label } = answer.standing;
    return { board, ...(label && { label }) };
  }
  const board = "state" in position ? position.state.board : undefined;
  return Array.isArray(board) ? { board } : undefined;
}
