/** The board: paste a position, try a turn, read why not. */
import "arimaa-oracle/board";
import { beside } from "arimaa-oracle/board";
import { html, nothing, type PropertyValues } from "lit";
import { live } from "lit/directives/live.js";

import { exports } from "../exports.ts";
import type { Games } from "../games.ts";
import { readBoardLink, ruleLink } from "../link.ts";
import { joined } from "../prose.ts";
import { Session, type Ruling } from "../session.ts";
import { View } from "../view.ts";
import * as words from "../words.ts";
import { choice, pictured } from "./choice.ts";
import { coded } from "./coded.ts";
import "./board.css";

const EDITIONS = ["2008-07-01", "2005-05-28", "2005-05-28+no-draws", "2002"];
const EXAMPLE = "g [.......r..........................................Cd....R.......]";

class BoardView extends View {
  readonly #session = new Session(this, EXAMPLE);
  /** The address that this view wrote itself. */
  #written = "";
  /** The ruling, or the games to choose from, that were brought into sight. */
  #seen: Ruling | Games | undefined;

  override get ready() {
    return this.#session.done;
  }

  override connectedCallback() {
    super.connectedCallback();
    addEventListener("keydown", this.#onKey);
    addEventListener("paste", this.#onPaste);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("keydown", this.#onKey);
    removeEventListener("paste", this.#onPaste);
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (changed.has("route")) {
      this.#read();
    }
    const { link } = this.#session;
    if (link && link !== this.#written && this.#session.game.isOpen) {
      history.replaceState(null, "", link);
      this.#written = link;
    }
  }

  protected override updated() {
    const { ruling, games } = this.#session;
    const shown = games ?? ruling;
    if (shown && shown !== this.#seen) {
      // On a small screen it may stand below the edge.
      this.querySelector(games ? "#games" : "#ruling")?.scrollIntoView({ block: "nearest" });
    }
    this.#seen = shown;
  }

  /** Opens what the address says, unless it is what this view wrote there. */
  #read() {
    const session = this.#session;
    const { query } = this.route;
    const isOwn = location.hash === this.#written;
    session.run(() => session.game.isOpen || session.open(session.source));
    if (!isOwn && query.has("p")) {
      session.run(() => session.open(readBoardLink(query)));
    }
  }

  /** A text that is pasted beside the fields is opened. */
  readonly #onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!isField(event.target) && text.trim()) {
      event.preventDefault();
      this.#session.run(() => this.#session.open({ text }));
    }
  };

  readonly #onKey = (event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === "z";
    const isRedo = event.key.toLowerCase() === "y" || (isUndo && event.shiftKey);
    if ((event.ctrlKey || event.metaKey) && (isUndo || isRedo) && !isField(event.target)) {
      event.preventDefault();
      this.#session.run(() => this.#session.go(isRedo ? 1 : -1, false));
    }
  };

  /** A listener that does something, and nothing else. */
  readonly #on = (task: () => unknown) => (event: Event) => {
    event.preventDefault();
    this.#session.run(task);
  };

  async #type(isTurn: boolean) {
    const input = this.#input("turn");
    if (await this.#session.type(input.value, isTurn)) {
      input.value = "";
    }
  }

  #open() {
    const [text, before] = [this.#input("text").value, this.#input("before").value.trim()];
    return this.#session.open({ text, before });
  }

  #input(id: string) {
    return this.querySelector(`#${id}`) as HTMLInputElement;
  }

  protected override render() {
    const { game, said } = this.#session;
    return html`<h1 tabindex="-1">${words.BOARD_HEADING}</h1>
      <div class="settle">
        <section class="play" aria-label=${words.BOARD}>
          ${this.#board()}
          <p id="now">${game.isOpen ? words.now(game.now.standing, game.now.state) : nothing}</p>
          ${this.#buttons()}
          <form @submit=${this.#on(() => this.#type(true))}>
            <label for="turn">${words.TURN_OR_STEPS}</label>
            <div class="row">
              <input
                id="turn"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                .value=${this.#session.typed}
              />
              <button name="turn">${words.PLAY_TURN}</button>
              <button id="steps" type="button" @click=${this.#on(() => this.#type(false))}>
                ${words.PLAY_STEPS}
              </button>
            </div>
          </form>
          <p id="said" aria-live="polite">${said}</p>
        </section>
        <section id="ruling" role="alert">${this.#ruling()}</section>
        ${this.#legal()} ${this.#position()}
      </div>`;
  }

  #board() {
    const session = this.#session;
    const { chosen, legal } = session;
    const moves = legal.flatMap(({ action }) => {
      const from = action.slice(1, 3);
      const to = beside(from, action[3] ?? "");
      return to ? [from + to] : [];
    });
    const targets = moves.filter((move) => move.startsWith(chosen ?? "-"));
    return html`<arimaa-board
      id="board"
      interactive
      coordinates
      .position=${session.board}
      .selected=${chosen}
      .moves=${moves}
      .targets=${targets.map((move) => move.slice(2))}
      .marks=${session.marked}
      .frozen=${session.frozen}
      .arrows=${session.arrows}
      @board-choose=${({ detail }: CustomEvent) => session.run(() => session.choose(detail.square))}
      @board-move=${({ detail }: CustomEvent) =>
        session.run(() => session.move(detail.from, detail.to))}
      @board-leave=${() => session.run(() => (session.chosen = undefined))}
    ></arimaa-board>`;
  }

  #buttons() {
    const session = this.#session;
    const button = (id: string, label: string, task: () => unknown) =>
      html`<button id=${id} type="button" @click=${this.#on(task)}>${label}</button>`;
    return html`<div class="row">
      ${button("end", words.END_TURN, () => session.play(["end"]))}
      ${button("undo", words.UNDO, () => session.go(-1, false))}
      ${button("redo", words.REDO, () => session.go(1, false))}
      ${button("undo-turn", words.UNDO_TURN, () => session.go(-1, true))}
      ${button("redo-turn", words.REDO_TURN, () => session.go(1, true))}
    </div>`;
  }

  #ruling() {
    const { sentences = [], rule, picture } = this.#session.ruling ?? {};
    return html`${sentences.map((sentence) => html`<p>${sentence}</p>`)}
    ${pictured(picture)}
    ${rule
      ? html`<h2><a href=${ruleLink(rule.id)}>${rule.id}</a>: ${rule.chapter}</h2>
          <blockquote>${coded(joined(rule.text))}</blockquote>`
      : nothing}`;
  }

  /** What can be done next; by the chosen piece, or on the chosen square of a setup. */
  #legal() {
    const session = this.#session;
    const { chosen, counted } = session;
    const shown = session.legal.filter(({ action }) => !chosen || action.slice(1, 3) === chosen);
    const open = words.open(session.legal, session.game.isOpen ? session.game.actions : []);
    return html`<section aria-labelledby="legal-title">
      <h2 id="legal-title">${words.legalFor(chosen)}</h2>
      ${open ? html`<p id="open">${open}</p>` : nothing}
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
    </section>`;
  }

  #position() {
    const session = this.#session;
    const { source, game, link } = session;
    const edition = game.isOpen ? game.now.standing.edition : "";
    const change = (event: Event) => {
      const { value } = event.target as HTMLSelectElement;
      session.run(() => session.changeEdition(value));
    };
    return html`<section aria-labelledby="position-title">
      <h2 id="position-title">${words.POSITION}</h2>
      <form @submit=${this.#on(() => this.#open())}>
        <label for="text">${words.TEXT}</label>
        <textarea
          id="text"
          rows="6"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          .value=${source.text}
        ></textarea>
        <div class="row">
          <button>${words.SHOW}</button>
          <label>
            ${words.BEFORE}
            <input id="before" size="4" autocomplete="off" .value=${source.before} />
          </label>
          <label>
            ${words.RULES_OF}
            <select id="edition" @change=${change}>
              ${EDITIONS.map(
                (name) => html`<option .selected=${live(name === edition)}>${name}</option>`,
              )}
            </select>
          </label>
        </div>
      </form>
      ${choice(session.games, (text) => session.run(() => session.chooseGame(text)))}
      <p><a id="link" href=${link ?? "#/board"}>${words.LINK}</a></p>
      ${game.isOpen ? exports(game.position, session.tried) : nothing}
    </section>`;
  }
}

/** Whether an event goes to something to write in. */
function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}

customElements.define("view-board", BoardView);
