/** The board: a game or a position, its turns with their rulings, and whatever is tried there. */
import "arimaa-oracle/board";
import { beside, type BoardEventMap } from "arimaa-oracle/board";
import { html, nothing, type PropertyValues } from "lit";
import { live } from "lit/directives/live.js";

import example from "../../../../tests/games/669192.txt?raw";
import { capturedTo } from "../analysis.ts";
import { exports, saveText } from "../exports.ts";
import { asSaved, readBoardLink, readSavedLink, ruleLink, type Saved } from "../link.ts";
import { tagsOf } from "../notation.ts";
import { joined } from "../prose.ts";
import { isReload } from "../route.ts";
import { Session } from "../session.ts";
import { View } from "../view.ts";
import * as words from "../words.ts";
import { choice, pictured } from "./choice.ts";
import { coded } from "./coded.ts";
import { turnList } from "./turns.ts";
import "./board.css";

const EDITIONS = ["2008-07-01", "2005-05-28", "2005-05-28+no-draws", "2002"];

/** Where a tab keeps its board, so that it survives a reload. */
const KEPT = "board";

class BoardView extends View {
  static override properties = {
    ...View.properties,
    isEditing: { state: true },
    isCopied: { state: true },
  };

  declare private isEditing: boolean;
  declare private isCopied: boolean;
  readonly #session = new Session(this);
  /** The address that this view wrote itself. */
  #written = "";
  /** The address as this view last saw it. */
  #address = "";
  #shown: unknown;

  constructor() {
    super();
    this.isEditing = this.isCopied = false;
  }

  override get ready() {
    return this.#session.done;
  }

  override connectedCallback() {
    super.connectedCallback();
    addEventListener("keydown", this.#onKey);
    addEventListener("pagehide", this.#keep);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("keydown", this.#onKey);
    removeEventListener("pagehide", this.#keep);
  }

  // Opening and keeping

  /** Opens a text that was pasted or dropped somewhere. */
  override open(text: string) {
    this.isEditing = false;
    const saved = savedIn(text);
    const linked = /#\/board\?(?<query>\S+)/.exec(text)?.groups?.["query"];
    const session = this.#session;
    session.run(() =>
      saved
        ? session.restore(saved)
        : linked
          ? this.#follow(new URLSearchParams(linked))
          : session.open({ text }),
    );
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (changed.has("route")) {
      this.#address = location.hash;
      this.#read();
    }
  }

  /** Opens what the address or this tab has, unless it is here. */
  #read() {
    const session = this.#session;
    const { query } = this.route;
    if (location.hash === this.#written && session.analysis) {
      return;
    }
    if (session.analysis && query.size === 0) {
      this.#write();
      return;
    }
    session.run(async () => {
      const kept = session.analysis ? undefined : this.#takeKept();
      if (kept) {
        session.saved = kept;
        await session.restore(kept);
      } else {
        await this.#follow(query);
      }
      if (!session.analysis) {
        const { verdict, games, sides } = session;
        await session.open({ text: example });
        Object.assign(session, { verdict: query.size === 0 ? session.verdict : verdict, games, sides });
      }
    });
  }

  async #follow(query: URLSearchParams) {
    const packed = query.get("z");
    if (packed !== null) {
      const saved = await readSavedLink(packed);
      await (saved ? this.#session.restore(saved) : this.#session.open({ text: "" }));
    } else if (query.has("p")) {
      await this.#session.open(readBoardLink(query));
    }
  }

  /**
   * What this tab had, unless the address names something else. A reload opens it whatever the
   * address is: just after a move that is still the one before.
   */
  #takeKept(): Saved | undefined {
    const { hash, isShown, saved } = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
    sessionStorage.removeItem(KEPT);
    const isHere = hash === location.hash || this.route.query.size === 0;
    return isHere || (isShown && isReload()) ? asSaved(saved) : undefined;
  }

  readonly #keep = () => {
    const { saved } = this.#session;
    if (saved) {
      const isShown = !this.hidden;
      const hash = isShown ? location.hash : this.#written;
      sessionStorage.setItem(KEPT, JSON.stringify({ hash, isShown, saved }));
    }
  };

  /** Writes the moment into the address; a state that is too long leaves none there. */
  #write() {
    const { link } = this.#session;
    // Another address leads to another view in a moment.
    if (this.hidden || link === undefined || location.hash !== this.#address) {
      return;
    }
    this.#written = link || "#/board";
    if (location.hash !== this.#written) {
      history.replaceState(history.state, "", this.#written);
      this.#address = location.hash;
    }
  }

  protected override updated() {
    this.#write();
    const current = this.querySelector<HTMLElement>("#turns [aria-current=true]");
    const list = this.querySelector<HTMLElement>("#turns");
    if (list && current && current !== this.#shown) {
      this.#shown = current;
      list.scrollTop = current.offsetTop - list.clientHeight / 2;
    }
  }

  // Keys

  readonly #onKey = (event: KeyboardEvent) => {
    const target = event.composedPath()[0] as HTMLElement;
    const isField = target.matches?.("input:not([type=radio]), textarea, select");
    if (this.hidden || this.isEditing || isField || document.querySelector("dialog[open]")) {
      return;
    }
    const isBoard = target.matches?.("[role=gridcell]");
    const session = this.#session;
    const keys: Record<string, () => unknown> = event.ctrlKey || event.metaKey
      ? { z: () => session.undo(), Z: () => session.redo(), y: () => session.redo() }
      : {
          p: () => session.goBack(),
          n: () => session.goForward(),
          e: () => session.play(["end"]),
          f: () => session.flip(),
          "?": () => this.#keys.showModal(),
          ...(!isBoard && {
            ArrowLeft: () => session.goBack(),
            ArrowRight: () => session.goForward(),
            Home: () => session.goFirst(),
            End: () => session.goLast(),
          }),
        };
    const task = keys[event.key];
    if (task && !event.altKey) {
      event.preventDefault();
      session.run(task);
    }
  };

  /** A listener that does something, and nothing else. */
  readonly #on = (task: () => unknown) => (event: Event) => {
    event.preventDefault();
    this.#session.run(task);
  };

  get #keys() {
    return this.querySelector<HTMLDialogElement>("#keys")!;
  }

  // Drawing

  protected override render() {
    const session = this.#session;
    if (this.isEditing) {
      return this.#editor();
    }
    return html`<div class="analysis">
        <h1 tabindex="-1">${words.BOARD_HEADING}</h1>
        <section class="field" aria-label=${words.BOARD}>
          ${this.#captured("silver", session.isFlipped)} ${this.#board()}
          ${this.#captured("gold", session.isFlipped)} ${this.#buttons()}
        </section>
        ${this.#card()}
        <section class="game" aria-labelledby="turns-title">${this.#game()}</section>
        ${this.#tools()}
      </div>
      ${this.#keyList()}`;
  }

  /** The editor is fetched when it is first wanted. */
  async #edit() {
    await import("./editor.ts");
    this.isEditing = true;
  }

  #editor() {
    const session = this.#session;
    const done = ({ detail }: CustomEvent) => this.open(detail.text);
    return html`<h1 tabindex="-1">${words.EDITOR}</h1>
      <position-editor
        .board=${[...session.board]}
        .side=${session.now.state.side}
        @editor-done=${done}
        @editor-cancel=${() => (this.isEditing = false)}
      ></position-editor>`;
  }

  #board() {
    const session = this.#session;
    const { legal } = session;
    const moves = legal.flatMap(({ action }) => {
      const from = action.slice(1, 3);
      const to = beside(from, action[3] ?? "");
      return to ? [from + to] : [];
    });
    const on =
      <Name extends keyof BoardEventMap>(task: (detail: BoardEventMap[Name]["detail"]) => unknown) =>
      ({ detail }: BoardEventMap[Name]) =>
        session.run(() => task(detail));
    return html`<arimaa-board
      id="board"
      interactive
      coordinates
      .position=${session.board}
      .flipped=${session.isFlipped}
      .selected=${session.chosen}
      .moves=${moves}
      .targets=${session.targets}
      .marks=${session.marked}
      .frozen=${session.look.frozen}
      .arrows=${session.arrows}
      .drawings=${session.drawings}
      @board-choose=${on<"board-choose">(({ square }) => session.touch(square))}
      @board-move=${on<"board-move">(({ from, to }) => session.move(from, to))}
      @board-leave=${on<"board-leave">(() => session.leave())}
      @board-draw=${on<"board-draw">(({ from, to }) => session.draw(from, to))}
    ></arimaa-board>`;
  }

  /** The pieces that a side has lost, on the side of the board where it sits. */
  #captured(side: "gold" | "silver", isFlipped: boolean) {
    const { analysis, at, steps } = this.#session;
    const shown = isFlipped ? (side === "gold" ? "silver" : "gold") : side;
    const now = steps.flatMap(({ applied }) => applied.captures.map((piece) => piece.charAt(0)));
    const letters = analysis ? [...capturedTo(at), ...now] : [];
    const lost = letters.filter((letter) => (letter === letter.toUpperCase()) === (shown === "gold"));
    return html`<p class="captured">
      <span class="hidden">${words.capturedFrom(lost)}</span>
      <span aria-hidden="true">
        ${lost.map((letter) => html`<arimaa-piece letter=${letter}></arimaa-piece>`)}
      </span>
    </p>`;
  }

  #buttons() {
    const session = this.#session;
    const isFirst = !session.analysis || (session.shown === session.analysis.root && session.steps.length === 0);
    const isLast = !session.analysis || session.at.children.length === 0 || Boolean(session.shown.refusal);
    const button = (id: string, sign: string, name: string, isOff: boolean, task: () => unknown) =>
      html`<button
        id=${id}
        type="button"
        aria-label=${name}
        title=${name}
        ?disabled=${isOff}
        @click=${this.#on(task)}
      >
        ${sign}
      </button>`;
    return html`<div class="row controls">
      <button
        id="end"
        type="button"
        class="strong"
        ?disabled=${!session.canEnd}
        @click=${this.#on(() => session.play(["end"]))}
      >
        ${words.END_TURN}
      </button>
      ${button("undo", "↶", words.UNDO, !session.canUndo, () => session.undo())}
      ${button("redo", "↷", words.REDO, !session.canRedo, () => session.redo())}
      <span class="space"></span>
      ${button("first", "«", words.FIRST, isFirst, () => session.goFirst())}
      ${button("back", "‹", words.BACK, isFirst, () => session.goBack())}
      ${button("forward", "›", words.FORWARD, isLast, () => session.goForward())}
      ${button("last", "»", words.LAST, isLast, () => session.goLast())}
    </div>`;
  }

  /** What is the case, and why: the same words for eyes and ears. */
  #card() {
    const session = this.#session;
    const { analysis, verdict, hint, shown, games, sides } = session;
    const { rule, picture, tone, sentences, earlier = [] } = verdict;
    return html`<section id="card" class=${tone} aria-label=${words.VERDICT}>
      <div id="verdict" role="status">
        ${sentences.map((sentence) => html`<p>${this.#linked(sentence, earlier)}</p>`)}
        ${hint ? html`<p id="said">${hint}</p>` : nothing}
      </div>
      ${sides
        ? html`<div class="row">
            ${(["gold", "silver"] as const).map(
              (side) => html`<button type="button" @click=${this.#on(() => session.choose(sides[side]))}>
                ${words.SIDES[side]}
              </button>`,
            )}
          </div>`
        : nothing}
      ${choice(games, (text) => session.run(() => session.choose(text)))} ${pictured(picture)}
      ${this.#placements()}
      ${shown?.comments.map((comment) => html`<p class="comment">${comment}</p>`)}
      ${rule
        ? html`<details class="rule-text">
            <summary>${rule.id}: ${rule.chapter}</summary>
            <blockquote>${coded(joined(rule.text))}</blockquote>
            <p><a href=${ruleLink(rule.id)}>${words.readRule(rule.id)}</a></p>
          </details>`
        : nothing}
      ${analysis ? this.#sharing() : nothing}
    </section>`;
  }

  /** A sentence whose labels lead to their turns. */
  #linked(sentence: string, labels: readonly string[]) {
    const session = this.#session;
    if (labels.length === 0) {
      return sentence;
    }
    return sentence.split(new RegExp(`\\b(${labels.join("|")})\\b`)).map((part) => {
      const turn = labels.includes(part) && session.turnLabelled(part);
      return turn
        ? html`<button type="button" class="inline" @click=${this.#on(() => session.select(turn))}>${part}</button>`
        : part;
    });
  }

  /** The pieces for a chosen square of a setup. */
  #placements() {
    const session = this.#session;
    const here = session.legal.filter(({ action }) => action.length === 3 && action.slice(1) === session.chosen);
    return here.length === 0
      ? nothing
      : html`<div class="row placements">
          ${here.map(
            ({ action }) => html`<button type="button" aria-label=${action} @click=${this.#on(() => session.play([action]))}>
              <arimaa-piece letter=${action.charAt(0)}></arimaa-piece>
            </button>`,
          )}
        </div>`;
  }

  #sharing() {
    const { link } = this.#session;
    const address = () => new URL(link || "#/board", location.href).href;
    const copy = async () => {
      await navigator.clipboard.writeText(address());
      this.isCopied = true;
      setTimeout(() => (this.isCopied = false), 2_000);
    };
    const share = () => {
      const text = this.#session.verdict.sentences.join(" ");
      // A person who changes their mind is no error.
      void navigator.share({ title: document.title, text, url: address() }).catch(() => undefined);
    };
    const isShort = link !== false;
    return html`<div class="row sharing">
      ${isShort
        ? html`<button id="copy" type="button" ?disabled=${!link} @click=${copy}>
              ${this.isCopied ? words.COPIED : words.COPY}
            </button>
            ${"share" in navigator
              ? html`<button id="share" type="button" ?disabled=${!link} @click=${share}>${words.SHARE}</button>`
              : nothing}`
        : html`<span id="too-long">${words.TOO_LONG}</span>`}
      <button id="save" type="button" @click=${() => this.#save()}>${words.SAVE}</button>
    </div>`;
  }

  /** Saves a record, which every program reads, or a board of this page. */
  #save() {
    const { analysis, saved } = this.#session;
    if (analysis && saved) {
      const isRecord = saved.start === undefined;
      saveText(isRecord ? analysis.text : JSON.stringify(saved), isRecord ? "game.txt" : "board.json");
    }
  }

  #game() {
    const session = this.#session;
    const { analysis } = session;
    if (!analysis) {
      return html`<h2 id="turns-title" class="hidden">${words.TURNS}</h2>`;
    }
    const tags = "tags" in analysis.start ? tagsOf(analysis.start.tags) : [];
    const about = tags.filter(([name]) => name !== "Start").map(([name, value]) => `${name} ${value}`);
    const { replayed } = analysis;
    const edition = session.now.standing.edition ?? "";
    return html`<h2 id="turns-title" class="hidden">${words.TURNS}</h2>
      <p class="quiet small">${[...about, words.judgedBy(edition)].join(" · ")}</p>
      ${replayed && about.length > 0
        ? html`<p id="agreement" class="small ${replayed.agrees ? "good" : "alert"}">
            ${replayed.agrees ? words.AGREES : replayed.disagreements[0]?.message}
          </p>`
        : nothing}
      ${turnList(session)}
      <form @submit=${this.#on(() => this.#type(true))}>
        <label for="turn" class="hidden">${words.TURN_OR_STEPS}</label>
        <div class="row">
          <input
            id="turn"
            placeholder=${words.TURN_OR_STEPS}
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
          />
          <button name="turn">${words.PLAY_TURN}</button>
          <button id="steps" type="button" @click=${this.#on(() => this.#type(false))}>
            ${words.PLAY_STEPS}
          </button>
        </div>
      </form>`;
  }

  async #type(isTurn: boolean) {
    const input = this.querySelector<HTMLInputElement>("#turn")!;
    const { value } = input;
    if (await (isTurn ? this.#session.typeTurn(value) : this.#session.typeSteps(value))) {
      input.value = "";
    }
  }

  #tools() {
    const session = this.#session;
    const { analysis, shown } = session;
    // What comes later is put where nothing is, and moves nothing.
    if (!analysis) {
      return nothing;
    }
    const button = (id: string, name: string, task: () => unknown) =>
      html`<button id=${id} type="button" @click=${this.#on(task)}>${name}</button>`;
    const { edition } = session.now.standing;
    const change = (event: Event) => {
      const { value } = event.target as HTMLSelectElement;
      session.run(() => session.changeEdition(value));
    };
    return html`<section class="tools">
      <div class="row">
        ${button("goal", words.FIND_GOAL, () => session.findGoal())}
        ${button("edit", words.EDIT, () => this.#edit())}
        ${button("flip", words.FLIP, () => session.flip())}
        ${button("show-keys", words.KEYS, () => this.#keys.showModal())}
        <label>
          ${words.RULES_OF}
          <select id="edition" @change=${change}>
            ${EDITIONS.map((name) => html`<option .selected=${live(name === edition)}>${name}</option>`)}
          </select>
        </label>
      </div>
      ${this.#legal()}
      ${shown.parent
        ? html`<details>
            <summary>${words.COMMENT}</summary>
            <textarea
              id="comment"
              rows="3"
              aria-label=${words.COMMENT}
              .value=${shown.comments.join("\n")}
              @change=${(event: Event) => {
                const { value } = event.target as HTMLTextAreaElement;
                session.run(() => session.comment(value));
              }}
            ></textarea>
            <div class="row">
              ${button("promote", words.PROMOTE, () => session.promote(shown))}
              ${button("remove", words.REMOVE, () => session.remove(shown))}
            </div>
          </details>`
        : nothing}
      ${exports(session.question.position, session.question.attempt)}
    </section>`;
  }

  /** What can be done next; by the chosen piece, or on the chosen square of a setup. */
  #legal() {
    const session = this.#session;
    const { chosen, counted } = session;
    const shown = session.legal.filter(({ action }) => !chosen || action.slice(1, 3) === chosen);
    return html`<details>
      <summary id="legal-title">${words.legalFor(chosen)}</summary>
      <p id="count">${counted}</p>
      <ul id="legal">
        ${shown.map(
          ({ action, effect }) => html`<li>
            <button type="button" @click=${this.#on(() => session.play([action]))}>
              ${words.legalAction(action, effect)}
            </button>
          </li>`,
        )}
      </ul>
    </details>`;
  }

  #keyList() {
    return html`<dialog id="keys" aria-labelledby="keys-title">
        <h2 id="keys-title">${words.KEYS}</h2>
        <table>
          ${words.KEY_LIST.map(([key, what]) => html`<tr><th scope="row"><kbd>${key}</kbd></th><td>${what}</td></tr>`)}
        </table>
        <button type="button" @click=${() => this.#keys.close()}>${words.CLOSE}</button>
      </dialog>`;
  }
}

/** The board that was saved as a file, if a text is one. */
function savedIn(text: string): Saved | undefined {
  try {
    return /^\s*\{"start"/.test(text) ? asSaved(JSON.parse(text)) : undefined;
  } catch {
    return undefined;
  }
}

customElements.define("view-board", BoardView);
