/** A game: a record stepped through, each turn with its ruling. */
import "arimaa-oracle/board";
import { beside } from "arimaa-oracle/board";
import { html, nothing, type PropertyValues } from "lit";

import example from "../../../../tests/games/669192.txt?raw";
import { exports, saveText } from "../exports.ts";
import { labelsOf } from "../game.ts";
import { gamesOf, type Games } from "../games.ts";
import { impossible } from "../impossible.ts";
import { boardLink, gameLink, ruleLink } from "../link.ts";
import { ask, type AnswerOf } from "../oracle.ts";
import { joined } from "../prose.ts";
import { linesOf, tagsOf, type RecordLine } from "../record.ts";
import { View } from "../view.ts";
import * as words from "../words.ts";
import { choice, pictured } from "./choice.ts";
import { coded } from "./coded.ts";
import "./game.css";

type Replayed = AnswerOf<"replayed">;
type Turn = Replayed["turns"][number];

/** A record that has been judged. */
interface Judged {
  text: string;
  replayed: Replayed;
  lines: RecordLine[];
  /** The board before the first line. */
  start: readonly string[];
}

class GameView extends View {
  static override properties = {
    judged: { state: true },
    at: { state: true },
    wrong: { state: true },
    broken: { state: true },
    picture: { state: true },
    games: { state: true },
    rule: { state: true },
    stood: { state: true },
  };

  declare private judged: Judged | undefined;
  /** How many lines of the record have been gone through. */
  declare private at: number;
  /** Why the text cannot be judged. */
  declare private wrong: string;
  /** The rule that the start of a record breaks. */
  declare private broken: string | undefined;
  /** The start of a record that cannot be. */
  declare private picture: AnswerOf<"drawn"> | undefined;
  /** The games of a text that holds several, until one is chosen. */
  declare private games: Games | undefined;
  declare private rule: AnswerOf<"rule">["rule"] | undefined;
  /** Where the position of a refused repetition stood before. */
  declare private stood: string;

  #last: Promise<unknown> = Promise.resolve();
  #written = "";

  constructor() {
    super();
    this.at = 0;
    this.wrong = this.stood = "";
  }

  override get ready() {
    return this.#last;
  }

  override connectedCallback() {
    super.connectedCallback();
    addEventListener("keydown", this.#onKey);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("keydown", this.#onKey);
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (changed.has("route") && (location.hash !== this.#written || !this.judged)) {
      const { query } = this.route;
      this.#run(() => this.#open(query.get("r") ?? example, query.get("at") ?? ""));
    }
  }

  #run(task: () => Promise<void>) {
    this.#last = this.#last.then(task).catch((error: Error) => {
      this.wrong = error.message;
    });
  }

  /** Has a record judged, and goes to a place in it. */
  async #open(pasted: string, at: string) {
    const recognized = await ask({ kind: "recognize", text: pasted });
    const form = recognized.kind === "recognized" ? recognized : undefined;
    const text = (form?.form === "archive" && form.text) || pasted;
    const replayed = await ask({ kind: "replay", record: text, boards: true });
    this.games = replayed.kind === "error" && form ? await gamesOf(pasted, form) : undefined;
    const fault = replayed.kind === "error" && !this.games ? replayed.error : undefined;
    this.picture = fault && (await impossible(text));
    this.broken = (fault && "rule" in fault && fault.rule) || undefined;
    if (this.games) {
      this.wrong = words.severalGames(this.games);
      return;
    }
    if (replayed.kind !== "replayed") {
      const isRecord = form?.form === "record" || form?.form === "archive";
      const misread = form?.form ? words.isNoRecord(form.form) : form?.misread[0]?.message;
      this.wrong = (!isRecord && misread) || words.message(replayed);
      return;
    }
    const lines = linesOf(text);
    this.judged = { text, replayed, lines, start: await startOf(text, lines) };
    this.wrong = "";
    await this.#go(this.#placeOf(at));
  }

  /** The place after the turn with this label, or of the line with this number. */
  #placeOf(at: string): number {
    const { turns } = this.judged!.replayed;
    const refused = turns.findIndex(({ refusal }) => refusal);
    if (!at) {
      return refused + 1;
    }
    return /^\d+$/.test(at) ? Number(at) : turns.findIndex(({ label }) => label === at) + 1;
  }

  async #go(at: number) {
    const { text, replayed } = this.judged!;
    this.at = Math.max(0, Math.min(at, replayed.turns.length));
    const turn = this.turn;
    const isFirst = turn && replayed.turns.findIndex(({ label }) => label === turn.label) === this.at - 1;
    const link = gameLink({ text, at: turn && isFirst ? turn.label : String(this.at) });
    if (link) {
      history.replaceState(null, "", link);
      this.#written = location.hash;
    }
    const isLast = this.at === replayed.turns.length;
    const rule = turn?.refusal?.rule ?? (isLast ? replayed.outcome?.rule : undefined);
    const answer = rule ? await ask({ kind: "explain_rule", rule }) : undefined;
    this.rule = answer?.kind === "rule" ? answer.rule : undefined;
    this.stood = await this.#stood();
    await this.updateComplete;
    const list = this.querySelector("#turns");
    const current = list?.querySelector<HTMLElement>("[aria-current=true]");
    if (list && current) {
      list.scrollTop = current.offsetTop - list.clientHeight / 2;
    }
  }

  /** After which turns the position stood that a refused turn repeats. */
  async #stood(): Promise<string> {
    const earlier = this.turn?.refusal?.details?.["earlier"] as number[] | undefined;
    const { text, lines } = this.judged!;
    const record = { text: text.slice(0, lines[this.at - 1]?.start) };
    const begun = earlier && (await ask({ kind: "apply", position: { record }, actions: [] }));
    return begun?.kind === "applied" ? words.stoodAfter(labelsOf(begun, earlier!)) : "";
  }

  /** The line that is looked at; none at the beginning. */
  get turn(): Turn | undefined {
    return this.judged?.replayed.turns[this.at - 1];
  }

  readonly #onKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    const target = event.target as HTMLElement;
    if (by && this.judged && !target.matches?.("input, textarea, select")) {
      event.preventDefault();
      this.#run(() => this.#go(this.at + by));
    }
  };

  protected override render() {
    return html`<h1 tabindex="-1">${words.GAME_HEADING}</h1>
      <div class="replay">${this.judged ? this.#game(this.judged) : nothing} ${this.#paste()}</div>`;
  }

  #game(judged: Judged) {
    return html`<section class="play" aria-label=${words.BOARD}>
        ${this.#board(judged)} ${this.#buttons(judged)}
        <p id="said" aria-live="polite">${this.#said(judged)}</p>
      </section>
      <section id="ruling">${this.#ruling(judged)}</section>
      <section aria-labelledby="turns-title">
        <h2 id="turns-title">${words.TURNS}</h2>
        ${this.#summary(judged)}
        <ol id="turns">
          ${judged.replayed.turns.map((turn, index) => this.#item(turn, index))}
        </ol>
      </section>`;
  }

  #board({ replayed, start }: Judged) {
    const { turn } = this;
    const board = turn?.refusal?.board ?? this.#boardAt(replayed, start);
    const refused = turn?.refusal;
    return html`<arimaa-board
      id="board"
      coordinates
      .position=${board}
      .marks=${refused?.squares ?? []}
      .arrows=${refused ? [] : arrowsOf(turn?.turn ?? "")}
    ></arimaa-board>`;
  }

  /** The last board there is: a refused turn leaves none. */
  #boardAt(replayed: Replayed, start: readonly string[]): readonly string[] {
    const boards = replayed.turns.slice(0, this.at).map(({ board }) => board);
    return boards.findLast((board) => board) ?? start;
  }

  #buttons({ replayed }: Judged) {
    const button = (id: string, label: string, to: number) =>
      html`<button id=${id} type="button" @click=${() => this.#run(() => this.#go(to))}>
        ${label}
      </button>`;
    return html`<div class="row">
      ${button("first", words.FIRST, 0)} ${button("back", words.BACK, this.at - 1)}
      ${button("forward", words.FORWARD, this.at + 1)}
      ${button("last", words.LAST, replayed.turns.length)}
    </div>`;
  }

  #said({ replayed }: Judged): string {
    return words.lineShown(this.turn, this.at, replayed.turns.length);
  }

  #ruling({ text, lines, replayed }: Judged) {
    const { turn, rule } = this;
    const line = lines[this.at - 1];
    const isLast = this.at === replayed.turns.length;
    const before = text.slice(0, line?.start ?? text.length);
    const tried = turn?.turn ? { turn: turn.turn } : {};
    const onBoard = boardLink({ text: before, ...tried });
    return html`
      ${line?.comments.map((comment) => html`<p class="comment">${comment}</p>`)}
      ${turn?.refusal ? html`<p class="refused">${turn.refusal.message}</p>` : nothing}
      ${this.stood ? html`<p class="refused">${this.stood}</p>` : nothing}
      ${isLast && replayed.outcome
        ? html`<p class="outcome">${words.decided(replayed.outcome)}</p>`
        : nothing}
      ${rule
        ? html`<h2><a href=${ruleLink(rule.id)}>${rule.id}</a>: ${rule.chapter}</h2>
            <blockquote>${coded(joined(rule.text))}</blockquote>`
        : nothing}
      ${turn && onBoard
        ? html`<p><a id="on-board" href=${onBoard}>${words.tryOnBoard(turn)}</a></p>`
        : nothing}
      ${turn ? exports({ record: { text: before } }, tried) : nothing}
    `;
  }

  #summary({ text, replayed }: Judged) {
    const tags = tagsOf(text).map(([name, value]) => `${name} ${value}`);
    return html`<p class="quiet small">${[...tags, words.judgedBy(replayed.edition)].join(" · ")}</p>
      <div id="agreement" class=${replayed.agrees ? "agrees" : "disagrees"}>
        ${replayed.agrees
          ? html`<p>${words.AGREES}</p>`
          : replayed.disagreements.map(({ message }) => html`<p>${message}</p>`)}
      </div>`;
  }

  #item(turn: Turn, index: number) {
    const { label, takeback, refusal } = turn;
    const isHere = index === this.at - 1;
    return html`<li>
      <button
        type="button"
        class=${refusal ? "bad" : takeback ? "back" : ""}
        aria-current=${isHere ? "true" : "false"}
        @click=${() => this.#run(() => this.#go(index + 1))}
      >
        <b>${label}</b> ${words.lineOf(turn)}
      </button>
    </li>`;
  }

  #paste() {
    const open = (event: Event) => {
      event.preventDefault();
      const text = this.querySelector<HTMLTextAreaElement>("#record")!.value;
      this.#run(() => this.#open(text, ""));
    };
    return html`<section aria-labelledby="record-title">
      <h2 id="record-title">${words.RECORD}</h2>
      <form @submit=${open}>
        <label for="record">${words.RECORD_TEXT}</label>
        <textarea
          id="record"
          rows="8"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          .value=${this.judged?.text ?? ""}
        ></textarea>
        <div class="row">
          <button>${words.JUDGE}</button>
          <button type="button" @click=${() => saveText(this.judged?.text ?? "")}>${words.SAVE_RECORD}</button>
        </div>
      </form>
      <p id="wrong" role="alert">
        ${this.wrong}
        ${this.broken ? html`<a href=${ruleLink(this.broken)}>${this.broken}</a>` : nothing}
      </p>
      ${pictured(this.picture)}
      ${choice(this.games, (text) => this.#run(() => this.#open(text, "")))}
      <p><a id="link" href=${this.#written || "#/game"}>${words.LINK}</a></p>
    </section>`;
  }
}

/** The board before the first line of a record. */
async function startOf(text: string, lines: readonly RecordLine[]): Promise<readonly string[]> {
  const before = { text: text.slice(0, lines[0]?.start) };
  const answer = await ask({ kind: "standing", position: { record: before } });
  return answer.kind === "standing" ? answer.standing.board : [];
}

/** The steps of a turn as arrows. */
function arrowsOf(turn: string): string[] {
  return turn.split(/\s+/).flatMap((word) => {
    const from = word.slice(1, 3);
    const to = /^[emhdcr][a-h][1-8][nesw]$/i.test(word) && beside(from, word.charAt(3));
    return to ? [from + to] : [];
  });
}

customElements.define("view-game", GameView);
