import { html, nothing, type PropertyValues } from "lit";

import { boardLink, ruleLink } from "../link.ts";
import { keep, readKeptFields } from "../kept.ts";
import { arrowOf } from "../notation.ts";
import { ask, type AnswerOf } from "../oracle.ts";
import { Session } from "../session.ts";
import type { Turn } from "../tree.ts";
import { keepProgress, reaches } from "../progress.ts";
import { button, PageElement } from "../view.ts";
import { LESSONS, type Lesson, type Try } from "../words/learn.ts";
import * as words from "../words/views.ts";
import { cited, coded } from "./coded.ts";
import { sessionBoard } from "./session-board.ts";

type Judged = AnswerOf<"accepted"> | AnswerOf<"refused">;

/** A lesson: its board, to be played by hand, and turns to try. */
class LearnLesson extends PageElement {
  static override properties = { lesson: { attribute: false }, tried: { state: true } };

  declare lesson: Lesson;
  /** The oracle's answers to the turns that were tried, by their indexes in the lesson. */
  declare tried: ReadonlyMap<number, Judged>;

  readonly #session = new Session(this, true);
  /** The turn of the solution, once the user asked for it. */
  #solution: Turn | undefined;
  /** The verdict that was last scrolled into view. */
  #shown: unknown;

  constructor() {
    super();
    this.tried = new Map();
  }

  /** Resolves when the last action is shown. */
  get ready(): Promise<unknown> {
    return this.#session.done;
  }

  override connectedCallback() {
    super.connectedCallback();
    addEventListener("pagehide", this.#keep);
    const session = this.#session;
    session.history.load(readKeptFields(this.lesson.title));
    session.run(async () => (await session.reopen()) || session.open({ text: this.lesson.position }));
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("pagehide", this.#keep);
    this.#keep();
  }

  /** Keeps everything that was played, for the next visit in this tab. */
  readonly #keep = () => keep(this.lesson.title, JSON.stringify(this.#session.history));

  protected override updated(changed: PropertyValues<this>): void {
    // On a small screen an answer would be below the edge of the window.
    const { verdict } = this.#session;
    const last = [...this.tried.keys()].at(-1);
    if (verdict !== this.#shown && this.#hasResult) {
      this.#shown = verdict;
      this.querySelector(".result")?.scrollIntoView({ block: "nearest" });
    } else if (changed.has("tried") && last !== undefined) {
      this.querySelectorAll(".tries > li")[last]?.scrollIntoView({ block: "nearest" });
    }
  }

  /** The turn at which the lesson begins: that of the first entry of the history. */
  get #start(): Turn {
    const { analysis, history } = this.#session;
    return analysis!.turnAt(history.entry(0)!.saved.at);
  }

  /** Whether a turn was ended since the lesson began. */
  get #isOver(): boolean {
    const { analysis, history, at } = this.#session;
    return analysis !== undefined && history.length > 0 && at !== this.#start;
  }

  get #isGoal(): boolean {
    const { shown, now } = this.#session;
    return this.#isOver && reaches(this.lesson.goal, shown, now.standing);
  }

  get #hasResult(): boolean {
    return this.#isOver || this.#session.verdict.tone === "refused";
  }

  /** Judges a turn to try, without a change of the turn on the board. */
  async #try(turn: string, place: number) {
    const position = { any: { text: this.lesson.position } };
    const answer = await ask({ kind: "judge", position, turn });
    if (answer.kind !== "accepted" && answer.kind !== "refused") {
      throw new Error(words.message(answer));
    }
    const others = [...this.tried].filter(([one]) => one !== place);
    this.tried = new Map([...others, [place, answer]]);
  }

  /** Ends the turn on the board; a lesson whose goal it reaches is kept as learnt. */
  async #end() {
    await this.#session.play(["end"]);
    if (this.#isGoal) {
      keepProgress({ lesson: LESSONS.indexOf(this.lesson) + 1 });
    }
  }

  async #solve() {
    await this.#session.select(this.#start);
    await this.#session.typeTurn(this.lesson.solution);
    this.#solution = this.#session.shown;
  }

  /** Runs a gesture; after a turn that has ended, it goes back to the start of the lesson first. */
  async #play(gesture: () => unknown) {
    if (this.#isOver) {
      await this.#session.select(this.#start);
    }
    await gesture();
  }

  protected override render() {
    const { lesson } = this;
    return html`<div class="lesson">
      <div class="lesson-text">${lesson.text.map((text) => html`<p>${cited(text)}</p>`)}</div>
      <section class="lesson-play" aria-label="Board">
        <p class="goal"><strong>Goal:</strong> ${lesson.goal.say}</p>
        ${sessionBoard(this.#session, "lesson", (gesture) => this.#play(gesture), !this.#isOver)}
        ${this.#controls()}
        <div role="status">
          <p class="taken">${this.#isOver ? nothing : this.#status()}</p>
          ${this.#result()}
        </div>
      </section>
      <section class="lesson-tries" aria-labelledby="tries">
        <h2 id="tries">Turns to try</h2>
        <p class="quiet">Think first: legal or refused? Then press.</p>
        <ul class="tries">
          ${lesson.tries.map((one, place) =>
            tryItem(one, this.tried.get(place), () => this.#session.run(() => this.#try(one.turn, place))),
          )}
        </ul>
        <p><a href=${boardLink({ text: lesson.position }) ?? "#/board"}>Open this position on the board</a></p>
      </section>
    </div>`;
  }

  #controls() {
    const session = this.#session;
    const isOff = this.#isOver || session.steps.length === 0;
    return html`<div class="row">
      ${button(words.END_TURN, session.on(() => this.#end()), { isOff })}
      ${button(words.UNDO, session.on(() => session.undo()), { isOff: !session.canUndo })}
      ${button("Start over", session.on(() => session.select(this.#start)))}
      ${button("Show a solution", session.on(() => this.#solve()))}
    </div>`;
  }

  /** Renders the turn so far, and what is chosen or what to do. */
  #status() {
    const { steps, captures, gesture } = this.#session;
    const hint = gesture.hint || gesture.pointed;
    if (!hint && steps.length === 0) {
      return html`Choose a piece, then a square beside it. <span class="or-drag">Or drag.</span>`;
    }
    return `${words.turnSoFar(steps, captures)} ${hint}`;
  }

  #result() {
    if (!this.#hasResult) {
      return html`<div class="result"></div>`;
    }
    const { verdict: { tone, sentences, rule }, shown } = this.#session;
    const [isOver, isGoal] = [this.#isOver, this.#isGoal];
    const look = tone === "refused" ? tone : isGoal ? "reached" : "accepted";
    return html`<div class="result ${look}">
      ${shown === this.#solution ? html`<p>A solution: <code>${shown.text}</code>.</p>` : nothing}
      <p>
        ${coded(sentences.join(" "))}
        ${rule ? html`<a href=${ruleLink(rule.id)}>${words.readRule(rule.id)}</a>` : nothing}
      </p>
      ${isOver ? html`<p>${isGoal ? words.GOAL_REACHED : words.GOAL_MISSED}</p>` : nothing}
    </div>`;
  }
}

customElements.define("learn-lesson", LearnLesson);

/** Renders a turn to try, with the answer once it was tried. */
function tryItem(one: Try, answer: Judged | undefined, onTry: () => void) {
  const ruled = answer?.kind === "refused" ? answer.refusal.rule : answer?.kind;
  const why = html`<p>${cited(one.why)}</p>`;
  const badge = one.mistake
    ? html`<p class="badge">Classic mistake: ${one.mistake.name}</p>`
    : nothing;
  const verdict =
    answer &&
    html`<p class="verdict">${coded(words.answerSentences(answer))}</p>
      ${badge} ${small(one.turn, answer)} ${ruled === one.expect ? why : nothing}`;
  return html`<li class=${answer ? answer.kind : ""}>
    <p>
      <button type="button" @click=${onTry}>Try <code>${one.turn}</code></button>
      ${one.say}
    </p>
    ${verdict ?? nothing}
  </li>`;
}

/** Renders the board after a tried turn, or at its refusal, with arrows for its steps. */
function small(turn: string, answer: Judged) {
  const refusal = answer.kind === "refused" ? answer.refusal : undefined;
  return html`<arimaa-board
    .position=${[...(refusal?.board ?? answer.standing.board)]}
    .marks=${refusal?.squares ?? []}
    .arrows=${turn.split(" ").slice(0, (refusal?.token ?? Infinity) + 1).flatMap(arrowOf)}
  ></arimaa-board>`;
}
