/** The board: a game or a position, its turns with their rulings, and whatever is tried there. */
import { sideOf } from "arimaa-oracle/board";
import { html, nothing, type PropertyValues } from "lit";

import example from "../../../../tests/games/669192.txt?raw";
import { asSaved, readBoardLink, readSavedLink, type Edited, type Saved } from "../link.ts";
import { actionsOf, tagsOf } from "../notation.ts";
import { keep, readKeptFields } from "../kept.ts";
import { Session } from "../session.ts";
import { path } from "../tree.ts";
import { button, isReload, View } from "../view.ts";
import * as words from "../words.ts";
import { card } from "./card.ts";
import { sessionBoard } from "./session-board.ts";
import { dialogsOf, openDialog, rulesOf, tools, usesLetters } from "./tools.ts";
import { turnList } from "./turns.ts";
import "./board.css";

/** The key under which a tab keeps its board for a reload. */
const KEPT = "board";

class BoardView extends View {
  readonly #session = new Session(this);
  /** The address that this view wrote last. */
  #written = "";
  /** The address as this view last saw it. */
  #address = "";
  /** The saved state in the history entry, beside the address. */
  #long: Saved | undefined;
  /** The number of history entries that are still being opened. */
  #reading = 0;
  /** The session's `left` when the last history entry was made. */
  #left: Saved | undefined;
  /** The item in the list of turns that was scrolled to last; `#ruling` is the ruling then. */
  #shown: unknown;
  #ruling: unknown;

  override get ready() {
    return this.#session.done;
  }

  /** Adds listeners that are never removed, since this view stays in the page. */
  override connectedCallback() {
    super.connectedCallback();
    addEventListener("keydown", this.#onKey);
    addEventListener("pagehide", this.#keep);
    addEventListener("beforeprint", this.#onPrint);
    addEventListener("afterprint", this.#onPrint);
  }

  // Opening and keeping

  /** Opens a text or a link that was pasted or dropped. */
  override open(text: string) {
    const linked = /#\/board\?(?<query>\S+)/.exec(text)?.groups?.["query"];
    const session = this.#session;
    session.run(() =>
      session.replace(() =>
        linked ? this.#followLink(new URLSearchParams(linked)) : session.open({ text }),
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

  /** Adds an entry to the browser's history after another board was opened, or a link followed. */
  #enter() {
    const { left, history: { saved } } = this.#session;
    if (left !== this.#left && !this.hidden) {
      this.#left = left;
      this.#long = saved;
      this.#written = this.#address = "#/board";
      history.replaceState({ ...history.state, long: left }, "");
      history.pushState({ long: saved }, "", this.#written);
    }
  }

  /** Opens the board in the address or in the history entry, unless it is shown already. */
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
    if (session.analysis && long) {
      await session.restore(long);
    } else if (session.analysis || !(await this.#reopen())) {
      await this.#followLink(query);
    }
    if (!session.analysis) {
      const { verdict, games, sides } = session;
      await session.open({ text: example });
      if (query.size > 0) {
        Object.assign(session, { verdict: { ...verdict, ofBoard: session.verdict }, games, sides });
      }
    }
  }

  async #followLink(query: URLSearchParams) {
    const packed = query.get("z");
    if (packed !== null) {
      const saved = await readSavedLink(packed);
      const damaged = { message: "this link is damaged or was cut" };
      await (saved ? this.#session.restore(saved) : this.#session.explain(damaged));
    } else if (query.has("p")) {
      await this.#session.open(readBoardLink(query));
    }
    const play = query.get("play");
    if (play) {
      await this.#session.begin({ gold: "", silver: "" }, { random: play === "gold" ? "gold" : "silver" });
    }
    const rule = query.get("rule");
    if (rule) {
      this.#session.compare(rule, query.get("specification") ?? "");
    }
  }

  /**
   * Opens the board that this tab had, unless the address names another board. A reload always
   * opens it, since just after a move the address is still that of the board before.
   */
  async #reopen(): Promise<boolean> {
    const { hash, isShown, states } = readKeptFields(KEPT);
    keep(KEPT, undefined);
    this.#session.history.load(states);
    const isHere = hash === location.hash || this.route.query.size === 0;
    return (isHere || (isShown === true && isReload())) && this.#session.reopen();
  }

  readonly #keep = () => {
    // The loss of focus saves a comment that is being written.
    this.querySelector<HTMLElement>("#comment:focus")?.blur();
    const { history: states } = this.#session;
    if (states.saved) {
      const isShown = !this.hidden;
      const hash = isShown ? location.hash : this.#written;
      keep(KEPT, JSON.stringify({ hash, isShown, states }));
    }
  };

  /** Writes the moment into the address; a state too long for that goes into the history entry. */
  #write() {
    const { link, history: { saved } } = this.#session;
    // A changed address means that another board or view is about to open.
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
    // The ruling makes the list smaller when it appears.
    const { verdict } = this.#session;
    if (list && current && (current !== this.#shown || verdict !== this.#ruling)) {
      [this.#shown, this.#ruling] = [current, verdict];
      // An animation frame lays out the page anyway.
      requestAnimationFrame(() => (list.scrollTop = current.offsetTop - list.clientHeight / 2));
    }
  }

  /** Lists every turn for a printout, and renders at once because printing does not wait. */
  readonly #onPrint = ({ type }: Event) => {
    this.#session.isPrinted = type === "beforeprint";
    this.requestUpdate();
    this.performUpdate();
  };

  // Keys

  readonly #onKey = (event: KeyboardEvent) => {
    const target = event.composedPath()[0] as HTMLElement;
    const isField = target.matches?.("input:not([type=radio]), textarea, select, pre");
    if (this.hidden || isField || document.querySelector("dialog[open]")) {
      return;
    }
    const isBoard = target.matches?.("[role=gridcell]");
    const session = this.#session;
    const keys: Record<string, () => unknown> = event.ctrlKey || event.metaKey
      ? { z: () => session.undo(), Z: () => session.redo(), y: () => session.redo() }
      : session.edited ? {} : {
          p: () => session.goBack(),
          n: () => session.goForward(),
          e: () => session.play(["end"]),
          f: () => session.flip(),
          "?": () => openDialog(session, "keys"),
          ...(!isBoard && {
            ArrowLeft: () => (event.shiftKey ? session.stepBack() : session.goBack()),
            ArrowRight: () => (event.shiftKey ? session.stepForward() : session.goForward()),
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
    if (session.edited) {
      return this.#editor(session.edited);
    }
    return html`<div class="analysis">
        <h1 tabindex="-1">Paste a game, try a turn, read why not</h1>
        <section class="field" aria-label="Board">
          ${this.#captured("silver")} ${sessionBoard(session, "board")}
          ${this.#captured("gold")} ${this.#buttons()}
        </section>
        ${card(session)}
        ${session.analysis && session.verdict.sentences.length > 0 ? this.#belowBoard() : nothing}
      </div>
      ${dialogsOf(session)}`;
  }

  /** Renders the part below the ruling, together with the ruling, so that nothing moves later. */
  #belowBoard() {
    const session = this.#session;
    const edit = () => this.#edit({ side: session.now.state.side, board: [...session.board] });
    return html`${this.#game()} ${tools(session, edit, () => this.#focus("#turns [aria-current=true]"))}`;
  }

  /** Opens the editor with a position, or closes it and puts the focus back on its button. */
  async #edit(edited: Edited | undefined) {
    this.#session.edit(edited);
    await this.#focus(edited ? "h1" : "#edit");
  }

  async #focus(what: string) {
    await this.updateComplete;
    this.querySelector<HTMLElement>(what)?.focus();
  }

  /** Renders the editor, whose module is fetched when it is first needed. */
  #editor(edited: Edited) {
    void import("./editor.ts");
    const session = this.#session;
    const leave = (text?: string) => {
      if (text) {
        this.open(text);
      }
      session.run(() => this.#edit(undefined));
    };
    return html`<h1 tabindex="-1">${words.EDITOR}</h1>
      <position-editor .edited=${edited} .session=${session} .leave=${leave}></position-editor>
      <div class="row controls">${this.#undoing()}</div>`;
  }

  /** Renders the lost pieces of the player who sits at this side of the board. */
  #captured(side: "gold" | "silver") {
    const { analysis, at, captures, isFlipped } = this.#session;
    const shown = isFlipped ? (side === "gold" ? "silver" : "gold") : side;
    const pieces = analysis ? [...path(at).flatMap((turn) => turn.captures), ...captures] : [];
    const { state, standing } = (analysis && this.#session.now) ?? {};
    const isPlaying = state?.side === shown && !state.setup && !standing?.outcome;
    const lost = pieces.map((piece) => piece.charAt(0)).filter((letter) => sideOf(letter) === shown);
    return html`<p class="captured">
      <span class="hidden">${words.capturedFrom(lost)}</span>
      <span aria-hidden="true">
        ${lost.map((letter) => html`<arimaa-piece letter=${letter}></arimaa-piece>`)}
      </span>
      ${isPlaying ? html`<span id="left">${4 - (state.steps?.length ?? 0)} of 4 steps left</span>` : nothing}
    </p>`;
  }

  #buttons() {
    const session = this.#session;
    const isFirst = !session.analysis || (session.shown === session.analysis.root && session.steps.length === 0);
    const isLast = !session.analysis || session.at.children.length === 0 || Boolean(session.shown.refusal);
    const end = { id: "end", look: "strong", isOff: !session.canEnd };
    return html`<div class="row controls">
      ${button(words.END_TURN, session.on(() => session.play(["end"])), end)}
      ${this.#undoing()}
      <span class="space"></span>
      ${this.#button("first", "«", "First turn", isFirst, () => session.goFirst())}
      ${this.#button("back", "‹", "Turn back", isFirst, () => session.goBack())}
      ${this.#button("forward", "›", "Turn forward", isLast, () => session.goForward())}
      ${this.#button("last", "»", "Last turn", isLast, () => session.goLast())}
    </div>`;
  }

  #undoing() {
    const session = this.#session;
    return html`${this.#button("undo", "↶", words.UNDO, !session.canUndo, () => session.undo())}
    ${this.#button("redo", "↷", "Redo", !session.canRedo, () => session.redo())}`;
  }

  #button(id: string, sign: string, name: string, isOff: boolean, task: () => unknown) {
    return button(sign, this.#session.on(task), { id, name, isOff });
  }

  #game() {
    const session = this.#session;
    const analysis = session.analysis!;
    const tags = "tags" in analysis.start ? tagsOf(analysis.start.tags) : [];
    const about = tags.filter(([name]) => name !== "Start").map(([name, value]) => `${name} ${value}`);
    const { replayed } = analysis;
    return html`<section class="game" aria-labelledby="turns-title">
      <h2 id="turns-title" class="hidden">Turns</h2>
      <p class="quiet small">${about.map((tag) => `${tag} · `)}${rulesOf(session)}</p>
      ${replayed && analysis.isAsOpened && about.length > 0 && !session.verdict.ofBoard && !session.tried
        ? html`<p id="agreement" class="small ${replayed.agrees ? "good" : "alert"}">
            ${replayed.agrees ? words.AGREES : replayed.disagreements[0]?.message}
          </p>`
        : nothing}
      ${turnList(session)}
      <form @submit=${session.on(() => this.#playTyped(true))}>
        <label for="turn" class="hidden">${words.TURN_OR_STEPS}</label>
        <div class="row">
          <input
            id="turn"
            placeholder=${words.TURN_OR_STEPS}
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
          />
          <button name="turn">Play turn</button>
          ${button("Play steps", session.on(() => this.#playTyped(false)))}
        </div>
      </form>
    </section>`;
  }

  async #playTyped(isTurn: boolean) {
    const input = this.querySelector<HTMLInputElement>("#turn")!;
    const { value } = input;
    if (await (isTurn ? this.#session.typeTurn(value) : this.#session.play(actionsOf(value)))) {
      input.value = "";
    }
  }
}

customElements.define("view-board", BoardView);
