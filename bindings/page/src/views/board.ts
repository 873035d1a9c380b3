/** The board: a game or a position, its turns with their rulings, and whatever is tried there. */
import { html, nothing, type PropertyValues } from "lit";

import example from "../../../../tests/games/669192.txt?raw";
import { capturedTo } from "../analysis.ts";
import { asSaved, readBoardLink, readSavedLink, type Saved } from "../link.ts";
import { actionsOf, tagsOf } from "../notation.ts";
import { keep, readKept } from "../kept.ts";
import { isReload } from "../route.ts";
import { Session } from "../session.ts";
import { View } from "../view.ts";
import * as words from "../words.ts";
import { card } from "./card.ts";
import { sessionBoard } from "./session-board.ts";
import { keyDialog, keyList, rulesOf, tools, usesLetters } from "./tools.ts";
import { turnList } from "./turns.ts";
import "./board.css";

/** The key under which a tab keeps its board for a reload. */
const KEPT = "board";

class BoardView extends View {
  static override properties = {
    ...View.properties,
    isEditing: { state: true },
  };

  declare private isEditing: boolean;
  #isPrinting = false;
  readonly #session = new Session(this);
  /** The address that this view wrote itself. */
  #written = "";
  /** The address as this view last saw it. */
  #address = "";
  /** What is kept beside the address. */
  #long: Saved | undefined;
  /** How many entries of the history were gone to and are not shown yet. */
  #reading = 0;
  /** The board before the one that the entry of the history was made for. */
  #replaced: Saved | undefined;
  #shown: unknown;

  constructor() {
    super();
    this.isEditing = false;
  }

  override get ready() {
    return this.#session.done;
  }

  /** It stays in the page, and listens for good. */
  override connectedCallback() {
    super.connectedCallback();
    addEventListener("keydown", this.#onKey);
    addEventListener("pagehide", this.#keep);
    addEventListener("beforeprint", this.#onPrint);
    addEventListener("afterprint", this.#onPrint);
  }

  // Opening and keeping

  /** Opens a text that was pasted or dropped somewhere. */
  override open(text: string) {
    this.isEditing = false;
    const saved = savedIn(text);
    const linked = /#\/board\?(?<query>\S+)/.exec(text)?.groups?.["query"];
    const session = this.#session;
    session.stopReading();
    session.run(() =>
      session.replace(() =>
        saved
          ? session.restore(saved)
          : linked
            ? this.#follow(new URLSearchParams(linked))
            : session.open({ text }),
      ),
    );
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (changed.has("route")) {
      this.#address = location.hash;
      this.#read();
    }
    this.#enter();
  }

  /** Makes an entry of the history for a board that took the place of another. */
  #enter() {
    const { replaced, saved } = this.#session;
    if (replaced !== this.#replaced && !this.hidden) {
      this.#replaced = replaced;
      this.#long = saved;
      this.#written = this.#address = "#/board";
      history.replaceState({ ...history.state, long: replaced }, "");
      history.pushState({ isOpened: true, long: saved }, "", this.#written);
    }
  }

  /** Opens what the address or this tab has, unless it is here. */
  #read() {
    const session = this.#session;
    const { query } = this.route;
    const long = asSaved(history.state?.long);
    const isHere = location.hash === this.#written && JSON.stringify(long) === JSON.stringify(this.#long);
    this.#long = long;
    if (isHere && session.analysis) {
      return;
    }
    if (session.analysis && query.size === 0 && !long) {
      this.#write();
      return;
    }
    this.#reading += 1;
    session.run(() => this.#readEntry(query, long).finally(() => (this.#reading -= 1)));
  }

  async #readEntry(query: URLSearchParams, long: Saved | undefined) {
    const session = this.#session;
    const kept = session.analysis ? long : this.#takeKept();
    if (kept) {
      session.saved = kept;
      await session.restore(kept);
    } else {
      await this.#follow(query);
    }
    if (!session.analysis) {
      const { verdict, games, sides } = session;
      await session.open({ text: example });
      if (query.size > 0) {
        Object.assign(session, { verdict: { ...verdict, ofBoard: session.verdict }, games, sides });
      }
    }
  }

  async #follow(query: URLSearchParams) {
    const packed = query.get("z");
    if (packed !== null) {
      const saved = await readSavedLink(packed);
      await (saved ? this.#session.restore(saved) : this.#session.explain({ message: words.DAMAGED_LINK }));
    } else if (query.has("p")) {
      await this.#session.open(readBoardLink(query));
    }
  }

  /**
   * The board that this tab had, unless the address names another. A reload opens it whatever the
   * address is: just after a move that is still the one before.
   */
  #takeKept(): Saved | undefined {
    const { hash, isShown, saved } = JSON.parse(readKept(KEPT) ?? "{}");
    keep(KEPT, undefined);
    const isHere = hash === location.hash || this.route.query.size === 0;
    return isHere || (isShown && isReload()) ? asSaved(saved) : undefined;
  }

  readonly #keep = () => {
    // A comment that is being written becomes one.
    this.querySelector<HTMLElement>("#comment:focus")?.blur();
    const { saved } = this.#session;
    if (saved) {
      const isShown = !this.hidden;
      const hash = isShown ? location.hash : this.#written;
      keep(KEPT, JSON.stringify({ hash, isShown, saved }));
    }
  };

  /** Writes the moment into the address; one that is too long for it is kept beside it. */
  #write() {
    const { link, saved } = this.#session;
    // Another address leads to another view in a moment.
    if (this.hidden || this.#reading > 0 || link === undefined || location.hash !== this.#address) {
      return;
    }
    this.#written = link || "#/board";
    const long = link ? undefined : saved;
    if (location.hash !== this.#written || long !== this.#long) {
      history.replaceState({ ...history.state, long }, "", this.#written);
      this.#address = location.hash;
      this.#long = long;
    }
  }

  protected override updated() {
    this.#write();
    const current = this.querySelector<HTMLElement>("#turns [aria-current=true]");
    const list = this.querySelector<HTMLElement>("#turns");
    if (list && current && current !== this.#shown) {
      this.#shown = current;
      // The frame has to lay out the page anyway.
      requestAnimationFrame(() => (list.scrollTop = current.offsetTop - list.clientHeight / 2));
    }
  }

  /** Lists every turn while the page is printed, which does not wait. */
  readonly #onPrint = ({ type }: Event) => {
    this.#isPrinting = type === "beforeprint";
    this.requestUpdate();
    this.performUpdate();
  };

  // Keys

  readonly #onKey = (event: KeyboardEvent) => {
    const target = event.composedPath()[0] as HTMLElement;
    const isField = target.matches?.("input:not([type=radio]), textarea, select, pre");
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
          "?": () => keyDialog()!.showModal(),
          ...(!isBoard && {
            ArrowLeft: () => session.goBack(),
            ArrowRight: () => session.goForward(),
            Home: () => session.goFirst(),
            End: () => session.goLast(),
          }),
        };
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
    const task = isLetter && !usesLetters() ? undefined : keys[event.key];
    if (task && !event.altKey) {
      event.preventDefault();
      session.run(task);
    }
  };

  // Drawing

  protected override render() {
    const session = this.#session;
    if (this.isEditing) {
      return this.#editor();
    }
    return html`<div class="analysis">
        <h1 tabindex="-1">${words.BOARD_HEADING}</h1>
        <section class="field" aria-label=${words.BOARD}>
          ${this.#captured("silver", session.isFlipped)} ${sessionBoard(session, "board")}
          ${this.#captured("gold", session.isFlipped)} ${this.#buttons()}
        </section>
        ${card(session, Boolean(history.state?.isOpened))}
        <section class="game" aria-labelledby="turns-title">${this.#game()}</section>
        ${tools(session, () => this.#edit(), () => this.#focus("#turns [aria-current=true]"))}
      </div>
      ${keyList()}`;
  }

  /** The editor is fetched when it is first wanted. */
  async #edit() {
    await import("./editor.ts");
    this.isEditing = true;
    await this.#focus("h1");
  }

  /** Ends the editing, and puts the focus where it began. */
  async #endEditing() {
    this.isEditing = false;
    await this.#focus("#edit");
  }

  async #focus(what: string) {
    await this.updateComplete;
    this.querySelector<HTMLElement>(what)?.focus();
  }

  #editor() {
    const session = this.#session;
    const done = ({ detail }: CustomEvent) => {
      this.open(detail.text);
      void this.#endEditing();
    };
    return html`<h1 tabindex="-1">${words.EDITOR}</h1>
      <position-editor
        .board=${[...session.board]}
        .side=${session.now.state.side}
        @editor-done=${done}
        @editor-cancel=${() => this.#endEditing()}
      ></position-editor>`;
  }

  /** The pieces that a side has lost, on the side of the board where it sits. */
  #captured(side: "gold" | "silver", isFlipped: boolean) {
    const { analysis, at, captures } = this.#session;
    const shown = isFlipped ? (side === "gold" ? "silver" : "gold") : side;
    const letters = analysis ? [...capturedTo(at), ...captures.map((piece) => piece.charAt(0))] : [];
    const { state, standing } = (analysis && this.#session.now) ?? {};
    const isPlaying = state?.side === shown && !state.setup && !standing?.outcome;
    const lost = letters.filter((letter) => (letter === letter.toUpperCase()) === (shown === "gold"));
    return html`<p class="captured">
      <span class="hidden">${words.capturedFrom(lost)}</span>
      <span aria-hidden="true">
        ${lost.map((letter) => html`<arimaa-piece letter=${letter}></arimaa-piece>`)}
      </span>
      ${isPlaying ? html`<span id="left">${words.stepsLeft(state.steps?.length ?? 0)}</span>` : nothing}
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
        @click=${session.on(task)}
      >
        ${sign}
      </button>`;
    return html`<div class="row controls">
      <button
        id="end"
        type="button"
        class="strong"
        ?disabled=${!session.canEnd}
        @click=${session.on(() => session.play(["end"]))}
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

  #game() {
    const session = this.#session;
    const { analysis } = session;
    if (!analysis) {
      return html`<h2 id="turns-title" class="hidden">${words.TURNS}</h2>`;
    }
    const tags = "tags" in analysis.start ? tagsOf(analysis.start.tags) : [];
    const about = tags.filter(([name]) => name !== "Start").map(([name, value]) => `${name} ${value}`);
    const { replayed } = analysis;
    return html`<h2 id="turns-title" class="hidden">${words.TURNS}</h2>
      <p class="quiet small">${about.map((tag) => `${tag} · `)}${rulesOf(session)}</p>
      ${replayed && analysis.isAsOpened && about.length > 0 && !session.verdict.ofBoard
        ? html`<p id="agreement" class="small ${replayed.agrees ? "good" : "alert"}">
            ${replayed.agrees ? words.AGREES : replayed.disagreements[0]?.message}
          </p>`
        : nothing}
      ${turnList(session, this.#isPrinting)}
      <form @submit=${session.on(() => this.#type(true))}>
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
          <button id="steps" type="button" @click=${session.on(() => this.#type(false))}>
            ${words.PLAY_STEPS}
          </button>
        </div>
      </form>`;
  }

  async #type(isTurn: boolean) {
    const input = this.querySelector<HTMLInputElement>("#turn")!;
    const { value } = input;
    if (await (isTurn ? this.#session.typeTurn(value) : this.#session.play(actionsOf(value)))) {
      input.value = "";
    }
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
