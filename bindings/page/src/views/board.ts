/** The board: what is pasted, clicked and typed becomes questions, and answers are shown. */
import "arimaa-oracle/board";
import { beside, direction, letterAt } from "arimaa-oracle/board";
import { html, nothing, type PropertyValues } from "lit";
import { live } from "lit/directives/live.js";

import { Game, actionsOf } from "../game.ts";
import { boardLink, readBoardLink, type BoardLink } from "../link.ts";
import { ask, askAside, type Answer, type AnswerOf } from "../oracle.ts";
import { View } from "../view.ts";
import * as words from "../words.ts";
import "./board.css";

const EDITIONS = ["2008-07-01", "2005-05-28", "2005-05-28+no-draws", "2002"];
const EXAMPLE = "g [.......r..........................................Cd....R.......]";

type Effect = NonNullable<AnswerOf<"actions">["effects"]>[number];

/** Why something is refused: sentences, and the rule behind them. */
interface Ruling {
  sentences: string[];
  rule: AnswerOf<"rule">["rule"] | undefined;
}

class BoardView extends View {
  static override properties = {
    source: { state: true },
    chosen: { state: true },
    marked: { state: true },
    legal: { state: true },
    said: { state: true },
    counted: { state: true },
    ruling: { state: true },
    link: { state: true },
  };

  /** Where the text on the board came from, as a link has it. */
  declare private source: { text: string; before: string; edition: string };
  declare private chosen: string | undefined;
  declare private marked: string[];
  declare private legal: { action: string; effect: Effect | undefined }[];
  declare private said: string;
  declare private counted: string;
  declare private ruling: Ruling | undefined;
  declare private link: string | undefined;

  readonly #game = new Game();
  /** What was refused last, as a link has it. */
  #tried: { turn?: string; steps?: string } = {};
  /** The address that this view wrote itself. */
  #written = "";
  /** One thing after another: what is asked meanwhile waits. */
  #last: Promise<unknown> = Promise.resolve();

  constructor() {
    super();
    this.source = { text: EXAMPLE, before: "", edition: "" };
    this.marked = [];
    this.legal = [];
    this.said = this.counted = "";
  }

  override get ready() {
    return this.#last;
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (changed.has("route")) {
      const hash = location.hash;
      const { query } = this.route;
      this.#run(async () => {
        if (!this.#game.isOpen) {
          await this.#open(this.source);
        }
        if (hash !== this.#written && query.has("p")) {
          await this.#open(readBoardLink(query));
        }
      });
    }
  }

  #run(task: () => unknown) {
    this.#last = this.#last.then(task).catch((error: Error) => {
      this.said = error.message;
    });
  }

  async #open(link: BoardLink) {
    const answer = await this.#game.open(link);
    const recognized = await ask({ kind: "recognize", text: link.text });
    const form = recognized.kind === "recognized" ? recognized : undefined;
    if (answer.kind === "error") {
      await this.#explain(answer.error, form?.misread[0]?.message);
      return;
    }
    this.source = {
      text: link.text,
      before: link.before ?? "",
      edition: link.edition ?? "",
    };
    await this.#show(answer, words.shown(form?.form));
    const tried = link.turn || link.steps;
    if (answer.kind === "applied" && tried) {
      this.#input("turn").value = tried;
      await this.#typed(Boolean(link.turn));
    }
  }

  /** Shows the moment after an answer: a refusal is explained, anything else said. */
  async #show(answer: Answer, sentence: string, attempt: { turn?: string; steps?: string } = {}) {
    const isRefused = answer.kind === "refused";
    this.#tried = isRefused ? attempt : {};
    const { actions, effects } = await this.#legalActions();
    // First the board, so that what is said is true of what is seen.
    this.chosen = undefined;
    this.marked = isRefused ? (answer.refusal.squares ?? []) : [];
    this.legal = actions.map((action, index) => ({ action, effect: effects?.[index] }));
    this.#writeLink();
    this.#count();
    if (isRefused) {
      const earlier = answer.refusal.details?.["earlier"] as number[] | undefined;
      await this.#explain(
        answer.refusal,
        earlier && words.stoodAfter(this.#game.labelsOf(earlier)),
      );
    } else if (answer.kind === "error") {
      await this.#explain(answer.error);
    } else {
      this.ruling = undefined;
      this.said = this.link ? sentence : words.TOO_LONG;
    }
    await this.updateComplete;
  }

  async #legalActions() {
    const position = this.#game.position;
    const answer = await ask({ kind: "legal_actions", position, effects: true });
    return answer.kind === "actions" ? answer : { actions: [], effects: [] };
  }

  #writeLink() {
    this.link = boardLink({ ...this.source, actions: this.#game.actions, ...this.#tried });
    if (this.link) {
      history.replaceState(null, "", this.link);
      this.#written = location.hash;
    }
  }

  /** Counts the turns, while other questions go on. */
  #count() {
    this.counted = words.COUNTING;
    const question = { kind: "turn_count", position: this.#game.position } as const;
    void askAside(question, { timeoutMs: 5_000 }).then((answer) => {
      if (answer?.kind === "turn_count") {
        this.counted = words.turns(answer.count);
      } else if (answer?.kind === "error") {
        this.counted = words.notCounted(answer.error.message);
      }
    });
  }

  /** A sentence, the rule behind it, and the text of the rule. */
  async #explain(
    { message, rule }: { message?: string | null; rule?: string | null },
    more?: string,
  ) {
    const sentences = [...new Set([message, more])].filter((one): one is string => !!one);
    const answer = rule ? await ask({ kind: "explain_rule", rule }) : undefined;
    this.said = "";
    this.ruling = { sentences, rule: answer?.kind === "rule" ? answer.rule : undefined };
    await this.updateComplete;
  }

  async #play(actions: string[]) {
    const answer = await this.#game.play(actions);
    await this.#show(answer, words.played(actions.at(-1) ?? ""), { steps: actions.join(" ") });
  }

  /** A piece is chosen first, then a square beside it. */
  async #choose(square: string) {
    if (!this.#game.isOpen) {
      return;
    }
    const letter = letterAt(this.#game.now.standing.board, square);
    const { chosen } = this;
    if (chosen) {
      await this.#move(chosen, square);
    } else if (letter === ".") {
      this.said = words.NOTHING_THERE;
    } else {
      this.chosen = square;
      this.said = words.selected(letter, square);
    }
  }

  async #move(from: string, to: string) {
    this.chosen = undefined;
    const way = direction(from, to);
    if (way) {
      await this.#play([`${letterAt(this.#game.now.standing.board, from)}${from}${way}`]);
    } else {
      this.said = from === to ? "" : words.NOT_BESIDE;
    }
  }

  #go(by: -1 | 1) {
    const isThere = this.#game.go(by);
    const [done, impossible] =
      by < 0 ? [words.UNDONE, words.AT_START] : [words.REDONE, words.AT_END];
    return this.#show(this.#game.now, isThere ? done : impossible);
  }

  /** What is typed: a whole turn, or steps one by one. */
  async #typed(isTurn: boolean) {
    const input = this.#input("turn");
    const text = input.value;
    const actions = actionsOf(text);
    if (actions.length === 0) {
      this.said = words.EMPTY_TURN;
      return;
    }
    const before = this.#game.actions.length;
    const answer = isTurn ? await this.#game.playTurn(text) : await this.#game.play(actions);
    const played = this.#game.actions.length - before;
    const attempt = isTurn ? { turn: text } : { steps: actions.slice(played).join(" ") };
    if (answer.kind === "applied" && played > 0) {
      input.value = "";
    }
    await this.#show(answer, words.played(isTurn ? "end" : (actions.at(-1) ?? "")), attempt);
  }

  #input(id: string) {
    return this.querySelector(`#${id}`) as HTMLInputElement;
  }

  #fromForm(): BoardLink {
    return { text: this.#input("text").value, before: this.#input("before").value.trim() };
  }

  readonly #submit = (task: () => unknown) => (event: Event) => {
    event.preventDefault();
    this.#run(task);
  };

  protected override render() {
    const standing = this.#game.isOpen ? this.#game.now.standing : undefined;
    return html`<h1 tabindex="-1">${words.BOARD_HEADING}</h1>
      <div class="settle">
        <section class="play" aria-label=${words.BOARD}>
          ${this.#board(standing?.board ?? [])}
          <p id="now">${standing ? words.now(standing, this.#game.now.state) : nothing}</p>
          ${this.#buttons()}
          <form @submit=${this.#submit(() => this.#typed(true))}>
            <label for="turn">${words.TURN_OR_STEPS}</label>
            <div class="row">
              <input id="turn" autocomplete="off" autocapitalize="off" spellcheck="false" />
              <button name="turn">${words.PLAY_TURN}</button>
              <button id="steps" type="button" @click=${this.#submit(() => this.#typed(false))}>
                ${words.PLAY_STEPS}
              </button>
            </div>
          </form>
          <p id="said" aria-live="polite">${this.said}</p>
        </section>
        <section id="ruling" role="alert">${this.#ruling()}</section>
        <section aria-labelledby="legal-title">
          <h2 id="legal-title">${words.LEGAL}</h2>
          <p id="count">${this.counted}</p>
          <ul id="legal">
            ${this.legal.map(
              ({ action, effect }) => html`<li>
                <button type="button" @click=${this.#submit(() => this.#play([action]))}>
                  ${words.legalAction(action, effect)}
                </button>
              </li>`,
            )}
          </ul>
        </section>
        <section aria-labelledby="position-title">
          <h2 id="position-title">${words.POSITION}</h2>
          ${this.#form(standing?.edition ?? "")}
          <p><a id="link" href=${this.link ?? "#/board"}>${words.LINK}</a></p>
        </section>
      </div>`;
  }

  #board(board: readonly string[]) {
    const from = this.legal.filter(({ action }) => action.slice(1, 3) === this.chosen);
    const targets = from.flatMap(({ action }) => beside(this.chosen!, action[3] ?? "") ?? []);
    return html`<arimaa-board
      id="board"
      interactive
      coordinates
      .position=${board}
      .selected=${this.chosen}
      .targets=${targets}
      .marks=${this.marked}
      @board-choose=${(event: CustomEvent) => this.#run(() => this.#choose(event.detail.square))}
      @board-move=${({ detail }: CustomEvent) => this.#run(() => this.#move(detail.from, detail.to))}
      @board-leave=${() => (this.chosen = undefined)}
    ></arimaa-board>`;
  }

  #buttons() {
    return html`<div class="row">
      <button id="end" type="button" @click=${this.#submit(() => this.#play(["end"]))}>
        ${words.END_TURN}
      </button>
      <button id="undo" type="button" @click=${this.#submit(() => this.#go(-1))}>
        ${words.UNDO}
      </button>
      <button id="redo" type="button" @click=${this.#submit(() => this.#go(1))}>
        ${words.REDO}
      </button>
    </div>`;
  }

  #ruling() {
    const { sentences = [], rule } = this.ruling ?? {};
    return html`${sentences.map((sentence) => html`<p>${sentence}</p>`)}
    ${rule
      ? html`<h2>${rule.id}: ${rule.chapter}</h2>
          <blockquote>${joined(rule.text)}</blockquote>`
      : nothing}`;
  }

  #form(edition: string) {
    const change = (event: Event) => {
      const chosen = (event.target as HTMLSelectElement).value;
      const { actions } = this.#game;
      this.#run(() => this.#open({ ...this.source, edition: chosen, actions }));
    };
    return html`<form @submit=${this.#submit(() => this.#open(this.#fromForm()))}>
      <label for="text">${words.TEXT}</label>
      <textarea
        id="text"
        rows="6"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        .value=${this.source.text}
      ></textarea>
      <div class="row">
        <label for="before">${words.BEFORE}</label>
        <input id="before" size="5" autocomplete="off" .value=${this.source.before} />
        <label for="edition">${words.RULES_OF}</label>
        <select id="edition" @change=${change}>
          ${EDITIONS.map((name) => html`<option .selected=${live(name === edition)}>${name}</option>`)}
        </select>
        <button>${words.SHOW}</button>
      </div>
    </form>`;
  }
}

/** A text without the line breaks inside of its paragraphs and list items. */
function joined(text: string): string {
  return text.replace(/([^\n])\n(?!\n|\s*(?:[-|*]|\d+\.)\s)/g, "$1 ");
}

customElements.define("view-board", BoardView);
